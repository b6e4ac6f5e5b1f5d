// Component and node give what the command line bakes, on every sample of Content; right-handed values look the same,
// mirrored.
#include "AnimNode_KineDriver.h"
#include "KineDriverPose.h"
#include "Sample.h"

static const struct {
    const char *Rig, *Motion, *Character;
} GSamples[] = {
    {"Character/character.kdi", "Character/walk_and_reach.bvh", "Character/character.glb"},
    {"ElbowBiceps/elbow_biceps.kdi", "Character/walk_and_reach.bvh", "Character/character.glb"},
    {"ForearmTwist/forearm_twist.kdi", "Character/walk_and_reach.bvh", "Character/character.glb"},
    {"Shoulder/shoulder.kdi", "Character/walk_and_reach.bvh", "Character/character.glb"},
    {"BreathingChest/breathing_chest.kdi", "BreathingChest/torso.bvh", nullptr},
    {"Eyes/eyes.kdi", "Eyes/face.bvh", nullptr},
};

/* Plays the sample; the largest difference of a local matrix, in centimetres where it is a length. */
static double Play(const FSample &sample, bool node, double *moved)
{
    FStage stage;
    FAnimNode_KineDriver graph;
    stage.Mesh->SetSkeletalMesh(sample.Mesh);
    UKineDriverComponent *component = nullptr;
    if (node) {
        graph.Rig = sample.Asset;
        stage.Mesh->StandInAnimInstance = NewObject<UAnimInstance>(stage.Mesh);
        stage.Mesh->StandInAnimInstance->StandInNodes.Add(&graph);
    } else {
        component = stage.AddComponent(sample.Asset);
    }
    double most = 0;
    *moved = 0;
    for (int32 frame = 0; frame < sample.Frames(); frame++) {
        stage.Mesh->StandInPose = sample.Pose(frame);
        stage.Tick(sample.FrameSeconds());
        for (int32 i = 0; i < sample.Mesh->RefSkeleton.GetNum(); i++) {
            FMat got = FMat::Of(stage.Local(i));
            most = std::max(most, got.Distance(sample.Baked(frame, i)));
            *moved = std::max(*moved, FMat::Of(stage.Mesh->StandInPose[i]).Distance(got));
        }
        for (const FKineDriverExternalInfo &output : sample.Asset->Outputs) {
            float value = 0;
            if (component != nullptr) {
                EXPECT(component->GetOutput(output.Name, value));
                EXPECT_NEAR(value, sample.Output(frame, output.Name.ToString().Narrow()), 1e-4);
            }
        }
    }
    return most;
}

SCENARIO(component_and_node_give_the_bones_that_bake_gives_on_every_sample)
{
    for (const auto &one : GSamples) {
        FSample sample(one.Rig, one.Motion, one.Character);
        for (bool node : {false, true}) {
            double moved, most = Play(sample, node, &moved);
            printf("# %s, %s: %d frames, %d bones, largest difference %.2g (cm, or of an axis)\n", one.Rig,
                   node ? "node" : "component", sample.Frames(), sample.Mesh->RefSkeleton.GetNum(), most);
            EXPECT_NEAR(most, 0, 1e-4);
            EXPECT(moved > 0.01); // it did something
        }
    }
}

SCENARIO(right_handed_values_give_the_mirrored_body)
{
    // A body in the author's space by matrices alone, then reflected as a whole, against the engine's component space;
    // and the skin of both.
    FSample sample(GSamples[0].Rig, GSamples[0].Motion, GSamples[0].Character);
    const kd_skeleton &skeleton = sample.Scene->skeleton;
    const kd_mesh &mesh = sample.Scene->meshes[0];
    FStage stage;
    stage.Mesh->SetSkeletalMesh(sample.Mesh);
    stage.AddComponent(sample.Asset);
    size_t count = static_cast<size_t>(skeleton.joint_count);
    std::vector<FMat> rest(count), engine_rest(count), author(count), engine(count);
    for (size_t i = 0; i < count; i++) {
        const kd_joint &joint = skeleton.joints[i];
        FMat local = FMat::Of(joint.rest, sample.Centimetres),
             in_engine = FMat::Of(sample.Mesh->RefSkeleton.GetRefBonePose()[int32(i)]);
        rest[i] = joint.parent < 0 ? local : rest[size_t(joint.parent)] * local;
        engine_rest[i] = joint.parent < 0 ? in_engine : engine_rest[size_t(joint.parent)] * in_engine;
    }
    double bones = 0, skin = 0, travelled = 0;
    for (int32 frame = 0; frame < sample.Frames(); frame++) {
        stage.Mesh->StandInPose = sample.Pose(frame);
        stage.Tick(sample.FrameSeconds());
        for (size_t i = 0; i < count; i++) {
            FMat local = FMat::Of(sample.BakedLocal(frame, int32(i)), sample.Centimetres);
            int32 parent = skeleton.joints[i].parent;
            author[i] = parent < 0 ? local : author[size_t(parent)] * local;
            engine[i] = FMat::Of(stage.Mesh->GetComponentSpaceTransforms()[int32(i)]);
            bones = std::max(bones, engine[i].Distance(EngineFromAuthor() * author[i] * Reflection()));
        }
        for (int32 v = frame % 7; frame % 10 == 0 && v < mesh.vertex_count; v += 7) {
            double point[3] = {mesh.positions[v].x * sample.Centimetres, mesh.positions[v].y * sample.Centimetres,
                               mesh.positions[v].z * sample.Centimetres};
            double mirrored[3], right[3] = {0, 0, 0}, left[3] = {0, 0, 0}, expected[3], one[3];
            EngineFromAuthor().Apply(point, mirrored);
            for (int32 k = 0; k < mesh.influence_count; k++) {
                size_t j = mesh.skin_joints[v * mesh.influence_count + k];
                double weight = mesh.skin_weights[v * mesh.influence_count + k];
                (author[j] * rest[j].Inverse()).Apply(point, one);
                for (int a = 0; a < 3; a++)
                    right[a] += weight * one[a];
                (engine[j] * engine_rest[j].Inverse()).Apply(mirrored, one);
                for (int a = 0; a < 3; a++)
                    left[a] += weight * one[a];
            }
            EngineFromAuthor().Apply(right, expected);
            for (int a = 0; a < 3; a++) {
                skin = std::max(skin, std::fabs(expected[a] - left[a]));
                travelled = std::max(travelled, std::fabs(right[a] - point[a]));
            }
        }
    }
    printf("# bones in component space %.2g, skin %.2g cm; a vertex travels up to %.0f cm\n", bones, skin, travelled);
    EXPECT_NEAR(bones, 0, 1e-3); // single precision along chains of ten bones, in centimetres
    EXPECT_NEAR(skin, 0, 1e-3);
    EXPECT(travelled > 10);
}

SCENARIO(handedness_and_up_axis_can_be_left_as_they_are)
{
    FKineDriverImportSettings settings;
    settings.bConvertHandedness = settings.bConvertUpAxis = false;
    FKineDriverCompiled compiled;
    EXPECT(KineDriverRigCompiler::Compile(MakeBytes(MakeArmRig()), settings, nullptr, compiled));
    EXPECT(!compiled.Axes.bMirror && !compiled.Axes.bYUp);
    UKineDriverAsset *asset = NewObject<UKineDriverAsset>(nullptr);
    EXPECT(asset->SetProgram(compiled.Program, compiled.Axes));
    FStage stage;
    stage.AddComponent(asset);
    // The same turn in the engine is one of the other sign for the author, and of the same sign again for the helper.
    stage.RollHand(60);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
}

SCENARIO(a_bound_rig_runs_on_a_pose_without_asking_for_memory)
{
    FSample sample("Character/character.kdi", "Character/walk_and_reach.bvh", "Character/character.glb");
    const FReferenceSkeleton &skeleton = sample.Mesh->RefSkeleton;
    const TBitArray<> present(true, skeleton.GetNum());
    FStage stage;
    stage.Mesh->SetSkeletalMesh(sample.Mesh);
    stage.Mesh->StandInPose = sample.Pose(10);
    stage.Tick();
    TArray<FTransform> bones = stage.Mesh->GetComponentSpaceTransforms();
    FKineDriverRunner runner;
    runner.Bind(sample.Asset->GetProgram(), skeleton, present);
    EXPECT(runner.GetMoves().Num() > 60);
    FKineDriverPose pose(skeleton, present, bones);
    const size_t before = StandInAllocations();
    for (int frame = 0; frame < 1000; frame++)
        pose.Run(runner, 0.016f, 0, 0.7f);
    EXPECT(StandInAllocations() == before);
}
