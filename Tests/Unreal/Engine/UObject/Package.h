/* Stand-in: packages. */
#pragma once

#include "StandIn/Object.h"
