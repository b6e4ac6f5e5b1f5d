/* Stand-in: skeletal controls. */
#pragma once

#include "StandIn/Anim.h"
