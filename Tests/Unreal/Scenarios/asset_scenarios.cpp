// Assets: saved and loaded, damaged, too new, imported anew; user data on meshes.
#include "KineDriverExporter.h"
#include "KineDriverFactory.h"
#include "KineDriverLibrary.h"
#include "KineDriverUserDataKeeper.h"
#include "Scenario.h"
#include "StandIn/Editor.h"
#include "StandIn/Runtime.h"

static UKineDriverAsset *Load(FArchive archive)
{
    UKineDriverAsset *asset = NewObject<UKineDriverAsset>(nullptr, FName("Loaded"));
    archive.bLoading = true;
    archive.At = 0;
    asset->Serialize(archive);
    asset->PostLoad();
    return asset;
}

static FArchive Save(UKineDriverAsset *asset)
{
    FArchive archive;
    asset->Serialize(archive);
    return archive;
}

SCENARIO(asset_is_the_same_after_saving_and_loading)
{
    UKineDriverAsset *asset = MakeAsset(MakeArmRig());
    UKineDriverAsset *loaded = Load(Save(asset));
    EXPECT(loaded->GetProgram().IsValid() && loaded->LoadError.IsEmpty());
    EXPECT(loaded->GetProgram()->GetContentHash() == asset->GetProgram()->GetContentHash());
    EXPECT(loaded->GetProgram()->GetAxes().bMirror && !loaded->GetProgram()->GetAxes().bYUp);
    EXPECT(loaded->RigName == FString(TEXT("arm")) && loaded->DrivenJoints.Num() == 1 && loaded->Groups.Num() == 1);
    EXPECT(loaded->Inputs.Num() == 1 && loaded->Inputs[0].Name == FName("tension") && loaded->Inputs[0].Max == 1);
    EXPECT(loaded->Outputs.Num() == 3 && loaded->Outputs[0].Kind == FString(TEXT("Morph target")));
    EXPECT(CountLog("cannot be used") == 0);
}

SCENARIO(asset_from_a_damaged_file_logs_one_error_and_does_nothing)
{
    FArchive whole = Save(MakeAsset(MakeArmRig()));
    int refused = 0;
    for (size_t at = 12; at < whole.Bytes.size(); at += 7) {
        FArchive archive = whole;
        archive.Bytes[at] ^= 0x5a;
        GStandInLog.clear();
        UKineDriverAsset *asset = Load(archive);
        bool good = asset->GetProgram().IsValid();
        refused += !good;
        EXPECT(CountLog("cannot be used") == (good ? 0 : 1));
        EXPECT(asset->LoadError.IsEmpty() == good);
    }
    EXPECT(refused > 0);
    for (size_t size = 0; size < whole.Bytes.size(); size += 97) {
        FArchive archive = whole;
        archive.Bytes.resize(size);
        GStandInLog.clear();
        UKineDriverAsset *asset = Load(archive);
        EXPECT(!asset->GetProgram().IsValid() && CountLog("cannot be used") == 1);
        if (size == 97) {
            FStage stage;
            stage.AddComponent(asset);
            stage.RollHand(60);
            for (int frame = 0; frame < 3; frame++)
                stage.Tick();
            EXPECT_NEAR(stage.TwistRoll(), 0, 1e-4);
            EXPECT(GStandInLog.size() == 1); // no more than that
        }
    }
}

SCENARIO(asset_from_a_newer_plug_in_says_so)
{
    FArchive archive = Save(MakeAsset(MakeArmRig()));
    archive.Versions[FKineDriverCustomVersion::GUID]++;
    UKineDriverAsset *asset = Load(archive);
    EXPECT(!asset->GetProgram().IsValid());
    EXPECT(CountLog("newer version of the plug-in") == 1);
}

SCENARIO(asset_without_a_program_says_how_to_get_one)
{
    Load(Save(NewObject<UKineDriverAsset>(nullptr)));
    EXPECT(CountLog("import it again") == 1);
}

static UKineDriverAsset *Import(UKineDriverFactory *factory, const FString &file, bool *canceled = nullptr)
{
    bool stopped = false;
    UObject *made =
        factory->FactoryCreateFile(UKineDriverAsset::StaticClass(), GetTransientPackage(), "Imported", RF_Public, file,
                                   TEXT(""), nullptr, canceled != nullptr ? *canceled : stopped);
    return Cast<UKineDriverAsset>(made);
}

SCENARIO(import_asks_once_for_several_files_and_can_be_cancelled)
{
    FFile file(MakeArmRig());
    UKineDriverFactory *factory = NewObject<UKineDriverFactory>(nullptr);
    EXPECT(factory->FactoryCanImport(file.Name) && !factory->FactoryCanImport(TEXT("body.fbx")));
    int32 windows = GEditor->StandInWindows;
    GEditor->StandInAnswer = TEXT("Import");
    EXPECT(Import(factory, file.Name) != nullptr && Import(factory, file.Name) != nullptr);
    EXPECT(GEditor->StandInWindows == windows + 1);
    factory->CleanUp();
    GEditor->StandInAnswer = TEXT("Cancel");
    bool canceled = false;
    EXPECT(Import(factory, file.Name, &canceled) == nullptr && canceled);
    factory->CleanUp();
    GEditor->StandInAnswer = TEXT("Import");
}

SCENARIO(reimport_exchanges_the_program_under_a_running_component)
{
    FFile file(MakeArmRig());
    UKineDriverFactory *factory = NewObject<UKineDriverFactory>(nullptr);
    UKineDriverAsset *asset = Import(factory, file.Name);
    EXPECT(asset != nullptr && asset->Drawings.Num() > 0);
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(asset);
    component->SetInput("tension", 0.5f);
    stage.RollHand(60);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);

    file.Write(MakeArmRig("rest", "lowerarm_twist", 1));
    EXPECT(FReimportManager::Instance()->Reimport(asset));
    EXPECT(asset->bDirty);
    stage.Mesh->bNoSkeletonUpdate = true;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 60, 1e-3);

    // A file of no use leaves the rig as it is, and says where it is wrong.
    file.Write("<KineDriver version=\"1\"><Nodes><TargetOp/></Nodes></KineDriver>");
    GStandInLog.clear();
    EXPECT(!FReimportManager::Instance()->Reimport(asset));
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 60, 1e-3);
    EXPECT(CountLog(".kdi(1,") > 0);
}

SCENARIO(import_of_a_useless_file_leaves_a_rig_of_that_name_as_it_is)
{
    FFile file(MakeArmRig());
    UKineDriverFactory *factory = NewObject<UKineDriverFactory>(nullptr);
    TWeakObjectPtr<UKineDriverAsset> asset = Import(factory, file.Name);
    EXPECT(asset.IsValid());
    file.Write("<KineDriver version=\"1\"><Nodes><TargetOp/></Nodes></KineDriver>");
    EXPECT(Import(factory, file.Name) == nullptr);
    EXPECT(Import(factory, TEXT("nowhere.kdi")) == nullptr && CountLog("nowhere.kdi cannot be read") == 1);
    EXPECT(asset.IsValid() && asset->GetProgram().IsValid());
    file.Write(MakeArmRig("rest", "lowerarm_twist", 1)); // a good one takes its place
    EXPECT(Import(factory, file.Name) != nullptr && !asset.IsValid());
}

SCENARIO(import_tells_lines_as_editors_count_them)
{
    std::string rig = MakeArmRig();
    rig.insert(rig.find("  <Nodes>"), std::string(1500, '\n'));
    rig.replace(rig.find("half.out"), 8, "none.out");
    FFile file(rig);
    EXPECT(Import(NewObject<UKineDriverFactory>(nullptr), file.Name) == nullptr);
    EXPECT(CountLog(".kdi(1523,") == 1);
}

SCENARIO(export_gives_the_file_back_to_the_byte)
{
    std::string rig = MakeArmRig();
    rig.insert(rig.find("<Groups>"), "<!-- \xe8\x82\x98 and elbow -->\r\n"); // a comment, in two languages
    for (const std::string &text : {rig, "\xef\xbb\xbf" + rig}) {
        FFile file(text);
        UKineDriverAsset *asset = Import(NewObject<UKineDriverFactory>(nullptr), file.Name);
        file.Write("");
        EXPECT(asset != nullptr && NewObject<UKineDriverExporter>(nullptr)->StandInExport(asset, file.Name));
        EXPECT(file.Read() == text);
    }
    FFile nothing("as it was");
    EXPECT(!NewObject<UKineDriverExporter>(nullptr)->StandInExport(NewObject<UKineDriverAsset>(nullptr), nothing.Name));
    EXPECT(nothing.Read() == "as it was");
}

SCENARIO(automatic_reimport_finds_the_rig_by_its_source_file)
{
    FFile file(MakeArmRig());
    UKineDriverFactory *factory = NewObject<UKineDriverFactory>(nullptr);
    UKineDriverAsset *asset = Import(factory, file.Name);
    TArray<UObject::FAssetRegistryTag> tags;
    asset->GetAssetRegistryTags(tags);
    EXPECT(tags.Num() == 1 && tags[0].Name == UObject::SourceFileTagName() && tags[0].Value.Contains(file.Name));
    TArray<FString> files;
    EXPECT(factory->CanReimport(asset, files) && files == TArray<FString>({file.Name}));
    EXPECT(!factory->CanReimport(factory, files));
    factory->SetReimportPaths(asset, {TEXT("elsewhere.kdi")});
    EXPECT(asset->AssetImportData->GetFirstFilename() == FString(TEXT("elsewhere.kdi")));
    EXPECT(!FReimportManager::Instance()->Reimport(asset) && asset->GetProgram().IsValid());
    FString before = asset->SourceHash;
    factory->SetReimportPaths(asset, {file.Name});
    file.Write(MakeArmRig("rest", "lowerarm_twist", 1));
    EXPECT(FReimportManager::Instance()->Reimport(asset) && asset->SourceHash != before);
}

SCENARIO(import_scales_distances)
{
    std::string rig = MakeArmRig();
    rig.replace(rig.find("centimeter"), 10, "meter");
    FKineDriverImportSettings settings;
    settings.DistanceScale = 2;
    FKineDriverCompiled compiled, plain;
    EXPECT(KineDriverRigCompiler::Compile(MakeBytes(rig), settings, nullptr, compiled));
    EXPECT(KineDriverRigCompiler::Compile(MakeBytes(MakeArmRig()), FKineDriverImportSettings(), nullptr, plain));
    UKineDriverAsset *asset = NewObject<UKineDriverAsset>(nullptr);
    asset->SetProgram(compiled.Program, compiled.Axes);
    FStage stage; // "rest" also states the place: 12 m by 2
    stage.AddComponent(asset);
    stage.RollHand(60);
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3); // angles stay
    EXPECT(!(compiled.Program == plain.Program));
}

SCENARIO(user_data_tells_the_component_what_to_run)
{
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig("rest", "lowerarm_twist", 1)));
    stage.RollHand(60);
    stage.Tick();
    EXPECT(component->GetSettingSource() == EKineDriverSettingSource::Component);
    EXPECT_NEAR(stage.TwistRoll(), 60, 1e-3);

    UKineDriverUserData *data = stage.AddUserData(MakeAsset(MakeArmRig()));
    FKineDriverInputValue input;
    input.Name = "tension";
    input.Value = 0.25f;
    data->Inputs.Add(input);
    stage.Tick();
    EXPECT(component->GetSettingSource() == EKineDriverSettingSource::UserData);
    EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
    float value = 0;
    EXPECT(component->GetOutput("strain", value) && value == 0.25f);
    EXPECT(component->GetInput("tension", value) && value == 0.25f);
    component->SetInput("tension", 0.75f); // the game comes first
    stage.Tick();
    EXPECT(component->GetOutput("strain", value) && value == 0.75f);
    EXPECT(component->GetInputNames() == TArray<FName>({"tension"}) && component->GetOutputNames().Num() == 3);

    data->LODThreshold = 0;
    stage.Mesh->StandInLOD = 1;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 0, 1e-3);
    stage.Mesh->StandInLOD = 0;
    component->bUseUserData = false;
    stage.Tick();
    EXPECT_NEAR(stage.TwistRoll(), 60, 1e-3);
}

SCENARIO(user_data_survives_a_reimport_that_forgets_it)
{
    StandInCopiers()[UKineDriverUserData::StaticClass()] = [](const UObject &from, UObject &to) {
        static_cast<UKineDriverUserData &>(to).Rigs = static_cast<const UKineDriverUserData &>(from).Rigs;
    };
    for (bool forgets : {true, false}) {
        FKineDriverUserDataKeeper keeper;
        keeper.Start();
        FStage stage;
        UKineDriverAsset *asset = MakeAsset(MakeArmRig());
        stage.AddUserData(asset);
        stage.Add<UKineDriverComponent>("Rigs");
        FReimportManager::Instance()->OnPreReimport().Broadcast(stage.Mesh->SkeletalMesh);
        if (forgets) // as the engine does before 4.24
            stage.Mesh->SkeletalMesh->RemoveUserDataOfClass(UKineDriverUserData::StaticClass());
        UKineDriverUserData *kept = UKineDriverUserData::Find(stage.Mesh->SkeletalMesh);
        FReimportManager::Instance()->OnPostReimport().Broadcast(stage.Mesh->SkeletalMesh, true);
        UKineDriverUserData *after = UKineDriverUserData::Find(stage.Mesh->SkeletalMesh);
        EXPECT(after != nullptr && after->Rigs.Num() == 1 && after->Rigs[0].Rig == asset);
        EXPECT(forgets || after == kept);
        EXPECT(after->GetOuter() == stage.Mesh->SkeletalMesh);
        stage.RollHand(60);
        stage.Tick();
        EXPECT_NEAR(stage.TwistRoll(), 30, 1e-3);
        keeper.Stop();
    }
    EXPECT(FReimportManager::Instance()->OnPreReimport().Num() == 0);
}

SCENARIO(audit_names_joints_and_morph_targets_that_a_mesh_lacks)
{
    USkeletalMesh *mesh = MakeArmMesh();
    EXPECT(UKineDriverLibrary::AuditKineDriverRig(MakeAsset(MakeArmRig()), mesh).bGood);
    mesh->MorphTargets.RemoveAt(1);
    FKineDriverAuditResult result =
        UKineDriverLibrary::AuditKineDriverRig(MakeAsset(MakeArmRig("rest", "lost_helper")), mesh);
    EXPECT(!result.bGood && result.MissingJoints == TArray<FName>({"lost_helper"}) &&
           result.MissingMorphTargets == TArray<FName>({"bulge"}));
    EXPECT(!UKineDriverLibrary::AuditKineDriverRig(nullptr, mesh).Error.IsEmpty());
    EXPECT(!UKineDriverLibrary::AuditKineDriverRig(NewObject<UKineDriverAsset>(nullptr), mesh).Error.IsEmpty());
}
