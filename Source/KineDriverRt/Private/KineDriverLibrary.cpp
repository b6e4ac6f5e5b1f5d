// Thin: everything goes to the mesh's control or to its component.

#include "KineDriverLibrary.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "KineDriverAsset.h"
#include "KineDriverCompat.h"
#include "KineDriverComponent.h"
#include "KineDriverControl.h"
#include "KineDriverRunner.h"

void UKineDriverLibrary::SetKineDriverPartEnabled(USkeletalMeshComponent* Mesh, EKineDriverPart Part, FName Name, bool bEnabled, float FadeSeconds)
{
	if (Mesh != nullptr)
	{
		FKineDriverControl::Get(Mesh)->Fade(Part, Name, bEnabled ? 1.0f : 0.0f, FadeSeconds);
	}
}

void UKineDriverLibrary::SetKineDriverInput(USkeletalMeshComponent* Mesh, FName Name, float Value)
{
	if (Mesh != nullptr)
	{
		FKineDriverControl::Get(Mesh)->SetInput(Name, Value);
	}
}

void UKineDriverLibrary::ClearKineDriverInput(USkeletalMeshComponent* Mesh, FName Name)
{
	if (Mesh != nullptr)
	{
		FKineDriverControl::Get(Mesh)->ClearInput(Name);
	}
}

UKineDriverComponent* UKineDriverLibrary::FindKineDriverComponent(const USkeletalMeshComponent* Mesh)
{
	if (Mesh != nullptr)
	{
		for (USceneComponent* Child : Mesh->GetAttachChildren())
		{
			if (UKineDriverComponent* Component = Cast<UKineDriverComponent>(Child))
			{
				return Component;
			}
		}
	}
	return nullptr;
}

bool UKineDriverLibrary::GetKineDriverOutput(const USkeletalMeshComponent* Mesh, FName Name, float& Value)
{
	Value = 0.0f;
	const UKineDriverComponent* Component = FindKineDriverComponent(Mesh);
	return Component != nullptr && Component->GetOutput(Name, Value);
}

FKineDriverAuditResult UKineDriverLibrary::AuditKineDriverRig(const UKineDriverAsset* Rig, const USkeletalMesh* Mesh)
{
	FKineDriverAuditResult Result;
	if (Rig == nullptr || Mesh == nullptr)
	{
		Result.Error = Rig == nullptr ? TEXT("no rig") : TEXT("no mesh");
		return Result;
	}
	if (!Rig->GetProgram().IsValid())
	{
		Result.Error = Rig->LoadError.IsEmpty() ? FString(TEXT("it holds no program; import it again")) : Rig->LoadError;
		return Result;
	}
	const FReferenceSkeleton& Skeleton = KineDriverCompat::GetRefSkeleton(*Mesh);
	FKineDriverRunner Runner;
	Runner.Bind(Rig->GetProgram(), Skeleton, TBitArray<>(true, Skeleton.GetNum()));
	for (const FKineDriverMissing& Missing : Runner.GetMissing())
	{
		(Missing.bOtherParent ? Result.MovedJoints : Result.MissingJoints).Add(Missing.Joint);
	}
	for (const FKineDriverProgram::FExternal& Output : Rig->GetProgram()->GetOutputs())
	{
		if (Output.Kind == EKineDriverOutput::Morph && Mesh->FindMorphTarget(Output.Name) == nullptr)
		{
			Result.MissingMorphTargets.Add(Output.Name);
		}
	}
	Result.bGood = Result.MissingJoints.Num() == 0 && Result.MovedJoints.Num() == 0 && Result.MissingMorphTargets.Num() == 0;
	return Result;
}
