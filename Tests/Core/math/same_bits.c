/* A hash over every function of the math folder at many seeded arguments: same_bits_test.py builds this program with
 * several compilers and optimisation levels and compares what it prints. Uses no C library function but printf. */
#include "kinedriver/math.h"
#include "kinedriver/rotation.h"
#include "kinedriver/scalar.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t hash_state = UINT64_C(0xCBF29CE484222325);
static uint64_t random_state = 1;

static void add_bytes(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash_state = (hash_state ^ bytes[i]) * UINT64_C(0x100000001B3);
}

static void add(float x)
{
    add_bytes(&x, sizeof x);
}

static void add_vector(kd_vec3 v)
{
    add_bytes(&v, sizeof v);
}

static void add_rotation(kd_quat q)
{
    add_bytes(&q, sizeof q);
}

static uint32_t random_bits(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 32);
}

static float any_float(void)
{
    uint32_t bits = random_bits();
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* -8 .. 8 */
static float usual_float(void)
{
    return (float)(int32_t)random_bits() / 268435456.0f;
}

static void hash_scalars(float x, float y)
{
    static float (*const one[])(float) = {kd_finite, kd_abs,  kd_floor, kd_ceil, kd_trunc, kd_round, kd_sqrt, kd_cbrt,
                                          kd_sin,    kd_cos,  kd_tan,   kd_asin, kd_acos,  kd_atan,  kd_exp,  kd_exp2,
                                          kd_sinh,   kd_cosh, kd_tanh,  kd_log,  kd_log2,  kd_log10};
    static float (*const two[])(float, float) = {kd_min, kd_max, kd_fmod, kd_hypot, kd_atan2, kd_pow};
    for (size_t i = 0; i < sizeof one / sizeof one[0]; i++)
        add(one[i](x));
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++)
        add(two[i](x, y));
}

static void hash_rotations(kd_quat q, kd_quat frame, kd_vec3 v, int round)
{
    kd_swing_order order = (kd_swing_order)(round % 2);
    kd_euler_order euler = (kd_euler_order)(round % 6);
    add_rotation(kd_quat_canonical(q));
    kd_swing_twist parts = kd_swing_twist_from_quat(q, v, order);
    add_rotation(parts.swing);
    add_rotation(parts.twist);
    add_rotation(kd_quat_from_swing_twist(parts, order));
    add(kd_quat_twist_angle(q, v));
    kd_bend_roll angles = kd_bend_roll_from_quat(q, frame, order);
    add_bytes(&angles, sizeof angles);
    add_rotation(kd_quat_from_bend_roll(angles, frame, order));
    add_vector(kd_quat_log(q));
    add_vector(kd_quat_log_near(q, v));
    add_rotation(kd_quat_exp(v));
    add_vector(kd_euler_from_quat(q, euler));
    add_rotation(kd_quat_from_euler(v, euler));
    add_rotation(kd_quat_from_axis_angle(v, q.w));
    add_rotation(kd_quat_from_directions(v, kd_vec3_make(q.x, q.y, q.z)));
    add_rotation(kd_quat_slerp(q, frame, v.x));
    add_rotation(kd_quat_nlerp(q, frame, v.y));
    kd_quat three[3];
    three[0] = q;
    three[1] = frame;
    three[2] = parts.swing;
    add_rotation(kd_quat_average(three, &v.x, 3));
}

static void hash_transforms(kd_quat q, kd_quat frame, kd_vec3 v)
{
    kd_transform a = kd_transform_make_rigid(kd_quat_normalize(q), v), b = kd_transform_make_rigid(frame, v);
    a.scale = v;
    b.scale = kd_vec3_cross(v, kd_vec3_make(q.x, q.y, q.z));
    kd_transform product = kd_transform_mul(a, b), relative = kd_transform_relative(a, b);
    kd_transform mixed = kd_transform_lerp(a, b, q.w);
    add_bytes(&product, sizeof product);
    add_bytes(&relative, sizeof relative);
    add_bytes(&mixed, sizeof mixed);
    kd_mat34 m = kd_mat34_mul(kd_mat34_from_transform(a), kd_mat34_from_transform(b)), inverse;
    add(kd_mat34_inverse(m, &inverse) ? 1.0f : 0.0f);
    add_bytes(&m, sizeof m);
    add_bytes(&inverse, sizeof inverse);
    kd_transform back = kd_transform_from_mat34(m);
    add_bytes(&back, sizeof back);
    add_vector(kd_mat34_point(m, v));
    add_vector(kd_vec3_perpendicular(v));
    add(kd_vec3_length(v));
    add(kd_log_from_scale(v.x));
}

/* One number after the other: the order in which a compiler works out the arguments of a call is its own. */
static void fill(float *parts, int count, float (*next)(void))
{
    for (int i = 0; i < count; i++)
        parts[i] = next();
}

int main(void)
{
    for (int round = 0; round < 20000; round++) {
        float wild[9], usual[9];
        fill(wild, 9, any_float);
        fill(usual, 9, usual_float);
        hash_scalars(wild[0], wild[1]);
        hash_scalars(usual[0], usual[1]);
        kd_quat q = kd_quat_make(usual[2], usual[3], usual[4], usual[5]);
        kd_quat wild_q = kd_quat_make(wild[2], wild[3], wild[4], wild[5]);
        kd_vec3 v = kd_vec3_make(usual[6], usual[7], usual[8]);
        kd_vec3 wild_v = kd_vec3_make(wild[6], wild[7], wild[8]);
        hash_rotations(q, kd_quat_normalize(wild_q), v, round);
        hash_rotations(wild_q, q, wild_v, round);
        hash_transforms(q, kd_quat_normalize(q), v);
    }
    printf("%016llx\n", (unsigned long long)hash_state);
    return 0;
}
