// Opens programs and turns their names into the engine's once, so that nothing per frame touches text.

#include "KineDriverProgram.h"
#include "kinedriver/program.h"

namespace
{
	FName MakeName(const char* Text)
	{
		return FName(UTF8_TO_TCHAR(Text));
	}

	FKineDriverProgram::FExternal MakeExternal(const kd_external_info& Info)
	{
		FKineDriverProgram::FExternal External;
		External.Name = MakeName(Info.name);
		External.Kind = Info.kind == KD_EXTERNAL_MORPH ? EKineDriverOutput::Morph
			: Info.kind == KD_EXTERNAL_MATERIAL ? EKineDriverOutput::Material
			: EKineDriverOutput::Value;
		External.Initial = Info.initial;
		External.Min = Info.min;
		External.Max = Info.max;
		return External;
	}
}

FKineDriverProgramPtr FKineDriverProgram::Open(const TArray<uint8>& Bytes, const FKineDriverAxes& Axes, FString& OutError)
{
	TSharedPtr<FKineDriverProgram, ESPMode::ThreadSafe> Program(new FKineDriverProgram());
	Program->Data.Append(Bytes.GetData(), Bytes.Num());
	Program->Axes = Axes;

	kd_error Error;
	FMemory::Memzero(&Error, sizeof(Error));
	Program->Core = kd_program_open(Program->Data.GetData(), static_cast<size_t>(Program->Data.Num()), &Error);
	if (Program->Core == nullptr)
	{
		OutError = UTF8_TO_TCHAR(Error.text);
		return FKineDriverProgramPtr();
	}
	Program->CollectNames();
	return Program;
}

uint64 FKineDriverProgram::GetContentHash() const
{
	return kd_program_content_hash(Core);
}

void FKineDriverProgram::CollectNames()
{
	RigName = MakeName(kd_program_rig_name(Core));
	for (int32 Index = 0; Index < kd_program_joint_count(Core); ++Index)
	{
		FJoint Joint;
		Joint.Name = MakeName(kd_program_joint_name(Core, Index));
		Joint.Parent = kd_program_joint_parent(Core, Index);
		Joint.bWritten = kd_program_joint_writes(Core, Index) != 0;
		Joints.Add(Joint);
	}
	for (int32 Index = 0; Index < kd_program_input_count(Core); ++Index)
	{
		Inputs.Add(MakeExternal(kd_program_input(Core, Index)));
	}
	for (int32 Index = 0; Index < kd_program_output_count(Core); ++Index)
	{
		Outputs.Add(MakeExternal(kd_program_output(Core, Index)));
	}
	for (int32 Index = 0; Index < kd_program_group_count(Core); ++Index)
	{
		Groups.Add(MakeName(kd_program_group_name(Core, Index)));
	}
	for (int32 Index = 0; Index < kd_program_node_count(Core); ++Index)
	{
		Nodes.Add(MakeName(kd_program_node_name(Core, Index)));
	}
}
