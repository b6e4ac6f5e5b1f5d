/* Stand-in: USkeleton. */
#pragma once

#include "StandIn/Mesh.h"
