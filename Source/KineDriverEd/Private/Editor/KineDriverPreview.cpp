// A transient component is attached to every preview mesh that has KineDriver user data. Preview worlds tick without begin-play and while
// the animation is paused or scrubbed; a component whose mesh was not evaluated in between undoes its last edit by itself, so that dragging
// the time does not add up. The switch is in the corner of the viewport, and in the tool bar for those who look for it there.

#include "Editor/KineDriverPreview.h"
#include "Animation/DebugSkelMeshComponent.h"
#include "Editor.h"
#include "Editor/KineDriverStyle.h"
#include "EditorViewportClient.h"
#include "Engine/SkeletalMesh.h"
#include "Framework/MultiBox/MultiBoxBuilder.h"
#include "Framework/MultiBox/MultiBoxExtender.h"
#include "GameFramework/Actor.h"
#include "IAnimationBlueprintEditorModule.h"
#include "IAnimationEditorModule.h"
#include "IPersonaPreviewScene.h"
#include "ISkeletalMeshEditorModule.h"
#include "ISkeletonEditorModule.h"
#include "KineDriverComponent.h"
#include "KineDriverUserData.h"
#include "Misc/ConfigCacheIni.h"
#include "Modules/ModuleManager.h"
#include "PersonaModule.h"
#include "SEditorViewport.h"
#include "Slate/SceneViewport.h"
#include "Toolkits/AssetEditorToolkit.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/SOverlay.h"
#include "Widgets/SViewport.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "KineDriver"

namespace
{
	const TCHAR* const ConfigSection = TEXT("KineDriver");
	const TCHAR* const ConfigKey = TEXT("bPreviewInAnimationEditors");

	FText GetTooltip()
	{
		return LOCTEXT("PreviewTooltip", "Evaluate the rigs of the preview mesh's KineDriver user data, also while scrubbing");
	}

	template <typename ModuleType>
	TSharedPtr<FExtensibilityManager> GetToolBar(const TCHAR* Name)
	{
		return FModuleManager::LoadModuleChecked<ModuleType>(Name).GetToolBarExtensibilityManager();
	}

	/** The overlay that an editor viewport shows on top of its scene; null before it is built. */
	TSharedPtr<SOverlay> FindOverlay(const FEditorViewportClient& Client)
	{
		if (!Client.GetEditorViewportWidget().IsValid() || Client.Viewport == nullptr)
		{
			return nullptr;
		}
		// A client with an editor viewport widget shows a scene viewport.
		const TSharedPtr<SViewport> Widget = static_cast<FSceneViewport*>(Client.Viewport)->GetViewportWidget().Pin();
		const TSharedPtr<SWidget> Content = Widget.IsValid() ? Widget->GetContent() : nullptr;
		return Content.IsValid() && Content->GetType() == "SOverlay" ? StaticCastSharedPtr<SOverlay>(Content) : nullptr;
	}
}

void FKineDriverPreview::Start()
{
	GConfig->GetBool(ConfigSection, ConfigKey, bEnabled, GEditorPerProjectIni);
	FPersonaModule& Persona = FModuleManager::LoadModuleChecked<FPersonaModule>("Persona");
	SceneCreated = Persona.OnPreviewSceneCreated().AddSP(this, &FKineDriverPreview::OnSceneCreated);
	PropertyChanged = FCoreUObjectDelegates::OnObjectPropertyChanged.AddSP(this, &FKineDriverPreview::OnPropertyChanged);

	Extender = MakeShared<FExtender>();
	Extender->AddToolBarExtension("Asset", EExtensionHook::After, nullptr, FToolBarExtensionDelegate::CreateSP(this, &FKineDriverPreview::FillToolBar));
	const TSharedPtr<FExtensibilityManager> Managers[] = {
		GetToolBar<IAnimationEditorModule>(TEXT("AnimationEditor")),
		GetToolBar<ISkeletalMeshEditorModule>(TEXT("SkeletalMeshEditor")),
		GetToolBar<ISkeletonEditorModule>(TEXT("SkeletonEditor")),
		GetToolBar<IAnimationBlueprintEditorModule>(TEXT("AnimationBlueprintEditor")),
	};
	for (const TSharedPtr<FExtensibilityManager>& Manager : Managers)
	{
		if (Manager.IsValid())
		{
			Manager->AddExtender(Extender);
			ToolBars.Add(Manager);
		}
	}
}

void FKineDriverPreview::Stop()
{
	if (FPersonaModule* Persona = FModuleManager::GetModulePtr<FPersonaModule>("Persona"))
	{
		Persona->OnPreviewSceneCreated().Remove(SceneCreated);
	}
	FCoreUObjectDelegates::OnObjectPropertyChanged.Remove(PropertyChanged);
	for (const TWeakPtr<FExtensibilityManager>& ToolBar : ToolBars)
	{
		if (const TSharedPtr<FExtensibilityManager> Manager = ToolBar.Pin())
		{
			Manager->RemoveExtender(Extender);
		}
	}
	ToolBars.Reset();
	for (FScene& Scene : Scenes)
	{
		if (const TSharedPtr<IPersonaPreviewScene> Living = Scene.Scene.Pin())
		{
			Living->UnregisterOnPreviewMeshChanged(this);
			Living->UnregisterOnPreTick(this);
		}
	}
	Scenes.Reset();
}

void FKineDriverPreview::FillToolBar(FToolBarBuilder& Builder)
{
	Builder.AddToolBarButton(
		FUIAction(
			FExecuteAction::CreateSP(this, &FKineDriverPreview::Toggle),
			FCanExecuteAction(),
			FIsActionChecked::CreateSP(this, &FKineDriverPreview::IsEnabled)),
		NAME_None,
		LOCTEXT("Preview", "KineDriver"),
		GetTooltip(),
		FSlateIcon(FKineDriverStyle::GetName(), "KineDriver.Preview"),
		EUserInterfaceActionType::ToggleButton);
}

void FKineDriverPreview::OnSceneCreated(const TSharedRef<IPersonaPreviewScene>& Scene)
{
	// Mesh and viewport come later.
	Scene->RegisterOnPreviewMeshChanged(FOnPreviewMeshChanged::CreateSP(this, &FKineDriverPreview::OnMeshChanged));
	Scene->RegisterOnPreTick(FSimpleDelegate::CreateSP(this, &FKineDriverPreview::OnPreTick));
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

void FKineDriverPreview::OnPropertyChanged(UObject* Object, FPropertyChangedEvent& Event)
{
	// User data was added, changed or removed while its mesh is shown.
	if (Scenes.Num() > 0 && (Cast<USkeletalMesh>(Object) != nullptr || Cast<UKineDriverUserData>(Object) != nullptr))
	{
		Refresh();
	}
}

void FKineDriverPreview::OnPreTick()
{
	for (FScene& Entry : Scenes)
	{
		if (const TSharedPtr<IPersonaPreviewScene> Scene = Entry.Scene.Pin())
		{
			AddViewportSwitch(Entry, *Scene);
		}
	}
}

void FKineDriverPreview::AddViewportSwitch(FScene& Entry, IPersonaPreviewScene& Scene)
{
	FEditorViewportClient* const* Found = GEditor->GetAllViewportClients().FindByPredicate([&Scene](FEditorViewportClient* Client)
	{
		return Client->GetPreviewScene() == &Scene;
	});
	if (Found == nullptr || *Found == Entry.Viewport)
	{
		return;
	}
	const TSharedPtr<SOverlay> Overlay = FindOverlay(**Found);
	if (!Overlay.IsValid())
	{
		return;
	}
	Entry.Viewport = *Found;
	const TWeakPtr<FKineDriverPreview> Weak = AsShared();
	Overlay->AddSlot().HAlign(HAlign_Right).VAlign(VAlign_Bottom).Padding(8.0f)
	[
		SNew(SCheckBox)
		.ToolTipText(GetTooltip())
		.IsChecked_Lambda([Weak]()
		{
			const TSharedPtr<FKineDriverPreview> Preview = Weak.Pin();
			return Preview.IsValid() && Preview->IsEnabled() ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
		})
		.OnCheckStateChanged_Lambda([Weak](ECheckBoxState State)
		{
			if (const TSharedPtr<FKineDriverPreview> Preview = Weak.Pin())
			{
				Preview->SetEnabled(State == ECheckBoxState::Checked);
			}
		})
		[
			SNew(STextBlock).Text(LOCTEXT("Preview", "KineDriver")).ShadowOffset(FVector2D(1.0f, 1.0f))
		]
	];
}

void FKineDriverPreview::SetEnabled(bool bInEnabled)
{
	bEnabled = bInEnabled;
	GConfig->SetBool(ConfigSection, ConfigKey, bEnabled, GEditorPerProjectIni);
	Refresh();
}

void FKineDriverPreview::Toggle()
{
	SetEnabled(!bEnabled);
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
