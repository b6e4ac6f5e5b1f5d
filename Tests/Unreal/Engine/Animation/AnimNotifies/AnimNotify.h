/* Stand-in: UAnimNotify. */
#pragma once

#include "StandIn/Anim.h"
