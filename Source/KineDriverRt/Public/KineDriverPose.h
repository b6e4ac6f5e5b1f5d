// A pose in component space that rigs and other systems change one after the other.

#pragma once

#include "CoreMinimal.h"
#include "Containers/BitArray.h"

struct FReferenceSkeleton;
class FKineDriverRunner;

class KINEDRIVERRT_API FKineDriverPose
{
public:
	/** Both must outlive the pose. Present tells which bones are there at this level of detail: only those may be touched. */
	FKineDriverPose(const FReferenceSkeleton& InSkeleton, const TBitArray<>& InPresent, TArray<FTransform>& InTransforms)
		: Skeleton(InSkeleton), Present(InPresent), Transforms(InTransforms)
	{
	}

	int32 GetNumBones() const { return Transforms.Num(); }
	int32 FindBone(FName Name) const;
	int32 GetParent(int32 Bone) const;

	/** False for a bone that the level of detail took away, or that does not exist. */
	bool IsPresent(int32 Bone) const { return Present.IsValidIndex(Bone) && Present[Bone] && Transforms.IsValidIndex(Bone); }

	const FTransform& GetComponentSpace(int32 Bone) const { return Transforms[Bone]; }
	FTransform GetLocal(int32 Bone) const;

	/** Moves a bone; those below it follow. A bone that is not present is left alone. */
	void SetComponentSpace(int32 Bone, const FTransform& Transform);

	/** Runs a rig on this pose: copies its joints in, evaluates, copies what it moved out. */
	void Run(FKineDriverRunner& Runner, float Seconds, int32 Level, float Alpha);
	void CopyIn(FKineDriverRunner& Runner) const;
	void CopyOut(FKineDriverRunner& Runner);

private:
	const FReferenceSkeleton& Skeleton;
	const TBitArray<>& Present;
	TArray<FTransform>& Transforms;
};
