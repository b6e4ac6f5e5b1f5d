// One control for each mesh component that anybody asked something of.

#include "KineDriverControl.h"
#include "Components/SkeletalMeshComponent.h"
#include "UObject/WeakObjectPtr.h"

namespace
{
	typedef TMap<TWeakObjectPtr<const USkeletalMeshComponent>, TSharedPtr<FKineDriverControl>> FControls;

	FControls& GetControls()
	{
		static FControls Controls;
		return Controls;
	}
}

TSharedRef<FKineDriverControl> FKineDriverControl::Get(const USkeletalMeshComponent* Mesh)
{
	check(IsInGameThread());
	FControls& Controls = GetControls();
	if (const TSharedPtr<FKineDriverControl>* Known = Controls.Find(Mesh))
	{
		return Known->ToSharedRef();
	}
	// A new mesh is a rare event: forget those that are gone.
	for (FControls::TIterator It(Controls); It; ++It)
	{
		if (!It.Key().IsValid())
		{
			It.RemoveCurrent();
		}
	}
	const TSharedRef<FKineDriverControl> Control = MakeShared<FKineDriverControl>();
	Controls.Add(Mesh, Control);
	return Control;
}

TSharedPtr<FKineDriverControl> FKineDriverControl::Find(const USkeletalMeshComponent* Mesh)
{
	check(IsInGameThread());
	return GetControls().FindRef(Mesh);
}

void FKineDriverControl::Fade(EKineDriverPart Part, FName Name, float Influence, float Seconds)
{
	FKineDriverFade* Fade = Fades.FindByPredicate([Part, Name](const FKineDriverFade& Other)
	{
		return Other.Part == Part && Other.Name == Name;
	});
	if (Fade == nullptr)
	{
		Fade = &Fades[Fades.AddDefaulted()];
		Fade->Part = Part;
		Fade->Name = Name;
	}
	Fade->Influence = Influence;
	Fade->Seconds = Seconds;
	Fade->Serial = ++Serial;
}

void FKineDriverControl::SetInput(FName Name, float Value)
{
	Inputs.Add(Name, Value);
	RefreshInputs();
}

void FKineDriverControl::ClearInput(FName Name)
{
	Inputs.Remove(Name);
	RefreshInputs();
}

void FKineDriverControl::RefreshInputs()
{
	InputsInForce = Inputs;
	for (const FKineDriverHold& Hold : Holds)
	{
		for (const FKineDriverInputValue& Input : Hold.Inputs)
		{
			InputsInForce.Add(Input.Name, Input.Value);
		}
	}
	++Serial;
}

const FKineDriverHold* FKineDriverControl::FindLastHold(EKineDriverPart Part, FName Name) const
{
	for (int32 Index = Holds.Num() - 1; Index >= 0; --Index)
	{
		if (!Holds[Index].bInputsOnly && Holds[Index].Part == Part && Holds[Index].Name == Name)
		{
			return &Holds[Index];
		}
	}
	return nullptr;
}

void FKineDriverControl::Begin(const FKineDriverHold& Hold, float FadeSeconds)
{
	Holds.Add(Hold);
	RefreshInputs();
	if (!Hold.bInputsOnly)
	{
		Fade(Hold.Part, Hold.Name, Hold.bEnable ? 1.0f : 0.0f, FadeSeconds);
	}
}

void FKineDriverControl::End(const void* Holder, float FadeSeconds)
{
	int32 Index = Holds.Num() - 1;
	while (Index >= 0 && Holds[Index].Holder != Holder)
	{
		--Index;
	}
	if (Index < 0)
	{
		return;
	}
	const FKineDriverHold Ended = Holds[Index];
	const bool bCounted = FindLastHold(Ended.Part, Ended.Name) == &Holds[Index];
	Holds.RemoveAt(Index);
	RefreshInputs();
	if (bCounted)
	{
		const FKineDriverHold* Last = FindLastHold(Ended.Part, Ended.Name);
		const bool bEnable = Last != nullptr ? Last->bEnable : !Ended.bEnable;
		Fade(Ended.Part, Ended.Name, bEnable ? 1.0f : 0.0f, FadeSeconds);
	}
}
