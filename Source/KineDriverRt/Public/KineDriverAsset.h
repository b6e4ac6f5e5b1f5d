// A rig in the content browser: the program that games run, and in the editor the document it was made from.

#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "UObject/SoftObjectPtr.h"
#include "KineDriverProgram.h"
#include "KineDriverAsset.generated.h"

class UAssetImportData;
class USkeletalMesh;

/** Versions of the data that assets save themselves. */
struct KINEDRIVERRT_API FKineDriverCustomVersion
{
	enum Type
	{
		/** Program bytes. */
		Initial = 0,

		/** New versions are added above this line. */
		VersionPlusOne,
		LatestVersion = VersionPlusOne - 1
	};

	static const FGuid GUID;
};

/** What an import was asked for; a reimport repeats it. */
USTRUCT(BlueprintType)
struct KINEDRIVERRT_API FKineDriverImportSettings
{
	GENERATED_BODY()

	/** Distances are multiplied by this after they were converted to centimetres: for meshes that were imported with a scale. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Import", meta = (ClampMin = "0.000001"))
	float DistanceScale = 1.0f;

	/** Reflect the Y axis, as the FBX import does with right-handed scenes. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Import")
	bool bConvertHandedness = true;

	/** Turn root joints as the FBX import does with scenes that have Y up. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Import")
	bool bConvertUpAxis = true;

	/** The mesh whose reference pose is the rest pose of joints that the rig does not state itself. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Import")
	TSoftObjectPtr<USkeletalMesh> ReferenceMesh;

	/** Keep the values of all nodes for debugging; costs a little time in every evaluation. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Import", AdvancedDisplay)
	bool bKeepValuesForDebugging = false;
};

/** An external input or output of a rig, for display. */
USTRUCT(BlueprintType)
struct KINEDRIVERRT_API FKineDriverExternalInfo
{
	GENERATED_BODY()

	/** The name that Blueprints use. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Rig")
	FName Name;

	/** What it drives: a value, a morph target or a material parameter. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Rig")
	FString Kind;

	/** The value while nobody sets it. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Rig")
	float Initial = 0.0f;

	/** The smallest value. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Rig")
	float Min = 0.0f;

	/** The largest value. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Rig")
	float Max = 0.0f;
};

/** What debug drawing shows of a node: it is not needed for running the rig. */
USTRUCT()
struct KINEDRIVERRT_API FKineDriverDrawing
{
	GENERATED_BODY()

	/** The node. */
	UPROPERTY()
	FName Node;

	/** The joint that it reads or writes. */
	UPROPERTY()
	FName Joint;

	/** The axis it rolls about, and the one that bends lean towards, in the joint's space as the engine has it. */
	UPROPERTY()
	FVector RollAxis = FVector(1.0f, 0.0f, 0.0f);

	UPROPERTY()
	FVector BendAxis = FVector(0.0f, 1.0f, 0.0f);

	/** Of an RBF node that reads the joint: the rotations from rest at its keys, as the engine has them. */
	UPROPERTY()
	TArray<FQuat> Keys;
};

/** A KineDriver rig, imported from a .kdi file. */
UCLASS(BlueprintType, hidecategories = (Object))
class KINEDRIVERRT_API UKineDriverAsset : public UObject
{
	GENERATED_BODY()

public:
	/** Name of the rig in its file. */
	UPROPERTY(VisibleAnywhere, Transient, BlueprintReadOnly, Category = "Rig")
	FString RigName;

	/** Joints that the rig reads or writes. */
	UPROPERTY(VisibleAnywhere, Transient, BlueprintReadOnly, Category = "Rig")
	TArray<FName> Joints;

	/** Joints that the rig writes. */
	UPROPERTY(VisibleAnywhere, Transient, BlueprintReadOnly, Category = "Rig")
	TArray<FName> DrivenJoints;

	/** Groups that can be switched on and off. */
	UPROPERTY(VisibleAnywhere, Transient, BlueprintReadOnly, Category = "Rig")
	TArray<FName> Groups;

	/** Numbers that the game may set. */
	UPROPERTY(VisibleAnywhere, Transient, BlueprintReadOnly, Category = "Rig")
	TArray<FKineDriverExternalInfo> Inputs;

	/** Numbers that the rig gives. */
	UPROPERTY(VisibleAnywhere, Transient, BlueprintReadOnly, Category = "Rig")
	TArray<FKineDriverExternalInfo> Outputs;

	/** Why the rig cannot be used; empty if it can. */
	UPROPERTY(VisibleAnywhere, Transient, BlueprintReadOnly, Category = "Rig")
	FString LoadError;

	/** What the import was asked for. A reimport repeats it. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Import")
	FKineDriverImportSettings ImportSettings;

	/** For a.KineDriver.DebugDraw. */
	UPROPERTY()
	TArray<FKineDriverDrawing> Drawings;

#if WITH_EDITORONLY_DATA
	/** Where the rig came from. */
	UPROPERTY(VisibleAnywhere, Instanced, Category = "Import")
	UAssetImportData* AssetImportData;

	/** Hash of the source file when it was imported. */
	UPROPERTY(VisibleAnywhere, Category = "Import")
	FString SourceHash;

	/** The bytes of the document: what an export writes. Not part of a packaged game. */
	UPROPERTY()
	TArray<uint8> Document;
#endif

	/** The verified program; null if there is none or it cannot be used. Game thread; the program itself is for any thread. */
	const FKineDriverProgramPtr& GetProgram() const { return Program; }

	/** Gives the asset another program; false, with LoadError set, if the bytes are not one. */
	bool SetProgram(const TArray<uint8>& Bytes, const FKineDriverAxes& Axes);

	//~ Begin UObject Interface
	virtual void Serialize(FArchive& Ar) override;
	virtual void PostInitProperties() override;
	virtual void PostLoad() override;
	virtual void PostDuplicate(bool bDuplicateForPIE) override;
#if WITH_EDITOR
	virtual void GetAssetRegistryTags(TArray<FAssetRegistryTag>& OutTags) const override;
#endif
	//~ End UObject Interface

private:
	void OpenProgram();
	void Describe();

	TArray<uint8> ProgramBytes;
	bool bMirror = true;
	bool bYUp = false;
	/** Set when the data is newer than this plug-in: it is not looked at then. */
	bool bTooNew = false;
	FKineDriverProgramPtr Program;
};
