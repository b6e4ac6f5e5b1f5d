// Binds programs to bones and calls the core.

#include "KineDriverRunner.h"
#include "KineDriverLog.h"
#include "ReferenceSkeleton.h"
#include "kinedriver/eval.h"
#include "kinedriver/math.h"

static_assert(sizeof(kd_transform) == 10 * sizeof(float), "A pose is an array of plain floats.");

FKineDriverRunner::FKineDriverRunner() = default;
FKineDriverRunner::~FKineDriverRunner() = default;

FKineDriverRunner::FKineDriverRunner(const FKineDriverRunner& Other)
	: FKineDriverRunner()
{
}

FKineDriverRunner& FKineDriverRunner::operator=(const FKineDriverRunner& Other)
{
	Unbind();
	return *this;
}

void FKineDriverRunner::Bind(const FKineDriverProgramPtr& InProgram, const FReferenceSkeleton& Skeleton, const TBitArray<>& Present)
{
	if (!InProgram.IsValid())
	{
		Unbind();
		return;
	}
	const bool bKeepState = Instance != nullptr && Program == InProgram;
	Program = InProgram;
	const kd_program* Core = Program->Get();

	if (!bKeepState)
	{
		Pose.SetNumUninitialized(Program->GetJoints().Num());
		for (kd_transform& Transform : Pose)
		{
			Transform = kd_transform_identity();
		}
		Before = Pose;
		BindingMemory.SetNumZeroed(static_cast<int32>(kd_binding_size(Core)));
		InstanceMemory.SetNumZeroed(static_cast<int32>(kd_instance_size(Core, 1)));
		Inputs.Reset();
		for (const FKineDriverProgram::FExternal& Input : Program->GetInputs())
		{
			Inputs.Add(Input.Initial);
		}
		Outputs.Reset();
		for (const FKineDriverProgram::FExternal& Output : Program->GetOutputs())
		{
			Outputs.Add(Output.Initial);
		}
		ObeyedSerial = 0;
		bHasObeyed = false;
	}
	FindJoints(Skeleton, Present);
	FindMoves(Skeleton, Present);
	if (bKeepState)
	{
		kd_instance_rebind(Instance, Binding);
	}
	else
	{
		Instance = kd_instance_init(InstanceMemory.GetData(), Binding, 1);
	}
}

void FKineDriverRunner::FindJoints(const FReferenceSkeleton& Skeleton, const TBitArray<>& Present)
{
	const kd_program* Core = Program->Get();
	const TArray<FKineDriverProgram::FJoint>& Wanted = Program->GetJoints();

	// The core compares names to the letter, the engine does not: the engine finds the bones, and the core is given its own spelling.
	TArray<int32> Bones;
	for (const FKineDriverProgram::FJoint& Joint : Wanted)
	{
		const int32 Bone = Skeleton.FindBoneIndex(Joint.Name);
		Bones.Add(Present.IsValidIndex(Bone) && Present[Bone] ? Bone : INDEX_NONE);
	}
	TArray<kd_joint> CoreJoints;
	for (int32 Index = 0; Index < Wanted.Num(); ++Index)
	{
		const bool bFound = Bones[Index] != INDEX_NONE;
		const int32 Parent = bFound ? Skeleton.GetParentIndex(Bones[Index]) : INDEX_NONE;
		kd_joint Joint;
		FMemory::Memzero(&Joint, sizeof(Joint));
		Joint.name = bFound ? kd_program_joint_name(Core, Index) : "";
		Joint.parent = Parent != INDEX_NONE ? Bones.Find(Parent) : KD_NO_JOINT;
		Joint.rest = kd_transform_identity();
		CoreJoints.Add(Joint);
	}
	const kd_skeleton CoreSkeleton = { CoreJoints.GetData(), CoreJoints.Num() };
	Binding = kd_binding_init(BindingMemory.GetData(), Core, &CoreSkeleton);

	Joints.Reset();
	Missing.Reset();
	for (int32 Index = 0; Index < Wanted.Num(); ++Index)
	{
		const kd_binding_state State = kd_binding_joint_state(Binding, Index);
		if (State != KD_BINDING_FOUND)
		{
			FKineDriverMissing Lack;
			Lack.Joint = Wanted[Index].Name;
			Lack.bOtherParent = State == KD_BINDING_OTHER_PARENT;
			Missing.Add(Lack);
			continue;
		}
		FJoint Joint;
		Joint.Bone = Bones[Index];
		Joint.Joint = Index;
		Joint.bRoot = Skeleton.GetParentIndex(Joint.Bone) == INDEX_NONE;
		Joint.bWritten = Wanted[Index].bWritten;
		Joints.Add(Joint);
	}
	Joints.Sort([](const FJoint& A, const FJoint& B) { return A.Bone < B.Bone; });
}

void FKineDriverRunner::FindMoves(const FReferenceSkeleton& Skeleton, const TBitArray<>& Present)
{
	// Parents come before children, and joints are in the order of bones: one walk down the skeleton.
	Moves.Reset();
	TBitArray<> Moved(false, Skeleton.GetNum());
	int32 Next = 0;
	for (int32 Bone = 0; Bone < Skeleton.GetNum(); ++Bone)
	{
		while (Next < Joints.Num() && (Joints[Next].Bone < Bone || !Joints[Next].bWritten))
		{
			++Next;
		}
		FMove Move;
		Move.Bone = Bone;
		Move.Parent = Skeleton.GetParentIndex(Bone);
		Move.Joint = Next < Joints.Num() && Joints[Next].Bone == Bone ? Next : INDEX_NONE;
		const bool bFollows = Move.Parent != INDEX_NONE && Moved[Move.Parent] && Present.IsValidIndex(Bone) && Present[Bone];
		if (Move.Joint != INDEX_NONE || bFollows)
		{
			Moved[Bone] = true;
			Moves.Add(Move);
		}
	}
}

void FKineDriverRunner::Unbind()
{
	Instance = nullptr;
	Binding = nullptr;
	Program.Reset();
	Joints.Reset();
	Moves.Reset();
	Missing.Reset();
	Inputs.Reset();
	Outputs.Reset();
}

void FKineDriverRunner::SetLocal(const FJoint& Joint, const FTransform& Local)
{
	Program->GetAxes().ToCore(Local, Joint.bRoot, Pose[Joint.Joint]);
}

FTransform FKineDriverRunner::GetLocal(const FJoint& Joint) const
{
	return Program->GetAxes().FromCore(Pose[Joint.Joint], Joint.bRoot);
}

void FKineDriverRunner::ObeyFade(const FKineDriverFade& Fade, float Seconds)
{
	switch (Fade.Part)
	{
	case EKineDriverPart::Rig:
		if (Fade.Name.IsNone() || Fade.Name == Program->GetRigName())
		{
			kd_instance_fade_rig(Instance, 0, Fade.Influence, Seconds);
		}
		break;
	case EKineDriverPart::Group:
	{
		const int32 Group = Program->GetGroups().Find(Fade.Name);
		if (Group != INDEX_NONE)
		{
			kd_instance_fade_group(Instance, 0, Group, Fade.Influence, Seconds);
		}
		break;
	}
	case EKineDriverPart::Node:
	{
		const int32 Node = Program->GetNodes().Find(Fade.Name);
		if (Node != INDEX_NONE)
		{
			kd_instance_fade_node(Instance, 0, Node, Fade.Influence, Seconds);
		}
		break;
	}
	}
}

void FKineDriverRunner::Obey(const TArray<FKineDriverFade>& Fades, const TMap<FName, float>& InputValues)
{
	if (!IsBound())
	{
		return;
	}
	uint32 Latest = ObeyedSerial;
	for (const FKineDriverFade& Fade : Fades)
	{
		if (Fade.Serial > ObeyedSerial)
		{
			// Whoever joins later finds things as they are, not on the way there.
			ObeyFade(Fade, bHasObeyed ? Fade.Seconds : 0.0f);
			Latest = FMath::Max(Latest, Fade.Serial);
		}
	}
	ObeyedSerial = Latest;
	bHasObeyed = true;

	const TArray<FKineDriverProgram::FExternal>& Known = Program->GetInputs();
	for (int32 Index = 0; Index < Known.Num(); ++Index)
	{
		const float* Value = InputValues.Find(Known[Index].Name);
		Inputs[Index] = Value != nullptr ? *Value : Known[Index].Initial;
	}
}

void FKineDriverRunner::Evaluate(float Seconds, int32 Level, float Alpha)
{
	if (!IsBound())
	{
		return;
	}
	SCOPE_CYCLE_COUNTER(STAT_KineDriver_Evaluate);
	INC_DWORD_STAT(STAT_KineDriver_Rigs);
	const bool bBlend = Alpha < 1.0f;
	if (bBlend)
	{
		FMemory::Memcpy(Before.GetData(), Pose.GetData(), Pose.Num() * sizeof(kd_transform));
	}

	kd_transform* const Poses[1] = { Pose.GetData() };
	const float* const AllInputs[1] = { Inputs.GetData() };
	float* const AllOutputs[1] = { Outputs.GetData() };
	kd_eval_job Job = kd_eval_job_default(Instance);
	Job.poses = Poses;
	Job.inputs = AllInputs;
	Job.outputs = AllOutputs;
	Job.seconds = FMath::Max(Seconds, 0.0f);
	Job.lod = Level;
	kd_eval_run(&Job);

	if (bBlend)
	{
		const float Amount = FMath::Max(Alpha, 0.0f);
		for (const FJoint& Joint : Joints)
		{
			if (Joint.bWritten)
			{
				Pose[Joint.Joint] = kd_transform_lerp(Before[Joint.Joint], Pose[Joint.Joint], Amount);
			}
		}
		for (int32 Index = 0; Index < Outputs.Num(); ++Index)
		{
			Outputs[Index] = FMath::Lerp(Program->GetOutputs()[Index].Initial, Outputs[Index], Amount);
		}
	}
}

void FKineDriverRunner::Reset()
{
	if (IsBound())
	{
		kd_instance_reset(Instance, 0);
	}
}

float FKineDriverRunner::GetInfluence() const
{
	return IsBound() ? kd_instance_rig_influence(Instance, 0) : 0.0f;
}

void FKineDriverRunner::GatherProbes(TArray<FKineDriverProbe>& OutProbes) const
{
	if (!IsBound())
	{
		return;
	}
	for (int32 Node = 0; Node < Program->GetNodes().Num(); ++Node)
	{
		kd_probe Probe;
		for (int32 Index = 0; kd_instance_probe(Instance, 0, Node, Index, &Probe); ++Index)
		{
			FKineDriverProbe Out;
			Out.Node = Program->GetNodes()[Node];
			Out.Port = UTF8_TO_TCHAR(Probe.name);
			Out.Values.Append(Probe.value, Probe.width);
			OutProbes.Add(Out);
		}
	}
}
