// Order with jiggle bones: by tick prerequisites from the mesh's user data, and as steps of one stack.
#include "KineDriverPose.h"
#include "KineDriverStackComponent.h"
#include "KineDriverSystem.h"
#include "Scenario.h"

/* A jiggle system of a game: it rolls a bone by as much again as it finds, and remembers what it saw. */
class UJiggleComponent : public USceneComponent, public IKineDriverSystem
{
    STANDIN_BODY(UJiggleComponent, USceneComponent)
    void PostInitProperties() override
    {
        PrimaryComponentTick.bCanEverTick = true;
        GetClass()->Interfaces.AddUnique(UKineDriverSystem::StaticClass());
    }
    void TickComponent(float, ELevelTick, FActorComponentTickFunction *) override
    {
        if (const USkeletalMeshComponent *mesh = Cast<USkeletalMeshComponent>(GetAttachParent())) {
            const TArray<FTransform> &bones = mesh->GetComponentSpaceTransforms();
            Seen = GetRoll(bones[BONE_TWIST].GetRelativeTransform(bones[BONE_LOWERARM]).GetRotation());
        }
    }
    void EvaluateStep(FKineDriverPose &pose, float seconds) override
    {
        Steps++;
        Seconds += seconds;
        int32 bone = pose.FindBone(Bone), parent = pose.GetParent(bone);
        if (!pose.IsPresent(bone)) {
            Absent++;
            pose.SetComponentSpace(bone, FTransform()); // without effect
            return;
        }
        FTransform local = pose.GetLocal(bone);
        Seen = GetRoll(local.GetRotation());
        FTransform rolled(MakeRoll(Seen + Adds), local.GetTranslation());
        pose.SetComponentSpace(bone, rolled * pose.GetComponentSpace(parent));
    }
    void ResetStep() override
    {
        Resets++;
    }
    FName Bone = FName("hand");
    double Seen = 0, Adds = 20;
    float Seconds = 0;
    int32 Steps = 0, Resets = 0, Absent = 0;
};

SCENARIO(order_rules_put_rigs_before_or_after_other_components)
{
    for (bool after : {false, true})
        for (bool by_class : {false, true}) {
            FStage stage;
            UKineDriverUserData *data = stage.AddUserData(MakeAsset(MakeArmRig()));
            UJiggleComponent *jiggle = stage.Add<UJiggleComponent>("Jiggle");
            jiggle->AddTickPrerequisiteComponent(stage.Mesh);
            FKineDriverOrderRule rule;
            (by_class ? (void)(rule.ComponentClass = UJiggleComponent::StaticClass())
                      : (void)(rule.ComponentName = "Jiggle"));
            rule.Order = after ? EKineDriverOrder::AfterOther : EKineDriverOrder::BeforeOther;
            data->Order.Add(rule);
            UKineDriverComponent *component = stage.Add<UKineDriverComponent>("Rigs");
            stage.RollHand(60);
            for (int frame = 0; frame < 3; frame++) {
                stage.Tick();
                const TArray<UActorComponent *> &order = stage.World->StandInOrder;
                EXPECT((order.Find(component) > order.Find(jiggle)) == after);
                EXPECT_NEAR(jiggle->Seen, after ? 0 : 30, 1e-3);
            }
            component->UnregisterComponent();
            EXPECT(jiggle->PrimaryComponentTick.StandInPrerequisites.Num() == 1);
        }
}

SCENARIO(order_rules_find_components_that_come_later_and_name_those_that_never_tick)
{
    FStage stage(false);
    UKineDriverUserData *data = stage.AddUserData(MakeAsset(MakeArmRig()));
    FKineDriverOrderRule rule;
    rule.ComponentName = "Late";
    data->Order.Add(rule);
    rule.ComponentName = "Still";
    data->Order.Add(rule);
    stage.Add<UKineDriverComponent>("Rigs");
    UJiggleComponent *late = stage.Add<UJiggleComponent>("Late");
    stage.Add<USceneComponent>("Still"); // the engine would ignore the prerequisite without a word
    stage.Actor->BeginPlay();
    EXPECT(late->PrimaryComponentTick.StandInPrerequisites.Num() == 1);
    for (int frame = 0; frame < 3; frame++)
        stage.Tick();
    EXPECT(CountLog("Still has no effect") == 1);
}

SCENARIO(order_rules_change_with_the_mesh_and_when_asked_anew)
{
    FStage stage;
    UJiggleComponent *tail = stage.Add<UJiggleComponent>("Tail"), *hair = stage.Add<UJiggleComponent>("Hair");
    const auto order = [&](const char *name) {
        UKineDriverUserData *data = stage.AddUserData(MakeAsset(MakeArmRig()));
        data->Order.AddDefaulted_GetRef().ComponentName = name;
        return data;
    };
    UKineDriverUserData *data = order("Tail");
    UKineDriverComponent *component = stage.Add<UKineDriverComponent>("Rigs");
    const auto waits = [component](const UJiggleComponent *other) {
        return other->PrimaryComponentTick.StandInPrerequisites.Contains(component);
    };
    stage.Tick();
    EXPECT(waits(tail) && !waits(hair));
    stage.Mesh->SetSkeletalMesh(MakeArmMesh()); // its rules are others
    order("Hair");
    stage.Tick();
    EXPECT(!waits(tail) && waits(hair));
    stage.Mesh->SetSkeletalMesh(MakeArmMesh()); // it has none
    stage.Tick();
    EXPECT(!waits(tail) && !waits(hair));
    EXPECT(component->PrimaryComponentTick.StandInPrerequisites.Num() == 1); // the mesh, still
    data = order("Tail");
    component->RefreshOrder();
    EXPECT(waits(tail));
    data->Order.Reset();
    component->RefreshOrder();
    EXPECT(!waits(tail));
}

SCENARIO(order_rule_without_class_and_name_means_nobody)
{
    FStage stage;
    UKineDriverUserData *data = stage.AddUserData(MakeAsset(MakeArmRig()));
    data->Order.AddDefaulted();
    UJiggleComponent *jiggle = stage.Add<UJiggleComponent>("Jiggle");
    stage.Add<UKineDriverComponent>("Rigs");
    EXPECT(jiggle->PrimaryComponentTick.StandInPrerequisites.Num() == 0);
}

static FKineDriverStackStep RigStep(UKineDriverAsset *asset)
{
    FKineDriverStackStep step;
    step.Rig = MakeEntry(asset);
    return step;
}

static FKineDriverStackStep SystemStep(FName name)
{
    FKineDriverStackStep step;
    step.Kind = EKineDriverStepKind::System;
    step.SystemName = name;
    return step;
}

SCENARIO(stack_runs_rigs_and_systems_in_the_order_of_its_list)
{
    UKineDriverAsset *asset = MakeAsset(MakeArmRig());
    for (int way = 0; way < 3; way++) {
        FStage stage;
        UJiggleComponent *jiggle = stage.Add<UJiggleComponent>("Jiggle");
        UKineDriverStackComponent *stack = stage.Add<UKineDriverStackComponent>("Stack");
        if (way == 0)
            stack->SetStack({RigStep(asset), SystemStep("Jiggle")});
        if (way == 1)
            stack->SetStack({SystemStep("Jiggle"), RigStep(asset)});
        if (way == 2) // the rig twice: once for the jiggle, once for what it did
            stack->SetStack({RigStep(asset), SystemStep("Jiggle"), RigStep(asset)});
        stage.RollHand(60);
        for (int frame = 0; frame < 3; frame++) {
            stage.Tick();
            EXPECT_NEAR(GetRoll(stage.Local(BONE_HAND).GetRotation()), 80, 1e-3);
            EXPECT_NEAR(stage.TwistRoll(), way == 0 ? 30 : 40, 1e-3);
        }
        EXPECT(jiggle->Steps == 3);
        EXPECT_NEAR(jiggle->Seconds, 0.3, 1e-5);
        EXPECT(stage.Mesh->StandInRenderUpdates == 3); // one task, one update
    }
}

SCENARIO(stack_does_not_add_up_when_the_mesh_is_not_evaluated)
{
    FStage stage;
    stage.Add<UJiggleComponent>("Jiggle");
    UKineDriverStackComponent *stack = stage.Add<UKineDriverStackComponent>("Stack");
    stack->SetStack({SystemStep("Jiggle"), RigStep(MakeAsset(MakeArmRig("current")))});
    stage.RollHand(60);
    stage.Tick();
    stage.Mesh->bNoSkeletonUpdate = true;
    for (int frame = 0; frame < 3; frame++) {
        stage.Tick();
        EXPECT_NEAR(GetRoll(stage.Local(BONE_HAND).GetRotation()), 80, 1e-3);
        EXPECT_NEAR(stage.TwistRoll(), 40, 1e-3);
    }
}

SCENARIO(stack_moves_children_with_a_bone_and_leaves_removed_bones_alone)
{
    FStage stage;
    UJiggleComponent *jiggle = stage.Add<UJiggleComponent>("Jiggle");
    jiggle->Bone = "lowerarm";
    jiggle->Adds = 90;
    UKineDriverStackComponent *stack = stage.Add<UKineDriverStackComponent>("Stack");
    stack->SetStack({SystemStep("Jiggle")});
    stage.Tick();
    // The twist joint lies 1 beside the axis: a quarter turn puts it below or above.
    FVector side = stage.Mesh->GetComponentSpaceTransforms()[BONE_TWIST].GetTranslation() -
                   stage.Mesh->GetComponentSpaceTransforms()[BONE_LOWERARM].GetTranslation();
    EXPECT_NEAR(std::fabs(side.Z), 1, 1e-4);
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
    jiggle->Bone = "hand";
    stage.Mesh->StandInLOD = 2;
    stage.Tick();
    EXPECT(jiggle->Absent == 1);
    stack->ResetRigs();
    EXPECT(jiggle->Resets == 1);
}

SCENARIO(stack_obeys_its_own_settings_not_the_user_data_and_names_unknown_systems)
{
    FStage stage;
    UKineDriverAsset *asset = MakeAsset(MakeArmRig());
    UKineDriverUserData *data = stage.AddUserData(asset);
    data->Rigs[0].bEnabled = false;
    UKineDriverStackComponent *stack = stage.Add<UKineDriverStackComponent>("Stack");
    stack->SetStack({RigStep(asset), SystemStep("Nobody"), SystemStep("Mesh")});
    stage.RollHand(60);
    stage.Tick();
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    EXPECT(CountLog("no component 'Nobody'") == 1 && CountLog("no component 'Mesh'") == 1);
    stack->Stack[0].Rig.Alpha = 0.5f; // changes count at once
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 15, 1e-2);
    stack->Stack.RemoveAt(0);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
}

SCENARIO(stack_survives_the_end_of_a_system)
{
    FStage stage;
    UJiggleComponent *jiggle = stage.Add<UJiggleComponent>("Jiggle");
    UKineDriverStackComponent *stack = stage.Add<UKineDriverStackComponent>("Stack");
    stack->SetStack({SystemStep("Jiggle"), RigStep(MakeAsset(MakeArmRig()))});
    stage.RollHand(60);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 40, 1e-3);
    jiggle->DestroyComponent();
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
}

SCENARIO(several_rigs_run_one_after_the_other)
{
    // The second rig sees what the first did: a quarter of the hand's roll on top.
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    component->Rigs.Add(MakeEntry(MakeAsset(MakeArmRig("current", "lowerarm_twist", 0.25))));
    stage.RollHand(60);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 45, 1e-3);
    std::swap(component->Rigs[0], component->Rigs[1]);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3); // the last one sets it from rest
}
