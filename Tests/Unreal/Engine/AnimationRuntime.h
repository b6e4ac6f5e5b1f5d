/* Stand-in: FAnimationRuntime. */
#pragma once

#include "StandIn/Mesh.h"
