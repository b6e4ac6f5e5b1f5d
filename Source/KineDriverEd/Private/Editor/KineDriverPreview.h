// Rigs on the preview mesh of the animation editors, without playing.

#pragma once

#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

class FEditorViewportClient;
class FExtender;
class FExtensibilityManager;
class FToolBarBuilder;
class IPersonaPreviewScene;
class UKineDriverComponent;
class USkeletalMesh;

class FKineDriverPreview : public TSharedFromThis<FKineDriverPreview>
{
public:
	void Start();
	void Stop();

	/** For all preview scenes; remembered in the user's settings of the project. */
	bool IsEnabled() const { return bEnabled; }
	void SetEnabled(bool bInEnabled);
	void Toggle();

private:
	struct FScene
	{
		TWeakPtr<IPersonaPreviewScene> Scene;
		TWeakObjectPtr<UKineDriverComponent> Component;
		/** The viewport that already has our switch. A scene may be shown in another one later. */
		const FEditorViewportClient* Viewport = nullptr;
	};

	void OnSceneCreated(const TSharedRef<IPersonaPreviewScene>& Scene);
	void OnMeshChanged(USkeletalMesh* OldMesh, USkeletalMesh* NewMesh);
	void OnPropertyChanged(UObject* Object, struct FPropertyChangedEvent& Event);
	void OnPreTick();
	void Refresh();
	void RefreshScene(FScene& Scene);
	void AddViewportSwitch(FScene& Entry, IPersonaPreviewScene& Scene);
	void FillToolBar(FToolBarBuilder& Builder);

	TArray<FScene> Scenes;
	TSharedPtr<FExtender> Extender;
	TArray<TWeakPtr<FExtensibilityManager>> ToolBars;
	FDelegateHandle SceneCreated;
	FDelegateHandle PropertyChanged;
	bool bEnabled = true;
};
