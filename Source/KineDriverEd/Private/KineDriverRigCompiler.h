// From the text of a .kdi file to what an asset holds. Touches no UObject but the reference mesh it reads.

#pragma once

#include "CoreMinimal.h"
#include "KineDriverAsset.h"
#include "KineDriverBridge.h"

class USkeletalMesh;

/** Something that was found in a file. */
struct FKineDriverFinding
{
	enum class ESeverity : uint8
	{
		Note,
		Warning,
		Error,
	};

	ESeverity Severity = ESeverity::Note;
	int32 Line = 0;
	int32 Column = 0;
	FString Text;
};

/** What came of it. */
struct FKineDriverCompiled
{
	TArray<uint8> Program;
	FKineDriverAxes Axes;
	/** The bytes that were compiled, and their hash. */
	TArray<uint8> Document;
	FString Hash;
	TArray<FKineDriverFinding> Findings;
	TArray<FKineDriverDrawing> Drawings;
};

namespace KineDriverRigCompiler
{
	/** Reads, scales and compiles a rig; false, with the reasons among the findings, if it is of no use. */
	bool Compile(const TArray<uint8>& File, const FKineDriverImportSettings& Settings, const USkeletalMesh* ReferenceMesh, FKineDriverCompiled& Out);

	/** Shows findings in the message log, with the file's name and line. */
	void Report(const FString& Filename, const TArray<FKineDriverFinding>& Findings);
}
