// Registers everything that the editor is to know, and takes it back.

#include "AssetToolsModule.h"
#include "AssetTypeActions_KineDriver.h"
#include "ComponentAssetBroker.h"
#include "CoreMinimal.h"
#include "Editor/KineDriverComponentDetails.h"
#include "Editor/KineDriverMenus.h"
#include "Editor/KineDriverPreview.h"
#include "Editor/KineDriverStyle.h"
#include "KineDriverAsset.h"
#include "KineDriverComponent.h"
#include "KineDriverUserDataKeeper.h"
#include "MessageLogInitializationOptions.h"
#include "MessageLogModule.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"

#define LOCTEXT_NAMESPACE "KineDriver"

namespace
{
	/** Ties the asset to the component: dropping a rig on a skeleton's tree makes a component that uses it. */
	class FKineDriverAssetBroker : public IComponentAssetBroker
	{
	public:
		virtual UClass* GetSupportedAssetClass() override
		{
			return UKineDriverAsset::StaticClass();
		}

		virtual bool AssignAssetToComponent(UActorComponent* InComponent, UObject* InAsset) override
		{
			UKineDriverComponent* Component = Cast<UKineDriverComponent>(InComponent);
			UKineDriverAsset* Asset = Cast<UKineDriverAsset>(InAsset);
			if (Component == nullptr || (Asset == nullptr && InAsset != nullptr))
			{
				return false;
			}
			TArray<FKineDriverRigEntry> Rigs;
			if (Asset != nullptr)
			{
				Rigs.AddDefaulted_GetRef().Rig = Asset;
			}
			Component->SetRigs(Rigs);
			return true;
		}

		virtual UObject* GetAssetFromComponent(UActorComponent* InComponent) override
		{
			const UKineDriverComponent* Component = Cast<UKineDriverComponent>(InComponent);
			return Component != nullptr && Component->Rigs.Num() > 0 ? Component->Rigs[0].Rig : nullptr;
		}
	};
}

class FKineDriverEdModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		FMessageLogInitializationOptions Options;
		Options.bShowFilters = true;
		FModuleManager::LoadModuleChecked<FMessageLogModule>("MessageLog").RegisterLogListing("KineDriver", LOCTEXT("LogLabel", "KineDriver"), Options);

		Actions = MakeShared<FAssetTypeActions_KineDriver>();
		FModuleManager::LoadModuleChecked<FAssetToolsModule>("AssetTools").Get().RegisterAssetTypeActions(Actions.ToSharedRef());

		FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor").RegisterCustomClassLayout(
			UKineDriverComponent::StaticClass()->GetFName(), FOnGetDetailCustomizationInstance::CreateStatic(&FKineDriverComponentDetails::MakeInstance));

		Broker = MakeShared<FKineDriverAssetBroker>();
		FComponentAssetBrokerage::RegisterBroker(Broker, UKineDriverComponent::StaticClass(), true, true);
		Keeper.Start();
		// An uncooked game and a commandlet load the module for its graph node only: they have no windows.
		if (GIsEditor && !IsRunningCommandlet())
		{
			Style.Start();
			Menus.Start();
			Preview = MakeShared<FKineDriverPreview>();
			Preview->Start();
		}
	}

	virtual void ShutdownModule() override
	{
		if (Preview.IsValid())
		{
			Preview->Stop();
			Preview.Reset();
			Menus.Stop();
		}
		Style.Stop();
		Keeper.Stop();
		if (UObjectInitialized())
		{
			FComponentAssetBrokerage::UnregisterBroker(Broker);
			if (FPropertyEditorModule* PropertyEditor = FModuleManager::GetModulePtr<FPropertyEditorModule>("PropertyEditor"))
			{
				PropertyEditor->UnregisterCustomClassLayout(UKineDriverComponent::StaticClass()->GetFName());
			}
		}
		if (FAssetToolsModule* AssetTools = FModuleManager::GetModulePtr<FAssetToolsModule>("AssetTools"))
		{
			AssetTools->Get().UnregisterAssetTypeActions(Actions.ToSharedRef());
		}
		if (FMessageLogModule* MessageLog = FModuleManager::GetModulePtr<FMessageLogModule>("MessageLog"))
		{
			MessageLog->UnregisterLogListing("KineDriver");
		}
	}

private:
	TSharedPtr<FAssetTypeActions_KineDriver> Actions;
	TSharedPtr<IComponentAssetBroker> Broker;
	FKineDriverUserDataKeeper Keeper;
	FKineDriverStyle Style;
	FKineDriverMenus Menus;
	TSharedPtr<FKineDriverPreview> Preview;
};

IMPLEMENT_MODULE(FKineDriverEdModule, KineDriverEd)

#undef LOCTEXT_NAMESPACE
