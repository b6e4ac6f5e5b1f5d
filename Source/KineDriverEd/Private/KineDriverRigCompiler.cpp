// Calls the authoring half of the core.

#include "KineDriverRigCompiler.h"
#include "Engine/SkeletalMesh.h"
#include "KineDriverCompat.h"
#include "Logging/MessageLog.h"
#include "Misc/CString.h"
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

	FVector GetAxis(int32 Axis, bool bMirror)
	{
		const float Sign = (Axis & 1) != 0 ? -1.0f : 1.0f;
		switch (Axis / 2)
		{
		case 0: return FVector(Sign, 0.0f, 0.0f);
		case 1: return FVector(0.0f, bMirror ? -Sign : Sign, 0.0f);
		default: return FVector(0.0f, 0.0f, Sign);
		}
	}

	void DrawJoint(const kd_node& Node, const char* Joint, const kd_joint_channel& Channel, bool bMirror, TArray<FKineDriverDrawing>& Out)
	{
		FKineDriverDrawing& Drawing = Out[Out.AddDefaulted()];
		Drawing.Node = UTF8_TO_TCHAR(Node.name);
		Drawing.Joint = UTF8_TO_TCHAR(Joint);
		Drawing.RollAxis = GetAxis(Channel.axis, bMirror);
		Drawing.BendAxis = GetAxis(Channel.vertical, bMirror);
	}

	/** Keys of an RBF node whose first input is the rotation of one joint. */
	void DrawKeys(const kd_rig& Rig, const kd_node& Node, bool bMirror, TArray<FKineDriverDrawing>& Out)
	{
		const kd_rbf_interp& Rbf = Node.as.rbf;
		const kd_node* Source = nullptr;
		for (int32 Index = 0; Index < Rig.connection_count && Rbf.input_count > 0; ++Index)
		{
			const kd_connection& Connection = Rig.connections[Index];
			if (FCStringAnsi::Strcmp(Connection.to.node, Node.name) == 0 && FCStringAnsi::Strcmp(Connection.to.port, Rbf.inputs[0].name) == 0)
			{
				Source = kd_rig_find_node(&Rig, Connection.from.node);
			}
		}
		if (Source == nullptr || Source->type != KD_NODE_SOURCE_OP || Source->as.source.sources.count != 1 || Rbf.inputs[0].type != KD_VALUE_QUAT)
		{
			return;
		}
		DrawJoint(Node, Source->as.source.sources.items[0].joint, Source->as.source.channel, bMirror, Out);
		FKineDriverDrawing& Drawing = Out[Out.Num() - 1];
		Drawing.RollAxis = GetAxis(Rbf.inputs[0].axis, bMirror);
		const float Sign = bMirror ? -1.0f : 1.0f;
		for (int32 Key = 0; Key < Rbf.key_count; ++Key)
		{
			const kd_number_list& In = Rbf.keys[Key].in;
			if (In.count >= 4)
			{
				Drawing.Keys.Add(FQuat(Sign * static_cast<float>(In.items[0]), static_cast<float>(In.items[1]),
					Sign * static_cast<float>(In.items[2]), static_cast<float>(In.items[3])));
			}
		}
	}

	void CollectDrawings(const kd_rig& Rig, bool bMirror, TArray<FKineDriverDrawing>& Out)
	{
		for (int32 Index = 0; Index < Rig.node_count; ++Index)
		{
			const kd_node& Node = *Rig.nodes[Index];
			if (Node.type == KD_NODE_SOURCE_OP)
			{
				for (int32 Source = 0; Source < Node.as.source.sources.count; ++Source)
				{
					DrawJoint(Node, Node.as.source.sources.items[Source].joint, Node.as.source.channel, bMirror, Out);
				}
			}
			else if (Node.type == KD_NODE_TARGET_OP)
			{
				DrawJoint(Node, Node.as.target.joint, Node.as.target.channel, bMirror, Out);
			}
			else if (Node.type == KD_NODE_RBF_INTERP)
			{
				DrawKeys(Rig, Node, bMirror, Out);
			}
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
	CollectDrawings(*Core.Rig, Out.Axes.bMirror, Out.Drawings);
	Out.Program.Append(Core.Buffer.data, static_cast<int32>(Core.Buffer.size));
	Out.Document = File;
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
		// Not as numbers: those have their thousands set apart.
		Arguments.Add(TEXT("Line"), FText::FromString(FString::FromInt(Finding.Line)));
		Arguments.Add(TEXT("Column"), FText::FromString(FString::FromInt(Finding.Column)));
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
