// One rig on one skeleton: what component and anim node have in common. It touches no UObject, so that it may run on any thread, one at a
// time; binding allocates, evaluation does not.

#pragma once

#include "CoreMinimal.h"
#include "Containers/BitArray.h"
#include "KineDriverControl.h"
#include "KineDriverProgram.h"

struct FReferenceSkeleton;
struct kd_binding;
struct kd_instance;
struct kd_transform;

/** Something that a rig wanted and the mesh does not have. */
struct FKineDriverMissing
{
	FName Joint;
	/** The mesh has the joint, but below another parent. */
	bool bOtherParent = false;
};

/** A value of a node in the last evaluation. */
struct FKineDriverProbe
{
	FName Node;
	FString Port;
	TArray<float> Values;
};

class KINEDRIVERRT_API FKineDriverRunner
{
public:
	/** A joint that both the rig and the mesh have. */
	struct FJoint
	{
		int32 Bone = INDEX_NONE;
		int32 Joint = INDEX_NONE;
		bool bRoot = false;
		bool bWritten = false;
	};

	/** A bone that the rig moves: a joint that it writes, or a bone below one, which keeps its place there. */
	struct FMove
	{
		int32 Bone = INDEX_NONE;
		int32 Parent = INDEX_NONE;
		/** Index in the joints; none if the bone only follows. */
		int32 Joint = INDEX_NONE;
		/** Where a bone that only follows stood on its parent before the evaluation. */
		FTransform Local;
	};

	FKineDriverRunner();
	~FKineDriverRunner();

	/** A copy is not bound: anim nodes are copied from their class's default object. */
	FKineDriverRunner(const FKineDriverRunner& Other);
	FKineDriverRunner& operator=(const FKineDriverRunner& Other);

	/**
	 * Finds the rig's joints among the bones of which Present tells that they are there at this level of detail. The same program once
	 * more keeps what fades and follows in time.
	 */
	void Bind(const FKineDriverProgramPtr& InProgram, const FReferenceSkeleton& Skeleton, const TBitArray<>& Present);
	void Unbind();

	bool IsBound() const { return Instance != nullptr; }
	const FKineDriverProgramPtr& GetProgram() const { return Program; }

	/** Joints in rising order of bones. */
	const TArray<FJoint>& GetJoints() const { return Joints; }
	/** Parents before children. */
	TArray<FMove>& GetMoves() { return Moves; }
	const TArray<FKineDriverMissing>& GetMissing() const { return Missing; }

	/** Local transform of a joint, in the engine's space: set before, read after the evaluation. */
	void SetLocal(const FJoint& Joint, const FTransform& Local);
	FTransform GetLocal(const FJoint& Joint) const;

	/** Obeys requests that came since the last call. */
	void Obey(const TArray<FKineDriverFade>& Fades, const TMap<FName, float>& InputValues);

	/** Alpha blends joints and outputs between what was set and what the rig gives. */
	void Evaluate(float Seconds, int32 Level, float Alpha);

	/** What follows in time jumps to its place next time. */
	void Reset();

	/** By index in the program's inputs. */
	const TArray<float>& GetInputs() const { return Inputs; }

	/** By index in the program's outputs. */
	const TArray<float>& GetOutputs() const { return Outputs; }

	/** 0 to 1: how far the whole rig is switched on. */
	float GetInfluence() const;

	/** Values of all ports; empty unless the rig was imported with them. */
	void GatherProbes(TArray<FKineDriverProbe>& OutProbes) const;

private:
	void FindJoints(const FReferenceSkeleton& Skeleton, const TBitArray<>& Present);
	void FindMoves(const FReferenceSkeleton& Skeleton, const TBitArray<>& Present);
	void ObeyFade(const FKineDriverFade& Fade, float Seconds);

	FKineDriverProgramPtr Program;
	TArray<FJoint> Joints;
	TArray<FMove> Moves;
	TArray<FKineDriverMissing> Missing;
	TArray<float> Inputs;
	TArray<float> Outputs;
	/** By the program's joint. */
	TArray<kd_transform> Pose;
	/** What was set, for Alpha. */
	TArray<kd_transform> Before;
	TArray<uint8, TAlignedHeapAllocator<16>> BindingMemory;
	TArray<uint8, TAlignedHeapAllocator<32>> InstanceMemory;
	kd_binding* Binding = nullptr;
	kd_instance* Instance = nullptr;
	uint32 ObeyedSerial = 0;
	bool bHasObeyed = false;
};
