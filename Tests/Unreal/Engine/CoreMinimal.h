/* Stand-in: containers, text, mathematics. */
#pragma once

#include "StandIn/Text.h"
