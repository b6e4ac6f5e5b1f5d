// Jobs over all rigs of a project, for editor Blueprints, Python and the commandlet.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "KineDriverEditorLibrary.generated.h"

/** What was found when all rigs of the project were looked at. */
USTRUCT(BlueprintType)
struct KINEDRIVERED_API FKineDriverProjectReport
{
	GENERATED_BODY()

	/** How many rigs there are. */
	UPROPERTY(BlueprintReadOnly, Category = "KineDriver")
	int32 Rigs = 0;

	/** How many pairs of a mesh and a rig that its user data names were compared. */
	UPROPERTY(BlueprintReadOnly, Category = "KineDriver")
	int32 Pairs = 0;

	/** How many rigs and pairs have a problem. */
	UPROPERTY(BlueprintReadOnly, Category = "KineDriver")
	int32 Problems = 0;

	/** Everything, as JSON. */
	UPROPERTY(BlueprintReadOnly, Category = "KineDriver")
	FString Json;
};

/** Audits and imports all KineDriver rigs of a project. */
UCLASS()
class KINEDRIVERED_API UKineDriverEditorLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** Loads every rig and every skeletal mesh of the project, and compares the meshes with the rigs that their user data names. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	static FKineDriverProjectReport AuditAllKineDriverRigs();

	/** Imports every rig anew from its source file; gives the paths of those where that failed. They stay as they were. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	static TArray<FString> ReimportAllKineDriverRigs(bool bSave = false);
};
