/* Functions of one or two floats, without the C library: the same bits on every compiler and machine, and a finite
 * result whatever comes in. One rule for all: not a number counts as zero, an infinity as FLT_MAX with its sign.
 * Outside its domain a function returns what is written here. Largest errors, measured over the whole range, are in
 * Core/docs/math.md. Safe from any thread. */
#ifndef KINEDRIVER_SCALAR_H
#define KINEDRIVER_SCALAR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KD_PI 3.14159274f /* the nearest float */

bool kd_is_finite(float x);
float kd_finite(float x); /* the rule above, nothing else */

float kd_abs(float x);
float kd_min(float a, float b); /* the first where they are equal */
float kd_max(float a, float b);
float kd_clamp(float x, float low, float high); /* low where low > high */

float kd_floor(float x);
float kd_ceil(float x);
float kd_trunc(float x);
float kd_round(float x);         /* halves away from zero */
float kd_fmod(float x, float y); /* x - y * trunc(x / y), exact, with the sign of x; 0 for y = 0 */

float kd_sqrt(float x); /* correctly rounded; 0 for x < 0 */
float kd_cbrt(float x);
float kd_hypot(float x, float y); /* sqrt(x^2 + y^2) without overflow on the way */

/* Angles in radians; any size. */
float kd_sin(float x);
float kd_cos(float x);
void kd_sincos(float x, float *sine, float *cosine);
float kd_tan(float x);

float kd_asin(float x); /* x outside -1 .. 1 counts as the nearer end */
float kd_acos(float x); /* likewise */
float kd_atan(float x);
float kd_atan2(float y, float x); /* -pi .. pi; 0 with the sign of y for x = y = 0, whatever the sign of that x */

float kd_exp(float x); /* FLT_MAX where it would overflow; likewise below */
float kd_exp2(float x);
float kd_sinh(float x);
float kd_cosh(float x);
float kd_tanh(float x);

float kd_log(float x); /* -FLT_MAX for x <= 0; likewise below */
float kd_log2(float x);
float kd_log10(float x);

/* 1 for y = 0; 0 for x < 0 with a y that is not whole; FLT_MAX for x = 0 with y < 0 (-FLT_MAX for x = -0 with an odd y
 * < 0). */
float kd_pow(float x, float y);

#ifdef __cplusplus
}
#endif
#endif
