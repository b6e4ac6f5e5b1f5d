/* Stand-in: FReferenceSkeleton. */
#pragma once

#include "StandIn/Mesh.h"
