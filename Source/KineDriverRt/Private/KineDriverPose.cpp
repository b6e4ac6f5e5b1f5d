// Copies a rig's joints in, runs it, copies what it moved out.

#include "KineDriverPose.h"
#include "KineDriverLog.h"
#include "KineDriverRunner.h"
#include "ReferenceSkeleton.h"

namespace
{
	FTransform Relative(const TArray<FTransform>& Transforms, int32 Bone, int32 Parent)
	{
		return Parent != INDEX_NONE ? Transforms[Bone].GetRelativeTransform(Transforms[Parent]) : Transforms[Bone];
	}
}

int32 FKineDriverPose::FindBone(FName Name) const
{
	return Skeleton.FindBoneIndex(Name);
}

int32 FKineDriverPose::GetParent(int32 Bone) const
{
	return Skeleton.GetParentIndex(Bone);
}

FTransform FKineDriverPose::GetLocal(int32 Bone) const
{
	return Relative(Transforms, Bone, Skeleton.GetParentIndex(Bone));
}

void FKineDriverPose::SetComponentSpace(int32 Bone, const FTransform& Transform)
{
	if (!IsPresent(Bone))
	{
		return;
	}
	// Everything below moves as if it were fixed to the bone.
	const FTransform Old = Transforms[Bone];
	TBitArray<> Moved(false, Transforms.Num());
	Moved[Bone] = true;
	Transforms[Bone] = Transform;
	for (int32 Index = Bone + 1; Index < Transforms.Num(); ++Index)
	{
		const int32 Parent = Skeleton.GetParentIndex(Index);
		if (Parent != INDEX_NONE && Moved[Parent])
		{
			Moved[Index] = true;
			if (IsPresent(Index))
			{
				Transforms[Index] = Transforms[Index].GetRelativeTransform(Old) * Transform;
			}
		}
	}
}

void FKineDriverPose::Run(FKineDriverRunner& Runner, float Seconds, int32 Level, float Alpha)
{
	CopyIn(Runner);
	Runner.Evaluate(Seconds, Level, Alpha);
	CopyOut(Runner);
}

void FKineDriverPose::CopyIn(FKineDriverRunner& Runner) const
{
	SCOPE_CYCLE_COUNTER(STAT_KineDriver_CopyIn);
	for (const FKineDriverRunner::FJoint& Joint : Runner.GetJoints())
	{
		Runner.SetLocal(Joint, GetLocal(Joint.Bone));
	}
}

void FKineDriverPose::CopyOut(const FKineDriverRunner& Runner)
{
	SCOPE_CYCLE_COUNTER(STAT_KineDriver_CopyOut);
	// Parents come before children, and joints are in the order of bones: one walk down the skeleton from the first joint that was written.
	const TArray<FKineDriverRunner::FJoint>& Joints = Runner.GetJoints();
	int32 Next = 0;
	while (Next < Joints.Num() && !Joints[Next].bWritten)
	{
		++Next;
	}
	if (Next == Joints.Num())
	{
		return;
	}
	const int32 First = Joints[Next].Bone;
	TArray<FTransform, TInlineAllocator<128>> Old;
	TBitArray<> Moved(false, Transforms.Num());
	Old.Append(Transforms.GetData() + First, Transforms.Num() - First);
	for (int32 Bone = First; Bone < Transforms.Num(); ++Bone)
	{
		while (Next < Joints.Num() && (Joints[Next].Bone < Bone || !Joints[Next].bWritten))
		{
			++Next;
		}
		const int32 Parent = Skeleton.GetParentIndex(Bone);
		if (Next < Joints.Num() && Joints[Next].Bone == Bone)
		{
			const FTransform Local = Runner.GetLocal(Joints[Next]);
			Transforms[Bone] = Parent != INDEX_NONE ? Local * Transforms[Parent] : Local;
			Moved[Bone] = true;
		}
		else if (Parent != INDEX_NONE && Moved[Parent])
		{
			Moved[Bone] = true;
			if (IsPresent(Bone))
			{
				Transforms[Bone] = Transforms[Bone].GetRelativeTransform(Old[Parent - First]) * Transforms[Parent];
			}
		}
	}
}
