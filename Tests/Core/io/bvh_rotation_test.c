/* Euler angles and quaternions of BVH against libm and matrices. */
#include "io/bvh_rotation.h"
#include "support/test.h"

#include <math.h>

static const unsigned char orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static double radians(double degrees)
{
    return degrees * acos(-1.0) / 180.0;
}

/* m = m times the rotation about an axis. */
static void turn(double m[3][3], unsigned axis, double degrees)
{
    unsigned j = (axis + 1) % 3, k = (axis + 2) % 3;
    double s = sin(radians(degrees)), c = cos(radians(degrees));
    for (int row = 0; row < 3; row++) {
        double mj = m[row][j], mk = m[row][k];
        m[row][j] = mj * c + mk * s;
        m[row][k] = mk * c - mj * s;
    }
}

static void matrix_of(const unsigned char *axes, const double *degrees, int count, double m[3][3])
{
    static const double identity[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    memcpy(m, identity, sizeof identity);
    for (int i = 0; i < count; i++)
        turn(m, axes[i], degrees[i]);
}

static double difference(double a[3][3], double b[3][3])
{
    double worst = 0;
    for (int i = 0; i < 9; i++)
        worst = fmax(worst, fabs(a[i / 3][i % 3] - b[i / 3][i % 3]));
    return worst;
}

static void matrix_of_quat(const double q[4], double m[3][3])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double rows[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                               {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                               {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    memcpy(m, rows, sizeof rows);
}

static void half_angles_are_sines_and_cosines(void **state)
{
    (void)state;
    kt_random random = kt_random_make(2);
    for (int i = 0; i < 400000; i++) {
        double angle = i < 200000 ? i * 0.01 - 1000.0 : kt_random_in(&random, -1e6, 1e6);
        double sine, cosine;
        kdi_bvh_half_angles(&angle, 1, &sine, &cosine);
        double half = radians(fmod(angle, 720.0)) / 2;
        double sign = sine * sin(half) + cosine * cos(half) < 0 ? -1.0 : 1.0;
        assert_true(fabs(sign * sine - sin(half)) < 1e-11 + fabs(angle) * 1e-16);
        assert_true(fabs(sign * cosine - cos(half)) < 1e-11 + fabs(angle) * 1e-16);
    }
}

static void right_angles_leave_no_residue(void **state)
{
    (void)state;
    for (int k = -40; k <= 40; k++) {
        double angle = 180.0 * k, sine, cosine;
        kdi_bvh_half_angles(&angle, 1, &sine, &cosine);
        assert_true(k % 2 ? cosine == 0.0 && fabs(sine) == 1.0 : sine == 0.0 && fabs(cosine) == 1.0);
    }
}

static void huge_angles_are_brought_into_two_turns(void **state)
{
    (void)state;
    assert_true(kdi_bvh_wrap_angle(7200000000000.0 + 90.0) == 90.0);
    assert_true(kdi_bvh_wrap_angle(-7200000000000.0 - 90.0) == -90.0);
    assert_true(fabs(kdi_bvh_wrap_angle(1e300)) < 720.0);
}

static void any_list_of_axes_multiplies_from_left_to_right(void **state)
{
    (void)state;
    kt_random random = kt_random_make(4);
    for (int round = 0; round < 20000; round++) {
        unsigned char axes[8];
        double angles[8], sines[8], cosines[8], expected[3][3], got[3][3];
        int count = (int)kt_random_below(&random, 9);
        for (int i = 0; i < count; i++) {
            axes[i] = (unsigned char)kt_random_below(&random, 3);
            angles[i] = kt_random_in(&random, -720, 720);
        }
        kdi_bvh_half_angles(angles, (size_t)count, sines, cosines);
        kdi_bvh_quat q = kdi_bvh_quat_from_axes(axes, sines, cosines, (size_t)count);
        matrix_of(axes, angles, count, expected);
        matrix_of_quat(q.v, got);
        assert_true(difference(expected, got) < 1e-9);
    }
}

static void three_axes_in_one_step_are_the_same_product(void **state)
{
    (void)state;
    kt_random random = kt_random_make(6);
    for (int round = 0; round < 6000; round++) {
        const unsigned char *axes = orders[round % 6];
        double angles[3], sines[3], cosines[3], parts[4], q[4], expected[3][3], got[3][3];
        for (int i = 0; i < 3; i++)
            angles[i] = kt_random_in(&random, -720, 720);
        kdi_bvh_half_angles(angles, 3, sines, cosines);
        kdi_bvh_quat_of_three(axes[1] == (axes[0] + 1) % 3 ? 1.0 : -1.0, sines, cosines, parts);
        for (int i = 0; i < 3; i++)
            q[axes[i]] = parts[i];
        q[3] = parts[3];
        matrix_of(axes, angles, 3, expected);
        matrix_of_quat(q, got);
        assert_true(difference(expected, got) < 1e-9);
    }
}

/* Random turns, and those where the second angle is a right angle or next to it. */
static void angles_multiply_to_the_rotation_they_came_from(void **state)
{
    (void)state;
    kt_random random = kt_random_make(8);
    for (int round = 0; round < 60000; round++) {
        const unsigned char *axes = orders[round % 6];
        double angles[3], sines[3], cosines[3], got_angles[3], before[3], expected[3][3], got[3][3];
        for (int i = 0; i < 3; i++) {
            angles[i] = kt_random_in(&random, -180, 180);
            before[i] = kt_random_in(&random, -1000, 1000);
        }
        if (round % 3 == 0)
            angles[1] = (round % 2 ? 90.0 : -90.0) + (round % 9 == 0 ? kt_random_in(&random, -1e-4, 1e-4) : 0.0);
        kdi_bvh_half_angles(angles, 3, sines, cosines);
        kdi_bvh_quat q = kdi_bvh_quat_from_axes(axes, sines, cosines, 3);
        kd_quat rounded = {(float)q.v[0], (float)q.v[1], (float)q.v[2], (float)q.v[3]};
        kdi_bvh_angles_from_quat(rounded, axes, before, got_angles);
        matrix_of(axes, angles, 3, expected);
        matrix_of(axes, got_angles, 3, got);
        assert_true(difference(expected, got) < 2e-6); /* what a quaternion of floats holds */
        for (int i = 0; i < 3; i++)
            assert_true(fabs(got_angles[i] - before[i]) <= 360.0 + 1e-9);
    }
}

static void no_rotation_comes_from_what_is_none(void **state)
{
    (void)state;
    static const kd_quat none[] = {{0, 0, 0, 0}, {NAN, 0, 0, 1}, {0, INFINITY, 0, 1}};
    for (int i = 0; i < 3; i++) {
        double angles[3] = {0, 0, 0};
        kdi_bvh_angles_from_quat(none[i], orders[4], angles, angles);
        for (int k = 0; k < 3; k++)
            assert_true(angles[k] == 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_angles_are_sines_and_cosines),
        cmocka_unit_test(right_angles_leave_no_residue),
        cmocka_unit_test(huge_angles_are_brought_into_two_turns),
        cmocka_unit_test(any_list_of_axes_multiplies_from_left_to_right),
        cmocka_unit_test(three_axes_in_one_step_are_the_same_product),
        cmocka_unit_test(angles_multiply_to_the_rotation_they_came_from),
        cmocka_unit_test(no_rotation_comes_from_what_is_none),
    };
    return kt_run(tests);
}
