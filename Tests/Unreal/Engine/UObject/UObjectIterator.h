/* Stand-in: TObjectIterator. */
#pragma once

#include "StandIn/Object.h"
