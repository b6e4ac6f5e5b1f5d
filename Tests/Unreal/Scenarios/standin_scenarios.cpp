// The stand-in behaves as the engine was seen to behave: the traps are there.
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

static FTransform Raised(const FTransform &t) { return t * FTransform(FVector(0, 0, 2)); }

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

SCENARIO(standin_adds_up_edits_when_the_mesh_is_not_evaluated)
{
    FStage stage;
    UProbeComponent *probe = AddProbe(stage);
    probe->Do = [&] {
        TArray<FTransform> &read = const_cast<TArray<FTransform> &>(stage.Mesh->GetComponentSpaceTransforms());
        read[BONE_HAND] = Raised(read[BONE_HAND]);
    };
    stage.Tick();
    stage.Mesh->bNoSkeletonUpdate = true;
    stage.Tick();
    stage.Tick();
    EXPECT_NEAR(stage.Mesh->GetComponentSpaceTransforms()[BONE_HAND].GetTranslation().Z, 106, 1e-4);
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
