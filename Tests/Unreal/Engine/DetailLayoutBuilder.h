/* Stand-in: panels and modules of the editor. */
#pragma once

#include "StandIn/Panels.h"
