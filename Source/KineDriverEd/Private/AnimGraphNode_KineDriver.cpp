// Titles, and messages when the graph is compiled.

#include "AnimGraphNode_KineDriver.h"
#include "Animation/Skeleton.h"
#include "Kismet2/CompilerResultsLog.h"
#include "KineDriverAsset.h"
#include "KineDriverRunner.h"

#define LOCTEXT_NAMESPACE "KineDriver"

FText UAnimGraphNode_KineDriver::GetControllerDescription() const
{
	return LOCTEXT("NodeDescription", "KineDriver");
}

FText UAnimGraphNode_KineDriver::GetNodeTitle(ENodeTitleType::Type TitleType) const
{
	if (Node.Rig == nullptr || TitleType == ENodeTitleType::MenuTitle || TitleType == ENodeTitleType::ListView)
	{
		return GetControllerDescription();
	}
	FFormatNamedArguments Arguments;
	Arguments.Add(TEXT("Description"), GetControllerDescription());
	Arguments.Add(TEXT("Rig"), FText::FromString(Node.Rig->GetName()));
	return FText::Format(LOCTEXT("NodeTitle", "{Description}\n{Rig}"), Arguments);
}

FText UAnimGraphNode_KineDriver::GetTooltipText() const
{
	return LOCTEXT("NodeTooltip", "Evaluates a KineDriver rig on the incoming pose: helper bones follow, morph targets and material parameters come out as curves.");
}

void UAnimGraphNode_KineDriver::ValidateAnimNodeDuringCompilation(USkeleton* ForSkeleton, FCompilerResultsLog& MessageLog)
{
	if (Node.Rig == nullptr)
	{
		MessageLog.Warning(*LOCTEXT("NoRig", "@@ has no rig").ToString(), this);
	}
	else if (!Node.Rig->GetProgram().IsValid())
	{
		MessageLog.Error(*FText::Format(LOCTEXT("BadRig", "@@ - {0} cannot be used: {1}"),
			FText::FromString(Node.Rig->GetName()), FText::FromString(Node.Rig->LoadError)).ToString(), this);
	}
	else
	{
		ValidateInputs(MessageLog);
		if (ForSkeleton != nullptr)
		{
			ValidateRig(*ForSkeleton, MessageLog);
		}
	}
	Super::ValidateAnimNodeDuringCompilation(ForSkeleton, MessageLog);
}

void UAnimGraphNode_KineDriver::ValidateInputs(FCompilerResultsLog& MessageLog)
{
	TArray<FName> Seen;
	for (const FKineDriverInputValue& Input : Node.Inputs)
	{
		const bool bKnown = Node.Rig->Inputs.FindByPredicate([&Input](const FKineDriverExternalInfo& Info) { return Info.Name == Input.Name; }) != nullptr;
		if (!bKnown)
		{
			MessageLog.Warning(*FText::Format(LOCTEXT("UnknownInput", "@@ - {0} has no external input {1}"),
				FText::FromString(Node.Rig->GetName()), FText::FromName(Input.Name)).ToString(), this);
		}
		else if (Seen.Contains(Input.Name))
		{
			MessageLog.Warning(*FText::Format(LOCTEXT("InputTwice", "@@ sets the input {0} twice; the last one counts"),
				FText::FromName(Input.Name)).ToString(), this);
		}
		Seen.Add(Input.Name);
	}
}

void UAnimGraphNode_KineDriver::ValidateRig(const USkeleton& Skeleton, FCompilerResultsLog& MessageLog)
{
	const FReferenceSkeleton& Bones = Skeleton.GetReferenceSkeleton();
	FKineDriverRunner Runner;
	Runner.Bind(Node.Rig->GetProgram(), Bones, TBitArray<>(true, Bones.GetNum()));
	for (const FKineDriverMissing& Missing : Runner.GetMissing())
	{
		MessageLog.Warning(*FText::Format(Missing.bOtherParent
			? LOCTEXT("MovedJoint", "@@ - joint {0} has another parent in the skeleton; what depends on it is switched off")
			: LOCTEXT("MissingJoint", "@@ - joint {0} is not in the skeleton; what depends on it is switched off"),
			FText::FromName(Missing.Joint)).ToString(), this);
	}
	if (!Node.bOutputsAsCurves)
	{
		return;
	}
	for (const FKineDriverProgram::FExternal& Output : Node.Rig->GetProgram()->GetOutputs())
	{
		if (Skeleton.GetUIDByName(USkeleton::AnimCurveMappingName, Output.Name) == SmartName::MaxUID)
		{
			MessageLog.Warning(*FText::Format(LOCTEXT("NoCurve", "@@ - the skeleton has no curve {0}: this output goes nowhere"),
				FText::FromName(Output.Name)).ToString(), this);
		}
	}
}

void UAnimGraphNode_KineDriver::CopyNodeDataToPreviewNode(FAnimNode_Base* InPreviewNode)
{
	FAnimNode_KineDriver* Preview = static_cast<FAnimNode_KineDriver*>(InPreviewNode);
	Preview->Rig = Node.Rig;
	Preview->bOutputsAsCurves = Node.bOutputsAsCurves;
	Preview->SetInputs(Node.Inputs);
}

#undef LOCTEXT_NAMESPACE
