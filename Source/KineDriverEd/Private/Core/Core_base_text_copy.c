/* A file of the engine-neutral core, compiled as part of this module. */
#include "base/text_copy.c"
