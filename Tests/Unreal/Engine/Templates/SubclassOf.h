/* Stand-in: TSubclassOf. */
#pragma once

#include "StandIn/Object.h"
