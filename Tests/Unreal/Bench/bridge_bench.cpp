// What a character costs in a host, with the stand-in: copying bones in, evaluating, copying bones out; component and
// node whole. The reference is the evaluation alone. Never fails by time.
#include "AnimNode_KineDriver.h"
#include "KineDriverPose.h"
#include "Sample.h"
#include "support/bench.h"

enum { BENCH_ROUNDS = 60, BENCH_FRAMES = 60 };

struct FBridgeTimes {
    kt_times In = {}, Evaluate = {}, Out = {}, Component = {};
};

static void Measure(const FSample &sample, FBridgeTimes &times)
{
    const FReferenceSkeleton &skeleton = sample.Mesh->RefSkeleton;
    TBitArray<> present(true, skeleton.GetNum());
    FKineDriverRunner runner;
    runner.Bind(sample.Asset->GetProgram(), skeleton, present);
    FStage stage;
    stage.Mesh->SetSkeletalMesh(sample.Mesh);
    UKineDriverComponent *component = stage.AddComponent(sample.Asset);
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        double in = 0, evaluate = 0, out = 0, whole = 0;
        for (int32 frame = 0; frame < BENCH_FRAMES; frame++) {
            stage.Mesh->StandInPose = sample.Pose((round * BENCH_FRAMES + frame) % sample.Frames());
            stage.Mesh->TickComponent(0.016f, LEVELTICK_All, nullptr);
            TArray<FTransform> bones = stage.Mesh->GetComponentSpaceTransforms();
            FKineDriverPose pose(skeleton, present, bones);
            double t0 = kt_seconds();
            pose.CopyIn(runner);
            double t1 = kt_seconds();
            runner.Evaluate(0.016f, 0, 1);
            double t2 = kt_seconds();
            pose.CopyOut(runner);
            double t3 = kt_seconds();
            component->TickComponent(0.016f, LEVELTICK_All, nullptr);
            double t4 = kt_seconds();
            in += t1 - t0, evaluate += t2 - t1, out += t3 - t2, whole += t4 - t3;
        }
        kt_times_add(&times.In, in * 1e6 / BENCH_FRAMES);
        kt_times_add(&times.Evaluate, evaluate * 1e6 / BENCH_FRAMES);
        kt_times_add(&times.Out, out * 1e6 / BENCH_FRAMES);
        kt_times_add(&times.Component, whole * 1e6 / BENCH_FRAMES);
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
