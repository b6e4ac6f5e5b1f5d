/* Stand-in: UAnimInstance. */
#pragma once

#include "StandIn/Anim.h"
