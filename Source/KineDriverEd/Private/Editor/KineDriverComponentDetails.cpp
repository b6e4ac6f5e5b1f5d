// A row for each setting with its value in force and where that comes from, then what the mesh lacks. Properties that the mesh's user data
// overrides are grey.

#include "Editor/KineDriverComponentDetails.h"
#include "Components/SkeletalMeshComponent.h"
#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "Engine/SkeletalMesh.h"
#include "IDetailPropertyRow.h"
#include "KineDriverAsset.h"
#include "KineDriverComponent.h"
#include "KineDriverLibrary.h"
#include "KineDriverStackComponent.h"
#include "KineDriverUserData.h"
#include "PropertyHandle.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "KineDriver"

namespace
{
	typedef TWeakObjectPtr<UKineDriverComponent> FWeakComponent;
	typedef FText (*FDescribe)(const UKineDriverComponent& Component, const UKineDriverUserData* UserData);

	USkeletalMesh* GetMesh(const FWeakComponent& Component)
	{
		const USkeletalMeshComponent* Driven = Component.IsValid() ? Component->GetDrivenMesh() : nullptr;
		return Driven != nullptr ? Driven->SkeletalMesh : nullptr;
	}

	/** Null if the component does not obey the mesh's user data, or there is none. */
	const UKineDriverUserData* GetUserData(const FWeakComponent& Component)
	{
		return Component.IsValid() && Component->bUseUserData ? UKineDriverUserData::Find(GetMesh(Component)) : nullptr;
	}

	bool IsStack(const UKineDriverComponent& Component)
	{
		return Component.IsA(UKineDriverStackComponent::StaticClass());
	}

	/** Each once, also those that stand in several steps of a stack. */
	TArray<const UKineDriverAsset*> GetRigs(const UKineDriverComponent& Component)
	{
		TArray<const UKineDriverAsset*> Rigs;
		if (!IsStack(Component))
		{
			for (const FKineDriverRigEntry& Entry : Component.GetActiveRigs())
			{
				Rigs.AddUnique(Entry.Rig);
			}
			return Rigs;
		}
		for (const FKineDriverStackStep& Step : static_cast<const UKineDriverStackComponent&>(Component).Stack)
		{
			if (Step.Kind == EKineDriverStepKind::Rig)
			{
				Rigs.AddUnique(Step.Rig.Rig);
			}
		}
		return Rigs;
	}

	FText NameRigs(const TArray<FKineDriverRigEntry>& Rigs)
	{
		TArray<FString> Names;
		for (const FKineDriverRigEntry& Entry : Rigs)
		{
			const FString Name = Entry.Rig != nullptr ? Entry.Rig->GetName() : FString(TEXT("(none)"));
			Names.Add(Entry.bEnabled ? Name : Name + TEXT(" (off)"));
		}
		return Names.Num() > 0 ? FText::FromString(FString::Join(Names, TEXT(", "))) : LOCTEXT("NoRigs", "none");
	}

	FText DescribeRigs(const UKineDriverComponent& Component, const UKineDriverUserData* UserData)
	{
		if (IsStack(Component))
		{
			return FText::Format(LOCTEXT("RigsOfStack", "{0} steps of the stack (this component)"),
				FText::AsNumber(static_cast<const UKineDriverStackComponent&>(Component).Stack.Num()));
		}
		return UserData != nullptr
			? FText::Format(LOCTEXT("RigsOfUserData", "{0} (user data of the mesh)"), NameRigs(UserData->Rigs))
			: FText::Format(LOCTEXT("RigsOfComponent", "{0} (this component)"), NameRigs(Component.Rigs));
	}

	FText DescribeThreshold(const UKineDriverComponent& Component, const UKineDriverUserData* UserData)
	{
		const int32 Threshold = UserData != nullptr ? UserData->LODThreshold : Component.LODThreshold;
		const FText Value = Threshold < 0 ? LOCTEXT("EveryLevel", "every level") : FText::AsNumber(Threshold);
		return UserData != nullptr
			? FText::Format(LOCTEXT("ThresholdOfUserData", "{0} (user data of the mesh)"), Value)
			: FText::Format(LOCTEXT("ThresholdOfComponent", "{0} (this component)"), Value);
	}

	FText DescribeInputs(const UKineDriverComponent& Component, const UKineDriverUserData* UserData)
	{
		return UserData != nullptr && UserData->Inputs.Num() > 0
			? FText::Format(LOCTEXT("InputsOfUserData", "{0} (user data of the mesh); Blueprints and notifies come first"), FText::AsNumber(UserData->Inputs.Num()))
			: LOCTEXT("InputsOfRigs", "the rigs' own, unless Blueprints or notifies set them");
	}

	FText DescribeOrder(const UKineDriverComponent& Component, const UKineDriverUserData* UserData)
	{
		return UserData != nullptr && UserData->Order.Num() > 0
			? FText::Format(LOCTEXT("OrderOfUserData", "{0} rules (user data of the mesh)"), FText::AsNumber(UserData->Order.Num()))
			: LOCTEXT("OrderOfEngine", "after the mesh, otherwise as the engine likes");
	}

	FText DescribeAlpha(const UKineDriverComponent& Component, const UKineDriverUserData* UserData)
	{
		return Component.bRigsEnabled
			? FText::Format(LOCTEXT("AlphaOn", "on, {0} (this component), times that of each rig"), FText::AsPercent(Component.Alpha))
			: LOCTEXT("AlphaOff", "off (this component)");
	}

	FText DescribeMesh(const FWeakComponent& Component)
	{
		const USkeletalMesh* Mesh = GetMesh(Component);
		if (Mesh == nullptr)
		{
			return LOCTEXT("NoMesh", "none: attach the component to a skeletal mesh component that has a mesh");
		}
		const FText Name = FText::FromString(Mesh->GetName());
		if (UKineDriverUserData::Find(GetMesh(Component)) == nullptr)
		{
			return FText::Format(LOCTEXT("MeshWithout", "{0}, without KineDriver user data"), Name);
		}
		return Component->bUseUserData
			? FText::Format(LOCTEXT("MeshWith", "{0}, with KineDriver user data"), Name)
			: FText::Format(LOCTEXT("MeshIgnored", "{0}; its KineDriver user data is not used here"), Name);
	}

	FText DescribeMissing(const FWeakComponent& Component)
	{
		const USkeletalMesh* Mesh = GetMesh(Component);
		FString Text;
		if (Mesh == nullptr)
		{
			return FText::GetEmpty();
		}
		for (const UKineDriverAsset* Rig : GetRigs(*Component))
		{
			const FKineDriverAuditResult Result = UKineDriverLibrary::AuditKineDriverRig(Rig, Mesh);
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
				Text += FString::Printf(TEXT("%s: %s%s\n"), Rig != nullptr ? *Rig->GetName() : TEXT("(none)"), *Result.Error,
					*FString::Join(Names, TEXT(", ")));
			}
		}
		return FText::FromString(Text.TrimEnd());
	}

	void AddSetting(IDetailCategoryBuilder& Category, const FWeakComponent& Component, const FText& Name, FDescribe Describe)
	{
		Category.AddCustomRow(Name)
		.NameContent()
		[
			SNew(STextBlock).Text(Name).Font(IDetailLayoutBuilder::GetDetailFont())
		]
		.ValueContent().MinDesiredWidth(250.0f).MaxDesiredWidth(600.0f)
		[
			SNew(STextBlock).AutoWrapText(true).Font(IDetailLayoutBuilder::GetDetailFont()).Text_Lambda([Component, Describe]()
			{
				return Component.IsValid() ? Describe(*Component, GetUserData(Component)) : FText::GetEmpty();
			})
		];
	}

	/** A property that the user data takes the place of is shown grey. bInStack: a stack does not heed it either. */
	void GreyWhenOverridden(
		IDetailLayoutBuilder& Builder, IDetailCategoryBuilder& Category, const FWeakComponent& Component, FName Property, bool bInStack)
	{
		Category.AddProperty(Builder.GetProperty(Property, UKineDriverComponent::StaticClass()))
			.IsEnabled(TAttribute<bool>::Create(TAttribute<bool>::FGetter::CreateLambda([Component, bInStack]()
			{
				return GetUserData(Component) == nullptr && !(bInStack && Component.IsValid() && IsStack(*Component));
			})));
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
	const FWeakComponent Component = Cast<UKineDriverComponent>(Objects[0].Get());
	IDetailCategoryBuilder& InForce = DetailBuilder.EditCategory("KineDriverInForce", LOCTEXT("InForce", "KineDriver: settings in force"), ECategoryPriority::Important);
	InForce.AddCustomRow(LOCTEXT("MeshRow", "Mesh"))
	.NameContent()
	[
		SNew(STextBlock).Text(LOCTEXT("MeshRow", "Mesh")).Font(IDetailLayoutBuilder::GetDetailFont())
	]
	.ValueContent().MinDesiredWidth(250.0f).MaxDesiredWidth(600.0f)
	[
		SNew(STextBlock).AutoWrapText(true).Font(IDetailLayoutBuilder::GetDetailFont()).Text_Lambda([Component]() { return DescribeMesh(Component); })
	];
	AddSetting(InForce, Component, LOCTEXT("RigsRow", "Rigs"), &DescribeRigs);
	AddSetting(InForce, Component, LOCTEXT("ThresholdRow", "LOD threshold"), &DescribeThreshold);
	AddSetting(InForce, Component, LOCTEXT("InputsRow", "Inputs"), &DescribeInputs);
	AddSetting(InForce, Component, LOCTEXT("OrderRow", "Order"), &DescribeOrder);
	AddSetting(InForce, Component, LOCTEXT("AlphaRow", "Enabled, alpha"), &DescribeAlpha);
	InForce.AddCustomRow(LOCTEXT("MissingRow", "Missing joints")).WholeRowContent()
	[
		SNew(STextBlock).AutoWrapText(true).ColorAndOpacity(FLinearColor::Red).Font(IDetailLayoutBuilder::GetDetailFont())
		.Text_Lambda([Component]() { return DescribeMissing(Component); })
		.Visibility_Lambda([Component]() { return DescribeMissing(Component).IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible; })
	];

	IDetailCategoryBuilder& Category = DetailBuilder.EditCategory("KineDriver", FText::GetEmpty(), ECategoryPriority::Important);
	GreyWhenOverridden(DetailBuilder, Category, Component, GET_MEMBER_NAME_CHECKED(UKineDriverComponent, Rigs), true);
	GreyWhenOverridden(DetailBuilder, Category, Component, GET_MEMBER_NAME_CHECKED(UKineDriverComponent, LODThreshold), false);
}

#undef LOCTEXT_NAMESPACE
