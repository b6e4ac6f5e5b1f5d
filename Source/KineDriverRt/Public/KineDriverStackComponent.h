// Rigs and other bone systems as one task, in an order that designers choose.

#pragma once

#include "CoreMinimal.h"
#include "KineDriverComponent.h"
#include "KineDriverStackComponent.generated.h"

/** What one step of a stack does. */
UENUM(BlueprintType)
enum class EKineDriverStepKind : uint8
{
	/** Evaluates a rig. */
	Rig,
	/** Calls a component of the actor that implements the KineDriver System interface. */
	System,
};

/** One step of a stack. */
USTRUCT(BlueprintType)
struct KINEDRIVERRT_API FKineDriverStackStep
{
	GENERATED_BODY()

	/** Rig or other system. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	EKineDriverStepKind Kind = EKineDriverStepKind::Rig;

	/** The rig, for a step that evaluates one. The same rig may stand in several steps. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	FKineDriverRigEntry Rig;

	/** Name of the component, for a step that calls one. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	FName SystemName;
};

/** Runs KineDriver rigs and other systems one after the other on the pose of the mesh it is attached to. */
UCLASS(ClassGroup = (Animation), meta = (BlueprintSpawnableComponent))
class KINEDRIVERRT_API UKineDriverStackComponent : public UKineDriverComponent
{
	GENERATED_BODY()

public:
	/** The steps, in order. They take the place of the rigs of component and user data. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	TArray<FKineDriverStackStep> Stack;

	/** Replaces the steps. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	void SetStack(const TArray<FKineDriverStackStep>& NewStack);

protected:
	//~ Begin UKineDriverComponent Interface
	virtual void BuildSteps(TArray<FStep>& OutSteps) const override;
	virtual int32 GetNumEntries() const override;
	virtual const FKineDriverRigEntry* FindEntry(int32 Index) const override;
	//~ End UKineDriverComponent Interface
};
