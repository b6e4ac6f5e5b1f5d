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
	TBitArray<TInlineAllocator<32>> Moved(false, Transforms.Num()); // on the stack up to 1,024 bones
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
	for (FKineDriverRunner::FMove& Move : Runner.GetMoves())
	{
		if (Move.Joint == INDEX_NONE)
		{
			Move.Local = Relative(Transforms, Move.Bone, Move.Parent);
		}
	}
}

void FKineDriverPose::CopyOut(FKineDriverRunner& Runner)
{
	SCOPE_CYCLE_COUNTER(STAT_KineDriver_CopyOut);
	for (const FKineDriverRunner::FMove& Move : Runner.GetMoves())
	{
		const FTransform Local = Move.Joint != INDEX_NONE ? Runner.GetLocal(Runner.GetJoints()[Move.Joint]) : Move.Local;
		Transforms[Move.Bone] = Move.Parent != INDEX_NONE ? Local * Transforms[Move.Parent] : Local;
	}
}
