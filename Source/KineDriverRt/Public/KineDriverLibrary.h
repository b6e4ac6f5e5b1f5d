// KineDriver for Blueprints that know a mesh, not a component.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "KineDriverTypes.h"
#include "KineDriverLibrary.generated.h"

class USkeletalMesh;
class USkeletalMeshComponent;
class UKineDriverAsset;
class UKineDriverComponent;

/** What is wrong between a rig and a mesh. */
USTRUCT(BlueprintType)
struct KINEDRIVERRT_API FKineDriverAuditResult
{
	GENERATED_BODY()

	/** True if the rig can be used and finds all of its joints. */
	UPROPERTY(BlueprintReadOnly, Category = "KineDriver")
	bool bGood = false;

	/** Why the rig cannot be used at all; empty if it can. */
	UPROPERTY(BlueprintReadOnly, Category = "KineDriver")
	FString Error;

	/** Joints of the rig that the mesh does not have. */
	UPROPERTY(BlueprintReadOnly, Category = "KineDriver")
	TArray<FName> MissingJoints;

	/** Joints that the mesh has below another parent. */
	UPROPERTY(BlueprintReadOnly, Category = "KineDriver")
	TArray<FName> MovedJoints;

	/** Morph targets that the rig drives and the mesh does not have. */
	UPROPERTY(BlueprintReadOnly, Category = "KineDriver")
	TArray<FName> MissingMorphTargets;
};

/** KineDriver for Blueprints that know a mesh, and no component. */
UCLASS()
class KINEDRIVERRT_API UKineDriverLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** Switches a rig, group or node of a mesh on or off, in components and animation graphs alike. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	static void SetKineDriverPartEnabled(USkeletalMeshComponent* Mesh, EKineDriverPart Part, FName Name, bool bEnabled, float FadeSeconds = 0.2f);

	/** Sets an external input of all rigs on a mesh, in components and animation graphs alike. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	static void SetKineDriverInput(USkeletalMeshComponent* Mesh, FName Name, float Value);

	/** Gives an external input of the rigs on a mesh back its own value. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	static void ClearKineDriverInput(USkeletalMeshComponent* Mesh, FName Name);

	/** Value of an external output of the KineDriver component on a mesh; false if there is none. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	static bool GetKineDriverOutput(const USkeletalMeshComponent* Mesh, FName Name, float& Value);

	/** The first KineDriver component on a mesh; null if there is none. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	static UKineDriverComponent* FindKineDriverComponent(const USkeletalMeshComponent* Mesh);

	/** Compares a rig with a mesh. */
	UFUNCTION(BlueprintCallable, Category = "KineDriver")
	static FKineDriverAuditResult AuditKineDriverRig(const UKineDriverAsset* Rig, const USkeletalMesh* Mesh);
};
