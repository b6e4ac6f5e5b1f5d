/* Stand-in: UAnimNotifyState. */
#pragma once

#include "StandIn/Anim.h"
