/* Stand-in: modules. */
#pragma once

#include "StandIn/Runtime.h"
