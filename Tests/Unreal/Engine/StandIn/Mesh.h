/* Skeletal meshes and their component: two buffers that are flipped, levels of detail that take bones away, morph
 * targets that are a frame late, physics that overwrites. */
#pragma once

#include "StandIn/World.h"

#include <thread>

typedef uint16 FBoneIndexType;
class UAnimInstance;
class USkeletalMesh;

struct FReferenceSkeleton {
    int32 GetNum() const
    {
        return Names.Num();
    }
    int32 FindBoneIndex(const FName &name) const
    {
        return name.IsNone() ? INDEX_NONE : Names.Find(name);
    }
    int32 GetParentIndex(int32 bone) const
    {
        return Parents[bone];
    }
    FName GetBoneName(int32 bone) const
    {
        return Names[bone];
    }
    const TArray<FTransform> &GetRefBonePose() const
    {
        return Pose;
    }
    void StandInAdd(FName name, int32 parent, const FTransform &pose)
    {
        check(parent < GetNum());
        Names.Add(name);
        Parents.Add(parent);
        Pose.Add(pose);
    }

  private:
    TArray<FName> Names;
    TArray<int32> Parents;
    TArray<FTransform> Pose;
};

namespace SmartName
{
typedef uint16 UID_Type;
static const UID_Type MaxUID = MAX_uint16;
} // namespace SmartName

class USkeleton : public UObject
{
    STANDIN_BODY(USkeleton, UObject)
    typedef SmartName::UID_Type AnimCurveUID;
    static const FName AnimCurveMappingName;
    const FReferenceSkeleton &GetReferenceSkeleton() const
    {
        return Reference;
    }
    SmartName::UID_Type GetUIDByName(const FName &container, const FName &name) const
    {
        int32 found = container == AnimCurveMappingName ? Curves.Find(name) : INDEX_NONE;
        return found == INDEX_NONE ? SmartName::MaxUID : static_cast<SmartName::UID_Type>(found);
    }
    FReferenceSkeleton Reference;
    TArray<FName> Curves;
};

class UMorphTarget : public UObject
{
    STANDIN_BODY(UMorphTarget, UObject)
    int32 StandInDeltas = 1; /* vertices that it moves */
};

struct FActiveMorphTarget {
    UMorphTarget *MorphTarget;
    int32 WeightIndex;
};

class USkeletalMesh : public UObject
{
    STANDIN_BODY(USkeletalMesh, UObject)
    FReferenceSkeleton RefSkeleton;
    TArray<UMorphTarget *> MorphTargets;
    TArray<TArray<FName>> StandInRemoved; /* for each level of detail */

    /* Drops those that move nothing. */
    void InitMorphTargets()
    {
        MorphTargets.RemoveAll([](UMorphTarget *target) { return target->StandInDeltas == 0; });
    }
    UMorphTarget *FindMorphTarget(FName name) const
    {
        for (UMorphTarget *target : MorphTargets)
            if (target->GetFName() == name)
                return target;
        return nullptr;
    }
    template <typename T> T *GetAssetUserData()
    {
        return static_cast<T *>(GetAssetUserDataOfClass(T::StaticClass()));
    }
    UAssetUserData *GetAssetUserDataOfClass(TSubclassOf<UAssetUserData> wanted)
    {
        for (UAssetUserData *data : AssetUserData)
            if (data->IsA(wanted))
                return data;
        return nullptr;
    }
    void AddAssetUserData(UAssetUserData *data)
    {
        RemoveUserDataOfClass(data->GetClass());
        AssetUserData.Add(data);
    }
    void RemoveUserDataOfClass(TSubclassOf<UAssetUserData> wanted)
    {
        AssetUserData.RemoveAll([wanted](UAssetUserData *data) { return data->IsA(wanted); });
    }

  protected:
    TArray<UAssetUserData *> AssetUserData;
};

struct FAnimationRuntime {
    static void AppendActiveMorphTargets(const USkeletalMesh *mesh, const TMap<FName, float> &values,
                                         TArray<FActiveMorphTarget> &active, TArray<float> &weights);
};

enum class EVisibilityBasedAnimTickOption : uint8 {
    AlwaysTickPoseAndRefreshBones,
    AlwaysTickPose,
    OnlyTickMontagesWhenNotRendered,
    OnlyTickPoseWhenRendered
};

class USkinnedMeshComponent : public USceneComponent
{
    STANDIN_BODY(USkinnedMeshComponent, USceneComponent)
    EVisibilityBasedAnimTickOption VisibilityBasedAnimTickOption = EVisibilityBasedAnimTickOption::AlwaysTickPose;
    uint8 bRecentlyRendered : 1; /* a bit, as in the engine: no reference to it */
    USkeletalMesh *SkeletalMesh = nullptr;
    TWeakObjectPtr<USkinnedMeshComponent> MasterPoseComponent;
    int32 PredictedLODLevel = 0;
    TArray<FActiveMorphTarget> ActiveMorphTargets;
    TArray<float> MorphTargetWeights;

    const TArray<FTransform> &GetComponentSpaceTransforms() const
    {
        return Buffers[CurrentRead];
    }
    TArray<FTransform> &GetEditableComponentSpaceTransforms()
    {
        return Buffers[CurrentEditable];
    }
    /* Without it both are the same. */
    void SetComponentSpaceTransformsDoubleBuffering(bool doubled)
    {
        CurrentEditable = doubled ? 1 - CurrentRead : CurrentRead;
    }
    const TArray<FTransform> &StandInLastFrame() const
    {
        return Buffers[CurrentEditable];
    }
    void SetMasterPoseComponent(USkinnedMeshComponent *master);
    void RefreshSlaveComponents();
    void InvalidateCachedBounds() {}
    FName GetBoneName(int32 bone) const
    {
        return SkeletalMesh->RefSkeleton.GetBoneName(bone);
    }
    int32 GetBoneIndex(FName name) const
    {
        return SkeletalMesh->RefSkeleton.FindBoneIndex(name);
    }
    FName GetParentBone(FName name) const
    {
        int32 parent = SkeletalMesh->RefSkeleton.GetParentIndex(GetBoneIndex(name));
        return parent != INDEX_NONE ? GetBoneName(parent) : FName();
    }
    FTransform GetBoneTransform(int32 bone) const
    {
        return GetComponentSpaceTransforms()[bone];
    }
    void SetScalarParameterValueOnMaterials(const FName name, const float value)
    {
        check(IsInGameThread());
        StandInParameters.Add(name, value);
        StandInParameterCalls++;
    }
    TMap<FName, float> StandInParameters;
    int32 StandInParameterCalls = 0, StandInSlaveRefreshes = 0;

  protected:
    bool bNeedToFlipSpaceBaseBuffers = false;
    void FlipEditableSpaceBases()
    {
        if (bNeedToFlipSpaceBaseBuffers)
            std::swap(CurrentRead, CurrentEditable);
        bNeedToFlipSpaceBaseBuffers = false;
    }
    TArray<FTransform> Buffers[2];
    int32 CurrentRead = 0, CurrentEditable = 1;
    TArray<TWeakObjectPtr<USkinnedMeshComponent>> SlavePoseComponents;
};

class USkeletalMeshComponent : public USkinnedMeshComponent
{
  public:
    typedef USkinnedMeshComponent Super;
    typedef USkeletalMeshComponent ThisClass;
    static UClass *StaticClass();
    explicit USkeletalMeshComponent(const FObjectInitializer &i = FObjectInitializer::Get());

    TArray<FBoneIndexType> RequiredBones;
    bool bNoSkeletonUpdate = false;
    bool bBlendPhysics = false;
    void SetSkeletalMesh(USkeletalMesh *mesh);
    void SetMorphTarget(FName name, float value, bool = true)
    {
        MorphTargetCurves.Add(name, value);
    }
    bool IsAnySimulatingPhysics() const
    {
        return bStandInSimulates;
    }
    bool bStandInSimulates = false;
    int32 StandInUpdateRate = 1; /* evaluated in every n-th frame only */
    UAnimInstance *GetAnimInstance() const
    {
        return StandInAnimInstance;
    }
    void UpdateKinematicBonesToAnim(const TArray<FTransform> &transforms, ETeleportType, bool)
    {
        StandInBodies = transforms;
    }
    virtual void TickComponent(float seconds, ELevelTick, FActorComponentTickFunction *) override;
    virtual void StandInEndPhysics() override;
    virtual void StandInComplete() override;
    ~USkeletalMeshComponent() override
    {
        check(!Task);
    }

    TArray<FTransform> StandInPose; /* the animation: local transforms that the graph begins with */
    UAnimInstance *StandInAnimInstance = nullptr;
    TArray<FTransform> StandInBodies;
    std::vector<std::function<void()>> StandInNotifies; /* fired in the next evaluation */
    TMap<FName, float> StandInCurves;                   /* of the last evaluation */
    int32 StandInEvaluations = 0;
    int32 StandInLOD = 0; /* the level that the next tick finds */

  private:
    void RecalcRequiredBones();
    struct FTask;
    void Evaluate(float seconds);
    void Finish(const TArray<FTransform> &locals);
    std::shared_ptr<FTask> Task; /* what the other thread works on */
    int32 Frame = 0;
    TMap<FName, float> MorphTargetCurves;
    TArray<FTransform> PendingPhysics;
    int32 EvaluatedLOD = -1;
};
