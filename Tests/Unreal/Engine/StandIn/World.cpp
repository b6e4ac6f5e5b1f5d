// Registration and ticking of the stand-in.
#include "StandIn/World.h"

AActor *UActorComponent::GetOwner() const
{
    AActor *outer = Cast<AActor>(GetOuter());
    return outer != nullptr ? outer : Adopter;
}

UWorld *UActorComponent::GetWorld() const
{
    return GetOwner() != nullptr ? GetOwner()->GetWorld() : nullptr;
}

void UActorComponent::RegisterComponent()
{
    check(IsInGameThread() && !bRegistered);
    AActor *owner = GetOwner();
    owner->Components.AddUnique(this);
    OnRegister();
    check(bRegistered); // an override forgot to call its base
    UWorld *world = owner->GetWorld();
    bool begun = owner->HasActorBegunPlay();
    if (PrimaryComponentTick.bCanEverTick && (!world->bGameWorld || begun))
        StandInTicks = PrimaryComponentTick.bStartWithTickEnabled;
    if (begun)
        BeginPlay();
}

void UActorComponent::UnregisterComponent()
{
    if (!bRegistered)
        return;
    OnUnregister();
    check(!bRegistered);
    StandInTicks = false;
    GetOwner()->Components.Remove(this);
}

void USceneComponent::SetupAttachment(USceneComponent *parent)
{
    check(!IsRegistered());
    AttachParent = parent;
    parent->AttachChildren.Add(this);
}

void USceneComponent::DetachFromParent()
{
    if (AttachParent == nullptr)
        return;
    AttachParent->AttachChildren.Remove(this);
    AttachParent = nullptr;
    OnAttachmentChanged();
}

void USceneComponent::AttachTo(USceneComponent *parent)
{
    DetachFromParent();
    AttachParent = parent;
    parent->AttachChildren.Add(this);
    OnAttachmentChanged();
}

void AActor::BeginPlay()
{
    bBegunPlay = true;
    TArray<UActorComponent *> all = Components;
    for (UActorComponent *component : all) {
        component->StandInTicks = component->PrimaryComponentTick.bCanEverTick;
        component->BeginPlay();
    }
}

AActor *UWorld::StandInSpawn(bool begin_play)
{
    AActor *actor = NewObject<AActor>(this);
    actor->World = this;
    Actors.Add(actor);
    if (begin_play)
        actor->BeginPlay();
    return actor;
}

static ETickingGroup group_of(const UActorComponent *component, int depth)
{
    check(depth < 100); // a circle of prerequisites
    ETickingGroup group = component->PrimaryComponentTick.TickGroup;
    for (UActorComponent *before : component->PrimaryComponentTick.StandInPrerequisites)
        if (before->StandInTicks)
            group = std::max(group, group_of(before, depth + 1));
    return group;
}

void UWorld::Tick(ELevelTick type, float seconds)
{
    StandInOrder.Reset();
    TArray<UActorComponent *> waiting;
    for (AActor *actor : Actors)
        for (UActorComponent *component : actor->Components)
            if (component->StandInTicks)
                waiting.Add(component);
    for (int32 group = TG_PrePhysics; group <= TG_PostUpdateWork; group++) {
        for (bool progress = true; progress;) {
            progress = false;
            // From the last to the first, so that nobody relies on the order of registration.
            for (int32 i = waiting.Num() - 1; i >= 0; i--) {
                UActorComponent *component = waiting[i];
                bool ready = group_of(component, 0) <= group;
                for (UActorComponent *before : component->PrimaryComponentTick.StandInPrerequisites)
                    ready = ready && !waiting.Contains(before);
                if (!ready)
                    continue;
                waiting.RemoveAt(i);
                StandInOrder.Add(component);
                for (UActorComponent *before : component->PrimaryComponentTick.StandInPrerequisites)
                    before->StandInComplete();
                component->TickComponent(seconds, type, &component->PrimaryComponentTick);
                progress = true;
            }
        }
        for (AActor *actor : Actors)
            for (UActorComponent *component : actor->Components)
                if (component->PrimaryComponentTick.EndTickGroup == group)
                    component->StandInComplete();
        if (group == TG_EndPhysics)
            for (AActor *actor : Actors)
                for (UActorComponent *component : actor->Components)
                    component->StandInEndPhysics();
    }
    check(waiting.Num() == 0);
}
