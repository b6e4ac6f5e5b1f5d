// One JSON object for each rig alone and for each mesh that uses it.

#include "KineDriverAuditCommandlet.h"
#include "AssetRegistryModule.h"
#include "EditorReimportHandler.h"
#include "Engine/SkeletalMesh.h"
#include "KineDriverAsset.h"
#include "KineDriverLibrary.h"
#include "KineDriverLog.h"
#include "KineDriverUserData.h"
#include "Misc/FileHelper.h"
#include "Misc/Parse.h"
#include "Modules/ModuleManager.h"
#include "Serialization/JsonWriter.h"

namespace
{
	typedef TJsonWriter<TCHAR, TPrettyJsonPrintPolicy<TCHAR>> FReport;

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

	void WriteNames(FReport& Report, const TCHAR* Key, const TArray<FName>& Names)
	{
		Report.WriteArrayStart(Key);
		for (const FName Name : Names)
		{
			Report.WriteValue(Name.ToString());
		}
		Report.WriteArrayEnd();
	}

	void WriteResult(FReport& Report, const UKineDriverAsset* Rig, const USkeletalMesh& Mesh, const FKineDriverAuditResult& Result)
	{
		Report.WriteObjectStart();
		Report.WriteValue(TEXT("rig"), Rig != nullptr ? Rig->GetPathName() : FString());
		Report.WriteValue(TEXT("mesh"), Mesh.GetPathName());
		Report.WriteValue(TEXT("good"), Result.bGood);
		Report.WriteValue(TEXT("error"), Result.Error);
		WriteNames(Report, TEXT("missingJoints"), Result.MissingJoints);
		WriteNames(Report, TEXT("movedJoints"), Result.MovedJoints);
		WriteNames(Report, TEXT("missingMorphTargets"), Result.MissingMorphTargets);
		Report.WriteObjectEnd();
	}
}

UKineDriverAuditCommandlet::UKineDriverAuditCommandlet(const FObjectInitializer& ObjectInitializer)
	: Super(ObjectInitializer)
{
	IsClient = false;
	IsServer = false;
	IsEditor = true;
	LogToConsole = true;
}

int32 UKineDriverAuditCommandlet::Main(const FString& Params)
{
	const TArray<UKineDriverAsset*> Rigs = LoadAll<UKineDriverAsset>();
	FString Text;
	const TSharedRef<FReport> Report = TJsonWriterFactory<TCHAR, TPrettyJsonPrintPolicy<TCHAR>>::Create(&Text);
	int32 Problems = 0;
	Report->WriteObjectStart();
	Report->WriteArrayStart(TEXT("rigs"));
	for (UKineDriverAsset* Rig : Rigs)
	{
		const bool bImported = !FParse::Param(*Params, TEXT("reimport")) || FReimportManager::Instance()->Reimport(Rig, false, false);
		const bool bGood = bImported && Rig->GetProgram().IsValid();
		Problems += bGood ? 0 : 1;
		Report->WriteObjectStart();
		Report->WriteValue(TEXT("rig"), Rig->GetPathName());
		Report->WriteValue(TEXT("good"), bGood);
		Report->WriteValue(TEXT("error"), bImported ? Rig->LoadError : FString(TEXT("its source file could not be imported")));
		Report->WriteObjectEnd();
	}
	Report->WriteArrayEnd();
	Report->WriteArrayStart(TEXT("meshes"));
	for (USkeletalMesh* Mesh : LoadAll<USkeletalMesh>())
	{
		const UKineDriverUserData* UserData = UKineDriverUserData::Find(Mesh);
		for (int32 Index = 0; UserData != nullptr && Index < UserData->Rigs.Num(); ++Index)
		{
			const FKineDriverAuditResult Result = UKineDriverLibrary::AuditKineDriverRig(UserData->Rigs[Index].Rig, Mesh);
			Problems += Result.bGood ? 0 : 1;
			WriteResult(*Report, UserData->Rigs[Index].Rig, *Mesh, Result);
		}
	}
	Report->WriteArrayEnd();
	Report->WriteObjectEnd();
	Report->Close();

	FString Filename;
	if (FParse::Value(*Params, TEXT("report="), Filename) && !FFileHelper::SaveStringToFile(Text, *Filename))
	{
		UE_LOG(LogKineDriver, Error, TEXT("%s cannot be written."), *Filename);
		return 1;
	}
	UE_LOG(LogKineDriver, Display, TEXT("%d rigs, %d problems\n%s"), Rigs.Num(), Problems, *Text);
	return Problems;
}
