/* Stand-in: AActor. */
#pragma once

#include "StandIn/World.h"
