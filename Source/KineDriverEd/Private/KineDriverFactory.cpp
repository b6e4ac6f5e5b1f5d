// Files in, assets out; what was found goes to the message log.

#include "KineDriverFactory.h"
#include "Editor.h"
#include "EditorFramework/AssetImportData.h"
#include "Engine/SkeletalMesh.h"
#include "KineDriverImportDialog.h"
#include "KineDriverLog.h"
#include "KineDriverRigCompiler.h"
#include "Misc/FeedbackContext.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Subsystems/ImportSubsystem.h"

UKineDriverFactory::UKineDriverFactory(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
{
	SupportedClass = UKineDriverAsset::StaticClass();
	bCreateNew = false;
	bEditAfterNew = false;
	bEditorImport = true;
	bText = false;
	Formats.Add(TEXT("kdi;KineDriver rig"));
}

bool UKineDriverFactory::FactoryCanImport(const FString& Filename)
{
	return FPaths::GetExtension(Filename).Equals(TEXT("kdi"), ESearchCase::IgnoreCase);
}

bool UKineDriverFactory::ConfigureProperties()
{
	return true;
}

bool UKineDriverFactory::AskForSettings()
{
	if (!bAsked && !IsAutomatedImport())
	{
		bAsked = true;
		bCanceled = !KineDriverImportDialog::Show(*this);
	}
	return !bCanceled;
}

void UKineDriverFactory::CleanUp()
{
	Super::CleanUp();
	bAsked = false;
	bCanceled = false;
}

UObject* UKineDriverFactory::FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, const FString& Filename,
	const TCHAR* Parms, FFeedbackContext* Warn, bool& bOutOperationCanceled)
{
	bOutOperationCanceled = !AskForSettings();
	if (bOutOperationCanceled)
	{
		return nullptr;
	}
	UImportSubsystem* Imports = GEditor->GetEditorSubsystem<UImportSubsystem>();
	Imports->BroadcastAssetPreImport(this, InClass, InParent, InName, Parms);
	// A rig of that name is replaced by the new object: not by one that is of no use.
	UKineDriverAsset* Asset = nullptr;
	FKineDriverCompiled Compiled;
	if (Compile(Filename, Settings, Compiled))
	{
		Asset = NewObject<UKineDriverAsset>(InParent, InClass, InName, Flags);
		Asset->ImportSettings = Settings;
		Fill(*Asset, Filename, Compiled);
	}
	Imports->BroadcastAssetPostImport(this, Asset);
	return Asset;
}

bool UKineDriverFactory::Compile(const FString& Filename, const FKineDriverImportSettings& Settings, FKineDriverCompiled& OutCompiled)
{
	TArray<uint8> File;
	if (!FFileHelper::LoadFileToArray(File, *Filename))
	{
		UE_LOG(LogKineDriver, Error, TEXT("%s cannot be read."), *Filename);
		return false;
	}
	const bool bGood = KineDriverRigCompiler::Compile(File, Settings, Settings.ReferenceMesh.LoadSynchronous(), OutCompiled);
	KineDriverRigCompiler::Report(Filename, OutCompiled.Findings);
	return bGood;
}

void UKineDriverFactory::Fill(UKineDriverAsset& Asset, const FString& Filename, const FKineDriverCompiled& Compiled)
{
	Asset.SetProgram(Compiled.Program, Compiled.Axes);
	Asset.Document = Compiled.Document;
	Asset.Drawings = Compiled.Drawings;
	Asset.SourceHash = Compiled.Hash;
	Asset.AssetImportData->Update(Filename);
}

bool UKineDriverFactory::CanReimport(UObject* Obj, TArray<FString>& OutFilenames)
{
	const UKineDriverAsset* Asset = Cast<UKineDriverAsset>(Obj);
	if (Asset == nullptr || Asset->AssetImportData == nullptr)
	{
		return false;
	}
	Asset->AssetImportData->ExtractFilenames(OutFilenames);
	return true;
}

void UKineDriverFactory::SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths)
{
	UKineDriverAsset* Asset = Cast<UKineDriverAsset>(Obj);
	if (Asset != nullptr && NewReimportPaths.Num() == 1)
	{
		Asset->AssetImportData->UpdateFilenameOnly(NewReimportPaths[0]);
	}
}

EReimportResult::Type UKineDriverFactory::Reimport(UObject* Obj)
{
	UKineDriverAsset* Asset = Cast<UKineDriverAsset>(Obj);
	if (Asset == nullptr)
	{
		return EReimportResult::Failed;
	}
	const FString Filename = Asset->AssetImportData->GetFirstFilename();
	FKineDriverCompiled Compiled;
	if (Filename.IsEmpty() || !Compile(Filename, Asset->ImportSettings, Compiled))
	{
		return EReimportResult::Failed; // and the rig stays as it is
	}
	Fill(*Asset, Filename, Compiled);
	Asset->MarkPackageDirty();
	return EReimportResult::Succeeded;
}

int32 UKineDriverFactory::GetPriority() const
{
	return ImportPriority;
}
