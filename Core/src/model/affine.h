/* Affine maps as files and bind poses need them: taken apart, inverted, compared, in double precision inside. */
#ifndef KDI_MODEL_AFFINE_H
#define KDI_MODEL_AFFINE_H

#include "kinedriver/types.h"

#include <stdbool.h>

/* The nearest translation, rotation, scale; *sheared tells that something is lost. The rotation is always of unit
 * length. */
kd_transform kdi_affine_decompose(const kd_mat34 *m, bool *sheared);

/* False if there is no finite inverse. */
bool kdi_affine_invert(const kd_mat34 *m, kd_mat34 *inverse);

bool kdi_affine_is_finite(const kd_mat34 *m);

/* Largest difference of any entry. */
double kdi_affine_distance(const kd_mat34 *a, const kd_mat34 *b);

/* Makes a quaternion unit length; one that is within a millionth keeps its bits, so that doing it twice changes
 * nothing. False (and the identity) if it has no direction. *off is how far its length was from 1. */
bool kdi_affine_unit(kd_quat *q, double *off);

#endif
