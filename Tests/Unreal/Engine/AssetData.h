/* Stand-in: assets of the content browser. */
#pragma once

#include "StandIn/Editor.h"
