// The boundary between engine transforms and those of the core: the only file that knows that one side is left-handed.

#pragma once

#include "CoreMinimal.h"

struct kd_transform;

/**
 * How a rig's space lies in the engine's.
 *
 * The core is right-handed as the authoring tools are. The engine's FBX import reflects the Y axis, and turns a scene with Y up so that Z is
 * up; the turn is seen by root joints only. Local transforms are converted by the same two steps, so that a value authored in Maya or
 * Blender means the same in the engine.
 */
struct KINEDRIVERRT_API FKineDriverAxes
{
	/** The rig is right-handed: reflect the Y axis. */
	bool bMirror = true;

	/** The rig was made with Y up: turn root joints. */
	bool bYUp = false;

	/** From a local transform of the engine. bRoot: the bone has no parent. */
	void ToCore(const FTransform& Local, bool bRoot, kd_transform& OutCore) const;

	/** To a local transform of the engine. */
	FTransform FromCore(const kd_transform& Core, bool bRoot) const;
};
