// What a character costs in a host, with the stand-in: copying bones in, evaluating, copying bones out; component and
// node whole. The reference is the evaluation alone. Never fails by time.
#include "AnimNode_KineDriver.h"
#include "KineDriverPose.h"
#include "Sample.h"
#include "support/bench.h"

enum { BENCH_ROUNDS = 60, BENCH_CHARACTERS = 60 };

struct FBridgeTimes {
    kt_times In = {}, Evaluate = {}, Out = {}, Component = {};
};

/* One frame of all characters, each in a pose of its own; the clock is read between the phases only. */
static void MeasureRound(const FSample &sample, int round, FStage &stage, std::vector<FKineDriverRunner> &runners,
                         FBridgeTimes &times)
{
    const FReferenceSkeleton &skeleton = sample.Mesh->RefSkeleton;
    const TBitArray<> present(true, skeleton.GetNum());
    std::vector<TArray<FTransform>> bones;
    std::vector<FKineDriverPose> poses;
    bones.reserve(BENCH_CHARACTERS);
    for (int32 i = 0; i < BENCH_CHARACTERS; i++) {
        stage.Mesh->StandInPose = sample.Pose((round * BENCH_CHARACTERS + i) % sample.Frames());
        stage.Mesh->TickComponent(0.016f, LEVELTICK_All, nullptr);
        bones.push_back(stage.Mesh->GetComponentSpaceTransforms());
        poses.emplace_back(skeleton, present, bones.back());
    }
    double start = kt_seconds();
    for (size_t i = 0; i < BENCH_CHARACTERS; i++)
        poses[i].CopyIn(runners[i]);
    double in = kt_seconds();
    for (FKineDriverRunner &runner : runners)
        runner.Evaluate(0.016f, 0, 1);
    double evaluated = kt_seconds();
    for (size_t i = 0; i < BENCH_CHARACTERS; i++)
        poses[i].CopyOut(runners[i]);
    double out = kt_seconds();
    kt_times_add(&times.In, (in - start) * 1e6 / BENCH_CHARACTERS);
    kt_times_add(&times.Evaluate, (evaluated - in) * 1e6 / BENCH_CHARACTERS);
    kt_times_add(&times.Out, (out - evaluated) * 1e6 / BENCH_CHARACTERS);
}

static void Measure(const FSample &sample, FBridgeTimes &times)
{
    const FReferenceSkeleton &skeleton = sample.Mesh->RefSkeleton;
    std::vector<FKineDriverRunner> runners(BENCH_CHARACTERS);
    for (FKineDriverRunner &runner : runners)
        runner.Bind(sample.Asset->GetProgram(), skeleton, TBitArray<>(true, skeleton.GetNum()));
    FStage stage;
    stage.Mesh->SetSkeletalMesh(sample.Mesh);
    UKineDriverComponent *component = stage.AddComponent(sample.Asset);
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        MeasureRound(sample, round, stage, runners, times);
        // The whole tick; the mesh stays as it is, so that the last edit is undone first: the dearer case.
        double start = kt_seconds();
        for (int i = 0; i < BENCH_CHARACTERS; i++)
            component->TickComponent(0.016f, LEVELTICK_All, nullptr);
        kt_times_add(&times.Component, (kt_seconds() - start) * 1e6 / BENCH_CHARACTERS);
    }
}

int main()
{
    static const struct {
        const char *Name, *Rig;
    } cases[] = {{"character", "Character/character.kdi"}, {"shoulder", "Shoulder/shoulder.kdi"}};
    printf("Bridge to the engine's bones, per character: microseconds, median (min) of %d rounds; ratio to the "
           "evaluation alone\n\n",
           BENCH_ROUNDS);
    printf("%-12s %16s %16s %16s %12s %16s\n", "rig", "copy in", "evaluate", "copy out", "copies/eval",
           "component tick");
    for (const auto &one : cases) {
        FSample sample(one.Rig, "Character/walk_and_reach.bvh", "Character/character.glb");
        FBridgeTimes times;
        Measure(sample, times);
        kt_times *columns[] = {&times.In, &times.Evaluate, &times.Out, &times.Component};
        double median[4], least[4];
        for (int i = 0; i < 4; i++)
            median[i] = kt_times_median(columns[i]), least[i] = kt_times_min(columns[i]);
        printf("%-12s %8.2f (%5.2f) %8.2f (%5.2f) %8.2f (%5.2f) %12.2f %8.2f (%5.2f)\n", one.Name, median[0], least[0],
               median[1], least[1], median[2], least[2], (median[0] + median[2]) / median[1], median[3], least[3]);
    }
    StandInCollect();
    return 0;
}
