/* Stand-in: TSoftObjectPtr. */
#pragma once

#include "StandIn/Object.h"
