/* Stand-in: function libraries. */
#pragma once

#include "StandIn/Runtime.h"
