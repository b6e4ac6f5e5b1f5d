/* Stand-in: TWeakObjectPtr. */
#pragma once

#include "StandIn/Object.h"
