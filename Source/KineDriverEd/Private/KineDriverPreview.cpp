// A transient component is attached to every preview mesh that has KineDriver user data. Preview worlds tick without begin-play, and
// a component of a scrubbed, paused mesh undoes its last edit by itself.

#include "KineDriverPreview.h"
#include "IAnimationEditorModule.h"
#include "Animation/DebugSkelMeshComponent.h"
#include "EditorStyleSet.h"
#include "Framework/MultiBox/MultiBoxBuilder.h"
#include "Framework/MultiBox/MultiBoxExtender.h"
#include "GameFramework/Actor.h"
#include "IPersonaPreviewScene.h"
#include "KineDriverComponent.h"
#include "KineDriverUserData.h"
#include "Modules/ModuleManager.h"
#include "PersonaModule.h"

#define LOCTEXT_NAMESPACE "KineDriver"

void FKineDriverPreview::Start()
{
	FPersonaModule& Persona = FModuleManager::LoadModuleChecked<FPersonaModule>("Persona");
	SceneCreated = Persona.OnPreviewSceneCreated().AddRaw(this, &FKineDriverPreview::OnSceneCreated);

	Extender = MakeShared<FExtender>();
	Extender->AddToolBarExtension("Asset", EExtensionHook::After, nullptr, FToolBarExtensionDelegate::CreateRaw(this, &FKineDriverPreview::FillToolBar));
	FModuleManager::LoadModuleChecked<IAnimationEditorModule>("AnimationEditor").GetToolBarExtensibilityManager()->AddExtender(Extender);
}

void FKineDriverPreview::Stop()
{
	if (FPersonaModule* Persona = FModuleManager::GetModulePtr<FPersonaModule>("Persona"))
	{
		Persona->OnPreviewSceneCreated().Remove(SceneCreated);
	}
	if (IAnimationEditorModule* AnimationEditor = FModuleManager::GetModulePtr<IAnimationEditorModule>("AnimationEditor"))
	{
		AnimationEditor->GetToolBarExtensibilityManager()->RemoveExtender(Extender);
	}
	for (FScene& Scene : Scenes)
	{
		if (const TSharedPtr<IPersonaPreviewScene> Living = Scene.Scene.Pin())
		{
			Living->UnregisterOnPreviewMeshChanged(this);
		}
	}
	Scenes.Reset();
}

void FKineDriverPreview::FillToolBar(FToolBarBuilder& Builder)
{
	Builder.AddToolBarButton(
		FUIAction(
			FExecuteAction::CreateLambda([this]() { SetEnabled(!bEnabled); }),
			FCanExecuteAction(),
			FIsActionChecked::CreateLambda([this]() { return bEnabled; })),
		NAME_None,
		LOCTEXT("Preview", "KineDriver"),
		LOCTEXT("PreviewTooltip", "Evaluate the rigs of the preview mesh's KineDriver user data"),
		FSlateIcon(FEditorStyle::GetStyleSetName(), "ClassIcon.SkeletalMeshComponent"),
		EUserInterfaceActionType::ToggleButton);
}

void FKineDriverPreview::OnSceneCreated(const TSharedRef<IPersonaPreviewScene>& Scene)
{
	// The preview mesh is set later.
	Scene->RegisterOnPreviewMeshChanged(FOnPreviewMeshChanged::CreateRaw(this, &FKineDriverPreview::OnMeshChanged));
	Scenes.RemoveAll([](const FScene& Other) { return !Other.Scene.IsValid(); });
	FScene Entry;
	Entry.Scene = Scene;
	Scenes.Add(Entry);
	Refresh();
}

void FKineDriverPreview::OnMeshChanged(USkeletalMesh* OldMesh, USkeletalMesh* NewMesh)
{
	Refresh();
}

void FKineDriverPreview::SetEnabled(bool bInEnabled)
{
	bEnabled = bInEnabled;
	Refresh();
}

void FKineDriverPreview::Refresh()
{
	for (FScene& Scene : Scenes)
	{
		RefreshScene(Scene);
	}
}

void FKineDriverPreview::RefreshScene(FScene& Entry)
{
	const TSharedPtr<IPersonaPreviewScene> Scene = Entry.Scene.Pin();
	if (!Scene.IsValid())
	{
		return;
	}
	UDebugSkelMeshComponent* Mesh = Scene->GetPreviewMeshComponent();
	const bool bWanted = bEnabled && Mesh != nullptr && UKineDriverUserData::Find(Mesh->SkeletalMesh) != nullptr;
	UKineDriverComponent* Component = Entry.Component.Get();
	if (Component != nullptr && (!bWanted || Component->GetAttachParent() != Mesh))
	{
		Scene->RemoveComponent(Component);
		Entry.Component.Reset();
		Component = nullptr;
	}
	if (bWanted && Component == nullptr)
	{
		UObject* Outer = Scene->GetActor() != nullptr ? static_cast<UObject*>(Scene->GetActor()) : static_cast<UObject*>(Mesh);
		Component = NewObject<UKineDriverComponent>(Outer, NAME_None, RF_Transient);
		Component->SetupAttachment(Mesh);
		Scene->AddComponent(Component, FTransform::Identity);
		Entry.Component = Component;
	}
	Scene->InvalidateViews();
}

#undef LOCTEXT_NAMESPACE
