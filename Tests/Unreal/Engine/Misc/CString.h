/* Stand-in: strings of C. */
#pragma once

#include "StandIn/Text.h"
