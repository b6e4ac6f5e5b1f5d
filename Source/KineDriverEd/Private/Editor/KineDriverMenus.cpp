// The entries act on what is selected. Everything a mesh is given can be undone.

#include "Editor/KineDriverMenus.h"
#include "AssetData.h"
#include "ContentBrowserDelegates.h"
#include "ContentBrowserModule.h"
#include "Editor/KineDriverStyle.h"
#include "Engine/SkeletalMesh.h"
#include "Framework/MultiBox/MultiBoxBuilder.h"
#include "Framework/MultiBox/MultiBoxExtender.h"
#include "KineDriverAsset.h"
#include "KineDriverLibrary.h"
#include "KineDriverUserData.h"
#include "Logging/MessageLog.h"
#include "Modules/ModuleManager.h"
#include "ScopedTransaction.h"
#include "UObject/UObjectIterator.h"

#define LOCTEXT_NAMESPACE "KineDriver"

namespace
{
	template <typename ClassType>
	TArray<ClassType*> GetSelected(const TArray<FAssetData>& Assets)
	{
		TArray<ClassType*> Objects;
		for (const FAssetData& Asset : Assets)
		{
			if (ClassType* Object = Cast<ClassType>(Asset.GetAsset()))
			{
				Objects.Add(Object);
			}
		}
		return Objects;
	}

	bool IsAny(const TArray<FAssetData>& Assets, const UClass* Class)
	{
		return Assets.FindByPredicate([Class](const FAssetData& Asset) { return Asset.AssetClass == Class->GetFName(); }) != nullptr;
	}

	void AuditPair(const UKineDriverAsset* Rig, const USkeletalMesh* Mesh, FMessageLog& Log)
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
		FFormatNamedArguments Arguments;
		Arguments.Add(TEXT("Rig"), FText::FromString(Rig->GetName()));
		Arguments.Add(TEXT("Mesh"), FText::FromString(Mesh->GetName()));
		Arguments.Add(TEXT("What"), FText::FromString(Result.Error + FString::Join(Names, TEXT(", "))));
		if (Result.bGood)
		{
			Log.Info(FText::Format(LOCTEXT("AuditGood", "{Rig} on {Mesh}: good"), Arguments));
		}
		else
		{
			Log.Warning(FText::Format(LOCTEXT("AuditBad", "{Rig} on {Mesh}: {What}"), Arguments));
		}
	}

	/** Compares rigs with the loaded meshes that use them; the commandlet looks at all meshes of the project. */
	void AuditSelected(TArray<FAssetData> Assets)
	{
		FMessageLog Log("KineDriver");
		Log.NewPage(LOCTEXT("AuditPage", "Audit"));
		for (const UKineDriverAsset* Rig : GetSelected<UKineDriverAsset>(Assets))
		{
			for (TObjectIterator<USkeletalMesh> Mesh; Mesh; ++Mesh)
			{
				const UKineDriverUserData* UserData = UKineDriverUserData::Find(*Mesh);
				if (UserData != nullptr && UserData->Rigs.FindByPredicate([Rig](const FKineDriverRigEntry& Entry) { return Entry.Rig == Rig; }) != nullptr)
				{
					AuditPair(Rig, *Mesh, Log);
				}
			}
		}
		Log.Open(EMessageSeverity::Info, true);
	}

	/** Gives meshes user data that names the selected rigs. Rigs that a mesh has already are left alone. */
	void AddToMeshes(TArray<FAssetData> Assets)
	{
		const FScopedTransaction Transaction(LOCTEXT("AddToMeshes", "Add KineDriver rigs"));
		const TArray<UKineDriverAsset*> Rigs = GetSelected<UKineDriverAsset>(Assets);
		for (USkeletalMesh* Mesh : GetSelected<USkeletalMesh>(Assets))
		{
			Mesh->Modify();
			UKineDriverUserData* UserData = UKineDriverUserData::Find(Mesh);
			if (UserData == nullptr)
			{
				UserData = NewObject<UKineDriverUserData>(Mesh, NAME_None, RF_Public | RF_Transactional);
				Mesh->AddAssetUserData(UserData);
			}
			UserData->Modify();
			for (UKineDriverAsset* Rig : Rigs)
			{
				if (UserData->Rigs.FindByPredicate([Rig](const FKineDriverRigEntry& Entry) { return Entry.Rig == Rig; }) == nullptr)
				{
					UserData->Rigs.AddDefaulted_GetRef().Rig = Rig;
				}
			}
			Mesh->PostEditChange();
			Mesh->MarkPackageDirty();
		}
	}

	void FillMenu(FMenuBuilder& Builder, TArray<FAssetData> Assets)
	{
		const FSlateIcon Icon(FKineDriverStyle::GetName(), "ClassIcon.KineDriverAsset");
		Builder.BeginSection("KineDriver", LOCTEXT("MenuSection", "KineDriver"));
		if (IsAny(Assets, UKineDriverAsset::StaticClass()))
		{
			Builder.AddMenuEntry(LOCTEXT("Audit", "Compare with meshes"),
				LOCTEXT("AuditTooltip", "Compares the rig with the loaded meshes whose user data names it, and lists what they lack"),
				Icon, FUIAction(FExecuteAction::CreateStatic(&AuditSelected, Assets)));
		}
		if (IsAny(Assets, USkeletalMesh::StaticClass()))
		{
			Builder.AddMenuEntry(LOCTEXT("AddToMesh", "Add KineDriver rigs"),
				LOCTEXT("AddToMeshTooltip", "Gives the meshes KineDriver user data, with the rigs that are selected together with them"),
				Icon, FUIAction(FExecuteAction::CreateStatic(&AddToMeshes, Assets)));
		}
		Builder.EndSection();
	}

	TSharedRef<FExtender> ExtendMenu(const TArray<FAssetData>& Assets)
	{
		const TSharedRef<FExtender> Extender = MakeShared<FExtender>();
		if (IsAny(Assets, UKineDriverAsset::StaticClass()) || IsAny(Assets, USkeletalMesh::StaticClass()))
		{
			Extender->AddMenuExtension("GetAssetActions", EExtensionHook::After, nullptr, FMenuExtensionDelegate::CreateStatic(&FillMenu, Assets));
		}
		return Extender;
	}
}

void FKineDriverMenus::Start()
{
	TArray<FContentBrowserMenuExtender_SelectedAssets>& Extenders =
		FModuleManager::LoadModuleChecked<FContentBrowserModule>("ContentBrowser").GetAllAssetViewContextMenuExtenders();
	Extenders.Add(FContentBrowserMenuExtender_SelectedAssets::CreateStatic(&ExtendMenu));
	Handle = Extenders.Last().GetHandle();
}

void FKineDriverMenus::Stop()
{
	if (FContentBrowserModule* ContentBrowser = FModuleManager::GetModulePtr<FContentBrowserModule>("ContentBrowser"))
	{
		ContentBrowser->GetAllAssetViewContextMenuExtenders().RemoveAll([this](const FContentBrowserMenuExtender_SelectedAssets& Extender)
		{
			return Extender.GetHandle() == Handle;
		});
	}
}

#undef LOCTEXT_NAMESPACE
