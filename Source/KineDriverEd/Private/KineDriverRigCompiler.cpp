// Calls the authoring half of the core.

#include "KineDriverRigCompiler.h"
#include "Engine/SkeletalMesh.h"
#include "KineDriverCompat.h"
#include "Logging/MessageLog.h"
#include "Misc/Paths.h"
#include "Misc/SecureHash.h"
#include "kinedriver/compile.h"
#include "kinedriver/kdi.h"

#define LOCTEXT_NAMESPACE "KineDriver"

namespace
{
	/** Frees what the core made, whichever way a function is left. */
	struct FCoreRig
	{
		kd_rig* Rig = nullptr;
		kd_findings Findings = kd_findings_make(nullptr);
		kd_buffer Buffer = kd_buffer_make(nullptr);

		FCoreRig() = default;
		FCoreRig(const FCoreRig&) = delete;
		FCoreRig& operator=(const FCoreRig&) = delete;

		~FCoreRig()
		{
			kd_rig_free(Rig);
			kd_findings_free(&Findings);
			kd_buffer_free(&Buffer);
		}
	};

	double GetCentimetres(int32 Unit)
	{
		switch (Unit)
		{
		case KD_DISTANCE_MILLIMETER: return 0.1;
		case KD_DISTANCE_METER: return 100.0;
		case KD_DISTANCE_INCH: return 2.54;
		case KD_DISTANCE_FOOT: return 30.48;
		default: return 1.0;
		}
	}

	void CopyFindings(const kd_findings& Findings, TArray<FKineDriverFinding>& Out)
	{
		for (size_t Index = 0; Index < Findings.count; ++Index)
		{
			const kd_finding& Item = Findings.items[Index];
			FKineDriverFinding Finding;
			Finding.Severity = Item.severity == KD_SEVERITY_ERROR ? FKineDriverFinding::ESeverity::Error
				: Item.severity == KD_SEVERITY_WARNING ? FKineDriverFinding::ESeverity::Warning
				: FKineDriverFinding::ESeverity::Note;
			Finding.Line = Item.error.line;
			Finding.Column = Item.error.column;
			Finding.Text = UTF8_TO_TCHAR(Item.error.text);
			if (Item.error.path[0] != '\0')
			{
				Finding.Text = FString::Printf(TEXT("%s: %s"), UTF8_TO_TCHAR(Item.error.path), *Finding.Text);
			}
			Out.Add(Finding);
		}
	}

	/** The reference pose of a mesh as the core wants it. */
	struct FCoreSkeleton
	{
		TArray<TArray<ANSICHAR>> Names;
		TArray<kd_joint> Joints;
		kd_skeleton Skeleton;

		FCoreSkeleton(const FReferenceSkeleton& Reference, const FKineDriverAxes& Axes)
		{
			for (int32 Bone = 0; Bone < Reference.GetNum(); ++Bone)
			{
				const FTCHARToUTF8 Name(*Reference.GetBoneName(Bone).ToString());
				TArray<ANSICHAR> Text;
				Text.Append(Name.Get(), Name.Length());
				Text.Add('\0');
				Names.Add(MoveTemp(Text));
			}
			for (int32 Bone = 0; Bone < Reference.GetNum(); ++Bone)
			{
				kd_joint Joint;
				FMemory::Memzero(&Joint, sizeof(Joint));
				Joint.name = Names[Bone].GetData();
				Joint.parent = Reference.GetParentIndex(Bone);
				Axes.ToCore(Reference.GetRefBonePose()[Bone], Joint.parent == INDEX_NONE, Joint.rest);
				Joints.Add(Joint);
			}
			Skeleton.joints = Joints.GetData();
			Skeleton.joint_count = Joints.Num();
		}
	};
}

bool KineDriverRigCompiler::Compile(
	const TArray<uint8>& File, const FKineDriverImportSettings& Settings, const USkeletalMesh* ReferenceMesh, FKineDriverCompiled& Out)
{
	FCoreRig Core;
	kd_result Result = kd_kdi_read(File.GetData(), static_cast<size_t>(File.Num()), nullptr, &Core.Rig, &Core.Findings);
	if (Result == KD_OK)
	{
		Out.Axes.bMirror = Settings.bConvertHandedness && Core.Rig->units.handedness == KD_HANDEDNESS_RIGHT;
		Out.Axes.bYUp = Settings.bConvertUpAxis && Core.Rig->units.up == KD_UP_Y;
		Result = kd_rig_scale_distance(Core.Rig, GetCentimetres(Core.Rig->units.distance) * static_cast<double>(Settings.DistanceScale));
	}
	if (Result == KD_OK)
	{
		TUniquePtr<FCoreSkeleton> Skeleton;
		if (ReferenceMesh != nullptr)
		{
			Skeleton = MakeUnique<FCoreSkeleton>(KineDriverCompat::GetRefSkeleton(*ReferenceMesh), Out.Axes);
		}
		kd_compile_desc Desc = kd_compile_desc_default();
		Desc.probes = Settings.bKeepValuesForDebugging;
		Result = kd_compile(Core.Rig, Skeleton.IsValid() ? &Skeleton->Skeleton : nullptr, &Desc, &Core.Buffer, &Core.Findings);
	}
	CopyFindings(Core.Findings, Out.Findings);
	if (Result != KD_OK)
	{
		return false;
	}
	Out.Program.Append(Core.Buffer.data, static_cast<int32>(Core.Buffer.size));
	TArray<ANSICHAR> Text;
	Text.Append(reinterpret_cast<const ANSICHAR*>(File.GetData()), File.Num());
	Text.Add('\0');
	Out.Document = UTF8_TO_TCHAR(Text.GetData());
	Out.Hash = FMD5::HashBytes(File.GetData(), File.Num());
	return true;
}

void KineDriverRigCompiler::Report(const FString& Filename, const TArray<FKineDriverFinding>& Findings)
{
	if (Findings.Num() == 0)
	{
		return;
	}
	FMessageLog Log("KineDriver");
	for (const FKineDriverFinding& Finding : Findings)
	{
		FFormatNamedArguments Arguments;
		Arguments.Add(TEXT("File"), FText::FromString(FPaths::GetCleanFilename(Filename)));
		Arguments.Add(TEXT("Line"), FText::AsNumber(Finding.Line));
		Arguments.Add(TEXT("Column"), FText::AsNumber(Finding.Column));
		Arguments.Add(TEXT("Text"), FText::FromString(Finding.Text));
		const FText Text = Finding.Line > 0
			? FText::Format(LOCTEXT("FindingWithLine", "{File}({Line},{Column}): {Text}"), Arguments)
			: FText::Format(LOCTEXT("Finding", "{File}: {Text}"), Arguments);
		switch (Finding.Severity)
		{
		case FKineDriverFinding::ESeverity::Error: Log.Error(Text); break;
		case FKineDriverFinding::ESeverity::Warning: Log.Warning(Text); break;
		default: Log.Info(Text); break;
		}
	}
	Log.Open(EMessageSeverity::Warning);
}

#undef LOCTEXT_NAMESPACE
