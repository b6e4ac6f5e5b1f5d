// The notify keeps no state: what it did is in the mesh's control.

#include "AnimNotifyState_KineDriver.h"
#include "KineDriverControl.h"

void UAnimNotifyState_KineDriver::NotifyBegin(USkeletalMeshComponent* MeshComp, UAnimSequenceBase* Animation, float TotalDuration)
{
	if (MeshComp == nullptr)
	{
		return;
	}
	FKineDriverHold Hold;
	Hold.Holder = this;
	Hold.Part = Part;
	Hold.Name = PartName;
	Hold.bEnable = bEnable;
	Hold.bInputsOnly = bInputsOnly;
	Hold.Inputs = Inputs;
	FKineDriverControl::Get(MeshComp)->Begin(Hold, FadeInSeconds);
}

void UAnimNotifyState_KineDriver::NotifyEnd(USkeletalMeshComponent* MeshComp, UAnimSequenceBase* Animation)
{
	if (MeshComp != nullptr)
	{
		FKineDriverControl::Get(MeshComp)->End(this, FadeOutSeconds);
	}
}

FString UAnimNotifyState_KineDriver::GetNotifyName_Implementation() const
{
	if (bInputsOnly)
	{
		return TEXT("KineDriver inputs");
	}
	const FString Name = PartName.IsNone() ? FString(TEXT("all rigs")) : PartName.ToString();
	return FString::Printf(TEXT("KineDriver %s: %s"), bEnable ? TEXT("on") : TEXT("off"), *Name);
}
