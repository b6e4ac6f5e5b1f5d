// Switches part of a rig on or off for a stretch of an animation, and sets inputs meanwhile.

#pragma once

#include "CoreMinimal.h"
#include "Animation/AnimNotifies/AnimNotifyState.h"
#include "KineDriverTypes.h"
#include "AnimNotifyState_KineDriver.generated.h"

/** Switches a KineDriver rig, group or node for its duration, and sets external inputs. */
UCLASS(const, hidecategories = (Object), collapsecategories, meta = (DisplayName = "KineDriver Switch"))
class KINEDRIVERRT_API UAnimNotifyState_KineDriver : public UAnimNotifyState
{
	GENERATED_BODY()

public:
	/** What is switched: a rig, a group or a node. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	EKineDriverPart Part = EKineDriverPart::Group;

	/** Its name. No name with "Rig": every rig of the mesh. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	FName PartName;

	/** On for the duration and off afterwards, or the other way round. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	bool bEnable = false;

	/** Leave parts alone and set inputs only. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	bool bInputsOnly = false;

	/** How long the change takes at the start. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", meta = (ClampMin = "0", Units = "s"))
	float FadeInSeconds = 0.2f;

	/** How long the change back takes at the end. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", meta = (ClampMin = "0", Units = "s"))
	float FadeOutSeconds = 0.2f;

	/** External inputs that are set for the duration. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	TArray<FKineDriverInputValue> Inputs;

	//~ Begin UAnimNotifyState Interface
	virtual void NotifyBegin(USkeletalMeshComponent* MeshComp, UAnimSequenceBase* Animation, float TotalDuration) override;
	virtual void NotifyEnd(USkeletalMeshComponent* MeshComp, UAnimSequenceBase* Animation) override;
	virtual FString GetNotifyName_Implementation() const override;
	//~ End UAnimNotifyState Interface
};
