/* Stand-in: the animation editors' mesh component. */
#pragma once

#include "StandIn/Panels.h"
