/* Stand-in: undo. */
#pragma once

#include "StandIn/Editor.h"
