/* Stand-in: USkeletalMesh. */
#pragma once

#include "StandIn/Mesh.h"
