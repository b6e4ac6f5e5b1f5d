/* Stand-in: FAnimInstanceProxy. */
#pragma once

#include "StandIn/Anim.h"
