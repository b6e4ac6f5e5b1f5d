// A rig's program as the engine side sees it: verified, immutable, shared by any number of threads.

#pragma once

#include "CoreMinimal.h"
#include "KineDriverBridge.h"

struct kd_program;

/** What an external output drives. The order is that of the core. */
enum class EKineDriverOutput : uint8
{
	Value,
	Morph,
	Material,
};

class FKineDriverProgram;
typedef TSharedPtr<const FKineDriverProgram, ESPMode::ThreadSafe> FKineDriverProgramPtr;

class KINEDRIVERRT_API FKineDriverProgram
{
public:
	struct FJoint
	{
		FName Name;
		/** Index of the joint, or INDEX_NONE where the parent does not matter. */
		int32 Parent;
		bool bWritten;
	};

	struct FExternal
	{
		FName Name;
		EKineDriverOutput Kind;
		float Initial;
		float Min;
		float Max;
	};

	/** Verifies the bytes and takes them over; null, and why, if they are no program. */
	static FKineDriverProgramPtr Open(const TArray<uint8>& Bytes, const FKineDriverAxes& Axes, FString& OutError);

	const kd_program* Get() const { return Core; }
	const FKineDriverAxes& GetAxes() const { return Axes; }
	FName GetRigName() const { return RigName; }
	uint64 GetContentHash() const;

	const TArray<FJoint>& GetJoints() const { return Joints; }
	const TArray<FExternal>& GetInputs() const { return Inputs; }
	const TArray<FExternal>& GetOutputs() const { return Outputs; }
	const TArray<FName>& GetGroups() const { return Groups; }
	const TArray<FName>& GetNodes() const { return Nodes; }

private:
	FKineDriverProgram() = default;
	void CollectNames();

	/** The core wants a multiple of 8. */
	TArray<uint8, TAlignedHeapAllocator<16>> Data;
	const kd_program* Core = nullptr;
	FKineDriverAxes Axes;
	FName RigName;
	TArray<FJoint> Joints;
	TArray<FExternal> Inputs;
	TArray<FExternal> Outputs;
	TArray<FName> Groups;
	TArray<FName> Nodes;
};
