/* Rotations: the ways to take them apart and put them together again, against matrices and formulas in double, over
 * random cases and at the edges. */
#include "support/test.h"

#include "kinedriver/math.h"
#include "kinedriver/rotation.h"
#include "kinedriver/scalar.h"

#include <float.h>
#include <math.h>

enum { ROUNDS = 20000 };

static const float pi = KD_PI;

static float in(kt_random *random, double low, double high)
{
    return (float)kt_random_in(random, low, high);
}

static kd_vec3 random_vector(kt_random *random, double size)
{
    return kd_vec3_make(in(random, -size, size), in(random, -size, size), in(random, -size, size));
}

static kd_quat random_rotation(kt_random *random)
{
    return kd_quat_normalize(kd_quat_make(in(random, -1, 1), in(random, -1, 1), in(random, -1, 1), in(random, -1, 1)));
}

/* Rotations that tend to break things: every sign and zero pattern, half turns, nearly half turns, not unit, not
 * finite. */
static kd_quat edge_rotation(kt_random *random)
{
    static const float values[] = {0.0f,  -0.0f, 1.0f,  -1.0f,   1e-4f,  -1e-8f,   1e-20f, -1e-45f,
                                   1e20f, 0.5f,  -0.5f, FLT_MAX, 1e-16f, INFINITY, NAN,    0.70710678f};
    return kd_quat_make(values[kt_random_below(random, 16)], values[kt_random_below(random, 16)],
                        values[kt_random_below(random, 16)], values[kt_random_below(random, 16)]);
}

static float rotation_distance(kd_quat a, kd_quat b)
{
    /* The sine of a quarter of the angle between them, and so linear near zero. */
    kd_quat near_b = kd_quat_dot(a, b) < 0.0f ? kd_quat_negate(b) : b;
    return fmaxf(fmaxf(fabsf(a.x - near_b.x), fabsf(a.y - near_b.y)),
                 fmaxf(fabsf(a.z - near_b.z), fabsf(a.w - near_b.w)));
}

static void assert_same_rotation(kd_quat a, kd_quat b, float tolerance)
{
    if (!(rotation_distance(a, b) <= tolerance))
        fail_msg("(%g %g %g %g) and (%g %g %g %g) differ by %g", (double)a.x, (double)a.y, (double)a.z, (double)a.w,
                 (double)b.x, (double)b.y, (double)b.z, (double)b.w, (double)rotation_distance(a, b));
}

static void assert_unit(kd_quat q)
{
    double square = (double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w;
    if (!(fabs(square - 1.0) < 1e-6))
        fail_msg("(%g %g %g %g) is not a unit quaternion", (double)q.x, (double)q.y, (double)q.z, (double)q.w);
}

static void assert_close(float a, double b, double tolerance)
{
    if (!(fabs((double)a - b) <= tolerance))
        fail_msg("%.9g instead of %.9g", (double)a, b);
}

static void assert_close_vector(kd_vec3 a, kd_vec3 b, double tolerance)
{
    assert_close(a.x, (double)b.x, tolerance);
    assert_close(a.y, (double)b.y, tolerance);
    assert_close(a.z, (double)b.z, tolerance);
}

static void assert_bits_equal(const void *a, const void *b, size_t size)
{
    assert_memory_equal(a, b, size);
}

static void assert_finite3(float a, float b, float c)
{
    assert_true(isfinite(a) && isfinite(b) && isfinite(c));
}

static void quaternion_product_is_the_product_of_matrices(void **state)
{
    (void)state;
    kt_random random = kt_random_make(1);
    for (int i = 0; i < ROUNDS; i++) {
        kd_quat a = random_rotation(&random), b = random_rotation(&random);
        kd_vec3 v = random_vector(&random, 1.0);
        kd_mat34 product = kd_mat34_mul(kd_mat34_from_quat(a), kd_mat34_from_quat(b));
        assert_close_vector(kd_quat_rotate(kd_quat_mul(a, b), v), kd_mat34_point(product, v), 2e-6);
        assert_same_rotation(kd_quat_from_mat34(kd_mat34_from_quat(a)), a, 1e-6f);
        assert_close_vector(kd_quat_rotate(kd_quat_conjugate(a), kd_quat_rotate(a, v)), v, 2e-6);
    }
}

/* Rodrigues' formula, in double. */
static kd_vec3 turned(kd_vec3 u, double angle, kd_vec3 v)
{
    double c = cos(angle), s = sin(angle);
    double along = ((double)u.x * v.x + (double)u.y * v.y + (double)u.z * v.z) * (1.0 - c);
    return kd_vec3_make((float)(v.x * c + ((double)u.y * v.z - (double)u.z * v.y) * s + u.x * along),
                        (float)(v.y * c + ((double)u.z * v.x - (double)u.x * v.z) * s + u.y * along),
                        (float)(v.z * c + ((double)u.x * v.y - (double)u.y * v.x) * s + u.z * along));
}

static void axis_and_angle_turn_counter_clockwise(void **state)
{
    (void)state;
    kd_vec3 y = kd_quat_rotate(kd_quat_from_axis_angle(kd_vec3_make(0, 0, 5), pi / 2), kd_vec3_make(1, 0, 0));
    assert_close_vector(y, kd_vec3_make(0, 1, 0), 1e-6);
    kt_random random = kt_random_make(2);
    for (int i = 0; i < ROUNDS; i++) {
        kd_vec3 axis = random_vector(&random, 1.0), v = random_vector(&random, 1.0);
        float angle = in(&random, -20, 20);
        kd_vec3 unit = kd_vec3_normalize(axis, axis);
        assert_close_vector(kd_quat_rotate(kd_quat_from_axis_angle(axis, angle), v), turned(unit, (double)angle, v),
                            3e-6);
    }
}

static void directions_are_joined_by_the_shortest_rotation(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    for (int i = 0; i < ROUNDS; i++) {
        kd_vec3 from = random_vector(&random, 1.0), to = random_vector(&random, 1.0);
        if (i % 3 == 0) /* nearly or exactly opposite */
            to = kd_vec3_add(kd_vec3_scale(from, -2.0f), random_vector(&random, i % 2 ? pow(10.0, -(i % 9)) : 0.0));
        kd_quat q = kd_quat_from_directions(from, to);
        assert_unit(q);
        kd_vec3 none = kd_vec3_make(0, 0, 0);
        kd_vec3 got = kd_quat_rotate(q, kd_vec3_normalize(from, none));
        assert_close_vector(got, kd_vec3_normalize(to, none), 2e-6);
        /* Its axis is square to both. */
        assert_close(kd_vec3_dot(kd_vec3_make(q.x, q.y, q.z), kd_vec3_normalize(from, none)), 0.0, 2e-6);
    }
    kd_quat identity = kd_quat_identity(), got = kd_quat_from_directions(kd_vec3_make(0, 0, 0), kd_vec3_make(0, 1, 0));
    assert_bits_equal(&got, &identity, sizeof got);
}

static void swing_and_twist_give_back_the_rotation_in_both_orders(void **state)
{
    (void)state;
    kt_random random = kt_random_make(4);
    for (int i = 0; i < ROUNDS; i++) {
        kd_quat q = random_rotation(&random);
        kd_vec3 axis = kd_vec3_normalize(random_vector(&random, 1.0), kd_vec3_make(1, 0, 0));
        for (int order = 0; order < 2; order++) {
            kd_swing_twist parts = kd_swing_twist_from_quat(q, axis, (kd_swing_order)order);
            assert_same_rotation(kd_quat_from_swing_twist(parts, (kd_swing_order)order), q, 1e-6f);
            /* The twist is about the axis, the swing about an axis square to it. */
            kd_vec3 twist = kd_vec3_make(parts.twist.x, parts.twist.y, parts.twist.z);
            kd_vec3 cross = kd_vec3_cross(twist, axis);
            assert_close(kd_vec3_length(cross), 0.0, 1e-6);
            assert_close(kd_vec3_dot(kd_vec3_make(parts.swing.x, parts.swing.y, parts.swing.z), axis), 0.0, 2e-6);
            kd_quat from_angle = kd_quat_from_axis_angle(axis, kd_quat_twist_angle(q, axis));
            assert_same_rotation(from_angle, parts.twist, 1e-6f);
        }
    }
}

static void bend_and_roll_give_back_the_rotation_with_any_bone_axis(void **state)
{
    (void)state;
    kt_random random = kt_random_make(5);
    for (int i = 0; i < ROUNDS; i++) {
        kd_quat frame =
            i % 2 ? kd_bone_frame_from_axes((kd_axis)(i / 2 % 6), (kd_axis)(i / 12 % 6)) : random_rotation(&random);
        kd_swing_order order = (kd_swing_order)(i / 72 % 2);
        kd_quat q = random_rotation(&random);
        kd_bend_roll angles = kd_bend_roll_from_quat(q, frame, order);
        assert_same_rotation(kd_quat_from_bend_roll(angles, frame, order), q, 3e-6f);

        kd_bend_roll made = {in(&random, -3.1, 3.1), in(&random, -3.1, 3.1), in(&random, -3.1, 3.1)};
        kd_bend_roll back = kd_bend_roll_from_quat(kd_quat_from_bend_roll(made, frame, order), frame, order);
        /* Near half a turn the twist part of q is as short as w, so that rounding of q turns the swing by 1 / w of
         * that, and the projection stretches it by 1 / w once more. */
        double w = fabs(cos(made.horizontal * 0.5) * cos(made.vertical * 0.5));
        assert_close(back.horizontal, (double)made.horizontal, 2e-6 / (w * w));
        assert_close(back.vertical, (double)made.vertical, 2e-6 / (w * w));
        assert_close(back.roll, (double)made.roll, 2e-6 / (w * w));
    }
}

/* The projection itself, from where the bone points: the formula of the head comment in bend_roll.c, in double. */
static void bends_are_the_stereographic_projection_of_the_bone(void **state)
{
    (void)state;
    kt_random random = kt_random_make(6);
    for (int i = 0; i < ROUNDS; i++) {
        kd_quat frame = kd_bone_frame_from_axes((kd_axis)(i % 6), (kd_axis)(i / 6 % 6));
        kd_vec3 x = kd_quat_rotate(frame, kd_vec3_make(1, 0, 0)), y = kd_quat_rotate(frame, kd_vec3_make(0, 1, 0));
        kd_vec3 z = kd_quat_rotate(frame, kd_vec3_make(0, 0, 1));
        kd_quat q = random_rotation(&random);
        kd_vec3 v = kd_quat_rotate(q, x);
        double below = 1.0 + (double)kd_vec3_dot(v, x);
        if (below < 1e-2)
            continue;
        kd_bend_roll angles = kd_bend_roll_from_quat(q, frame, KD_SWING_ORDER_TWIST_FIRST);
        assert_close(angles.horizontal, -2.0 * atan((double)kd_vec3_dot(v, z) / below), 1e-4);
        assert_close(angles.vertical, 2.0 * atan((double)kd_vec3_dot(v, y) / below), 1e-4);
    }
    /* 90 degrees of bend at 45 degrees of azimuth read as 70.53 twice: bends do not add. */
    kd_quat q = kd_quat_from_axis_angle(kd_vec3_make(0, 1, 1), pi / 2);
    kd_bend_roll angles = kd_bend_roll_from_quat(q, kd_quat_identity(), KD_SWING_ORDER_TWIST_FIRST);
    double expected = 2.0 * atan(sqrt(0.5));
    assert_close(angles.horizontal, expected, 1e-6);
    assert_close(angles.vertical, expected, 1e-6);
    assert_close(angles.roll, 0.0, 1e-6);
}

static void orders_of_bend_and_roll_agree_where_one_of_them_is_zero(void **state)
{
    (void)state;
    kt_random random = kt_random_make(7);
    kd_quat frame = kd_bone_frame_from_axes(KD_AXIS_MINUS_Y, KD_AXIS_Z);
    for (int i = 0; i < ROUNDS; i++) {
        kd_bend_roll angles = {in(&random, -3, 3), in(&random, -3, 3), 0.0f};
        if (i % 2)
            angles = (kd_bend_roll){0.0f, 0.0f, in(&random, -3, 3)};
        assert_same_rotation(kd_quat_from_bend_roll(angles, frame, KD_SWING_ORDER_TWIST_FIRST),
                             kd_quat_from_bend_roll(angles, frame, KD_SWING_ORDER_SWING_FIRST), 1e-6f);
    }
}

static void bone_frames_take_x_and_y_to_the_named_axes(void **state)
{
    (void)state;
    for (int bone = 0; bone < 6; bone++)
        for (int vertical = 0; vertical < 6; vertical++) {
            kd_quat frame = kd_bone_frame_from_axes((kd_axis)bone, (kd_axis)vertical);
            int line = bone % 3 == vertical % 3 ? (bone + 1) % 3 : vertical;
            float expected[2][3] = {{0}};
            expected[0][bone % 3] = bone < 3 ? 1.0f : -1.0f;
            expected[1][line % 3] = line < 3 ? 1.0f : -1.0f;
            kd_vec3 x = kd_quat_rotate(frame, kd_vec3_make(1, 0, 0)), y = kd_quat_rotate(frame, kd_vec3_make(0, 1, 0));
            assert_close_vector(x, kd_vec3_make(expected[0][0], expected[0][1], expected[0][2]), 1e-6);
            assert_close_vector(y, kd_vec3_make(expected[1][0], expected[1][1], expected[1][2]), 1e-6);
        }
}

static void exponential_map_and_logarithm_are_inverse(void **state)
{
    (void)state;
    kt_random random = kt_random_make(8);
    for (int i = 0; i < ROUNDS; i++) {
        kd_quat q = random_rotation(&random);
        kd_vec3 v = kd_quat_log(q);
        assert_same_rotation(kd_quat_exp(v), q, 1e-6f);
        assert_true(kd_vec3_length(v) <= pi * 1.000001f);
        /* Small angles keep all their digits. */
        kd_vec3 small = kd_vec3_scale(random_vector(&random, 1.0), (float)pow(10.0, -(i % 30)));
        kd_vec3 back = kd_quat_log(kd_quat_exp(small));
        double size = (double)kd_vec3_length(small);
        assert_close_vector(back, small, 1e-6 * size);
        /* Another turn is the same rotation; the nearest vector to the long one is that one again. */
        kd_vec3 unit = kd_vec3_normalize(v, kd_vec3_make(1, 0, 0));
        kd_vec3 longer = kd_vec3_add(v, kd_vec3_scale(unit, 2.0f * pi * (float)(i % 7 - 3)));
        assert_close_vector(kd_quat_log_near(q, longer), longer, 1e-4);
    }
}

static void logarithm_follows_a_rotation_through_half_a_turn(void **state)
{
    (void)state;
    kd_vec3 axis = kd_vec3_make(0.6f, 0.0f, 0.8f), last = kd_vec3_make(0, 0, 0);
    for (int degree = 1; degree < 1000; degree++) {
        float angle = (float)degree * pi / 180.0f;
        last = kd_quat_log_near(kd_quat_from_axis_angle(axis, angle), last);
        assert_close_vector(last, kd_vec3_scale(axis, angle), 3e-5);
        if (degree % 360 == 0) /* no axis here: start again from the true vector */
            last = kd_vec3_scale(axis, angle);
        if (degree % 360 == 359)
            degree++, last = kd_vec3_scale(axis, (float)degree * pi / 180.0f);
    }
}

static void euler_angles_give_back_the_rotation_in_every_order(void **state)
{
    (void)state;
    static const int axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    static const kd_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    kt_random random = kt_random_make(9);
    for (int i = 0; i < ROUNDS; i++) {
        kd_euler_order order = (kd_euler_order)(i % 6);
        kd_vec3 angles = kd_vec3_make(in(&random, -3.14, 3.14), in(&random, -1.57, 1.57), in(&random, -3.14, 3.14));
        if (i % 5 == 0)
            angles.y = i % 2 ? pi / 2 : -pi / 2;
        kd_quat q = kd_quat_from_euler(angles, order);
        kd_quat product = kd_quat_mul(kd_quat_mul(kd_quat_from_axis_angle(unit[axes[order][0]], angles.x),
                                                  kd_quat_from_axis_angle(unit[axes[order][1]], angles.y)),
                                      kd_quat_from_axis_angle(unit[axes[order][2]], angles.z));
        assert_same_rotation(q, product, 1e-6f);
        kd_vec3 back = kd_euler_from_quat(q, order);
        assert_same_rotation(kd_quat_from_euler(back, order), q, 2e-6f);
        assert_true(fabsf(back.y) <= pi / 2 && fabsf(back.x) <= pi && fabsf(back.z) <= pi);
        if (fabsf(angles.y) < 1.5f)
            assert_close_vector(back, angles, 1e-4);
    }
}

static void mean_is_the_same_for_any_order_and_sign(void **state)
{
    (void)state;
    kt_random random = kt_random_make(10);
    for (int i = 0; i < 500; i++) {
        kd_quat q[9], shuffled[9];
        float weights[9], shuffled_weights[9];
        int count = 1 + (int)kt_random_below(&random, 9);
        for (int k = 0; k < count; k++) {
            q[k] = random_rotation(&random);
            weights[k] = in(&random, 0, 3);
        }
        for (int k = 0; k < count; k++) {
            int from = (k * 7 + i) % count;
            from = count % 7 == 0 ? (k + i) % count : from;
            shuffled[k] = kt_random_below(&random, 2) ? kd_quat_negate(q[from]) : q[from];
            shuffled_weights[k] = weights[from];
        }
        kd_quat mean = kd_quat_average(q, weights, count), again = kd_quat_average(shuffled, shuffled_weights, count);
        assert_unit(mean);
        assert_bits_equal(&mean, &again, sizeof mean);
    }
}

/* No rotation near the mean has a larger sum of weighted squared dot products. */
static void mean_is_the_best_of_its_neighbours(void **state)
{
    (void)state;
    kt_random random = kt_random_make(11);
    for (int i = 0; i < 300; i++) {
        kd_quat q[6], centre = random_rotation(&random);
        float weights[6];
        for (int k = 0; k < 6; k++) {
            q[k] = kd_quat_mul(centre, kd_quat_exp(random_vector(&random, 1.0)));
            weights[k] = in(&random, 0.1, 1.0);
        }
        kd_quat mean = kd_quat_average(q, weights, 6);
        double score[7];
        for (int trial = 0; trial < 7; trial++) {
            float step[3] = {0.0f, 0.0f, 0.0f};
            if (trial > 0)
                step[(trial - 1) / 2] = trial % 2 ? 0.01f : -0.01f;
            kd_quat near_mean = kd_quat_mul(mean, kd_quat_exp(kd_vec3_make(step[0], step[1], step[2])));
            score[trial] = 0.0;
            for (int k = 0; k < 6; k++) {
                double dot = (double)kd_quat_dot(q[k], near_mean);
                score[trial] += (double)weights[k] * dot * dot;
            }
            assert_true(score[trial] <= score[0] + 1e-6);
        }
    }
    kd_quat pair[2] = {kd_quat_identity(), kd_quat_from_axis_angle(kd_vec3_make(0, 1, 0), 1.0f)};
    assert_same_rotation(kd_quat_average(pair, NULL, 2), kd_quat_from_axis_angle(kd_vec3_make(0, 1, 0), 0.5f), 1e-6f);
}

static void slerp_meets_its_ends_and_moves_at_constant_speed(void **state)
{
    (void)state;
    kt_random random = kt_random_make(12);
    for (int i = 0; i < ROUNDS; i++) {
        kd_quat a = random_rotation(&random), b = random_rotation(&random);
        float t = in(&random, 0, 1);
        assert_same_rotation(kd_quat_slerp(a, b, 0.0f), a, 1e-6f);
        assert_same_rotation(kd_quat_slerp(a, b, 1.0f), b, 1e-6f);
        assert_same_rotation(kd_quat_nlerp(a, b, 1.0f), b, 1e-6f);
        assert_same_rotation(kd_quat_slerp(a, b, t), kd_quat_slerp(a, kd_quat_negate(b), t), 1e-6f);
        float whole = kd_vec3_length(kd_quat_log(kd_quat_mul(kd_quat_conjugate(a), b)));
        kd_quat part = kd_quat_mul(kd_quat_conjugate(a), kd_quat_slerp(a, b, t));
        assert_close(kd_vec3_length(kd_quat_log(part)), (double)(t * whole), 2e-6);
    }
}

/* Every function with anything in: finite, unit length, and the same bits for q and -q. */
static void anything_in_gives_finite_and_unit_results(void **state)
{
    (void)state;
    kt_random random = kt_random_make(13);
    for (int i = 0; i < ROUNDS * 3; i++) {
        kd_quat q = edge_rotation(&random), frame = edge_rotation(&random), minus = kd_quat_negate(q);
        kd_vec3 axis = kd_vec3_make(frame.w, q.x, frame.y);
        kd_swing_order order = (kd_swing_order)(i % 2);
        assert_unit(kd_quat_normalize(q));
        kd_quat c0 = kd_quat_canonical(q), c1 = kd_quat_canonical(minus);
        assert_bits_equal(&c0, &c1, sizeof c0);
        kd_swing_twist s0 = kd_swing_twist_from_quat(q, axis, order), s1 = kd_swing_twist_from_quat(minus, axis, order);
        assert_unit(s0.swing);
        assert_unit(s0.twist);
        assert_same_rotation(s0.swing, s1.swing, 0.0f);
        assert_same_rotation(s0.twist, s1.twist, 0.0f);
        float t0 = kd_quat_twist_angle(q, axis), t1 = kd_quat_twist_angle(minus, axis);
        assert_true(isfinite(t0) && t0 == t1);
        kd_bend_roll b0 = kd_bend_roll_from_quat(q, frame, order), b1 = kd_bend_roll_from_quat(minus, frame, order);
        assert_finite3(b0.horizontal, b0.vertical, b0.roll);
        assert_bits_equal(&b0, &b1, sizeof b0);
        kd_vec3 l0 = kd_quat_log(q), l1 = kd_quat_log(minus), near0 = kd_quat_log_near(q, axis);
        assert_finite3(l0.x, l0.y, l0.z);
        assert_finite3(near0.x, near0.y, near0.z);
        assert_bits_equal(&l0, &l1, sizeof l0);
        kd_vec3 e0 = kd_euler_from_quat(q, (kd_euler_order)(i % 6)),
                e1 = kd_euler_from_quat(minus, (kd_euler_order)(i % 6));
        assert_finite3(e0.x, e0.y, e0.z);
        assert_bits_equal(&e0, &e1, sizeof e0);
        kd_bend_roll wild = {axis.x, axis.y, axis.z};
        assert_unit(kd_quat_from_bend_roll(wild, frame, order));
        assert_unit(kd_quat_from_euler(axis, (kd_euler_order)(i % 6)));
        assert_unit(kd_quat_exp(axis));
        assert_unit(kd_quat_from_axis_angle(axis, q.w));
        assert_unit(kd_quat_from_directions(axis, kd_vec3_make(q.y, q.z, q.w)));
        assert_unit(kd_quat_slerp(q, frame, axis.x));
        assert_unit(kd_quat_nlerp(q, frame, axis.x));
        kd_quat both[2] = {q, frame};
        assert_unit(kd_quat_average(both, &axis.x, 2));
    }
}

static void half_turns_have_the_documented_values(void **state)
{
    (void)state;
    kd_quat about_x = kd_quat_make(1, 0, 0, 0), about_y = kd_quat_make(0, -1, 0, 0), identity = kd_quat_identity();
    kd_vec3 x = kd_vec3_make(1, 0, 0);
    assert_close(kd_quat_twist_angle(about_x, x), (double)pi, 0.0);
    assert_close(kd_quat_twist_angle(about_x, kd_vec3_make(-3, 0, 0)), (double)pi, 0.0);
    kd_swing_twist parts = kd_swing_twist_from_quat(about_y, x, KD_SWING_ORDER_TWIST_FIRST);
    assert_bits_equal(&parts.twist, &identity, sizeof identity);
    /* A bend of half a turn is read as 0.0017 degrees less: the direction is still there. */
    kd_bend_roll angles = kd_bend_roll_from_quat(about_y, identity, KD_SWING_ORDER_TWIST_FIRST);
    assert_close(angles.horizontal, (double)pi, 4e-5);
    assert_close(angles.vertical, 0.0, 0.0);
    assert_close(angles.roll, 0.0, 0.0);
    kd_bend_roll roll = kd_bend_roll_from_quat(about_x, identity, KD_SWING_ORDER_SWING_FIRST);
    assert_close(roll.roll, (double)pi, 0.0);
    assert_close_vector(kd_quat_log(about_y), kd_vec3_make(0, pi, 0), 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quaternion_product_is_the_product_of_matrices),
        cmocka_unit_test(axis_and_angle_turn_counter_clockwise),
        cmocka_unit_test(directions_are_joined_by_the_shortest_rotation),
        cmocka_unit_test(swing_and_twist_give_back_the_rotation_in_both_orders),
        cmocka_unit_test(bend_and_roll_give_back_the_rotation_with_any_bone_axis),
        cmocka_unit_test(bends_are_the_stereographic_projection_of_the_bone),
        cmocka_unit_test(orders_of_bend_and_roll_agree_where_one_of_them_is_zero),
        cmocka_unit_test(bone_frames_take_x_and_y_to_the_named_axes),
        cmocka_unit_test(exponential_map_and_logarithm_are_inverse),
        cmocka_unit_test(logarithm_follows_a_rotation_through_half_a_turn),
        cmocka_unit_test(euler_angles_give_back_the_rotation_in_every_order),
        cmocka_unit_test(mean_is_the_same_for_any_order_and_sign),
        cmocka_unit_test(mean_is_the_best_of_its_neighbours),
        cmocka_unit_test(slerp_meets_its_ends_and_moves_at_constant_speed),
        cmocka_unit_test(anything_in_gives_finite_and_unit_results),
        cmocka_unit_test(half_turns_have_the_documented_values),
    };
    return kt_run(tests);
}
