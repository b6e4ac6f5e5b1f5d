// The harness and the arm.
#include "Scenario.h"

#include <fstream>
#include <sstream>
#include <unistd.h>

static FScenario *GFirst = nullptr;
static bool GFailed = false;

FScenario::FScenario(const char *name, void (*run)()) : Name(name), Run(run), Next(GFirst)
{
    GFirst = this;
}

void ScenarioFail(const char *file, int line, const char *what, double a, double b)
{
    if (!GFailed)
        printf("# %s:%d: %s (%.9g, %.9g)\n", file, line, what, a, b);
    GFailed = true;
}

#ifndef SCENARIO_WITHOUT_MAIN
int main(int argc, char **argv)
{
    int number = 0, failed = 0;
    for (FScenario *scenario = GFirst; scenario != nullptr; scenario = scenario->Next) {
        if (argc > 1 && strstr(scenario->Name, argv[1]) == nullptr)
            continue;
        GFailed = false;
        GStandInLog.clear();
        scenario->Run();
        StandInCollect();
        printf("%s %d - %s\n", GFailed ? "not ok" : "ok", ++number, scenario->Name);
        fflush(stdout);
        failed += GFailed;
    }
    printf("1..%d\n", number);
    return failed != 0;
}
#endif

static FTransform Moved(float x, float y, float z)
{
    return FTransform(FVector(x, y, z));
}

USkeletalMesh *MakeArmMesh()
{
    USkeletalMesh *mesh = NewObject<USkeletalMesh>(nullptr);
    FReferenceSkeleton &bones = mesh->RefSkeleton;
    bones.StandInAdd("root", INDEX_NONE, Moved(0, 0, 100));
    bones.StandInAdd("upperarm", BONE_ROOT, Moved(10, 5, 0));
    bones.StandInAdd("lowerarm", BONE_UPPERARM, Moved(30, 0, 0));
    bones.StandInAdd("LowerArm_Twist", BONE_LOWERARM, Moved(12, 1, 0)); // names do not mind case
    bones.StandInAdd("helper_tip", BONE_TWIST, Moved(0, 0, 4));
    bones.StandInAdd("hand", BONE_LOWERARM, Moved(25, 0, 0));
    bones.StandInAdd("finger", BONE_HAND, Moved(8, 0, 0));
    mesh->MorphTargets.Add(NewObject<UMorphTarget>(mesh, "other"));
    mesh->MorphTargets.Add(NewObject<UMorphTarget>(mesh, "bulge"));
    mesh->StandInRemoved.SetNum(3);
    mesh->StandInRemoved[1].Add("finger");
    mesh->StandInRemoved[2].Add("hand");
    return mesh;
}

std::string MakeArmRig(const char *base, const char *twist_joint, double factor)
{
    char text[4000];
    snprintf(text, sizeof text, R"(<?xml version="1.0" encoding="UTF-8"?>
<KineDriver version="1" name="arm">
  <Units distance="centimeter" angle="degree" handedness="right" up="z"/>
  <Groups><Group name="twist"/></Groups>
  <Joints>
    <Joint name="root" translate="0 0 100"/>
    <Joint name="upperarm" parent="root" translate="10 -5 0"/>
    <Joint name="lowerarm" parent="upperarm" translate="30 0 0"/>
    <Joint name="%s" parent="lowerarm" translate="12 -1 0"/>
    <Joint name="hand" parent="lowerarm" translate="25 0 0"/>
  </Joints>
  <Nodes>
    <ExternalInput name="tension" default="0" min="0" max="1"/>
    <SourceOp name="hand_roll" channel="rotate" mapping="bendRoll" axis="+x"><Source joint="hand"/></SourceOp>
    <EZParamLinkLinear name="half" inMin="-90" inMax="90" outMin="%.9g" outMax="%.9g"/>
    <TargetOp name="twist_roll" group="twist" joint="%s" axis="+x" base="%s"/>
    <ExternalOutput name="bulge" kind="morph"/>
    <ExternalOutput name="wrinkle" kind="material"/>
    <ExternalOutput name="strain"/>
  </Nodes>
  <Connections>
    <Connection from="hand_roll.roll" to="half.in"/>
    <Connection from="half.out" to="twist_roll.roll"/>
    <Connection from="tension.out" to="bulge.in"/>
    <Connection from="tension.out" to="wrinkle.in"/>
    <Connection from="tension.out" to="strain.in"/>
  </Connections>
</KineDriver>
)",
             twist_joint, -90 * factor, 90 * factor, twist_joint, base);
    return text;
}

TArray<uint8> MakeBytes(const std::string &text)
{
    TArray<uint8> bytes;
    bytes.Append(reinterpret_cast<const uint8 *>(text.data()), static_cast<int32>(text.size()));
    return bytes;
}

FFile::FFile(const std::string &text)
{
    static int number = 0;
    Name = FString(StandInWiden(STANDIN_BINARY_DIR "/scenario_" + std::to_string(getpid()) + "_" +
                                std::to_string(number++) + ".kdi"));
    Write(text);
}

FFile::~FFile()
{
    unlink(Name.Narrow().c_str());
}

void FFile::Write(const std::string &text)
{
    std::ofstream(Name.Narrow(), std::ios::binary) << text;
}

std::string FFile::Read() const
{
    std::ifstream file(Name.Narrow(), std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

UKineDriverAsset *MakeAsset(const std::string &rig)
{
    UKineDriverAsset *asset = NewObject<UKineDriverAsset>(nullptr);
    FKineDriverCompiled compiled;
    bool good = KineDriverRigCompiler::Compile(MakeBytes(rig), asset->ImportSettings, nullptr, compiled);
    for (const FKineDriverFinding &finding : compiled.Findings)
        printf("# line %d: %s\n", finding.Line, finding.Text.Narrow().c_str());
    EXPECT(good && asset->SetProgram(compiled.Program, compiled.Axes));
    return asset;
}

FQuat MakeRoll(double degrees)
{
    double half = degrees * 3.14159265358979 / 360;
    return FQuat(static_cast<float>(-std::sin(half)), 0, 0, static_cast<float>(std::cos(half)));
}

double GetRoll(const FQuat &q)
{
    return 2 * std::atan2(-q.X, q.W) * 180 / 3.14159265358979;
}

FStage::FStage(bool begin_play, bool game_world)
{
    World = NewObject<UWorld>(nullptr);
    World->bGameWorld = game_world;
    Actor = World->StandInSpawn(begin_play);
    Mesh = Actor->StandInAdd<USkeletalMeshComponent>("Mesh");
    Mesh->SetSkeletalMesh(MakeArmMesh());
}

FStage::~FStage()
{
    TArray<UActorComponent *> all = Actor->Components;
    for (int32 i = all.Num() - 1; i >= 0; i--)
        all[i]->UnregisterComponent();
}

FKineDriverRigEntry MakeEntry(UKineDriverAsset *asset)
{
    FKineDriverRigEntry entry;
    entry.Rig = asset;
    return entry;
}

UKineDriverComponent *FStage::AddComponent(UKineDriverAsset *asset)
{
    UKineDriverComponent *component = NewObject<UKineDriverComponent>(Actor, "KineDriver");
    component->SetupAttachment(Mesh);
    component->Rigs.Add(MakeEntry(asset));
    component->RegisterComponent();
    return component;
}

UKineDriverUserData *FStage::AddUserData(UKineDriverAsset *asset)
{
    UKineDriverUserData *data = NewObject<UKineDriverUserData>(Mesh->SkeletalMesh);
    data->Rigs.Add(MakeEntry(asset));
    Mesh->SkeletalMesh->AddAssetUserData(data);
    return data;
}

FTransform FStage::Turned(int32 bone, const FQuat &rotation) const
{
    return FTransform(rotation, Mesh->SkeletalMesh->RefSkeleton.GetRefBonePose()[bone].GetTranslation());
}

FTransform FStage::Local(int32 bone) const
{
    const TArray<FTransform> &all = Mesh->GetComponentSpaceTransforms();
    int32 parent = Mesh->SkeletalMesh->RefSkeleton.GetParentIndex(bone);
    return parent == INDEX_NONE ? all[bone] : all[bone].GetRelativeTransform(all[parent]);
}

int CountLog(const std::string &part)
{
    int count = 0;
    for (const FStandInLogLine &line : GStandInLog)
        count += line.Text.find(part) != std::string::npos;
    return count;
}
