// Notifies and switches reach component and node alike.
#include "AnimNode_KineDriver.h"
#include "AnimNotifyState_KineDriver.h"
#include "AnimNotify_KineDriver.h"
#include "KineDriverLibrary.h"
#include "Scenario.h"

/* The rig in a component, or in a node of the mesh's graph. */
struct FDriven : FStage {
    explicit FDriven(bool node)
    {
        if (!node) {
            AddComponent(MakeAsset(MakeArmRig()));
        } else {
            Node.Rig = MakeAsset(MakeArmRig());
            Mesh->StandInAnimInstance = NewObject<UAnimInstance>(Mesh);
            Mesh->StandInAnimInstance->StandInNodes.Add(&Node);
            USkeleton *skeleton = NewObject<USkeleton>(nullptr);
            skeleton->Curves = {"strain"};
            Mesh->StandInAnimInstance->Proxy.Skeleton = skeleton;
        }
        RollHand(60);
    }
    float Strain()
    {
        float value = 0;
        if (Mesh->StandInAnimInstance == nullptr)
            UKineDriverLibrary::GetKineDriverOutput(Mesh, "strain", value);
        else
            value = Mesh->StandInCurves.FindRef("strain");
        return value;
    }
    void Fire(const std::function<void()> &notify)
    {
        Mesh->StandInNotifies.push_back(notify);
        Tick(0);
        Tick(0); // a node has already been evaluated when notifies fire
    }
    FAnimNode_KineDriver Node;
};

SCENARIO(notify_switches_a_group_off_and_on_with_a_smooth_fade)
{
    for (bool node : {false, true}) {
        FDriven stage(node);
        UAnimNotify_KineDriver *notify = NewObject<UAnimNotify_KineDriver>(nullptr);
        notify->PartName = "twist";
        notify->FadeSeconds = 1;
        notify->bEnable = false;
        stage.Tick();
        EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
        stage.Fire([&] { notify->Notify(stage.Mesh, nullptr); });
        double last = 30;
        for (int frame = 1; frame <= 10; frame++) {
            stage.Tick(0.1f);
            double t = frame / 10.0; // smooth at both ends
            EXPECT_NEAR(stage.TwistRoll(), 30 * (1 - t * t * (3 - 2 * t)), 0.05);
            EXPECT(stage.TwistRoll() <= last + 1e-4);
            last = stage.TwistRoll();
        }
        EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
        notify->bEnable = true;
        notify->FadeSeconds = 0;
        stage.Fire([&] { notify->Notify(stage.Mesh, nullptr); });
        EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    }
}

SCENARIO(notify_is_obeyed_by_the_component_in_the_same_frame)
{
    FDriven stage(false);
    UAnimNotify_KineDriver *notify = NewObject<UAnimNotify_KineDriver>(nullptr);
    notify->PartName = "twist";
    notify->FadeSeconds = 0;
    notify->bEnable = false;
    stage.Tick();
    stage.Mesh->StandInNotifies.push_back([&] { notify->Notify(stage.Mesh, nullptr); });
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
}

SCENARIO(notify_finds_rigs_groups_and_nodes_by_name_and_ignores_others)
{
    struct {
        EKineDriverPart Part;
        const char *Name;
        double Roll;
    } cases[] = {{EKineDriverPart::Rig, "", 0},         {EKineDriverPart::Rig, "arm", 0},
                 {EKineDriverPart::Rig, "leg", 30},     {EKineDriverPart::Group, "twist", 0},
                 {EKineDriverPart::Group, "face", 30},  {EKineDriverPart::Node, "twist_roll", 0},
                 {EKineDriverPart::Node, "nobody", 30}, {EKineDriverPart::Group, "", 30}};
    for (bool node : {false, true})
        for (const auto &one : cases) {
            FDriven stage(node);
            UAnimNotify_KineDriver *notify = NewObject<UAnimNotify_KineDriver>(nullptr);
            notify->Part = one.Part;
            notify->PartName = one.Name;
            notify->bEnable = false;
            notify->FadeSeconds = 0;
            stage.Fire([&] { notify->Notify(stage.Mesh, nullptr); });
            EXPECT_NEAR(stage.TwistRoll(), one.Roll, 1e-3);
        }
}

SCENARIO(notify_state_switches_and_sets_inputs_for_its_duration)
{
    for (bool node : {false, true}) {
        FDriven stage(node);
        UAnimNotifyState_KineDriver *state = NewObject<UAnimNotifyState_KineDriver>(nullptr);
        state->PartName = "twist";
        state->FadeInSeconds = state->FadeOutSeconds = 0;
        FKineDriverInputValue input;
        input.Name = "tension";
        input.Value = 0.5f;
        state->Inputs.Add(input);
        stage.Tick();
        stage.Fire([&] { state->NotifyBegin(stage.Mesh, nullptr, 1); });
        EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
        EXPECT_NEAR(stage.Strain(), 0.5, 1e-5);
        stage.Fire([&] { state->NotifyEnd(stage.Mesh, nullptr); });
        EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
        EXPECT_NEAR(stage.Strain(), 0, 1e-5);

        state->bInputsOnly = true;
        stage.Fire([&] { state->NotifyBegin(stage.Mesh, nullptr, 1); });
        EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
        EXPECT_NEAR(stage.Strain(), 0.5, 1e-5);
        stage.Fire([&] { state->NotifyEnd(stage.Mesh, nullptr); });
    }
}

SCENARIO(notify_states_that_overlap_end_with_the_last)
{
    // Two clips with the same state are blended: the second begins before the first ends.
    for (bool node : {false, true})
        for (bool same_clip : {false, true}) {
            FDriven stage(node);
            UAnimNotifyState_KineDriver *first = NewObject<UAnimNotifyState_KineDriver>(nullptr), *second = first;
            if (!same_clip)
                second = NewObject<UAnimNotifyState_KineDriver>(nullptr);
            for (UAnimNotifyState_KineDriver *state : {first, second}) {
                state->PartName = "twist";
                state->FadeInSeconds = state->FadeOutSeconds = 0;
                state->Inputs.SetNum(1);
                state->Inputs[0].Name = "tension";
                state->Inputs[0].Value = state == first ? 0.25f : 0.75f;
            }
            float last = same_clip ? 0.25f : 0.75f;
            stage.Tick();
            stage.Fire([&] { first->NotifyBegin(stage.Mesh, nullptr, 1); });
            stage.Fire([&] { second->NotifyBegin(stage.Mesh, nullptr, 1); });
            EXPECT_NEAR(stage.Strain(), last, 1e-5);
            stage.Fire([&] { first->NotifyEnd(stage.Mesh, nullptr); });
            EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
            EXPECT_NEAR(stage.Strain(), last, 1e-5);
            stage.Fire([&] { second->NotifyEnd(stage.Mesh, nullptr); });
            EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
            EXPECT_NEAR(stage.Strain(), 0, 1e-5);
            stage.Fire([&] { second->NotifyEnd(stage.Mesh, nullptr); }); // one too many: nothing happens
            EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
        }
}

SCENARIO(notify_state_gives_an_input_back_to_the_game_that_set_it)
{
    for (bool node : {false, true}) {
        FDriven stage(node);
        UAnimNotifyState_KineDriver *state = NewObject<UAnimNotifyState_KineDriver>(nullptr);
        state->bInputsOnly = true;
        state->Inputs.SetNum(1);
        state->Inputs[0].Name = "tension";
        state->Inputs[0].Value = 0.5f;
        UKineDriverLibrary::SetKineDriverInput(stage.Mesh, "tension", 0.25f);
        stage.Fire([&] { state->NotifyBegin(stage.Mesh, nullptr, 1); });
        EXPECT_NEAR(stage.Strain(), 0.5, 1e-5);
        UKineDriverLibrary::SetKineDriverInput(stage.Mesh, "tension", 0.75f); // the state goes on
        stage.Tick();
        EXPECT_NEAR(stage.Strain(), 0.5, 1e-5);
        stage.Fire([&] { state->NotifyEnd(stage.Mesh, nullptr); });
        EXPECT_NEAR(stage.Strain(), 0.75, 1e-5);
    }
}

SCENARIO(notify_names_say_what_they_do)
{
    UAnimNotify_KineDriver *notify = NewObject<UAnimNotify_KineDriver>(nullptr);
    notify->PartName = "twist";
    EXPECT(notify->GetNotifyName_Implementation().Narrow() == "KineDriver on: twist");
    UAnimNotifyState_KineDriver *state = NewObject<UAnimNotifyState_KineDriver>(nullptr);
    EXPECT(state->GetNotifyName_Implementation().Narrow() == "KineDriver off: all rigs");
    state->bInputsOnly = true;
    EXPECT(state->GetNotifyName_Implementation().Narrow() == "KineDriver inputs");
    notify->Notify(nullptr, nullptr);
    state->NotifyBegin(nullptr, nullptr, 1);
    state->NotifyEnd(nullptr, nullptr);
}

SCENARIO(switches_of_one_mesh_leave_another_alone_and_end_with_it)
{
    FDriven a(false);
    {
        FDriven gone(false);
        UKineDriverLibrary::SetKineDriverPartEnabled(gone.Mesh, EKineDriverPart::Rig, NAME_None, false, 0);
        gone.Tick();
        EXPECT_NEAR(gone.TwistRoll(), 0, 1e-3);
        gone.Mesh->MarkPendingKill();
    }
    FDriven b(false);
    UKineDriverLibrary::SetKineDriverPartEnabled(a.Mesh, EKineDriverPart::Rig, NAME_None, false, 0);
    a.Tick();
    b.Tick();
    EXPECT_NEAR(a.TwistRoll(), 0, 1e-3);
    EXPECT_NEAR(b.TwistRoll(), 30, 1e-3);
}

SCENARIO(library_works_on_a_mesh_without_knowing_component_or_node)
{
    for (bool node : {false, true}) {
        FDriven stage(node);
        UKineDriverLibrary::SetKineDriverInput(stage.Mesh, "tension", 0.5f);
        stage.Tick();
        EXPECT_NEAR(stage.Strain(), 0.5, 1e-5);
        UKineDriverLibrary::ClearKineDriverInput(stage.Mesh, "tension");
        stage.Tick();
        EXPECT_NEAR(stage.Strain(), 0, 1e-5);
        EXPECT((UKineDriverLibrary::FindKineDriverComponent(stage.Mesh) == nullptr) == node);
    }
    float value = 1;
    EXPECT(!UKineDriverLibrary::GetKineDriverOutput(nullptr, "strain", value) && value == 0);
    UKineDriverLibrary::SetKineDriverInput(nullptr, "tension", 1);
    UKineDriverLibrary::SetKineDriverPartEnabled(nullptr, EKineDriverPart::Rig, NAME_None, false, 0);
}
