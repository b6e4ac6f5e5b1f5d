/* Speed of evaluating a rig of the size of a leading character: 200 animated joints, 245 helper joints, 120 rotation
 * sources, 60 RBFs (16 keys, 6 inputs, 9 outputs), 300 expressions, 245 rotation targets. The reference is the same rig
 * written out in plain scalar C, in double with the C library's functions, expressions on a small stack machine: what a
 * team would write first (rig_plain.h). Then the cost against the size of the rig, and of each kind of node.
 * Methods take turns, so that a busy machine slows all of them alike. With a number of characters (1, 8, 64) as
 * argument only the rig itself for that many, for a profiler. */
#include "Bench/rig_plain.h"
#include "support/bench.h"

enum { ROUNDS = 40, REPEATS = 20, POSES = 64 };

typedef struct bench_case {
    hero_rig hero;
    kt_run_state run;
    kd_transform *poses; /* [POSES][joints] */
    kd_transform *work[POSES];
    int32_t characters;
} bench_case;

static bench_case bench_make(const hero_size *size, int32_t characters)
{
    bench_case bench = {.hero = hero_make(size), .characters = characters};
    kt_random random = kt_random_make(7);
    int32_t joints = bench.hero.skeleton.joint_count;
    bench.run = kt_run_make(bench.hero.rig, &bench.hero.skeleton, characters, false);
    bench.poses = malloc((size_t)POSES * (size_t)joints * sizeof(kd_transform));
    for (int i = 0; i < POSES; i++) {
        bench.work[i] = malloc((size_t)joints * sizeof(kd_transform));
        hero_pose(&bench.hero, &random, bench.poses + (size_t)i * (size_t)joints);
        memcpy(bench.work[i], bench.poses + (size_t)i * (size_t)joints, (size_t)joints * sizeof(kd_transform));
    }
    return bench;
}

static void bench_free(bench_case *bench)
{
    for (int i = 0; i < POSES; i++)
        free(bench->work[i]);
    free(bench->poses);
    kt_run_free(&bench->run);
    hero_free(&bench->hero);
}

/* Microseconds for one character. Targets start from rest, so that poses need not be restored between evaluations. */
static double bench_program(bench_case *bench, kd_backend backend)
{
    double start = kt_seconds();
    for (int i = 0; i < REPEATS; i++)
        for (int first = 0; first < POSES; first += bench->characters) {
            kd_eval_job job = kd_eval_job_default(bench->run.instance);
            job.poses = bench->work + first;
            job.seconds = 0.016f;
            job.backend = backend;
            kd_eval_run(&job);
        }
    return (kt_seconds() - start) * 1e6 / (REPEATS * POSES);
}

static double bench_plain(bench_case *bench)
{
    double start = kt_seconds();
    for (int i = 0; i < REPEATS; i++)
        for (int k = 0; k < POSES; k++)
            hero_run_plain(&bench->hero, bench->work[k]);
    return (kt_seconds() - start) * 1e6 / (REPEATS * POSES);
}

/* The angle between two rotations. Of a cosine as near to one as here an arc cosine would read the rounding of the
 * lengths as an angle; the distance does not. */
static double bench_angle(kd_quat a, kd_quat b)
{
    double dot = (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z + (double)a.w * b.w;
    double side = dot < 0 ? -1 : 1, x = a.x - side * b.x, y = a.y - side * b.y, z = a.z - side * b.z,
           w = a.w - side * b.w;
    return 4 * asin(fmin(1, 0.5 * sqrt(x * x + y * y + z * z + w * w)));
}

/* The largest difference of a rotation between the program and the plain version. */
static double bench_difference(bench_case *bench)
{
    double most = 0;
    int32_t joints = bench->hero.skeleton.joint_count;
    kd_transform *plain = malloc((size_t)joints * sizeof(kd_transform));
    bench_program(bench, KD_BACKEND_BEST);
    for (int i = 0; i < POSES; i++) {
        memcpy(plain, bench->poses + (size_t)i * (size_t)joints, (size_t)joints * sizeof *plain);
        hero_run_plain(&bench->hero, plain);
        for (int32_t j = 0; j < joints; j++)
            most = fmax(most, bench_angle(plain[j].rotate, bench->work[i][j].rotate));
    }
    free(plain);
    return most;
}

static void bench_hero(void)
{
    bench_case one = bench_make(&HERO_SIZE, 1), eight = bench_make(&HERO_SIZE, 8), all = bench_make(&HERO_SIZE, 64);
    kt_times times[5] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        kt_times_add(&times[0], bench_plain(&one));
        kt_times_add(&times[1], bench_program(&one, KD_BACKEND_PORTABLE));
        kt_times_add(&times[2], bench_program(&one, KD_BACKEND_BEST));
        kt_times_add(&times[3], bench_program(&eight, KD_BACKEND_BEST));
        kt_times_add(&times[4], bench_program(&all, KD_BACKEND_BEST));
    }
    static const char *const NAMES[5] = {"plain scalar C", "one character, portable", "one character", "8 characters",
                                         "64 characters"};
    printf("Hero rig: %d joints, %d nodes; largest difference to the plain version %.2g rad\n",
           one.hero.skeleton.joint_count, one.hero.rig->node_count, bench_difference(&one));
    printf("%-26s %12s %12s %10s\n", "", "min us", "median us", "x plain");
    for (int i = 0; i < 5; i++)
        printf("%-26s %12.2f %12.2f %10.3f\n", NAMES[i], kt_times_min(&times[i]), kt_times_median(&times[i]),
               kt_times_min(&times[i]) / kt_times_min(&times[0]));
    bench_free(&one);
    bench_free(&eight);
    bench_free(&all);
}

static void bench_growth(void)
{
    printf("\nCost against size (one character)\n%-10s %12s %14s\n", "size", "min us", "us per size");
    for (int scale = 1; scale <= 8; scale *= 2) {
        hero_size size = {HERO_SIZE.main_joints * scale / 4, HERO_SIZE.helpers * scale / 4,
                          HERO_SIZE.sources * scale / 4, HERO_SIZE.rbfs * scale / 4, HERO_SIZE.expressions * scale / 4};
        bench_case bench = bench_make(&size, 1);
        kt_times times = {0};
        for (int round = 0; round < ROUNDS / 2; round++)
            kt_times_add(&times, bench_program(&bench, KD_BACKEND_BEST));
        printf("%-10.2f %12.2f %14.2f\n", scale / 4.0, kt_times_min(&times), kt_times_min(&times) * 4 / scale);
        bench_free(&bench);
    }
}

/* What the rig costs more with one kind of node than without it. */
static void bench_kinds(void)
{
    const struct {
        const char *name;
        hero_size with, without;
        int count;
    } rows[] = {
        {"rotation source", {200, 1, 120, 0, 0}, {200, 1, 2, 0, 0}, 118},
        {"rotation target", {200, 245, 120, 0, 0}, {200, 1, 120, 0, 0}, 244},
        {"RBF 16 x 6 x 9", {200, 245, 120, 60, 0}, {200, 245, 120, 0, 0}, 60},
        {"expression", {200, 245, 120, 0, 245}, {200, 245, 120, 0, 0}, 245},
    };
    printf("\nNanoseconds a node\n%-18s %14s %18s\n", "", "one character", "64 characters");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double cost[2];
        for (int many = 0; many < 2; many++) {
            bench_case with = bench_make(&rows[i].with, many ? 64 : 1),
                       without = bench_make(&rows[i].without, many ? 64 : 1);
            kt_times a = {0}, b = {0};
            for (int round = 0; round < ROUNDS / 2; round++) {
                kt_times_add(&a, bench_program(&with, KD_BACKEND_BEST));
                kt_times_add(&b, bench_program(&without, KD_BACKEND_BEST));
            }
            cost[many] = (kt_times_min(&a) - kt_times_min(&b)) * 1e3 / rows[i].count;
            bench_free(&with);
            bench_free(&without);
        }
        printf("%-18s %14.1f %18.1f\n", rows[i].name, cost[0], cost[1]);
    }
}

/* One way of running alone, for a profiler. */
static void bench_only(int32_t characters)
{
    bench_case bench = bench_make(&HERO_SIZE, characters);
    kt_times times = {0};
    for (int round = 0; round < 5 * ROUNDS; round++)
        kt_times_add(&times, bench_program(&bench, KD_BACKEND_BEST));
    printf("%d characters: %.2f us each\n", characters, kt_times_min(&times));
    bench_free(&bench);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        bench_only(atoi(argv[1]));
        return 0;
    }
    bench_hero();
    bench_growth();
    bench_kinds();
    return 0;
}
