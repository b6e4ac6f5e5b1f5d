/* Stand-in: debug drawing. */
#pragma once

#include "StandIn/Runtime.h"
