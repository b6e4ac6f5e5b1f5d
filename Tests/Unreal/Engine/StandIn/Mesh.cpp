// The skeletal mesh component of the stand-in: what happens in its tick, and what does not.
#include "StandIn/Anim.h"

const FName USkeleton::AnimCurveMappingName("AnimationCurves");

void FAnimationRuntime::AppendActiveMorphTargets(const USkeletalMesh *mesh, const TMap<FName, float> &values,
                                                 TArray<FActiveMorphTarget> &active, TArray<float> &weights)
{
    if (mesh == nullptr)
        return;
    for (const TPair<FName, float> &value : values)
        for (int32 i = 0; i < mesh->MorphTargets.Num(); i++) {
            UMorphTarget *target = mesh->MorphTargets[i];
            // Small weights are passed over: what was there before stays.
            if (target->GetFName() != value.Key || std::fabs(value.Value) <= 0.01f)
                continue;
            if (!active.FindByPredicate([target](const FActiveMorphTarget &a) { return a.MorphTarget == target; }))
                active.Add(FActiveMorphTarget{target, i});
            weights[i] = value.Value;
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
    bRecentlyRendered = true;
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
        // What hangs on a removed bone goes with it.
        int32 parent = SkeletalMesh->RefSkeleton.GetParentIndex(bone);
        bool removed = parent != INDEX_NONE && !RequiredBones.Contains(static_cast<FBoneIndexType>(parent));
        for (int32 level = 0; level <= StandInLOD && level < SkeletalMesh->StandInRemoved.Num(); level++)
            removed =
                removed || SkeletalMesh->StandInRemoved[level].Contains(SkeletalMesh->RefSkeleton.GetBoneName(bone));
        if (!removed)
            RequiredBones.Add(static_cast<FBoneIndexType>(bone));
    }
}

void USkeletalMeshComponent::TickComponent(float seconds, ELevelTick, FActorComponentTickFunction *)
{
    bool shown = bRecentlyRendered ||
                 VisibilityBasedAnimTickOption == EVisibilityBasedAnimTickOption::AlwaysTickPoseAndRefreshBones;
    bool turn = Frame++ % StandInUpdateRate == 0;
    if (SkeletalMesh != nullptr && !MasterPoseComponent.IsValid() && !bNoSkeletonUpdate && shown && turn)
        Evaluate(seconds);
}

/* The graph on a thread of its own; the component's bones change only when it has been waited for. */
struct USkeletalMeshComponent::FTask {
    FBoneContainer Bones;
    FComponentSpacePoseContext Output;
    std::thread Thread;

    void Run(const TArray<FAnimNode_SkeletalControlBase *> &nodes, float seconds, bool bones_changed)
    {
        GStandInGameThread = false;
        FAnimationUpdateContext update;
        update.DeltaTime = seconds;
        update.AnimInstanceProxy = Output.AnimInstanceProxy;
        for (FAnimNode_SkeletalControlBase *node : nodes) {
            node->StandInBones = &Bones;
            if (bones_changed)
                node->CacheBones_AnyThread(FAnimationCacheBonesContext());
            node->Update_AnyThread(update);
            node->EvaluateComponentSpace_AnyThread(Output);
        }
    }
};

void USkeletalMeshComponent::Evaluate(float seconds)
{
    StandInEvaluations++;
    bool bones_changed = EvaluatedLOD != StandInLOD;
    if (bones_changed)
        RecalcRequiredBones();
    ActiveMorphTargets.Reset();
    MorphTargetWeights.Reset();
    MorphTargetWeights.SetNumZeroed(SkeletalMesh->MorphTargets.Num());

    check(!Task);
    Task = std::make_shared<FTask>();
    Task->Bones.StandInInit(SkeletalMesh->RefSkeleton, RequiredBones);
    Task->Output.Pose.Pose.Container = &Task->Bones;
    for (int32 bone : Task->Bones.Bones)
        Task->Output.Pose.Locals.Add(StandInPose[bone]);
    if (StandInAnimInstance == nullptr) {
        StandInComplete();
        return;
    }
    StandInAnimInstance->Proxy.LOD = PredictedLODLevel;
    Task->Output.AnimInstanceProxy = &StandInAnimInstance->Proxy;
    for (FAnimNode_SkeletalControlBase *node : StandInAnimInstance->StandInNodes)
        if (node->HasPreUpdate())
            node->PreUpdate(StandInAnimInstance);
    FTask *task = Task.get();
    TArray<FAnimNode_SkeletalControlBase *> nodes = StandInAnimInstance->StandInNodes;
    Task->Thread = std::thread([task, nodes, seconds, bones_changed] { task->Run(nodes, seconds, bones_changed); });
}

void USkeletalMeshComponent::StandInComplete()
{
    if (!Task)
        return;
    std::shared_ptr<FTask> task;
    task.swap(Task);
    if (task->Thread.joinable())
        task->Thread.join();
    StandInCurves.Reset();
    for (const auto &curve : task->Output.Curve.Values)
        StandInCurves.Add(StandInAnimInstance->Proxy.Skeleton->Curves[curve.first], curve.second);
    TMap<FName, float> morphs = MorphTargetCurves;
    morphs.Append(StandInCurves);
    FAnimationRuntime::AppendActiveMorphTargets(SkeletalMesh, morphs, ActiveMorphTargets, MorphTargetWeights);

    TArray<FTransform> locals = StandInPose;
    for (int32 i = 0; i < task->Bones.Bones.Num(); i++)
        locals[task->Bones.Bones[i]] = task->Output.Pose.Locals[i];
    UpdateKinematicBonesToAnim(StandInPose, ETeleportType::None, false);
    if (bBlendPhysics || bStandInSimulates)
        PendingPhysics = locals;
    else
        Finish(locals);
    std::vector<std::function<void()>> notifies;
    notifies.swap(StandInNotifies);
    for (const std::function<void()> &notify : notifies)
        notify();
}

void USkeletalMeshComponent::StandInEndPhysics()
{
    if (bBlendPhysics || bStandInSimulates)
        StandInComplete();
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
    bNeedToFlipSpaceBaseBuffers = true;
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
        check(i == 0 ||
              moved[i - 1].BoneIndex.GetInt() < bone.GetInt()); // a development build of the engine stops here
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
