/* Stand-in: morph targets. */
#pragma once

#include "StandIn/Mesh.h"
