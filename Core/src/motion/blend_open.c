/* The blend asset and its player: see kinedriver/blend.h. */
typedef int kdi_blend_unit;
