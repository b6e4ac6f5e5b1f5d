// Name, colour, category, source files; the rest is what every asset has.

#include "AssetTypeActions_KineDriver.h"
#include "EditorFramework/AssetImportData.h"
#include "KineDriverAsset.h"

#define LOCTEXT_NAMESPACE "KineDriver"

FText FAssetTypeActions_KineDriver::GetName() const
{
	return LOCTEXT("AssetName", "KineDriver Rig");
}

FColor FAssetTypeActions_KineDriver::GetTypeColor() const
{
	return FColor(230, 126, 34);
}

UClass* FAssetTypeActions_KineDriver::GetSupportedClass() const
{
	return UKineDriverAsset::StaticClass();
}

uint32 FAssetTypeActions_KineDriver::GetCategories()
{
	return EAssetTypeCategories::Animation;
}

bool FAssetTypeActions_KineDriver::IsImportedAsset() const
{
	return true;
}

void FAssetTypeActions_KineDriver::GetResolvedSourceFilePaths(const TArray<UObject*>& TypeAssets, TArray<FString>& OutSourceFilePaths) const
{
	for (UObject* Object : TypeAssets)
	{
		const UKineDriverAsset* Asset = Cast<UKineDriverAsset>(Object);
		if (Asset != nullptr && Asset->AssetImportData != nullptr)
		{
			Asset->AssetImportData->ExtractFilenames(OutSourceFilePaths);
		}
	}
}

FText FAssetTypeActions_KineDriver::GetAssetDescription(const FAssetData& AssetData) const
{
	return LOCTEXT("AssetDescription", "Helper bones that follow the animated skeleton. Add it to a mesh's KineDriver user data, a KineDriver component or an animation graph.");
}

#undef LOCTEXT_NAMESPACE
