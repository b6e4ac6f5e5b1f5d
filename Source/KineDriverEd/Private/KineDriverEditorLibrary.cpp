// One JSON object for each rig alone, and one for each pair of a mesh and a rig.

#include "KineDriverEditorLibrary.h"
#include "AssetRegistryModule.h"
#include "EditorReimportHandler.h"
#include "Engine/SkeletalMesh.h"
#include "FileHelpers.h"
#include "KineDriverAsset.h"
#include "KineDriverLibrary.h"
#include "KineDriverLog.h"
#include "KineDriverUserData.h"
#include "Modules/ModuleManager.h"
#include "Serialization/JsonWriter.h"
#include "UObject/Package.h"

namespace
{
	typedef TJsonWriter<TCHAR, TPrettyJsonPrintPolicy<TCHAR>> FReportWriter;
	typedef TJsonWriterFactory<TCHAR, TPrettyJsonPrintPolicy<TCHAR>> FReportWriterFactory;

	/** Changes when a key of the report changes its meaning or goes. */
	const int32 ReportFormat = 1;

	template <typename ClassType>
	TArray<ClassType*> LoadAll()
	{
		IAssetRegistry& Registry = FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get();
		Registry.SearchAllAssets(true);
		TArray<FAssetData> Found;
		Registry.GetAssetsByClass(ClassType::StaticClass()->GetFName(), Found, true);
		TArray<ClassType*> Objects;
		for (const FAssetData& Data : Found)
		{
			if (ClassType* Object = Cast<ClassType>(Data.GetAsset()))
			{
				Objects.Add(Object);
			}
		}
		return Objects;
	}

	void WriteNames(FReportWriter& Writer, const TCHAR* Key, const TArray<FName>& Names)
	{
		Writer.WriteArrayStart(Key);
		for (const FName Name : Names)
		{
			Writer.WriteValue(Name.ToString());
		}
		Writer.WriteArrayEnd();
	}

	void WriteRig(FReportWriter& Writer, const UKineDriverAsset& Rig)
	{
		Writer.WriteObjectStart();
		Writer.WriteValue(TEXT("rig"), Rig.GetPathName());
		Writer.WriteValue(TEXT("good"), Rig.GetProgram().IsValid());
		Writer.WriteValue(TEXT("error"), Rig.LoadError);
		Writer.WriteObjectEnd();
	}

	void WritePair(FReportWriter& Writer, const UKineDriverAsset* Rig, const USkeletalMesh& Mesh, const FKineDriverAuditResult& Result)
	{
		Writer.WriteObjectStart();
		Writer.WriteValue(TEXT("rig"), Rig != nullptr ? Rig->GetPathName() : FString());
		Writer.WriteValue(TEXT("mesh"), Mesh.GetPathName());
		Writer.WriteValue(TEXT("good"), Result.bGood);
		Writer.WriteValue(TEXT("error"), Result.Error);
		WriteNames(Writer, TEXT("missingJoints"), Result.MissingJoints);
		WriteNames(Writer, TEXT("movedJoints"), Result.MovedJoints);
		WriteNames(Writer, TEXT("missingMorphTargets"), Result.MissingMorphTargets);
		Writer.WriteObjectEnd();
	}
}

FKineDriverProjectReport UKineDriverEditorLibrary::AuditAllKineDriverRigs()
{
	FKineDriverProjectReport Report;
	const TSharedRef<FReportWriter> Writer = FReportWriterFactory::Create(&Report.Json);
	Writer->WriteObjectStart();
	Writer->WriteValue(TEXT("format"), ReportFormat);
	Writer->WriteArrayStart(TEXT("rigs"));
	for (const UKineDriverAsset* Rig : LoadAll<UKineDriverAsset>())
	{
		++Report.Rigs;
		Report.Problems += Rig->GetProgram().IsValid() ? 0 : 1;
		WriteRig(*Writer, *Rig);
	}
	Writer->WriteArrayEnd();
	Writer->WriteArrayStart(TEXT("meshes"));
	for (USkeletalMesh* Mesh : LoadAll<USkeletalMesh>())
	{
		const UKineDriverUserData* UserData = UKineDriverUserData::Find(Mesh);
		for (int32 Index = 0; UserData != nullptr && Index < UserData->Rigs.Num(); ++Index)
		{
			const UKineDriverAsset* Rig = UserData->Rigs[Index].Rig;
			const FKineDriverAuditResult Result = UKineDriverLibrary::AuditKineDriverRig(Rig, Mesh);
			++Report.Pairs;
			Report.Problems += Result.bGood ? 0 : 1;
			WritePair(*Writer, Rig, *Mesh, Result);
		}
	}
	Writer->WriteArrayEnd();
	Writer->WriteValue(TEXT("problems"), Report.Problems);
	Writer->WriteObjectEnd();
	Writer->Close();
	return Report;
}

TArray<FString> UKineDriverEditorLibrary::ReimportAllKineDriverRigs(bool bSave)
{
	TArray<FString> Failed;
	TArray<UPackage*> Packages;
	for (UKineDriverAsset* Rig : LoadAll<UKineDriverAsset>())
	{
		if (!FReimportManager::Instance()->Reimport(Rig, false, false))
		{
			Failed.Add(Rig->GetPathName());
		}
		else if (UPackage* Package = Cast<UPackage>(Rig->GetOuter()))
		{
			Packages.Add(Package);
		}
	}
	if (bSave && Packages.Num() > 0 && !UEditorLoadingAndSavingUtils::SavePackages(Packages, true))
	{
		UE_LOG(LogKineDriver, Error, TEXT("Not all rigs could be saved."));
	}
	return Failed;
}
