/* Stand-in: UAssetUserData. */
#pragma once

#include "StandIn/World.h"
