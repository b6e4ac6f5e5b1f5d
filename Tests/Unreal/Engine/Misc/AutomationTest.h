/* Stand-in: automation tests. */
#pragma once

#include "StandIn/Automation.h"
