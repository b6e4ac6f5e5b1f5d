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
	++Serial;
}

void FKineDriverControl::ClearInput(FName Name)
{
	Inputs.Remove(Name);
	++Serial;
}
