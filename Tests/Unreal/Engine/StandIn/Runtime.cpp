// Small things of the stand-in's runtime.
#include "StandIn/Runtime.h"

std::vector<FStandInLine> GStandInDrawn;
static UEngine GTheEngine;
UEngine *GEngine = &GTheEngine;
