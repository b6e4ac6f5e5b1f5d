/* Kernels that follow a value in time as a damped spring does. A step is the exact solution for a target at rest, so
 * that the result does not depend on the frame rate. The spring's frequency is such that, critically damped, half of
 * the way is made in the half-life. */
#ifndef KDI_EVAL_KERNELS_TIME_H
#define KDI_EVAL_KERNELS_TIME_H

#include "eval/kernels.h"
#include "eval/lane_math.h"

/* After the time t a distance d and a speed v are own * d + pass * (v + drag * d) and own * v - pass * (drag * v +
 * stiff * d). */
typedef struct lane_spring {
    float own, pass, drag, stiff;
} lane_spring;

/* half_life_s: the time; damping: 1 critical. */
static inline lane_spring lane_spring_make(float half_life_s, float damping, float seconds)
{
    /* (1 + x) exp(-x) = 1/2 at x = 1.678347. */
    float frequency = 1.67834699f / lane_max(half_life_s, 1e-5f);
    float t = lane_clamp(seconds, 0.0f, 1e3f);
    lane_spring spring;
    spring.drag = damping * frequency;
    spring.stiff = frequency * frequency;
    float under = 1.0f - damping * damping;
    float rate = frequency * LANE_SQRT(kdi_float_abs(under));
    float sine, cosine;
    lane_sincos(rate * t, &sine, &cosine);
    float decay = kdi_exp(-lane_min(spring.drag * t, 80.0f));
    /* drag - rate, without the digits that the difference of two large numbers loses: the product of both is stiff. */
    float fast_drag = spring.drag + rate, slow_drag = spring.stiff / fast_drag;
    float slow = kdi_exp(-lane_min(slow_drag * t, 80.0f)), fast = kdi_exp(-lane_min(fast_drag * t, 80.0f));
    /* Near the critical case both forms of the quotient are a series in the square of the angle. */
    float angle = rate * t, square = angle * angle;
    square = under > 0.0f ? -square : square;
    uint32_t near = angle < 0.25f;
    float divisor = near ? 1.0f : rate;
    float series = decay * t * (1.0f + square * (0.166666672f + square * 0.00833333377f));
    float swing = near ? series : decay * sine / divisor;
    float creep = near ? series : 0.5f * (slow - fast) / divisor;
    spring.own = under > 0.0f ? decay * cosine : 0.5f * (slow + fast);
    spring.pass = under > 0.0f ? swing : creep;
    /* Far beyond its end the swing has died away; the sine above is held at many turns. */
    return spring;
}

static inline void lane_follow(lane_spring spring, float target, float *value, float *speed, float reset)
{
    float d = *value - target, v = *speed;
    float d_new = spring.own * d + spring.pass * (v + spring.drag * d);
    float v_new = spring.own * v - spring.pass * (spring.drag * v + spring.stiff * d);
    uint32_t jump = reset > 0.5f;
    *value = jump ? target : lane_bound(target + d_new);
    *speed = jump ? 0.0f : lane_bound(v_new);
}

/* in: target, value, speed, seconds, reset. */
KERNEL(FOLLOW)
{
    KERNEL_NO_DATA;
    float value = in[1][l], speed = in[2][l];
    lane_follow(lane_spring_make(p[0][l], p[1][l], in[3][l]), in[0][l], &value, &speed, in[4][l]);
    out[0][l] = value, out[1][l] = speed;
}

KERNEL(FOLLOW_V)
{
    KERNEL_NO_DATA;
    lane_spring spring = lane_spring_make(p[0][l], p[1][l], in[9][l]);
    kd_vec3 value = LANE_V(in, 3), speed = LANE_V(in, 6);
    lane_follow(spring, in[0][l], &value.x, &speed.x, in[10][l]);
    lane_follow(spring, in[1][l], &value.y, &speed.y, in[10][l]);
    lane_follow(spring, in[2][l], &value.z, &speed.z, in[10][l]);
    LANE_SET_V(0, value);
    LANE_SET_V(3, speed);
}

/* The rotation from the target to the value is followed as a rotation vector down to none. */
KERNEL(FOLLOW_Q)
{
    KERNEL_NO_DATA;
    lane_spring spring = lane_spring_make(p[0][l], p[1][l], in[11][l]);
    kd_quat target = LANE_Q(in, 0), value = LANE_Q(in, 4);
    kd_vec3 away = lane_log(lane_unit(lane_mul(lane_conjugate(target), value), lane_identity())), speed = LANE_V(in, 8);
    float reset = in[12][l];
    lane_follow(spring, 0.0f, &away.x, &speed.x, reset);
    lane_follow(spring, 0.0f, &away.y, &speed.y, reset);
    lane_follow(spring, 0.0f, &away.z, &speed.z, reset);
    LANE_SET_Q(0, lane_unit(lane_mul(target, lane_exp(away)), target));
    LANE_SET_V(4, speed);
}

#endif
