/* A file of the engine-neutral core, compiled as part of this module. */
#include "io/read_desc.c"
