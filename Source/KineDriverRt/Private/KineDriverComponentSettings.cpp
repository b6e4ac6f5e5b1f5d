// What designers and games see of the component: where settings come from, inputs and outputs by name, order with other components.

#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "GameFramework/Actor.h"
#include "KineDriverComponent.h"
#include "KineDriverLog.h"
#include "KineDriverSystem.h"
#include "KineDriverUserData.h"

UKineDriverUserData* UKineDriverComponent::FindUserData() const
{
	return bUseUserData && Mesh != nullptr ? UKineDriverUserData::Find(Mesh->SkeletalMesh) : nullptr;
}

EKineDriverSettingSource UKineDriverComponent::GetSettingSource() const
{
	return FindUserData() != nullptr ? EKineDriverSettingSource::UserData : EKineDriverSettingSource::Component;
}

const TArray<FKineDriverRigEntry>& UKineDriverComponent::GetActiveRigs() const
{
	const UKineDriverUserData* UserData = FindUserData();
	return UserData != nullptr ? UserData->Rigs : Rigs;
}

void UKineDriverComponent::SetRigs(const TArray<FKineDriverRigEntry>& NewRigs)
{
	Rigs = NewRigs;
	MarkStepsDirty();
}

void UKineDriverComponent::SetInput(FName Name, float Value)
{
	if (USkeletalMeshComponent* Driven = GetDrivenMesh())
	{
		FKineDriverControl::Get(Driven)->SetInput(Name, Value);
	}
}

void UKineDriverComponent::ClearInput(FName Name)
{
	if (USkeletalMeshComponent* Driven = GetDrivenMesh())
	{
		FKineDriverControl::Get(Driven)->ClearInput(Name);
	}
}

bool UKineDriverComponent::GetInput(FName Name, float& Value) const
{
	for (const FStep& Step : Steps)
	{
		if (!Step.Runner.IsValid() || !Step.Runner->IsBound())
		{
			continue;
		}
		const TArray<FKineDriverProgram::FExternal>& Known = Step.Runner->GetProgram()->GetInputs();
		for (int32 Index = 0; Index < Known.Num(); ++Index)
		{
			if (Known[Index].Name == Name)
			{
				Value = Step.Runner->GetInputs()[Index];
				return true;
			}
		}
	}
	Value = 0.0f;
	return false;
}

TArray<FName> UKineDriverComponent::GetInputNames() const
{
	TArray<FName> Names;
	for (const FStep& Step : Steps)
	{
		if (Step.Runner.IsValid() && Step.Runner->IsBound())
		{
			for (const FKineDriverProgram::FExternal& Input : Step.Runner->GetProgram()->GetInputs())
			{
				Names.AddUnique(Input.Name);
			}
		}
	}
	return Names;
}

TArray<FName> UKineDriverComponent::GetOutputNames() const
{
	TArray<FName> Names;
	for (const FStep& Step : Steps)
	{
		if (Step.Runner.IsValid() && Step.Runner->IsBound())
		{
			for (const FKineDriverProgram::FExternal& Output : Step.Runner->GetProgram()->GetOutputs())
			{
				Names.AddUnique(Output.Name);
			}
		}
	}
	return Names;
}

bool UKineDriverComponent::GetOutput(FName Name, float& Value) const
{
	const float* Found = OutputValues.Find(Name);
	Value = Found != nullptr ? *Found : 0.0f;
	return Found != nullptr;
}

void UKineDriverComponent::SetPartEnabled(EKineDriverPart Part, FName Name, bool bEnabled, float FadeSeconds)
{
	if (USkeletalMeshComponent* Driven = GetDrivenMesh())
	{
		FKineDriverControl::Get(Driven)->Fade(Part, Name, bEnabled ? 1.0f : 0.0f, FadeSeconds);
	}
}

void UKineDriverComponent::ResetRigs()
{
	for (FStep& Step : Steps)
	{
		if (Step.Runner.IsValid())
		{
			Step.Runner->Reset();
		}
		else if (IKineDriverSystem* System = Cast<IKineDriverSystem>(Step.System.Get()))
		{
			System->ResetStep();
		}
	}
}

TArray<FName> UKineDriverComponent::GetMissingJoints() const
{
	TArray<FName> Names;
	for (const FStep& Step : Steps)
	{
		if (Step.Runner.IsValid())
		{
			for (const FKineDriverMissing& Missing : Step.Runner->GetMissing())
			{
				Names.AddUnique(Missing.Joint);
			}
		}
	}
	return Names;
}

void UKineDriverComponent::ForgetOrder()
{
	for (const TWeakObjectPtr<UActorComponent>& Other : OrderedBefore)
	{
		if (Other.IsValid())
		{
			RemoveTickPrerequisiteComponent(Other.Get());
		}
	}
	for (const TWeakObjectPtr<UActorComponent>& Other : OrderedAfter)
	{
		if (Other.IsValid())
		{
			Other->RemoveTickPrerequisiteComponent(this);
		}
	}
	OrderedBefore.Reset();
	OrderedAfter.Reset();
}

void UKineDriverComponent::RefreshOrder()
{
	ForgetOrder();
	const UKineDriverUserData* UserData = FindUserData();
	AActor* Owner = GetOwner();
	if (UserData == nullptr || Owner == nullptr)
	{
		return;
	}
	TInlineComponentArray<UActorComponent*> Components(Owner);
	for (const FKineDriverOrderRule& Rule : UserData->Order)
	{
		const UClass* Class = Rule.ComponentClass.Get();
		for (UActorComponent* Other : Components)
		{
			if (Other == this || Other == Mesh || (Class == nullptr && Rule.ComponentName.IsNone())
				|| (Class != nullptr && !Other->IsA(Class))
				|| (!Rule.ComponentName.IsNone() && Other->GetFName() != Rule.ComponentName)
				|| OrderedBefore.Contains(Other) || OrderedAfter.Contains(Other))
			{
				continue;
			}
			if (!Other->PrimaryComponentTick.bCanEverTick)
			{
				// The engine would ignore the prerequisite without a word.
				if (!ReportedStill.Contains(Other->GetFName()))
				{
					ReportedStill.Add(Other->GetFName());
					UE_LOG(LogKineDriver, Warning, TEXT("%s: the order rule for %s has no effect, since that component never ticks."),
						*GetPathName(), *Other->GetName());
				}
			}
			else if (Rule.Order == EKineDriverOrder::AfterOther)
			{
				AddTickPrerequisiteComponent(Other);
				OrderedBefore.Add(Other);
			}
			else
			{
				Other->AddTickPrerequisiteComponent(this);
				OrderedAfter.Add(Other);
			}
		}
	}
}
