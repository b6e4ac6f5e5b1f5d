/* Stand-in: where assets came from. */
#pragma once

#include "StandIn/Runtime.h"
