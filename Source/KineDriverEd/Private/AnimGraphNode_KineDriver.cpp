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
	else if (ForSkeleton != nullptr)
	{
		const FReferenceSkeleton& Skeleton = ForSkeleton->GetReferenceSkeleton();
		FKineDriverRunner Runner;
		Runner.Bind(Node.Rig->GetProgram(), Skeleton, TBitArray<>(true, Skeleton.GetNum()));
		for (const FKineDriverMissing& Missing : Runner.GetMissing())
		{
			MessageLog.Warning(*FText::Format(Missing.bOtherParent
				? LOCTEXT("MovedJoint", "@@ - joint {0} has another parent in the skeleton; what depends on it is switched off")
				: LOCTEXT("MissingJoint", "@@ - joint {0} is not in the skeleton; what depends on it is switched off"),
				FText::FromName(Missing.Joint)).ToString(), this);
		}
	}
	Super::ValidateAnimNodeDuringCompilation(ForSkeleton, MessageLog);
}

#undef LOCTEXT_NAMESPACE
