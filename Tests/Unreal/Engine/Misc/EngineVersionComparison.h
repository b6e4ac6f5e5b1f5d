/* Stand-in: engine version. */
#pragma once

#include "StandIn/Base.h"
