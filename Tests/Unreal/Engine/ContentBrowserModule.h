/* Stand-in: the content browser. */
#pragma once

#include "StandIn/Panels.h"
