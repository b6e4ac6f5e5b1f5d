// Seeing rigs at work: drawing in the viewport, values on the screen, and a dump in the log.

#include "Components/SkeletalMeshComponent.h"
#include "DrawDebugHelpers.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "HAL/IConsoleManager.h"
#include "KineDriverAsset.h"
#include "KineDriverComponent.h"
#include "KineDriverLog.h"
#include "UObject/UObjectIterator.h"

namespace
{
	const float AxisLength = 5.0f;

	void DrawJoint(const UWorld* World, const FTransform& Transform, const FVector& Parent, bool bWritten, bool bAxes)
	{
#if ENABLE_DRAW_DEBUG
		const FVector Place = Transform.GetLocation();
		const FColor Color = bWritten ? FColor::Orange : FColor::Cyan;
		DrawDebugPoint(World, Place, bWritten ? 8.0f : 5.0f, Color, false, -1.0f, SDPG_Foreground);
		DrawDebugLine(World, Parent, Place, Color, false, -1.0f, SDPG_Foreground);
		if (bAxes)
		{
			// Roll is about the bone, bends about the other two.
			DrawDebugCoordinateSystem(World, Place, Transform.Rotator(), AxisLength, false, -1.0f, SDPG_Foreground);
		}
#endif
	}
}

void UKineDriverComponent::DebugDraw() const
{
	const UWorld* World = GetWorld();
	if (World == nullptr || Mesh == nullptr)
	{
		return;
	}
	const int32 Draw = KineDriverConsole::GetDebugDraw();
	for (const FStep& Step : Steps)
	{
		if (!Step.Runner.IsValid() || Draw <= 0)
		{
			continue;
		}
		for (const FKineDriverRunner::FJoint& Joint : Step.Runner->GetJoints())
		{
			const FName Name = Mesh->GetBoneName(Joint.Bone);
			const FTransform Transform = Mesh->GetBoneTransform(Joint.Bone);
			const int32 Parent = Mesh->GetBoneIndex(Mesh->GetParentBone(Name));
			const FVector From = Parent != INDEX_NONE ? Mesh->GetBoneTransform(Parent).GetLocation() : Transform.GetLocation();
			DrawJoint(World, Transform, From, Joint.bWritten, Draw > 1);
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
