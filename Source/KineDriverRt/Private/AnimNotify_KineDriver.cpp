// Fires in the mesh's own tick, so that a component that runs after it obeys in the same frame.

#include "AnimNotify_KineDriver.h"
#include "KineDriverControl.h"

void UAnimNotify_KineDriver::Notify(USkeletalMeshComponent* MeshComp, UAnimSequenceBase* Animation)
{
	if (MeshComp != nullptr)
	{
		FKineDriverControl::Get(MeshComp)->Fade(Part, PartName, bEnable ? 1.0f : 0.0f, FadeSeconds);
	}
}

FString UAnimNotify_KineDriver::GetNotifyName_Implementation() const
{
	const FString Name = PartName.IsNone() ? FString(TEXT("all rigs")) : PartName.ToString();
	return FString::Printf(TEXT("KineDriver %s: %s"), bEnable ? TEXT("on") : TEXT("off"), *Name);
}
