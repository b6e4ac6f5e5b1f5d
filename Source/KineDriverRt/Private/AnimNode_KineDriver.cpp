// Game thread: take program and requests. Any thread: bind, evaluate, give bones and curves.

#include "AnimNode_KineDriver.h"
#include "Animation/AnimInstance.h"
#include "Animation/AnimInstanceProxy.h"
#include "Animation/Skeleton.h"
#include "BonePose.h"
#include "Components/SkeletalMeshComponent.h"
#include "KineDriverAsset.h"
#include "KineDriverControl.h"
#include "KineDriverLog.h"

void FAnimNode_KineDriver::GatherDebugData(FNodeDebugData& DebugData)
{
	FString Line = DebugData.GetNodeName(this);
	AddDebugNodeData(Line);
	Line += FString::Printf(TEXT(" Rig: %s, %d joints, %d missing, influence %.2f"),
		Program.IsValid() ? *Program->GetRigName().ToString() : TEXT("none"),
		Runner.GetJoints().Num(), Runner.GetMissing().Num(), Runner.GetInfluence());
	DebugData.AddDebugItem(Line);
	ComponentPose.GatherDebugData(DebugData);
}

void FAnimNode_KineDriver::PreUpdate(const UAnimInstance* InAnimInstance)
{
	Program = Rig != nullptr ? Rig->GetProgram() : FKineDriverProgramPtr();
	const TSharedPtr<FKineDriverControl> Control = FKineDriverControl::Find(InAnimInstance->GetSkelMeshComponent());
	const uint32 Serial = Control.IsValid() ? Control->GetSerial() : 0;
	if (bHasInputs && Serial == ControlSerial)
	{
		return;
	}
	bHasInputs = true;
	ControlSerial = Serial;
	InputValues.Reset();
	for (const FKineDriverInputValue& Input : Inputs)
	{
		InputValues.Add(Input.Name, Input.Value);
	}
	if (Control.IsValid())
	{
		Fades = Control->GetFades();
		InputValues.Append(Control->GetInputs());
	}
}

void FAnimNode_KineDriver::SetInputs(const TArray<FKineDriverInputValue>& NewInputs)
{
	Inputs = NewInputs;
	bHasInputs = false;
}

void FAnimNode_KineDriver::ResetDynamics(ETeleportType InTeleportType)
{
	FAnimNode_SkeletalControlBase::ResetDynamics(InTeleportType);
	bResetPending = bResetPending || InTeleportType != ETeleportType::None;
}

void FAnimNode_KineDriver::UpdateInternal(const FAnimationUpdateContext& Context)
{
	FAnimNode_SkeletalControlBase::UpdateInternal(Context);
	// Several updates may come before an evaluation.
	PendingSeconds += Context.GetDeltaTime();
	Level = KineDriverConsole::OverrideLOD(Context.AnimInstanceProxy->GetLODLevel());
}

bool FAnimNode_KineDriver::IsValidToEvaluate(const USkeleton* Skeleton, const FBoneContainer& RequiredBones)
{
	return Program.IsValid() && KineDriverConsole::IsEnabled();
}

void FAnimNode_KineDriver::InitializeBoneReferences(const FBoneContainer& RequiredBones)
{
	// The bones may be others now; the program is bound to them, or once more, here or before it is evaluated.
	Bind(RequiredBones);
}

void FAnimNode_KineDriver::Bind(const FBoneContainer& RequiredBones)
{
	const FReferenceSkeleton& Skeleton = RequiredBones.GetReferenceSkeleton();
	TBitArray<> Present(false, Skeleton.GetNum());
	for (int32 Bone = 0; Bone < Skeleton.GetNum(); ++Bone)
	{
		Present[Bone] = RequiredBones.MakeCompactPoseIndex(FMeshPoseBoneIndex(Bone)).GetInt() != INDEX_NONE;
	}
	Runner.Bind(Program, Skeleton, Present);
	CompactBones.Reset();
	for (const FKineDriverRunner::FJoint& Joint : Runner.GetJoints())
	{
		CompactBones.Add(RequiredBones.MakeCompactPoseIndex(FMeshPoseBoneIndex(Joint.Bone)).GetInt());
	}
	ReportMissing(Skeleton);
}

void FAnimNode_KineDriver::ReportMissing(const FReferenceSkeleton& Skeleton)
{
	// What the skeleton lacks is a mistake and said once; what a level of detail took away is not.
	for (const FKineDriverMissing& Missing : Runner.GetMissing())
	{
		if ((Missing.bOtherParent || Skeleton.FindBoneIndex(Missing.Joint) == INDEX_NONE) && !ReportedJoints.Contains(Missing.Joint))
		{
			ReportedJoints.Add(Missing.Joint);
			UE_LOG(LogKineDriver, Warning, TEXT("Anim node with rig %s: joint '%s' %s; what depends on it is switched off."),
				*Program->GetRigName().ToString(), *Missing.Joint.ToString(),
				Missing.bOtherParent ? TEXT("has another parent in the skeleton") : TEXT("is not in the skeleton"));
		}
	}
}

void FAnimNode_KineDriver::EvaluateSkeletalControl_AnyThread(FComponentSpacePoseContext& Output, TArray<FBoneTransform>& OutBoneTransforms)
{
	SCOPE_CYCLE_COUNTER(STAT_KineDriver_Node);
	CSV_SCOPED_TIMING_STAT(KineDriver, AnimNode);
	if (Runner.GetProgram() != Program)
	{
		Bind(Output.Pose.GetPose().GetBoneContainer());
	}
	if (!Runner.IsBound())
	{
		return;
	}
	if (bResetPending)
	{
		Runner.Reset();
		bResetPending = false;
	}
	const TArray<FKineDriverRunner::FJoint>& Joints = Runner.GetJoints();
	for (int32 Index = 0; Index < Joints.Num(); ++Index)
	{
		Runner.SetLocal(Joints[Index], Output.Pose.GetLocalSpaceTransform(FCompactPoseBoneIndex(CompactBones[Index])));
	}
	Runner.Obey(Fades, InputValues);
	// The base class blends by alpha.
	Runner.Evaluate(PendingSeconds, Level, 1.0f);
	PendingSeconds = 0.0f;

	// Rising order of bones, so that a parent that was written stands before its children.
	for (int32 Index = 0; Index < Joints.Num(); ++Index)
	{
		if (!Joints[Index].bWritten)
		{
			continue;
		}
		const FCompactPoseBoneIndex Bone(CompactBones[Index]);
		const FCompactPoseBoneIndex Parent = Output.Pose.GetPose().GetParentBoneIndex(Bone);
		FTransform Transform = Runner.GetLocal(Joints[Index]);
		if (Parent.GetInt() != INDEX_NONE)
		{
			Transform = Transform * FindMoved(Output, OutBoneTransforms, Parent);
		}
		OutBoneTransforms.Add(FBoneTransform(Bone, Transform));
	}
	if (bOutputsAsCurves)
	{
		WriteCurves(Output);
	}
}

FTransform FAnimNode_KineDriver::FindMoved(FComponentSpacePoseContext& Output, const TArray<FBoneTransform>& Moved, FCompactPoseBoneIndex Bone)
{
	for (int32 Index = Moved.Num() - 1; Index >= 0; --Index)
	{
		if (Moved[Index].BoneIndex == Bone)
		{
			return Moved[Index].Transform;
		}
	}
	// Not written itself: it follows the nearest bone above it that was.
	const FCompactPoseBoneIndex Parent = Output.Pose.GetPose().GetParentBoneIndex(Bone);
	if (Moved.Num() == 0 || Parent.GetInt() == INDEX_NONE)
	{
		return Output.Pose.GetComponentSpaceTransform(Bone);
	}
	return Output.Pose.GetLocalSpaceTransform(Bone) * FindMoved(Output, Moved, Parent);
}

void FAnimNode_KineDriver::WriteCurves(FComponentSpacePoseContext& Output) const
{
	const USkeleton* Skeleton = Output.AnimInstanceProxy->GetSkeleton();
	const TArray<FKineDriverProgram::FExternal>& Outputs = Program->GetOutputs();
	for (int32 Index = 0; Skeleton != nullptr && Index < Outputs.Num(); ++Index)
	{
		const SmartName::UID_Type Curve = Skeleton->GetUIDByName(USkeleton::AnimCurveMappingName, Outputs[Index].Name);
		if (Curve != SmartName::MaxUID)
		{
			Output.Curve.Set(Curve, FMath::Lerp(Outputs[Index].Initial, Runner.GetOutputs()[Index], ActualAlpha));
		}
	}
}
