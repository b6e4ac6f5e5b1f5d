// Seeing and measuring: statistics, console, drawing, dump; and the plug-in's own automation tests, run here.
#include "KineDriverLog.h"
#include "Sample.h"
#include "StandIn/Automation.h"
#include "StandIn/Runtime.h"

static int CountLines(const FColor &color)
{
    int count = 0;
    for (const FStandInLine &line : GStandInDrawn)
        count += line.Color.R == color.R && line.Color.G == color.G && line.Color.B == color.B;
    return count;
}

SCENARIO(statistics_count_copies_evaluations_and_rigs)
{
    FStage stage;
    stage.AddComponent(MakeAsset(MakeArmRig()));
    FStandInStat *stats[] = {&STAT_KineDriver_Component, &STAT_KineDriver_CopyIn, &STAT_KineDriver_Evaluate,
                             &STAT_KineDriver_CopyOut,   &STAT_KineDriver_Rigs,   &CsvCategory_KineDriver};
    for (FStandInStat *stat : stats)
        stat->Calls = 0;
    for (int frame = 0; frame < 3; frame++)
        stage.Tick();
    for (FStandInStat *stat : stats)
        EXPECT(stat->Calls == 3);
}

SCENARIO(console_has_the_variables_that_are_documented)
{
    for (const char *name :
         {"a.KineDriver.Enable", "a.KineDriver.Debug", "a.KineDriver.DebugDraw", "a.KineDriver.ForceLOD"})
        EXPECT(StandInVariables().count(name) == 1);
    EXPECT(StandInCommands().count("a.KineDriver.Dump") == 1);
}

SCENARIO(debug_drawing_shows_joints_axes_and_keys_where_they_are)
{
    FSample sample("Shoulder/shoulder.kdi", "Character/walk_and_reach.bvh", "Character/character.glb");
    FKineDriverDrawing keys;
    for (const FKineDriverDrawing &drawing : sample.Asset->Drawings)
        if (drawing.Keys.Num() > 0)
            keys = drawing;
    EXPECT(keys.Keys.Num() == 5);
    FStage stage;
    stage.Mesh->SetSkeletalMesh(sample.Mesh); // at rest
    stage.AddComponent(sample.Asset);
    for (int level = 0; level <= 3; level++) {
        FVariable draw("a.KineDriver.DebugDraw", level);
        GStandInDrawn.clear();
        stage.Tick();
        EXPECT((CountLines(FColor::Orange) > 0) == (level > 0) && (CountLines(FColor::Cyan) > 0) == (level > 0));
        EXPECT((CountLines(FColor::Red) > 0) == (level > 1) && CountLines(FColor::Red) == CountLines(FColor::Green));
        EXPECT(CountLines(FColor::Yellow) == (level > 2 ? 10 : 0));
    }
    // The key without turn points along the bone at rest.
    const FTransform &bone =
        stage.Mesh->GetComponentSpaceTransforms()[sample.Mesh->RefSkeleton.FindBoneIndex(keys.Joint)];
    FVector along = bone.GetRotation().RotateVector(keys.RollAxis);
    bool found = false;
    for (const FStandInLine &line : GStandInDrawn) {
        FVector d = line.To - line.From;
        float length = std::sqrt(d.X * d.X + d.Y * d.Y + d.Z * d.Z);
        found = found || (length > 6 && (d.X * along.X + d.Y * along.Y + d.Z * along.Z) / length > 0.9999f);
    }
    EXPECT(found);
}

SCENARIO(debug_prints_outputs_on_the_screen)
{
    FStage stage;
    stage.AddComponent(MakeAsset(MakeArmRig()))->SetInput("tension", 0.5f);
    FVariable debug("a.KineDriver.Debug", 1);
    GEngine->StandInMessages.Reset();
    stage.Tick();
    EXPECT(GEngine->StandInMessages.Num() == 3);
    EXPECT(GEngine->StandInMessages[2].Contains(TEXT("strain = 0.500")));
}

SCENARIO(dump_writes_live_values_of_the_components_that_are_asked_for)
{
    UKineDriverAsset *asset = NewObject<UKineDriverAsset>(nullptr, FName("ArmRig"));
    asset->ImportSettings.bKeepValuesForDebugging = true;
    FKineDriverCompiled compiled;
    EXPECT(KineDriverRigCompiler::Compile(MakeBytes(MakeArmRig()), asset->ImportSettings, nullptr, compiled));
    asset->SetProgram(compiled.Program, compiled.Axes);
    FStage stage, other;
    stage.AddComponent(asset)->SetInput("tension", 0.5f);
    stage.RollHand(60);
    stage.Tick();
    GStandInLog.clear();
    StandInCommands()["a.KineDriver.Dump"].Execute({}, stage.World);
    EXPECT(CountLog("ArmRig: influence 1.000") == 1);
    EXPECT(CountLog("input tension = 0.500000") == 1 && CountLog("output strain = 0.500000") == 1);
    EXPECT(CountLog("half.out = 30.0") + CountLog("half.out = 29.99") == 1);
    GStandInLog.clear();
    StandInCommands()["a.KineDriver.Dump"].Execute({TEXT("nobody")}, stage.World);
    StandInCommands()["a.KineDriver.Dump"].Execute({}, other.World);
    EXPECT(GStandInLog.empty());
}

SCENARIO(automation_tests_of_the_plug_in_pass_here)
{
    StandInCopiers()[UKineDriverAsset::StaticClass()] = [](const UObject &from, UObject &to) {
        FArchive archive;
        const_cast<UObject &>(from).Serialize(archive);
        archive.bLoading = true;
        to.Serialize(archive);
    };
    USkeletalMesh *cube = NewObject<USkeletalMesh>(nullptr, FName("SkeletalCube"));
    cube->RefSkeleton.StandInAdd("Bone01", INDEX_NONE, FTransform(FVector(0, 0, 5)));
    StandInContent()["/Engine/EngineMeshes/SkeletalCube.SkeletalCube"] = cube;
    EXPECT(FAutomationTestBase::StandInTests().size() >= 7);
    for (FAutomationTestBase *test : FAutomationTestBase::StandInTests()) {
        GStandInLog.clear();
        EXPECT(test->RunTest(FString()));
        for (const FString &error : test->StandInErrors)
            printf("# %s: %s\n", test->StandInName, error.Narrow().c_str());
        EXPECT(test->StandInErrors.Num() == 0);
        for (const auto &expected : test->StandInExpected)
            EXPECT(CountLog(expected.first) == expected.second);
    }
}
