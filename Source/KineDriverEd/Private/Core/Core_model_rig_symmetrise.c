/* A file of the engine-neutral core, compiled as part of this module. */
#include "model/rig_symmetrise.c"
