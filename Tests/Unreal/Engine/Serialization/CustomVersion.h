/* Stand-in: versions of archives. */
#pragma once

#include "StandIn/Object.h"
