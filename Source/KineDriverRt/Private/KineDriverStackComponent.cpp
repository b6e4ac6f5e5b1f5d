// Turns the designer's list into steps.

#include "KineDriverStackComponent.h"
#include "GameFramework/Actor.h"
#include "KineDriverLog.h"
#include "KineDriverSystem.h"

void UKineDriverStackComponent::SetStack(const TArray<FKineDriverStackStep>& NewStack)
{
	Stack = NewStack;
	MarkStepsDirty();
}

void UKineDriverStackComponent::BuildSteps(TArray<FStep>& OutSteps) const
{
	TInlineComponentArray<UActorComponent*> Components(GetOwner());
	for (int32 Index = 0; Index < Stack.Num(); ++Index)
	{
		const FKineDriverStackStep& Entry = Stack[Index];
		FStep Step;
		Step.Source = Index;
		if (Entry.Kind == EKineDriverStepKind::Rig)
		{
			Step.Entry = Entry.Rig;
			Step.Runner = MakeUnique<FKineDriverRunner>();
		}
		else
		{
			UActorComponent** Found = Components.FindByPredicate([&Entry](const UActorComponent* Other)
			{
				return Other->GetFName() == Entry.SystemName && Other->GetClass()->ImplementsInterface(UKineDriverSystem::StaticClass());
			});
			if (Found == nullptr)
			{
				UE_LOG(LogKineDriver, Warning, TEXT("%s: no component '%s' that implements the KineDriver System interface; the step is left out."),
					*GetPathName(), *Entry.SystemName.ToString());
				continue;
			}
			Step.System = *Found;
		}
		OutSteps.Add(MoveTemp(Step));
	}
}

int32 UKineDriverStackComponent::GetNumEntries() const
{
	return Stack.Num();
}

const FKineDriverRigEntry* UKineDriverStackComponent::FindEntry(int32 Index) const
{
	return Stack.IsValidIndex(Index) && Stack[Index].Kind == EKineDriverStepKind::Rig ? &Stack[Index].Rig : nullptr;
}
