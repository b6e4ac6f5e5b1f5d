// The KineDriver node in animation graphs.

#pragma once

#include "CoreMinimal.h"
#include "AnimGraphNode_SkeletalControlBase.h"
#include "AnimNode_KineDriver.h"
#include "AnimGraphNode_KineDriver.generated.h"

/** Evaluates a KineDriver rig on the incoming pose. */
UCLASS()
class KINEDRIVERED_API UAnimGraphNode_KineDriver : public UAnimGraphNode_SkeletalControlBase
{
	GENERATED_BODY()

public:
	/** The node's settings. */
	UPROPERTY(EditAnywhere, Category = "Settings")
	FAnimNode_KineDriver Node;

	//~ Begin UEdGraphNode Interface
	virtual FText GetNodeTitle(ENodeTitleType::Type TitleType) const override;
	virtual FText GetTooltipText() const override;
	//~ End UEdGraphNode Interface

	//~ Begin UAnimGraphNode_Base Interface
	virtual void ValidateAnimNodeDuringCompilation(USkeleton* ForSkeleton, FCompilerResultsLog& MessageLog) override;
	virtual void CopyNodeDataToPreviewNode(FAnimNode_Base* InPreviewNode) override;
	//~ End UAnimGraphNode_Base Interface

protected:
	//~ Begin UAnimGraphNode_SkeletalControlBase Interface
	virtual FText GetControllerDescription() const override;
	virtual const FAnimNode_SkeletalControlBase* GetNode() const override { return &Node; }
	//~ End UAnimGraphNode_SkeletalControlBase Interface

private:
	void ValidateRig(const USkeleton& Skeleton, FCompilerResultsLog& MessageLog);
	void ValidateInputs(FCompilerResultsLog& MessageLog);
};
