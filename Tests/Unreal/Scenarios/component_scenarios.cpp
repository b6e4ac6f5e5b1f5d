// The component on a mesh: what it writes, when it does not, and that it leaves things as it found them.
#include "Scenario.h"

static std::vector<FTransform> Bones(const FStage &stage)
{
    const TArray<FTransform> &all = stage.Mesh->GetComponentSpaceTransforms();
    return std::vector<FTransform>(all.begin(), all.end());
}

static float WeightOf(const USkeletalMeshComponent *mesh, FName name)
{
    for (const FActiveMorphTarget &active : mesh->ActiveMorphTargets)
        if (active.MorphTarget->GetFName() == name)
            return mesh->MorphTargetWeights[active.WeightIndex];
    return 0;
}

SCENARIO(component_drives_the_helper_and_what_hangs_on_it)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    std::vector<FTransform> plain;
    for (int frame = 0; frame < 4; frame++) {
        stage.Tick();
        EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
        EXPECT_NEAR(GetRoll(stage.Local(BONE_HAND).GetRotation()), 60, 1e-3);
        // The tip is fixed to the helper: 4 along its z, which was rolled by 30 degrees.
        FVector tip = stage.Local(BONE_HELPER_TIP).GetTranslation();
        EXPECT_NEAR(tip.Z, 4, 1e-3);
        FVector across = stage.Mesh->GetComponentSpaceTransforms()[BONE_HELPER_TIP].GetTranslation() -
                         stage.Mesh->GetComponentSpaceTransforms()[BONE_TWIST].GetTranslation();
        EXPECT_NEAR(across.Z, 4 * std::cos(3.14159265358979 / 6), 1e-3);
        EXPECT_NEAR(std::fabs(across.Y), 2, 1e-3);
    }
    EXPECT(component->GetMissingJoints().Num() == 0);
    EXPECT(stage.Mesh->StandInRenderUpdates == 4 && stage.Mesh->StandInBoundsUpdates == 4 &&
           stage.Mesh->StandInChildUpdates == 4);
}

SCENARIO(component_leaves_the_last_frame_for_motion_blur)
{
    FStage stage;
    stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    stage.Tick();
    stage.RollHand(20);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 10, 1e-3);
    const TArray<FTransform> &last = stage.Mesh->StandInLastFrame();
    EXPECT_NEAR(GetRoll(last[BONE_TWIST].GetRelativeTransform(last[BONE_LOWERARM]).GetRotation()), 30, 1e-3);
}

SCENARIO(component_does_not_add_up_when_the_mesh_is_not_evaluated)
{
    // "current" adds to what is there: the kind of rig that would run away.
    FStage stage;
    stage.AddComponent(MakeAsset(MakeArmRig("current")));
    stage.RollHand(60);
    stage.Tick();
    stage.Mesh->bNoSkeletonUpdate = true;
    for (int frame = 0; frame < 5; frame++) {
        stage.Tick();
        EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    }
    stage.Mesh->bNoSkeletonUpdate = false;
    stage.RollHand(-40);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), -20, 1e-3);
}

SCENARIO(component_keeps_up_with_a_lower_update_rate)
{
    FStage stage;
    stage.AddComponent(MakeAsset(MakeArmRig("current")));
    stage.Mesh->StandInUpdateRate = 4;
    double seen = 0;
    for (int frame = 0; frame < 16; frame++) {
        if (frame % 4 == 0)
            seen = frame;
        stage.RollHand(frame);
        stage.Tick();
        EXPECT_NEAR(stage.TwistRoll(), seen / 2, 1e-3);
    }
}

SCENARIO(component_does_nothing_on_a_mesh_that_is_not_shown)
{
    FStage stage;
    stage.AddComponent(MakeAsset(MakeArmRig("current")));
    stage.RollHand(60);
    stage.Tick();
    stage.Mesh->bRecentlyRendered = false;
    int32 updates = stage.Mesh->StandInRenderUpdates;
    for (int frame = 0; frame < 5; frame++)
        stage.Tick();
    EXPECT(stage.Mesh->StandInRenderUpdates == updates);
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    // A server or a trace may want the bones all the same.
    stage.Mesh->VisibilityBasedAnimTickOption = EVisibilityBasedAnimTickOption::AlwaysTickPoseAndRefreshBones;
    stage.RollHand(20);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 10, 1e-3);
}

SCENARIO(component_gives_the_time_it_slept_to_what_follows_in_time)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    stage.Tick();
    component->SetPartEnabled(EKineDriverPart::Group, "twist", false, 1.0f);
    stage.Tick(0.25f);
    EXPECT(stage.TwistRoll() > 0.1 && stage.TwistRoll() < 29.9);
    stage.Mesh->bRecentlyRendered = false;
    stage.Tick(1.0f);
    stage.Mesh->bRecentlyRendered = true;
    stage.Tick(0.01f);
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
}

SCENARIO(component_passes_over_bones_that_a_level_of_detail_removed)
{
    FStage stage;
    stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    stage.Tick();
    stage.Mesh->StandInLOD = 1; // no finger: the rig does not know it
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    stage.Mesh->StandInLOD = 2; // no hand: nothing to twist after
    std::vector<FTransform> before = Bones(stage);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
    EXPECT(Bones(stage)[BONE_HAND].Equals(before[BONE_HAND], 1e-4f)); // never touched
    EXPECT(CountLog("hand") == 0);                                    // and no mistake
    stage.Mesh->StandInLOD = 0;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
}

SCENARIO(component_goes_on_fading_over_a_change_of_level)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    stage.Tick();
    component->SetPartEnabled(EKineDriverPart::Group, "twist", false, 1.0f);
    stage.Tick(0.5f);
    double half = stage.TwistRoll();
    EXPECT_NEAR(half, 15, 0.5);
    stage.Mesh->StandInLOD = 1;
    stage.Tick(0.0f);
    EXPECT_NEAR(stage.TwistRoll(), half, 1e-3);
    stage.Tick(0.6f);
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
}

SCENARIO(component_obeys_level_thresholds_of_its_own_of_rigs_and_of_the_console)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    component->LODThreshold = 0;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    stage.Mesh->StandInLOD = 1;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
    component->LODThreshold = 1;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    component->Rigs[0].LODThreshold = 0;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
    FVariable forced("a.KineDriver.ForceLOD", 0);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
}

SCENARIO(component_survives_another_mesh_and_none)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    stage.Tick();

    USkeletalMesh *other = NewObject<USkeletalMesh>(nullptr); // other numbers, one bone more
    other->RefSkeleton.StandInAdd("root", INDEX_NONE, FTransform());
    other->RefSkeleton.StandInAdd("tail", 0, FTransform());
    other->RefSkeleton.StandInAdd("upperarm", 0, FTransform());
    other->RefSkeleton.StandInAdd("lowerarm", 2, FTransform());
    other->RefSkeleton.StandInAdd("hand", 3, FTransform());
    other->RefSkeleton.StandInAdd("lowerarm_twist", 3, FTransform());
    stage.Mesh->SetSkeletalMesh(other);
    stage.Mesh->StandInPose[4] = FTransform(MakeRoll(40), FVector(0, 0, 0));
    stage.Tick();
    EXPECT_NEAR(GetRoll(stage.Local(5).GetRotation()), 20, 1e-3);
    EXPECT(component->GetMissingJoints().Num() == 0);

    stage.Mesh->SetSkeletalMesh(nullptr);
    stage.Tick();
    stage.Mesh->SetSkeletalMesh(MakeArmMesh());
    stage.RollHand(10);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 5, 1e-3);
}

SCENARIO(component_reports_missing_joints_once_by_name)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig("rest", "lost_helper")));
    stage.RollHand(60);
    for (int frame = 0; frame < 3; frame++) {
        stage.Mesh->StandInLOD = frame; // binds anew each time
        stage.Tick();
    }
    EXPECT(CountLog("lost_helper") == 1 && CountLog("is not in the mesh's skeleton") == 1);
    EXPECT(component->GetMissingJoints().Contains(FName("lost_helper")));
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
}

SCENARIO(component_without_a_rig_says_so_once_and_does_nothing)
{
    FStage stage;
    stage.AddComponent(nullptr);
    UKineDriverComponent *second = NewObject<UKineDriverComponent>(stage.Actor, "Alone");
    second->RegisterComponent(); // attached to nothing
    std::vector<FTransform> plain = Bones(stage);
    for (int frame = 0; frame < 3; frame++)
        stage.Tick();
    EXPECT(CountLog("names no rig") == 1);
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-4);
}

SCENARIO(component_blends_by_its_alpha_and_the_rigs)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    component->Alpha = 0.5f;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 15, 1e-2);
    component->Rigs[0].Alpha = 0.5f;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 7.5, 1e-2);
    component->Rigs[0].bEnabled = false;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-4);
    component->Rigs[0] = MakeEntry(component->Rigs[0].Rig);
    component->Alpha = 1;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
}

SCENARIO(component_that_stops_puts_bones_morphs_and_materials_back)
{
    for (int way = 0; way < 4; way++) {
        FStage stage;
        UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig("current")));
        component->SetInput("tension", 0.75f);
        stage.RollHand(60);
        stage.Tick();
        EXPECT_NEAR(WeightOf(stage.Mesh, "bulge"), 0.75, 1e-5);
        EXPECT_NEAR(*stage.Mesh->StandInParameters.Find("wrinkle"), 0.75, 1e-5);
        stage.Mesh->bNoSkeletonUpdate = true; // nobody else cleans up
        FVariable enable("a.KineDriver.Enable", way == 0 ? 0 : 1);
        if (way == 1)
            component->bRigsEnabled = false;
        if (way == 2)
            component->Alpha = 0;
        if (way == 3)
            component->DestroyComponent();
        stage.Tick();
        EXPECT_NEAR(stage.TwistRoll(), 0, 1e-4);
        EXPECT_NEAR(WeightOf(stage.Mesh, "bulge"), 0, 0);
        EXPECT_NEAR(*stage.Mesh->StandInParameters.Find("wrinkle"), 0, 0);
    }
}

SCENARIO(component_shows_morphs_in_the_same_frame_and_sets_materials_only_when_they_change)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    component->SetInput("tension", 0.5f);
    float value = 0;
    EXPECT(!component->GetOutput("strain", value));
    stage.Tick();
    EXPECT_NEAR(WeightOf(stage.Mesh, "bulge"), 0.5, 1e-5);
    EXPECT(WeightOf(stage.Mesh, "other") == 0);
    EXPECT(component->GetOutput("strain", value));
    EXPECT_NEAR(value, 0.5, 1e-6);
    int32 calls = stage.Mesh->StandInParameterCalls;
    stage.Tick();
    stage.Tick();
    EXPECT(stage.Mesh->StandInParameterCalls == calls);
    component->SetInput("tension", 7); // held within the rig's limits
    stage.Tick();
    EXPECT_NEAR(WeightOf(stage.Mesh, "bulge"), 1, 1e-5);
    component->ClearInput("tension");
    stage.Mesh->bNoSkeletonUpdate = true;
    stage.Tick();
    EXPECT_NEAR(WeightOf(stage.Mesh, "bulge"), 0, 0);
}

SCENARIO(component_keeps_morphs_that_the_animation_drives)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    component->SetInput("tension", 0.5f);
    stage.Mesh->SetMorphTarget("other", 0.25f);
    stage.Tick();
    EXPECT_NEAR(WeightOf(stage.Mesh, "other"), 0.25, 1e-6);
    EXPECT_NEAR(WeightOf(stage.Mesh, "bulge"), 0.5, 1e-6);
}

SCENARIO(component_runs_after_physics_has_written_the_bones)
{
    for (int way = 0; way < 2; way++) {
        FStage stage;
        stage.AddComponent(MakeAsset(MakeArmRig("current")));
        stage.RollHand(60);
        stage.Tick();
        (way ? stage.Mesh->bStandInSimulates : stage.Mesh->bBlendPhysics) = true;
        stage.Tick(); // sees it
        for (int frame = 0; frame < 3; frame++) {
            stage.Tick();
            EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
        }
        stage.Mesh->bStandInSimulates = stage.Mesh->bBlendPhysics = false;
        stage.Tick();
        stage.Tick();
        EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    }
}

SCENARIO(component_moves_physics_bodies_only_if_asked)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    stage.Tick();
    EXPECT(!stage.Mesh->StandInBodies[BONE_TWIST].Equals(stage.Mesh->GetComponentSpaceTransforms()[BONE_TWIST], 1e-3f));
    component->bUpdatePhysicsBodies = true;
    stage.Tick();
    EXPECT(stage.Mesh->StandInBodies[BONE_TWIST].Equals(stage.Mesh->GetComponentSpaceTransforms()[BONE_TWIST], 1e-6f));
}

SCENARIO(component_refreshes_followers_and_refuses_to_drive_one)
{
    FStage stage;
    stage.AddComponent(MakeAsset(MakeArmRig()));
    USkeletalMeshComponent *jacket = stage.Actor->StandInAdd<USkeletalMeshComponent>("Jacket");
    jacket->SetSkeletalMesh(MakeArmMesh());
    jacket->SetMasterPoseComponent(stage.Mesh);
    UKineDriverComponent *wrong = NewObject<UKineDriverComponent>(stage.Actor, "Wrong");
    wrong->SetupAttachment(jacket);
    wrong->Rigs.Add(MakeEntry(MakeAsset(MakeArmRig())));
    wrong->RegisterComponent();
    stage.RollHand(60);
    stage.Tick();
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    EXPECT(jacket->StandInSlaveRefreshes == 2);
    EXPECT(jacket->StandInRenderUpdates == 0 && CountLog("takes its pose from") == 1);
}

SCENARIO(component_runs_on_a_dedicated_server_only_if_asked)
{
    FStage stage;
    stage.World->NetMode = NM_DedicatedServer;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.RollHand(60);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-4);
    EXPECT(stage.Mesh->StandInRenderUpdates == 0);
    component->bRunOnDedicatedServer = true;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
}

SCENARIO(component_starts_with_begin_play_in_a_game_and_at_once_in_a_preview)
{
    FStage game(false, true), preview(false, false);
    game.AddComponent(MakeAsset(MakeArmRig()));
    preview.AddComponent(MakeAsset(MakeArmRig()));
    for (FStage *stage : {&game, &preview}) {
        stage->RollHand(60);
        stage->Tick();
    }
    EXPECT_NEAR(preview.TwistRoll(), 30, 1e-3);
    game.Actor->BeginPlay();
    game.Tick();
    EXPECT_NEAR(game.TwistRoll(), 30, 1e-3);
}

SCENARIO(component_follows_its_attachment)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig("current")));
    stage.RollHand(60);
    stage.Tick();
    USkeletalMeshComponent *second = stage.Actor->StandInAdd<USkeletalMeshComponent>("Second");
    second->SetSkeletalMesh(MakeArmMesh());
    stage.Mesh->bNoSkeletonUpdate = true;
    component->AttachTo(second);
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-4); // left as it was found
    EXPECT(component->PrimaryComponentTick.StandInPrerequisites.Num() == 1);
    EXPECT(component->PrimaryComponentTick.StandInPrerequisites[0] == second);
    second->StandInPose[BONE_HAND] = stage.Turned(BONE_HAND, MakeRoll(20));
    stage.Tick();
    const TArray<FTransform> &bones = second->GetComponentSpaceTransforms();
    EXPECT_NEAR(GetRoll(bones[BONE_TWIST].GetRelativeTransform(bones[BONE_LOWERARM]).GetRotation()), 10, 1e-3);
    component->DetachFromParent();
    stage.Tick();
    EXPECT(component->PrimaryComponentTick.StandInPrerequisites.Num() == 0);
}

SCENARIO(component_gives_sane_bones_for_a_broken_pose)
{
    FStage stage;
    stage.AddComponent(MakeAsset(MakeArmRig()));
    stage.Mesh->StandInPose[BONE_HAND] = FTransform(FQuat(NAN, 0, 0, 1), FVector(25, 0, 0));
    stage.Tick();
    stage.Mesh->StandInPose[BONE_HAND] = FTransform(FQuat(0, 0, 0, 0), FVector(25, 0, 0), FVector(0, 0, 0));
    stage.Tick();
    FQuat q = stage.Local(BONE_TWIST).GetRotation();
    EXPECT_NEAR(q.X * q.X + q.Y * q.Y + q.Z * q.Z + q.W * q.W, 1, 1e-4);
    stage.RollHand(60);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
}

SCENARIO(hundred_characters_each_follow_their_own_pose)
{
    UKineDriverAsset *asset = MakeAsset(MakeArmRig("current"));
    std::vector<std::unique_ptr<FStage>> stages;
    FStage first;
    for (int i = 0; i < 100; i++) {
        stages.emplace_back(new FStage());
        FStage &stage = *stages.back();
        stage.World->Actors.Remove(stage.Actor);
        stage.Actor->World = first.World; // all in one world
        first.World->Actors.Add(stage.Actor);
        stage.AddComponent(asset);
    }
    for (int frame = 0; frame < 10; frame++) {
        for (int i = 0; i < 100; i++)
            stages[static_cast<size_t>(i)]->RollHand(i - 50 + frame);
        first.Tick();
        for (int i = 0; i < 100; i++)
            EXPECT_NEAR(stages[static_cast<size_t>(i)]->TwistRoll(), (i - 50 + frame) / 2.0, 1e-3);
    }
}
