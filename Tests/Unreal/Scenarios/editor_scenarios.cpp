// The editor's side without windows: registration, preview on the mesh of an animation editor, the details panel,
// menus.
#include "KineDriverStackComponent.h"
#include "Scenario.h"
#include "StandIn/Panels.h"

IModuleInterface *StandInMakeModule_KineDriverEd();

/* The module, as long as the scope. */
struct FStarted {
    FStarted() : Module(StandInMakeModule_KineDriverEd())
    {
        Module->StartupModule();
    }
    ~FStarted()
    {
        Module->ShutdownModule();
    }
    std::unique_ptr<IModuleInterface> Module;
};

/* The scene of an animation editor, with a viewport; its mesh is set later, as in the engine. */
struct FAnimationEditor {
    FAnimationEditor() : Scene(MakeShared<IPersonaPreviewScene>())
    {
        Scene->StandInActor = Scene->GetWorld()->StandInSpawn(false);
        Scene->StandInMesh = Scene->StandInActor->StandInAdd<UDebugSkelMeshComponent>("Preview");
        Viewport.StandInWidget = MakeShared<SViewport>();
        Overlay = MakeShared<SOverlay>();
        Viewport.StandInWidget->StandInContent = Overlay;
        Client.StandInScene = &*Scene;
        Client.StandInWidget = MakeShared<SEditorViewport>();
        Client.Viewport = &Viewport;
        GEditor->StandInClients.Add(&Client);
        FModuleManager::LoadModuleChecked<FPersonaModule>("Persona").OnPreviewSceneCreated().Broadcast(Scene);
    }
    ~FAnimationEditor()
    {
        GEditor->StandInClients.Remove(&Client);
    }
    double TwistRoll() const
    {
        const TArray<FTransform> &bones = Scene->StandInMesh->GetComponentSpaceTransforms();
        return GetRoll(bones[BONE_TWIST].GetRelativeTransform(bones[BONE_LOWERARM]).GetRotation());
    }
    TSharedRef<IPersonaPreviewScene> Scene;
    FSceneViewport Viewport;
    TSharedPtr<SOverlay> Overlay;
    FEditorViewportClient Client;
};

static USkeletalMesh *MakeMeshWithRig()
{
    USkeletalMesh *mesh = MakeArmMesh();
    UKineDriverUserData *data = NewObject<UKineDriverUserData>(mesh);
    data->Rigs.Add(MakeEntry(MakeAsset(MakeArmRig("current"))));
    mesh->AddAssetUserData(data);
    return mesh;
}

SCENARIO(editor_module_takes_back_all_that_it_registered)
{
    FPropertyEditorModule &properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor");
    IAssetTools &tools = FModuleManager::LoadModuleChecked<FAssetToolsModule>("AssetTools").Get();
    {
        FStarted started;
        EXPECT(properties.StandInLayouts.Num() > 0 && tools.StandInActions.Num() == 1);
        EXPECT(FComponentAssetBrokerage::StandInBrokers().Num() == 1 &&
               FSlateStyleRegistry::StandInStyles().Num() == 1);
        EXPECT(FReimportManager::Instance()->OnPreReimport().Num() == 1);
    }
    EXPECT(properties.StandInLayouts.Num() == 0 && tools.StandInActions.Num() == 0);
    EXPECT(FComponentAssetBrokerage::StandInBrokers().Num() == 0 && FSlateStyleRegistry::StandInStyles().Num() == 0);
    EXPECT(FReimportManager::Instance()->OnPreReimport().Num() == 0);
    EXPECT(FCoreUObjectDelegates::OnObjectPropertyChanged.Num() == 0);
}

SCENARIO(preview_shows_the_rigs_of_the_mesh_also_while_scrubbing)
{
    FStarted started;
    FAnimationEditor editor;
    editor.Scene->StandInSetMesh(MakeMeshWithRig());
    UDebugSkelMeshComponent *mesh = editor.Scene->StandInMesh;
    for (double degrees : {60.0, 10.0, -40.0}) { // scrubbed to and fro
        mesh->StandInPose[BONE_HAND] = FTransform(MakeRoll(degrees), FVector(25, 0, 0));
        mesh->bNoSkeletonUpdate = false;
        editor.Scene->StandInTick(0.1f);
        mesh->bNoSkeletonUpdate = true; // and paused
        for (int frame = 0; frame < 3; frame++) {
            editor.Scene->StandInTick(0.1f);
            EXPECT_NEAR(editor.TwistRoll(), degrees / 2, 1e-3);
        }
    }
    editor.Scene->StandInSetMesh(MakeArmMesh()); // without user data
    mesh->bNoSkeletonUpdate = false;
    mesh->StandInPose[BONE_HAND] = FTransform(MakeRoll(60), FVector(25, 0, 0));
    editor.Scene->StandInTick(0.1f);
    EXPECT_NEAR(editor.TwistRoll(), 0, 1e-4);
}

SCENARIO(preview_is_switched_in_the_viewport)
{
    FStarted started;
    FAnimationEditor editor;
    editor.Scene->StandInSetMesh(MakeMeshWithRig());
    editor.Scene->StandInMesh->StandInPose[BONE_HAND] = FTransform(MakeRoll(60), FVector(25, 0, 0));
    for (int frame = 0; frame < 3; frame++)
        editor.Scene->StandInTick(0.1f);
    EXPECT(editor.Overlay->StandInSlots.size() == 1); // one switch, not one a frame
    SWidget &box = *editor.Overlay->StandInSlots[0]->Widget;
    EXPECT(box.StandInChecked() == ECheckBoxState::Checked);
    EXPECT_NEAR(editor.TwistRoll(), 30, 1e-3);
    box.StandInCheck(ECheckBoxState::Unchecked);
    editor.Scene->StandInTick(0.1f);
    EXPECT_NEAR(editor.TwistRoll(), 0, 1e-4);
    box.StandInCheck(ECheckBoxState::Checked);
    editor.Scene->StandInTick(0.1f);
    EXPECT_NEAR(editor.TwistRoll(), 30, 1e-3);
}

static std::string RowText(IDetailLayoutBuilder &builder, const char16_t *row)
{
    return builder.EditCategory("KineDriverInForce")
        .StandInRows.at(row)
        .StandInWidget->StandInText()
        .ToString()
        .Narrow();
}

SCENARIO(details_tell_where_settings_come_from_and_what_is_missing)
{
    FStarted started;
    FPropertyEditorModule &properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor");
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(MakeAsset(MakeArmRig("rest", "lost_helper")));
    IDetailLayoutBuilder builder;
    builder.StandInObjects.Add(component);
    properties.StandInLayouts.Find("KineDriverComponent")->Execute()->CustomizeDetails(builder);
    EXPECT(RowText(builder, u"Rigs").find("(this component)") != std::string::npos);
    EXPECT(RowText(builder, u"Missing joints").find("lost_helper") != std::string::npos);
    IDetailPropertyRow &rigs = builder.EditCategory("KineDriver").StandInProperties[FName("Rigs")];
    EXPECT(rigs.StandInEnabled.Get());
    stage.AddUserData(MakeAsset(MakeArmRig()));
    EXPECT(RowText(builder, u"Rigs").find("(user data of the mesh)") != std::string::npos);
    EXPECT(RowText(builder, u"Missing joints").empty());
    EXPECT(!rigs.StandInEnabled.Get());
}

SCENARIO(details_of_a_stack_tell_of_its_own_rigs)
{
    FStarted started;
    FPropertyEditorModule &properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor");
    FStage stage;
    UKineDriverStackComponent *stack = stage.Add<UKineDriverStackComponent>("Stack");
    FKineDriverStackStep rig, system;
    rig.Rig = MakeEntry(MakeAsset(MakeArmRig("rest", "lost_helper")));
    system.Kind = EKineDriverStepKind::System;
    stack->SetStack({rig, system, rig});
    IDetailLayoutBuilder builder;
    builder.StandInObjects.Add(stack);
    properties.StandInLayouts.Find("KineDriverComponent")->Execute()->CustomizeDetails(builder);
    EXPECT(RowText(builder, u"Rigs") == "3 steps of the stack (this component)");
    std::string missing = RowText(builder, u"Missing joints");
    EXPECT(missing.find("lost_helper") != std::string::npos &&
           missing.find("lost_helper") == missing.rfind("lost_helper"));
    std::map<FName, IDetailPropertyRow> &rows = builder.EditCategory("KineDriver").StandInProperties;
    EXPECT(!rows[FName("Rigs")].StandInEnabled.Get() && rows[FName("LODThreshold")].StandInEnabled.Get());
}

/* Chooses an entry of the menu that the content browser shows for these assets; false if there is none. */
static bool ChooseFromMenu(const TArray<FAssetData> &assets, const char16_t *label)
{
    FMenuBuilder builder;
    for (const auto &one : FModuleManager::LoadModuleChecked<FContentBrowserModule>("ContentBrowser")
                               .GetAllAssetViewContextMenuExtenders()) {
        const TSharedRef<FExtender> extender = one.Execute(assets);
        for (const FMenuExtensionDelegate &menu : extender->StandInMenus)
            menu.Execute(builder);
    }
    for (const FStandInEntry &entry : builder.StandInEntries)
        if (entry.Label.ToString() == FString(label)) {
            entry.Action.ExecuteAction.Execute();
            return true;
        }
    return false;
}

SCENARIO(menu_adds_rigs_to_meshes_and_compares_them)
{
    FStarted started;
    UKineDriverAsset *rig = MakeAsset(MakeArmRig()), *lost = MakeAsset(MakeArmRig("rest", "lost_helper"));
    USkeletalMesh *mesh = MakeArmMesh();
    const TArray<FAssetData> both = {FAssetData(rig), FAssetData(lost), FAssetData(mesh)};
    EXPECT(!ChooseFromMenu({FAssetData(mesh->MorphTargets[0])}, u"Compare with meshes"));
    EXPECT(!ChooseFromMenu({FAssetData(rig)}, u"Add KineDriver rigs"));
    EXPECT(ChooseFromMenu({FAssetData(rig), FAssetData(mesh)}, u"Add KineDriver rigs"));
    UKineDriverUserData *data = UKineDriverUserData::Find(mesh);
    EXPECT(data != nullptr && data->GetOuter() == mesh && data->Rigs.Num() == 1 && data->Rigs[0].Rig == rig);
    EXPECT(mesh->bModified && data->bModified && mesh->bDirty);
    EXPECT(ChooseFromMenu(both, u"Add KineDriver rigs")); // the one it has stays, the other comes after it
    EXPECT(UKineDriverUserData::Find(mesh) == data && data->Rigs.Num() == 2 && data->Rigs[1].Rig == lost);
    EXPECT(ChooseFromMenu(both, u"Compare with meshes"));
    EXPECT(CountLog(": good") == 1 && CountLog("lost_helper") == 1);
}

SCENARIO(asset_actions_show_rigs_and_their_files)
{
    FStarted started;
    IAssetTypeActions &actions =
        *FModuleManager::LoadModuleChecked<FAssetToolsModule>("AssetTools").Get().StandInActions[0];
    EXPECT(actions.GetSupportedClass() == UKineDriverAsset::StaticClass() && actions.IsImportedAsset());
    EXPECT(actions.GetCategories() == EAssetTypeCategories::Animation);
    EXPECT(actions.GetName().ToString().Narrow() == "KineDriver Rig");
    UKineDriverAsset *asset = MakeAsset(MakeArmRig());
    EXPECT(!actions.GetAssetDescription(FAssetData(asset)).IsEmpty());
    asset->AssetImportData->Update(TEXT("arm.kdi"));
    TArray<FString> files;
    actions.GetResolvedSourceFilePaths({asset, nullptr}, files);
    EXPECT(files == TArray<FString>({TEXT("arm.kdi")}));

    // Dropping a rig on a skeleton's tree.
    IComponentAssetBroker &broker = *FComponentAssetBrokerage::StandInBrokers()[0];
    FStage stage;
    UKineDriverComponent *component = stage.AddComponent(nullptr);
    EXPECT(broker.AssignAssetToComponent(component, asset) && broker.GetAssetFromComponent(component) == asset);
    EXPECT(!broker.AssignAssetToComponent(component, component) && !broker.AssignAssetToComponent(stage.Mesh, asset));
    EXPECT(broker.AssignAssetToComponent(component, nullptr) && component->Rigs.Num() == 0);
}
