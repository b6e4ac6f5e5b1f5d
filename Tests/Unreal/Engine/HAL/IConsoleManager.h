/* Stand-in: console. */
#pragma once

#include "StandIn/Console.h"
