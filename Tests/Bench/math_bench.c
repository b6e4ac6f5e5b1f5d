/* Own scalar functions against those of the C library, in the same run: nanoseconds for one call and the ratio. Every
 * row is timed many times in turn with its reference; shown are the best and the median of those times. */
#include "support/test.h"

#include "kinedriver/math.h"
#include "kinedriver/rotation.h"
#include "kinedriver/scalar.h"

#include <math.h>
#include <time.h>

enum { BENCH_ARGUMENTS = 1024, BENCH_REPEATS = 16, BENCH_ROUNDS = 41 };

typedef float (*bench_function)(float);

typedef struct bench_row {
    const char *name;
    bench_function ours, reference;
    double low, high;
} bench_row;

static float bench_sink;

/* Functions of two numbers with a second one that follows from the first. */
static float ours_atan2(float x)
{
    return kd_atan2(x, 1.5f - x);
}

static float libm_atan2(float x)
{
    return atan2f(x, 1.5f - x);
}

static float ours_pow(float x)
{
    return kd_pow(x, 2.3f - x);
}

static float libm_pow(float x)
{
    return powf(x, 2.3f - x);
}

static float ours_fmod(float x)
{
    return kd_fmod(x, 0.37f);
}

static float libm_fmod(float x)
{
    return fmodf(x, 0.37f);
}

static float ours_sincos(float x)
{
    float sine, cosine;
    kd_sincos(x, &sine, &cosine);
    return sine + cosine;
}

static float libm_sincos(float x)
{
    return sinf(x) + cosf(x);
}

/* The whole decomposition of one joint, against the same formulas written with the C library. */
static float ours_bend_roll(float x)
{
    kd_quat q = kd_quat_make(0.1f, x, 0.2f - x, 0.9f);
    kd_bend_roll angles = kd_bend_roll_from_quat(q, kd_quat_identity(), KD_SWING_ORDER_TWIST_FIRST);
    return angles.horizontal + angles.vertical + angles.roll;
}

static float libm_bend_roll(float x)
{
    float qx = 0.1f, qy = x, qz = 0.2f - x, qw = 0.9f;
    float inverse = 1.0f / sqrtf(qx * qx + qy * qy + qz * qz + qw * qw);
    qx *= inverse;
    qy *= inverse;
    qz *= inverse;
    qw *= inverse;
    float twist = sqrtf(qx * qx + qw * qw), tx = qx / twist, tw = qw / twist;
    float sy = qy * tw - qz * tx, sz = qz * tw + qy * tx;
    return 2.0f * (atan2f(sy, twist) + atan2f(sz, twist) + atan2f(tx, tw));
}

static float ours_exp_map(float x)
{
    kd_quat q = kd_quat_exp(kd_vec3_make(x, 0.3f, -x));
    return kd_quat_log(q).x;
}

static float libm_exp_map(float x)
{
    float vx = x, vy = 0.3f, vz = -x, angle = sqrtf(vx * vx + vy * vy + vz * vz);
    float factor = sinf(0.5f * angle) / angle, w = cosf(0.5f * angle);
    vx *= factor;
    vy *= factor;
    vz *= factor;
    float sine = sqrtf(vx * vx + vy * vy + vz * vz);
    return 2.0f * atan2f(sine, w) / sine * vx;
}

static const bench_row bench_rows[] = {
    {"sin, few turns", kd_sin, sinf, -10.0, 10.0},
    {"sin, large", kd_sin, sinf, 1e5, 1e9},
    {"cos, few turns", kd_cos, cosf, -10.0, 10.0},
    {"sincos", ours_sincos, libm_sincos, -10.0, 10.0},
    {"tan", kd_tan, tanf, -10.0, 10.0},
    {"asin", kd_asin, asinf, -1.0, 1.0},
    {"acos", kd_acos, acosf, -1.0, 1.0},
    {"atan", kd_atan, atanf, -5.0, 5.0},
    {"atan2", ours_atan2, libm_atan2, -5.0, 5.0},
    {"exp", kd_exp, expf, -20.0, 20.0},
    {"exp2", kd_exp2, exp2f, -20.0, 20.0},
    {"log", kd_log, logf, 0.01, 100.0},
    {"log2", kd_log2, log2f, 0.01, 100.0},
    {"log10", kd_log10, log10f, 0.01, 100.0},
    {"pow", ours_pow, libm_pow, 0.01, 10.0},
    {"sinh", kd_sinh, sinhf, -5.0, 5.0},
    {"tanh", kd_tanh, tanhf, -5.0, 5.0},
    {"cbrt", kd_cbrt, cbrtf, -100.0, 100.0},
    {"sqrt", kd_sqrt, sqrtf, 0.0, 100.0},
    {"fmod", ours_fmod, libm_fmod, -100.0, 100.0},
    {"floor", kd_floor, floorf, -100.0, 100.0},
    {"round", kd_round, roundf, -100.0, 100.0},
    {"bend & roll of a joint", ours_bend_roll, libm_bend_roll, -0.4, 0.4},
    {"exp map there and back", ours_exp_map, libm_exp_map, -2.0, 2.0},
};

static double bench_time_ns(bench_function function, const float *arguments)
{
    struct timespec begin, end;
    float sum = 0.0f;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int repeat = 0; repeat < BENCH_REPEATS; repeat++)
        for (int i = 0; i < BENCH_ARGUMENTS; i++)
            sum += function(arguments[i]);
    clock_gettime(CLOCK_MONOTONIC, &end);
    bench_sink += sum;
    double ns = (double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec);
    return ns / (BENCH_REPEATS * BENCH_ARGUMENTS);
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void bench_run(const bench_row *row)
{
    float arguments[BENCH_ARGUMENTS];
    double ours[BENCH_ROUNDS], reference[BENCH_ROUNDS];
    kt_random random = kt_random_make(3);
    for (int i = 0; i < BENCH_ARGUMENTS; i++)
        arguments[i] = (float)kt_random_in(&random, row->low, row->high);
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        ours[round] = bench_time_ns(row->ours, arguments);
        reference[round] = bench_time_ns(row->reference, arguments);
    }
    qsort(ours, BENCH_ROUNDS, sizeof ours[0], compare_times);
    qsort(reference, BENCH_ROUNDS, sizeof reference[0], compare_times);
    int middle = BENCH_ROUNDS / 2;
    printf("%-24s %7.2f %7.2f   %7.2f %7.2f   %6.2f %6.2f\n", row->name, ours[0], ours[middle], reference[0],
           reference[middle], ours[0] / reference[0], ours[middle] / reference[middle]);
}

int main(void)
{
    printf("%-24s %15s   %15s   %13s\n", "math", "own, ns", "C library, ns", "own / library");
    printf("%-24s %7s %7s   %7s %7s   %6s %6s\n", "", "best", "median", "best", "median", "best", "median");
    for (size_t i = 0; i < sizeof bench_rows / sizeof bench_rows[0]; i++)
        bench_run(&bench_rows[i]);
    return bench_sink == 12345.0f;
}
