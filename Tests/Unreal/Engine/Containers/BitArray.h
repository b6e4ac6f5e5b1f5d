/* Stand-in: TBitArray. */
#pragma once

#include "StandIn/Containers.h"
