/* Kernels on transforms: rows 0-3 rotate, 4-6 translate, 7-9 scale. */
#ifndef KDI_EVAL_KERNELS_TRANSFORM_H
#define KDI_EVAL_KERNELS_TRANSFORM_H

#include "eval/kernels.h"
#include "eval/lane_math.h"

KERNEL(CLEAN_Q)
{
    KERNEL_NO_NUMBERS;
    kd_quat q = lane_quat(lane_bound(in[0][l]), lane_bound(in[1][l]), lane_bound(in[2][l]), lane_bound(in[3][l]));
    LANE_SET_Q(0, lane_unit(q, lane_identity()));
}

KERNEL(CLEAN_V)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_V(0, LANE_V(in, 0));
}

/* A point of the transform's space as seen from outside: scaled, turned, moved. */
static inline kd_vec3 lane_apply(kd_quat rotate, kd_vec3 translate, kd_vec3 scale, kd_vec3 point)
{
    kd_vec3 offset =
        lane_vec(lane_bound(scale.x * point.x), lane_bound(scale.y * point.y), lane_bound(scale.z * point.z));
    offset = lane_rotate(rotate, offset);
    return lane_vec(translate.x + offset.x, translate.y + offset.y, translate.z + offset.z);
}

KERNEL(CONCAT)
{
    KERNEL_NO_NUMBERS;
    kd_quat above = LANE_Q(in, 0), below = LANE_Q(in, 10);
    LANE_SET_Q(0, lane_unit(lane_mul(above, below), lane_identity()));
    LANE_SET_V(4, lane_apply(above, LANE_V(in, 4), LANE_V(in, 7), LANE_V(in, 14)));
    LANE_SET_V(7, lane_vec(in[7][l] * in[17][l], in[8][l] * in[18][l], in[9][l] * in[19][l]));
}

/* A point from outside in the space of a transform: turned back, then divided by the scale. */
static inline kd_vec3 lane_into(kd_quat rotate, kd_vec3 translate, kd_vec3 scale, kd_vec3 point)
{
    kd_vec3 d = lane_vec(point.x - translate.x, point.y - translate.y, point.z - translate.z);
    d = lane_rotate(lane_conjugate(rotate), d);
    return lane_vec(d.x * lane_reciprocal(scale.x), d.y * lane_reciprocal(scale.y), d.z * lane_reciprocal(scale.z));
}

KERNEL(RELATIVE)
{
    KERNEL_NO_NUMBERS;
    kd_quat a = LANE_Q(in, 0), b = LANE_Q(in, 10);
    kd_vec3 scale = LANE_V(in, 7);
    LANE_SET_Q(0, lane_unit(lane_mul(lane_conjugate(a), b), lane_identity()));
    LANE_SET_V(4, lane_into(a, LANE_V(in, 4), scale, LANE_V(in, 14)));
    LANE_SET_V(7, lane_vec(in[17][l] * lane_reciprocal(scale.x), in[18][l] * lane_reciprocal(scale.y),
                           in[19][l] * lane_reciprocal(scale.z)));
}

KERNEL(POINT)
{
    KERNEL_NO_DATA;
    LANE_SET_V(0, lane_apply(LANE_Q(in, 0), LANE_V(in, 4), LANE_V(in, 7), LANE_V(p, 0)));
}

KERNEL(APPLY)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_V(0, lane_apply(LANE_Q(in, 0), LANE_V(in, 4), LANE_V(in, 7), LANE_V(in, 10)));
}

KERNEL(INTO)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_V(0, lane_into(LANE_Q(in, 0), LANE_V(in, 4), LANE_V(in, 7), LANE_V(in, 10)));
}

KERNEL(ROTATE)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_V(0, lane_rotate(LANE_Q(in, 0), LANE_V(in, 4)));
}

KERNEL(UNROTATE)
{
    KERNEL_NO_NUMBERS;
    LANE_SET_V(0, lane_rotate(lane_conjugate(LANE_Q(in, 0)), LANE_V(in, 4)));
}

#endif
