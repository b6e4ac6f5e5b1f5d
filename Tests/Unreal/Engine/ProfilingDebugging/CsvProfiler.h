/* Stand-in: CSV profiler. */
#pragma once

#include "StandIn/Console.h"
