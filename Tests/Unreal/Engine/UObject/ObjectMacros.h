/* Stand-in: what generated headers are made of. */
#pragma once

#include "StandIn/Object.h"
