/* Stand-in: UWorld. */
#pragma once

#include "StandIn/World.h"
