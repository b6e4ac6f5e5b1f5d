/* What scenarios share: a small harness that prints TAP, an arm with a twist joint and its rig, a stage to play on. */
#pragma once

#include "KineDriverAsset.h"
#include "KineDriverComponent.h"
#include "KineDriverRigCompiler.h"
#include "KineDriverUserData.h"
#include "StandIn/Anim.h"
#include "StandIn/Console.h"

struct FScenario {
    FScenario(const char *name, void (*run)());
    const char *Name;
    void (*Run)();
    FScenario *Next;
};
#define SCENARIO(name)                          \
    static void name();                         \
    static FScenario name##_entry(#name, name); \
    static void name()

void ScenarioFail(const char *file, int line, const char *what, double a, double b);
#define EXPECT(condition)                                       \
    do {                                                        \
        if (!(condition))                                       \
            ScenarioFail(__FILE__, __LINE__, #condition, 0, 0); \
    } while (0)
#define EXPECT_NEAR(a, b, tolerance)                                              \
    do {                                                                          \
        if (!(std::fabs(double(a) - double(b)) <= (tolerance)))                   \
            ScenarioFail(__FILE__, __LINE__, #a " is " #b, double(a), double(b)); \
    } while (0)

/* Bones of the arm, by index. */
enum { BONE_ROOT, BONE_UPPERARM, BONE_LOWERARM, BONE_TWIST, BONE_HELPER_TIP, BONE_HAND, BONE_FINGER, BONE_COUNT };

/* A mesh with the arm, morph target "bulge"; level of detail 1 has no fingers, 2 no hand. */
USkeletalMesh *MakeArmMesh();

/* The text of the arm's rig: half of the hand's roll for the twist joint; input "tension" drives the outputs "bulge"
 * (morph), "wrinkle" (material) and "strain". base: "rest" or "current". */
std::string MakeArmRig(const char *base = "rest", const char *twist_joint = "lowerarm_twist", double factor = 0.5);
TArray<uint8> MakeBytes(const std::string &text);

/* A .kdi file for the length of a scope. */
struct FFile {
    explicit FFile(const std::string &text);
    ~FFile();
    void Write(const std::string &text);
    std::string Read() const;
    FString Name;
};

/* An asset made as the import makes it. */
UKineDriverAsset *MakeAsset(const std::string &rig);

/* A roll of a bone about its axis, as the engine's left-handed space has it when the author rolled it by degrees. */
FQuat MakeRoll(double degrees);
double GetRoll(const FQuat &rotation);

/* A world with an actor and the arm's mesh on it. */
struct FStage {
    explicit FStage(bool begin_play = true, bool game_world = true);
    ~FStage();
    UKineDriverComponent *AddComponent(UKineDriverAsset *asset);
    template <typename T> T *Add(FName name)
    {
        T *component = NewObject<T>(Actor, name);
        component->SetupAttachment(Mesh);
        component->RegisterComponent();
        return component;
    }
    /* User data of the mesh with one rig. */
    UKineDriverUserData *AddUserData(UKineDriverAsset *asset);
    void Tick(float seconds = 0.1f)
    {
        World->Tick(LEVELTICK_All, seconds);
    }
    void RollHand(double degrees)
    {
        Mesh->StandInPose[BONE_HAND] = Turned(BONE_HAND, MakeRoll(degrees));
    }
    FTransform Turned(int32 bone, const FQuat &rotation) const;
    /* Local roll of the twist joint as everybody sees it. */
    double TwistRoll() const
    {
        return GetRoll(Local(BONE_TWIST).GetRotation());
    }
    FTransform Local(int32 bone) const;
    UWorld *World;
    AActor *Actor;
    USkeletalMeshComponent *Mesh;
};

/* An entry of a list of rigs. */
FKineDriverRigEntry MakeEntry(UKineDriverAsset *asset);

/* Lines of the log that contain a text. */
int CountLog(const std::string &part);

/* A console variable for the length of a scope. */
struct FVariable {
    FVariable(const char *name, double value) : Variable(StandInVariables().at(name)), Old(Variable->Value)
    {
        Variable->Value = value;
    }
    ~FVariable()
    {
        Variable->Value = Old;
    }
    FStandInVariable *Variable;
    double Old;
};
