// The stand-in behaves as the engine was seen to behave: the traps are there.
#include "KineDriverUserData.h"
#include "Scenario.h"

class UProbeComponent : public USceneComponent
{
    STANDIN_BODY(UProbeComponent, USceneComponent)
    void TickComponent(float, ELevelTick, FActorComponentTickFunction *) override
    {
        Ticks++;
        if (Do)
            Do();
    }
    int32 Ticks = 0;
    std::function<void()> Do;
};

static UProbeComponent *AddProbe(FStage &stage, bool ticks = true)
{
    UProbeComponent *probe = NewObject<UProbeComponent>(stage.Actor);
    probe->PrimaryComponentTick.bCanEverTick = ticks;
    probe->SetupAttachment(stage.Mesh);
    probe->RegisterComponent();
    probe->AddTickPrerequisiteComponent(stage.Mesh);
    return probe;
}

static FTransform Raised(const FTransform &t)
{
    return t * FTransform(FVector(0, 0, 2));
}

SCENARIO(standin_loses_what_is_written_to_the_spare_buffer)
{
    FStage stage;
    UProbeComponent *probe = AddProbe(stage);
    probe->Do = [&] {
        TArray<FTransform> &spare = stage.Mesh->GetEditableComponentSpaceTransforms();
        spare[BONE_HAND] = Raised(spare[BONE_HAND]);
    };
    for (int frame = 0; frame < 3; frame++)
        stage.Tick();
    EXPECT_NEAR(stage.Mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z, 100, 1e-4);
}

/* A derived type reaches what is protected. */
class UFlippingMesh : public USkeletalMeshComponent
{
    STANDIN_BODY(UFlippingMesh, USkeletalMeshComponent)
    void CopyEditFlip()
    {
        GetEditableComponentSpaceTransforms() = GetComponentSpaceTransforms();
        TArray<FTransform> &spare = GetEditableComponentSpaceTransforms();
        spare[BONE_HAND] = Raised(spare[BONE_HAND]);
        bNeedToFlipSpaceBaseBuffers = true;
        FlipEditableSpaceBases();
    }
};

SCENARIO(standin_shows_what_is_copied_edited_and_flipped)
{
    FStage stage;
    UFlippingMesh *mesh = stage.Actor->StandInAdd<UFlippingMesh>("Flipping");
    mesh->SetSkeletalMesh(MakeArmMesh());
    stage.Mesh = mesh;
    UProbeComponent *probe = AddProbe(stage);
    probe->Do = [&] { mesh->CopyEditFlip(); };
    for (int frame = 0; frame < 3; frame++)
        stage.Tick();
    EXPECT_NEAR(mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z, 102, 1e-4);
}

SCENARIO(standin_shows_what_is_written_to_the_buffer_that_is_read)
{
    FStage stage;
    UProbeComponent *probe = AddProbe(stage);
    probe->Do = [&] {
        TArray<FTransform> &read = const_cast<TArray<FTransform> &>(stage.Mesh->GetComponentSpaceTransforms());
        read[BONE_HAND] = Raised(read[BONE_HAND]);
    };
    for (int frame = 0; frame < 3; frame++)
        stage.Tick();
    EXPECT_NEAR(stage.Mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z, 102, 1e-4);
}

SCENARIO(standin_shows_the_editable_buffer_when_there_is_only_one)
{
    FStage stage;
    stage.Mesh->SetComponentSpaceTransformsDoubleBuffering(false);
    UProbeComponent *probe = AddProbe(stage);
    probe->Do = [&] {
        TArray<FTransform> &only = stage.Mesh->GetEditableComponentSpaceTransforms();
        only[BONE_HAND] = Raised(only[BONE_HAND]);
    };
    for (int frame = 0; frame < 3; frame++)
        stage.Tick();
    EXPECT_NEAR(stage.Mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z, 102, 1e-4);
}

SCENARIO(standin_adds_up_edits_when_the_mesh_is_not_evaluated)
{
    FStage stage;
    UProbeComponent *probe = AddProbe(stage);
    probe->Do = [&] {
        TArray<FTransform> &read = const_cast<TArray<FTransform> &>(stage.Mesh->GetComponentSpaceTransforms());
        read[BONE_HAND] = Raised(read[BONE_HAND]);
    };
    const auto height = [&] { return stage.Mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z; };
    stage.Tick();
    EXPECT_NEAR(height(), 102, 1e-4);
    stage.Mesh->bNoSkeletonUpdate = true;
    for (float sum : {104.0f, 106.0f, 108.0f}) {
        stage.Tick();
        EXPECT_NEAR(height(), sum, 1e-4);
    }
}

SCENARIO(standin_shows_morphs_that_are_set_after_the_tick_a_frame_late)
{
    FStage stage;
    UProbeComponent *probe = AddProbe(stage);
    probe->Do = [&] { stage.Mesh->SetMorphTarget("bulge", 1); };
    stage.Tick();
    EXPECT(stage.Mesh->ActiveMorphTargets.Num() == 0);
    stage.Tick();
    EXPECT(stage.Mesh->ActiveMorphTargets.Num() == 1);
}

SCENARIO(standin_drops_morph_targets_that_move_nothing_and_ignores_unknown_ones)
{
    FStage stage;
    UMorphTarget *empty = NewObject<UMorphTarget>(stage.Mesh->SkeletalMesh, "empty");
    empty->StandInDeltas = 0;
    stage.Mesh->SkeletalMesh->MorphTargets.Add(empty);
    stage.Mesh->SkeletalMesh->InitMorphTargets();
    EXPECT(stage.Mesh->SkeletalMesh->MorphTargets.Num() == 2);
    stage.Mesh->SetMorphTarget("empty", 1);
    stage.Mesh->SetMorphTarget("never heard of", 1);
    stage.Tick();
    EXPECT(stage.Mesh->ActiveMorphTargets.Num() == 0);
}

SCENARIO(standin_keeps_a_morph_whose_new_weight_is_too_small)
{
    FStage stage;
    stage.Mesh->SetMorphTarget("bulge", 1);
    stage.Tick();
    TMap<FName, float> small;
    small.Add("bulge", 0.001f);
    FAnimationRuntime::AppendActiveMorphTargets(stage.Mesh->SkeletalMesh, small, stage.Mesh->ActiveMorphTargets,
                                                stage.Mesh->MorphTargetWeights);
    EXPECT_NEAR(stage.Mesh->MorphTargetWeights[1], 1, 0);
}

SCENARIO(standin_ticks_in_the_order_of_prerequisites)
{
    for (int way = 0; way < 2; way++) {
        FStage stage;
        UProbeComponent *a = AddProbe(stage), *b = AddProbe(stage);
        (way ? a : b)->AddTickPrerequisiteComponent(way ? b : a);
        stage.Tick();
        EXPECT(stage.World->StandInOrder.Find(stage.Mesh) == 0);
        EXPECT((stage.World->StandInOrder.Find(a) < stage.World->StandInOrder.Find(b)) == (way == 0));
        EXPECT(a->PrimaryComponentTick.StandInPrerequisites.Num() == 1 + way);
    }
}

SCENARIO(standin_keeps_one_user_data_of_a_class)
{
    USkeletalMesh *mesh = MakeArmMesh();
    UKineDriverUserData *first = NewObject<UKineDriverUserData>(mesh), *second = NewObject<UKineDriverUserData>(mesh);
    mesh->AddAssetUserData(first);
    mesh->AddAssetUserData(second);
    EXPECT(mesh->GetAssetUserData<UKineDriverUserData>() == second);
    mesh->RemoveUserDataOfClass(UKineDriverUserData::StaticClass());
    EXPECT(mesh->GetAssetUserData<UKineDriverUserData>() == nullptr);
}

/* Moves the lower arm by 1. */
struct FLiftNode : FAnimNode_SkeletalControlBase {
    bool IsValidToEvaluate(const USkeleton *, const FBoneContainer &) override
    {
        return Valid;
    }
    void EvaluateSkeletalControl_AnyThread(FComponentSpacePoseContext &output, TArray<FBoneTransform> &moved) override
    {
        FCompactPoseBoneIndex bone(BONE_LOWERARM);
        OnGameThread = IsInGameThread();
        moved.Add(FBoneTransform(bone, output.Pose.GetComponentSpaceTransform(bone) * FTransform(FVector(0, 0, 1))));
    }
    bool Valid = true, OnGameThread = true;
};

SCENARIO(standin_lets_children_follow_a_bone_that_a_node_moved_on_another_thread)
{
    FStage stage;
    FLiftNode node;
    stage.Mesh->StandInAnimInstance = NewObject<UAnimInstance>(stage.Mesh);
    stage.Mesh->StandInAnimInstance->StandInNodes.Add(&node);
    stage.Tick();
    EXPECT_NEAR(stage.Mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z, 101, 1e-4);
    EXPECT(!node.OnGameThread);
    node.Valid = false;
    stage.Tick();
    EXPECT_NEAR(stage.Mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z, 100, 1e-4);
}

SCENARIO(standin_does_not_evaluate_what_is_hidden_or_not_its_turn)
{
    FStage stage;
    stage.Tick();
    stage.Mesh->bRecentlyRendered = false;
    stage.Tick();
    EXPECT(stage.Mesh->StandInEvaluations == 1);
    stage.Mesh->bRecentlyRendered = true;
    stage.Mesh->StandInUpdateRate = 3;
    for (int frame = 0; frame < 6; frame++)
        stage.Tick();
    EXPECT(stage.Mesh->StandInEvaluations == 3);
}

SCENARIO(standin_ignores_prerequisites_of_what_cannot_tick)
{
    FStage stage;
    UProbeComponent *still = AddProbe(stage, false);
    UProbeComponent *probe = AddProbe(stage);
    probe->AddTickPrerequisiteComponent(still);
    EXPECT(probe->PrimaryComponentTick.StandInPrerequisites.Num() == 1);
}

SCENARIO(standin_does_not_tick_a_game_before_begin_play_but_ticks_a_preview)
{
    FStage game(false, true), preview(false, false);
    UProbeComponent *in_game = AddProbe(game), *in_preview = AddProbe(preview);
    game.Tick();
    preview.Tick();
    EXPECT(in_game->Ticks == 0 && in_preview->Ticks == 1);
}

SCENARIO(standin_overwrites_bones_when_physics_ends)
{
    FStage stage;
    stage.Mesh->bBlendPhysics = true;
    UProbeComponent *probe = AddProbe(stage);
    probe->Do = [&] {
        TArray<FTransform> &read = const_cast<TArray<FTransform> &>(stage.Mesh->GetComponentSpaceTransforms());
        read[BONE_HAND] = Raised(read[BONE_HAND]);
    };
    stage.Tick();
    stage.Tick();
    EXPECT_NEAR(stage.Mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z, 100, 1e-4);
    probe->SetTickGroup(TG_PostPhysics);
    stage.Tick();
    EXPECT_NEAR(stage.Mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z, 102, 1e-4);
}
