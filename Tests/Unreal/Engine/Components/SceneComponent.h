/* Stand-in: USceneComponent. */
#pragma once

#include "StandIn/World.h"
