// The skeletal mesh component of the stand-in: what happens in its tick, and what does not.
#include "StandIn/Anim.h"

const FName USkeleton::AnimCurveMappingName("AnimationCurves");

void FAnimationRuntime::AppendActiveMorphTargets(const USkeletalMesh *mesh, const TMap<FName, float> &values,
                                                 TArray<FActiveMorphTarget> &active, TArray<float> &weights)
{
    weights.SetNumZeroed(mesh->MorphTargets.Num());
    for (const TPair<FName, float> &value : values)
        for (int32 i = 0; i < mesh->MorphTargets.Num(); i++) {
            UMorphTarget *target = mesh->MorphTargets[i];
            if (target->GetFName() != value.Key)
                continue;
            bool known = active.FindByPredicate([target](const FActiveMorphTarget &a) { return a.MorphTarget == target; });
            bool counts = std::fabs(value.Value) > 0.01f;
            if (counts && !known)
                active.Add(FActiveMorphTarget{target, i});
            if (counts || known)
                weights[i] = counts ? value.Value : 0.0f;
        }
}

void USkinnedMeshComponent::SetMasterPoseComponent(USkinnedMeshComponent *master)
{
    MasterPoseComponent = master;
    master->SlavePoseComponents.Add(this);
}

void USkinnedMeshComponent::RefreshSlaveComponents()
{
    for (const TWeakObjectPtr<USkinnedMeshComponent> &slave : SlavePoseComponents)
        if (slave.IsValid())
            slave->StandInSlaveRefreshes++;
}

UClass *USkeletalMeshComponent::StaticClass()
{
    static UClass *result = new UClass("SkeletalMeshComponent", Super::StaticClass(),
                                       [](const FObjectInitializer &i) -> UObject * { return new ThisClass(i); });
    return result;
}

USkeletalMeshComponent::USkeletalMeshComponent(const FObjectInitializer &i) : Super(i)
{
    PrimaryComponentTick.bCanEverTick = true;
    PrimaryComponentTick.EndTickGroup = TG_PostPhysics;
}

void USkeletalMeshComponent::SetSkeletalMesh(USkeletalMesh *mesh)
{
    SkeletalMesh = mesh;
    StandInPose = mesh != nullptr ? mesh->RefSkeleton.GetRefBonePose() : TArray<FTransform>();
    EvaluatedLOD = -1;
    RequiredBones.Reset();
    ActiveMorphTargets.Reset();
    MorphTargetWeights.Reset();
    for (TArray<FTransform> &buffer : Buffers) {
        buffer.Reset();
        buffer.SetNum(StandInPose.Num());
    }
}

void USkeletalMeshComponent::RecalcRequiredBones()
{
    PredictedLODLevel = EvaluatedLOD = StandInLOD;
    RequiredBones.Reset();
    for (int32 bone = 0; bone < SkeletalMesh->RefSkeleton.GetNum(); bone++) {
        bool removed = false;
        for (int32 level = 0; level <= StandInLOD && level < SkeletalMesh->StandInRemoved.Num(); level++)
            removed = removed || SkeletalMesh->StandInRemoved[level].Contains(SkeletalMesh->RefSkeleton.GetBoneName(bone));
        if (!removed)
            RequiredBones.Add(static_cast<FBoneIndexType>(bone));
    }
}

void USkeletalMeshComponent::TickComponent(float seconds, ELevelTick, FActorComponentTickFunction *)
{
    if (SkeletalMesh == nullptr || MasterPoseComponent.IsValid() || bNoSkeletonUpdate)
        return;
    Evaluate(seconds);
    std::vector<std::function<void()>> notifies;
    notifies.swap(StandInNotifies);
    for (const std::function<void()> &notify : notifies)
        notify();
}

void USkeletalMeshComponent::Evaluate(float seconds)
{
    StandInEvaluations++;
    bool bones_changed = EvaluatedLOD != StandInLOD;
    if (bones_changed)
        RecalcRequiredBones();
    ActiveMorphTargets.Reset();
    MorphTargetWeights.Reset();
    MorphTargetWeights.SetNumZeroed(SkeletalMesh->MorphTargets.Num());

    FBoneContainer bones;
    bones.StandInInit(SkeletalMesh->RefSkeleton, RequiredBones);
    FComponentSpacePoseContext output;
    output.Pose.Pose.Container = &bones;
    for (int32 bone : bones.Bones)
        output.Pose.Locals.Add(StandInPose[bone]);
    StandInCurves.Reset();
    if (StandInAnimInstance != nullptr) {
        FAnimInstanceProxy &proxy = StandInAnimInstance->Proxy;
        proxy.LOD = PredictedLODLevel;
        for (FAnimNode_SkeletalControlBase *node : StandInAnimInstance->StandInNodes)
            if (node->HasPreUpdate())
                node->PreUpdate(StandInAnimInstance);
        GStandInGameThread = false;
        FAnimationUpdateContext update;
        update.DeltaTime = seconds;
        update.AnimInstanceProxy = output.AnimInstanceProxy = &proxy;
        for (FAnimNode_SkeletalControlBase *node : StandInAnimInstance->StandInNodes) {
            node->StandInBones = &bones;
            if (bones_changed)
                node->CacheBones_AnyThread(FAnimationCacheBonesContext());
            node->Update_AnyThread(update);
            node->EvaluateComponentSpace_AnyThread(output);
        }
        GStandInGameThread = true;
        for (const auto &curve : output.Curve.Values)
            StandInCurves.Add(proxy.Skeleton->Curves[curve.first], curve.second);
    }
    TMap<FName, float> morphs = MorphTargetCurves;
    morphs.Append(StandInCurves);
    FAnimationRuntime::AppendActiveMorphTargets(SkeletalMesh, morphs, ActiveMorphTargets, MorphTargetWeights);

    TArray<FTransform> locals = StandInPose;
    for (int32 i = 0; i < bones.Bones.Num(); i++)
        locals[bones.Bones[i]] = output.Pose.Locals[i];
    UpdateKinematicBonesToAnim(StandInPose, ETeleportType::None, false);
    if (bBlendPhysics)
        PendingPhysics = locals;
    else
        Finish(locals);
}

void USkeletalMeshComponent::StandInEndPhysics()
{
    if (PendingPhysics.Num() > 0)
        Finish(PendingPhysics);
    PendingPhysics.Reset();
}

void USkeletalMeshComponent::Finish(const TArray<FTransform> &locals)
{
    // Bones that are not required keep whatever was in the buffer.
    TArray<FTransform> &editable = GetEditableComponentSpaceTransforms();
    for (FBoneIndexType bone : RequiredBones) {
        int32 parent = SkeletalMesh->RefSkeleton.GetParentIndex(bone);
        editable[bone] = parent == INDEX_NONE ? locals[bone] : locals[bone] * editable[parent];
    }
    FlipEditableSpaceBases();
}

void FBoneContainer::StandInInit(const FReferenceSkeleton &skeleton, const TArray<FBoneIndexType> &required)
{
    Skeleton = &skeleton;
    Compact.Reset();
    for (int32 bone = 0; bone < skeleton.GetNum(); bone++)
        Compact.Add(INDEX_NONE);
    for (FBoneIndexType bone : required)
        Compact[bone] = Bones.Add(bone);
}

void FAnimNode_SkeletalControlBase::Update_AnyThread(const FAnimationUpdateContext &context)
{
    ActualAlpha = Alpha;
    bool level_runs = LODThreshold == INDEX_NONE || context.AnimInstanceProxy->GetLODLevel() <= LODThreshold;
    if (!level_runs)
        ActualAlpha = 0;
    if (ActualAlpha > 0 && IsValidToEvaluate(context.AnimInstanceProxy->GetSkeleton(), *StandInBones))
        UpdateInternal(context);
}

void FAnimNode_SkeletalControlBase::EvaluateComponentSpace_AnyThread(FComponentSpacePoseContext &output)
{
    if (!(ActualAlpha > 0) || !IsValidToEvaluate(output.AnimInstanceProxy->GetSkeleton(), *StandInBones))
        return;
    TArray<FBoneTransform> moved;
    EvaluateSkeletalControl_AnyThread(output, moved);
    FCSPose<FCompactPose> &pose = output.Pose;
    for (int32 i = 0; i < moved.Num(); i++) {
        FCompactPoseBoneIndex bone = moved[i].BoneIndex, parent = pose.GetPose().GetParentBoneIndex(bone);
        check(i == 0 || moved[i - 1].BoneIndex.GetInt() < bone.GetInt()); // a development build of the engine stops here
        FTransform local = moved[i].Transform;
        if (parent.GetInt() != INDEX_NONE)
            local = local.GetRelativeTransform(pose.GetComponentSpaceTransform(parent));
        FTransform old = pose.Locals[bone.GetInt()];
        FQuat a = old.GetRotation(), b = local.GetRotation();
        float t = ActualAlpha, s = a.X * b.X + a.Y * b.Y + a.Z * b.Z + a.W * b.W < 0 ? -t : t;
        FQuat q((1 - t) * a.X + s * b.X, (1 - t) * a.Y + s * b.Y, (1 - t) * a.Z + s * b.Z, (1 - t) * a.W + s * b.W);
        float length = std::sqrt(q.X * q.X + q.Y * q.Y + q.Z * q.Z + q.W * q.W);
        if (t < 1)
            local = FTransform(FQuat(q.X / length, q.Y / length, q.Z / length, q.W / length),
                               FMath::Lerp(old.GetTranslation(), local.GetTranslation(), t),
                               FMath::Lerp(old.GetScale3D(), local.GetScale3D(), t));
        pose.Locals[bone.GetInt()] = local;
    }
}
