// What a game implements for its own bone systems (jiggle bones, cloth bones) so that they take turns with rigs.

#pragma once

#include "CoreMinimal.h"
#include "UObject/Interface.h"
#include "KineDriverSystem.generated.h"

class FKineDriverPose;

UINTERFACE(meta = (CannotImplementInterfaceInBlueprint))
class KINEDRIVERRT_API UKineDriverSystem : public UInterface
{
	GENERATED_BODY()
};

/** A system that changes bones as one step of a UKineDriverStackComponent. */
class KINEDRIVERRT_API IKineDriverSystem
{
	GENERATED_BODY()

public:
	/** Game thread. Reads and moves bones; the pose is only valid during the call. */
	virtual void EvaluateStep(FKineDriverPose& Pose, float DeltaSeconds) = 0;

	/** The character was teleported: what has inertia starts anew. */
	virtual void ResetStep()
	{
	}
};
