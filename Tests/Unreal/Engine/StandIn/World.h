/* Worlds, actors, components, ticks: groups and prerequisites are really ordered, and silently ignored where the engine
 * ignores them silently. */
#pragma once

#include "StandIn/Object.h"

enum ETickingGroup {
    TG_PrePhysics,
    TG_StartPhysics,
    TG_DuringPhysics,
    TG_EndPhysics,
    TG_PostPhysics,
    TG_PostUpdateWork
};
enum ELevelTick { LEVELTICK_TimeOnly, LEVELTICK_ViewportsOnly, LEVELTICK_All };
enum ENetMode { NM_Standalone, NM_DedicatedServer, NM_ListenServer, NM_Client };
enum class ETeleportType : uint8 { None, TeleportPhysics, ResetPhysics };
enum class EUpdateTransformFlags : int32 { None = 0, OnlyUpdateIfUsingSocket = 4 };

class AActor;
class UActorComponent;
class UWorld;

struct FActorComponentTickFunction {
    bool bCanEverTick = false;
    bool bStartWithTickEnabled = true;
    ETickingGroup TickGroup = TG_PrePhysics;
    ETickingGroup EndTickGroup = TG_PrePhysics;
    TArray<UActorComponent *> StandInPrerequisites;
};

class UActorComponent : public UObject
{
    STANDIN_BODY(UActorComponent, UObject)
    FActorComponentTickFunction PrimaryComponentTick;
    bool bTickInEditor = false;

    void RegisterComponent();
    void UnregisterComponent();
    void DestroyComponent()
    {
        UnregisterComponent();
        MarkPendingKill();
    }
    bool IsRegistered() const
    {
        return bRegistered;
    }
    AActor *GetOwner() const;
    /* Components of preview scenes have no actor of their own: theirs is the scene. */
    void StandInAdopt(AActor *actor)
    {
        Adopter = actor;
    }
    UWorld *GetWorld() const;
    virtual void AddTickPrerequisiteComponent(UActorComponent *other)
    {
        /* Both must be able to tick; otherwise nothing happens, and nobody is told. */
        if (PrimaryComponentTick.bCanEverTick && other->PrimaryComponentTick.bCanEverTick)
            PrimaryComponentTick.StandInPrerequisites.AddUnique(other);
    }
    virtual void RemoveTickPrerequisiteComponent(UActorComponent *other)
    {
        PrimaryComponentTick.StandInPrerequisites.Remove(other);
    }
    void SetTickGroup(ETickingGroup group)
    {
        PrimaryComponentTick.TickGroup = group;
    }
    virtual void BeginPlay() {}
    virtual void TickComponent(float, ELevelTick, FActorComponentTickFunction *) {}
    virtual void StandInEndPhysics() {}
    virtual void StandInComplete() {} /* waits for what its tick left to another thread */
    bool StandInTicks = false;        /* its tick function is registered with the world */

  protected:
    virtual void OnRegister()
    {
        bRegistered = true;
    }
    virtual void OnUnregister()
    {
        bRegistered = false;
    }

  private:
    bool bRegistered = false;
    AActor *Adopter = nullptr;
};

class USceneComponent : public UActorComponent
{
    STANDIN_BODY(USceneComponent, UActorComponent)
    USceneComponent *GetAttachParent() const
    {
        return AttachParent;
    }
    const TArray<USceneComponent *> &GetAttachChildren() const
    {
        return AttachChildren;
    }
    void SetupAttachment(USceneComponent *parent);
    void DetachFromParent();
    void AttachTo(USceneComponent *parent);
    virtual void OnAttachmentChanged() {}
    void UpdateChildTransforms(EUpdateTransformFlags)
    {
        StandInChildUpdates++;
    }
    virtual void UpdateBounds()
    {
        StandInBoundsUpdates++;
    }
    void MarkRenderTransformDirty() {}
    void MarkRenderDynamicDataDirty()
    {
        StandInRenderUpdates++;
    }
    int32 StandInChildUpdates = 0, StandInBoundsUpdates = 0, StandInRenderUpdates = 0;

  private:
    USceneComponent *AttachParent = nullptr;
    TArray<USceneComponent *> AttachChildren;
};

class AActor : public UObject
{
    STANDIN_BODY(AActor, UObject)
    UWorld *GetWorld() const
    {
        return World;
    }
    void BeginPlay();
    bool HasActorBegunPlay() const
    {
        return bBegunPlay;
    }
    template <typename T> T *StandInAdd(FName name, USceneComponent *parent = nullptr)
    {
        T *component = NewObject<T>(this, name);
        StandInAttach(component, parent);
        component->RegisterComponent();
        return component;
    }
    TArray<UActorComponent *> Components;
    UWorld *World = nullptr;

  private:
    static void StandInAttach(USceneComponent *component, USceneComponent *parent)
    {
        if (parent != nullptr)
            component->SetupAttachment(parent);
    }
    static void StandInAttach(UActorComponent *, USceneComponent *) {}
    bool bBegunPlay = false;
};

template <typename T> class TInlineComponentArray : public TArray<T>
{
  public:
    explicit TInlineComponentArray(const AActor *actor)
    {
        if (actor != nullptr)
            for (UActorComponent *component : actor->Components)
                this->Add(component);
    }
};

class UWorld : public UObject
{
    STANDIN_BODY(UWorld, UObject)
    ENetMode GetNetMode() const
    {
        return NetMode;
    }
    AActor *StandInSpawn(bool begin_play = true);
    void Tick(ELevelTick type, float seconds);
    bool bGameWorld = true;
    ENetMode NetMode = NM_Standalone;
    TArray<AActor *> Actors;
    TArray<UActorComponent *> StandInOrder; /* in which components ticked last */
};

class UAssetUserData : public UObject
{
    STANDIN_BODY(UAssetUserData, UObject)
};
