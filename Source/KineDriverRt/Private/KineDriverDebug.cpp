// Seeing rigs at work: drawing in the viewport, values on the screen, and a dump in the log.

#include "Components/SkeletalMeshComponent.h"
#include "DrawDebugHelpers.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "HAL/IConsoleManager.h"
#include "KineDriverAsset.h"
#include "KineDriverCompat.h"
#include "KineDriverComponent.h"
#include "KineDriverLog.h"
#include "UObject/UObjectIterator.h"

namespace
{
#if ENABLE_DRAW_DEBUG
	const float AxisLength = 5.0f;
	const float KeyLength = 12.0f;

	void DrawLine(const UWorld* World, const FVector& From, const FVector& To, const FColor& Color)
	{
		DrawDebugLine(World, From, To, Color, false, -1.0f, SDPG_Foreground);
	}

	/** Joints that are read are blue, those that are written are orange. */
	void DrawJoint(const UWorld* World, const FTransform& Transform, const FVector& Parent, bool bWritten)
	{
		const FVector Place = Transform.GetLocation();
		const FColor Color = bWritten ? FColor::Orange : FColor::Cyan;
		DrawDebugPoint(World, Place, bWritten ? 8.0f : 5.0f, Color, false, -1.0f, SDPG_Foreground);
		DrawLine(World, Parent, Place, Color);
	}

	/** The roll axis is red, the one that bends lean towards is green. */
	void DrawAxes(const UWorld* World, const FTransform& Transform, const FKineDriverDrawing& Drawing)
	{
		const FVector Place = Transform.GetLocation();
		DrawLine(World, Place, Place + Transform.GetRotation().RotateVector(Drawing.RollAxis) * AxisLength, FColor::Red);
		DrawLine(World, Place, Place + Transform.GetRotation().RotateVector(Drawing.BendAxis) * AxisLength, FColor::Green);
	}

	/** Where the bone points at each key, from its rest: a spoke with a knob. */
	void DrawKeys(const UWorld* World, const FTransform& Transform, const FQuat& Rest, const FKineDriverDrawing& Drawing)
	{
		for (const FQuat& Key : Drawing.Keys)
		{
			const FVector End = Transform.GetLocation() + (Rest * Key).RotateVector(Drawing.RollAxis) * KeyLength;
			DrawLine(World, Transform.GetLocation(), End, FColor::Yellow);
			DrawDebugPoint(World, End, 6.0f, FColor::Yellow, false, -1.0f, SDPG_Foreground);
		}
	}
#endif
}

void UKineDriverComponent::DrawStep(const FStep& Step, int32 Draw) const
{
#if ENABLE_DRAW_DEBUG
	const UWorld* World = GetWorld();
	const FReferenceSkeleton& Skeleton = KineDriverCompat::GetRefSkeleton(*Mesh->SkeletalMesh);
	for (const FKineDriverRunner::FJoint& Joint : Step.Runner->GetJoints())
	{
		const FTransform Transform = Mesh->GetBoneTransform(Joint.Bone);
		const int32 Parent = Skeleton.GetParentIndex(Joint.Bone);
		DrawJoint(World, Transform, Parent != INDEX_NONE ? Mesh->GetBoneTransform(Parent).GetLocation() : Transform.GetLocation(), Joint.bWritten);
	}
	for (int32 Index = 0; Draw > 1 && Index < Step.Entry.Rig->Drawings.Num(); ++Index)
	{
		const FKineDriverDrawing& Drawing = Step.Entry.Rig->Drawings[Index];
		const int32 Bone = Skeleton.FindBoneIndex(Drawing.Joint);
		if (!Present.IsValidIndex(Bone) || !Present[Bone])
		{
			continue;
		}
		const FTransform Transform = Mesh->GetBoneTransform(Bone);
		const int32 Parent = Skeleton.GetParentIndex(Bone);
		if (Drawing.Keys.Num() == 0)
		{
			DrawAxes(World, Transform, Drawing);
		}
		else if (Draw > 2)
		{
			const FQuat Rest = Skeleton.GetRefBonePose()[Bone].GetRotation();
			DrawKeys(World, Transform, Parent != INDEX_NONE ? Mesh->GetBoneTransform(Parent).GetRotation() * Rest : Rest, Drawing);
		}
	}
#endif
}

void UKineDriverComponent::DebugDraw() const
{
	const int32 Draw = KineDriverConsole::GetDebugDraw();
	if (GetWorld() == nullptr || Mesh == nullptr)
	{
		return;
	}
	for (const FStep& Step : Steps)
	{
		if (Draw > 0 && Step.Runner.IsValid() && Step.Runner->IsBound())
		{
			DrawStep(Step, Draw);
		}
	}
	if (KineDriverConsole::GetDebug() > 0 && GEngine != nullptr)
	{
		for (const TPair<FName, float>& Output : OutputValues)
		{
			GEngine->AddOnScreenDebugMessage(static_cast<uint64>(INDEX_NONE), 0.0f, FColor::White,
				FString::Printf(TEXT("%s  %s = %.3f"), *Mesh->GetName(), *Output.Key.ToString(), Output.Value));
		}
	}
}

static void DumpRigs(const TArray<FString>& Arguments, UWorld* World)
{
	for (TObjectIterator<UKineDriverComponent> It; It; ++It)
	{
		const UKineDriverComponent* Component = *It;
		if (Component->GetWorld() != World || (Arguments.Num() > 0 && !Component->GetPathName().Contains(Arguments[0])))
		{
			continue;
		}
		UE_LOG(LogKineDriver, Display, TEXT("%s"), *Component->GetPathName());
		for (const UKineDriverComponent::FStep& Step : Component->GetSteps())
		{
			if (!Step.Runner.IsValid() || !Step.Runner->IsBound())
			{
				continue;
			}
			const FKineDriverProgram& Program = *Step.Runner->GetProgram();
			UE_LOG(LogKineDriver, Display, TEXT("  %s: influence %.3f, %d joints, %d missing"), *Step.Entry.Rig->GetName(), Step.Runner->GetInfluence(),
				Step.Runner->GetJoints().Num(), Step.Runner->GetMissing().Num());
			for (int32 Index = 0; Index < Program.GetInputs().Num(); ++Index)
			{
				UE_LOG(LogKineDriver, Display, TEXT("    input %s = %f"), *Program.GetInputs()[Index].Name.ToString(), Step.Runner->GetInputs()[Index]);
			}
			for (int32 Index = 0; Index < Program.GetOutputs().Num(); ++Index)
			{
				UE_LOG(LogKineDriver, Display, TEXT("    output %s = %f"), *Program.GetOutputs()[Index].Name.ToString(), Step.Runner->GetOutputs()[Index]);
			}
			TArray<FKineDriverProbe> Probes;
			Step.Runner->GatherProbes(Probes);
			for (const FKineDriverProbe& Probe : Probes)
			{
				FString Values;
				for (const float Value : Probe.Values)
				{
					Values += FString::Printf(TEXT(" %f"), Value);
				}
				UE_LOG(LogKineDriver, Display, TEXT("    %s.%s =%s"), *Probe.Node.ToString(), *Probe.Port, *Values);
			}
		}
	}
}

static FAutoConsoleCommandWithWorldAndArgs GDumpKineDriver(
	TEXT("a.KineDriver.Dump"),
	TEXT("Writes the live values of all rigs to the log; with an argument only of components whose path contains it."),
	FConsoleCommandWithWorldAndArgsDelegate::CreateStatic(&DumpRigs));
