// Small things of the stand-in's runtime.
#include "StandIn/Runtime.h"

int32 GStandInDrawn = 0;
static UEngine GTheEngine;
UEngine *GEngine = &GTheEngine;
