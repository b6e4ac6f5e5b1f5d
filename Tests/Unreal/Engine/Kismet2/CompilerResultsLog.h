/* Stand-in: the editor. */
#pragma once

#include "StandIn/Editor.h"
