/* Stand-in: UInterface. */
#pragma once

#include "StandIn/Object.h"
