// The settings that designers see, shared by component, node and asset user data.

#pragma once

#include "CoreMinimal.h"
#include "Templates/SubclassOf.h"
#include "KineDriverTypes.generated.h"

class UActorComponent;
class UKineDriverAsset;

/** What a name stands for when something is switched on or off. */
UENUM(BlueprintType)
enum class EKineDriverPart : uint8
{
	/** A whole rig by its name; no name: every rig of the mesh. */
	Rig,
	/** A group of nodes. */
	Group,
	/** A single node, a helper for example. */
	Node,
};

/** Ticks before or after us. */
UENUM(BlueprintType)
enum class EKineDriverOrder : uint8
{
	/** The rigs run first, then the other component. */
	BeforeOther,
	/** The other component runs first, then the rigs. */
	AfterOther,
};

/** A rig and how it is used. */
USTRUCT(BlueprintType)
struct KINEDRIVERRT_API FKineDriverRigEntry
{
	GENERATED_BODY()

	/** The rig that is evaluated. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	UKineDriverAsset* Rig = nullptr;

	/** Switches this rig off without removing it. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	bool bEnabled = true;

	/** How much of the rig's result is used: 0 leaves the animation as it is. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", meta = (ClampMin = "0", ClampMax = "1"))
	float Alpha = 1.0f;

	/** The coarsest level of detail at which the rig runs; -1: at every one. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", meta = (DisplayName = "LOD Threshold", ClampMin = "-1"))
	int32 LODThreshold = -1;
};

/** A rule for the order of our component and another one of the same actor. */
USTRUCT(BlueprintType)
struct KINEDRIVERRT_API FKineDriverOrderRule
{
	GENERATED_BODY()

	/** Components of this class, or of one derived from it; none: any class. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	TSubclassOf<UActorComponent> ComponentClass;

	/** Components of this name; none: any name. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	FName ComponentName;

	/** Which of the two is first. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	EKineDriverOrder Order = EKineDriverOrder::BeforeOther;
};

/** A number that the game gives to rigs. */
USTRUCT(BlueprintType)
struct KINEDRIVERRT_API FKineDriverInputValue
{
	GENERATED_BODY()

	/** Name of the rig's external input. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	FName Name;

	/** The value; the rig holds it within its limits. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	float Value = 0.0f;
};
