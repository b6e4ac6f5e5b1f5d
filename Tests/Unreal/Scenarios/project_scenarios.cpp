// Jobs over all rigs of a project: the audit, the import of all, and the commandlet for build machines.
#include "FileHelpers.h"
#include "KineDriverAuditCommandlet.h"
#include "KineDriverEditorLibrary.h"
#include "KineDriverFactory.h"
#include "Scenario.h"

/* A project with a rig from a file, a mesh that fits it and one that lacks its helper. */
struct FProject {
    FProject() : Source(MakeArmRig())
    {
        bool canceled = false;
        Factory = NewObject<UKineDriverFactory>(nullptr);
        Factory->StandInAutomated = true;
        Package = NewObject<UPackage>(nullptr, FName("/Game/Limb"));
        Rig = Cast<UKineDriverAsset>(Factory->FactoryCreateFile(UKineDriverAsset::StaticClass(), Package, "Limb",
                                                                RF_Public, Source.Name, TEXT(""), nullptr, canceled));
        Good = AddMesh("Good");
    }
    USkeletalMesh *AddMesh(const char *name)
    {
        USkeletalMesh *mesh = NewObject<USkeletalMesh>(nullptr, name);
        USkeletalMesh *arm = MakeArmMesh();
        mesh->RefSkeleton = arm->RefSkeleton;
        mesh->MorphTargets = arm->MorphTargets;
        UKineDriverUserData *data = NewObject<UKineDriverUserData>(mesh);
        data->Rigs.Add(MakeEntry(Rig));
        mesh->AddAssetUserData(data);
        return mesh;
    }
    int32 Run(const TCHAR *parameters)
    {
        return NewObject<UKineDriverAuditCommandlet>(nullptr)->Main(parameters);
    }
    FFile Source;
    UKineDriverFactory *Factory;
    UPackage *Package;
    UKineDriverAsset *Rig;
    USkeletalMesh *Good;
};

SCENARIO(audit_compares_every_mesh_with_the_rigs_that_its_user_data_names)
{
    FProject project;
    FKineDriverProjectReport report = UKineDriverEditorLibrary::AuditAllKineDriverRigs();
    EXPECT(report.Rigs == 1 && report.Pairs == 1 && report.Problems == 0);
    USkeletalMesh *bad = project.AddMesh("Bad");
    bad->MorphTargets.RemoveAt(1);
    UKineDriverUserData::Find(bad)->Rigs.Add(MakeEntry(nullptr));
    NewObject<UKineDriverAsset>(nullptr, FName("Hollow"))->PostLoad();
    report = UKineDriverEditorLibrary::AuditAllKineDriverRigs();
    EXPECT(report.Rigs == 2 && report.Pairs == 3 && report.Problems == 3);
    std::string json = report.Json.Narrow();
    for (const char *part :
         {"{\"format\":1,\"rigs\":[{\"rig\":\"/Game/Limb.Limb\",\"good\":true,\"error\":\"\"},"
          "{\"rig\":\"Hollow\",\"good\":false,\"error\":\"it holds no program; import it again\"}]",
          "{\"rig\":\"/Game/Limb.Limb\",\"mesh\":\"Bad\",\"good\":false,\"error\":\"\",\"missingJoints\":[],"
          "\"movedJoints\":[],\"missingMorphTargets\":[\"bulge\"]}",
          "{\"rig\":\"\",\"mesh\":\"Bad\",\"good\":false,\"error\":\"no rig\",", "],\"problems\":3}"})
        EXPECT(json.find(part) != std::string::npos);
}

SCENARIO(commandlet_tells_by_its_exit_code_and_report)
{
    FProject project;
    EXPECT(project.Run(TEXT("")) == 0);
    EXPECT(CountLog("1 rigs, 1 pairs of mesh and rig, 0 problems, 0 not imported") == 1);
    EXPECT(CountLog("\"problems\":0") == 1); // without a file the report goes to the log
    FFile report("");
    const FString parameters = FString::Printf(TEXT("-report=%s"), *report.Name);
    project.Good->MorphTargets.Reset();
    EXPECT(project.Run(*parameters) == 1);
    EXPECT(report.Read().find("\"missingMorphTargets\":[\"bulge\"]") != std::string::npos);
    EXPECT(project.Run(TEXT("-report=/nowhere/at/all.json")) == 2 && CountLog("cannot be written") == 1);
}

SCENARIO(commandlet_imports_all_rigs_anew_and_saves_them_if_asked)
{
    FProject project;
    TArray<UPackage *> &saved = UEditorLoadingAndSavingUtils::StandInSaved();
    saved.Reset();
    project.Source.Write(MakeArmRig("rest", "lost_helper"));
    EXPECT(project.Run(TEXT("")) == 0); // as it was imported
    EXPECT(project.Run(TEXT("-reimport")) == 1 && saved.Num() == 0);
    EXPECT(CountLog("\"missingJoints\":[\"lost_helper\"]") == 1);
    project.Source.Write(MakeArmRig());
    EXPECT(project.Run(TEXT("-reimport -save")) == 0 && saved == TArray<UPackage *>({project.Package}));
    project.Source.Write("no rig at all");
    EXPECT(project.Run(TEXT("-reimport")) == 1 && CountLog("could not be imported anew") == 1);
    EXPECT(project.Rig->GetProgram().IsValid());
}
