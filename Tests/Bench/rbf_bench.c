/* RBF evaluation against the plain formula in double C, and solving against a bare dgesv, in the same run. Every row is
 * timed many times in turn with its reference; shown are best times in nanoseconds (evaluation of all outputs at one
 * place) or microseconds (solving), and ratios of best and of median times. All on one thread: these systems are too
 * small for more, and waiting for another one would count as the reference's time. */
#include "support/rbf.h"

#include "compile/lapack.h"
#include "compile/rbf_system.h"
#include "eval/rbf_run.h"

#include <dlfcn.h>
#include <math.h>
#include <time.h>

enum { BENCH_ROUNDS = 31, BENCH_SOLVES = 301, BENCH_PLACES = 64 };

/* A solved thin plate spline with linear term, as one would write it first. */
typedef struct naive_model {
    int keys, inputs, outputs;
    double *places;  /* [key][input] */
    double *weights; /* [output][key] */
    double *linear;  /* [output][1 + input] */
} naive_model;

static double bench_sink;

static void naive_evaluate(const naive_model *m, const double *x, double *y)
{
    for (int o = 0; o < m->outputs; o++) {
        const double *linear = m->linear + o * (m->inputs + 1);
        y[o] = linear[0];
        for (int i = 0; i < m->inputs; i++)
            y[o] += linear[1 + i] * x[i];
    }
    for (int k = 0; k < m->keys; k++) {
        double square = 0.0;
        for (int i = 0; i < m->inputs; i++) {
            double off = x[i] - m->places[k * m->inputs + i];
            square += off * off;
        }
        double r = sqrt(square), phi = r > 0.0 ? r * r * log(r) : 0.0;
        for (int o = 0; o < m->outputs; o++)
            y[o] += m->weights[o * m->keys + k] * phi;
    }
}

static naive_model naive_make(const kd_rbf_interp *rbf)
{
    naive_model m = {rbf->key_count, rbf->input_count, rbf->output_count, NULL, NULL, NULL};
    m.places = (double *)calloc((size_t)(m.keys * m.inputs), sizeof(double));
    m.weights = (double *)calloc((size_t)(m.keys * m.outputs), sizeof(double));
    m.linear = (double *)calloc((size_t)((m.inputs + 1) * m.outputs), sizeof(double));
    for (int k = 0; k < m.keys; k++)
        for (int i = 0; i < m.inputs; i++)
            m.places[k * m.inputs + i] = rbf->keys[k].in.items[i];
    for (int o = 0; o < m.outputs; o++) {
        for (int k = 0; k < m.keys; k++)
            m.weights[o * m.keys + k] = rbf->keys[k].weights.items[o];
        for (int i = 0; i <= m.inputs; i++)
            m.linear[o * (m.inputs + 1) + i] = rbf->linears[i].weights.items[o];
    }
    return m;
}

static void naive_free(naive_model *m)
{
    free(m->places);
    free(m->weights);
    free(m->linear);
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* What is timed: all places, `repeats` times. */
typedef struct bench_state {
    naive_model naive;
    const kd_rbf_code *code;
    const double *in;
    float *registers; /* of one character */
    float *batch;     /* of BENCH_PLACES characters */
    int repeats;
} bench_state;

static void run_naive(const bench_state *s)
{
    double out[64];
    for (int p = 0; p < BENCH_PLACES; p++) {
        naive_evaluate(&s->naive, s->in + p * s->naive.inputs, out);
        bench_sink += out[0];
    }
}

static void run_single(const bench_state *s, kdi_rbf_runner *runner)
{
    for (int p = 0; p < BENCH_PLACES; p++) {
        for (int i = 0; i < s->naive.inputs; i++)
            s->registers[i] = (float)s->in[p * s->naive.inputs + i];
        runner(s->code, s->registers, 1);
        bench_sink += (double)s->registers[s->naive.inputs];
    }
}

static void run_portable(const bench_state *s)
{
    run_single(s, kdi_rbf_run_portable);
}

static void run_best(const bench_state *s)
{
    for (int p = 0; p < BENCH_PLACES; p++) {
        for (int i = 0; i < s->naive.inputs; i++)
            s->registers[i] = (float)s->in[p * s->naive.inputs + i];
        kd_rbf_run(s->code, s->registers);
        bench_sink += (double)s->registers[s->naive.inputs];
    }
}

static void run_batch(const bench_state *s)
{
    kd_rbf_run_batch(s->code, s->batch, BENCH_PLACES);
    bench_sink += (double)s->batch[s->naive.inputs * BENCH_PLACES];
}

typedef void (*bench_run)(const bench_state *);
enum { BENCH_KINDS = 4 };
static const bench_run bench_runs[BENCH_KINDS] = {run_naive, run_portable, run_best, run_batch};

static void bench_row(int keys, int inputs, int outputs)
{
    kd_rig *rig = kt_rbf_make(keys, inputs, outputs, 5);
    kd_node *node = kt_rbf_node(rig);
    const kd_rbf_interp *rbf = &node->as.rbf;
    assert_int_equal(kd_rbf_solve(rig, node, NULL, NULL), KD_OK);
    kt_rbf_code code = kt_rbf_lower(&rbf, 1);
    size_t registers = (size_t)kd_rbf_register_count(code.code);
    double in[BENCH_PLACES * 16], times[BENCH_KINDS][BENCH_ROUNDS];
    kt_random random = kt_random_make(9);
    for (int i = 0; i < BENCH_PLACES * inputs; i++)
        in[i] = kt_random_in(&random, 0.0, 1.0);
    bench_state s = {naive_make(rbf), code.code, in, NULL, NULL, 1 + 400 / keys};
    s.registers = (float *)calloc(registers, sizeof(float));
    s.batch = (float *)calloc(registers * BENCH_PLACES, sizeof(float));
    for (int p = 0; p < BENCH_PLACES; p++)
        for (int i = 0; i < inputs; i++)
            s.batch[i * BENCH_PLACES + p] = (float)in[p * inputs + i];
    for (int round = 0; round < BENCH_ROUNDS; round++)
        for (int kind = 0; kind < BENCH_KINDS; kind++) {
            double begin = now_ns();
            for (int repeat = 0; repeat < s.repeats; repeat++)
                bench_runs[kind](&s);
            times[kind][round] = (now_ns() - begin) / (s.repeats * BENCH_PLACES);
        }
    for (int kind = 0; kind < BENCH_KINDS; kind++)
        qsort(times[kind], BENCH_ROUNDS, sizeof(double), compare_times);
    int middle = BENCH_ROUNDS / 2;
    printf("%4d %3d %3d %9.0f %9.0f %9.0f %9.0f %9.1f %7.1f %9.1f %7.1f\n", keys, inputs, outputs, times[0][0],
           times[1][0], times[2][0], times[3][0], times[0][0] / times[2][0], times[0][middle] / times[2][middle],
           times[0][0] / times[3][0], times[0][middle] / times[3][middle]);
    naive_free(&s.naive);
    free(s.registers);
    free(s.batch);
    kt_rbf_code_free(&code);
    kd_rig_free(rig);
}

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *ipiv, double *b, const int *ldb, int *info);

/* The bordered matrix of a thin plate spline, filled as one would, and dgesv alone on it. */
static double time_dgesv(const naive_model *m, double *filling)
{
    int size = m->keys + m->inputs + 1, info;
    double *a = (double *)calloc((size_t)(size * size), sizeof(double));
    double *b = (double *)calloc((size_t)(size * m->outputs), sizeof(double));
    int *pivots = (int *)calloc((size_t)size, sizeof(int));
    double begin = now_ns();
    for (int i = 0; i < m->keys; i++) {
        for (int j = 0; j < m->keys; j++) {
            double square = 0.0;
            for (int c = 0; c < m->inputs; c++)
                square += pow(m->places[i * m->inputs + c] - m->places[j * m->inputs + c], 2.0);
            a[i * size + j] = i == j ? 0.0 : square * log(sqrt(square));
        }
        for (int c = 0; c <= m->inputs; c++)
            a[i * size + m->keys + c] = a[(m->keys + c) * size + i] = c == 0 ? 1.0 : m->places[i * m->inputs + c - 1];
    }
    for (int i = 0; i < m->keys * m->outputs; i++)
        b[i / m->keys * size + i % m->keys] = sin(i);
    double filled = now_ns();
    dgesv_(&size, &m->outputs, a, &size, pivots, b, &size, &info);
    double time = now_ns() - filled;
    *filling = filled - begin;
    bench_sink += b[0];
    free(a);
    free(b);
    free(pivots);
    return time;
}

/* Kernel, factors, condition and solution, from distances that are there. */
static double time_system(kd_rbf_interp *rbf)
{
    kdi_rbf_system system;
    kdi_rbf_solution solution;
    kd_allocator allocator = kd_allocator_default();
    assert_int_equal(kdi_rbf_system_build(&system, rbf, NULL, 0, &allocator), KD_OK);
    double begin = now_ns();
    assert_int_equal(kdi_rbf_system_solve(&system, false, &solution), KD_OK);
    double time = now_ns() - begin;
    bench_sink += solution.weights[0];
    kdi_rbf_system_free(&system);
    return time;
}

static void bench_solve(int keys)
{
    kd_rig *rig = kt_rbf_make(keys, 6, 24, 5);
    kd_node *node = kt_rbf_node(rig);
    double dgesv[BENCH_SOLVES], both[BENCH_SOLVES], whole[BENCH_SOLVES], part[BENCH_SOLVES], filling;
    assert_int_equal(kd_rbf_solve(rig, node, NULL, NULL), KD_OK);
    naive_model naive = naive_make(&node->as.rbf);
    for (int round = 0; round < BENCH_SOLVES; round++) {
        dgesv[round] = time_dgesv(&naive, &filling);
        both[round] = dgesv[round] + filling;
        part[round] = time_system(&node->as.rbf);
        double begin = now_ns();
        assert_int_equal(kd_rbf_solve(rig, node, NULL, NULL), KD_OK);
        whole[round] = now_ns() - begin;
    }
    qsort(dgesv, BENCH_SOLVES, sizeof(double), compare_times);
    qsort(both, BENCH_SOLVES, sizeof(double), compare_times);
    qsort(part, BENCH_SOLVES, sizeof(double), compare_times);
    qsort(whole, BENCH_SOLVES, sizeof(double), compare_times);
    printf("%4d %10.1f %10.1f %10.1f %10.1f %12.2f %12.2f\n", keys, dgesv[0] / 1e3, both[0] / 1e3, part[0] / 1e3,
           whole[0] / 1e3, part[0] / dgesv[0], whole[0] / both[0]);
    naive_free(&naive);
    kd_rig_free(rig);
}

/* OpenBLAS has a function of its own for it; scipy brings another copy and looks at the environment. */
static void bench_use_one_thread(void)
{
    void (*set_threads)(int);
    void *symbol = dlsym(dlopen(NULL, RTLD_NOW), "openblas_set_num_threads");
    memcpy(&set_threads, &symbol, sizeof symbol);
    if (symbol)
        set_threads(1);
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
}

int main(void)
{
    bench_use_one_thread();
    static const int rows[][3] = {{8, 3, 3},   {16, 6, 9},    {32, 6, 9},   {64, 3, 3},   {64, 6, 24},
                                  {128, 6, 9}, {128, 12, 24}, {256, 3, 24}, {256, 12, 24}};
    printf("RBF evaluation, thin plate spline with linear term; ns for one place\n");
    printf("%4s %3s %3s %9s %9s %9s %9s %17s %17s\n", "keys", "in", "out", "double C", "portable", "one", "batch 64",
           "double C / one", "double C / batch");
    printf("%52s %9s %7s %9s %7s\n", "", "best", "median", "best", "median");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        bench_row(rows[i][0], rows[i][1], rows[i][2]);
    printf("\nRBF solving, 6 inputs, 24 outputs; best times in microseconds\n");
    printf("%4s %10s %10s %10s %10s %12s %12s\n", "keys", "dgesv", "+filling", "factors", "whole", "factors/dgesv",
           "whole/both");
    for (int keys = 16; keys <= 256; keys *= 2)
        bench_solve(keys);
    fflush(stdout);
    char command[4200];
    snprintf(command, sizeof command, "p=/usr/bin/python3; [ -x $p ] || p=python3; $p %s 2>/dev/null",
             kt_path("Tests/Bench/rbf_scipy.py"));
    if (system(command) != 0)
        printf("\nscipy is not installed\n");
    return bench_sink == 12345.0;
}
