/* Stand-in: poses. */
#pragma once

#include "StandIn/Anim.h"
