/* Stand-in: widgets and menus. */
#pragma once

#include "StandIn/Slate.h"
