/* Stand-in: random numbers. */
#pragma once

#include "StandIn/Base.h"
