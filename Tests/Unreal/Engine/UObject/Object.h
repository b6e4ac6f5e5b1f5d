/* Stand-in: UObject. */
#pragma once

#include "StandIn/Object.h"
