// The node in a graph: bones, curves, alpha, levels of detail, threads.
#include "AnimGraphNode_KineDriver.h"
#include "AnimNode_KineDriver.h"
#include "KineDriverLog.h"
#include "Scenario.h"

struct FGraph : FStage {
    explicit FGraph(UKineDriverAsset *asset)
    {
        Node.Rig = asset;
        Skeleton = NewObject<USkeleton>(nullptr);
        Skeleton->Reference = Mesh->SkeletalMesh->RefSkeleton;
        Skeleton->Curves = {"other", "bulge", "wrinkle"};
        Mesh->StandInAnimInstance = NewObject<UAnimInstance>(Mesh);
        Mesh->StandInAnimInstance->Proxy.Skeleton = Skeleton;
        Mesh->StandInAnimInstance->StandInNodes.Add(&Node);
        RollHand(60);
    }
    FAnimNode_KineDriver Node;
    USkeleton *Skeleton;
};

SCENARIO(node_gives_the_bones_that_the_component_gives)
{
    UKineDriverAsset *asset = MakeAsset(MakeArmRig());
    FGraph graph(asset);
    FStage stage;
    stage.AddComponent(asset);
    stage.RollHand(60);
    graph.Tick();
    stage.Tick();
    for (int32 bone = 0; bone < BONE_COUNT; bone++)
        EXPECT(graph.Mesh->GetComponentSpaceTransforms()[bone].Equals(stage.Mesh->GetComponentSpaceTransforms()[bone],
                                                                      1e-5f));
    EXPECT_NEAR(graph.TwistRoll(), 30, 1e-3);
}

SCENARIO(node_blends_by_alpha_once)
{
    FGraph graph(MakeAsset(MakeArmRig()));
    graph.Node.Alpha = 0.5f;
    FKineDriverInputValue input;
    input.Name = "tension";
    input.Value = 0.5f;
    graph.Node.Inputs.Add(input);
    graph.Tick();
    EXPECT_NEAR(graph.TwistRoll(), 15, 0.05);
    EXPECT_NEAR(*graph.Mesh->StandInCurves.Find("bulge"), 0.25, 1e-5);
    graph.Node.Alpha = 0;
    graph.Tick();
    EXPECT_NEAR(graph.TwistRoll(), 0, 1e-4);
}

SCENARIO(node_writes_outputs_as_curves_that_reach_morphs_in_the_same_frame)
{
    FGraph graph(MakeAsset(MakeArmRig()));
    FKineDriverInputValue input;
    input.Name = "tension";
    input.Value = 0.5f;
    graph.Node.Inputs.Add(input);
    graph.Tick();
    EXPECT_NEAR(*graph.Mesh->StandInCurves.Find("bulge"), 0.5, 1e-6);
    EXPECT_NEAR(*graph.Mesh->StandInCurves.Find("wrinkle"), 0.5, 1e-6);
    EXPECT(graph.Mesh->StandInCurves.Find("strain") == nullptr); // the skeleton has no such curve
    EXPECT(graph.Mesh->ActiveMorphTargets.Num() == 1);
    EXPECT_NEAR(graph.Mesh->MorphTargetWeights[1], 0.5, 1e-6);
    graph.Node.bOutputsAsCurves = false;
    graph.Tick();
    EXPECT(graph.Mesh->StandInCurves.Num() == 0);
}

SCENARIO(node_survives_levels_that_removed_bones)
{
    FGraph graph(MakeAsset(MakeArmRig()));
    for (int32 level : {0, 1, 2, 1, 2, 0}) {
        graph.Mesh->StandInLOD = level;
        graph.Tick();
        EXPECT_NEAR(graph.TwistRoll(), level == 2 ? 0 : 30, 1e-3);
        EXPECT(graph.Node.GetMissing().Num() == (level == 2 ? 1 : 0));
    }
    EXPECT(CountLog("hand") == 0);
    graph.Node.LODThreshold = 0;
    graph.Mesh->StandInLOD = 1;
    graph.Tick();
    EXPECT_NEAR(graph.TwistRoll(), 0, 1e-3);
}

SCENARIO(node_says_once_which_joints_the_skeleton_lacks)
{
    FGraph graph(MakeAsset(MakeArmRig("rest", "lost_helper")));
    for (int32 level : {0, 1, 2, 0}) {
        graph.Mesh->StandInLOD = level;
        graph.Tick();
    }
    EXPECT(CountLog("lost_helper") == 1);
}

SCENARIO(node_takes_another_rig_and_a_reimported_one)
{
    FGraph graph(MakeAsset(MakeArmRig()));
    graph.Tick();
    UKineDriverAsset *other = MakeAsset(MakeArmRig("rest", "lowerarm_twist", 0.25));
    graph.Node.Rig = other;
    graph.Tick();
    EXPECT_NEAR(graph.TwistRoll(), 15, 1e-3);
    FKineDriverCompiled compiled;
    EXPECT(KineDriverRigCompiler::Compile(MakeBytes(MakeArmRig("rest", "lowerarm_twist", 1)), other->ImportSettings,
                                          nullptr, compiled));
    other->SetProgram(compiled.Program, compiled.Axes);
    graph.Tick();
    EXPECT_NEAR(graph.TwistRoll(), 60, 1e-3);
    graph.Node.Rig = nullptr;
    graph.Tick();
    EXPECT_NEAR(graph.TwistRoll(), 0, 1e-3);
}

SCENARIO(node_is_copied_without_what_it_is_bound_to)
{
    FGraph graph(MakeAsset(MakeArmRig()));
    graph.Tick();
    FAnimNode_KineDriver copy = graph.Node; // as the engine does from a class's defaults
    FGraph second(nullptr);
    second.Mesh->StandInAnimInstance->StandInNodes[0] = &copy;
    second.Tick();
    EXPECT_NEAR(second.TwistRoll(), 30, 1e-3);
}

SCENARIO(node_obeys_the_console_and_tells_debuggers_about_itself)
{
    FGraph graph(MakeAsset(MakeArmRig()));
    STAT_KineDriver_Node.Calls = CsvCategory_KineDriver.Calls = 0;
    {
        FVariable enable("a.KineDriver.Enable", 0);
        graph.Tick();
        EXPECT_NEAR(graph.TwistRoll(), 0, 1e-4);
    }
    graph.Tick();
    EXPECT(STAT_KineDriver_Node.Calls > 0 && CsvCategory_KineDriver.Calls > 0);
    FNodeDebugData data;
    graph.Node.GatherDebugData(data);
    EXPECT(data.Lines.Num() == 1 && data.Lines[0].Contains(TEXT("Rig: arm, ")) &&
           data.Lines[0].Contains(TEXT(" 0 missing, influence 1.00")));
    graph.Node.ResetDynamics(ETeleportType::ResetPhysics);
    graph.Tick();
    EXPECT_NEAR(graph.TwistRoll(), 30, 1e-3);
}

SCENARIO(nodes_of_many_characters_evaluate_at_the_same_time)
{
    UKineDriverAsset *asset = MakeAsset(MakeArmRig());
    FStage first;
    std::vector<std::unique_ptr<FGraph>> graphs;
    for (int i = 0; i < 20; i++) {
        graphs.emplace_back(new FGraph(asset));
        FGraph &graph = *graphs.back();
        graph.World->Actors.Remove(graph.Actor);
        graph.Actor->World = first.World;
        first.World->Actors.Add(graph.Actor);
        graph.AddComponent(asset); // both: the component runs after the node, on its result
    }
    for (int frame = 0; frame < 5; frame++) {
        for (int i = 0; i < 20; i++)
            graphs[size_t(i)]->RollHand(3 * i + frame);
        first.Tick();
        for (int i = 0; i < 20; i++)
            EXPECT_NEAR(graphs[size_t(i)]->TwistRoll(), (3 * i + frame) / 2.0, 1e-3);
    }
}

SCENARIO(graph_node_hands_edits_to_the_node_that_is_shown)
{
    FGraph graph(nullptr);
    UAnimGraphNode_KineDriver *editor = NewObject<UAnimGraphNode_KineDriver>(nullptr);
    editor->Node.Rig = MakeAsset(MakeArmRig());
    editor->Node.Inputs.SetNum(1);
    editor->Node.Inputs[0].Name = "tension";
    for (float value : {0.5f, 0.75f}) {
        editor->Node.Inputs[0].Value = value;
        editor->CopyNodeDataToPreviewNode(&graph.Node);
        graph.Tick();
        EXPECT_NEAR(graph.TwistRoll(), 30, 1e-3);
        EXPECT_NEAR(*graph.Mesh->StandInCurves.Find("bulge"), value, 1e-6);
    }
    editor->Node.bOutputsAsCurves = false;
    editor->CopyNodeDataToPreviewNode(&graph.Node);
    graph.Tick();
    EXPECT(graph.Mesh->StandInCurves.Num() == 0);
}

SCENARIO(graph_node_names_what_is_wrong_when_the_graph_is_compiled)
{
    UAnimGraphNode_KineDriver *node = NewObject<UAnimGraphNode_KineDriver>(nullptr);
    USkeleton *skeleton = NewObject<USkeleton>(nullptr);
    skeleton->Reference = MakeArmMesh()->RefSkeleton;
    skeleton->Curves = {"bulge", "wrinkle", "strain"};
    FCompilerResultsLog none;
    node->ValidateAnimNodeDuringCompilation(skeleton, none);
    EXPECT(none.Warnings.Num() == 1 && none.Warnings[0].Contains(TEXT("no rig")));
    node->Node.Rig = MakeAsset(MakeArmRig());
    FCompilerResultsLog good;
    node->ValidateAnimNodeDuringCompilation(skeleton, good);
    EXPECT(good.Warnings.Num() == 0 && good.Errors.Num() == 0);
    node->Node.Rig = MakeAsset(MakeArmRig("rest", "lost_helper"));
    FCompilerResultsLog lost;
    node->ValidateAnimNodeDuringCompilation(skeleton, lost);
    EXPECT(lost.Warnings.Num() == 1 && lost.Warnings[0].Contains(TEXT("lost_helper")));
    node->Node.Rig = NewObject<UKineDriverAsset>(nullptr);
    FCompilerResultsLog bad;
    node->ValidateAnimNodeDuringCompilation(skeleton, bad);
    EXPECT(bad.Errors.Num() == 1);
}
