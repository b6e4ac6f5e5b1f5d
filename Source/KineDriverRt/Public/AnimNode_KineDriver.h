// A rig as a node of an animation graph.

#pragma once

#include "CoreMinimal.h"
#include "BoneControllers/AnimNode_SkeletalControlBase.h"
#include "KineDriverRunner.h"
#include "KineDriverTypes.h"
#include "AnimNode_KineDriver.generated.h"

class UKineDriverAsset;

/** Evaluates a KineDriver rig on the incoming pose. */
USTRUCT(BlueprintInternalUseOnly)
struct KINEDRIVERRT_API FAnimNode_KineDriver : public FAnimNode_SkeletalControlBase
{
	GENERATED_BODY()

	/** The rig that is evaluated. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", meta = (PinHiddenByDefault))
	UKineDriverAsset* Rig = nullptr;

	/** Write the rig's outputs as animation curves: morph targets and material parameters follow in the same frame. */
	UPROPERTY(EditAnywhere, Category = "KineDriver")
	bool bOutputsAsCurves = true;

	/** Values of external inputs that nobody else sets. */
	UPROPERTY(EditAnywhere, Category = "KineDriver")
	TArray<FKineDriverInputValue> Inputs;

	/** Replaces them while the node runs. Game thread. */
	void SetInputs(const TArray<FKineDriverInputValue>& NewInputs);

	/** Joints that the rig wants and the pose lacks. */
	const TArray<FKineDriverMissing>& GetMissing() const { return Runner.GetMissing(); }

	//~ Begin FAnimNode_Base Interface
	virtual void GatherDebugData(FNodeDebugData& DebugData) override;
	virtual bool HasPreUpdate() const override { return true; }
	virtual void PreUpdate(const UAnimInstance* InAnimInstance) override;
	virtual bool NeedsDynamicReset() const override { return true; }
	virtual void ResetDynamics(ETeleportType InTeleportType) override;
	//~ End FAnimNode_Base Interface

protected:
	//~ Begin FAnimNode_SkeletalControlBase Interface
	virtual void UpdateInternal(const FAnimationUpdateContext& Context) override;
	virtual void EvaluateSkeletalControl_AnyThread(FComponentSpacePoseContext& Output, TArray<FBoneTransform>& OutBoneTransforms) override;
	virtual bool IsValidToEvaluate(const USkeleton* Skeleton, const FBoneContainer& RequiredBones) override;
	virtual void InitializeBoneReferences(const FBoneContainer& RequiredBones) override;
	//~ End FAnimNode_SkeletalControlBase Interface

private:
	void Bind(const FBoneContainer& RequiredBones);
	void ReportMissing(const FReferenceSkeleton& Skeleton);
	static FTransform FindMoved(FComponentSpacePoseContext& Output, const TArray<FBoneTransform>& Moved, FCompactPoseBoneIndex Bone);
	void WriteCurves(FComponentSpacePoseContext& Output) const;

	/** Taken from the asset on the game thread; a reimport exchanges it. */
	FKineDriverProgramPtr Program;
	/** Copies of the control, taken on the game thread. */
	TArray<FKineDriverFade> Fades;
	TMap<FName, float> InputValues;
	uint32 ControlSerial = 0;
	bool bHasInputs = false;

	FKineDriverRunner Runner;
	/** Of each of the runner's joints in the pose. */
	TArray<int32> CompactBones;
	TSet<FName> ReportedJoints;
	float PendingSeconds = 0.0f;
	int32 Level = 0;
	bool bResetPending = false;
};
