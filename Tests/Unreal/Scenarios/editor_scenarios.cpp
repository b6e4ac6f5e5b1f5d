// The editor's side without windows: registration, preview on the mesh of an animation editor, the details panel,
// menus.
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
