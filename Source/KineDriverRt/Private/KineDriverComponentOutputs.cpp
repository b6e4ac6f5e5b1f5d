// Outputs of rigs: numbers for the game, morph targets of the same frame, material parameters.

#include "Animation/MorphTarget.h"
#include "AnimationRuntime.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "KineDriverCompat.h"
#include "KineDriverComponent.h"

void UKineDriverComponent::CollectOutputs(const FKineDriverRunner& Runner)
{
	const TArray<FKineDriverProgram::FExternal>& Outputs = Runner.GetProgram()->GetOutputs();
	for (int32 Index = 0; Index < Outputs.Num(); ++Index)
	{
		const FKineDriverProgram::FExternal& Output = Outputs[Index];
		const float Value = Runner.GetOutputs()[Index];
		OutputValues.Add(Output.Name, Value);
		if (Output.Kind == EKineDriverOutput::Morph)
		{
			MorphValues.Add(Output.Name, Value);
		}
		else if (Output.Kind == EKineDriverOutput::Material)
		{
			const float* Old = MaterialValues.Find(Output.Name);
			if (Old == nullptr || *Old != Value)
			{
				MaterialValues.Add(Output.Name, Value);
				Mesh->SetScalarParameterValueOnMaterials(Output.Name, Value);
			}
		}
	}
}

void UKineDriverComponent::DriveMorphTargets()
{
	if (MorphValues.Num() == 0 || Mesh->SkeletalMesh == nullptr)
	{
		return;
	}
	// SetMorphTarget would be seen in the next frame only. Appending passes over weights that are too small to be seen, so that what we
	// left in a mesh that was not evaluated since has to go first.
	for (const FActiveMorphTarget& Active : Mesh->ActiveMorphTargets)
	{
		const float* Value = Active.MorphTarget != nullptr ? MorphValues.Find(Active.MorphTarget->GetFName()) : nullptr;
		if (Value != nullptr && Mesh->MorphTargetWeights.IsValidIndex(Active.WeightIndex))
		{
			Mesh->MorphTargetWeights[Active.WeightIndex] = *Value;
		}
	}
	const int32 NumMorphs = KineDriverCompat::GetMorphTargets(*Mesh->SkeletalMesh).Num();
	if (Mesh->MorphTargetWeights.Num() < NumMorphs)
	{
		Mesh->MorphTargetWeights.SetNumZeroed(NumMorphs);
	}
	FAnimationRuntime::AppendActiveMorphTargets(Mesh->SkeletalMesh, MorphValues, Mesh->ActiveMorphTargets, Mesh->MorphTargetWeights);
}

void UKineDriverComponent::RestMaterials()
{
	// A material keeps the last value it was given.
	if (Mesh == nullptr || MaterialValues.Num() == 0)
	{
		return;
	}
	for (const FStep& Step : Steps)
	{
		if (!Step.Runner.IsValid() || !Step.Runner->IsBound())
		{
			continue;
		}
		for (const FKineDriverProgram::FExternal& Output : Step.Runner->GetProgram()->GetOutputs())
		{
			if (Output.Kind == EKineDriverOutput::Material && MaterialValues.Contains(Output.Name))
			{
				Mesh->SetScalarParameterValueOnMaterials(Output.Name, Output.Initial);
			}
		}
	}
	MaterialValues.Reset();
}
