// Switches part of a rig on or off at a moment of an animation.

#pragma once

#include "CoreMinimal.h"
#include "Animation/AnimNotifies/AnimNotify.h"
#include "KineDriverTypes.h"
#include "AnimNotify_KineDriver.generated.h"

/** Switches a KineDriver rig, group or node on or off. */
UCLASS(const, hidecategories = (Object), collapsecategories, meta = (DisplayName = "KineDriver Switch"))
class KINEDRIVERRT_API UAnimNotify_KineDriver : public UAnimNotify
{
	GENERATED_BODY()

public:
	/** What is switched: a rig, a group or a node. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	EKineDriverPart Part = EKineDriverPart::Group;

	/** Its name. No name with "Rig": every rig of the mesh. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	FName PartName;

	/** On, or off. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	bool bEnable = true;

	/** How long the change takes. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", meta = (ClampMin = "0", Units = "s"))
	float FadeSeconds = 0.2f;

	//~ Begin UAnimNotify Interface
	virtual void Notify(USkeletalMeshComponent* MeshComp, UAnimSequenceBase* Animation) override;
	virtual FString GetNotifyName_Implementation() const override;
	//~ End UAnimNotify Interface
};
