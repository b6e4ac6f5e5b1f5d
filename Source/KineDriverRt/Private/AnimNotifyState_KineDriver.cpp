// The notify keeps no state: what it did is in the mesh's control.

#include "AnimNotifyState_KineDriver.h"
#include "KineDriverControl.h"

void UAnimNotifyState_KineDriver::NotifyBegin(USkeletalMeshComponent* MeshComp, UAnimSequenceBase* Animation, float TotalDuration)
{
	if (MeshComp == nullptr)
	{
		return;
	}
	const TSharedRef<FKineDriverControl> Control = FKineDriverControl::Get(MeshComp);
	if (!bInputsOnly)
	{
		Control->Fade(Part, PartName, bEnable ? 1.0f : 0.0f, FadeInSeconds);
	}
	for (const FKineDriverInputValue& Input : Inputs)
	{
		Control->SetInput(Input.Name, Input.Value);
	}
}

void UAnimNotifyState_KineDriver::NotifyEnd(USkeletalMeshComponent* MeshComp, UAnimSequenceBase* Animation)
{
	if (MeshComp == nullptr)
	{
		return;
	}
	const TSharedRef<FKineDriverControl> Control = FKineDriverControl::Get(MeshComp);
	if (!bInputsOnly)
	{
		Control->Fade(Part, PartName, bEnable ? 0.0f : 1.0f, FadeOutSeconds);
	}
	for (const FKineDriverInputValue& Input : Inputs)
	{
		Control->ClearInput(Input.Name);
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
