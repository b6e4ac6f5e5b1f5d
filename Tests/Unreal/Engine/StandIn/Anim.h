/* Animation graphs: contexts, poses, the base of skeletal controls, notifies. Evaluation plays on another thread. */
#pragma once

#include "StandIn/Mesh.h"

class UAnimInstance;
class UAnimSequenceBase;
struct FAnimNode_Base;

struct FCompactPoseBoneIndex {
    explicit FCompactPoseBoneIndex(int32 index) : Index(index) {}
    int32 GetInt() const
    {
        return Index;
    }
    bool operator==(const FCompactPoseBoneIndex &o) const
    {
        return Index == o.Index;
    }

  private:
    int32 Index;
};
struct FMeshPoseBoneIndex {
    explicit FMeshPoseBoneIndex(int32 index) : Index(index) {}
    int32 Index;
};

/* Bones that are there, numbered anew without gaps. */
class FBoneContainer
{
  public:
    void StandInInit(const FReferenceSkeleton &skeleton, const TArray<FBoneIndexType> &required);
    const FReferenceSkeleton &GetReferenceSkeleton() const
    {
        return *Skeleton;
    }
    FCompactPoseBoneIndex MakeCompactPoseIndex(const FMeshPoseBoneIndex &bone) const
    {
        return FCompactPoseBoneIndex(Compact[bone.Index]);
    }
    FCompactPoseBoneIndex GetParentBoneIndex(const FCompactPoseBoneIndex &bone) const
    {
        int32 parent = Skeleton->GetParentIndex(Bones[bone.GetInt()]);
        return FCompactPoseBoneIndex(parent == INDEX_NONE ? INDEX_NONE : Compact[parent]);
    }
    TArray<int32> Bones, Compact;

  private:
    const FReferenceSkeleton *Skeleton = nullptr;
};

struct FCompactPose {
    const FBoneContainer &GetBoneContainer() const
    {
        return *Container;
    }
    FCompactPoseBoneIndex GetParentBoneIndex(const FCompactPoseBoneIndex &bone) const
    {
        return Container->GetParentBoneIndex(bone);
    }
    const FBoneContainer *Container = nullptr;
};

struct FBoneTransform {
    FBoneTransform(FCompactPoseBoneIndex bone, const FTransform &transform) : BoneIndex(bone), Transform(transform) {}
    FCompactPoseBoneIndex BoneIndex;
    FTransform Transform;
};

template <typename PoseType> struct FCSPose {
    const PoseType &GetPose() const
    {
        return Pose;
    }
    FTransform GetLocalSpaceTransform(FCompactPoseBoneIndex bone)
    {
        return Locals[bone.GetInt()];
    }
    FTransform GetComponentSpaceTransform(FCompactPoseBoneIndex bone)
    {
        FCompactPoseBoneIndex parent = Pose.GetParentBoneIndex(bone);
        const FTransform &local = Locals[bone.GetInt()];
        return parent.GetInt() == INDEX_NONE ? local : local * GetComponentSpaceTransform(parent);
    }
    PoseType Pose;
    TArray<FTransform> Locals;
};

struct FBlendedCurve {
    void Set(SmartName::UID_Type id, float value)
    {
        Values[id] = value;
    }
    std::map<SmartName::UID_Type, float> Values;
};

struct FAnimInstanceProxy {
    USkeleton *GetSkeleton() const
    {
        return Skeleton;
    }
    int32 GetLODLevel() const
    {
        return LOD;
    }
    USkeleton *Skeleton = nullptr;
    int32 LOD = 0;
};

struct FAnimationBaseContext {
    FAnimInstanceProxy *AnimInstanceProxy = nullptr;
};
struct FAnimationUpdateContext : FAnimationBaseContext {
    float GetDeltaTime() const
    {
        return DeltaTime;
    }
    float DeltaTime = 0;
};
struct FAnimationCacheBonesContext : FAnimationBaseContext {
};
struct FAnimationInitializeContext : FAnimationBaseContext {
};
struct FComponentSpacePoseContext : FAnimationBaseContext {
    FCSPose<FCompactPose> Pose;
    FBlendedCurve Curve;
};

struct FNodeDebugData {
    FString GetNodeName(FAnimNode_Base *) const
    {
        return TEXT("Node");
    }
    void AddDebugItem(const FString &line)
    {
        Lines.Add(line);
    }
    TArray<FString> Lines;
};

struct FAnimNode_Base {
    virtual ~FAnimNode_Base() {}
    virtual void GatherDebugData(FNodeDebugData &) {}
    virtual bool HasPreUpdate() const
    {
        return false;
    }
    virtual void PreUpdate(const UAnimInstance *) {}
    virtual bool NeedsDynamicReset() const
    {
        return false;
    }
    virtual void ResetDynamics(ETeleportType) {}
    virtual void CacheBones_AnyThread(const FAnimationCacheBonesContext &) {}
    virtual void Update_AnyThread(const FAnimationUpdateContext &) {}
    virtual void EvaluateComponentSpace_AnyThread(FComponentSpacePoseContext &) {}
};

struct FComponentSpacePoseLink {
    void GatherDebugData(FNodeDebugData &) {}
};

struct FAnimNode_SkeletalControlBase : FAnimNode_Base {
    FComponentSpacePoseLink ComponentPose;
    int32 LODThreshold = INDEX_NONE;
    float ActualAlpha = 0;
    float Alpha = 1;
    const FBoneContainer *StandInBones = nullptr;
    void CacheBones_AnyThread(const FAnimationCacheBonesContext &) override
    {
        InitializeBoneReferences(*StandInBones);
    }
    void Update_AnyThread(const FAnimationUpdateContext &context) final;
    void EvaluateComponentSpace_AnyThread(FComponentSpacePoseContext &output) final;

  protected:
    virtual void UpdateInternal(const FAnimationUpdateContext &) {}
    virtual void EvaluateSkeletalControl_AnyThread(FComponentSpacePoseContext &, TArray<FBoneTransform> &) {}
    virtual bool IsValidToEvaluate(const USkeleton *, const FBoneContainer &)
    {
        return false;
    }
    virtual void InitializeBoneReferences(const FBoneContainer &) {}
    void AddDebugNodeData(FString &line)
    {
        line += FString::Printf(TEXT("Alpha: %.1f%%"), ActualAlpha * 100.0);
    }
};

/* One skeletal control after the other. */
class UAnimInstance : public UObject
{
    STANDIN_BODY(UAnimInstance, UObject)
    USkeletalMeshComponent *GetSkelMeshComponent() const
    {
        return Cast<USkeletalMeshComponent>(GetOuter());
    }
    TArray<FAnimNode_SkeletalControlBase *> StandInNodes;
    FAnimInstanceProxy Proxy;
};

class UAnimNotify : public UObject
{
    STANDIN_BODY(UAnimNotify, UObject)
    virtual void Notify(USkeletalMeshComponent *, UAnimSequenceBase *) {}
    virtual FString GetNotifyName_Implementation() const
    {
        return FString();
    }
};

class UAnimNotifyState : public UObject
{
    STANDIN_BODY(UAnimNotifyState, UObject)
    virtual void NotifyBegin(USkeletalMeshComponent *, UAnimSequenceBase *, float) {}
    virtual void NotifyTick(USkeletalMeshComponent *, UAnimSequenceBase *, float) {}
    virtual void NotifyEnd(USkeletalMeshComponent *, UAnimSequenceBase *) {}
    virtual FString GetNotifyName_Implementation() const
    {
        return FString();
    }
};
