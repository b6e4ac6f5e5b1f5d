// Rigs on the preview mesh of the animation editors, without playing.

#pragma once

#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

class FExtender;
class FToolBarBuilder;
class IPersonaPreviewScene;
class UKineDriverComponent;
class USkeletalMesh;

class FKineDriverPreview
{
public:
	void Start();
	void Stop();

	bool IsEnabled() const { return bEnabled; }
	void SetEnabled(bool bInEnabled);

private:
	struct FScene
	{
		TWeakPtr<IPersonaPreviewScene> Scene;
		TWeakObjectPtr<UKineDriverComponent> Component;
	};

	void OnSceneCreated(const TSharedRef<IPersonaPreviewScene>& Scene);
	void OnMeshChanged(USkeletalMesh* OldMesh, USkeletalMesh* NewMesh);
	void Refresh();
	void RefreshScene(FScene& Scene);
	void FillToolBar(FToolBarBuilder& Builder);

	TArray<FScene> Scenes;
	TSharedPtr<FExtender> Extender;
	FDelegateHandle SceneCreated;
	bool bEnabled = true;
};
