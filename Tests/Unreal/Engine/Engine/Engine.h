/* Stand-in: GEngine. */
#pragma once

#include "StandIn/Runtime.h"
