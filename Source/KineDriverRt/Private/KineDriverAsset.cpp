// Saves programs, verifies them when they are loaded.

#include "KineDriverAsset.h"
#include "KineDriverLog.h"
#include "Serialization/CustomVersion.h"
#if WITH_EDITORONLY_DATA
#include "EditorFramework/AssetImportData.h"
#endif

const FGuid FKineDriverCustomVersion::GUID(0x4B1D0A55, 0x93C24E17, 0xA6F08B3D, 0x2E7719C4);

static FCustomVersionRegistration GRegisterKineDriverCustomVersion(
	FKineDriverCustomVersion::GUID, FKineDriverCustomVersion::LatestVersion, TEXT("KineDriver"));

namespace
{
	const TCHAR* const KindNames[] = { TEXT("Value"), TEXT("Morph target"), TEXT("Material parameter") };

	TArray<FKineDriverExternalInfo> DescribeExternals(const TArray<FKineDriverProgram::FExternal>& Externals)
	{
		TArray<FKineDriverExternalInfo> Result;
		for (const FKineDriverProgram::FExternal& External : Externals)
		{
			FKineDriverExternalInfo Info;
			Info.Name = External.Name;
			Info.Kind = KindNames[static_cast<int32>(External.Kind)];
			Info.Initial = External.Initial;
			Info.Min = External.Min;
			Info.Max = External.Max;
			Result.Add(Info);
		}
		return Result;
	}
}

void UKineDriverAsset::PostInitProperties()
{
#if WITH_EDITORONLY_DATA
	if (!HasAnyFlags(RF_ClassDefaultObject))
	{
		AssetImportData = NewObject<UAssetImportData>(this, TEXT("AssetImportData"));
	}
#endif
	Super::PostInitProperties();
}

void UKineDriverAsset::Serialize(FArchive& Ar)
{
	Ar.UsingCustomVersion(FKineDriverCustomVersion::GUID);
	Super::Serialize(Ar);
	if (Ar.IsLoading())
	{
		bTooNew = Ar.CustomVer(FKineDriverCustomVersion::GUID) > FKineDriverCustomVersion::LatestVersion;
		if (bTooNew)
		{
			return;
		}
	}
	Ar << bMirror;
	Ar << bYUp;
	Ar << ProgramBytes;
}

void UKineDriverAsset::PostLoad()
{
	Super::PostLoad();
	OpenProgram();
}

void UKineDriverAsset::PostDuplicate(bool bDuplicateForPIE)
{
	Super::PostDuplicate(bDuplicateForPIE);
	OpenProgram();
}

bool UKineDriverAsset::SetProgram(const TArray<uint8>& Bytes, const FKineDriverAxes& Axes)
{
	ProgramBytes = Bytes;
	bMirror = Axes.bMirror;
	bYUp = Axes.bYUp;
	bTooNew = false;
	OpenProgram();
	return Program.IsValid();
}

void UKineDriverAsset::OpenProgram()
{
	Program.Reset();
	LoadError.Reset();
	FKineDriverAxes Axes;
	Axes.bMirror = bMirror;
	Axes.bYUp = bYUp;
	if (bTooNew)
	{
		LoadError = TEXT("it was saved by a newer version of the plug-in");
	}
	else if (ProgramBytes.Num() == 0)
	{
		LoadError = TEXT("it holds no program; import it again");
	}
	else
	{
		Program = FKineDriverProgram::Open(ProgramBytes, Axes, LoadError);
	}
	if (!Program.IsValid())
	{
		UE_LOG(LogKineDriver, Error, TEXT("%s cannot be used: %s."), *GetPathName(), *LoadError);
	}
	Describe();
}

void UKineDriverAsset::Describe()
{
	RigName.Reset();
	Joints.Reset();
	DrivenJoints.Reset();
	Groups.Reset();
	Inputs.Reset();
	Outputs.Reset();
	if (!Program.IsValid())
	{
		return;
	}
	RigName = Program->GetRigName().ToString();
	for (const FKineDriverProgram::FJoint& Joint : Program->GetJoints())
	{
		Joints.Add(Joint.Name);
		if (Joint.bWritten)
		{
			DrivenJoints.Add(Joint.Name);
		}
	}
	Groups = Program->GetGroups();
	Inputs = DescribeExternals(Program->GetInputs());
	Outputs = DescribeExternals(Program->GetOutputs());
}

#if WITH_EDITOR
void UKineDriverAsset::GetAssetRegistryTags(TArray<FAssetRegistryTag>& OutTags) const
{
	// The tag by which the editor finds the asset when its source file changes.
	if (AssetImportData != nullptr)
	{
		OutTags.Add(FAssetRegistryTag(SourceFileTagName(), AssetImportData->GetSourceData().ToJson(), FAssetRegistryTag::TT_Hidden));
	}
	Super::GetAssetRegistryTags(OutTags);
}
#endif
