// Two rows above the properties.

#include "KineDriverComponentDetails.h"
#include "Components/SkeletalMeshComponent.h"
#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "Engine/SkeletalMesh.h"
#include "KineDriverAsset.h"
#include "KineDriverComponent.h"
#include "KineDriverLibrary.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "KineDriver"

namespace
{
	FText DescribeSource(const TWeakObjectPtr<UKineDriverComponent>& Component)
	{
		const USkeletalMeshComponent* Mesh = Component.IsValid() ? Component->GetDrivenMesh() : nullptr;
		if (Mesh == nullptr || Mesh->SkeletalMesh == nullptr)
		{
			return LOCTEXT("NoMesh", "Not attached to a skeletal mesh component that has a mesh");
		}
		return Component->GetSettingSource() == EKineDriverSettingSource::UserData
			? FText::Format(LOCTEXT("FromUserData", "Rigs, LOD threshold and order: user data of {0}"), FText::FromString(Mesh->SkeletalMesh->GetName()))
			: LOCTEXT("FromComponent", "Rigs and LOD threshold: this component");
	}

	FText DescribeMissing(const TWeakObjectPtr<UKineDriverComponent>& Component)
	{
		const USkeletalMeshComponent* Mesh = Component.IsValid() ? Component->GetDrivenMesh() : nullptr;
		FString Text;
		if (Mesh != nullptr && Mesh->SkeletalMesh != nullptr)
		{
			for (const FKineDriverRigEntry& Entry : Component->GetActiveRigs())
			{
				const FKineDriverAuditResult Result = UKineDriverLibrary::AuditKineDriverRig(Entry.Rig, Mesh->SkeletalMesh);
				TArray<FString> Names;
				for (const TArray<FName>* List : { &Result.MissingJoints, &Result.MovedJoints, &Result.MissingMorphTargets })
				{
					for (const FName Name : *List)
					{
						Names.Add(Name.ToString());
					}
				}
				if (!Result.bGood)
				{
					Text += FString::Printf(TEXT("%s: %s%s\n"), Entry.Rig != nullptr ? *Entry.Rig->GetName() : TEXT("(none)"), *Result.Error,
						*FString::Join(Names, TEXT(", ")));
				}
			}
		}
		return FText::FromString(Text.TrimEnd());
	}
}

TSharedRef<IDetailCustomization> FKineDriverComponentDetails::MakeInstance()
{
	return MakeShared<FKineDriverComponentDetails>();
}

void FKineDriverComponentDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	if (Objects.Num() != 1)
	{
		return;
	}
	const TWeakObjectPtr<UKineDriverComponent> Component = Cast<UKineDriverComponent>(Objects[0].Get());
	IDetailCategoryBuilder& Category = DetailBuilder.EditCategory("KineDriver", FText::GetEmpty(), ECategoryPriority::Important);
	Category.AddCustomRow(LOCTEXT("SourceRow", "Setting source")).WholeRowContent()
	[
		SNew(STextBlock).AutoWrapText(true).Text_Lambda([Component]() { return DescribeSource(Component); })
	];
	Category.AddCustomRow(LOCTEXT("MissingRow", "Missing joints")).WholeRowContent()
	[
		SNew(STextBlock).AutoWrapText(true).ColorAndOpacity(FLinearColor::Red)
		.Text_Lambda([Component]() { return DescribeMissing(Component); })
		.Visibility_Lambda([Component]() { return DescribeMissing(Component).IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible; })
	];
}

#undef LOCTEXT_NAMESPACE
