/* Stand-in: USkeletalMeshComponent. */
#pragma once

#include "StandIn/Mesh.h"
