/* Stand-in: statistics. */
#pragma once

#include "StandIn/Console.h"
