// The one place that knows about engine versions. Everything else calls what is declared here.

#pragma once

#include "CoreMinimal.h"
#include "Misc/EngineVersionComparison.h"
#include "Engine/SkeletalMesh.h"
#include "ReferenceSkeleton.h"
#include "Components/SkeletalMeshComponent.h"

#define KINEDRIVER_ENGINE_AT_LEAST(Minor) (ENGINE_MAJOR_VERSION > 4 || (ENGINE_MAJOR_VERSION == 4 && ENGINE_MINOR_VERSION >= Minor))

namespace KineDriverCompat
{
	/** Bones of a mesh: a plain member to 4.26, behind an accessor from 4.27. */
	inline const FReferenceSkeleton& GetRefSkeleton(const USkeletalMesh& Mesh)
	{
#if KINEDRIVER_ENGINE_AT_LEAST(27)
		return Mesh.GetRefSkeleton();
#else
		return Mesh.RefSkeleton;
#endif
	}

	/** Morph targets of a mesh: a plain member to 4.26 too. */
	inline const TArray<UMorphTarget*>& GetMorphTargets(const USkeletalMesh& Mesh)
	{
#if KINEDRIVER_ENGINE_AT_LEAST(27)
		return Mesh.GetMorphTargets();
#else
		return Mesh.MorphTargets;
#endif
	}

	/** The level of detail at which a mesh is shown. */
	inline int32 GetLOD(const USkeletalMeshComponent& Component)
	{
		return Component.PredictedLODLevel;
	}
}
