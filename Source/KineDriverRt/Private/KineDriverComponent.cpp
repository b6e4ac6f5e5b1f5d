// One tick: see whether the mesh was evaluated, undo our last edit if it was not, run the rigs on the pose that is shown, tell the mesh.

#include "KineDriverComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "KineDriverAsset.h"
#include "KineDriverCompat.h"
#include "KineDriverLog.h"
#include "KineDriverPose.h"
#include "KineDriverSystem.h"
#include "KineDriverUserData.h"

namespace
{
	/** Not by memory: transforms may have padding. */
	bool IsSameToTheBit(const FTransform& A, const FTransform& B)
	{
		return A.GetRotation() == B.GetRotation() && A.GetTranslation() == B.GetTranslation() && A.GetScale3D() == B.GetScale3D();
	}
}

UKineDriverComponent::UKineDriverComponent(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
	, Mesh(nullptr)
{
	PrimaryComponentTick.bCanEverTick = true;
	PrimaryComponentTick.bStartWithTickEnabled = true;
	PrimaryComponentTick.TickGroup = TG_PrePhysics;
	// A mesh without physics may end its tick that late; asking for less would make the game thread wait for it.
	PrimaryComponentTick.EndTickGroup = TG_PostPhysics;
	bTickInEditor = true;
}

void UKineDriverComponent::OnRegister()
{
	Super::OnRegister();
	FollowMesh();
}

void UKineDriverComponent::OnUnregister()
{
	LeaveMesh();
	Super::OnUnregister();
}

void UKineDriverComponent::BeginPlay()
{
	Super::BeginPlay();
	// Components that were made after ours are there by now.
	RefreshOrder();
}

void UKineDriverComponent::OnAttachmentChanged()
{
	Super::OnAttachmentChanged();
	if (IsRegistered())
	{
		FollowMesh();
	}
}

#if WITH_EDITOR
void UKineDriverComponent::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	Super::PostEditChangeProperty(PropertyChangedEvent);
	MarkStepsDirty();
}
#endif

USkeletalMeshComponent* UKineDriverComponent::GetDrivenMesh() const
{
	return Cast<USkeletalMeshComponent>(GetAttachParent());
}

void UKineDriverComponent::FollowMesh()
{
	USkeletalMeshComponent* NewMesh = GetDrivenMesh();
	if (NewMesh != Mesh)
	{
		LeaveMesh();
		Mesh = NewMesh;
		if (Mesh != nullptr)
		{
			AddTickPrerequisiteComponent(Mesh);
		}
		MarkStepsDirty();
	}
	RefreshOrder();
}

void UKineDriverComponent::LeaveMesh()
{
	StopEditing();
	if (Mesh != nullptr)
	{
		RemoveTickPrerequisiteComponent(Mesh);
		Mesh = nullptr;
	}
	ForgetOrder();
	Steps.Reset();
	BoundMesh.Reset();
	MarkStepsDirty();
}

void UKineDriverComponent::BuildSteps(TArray<FStep>& OutSteps) const
{
	const TArray<FKineDriverRigEntry>& Active = GetActiveRigs();
	for (int32 Index = 0; Index < Active.Num(); ++Index)
	{
		FStep Step;
		Step.Entry = Active[Index];
		Step.Runner = MakeUnique<FKineDriverRunner>();
		Step.Source = Index;
		OutSteps.Add(MoveTemp(Step));
	}
}

int32 UKineDriverComponent::GetNumEntries() const
{
	return GetActiveRigs().Num();
}

const FKineDriverRigEntry* UKineDriverComponent::FindEntry(int32 Index) const
{
	const TArray<FKineDriverRigEntry>& Active = GetActiveRigs();
	return Active.IsValidIndex(Index) ? &Active[Index] : nullptr;
}

bool UKineDriverComponent::StepsAreCurrent() const
{
	for (const FStep& Step : Steps)
	{
		if (!Step.Runner.IsValid())
		{
			continue;
		}
		// A designer took another rig, or a reimport gave the rig another program.
		const FKineDriverRigEntry* Entry = FindEntry(Step.Source);
		if (Entry == nullptr || Entry->Rig != Step.Entry.Rig
			|| Step.Runner->GetProgram() != (Entry->Rig != nullptr ? Entry->Rig->GetProgram() : FKineDriverProgramPtr()))
		{
			return false;
		}
	}
	return NumEntries == GetNumEntries();
}

bool UKineDriverComponent::ShouldRun() const
{
	if (Mesh == nullptr || Mesh->SkeletalMesh == nullptr || !bRigsEnabled || Alpha <= 0.0f || !KineDriverConsole::IsEnabled())
	{
		return false;
	}
	if (!bRunOnDedicatedServer && GetWorld() != nullptr && GetWorld()->GetNetMode() == NM_DedicatedServer)
	{
		return false;
	}
	const UKineDriverUserData* UserData = FindUserData();
	const int32 Threshold = UserData != nullptr ? UserData->LODThreshold : LODThreshold;
	return Threshold < 0 || KineDriverConsole::OverrideLOD(KineDriverCompat::GetLOD(*Mesh)) <= Threshold;
}

void UKineDriverComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	SCOPE_CYCLE_COUNTER(STAT_KineDriver_Component);
	CSV_SCOPED_TIMING_STAT(KineDriver, Component);

	if (!ShouldRun())
	{
		StopEditing();
		return;
	}
	if (Mesh->MasterPoseComponent.IsValid())
	{
		if (!bReportedFollower)
		{
			bReportedFollower = true;
			UE_LOG(LogKineDriver, Warning, TEXT("%s drives %s, which takes its pose from %s: attach it to that one."),
				*GetPathName(), *Mesh->GetName(), *Mesh->MasterPoseComponent->GetName());
		}
		StopEditing();
		return;
	}
	// Physics overwrites the bones after the ordinary tick group: from the next frame on we run later.
	const ETickingGroup Group = Mesh->IsAnySimulatingPhysics() || Mesh->bBlendPhysics ? TG_PostPhysics : TG_PrePhysics;
	if (PrimaryComponentTick.TickGroup != Group)
	{
		SetTickGroup(Group);
	}

	PendingSeconds += DeltaTime;
	if (!IsMeshRefreshed())
	{
		return; // nobody sees it, and its bones stay as they are
	}

	// The buffer that is read by everybody else. The one that the mesh offers for editing is the spare one by now, and still holds the last
	// frame for motion blur.
	TArray<FTransform>& Transforms = const_cast<TArray<FTransform>&>(Mesh->GetComponentSpaceTransforms());
	const FReferenceSkeleton& Skeleton = KineDriverCompat::GetRefSkeleton(*Mesh->SkeletalMesh);
	if (!UpdateBinding(*Mesh->SkeletalMesh, Transforms.Num() == Skeleton.GetNum()))
	{
		StopEditing();
		return;
	}
	RestoreIfNotEvaluated(Transforms);
	PoseBefore = Transforms;

	FKineDriverPose Pose(Skeleton, Present, Transforms);
	RunSteps(Pose, PendingSeconds, KineDriverConsole::OverrideLOD(KineDriverCompat::GetLOD(*Mesh)));
	PendingSeconds = 0.0f;
	PoseAfter = Transforms;
	DriveMorphTargets();
	FinishBones();
	if (KineDriverConsole::GetDebugDraw() > 0 || KineDriverConsole::GetDebug() > 0)
	{
		DebugDraw();
	}
}

bool UKineDriverComponent::IsMeshRefreshed() const
{
	return Mesh->bRecentlyRendered || Mesh->VisibilityBasedAnimTickOption == EVisibilityBasedAnimTickOption::AlwaysTickPoseAndRefreshBones;
}

bool UKineDriverComponent::UpdateBinding(const USkeletalMesh& SkeletalMesh, bool bPoseIsWhole)
{
	if (!bPoseIsWhole)
	{
		return false; // the mesh was exchanged and has not been evaluated yet
	}
	const bool bBuild = bStepsDirty || !StepsAreCurrent();
	const bool bSameBones = BoundMesh.Get() == &SkeletalMesh && BoundBones == Mesh->RequiredBones;
	if (!bBuild && bSameBones)
	{
		return true;
	}
	if (BoundMesh.Get() != &SkeletalMesh)
	{
		// Bones, morph targets, materials and order rules are others now.
		RefreshOrder();
		ReportedJoints.Reset();
		PoseAfter.Reset();
		MorphValues.Reset();
		MaterialValues.Reset();
	}
	if (bBuild)
	{
		RestMaterials();
		Steps.Reset();
		BuildSteps(Steps);
		NumEntries = GetNumEntries();
		bStepsDirty = false;
	}
	BoundMesh = &SkeletalMesh;
	BoundBones = Mesh->RequiredBones;
	const FReferenceSkeleton& Skeleton = KineDriverCompat::GetRefSkeleton(SkeletalMesh);
	Present.Init(false, Skeleton.GetNum());
	for (const uint16 Bone : BoundBones)
	{
		if (Present.IsValidIndex(Bone))
		{
			Present[Bone] = true;
		}
	}
	for (FStep& Step : Steps)
	{
		if (Step.Runner.IsValid())
		{
			Step.Runner->Bind(Step.Entry.Rig != nullptr ? Step.Entry.Rig->GetProgram() : FKineDriverProgramPtr(), Skeleton, Present);
		}
	}
	ReportMissing();
	return true;
}

void UKineDriverComponent::ReportMissing()
{
	// What the skeleton lacks is a mistake and said once; what a level of detail took away is not.
	const FReferenceSkeleton& Skeleton = KineDriverCompat::GetRefSkeleton(*BoundMesh);
	for (const FStep& Step : Steps)
	{
		if (!Step.Runner.IsValid())
		{
			continue;
		}
		if (Step.Entry.Rig == nullptr && !bReportedEmpty)
		{
			bReportedEmpty = true;
			UE_LOG(LogKineDriver, Warning, TEXT("%s: entry %d names no rig; it does nothing."), *GetPathName(), Step.Source);
		}
		for (const FKineDriverMissing& Missing : Step.Runner->GetMissing())
		{
			const bool bAbsent = Skeleton.FindBoneIndex(Missing.Joint) == INDEX_NONE;
			if ((bAbsent || Missing.bOtherParent) && !ReportedJoints.Contains(Missing.Joint))
			{
				ReportedJoints.Add(Missing.Joint);
				UE_LOG(LogKineDriver, Warning, TEXT("%s: joint '%s' of rig %s %s; what depends on it is switched off."), *BoundMesh->GetName(),
					*Missing.Joint.ToString(), *Step.Entry.Rig->GetName(),
					bAbsent ? TEXT("is not in the mesh's skeleton") : TEXT("has another parent in the mesh's skeleton"));
			}
		}
	}
}

void UKineDriverComponent::RestoreIfNotEvaluated(TArray<FTransform>& Transforms)
{
	// Update rate optimisation, pause, "only when rendered": the buffer holds our own result then, and editing it again would add up.
	if (PoseAfter.Num() != Transforms.Num())
	{
		return;
	}
	for (int32 Bone = 0; Bone < Transforms.Num(); ++Bone)
	{
		if (!IsSameToTheBit(PoseAfter[Bone], Transforms[Bone]))
		{
			return;
		}
	}
	Transforms = PoseBefore;
}

void UKineDriverComponent::StopEditing()
{
	if (PoseAfter.Num() > 0 && Mesh != nullptr)
	{
		RestoreIfNotEvaluated(const_cast<TArray<FTransform>&>(Mesh->GetComponentSpaceTransforms()));
		for (TPair<FName, float>& Morph : MorphValues)
		{
			Morph.Value = 0.0f;
		}
		DriveMorphTargets();
		RestMaterials();
		if (Mesh->IsRegistered())
		{
			FinishBones();
		}
	}
	MorphValues.Reset();
	OutputValues.Reset();
	PoseAfter.Reset();
}

void UKineDriverComponent::CollectInputs()
{
	InputValues.Reset();
	if (const UKineDriverUserData* UserData = FindUserData())
	{
		for (const FKineDriverInputValue& Input : UserData->Inputs)
		{
			InputValues.Add(Input.Name, Input.Value);
		}
	}
	const TSharedPtr<FKineDriverControl> Control = FKineDriverControl::Find(Mesh);
	if (Control.IsValid())
	{
		InputValues.Append(Control->GetInputs());
	}
}

void UKineDriverComponent::RunSteps(FKineDriverPose& Pose, float Seconds, int32 Level)
{
	static const TArray<FKineDriverFade> NoFades;
	const TSharedPtr<FKineDriverControl> Control = FKineDriverControl::Find(Mesh);
	CollectInputs();
	OutputValues.Reset();
	// A morph target that no rig drives any more is put back to nothing once.
	for (TPair<FName, float>& Morph : MorphValues)
	{
		Morph.Value = 0.0f;
	}
	for (FStep& Step : Steps)
	{
		if (!Step.Runner.IsValid())
		{
			if (IKineDriverSystem* System = Cast<IKineDriverSystem>(Step.System.Get()))
			{
				System->EvaluateStep(Pose, Seconds);
			}
			continue;
		}
		// Designers may change these while the game runs.
		if (const FKineDriverRigEntry* Entry = FindEntry(Step.Source))
		{
			Step.Entry = *Entry;
		}
		const float Amount = FMath::Min(Step.Entry.Alpha * Alpha, 1.0f);
		if (!Step.Runner->IsBound() || !Step.Entry.bEnabled || Amount <= 0.0f || (Step.Entry.LODThreshold >= 0 && Level > Step.Entry.LODThreshold))
		{
			continue;
		}
		Step.Runner->Obey(Control.IsValid() ? Control->GetFades() : NoFades, InputValues);
		Pose.Run(*Step.Runner, Seconds, Level, Amount);
		CollectOutputs(*Step.Runner);
	}
}

void UKineDriverComponent::FinishBones()
{
	// What the mesh itself does when it has finished its bones, which it did before our edit.
	if (bUpdatePhysicsBodies)
	{
		Mesh->UpdateKinematicBonesToAnim(Mesh->GetComponentSpaceTransforms(), ETeleportType::None, false);
	}
	Mesh->UpdateChildTransforms(EUpdateTransformFlags::OnlyUpdateIfUsingSocket);
	Mesh->InvalidateCachedBounds();
	Mesh->UpdateBounds();
	Mesh->MarkRenderTransformDirty();
	Mesh->MarkRenderDynamicDataDirty();
	Mesh->RefreshSlaveComponents();
}
