// Preview scenes and globals of the stand-in's editor.
#include "StandIn/Panels.h"

bool GIsEditor = true;
static FConfigCacheIni GTheConfig;
FConfigCacheIni *GConfig = &GTheConfig;
FString GEditorPerProjectIni;

FPreviewScene::FPreviewScene(ConstructionValues) : World(NewObject<UWorld>(nullptr)), Holder(nullptr)
{
    World->bGameWorld = false;
    Holder = World->StandInSpawn(false);
}

FPreviewScene::~FPreviewScene()
{
    for (AActor *actor : World->Actors)
        for (int32 i = actor->Components.Num() - 1; i >= 0; i--)
            actor->Components[i]->UnregisterComponent();
}

void FPreviewScene::AddComponent(UActorComponent *component, const FTransform &, bool)
{
    component->StandInAdopt(Holder);
    component->RegisterComponent();
}
