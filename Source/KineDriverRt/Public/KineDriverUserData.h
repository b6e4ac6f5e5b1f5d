// Which rigs a mesh uses, kept on the mesh itself: designers change only this.

#pragma once

#include "CoreMinimal.h"
#include "Engine/AssetUserData.h"
#include "KineDriverTypes.h"
#include "KineDriverUserData.generated.h"

/** KineDriver rigs of a skeletal mesh. Add it to the mesh's Asset User Data. */
UCLASS(BlueprintType, meta = (DisplayName = "KineDriver Rigs"))
class KINEDRIVERRT_API UKineDriverUserData : public UAssetUserData
{
	GENERATED_BODY()

public:
	/** The rigs, in the order in which they run. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	TArray<FKineDriverRigEntry> Rigs;

	/** The coarsest level of detail at which any rig runs; -1: at every one. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver", meta = (DisplayName = "LOD Threshold", ClampMin = "-1"))
	int32 LODThreshold = -1;

	/** Values of external inputs that nobody else sets. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	TArray<FKineDriverInputValue> Inputs;

	/** Which other components of the actor run before or after the rigs: jiggle bones for example. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "KineDriver")
	TArray<FKineDriverOrderRule> Order;

	/** Of a mesh; null if it has none. */
	static UKineDriverUserData* Find(class USkeletalMesh* Mesh);
};
