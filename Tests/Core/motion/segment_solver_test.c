/* The mass-point solver: one Newton step against LAPACK's dense solution of the same equations, convergence, pinned
 * points, and the published relaxation. */
#include "kinedriver/math.h"
#include "motion/segment_solver.h"
#include "support/segments.h"

#include <math.h>

void dposv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b, const int *ldb,
            int *info);

enum { MOST = 128 };

typedef struct solver_case {
    kt_segments made;
    kd_vec3 points[MOST];
    float masses[MOST], lengths[MOST];
    float *scratch;
    kdi_segment_solve solve;
    uint32_t point_count, link_count;
} solver_case;

/* The figure of a random walk, its points shaken, its feet pinned. */
static void make_case(solver_case *to, uint64_t seed, double shake)
{
    kt_random random = kt_random_make(seed);
    kd_scene *scene = kt_random_walk(seed, 60);
    memset(to, 0, sizeof *to);
    to->made = kt_segments_make(&scene, 1, NULL);
    const kd_segments *asset = to->made.segments;
    const kdi_segment_point *points = KDI_SEGMENT_SECTION(asset, points, kdi_segment_point);
    const kdi_segment_link *links = KDI_SEGMENT_SECTION(asset, links, kdi_segment_link);
    const kdi_segment_handle *handles = KDI_SEGMENT_SECTION(asset, handles, kdi_segment_handle);
    double places[MOST][3], height = (double)asset->height;
    kt_segments_world(asset, scene->clips[0].locals, places);
    to->point_count = asset->points.count;
    to->link_count = asset->links.count;
    for (uint32_t p = 0; p < to->point_count; p++) {
        const double *q = places[points[p].joint];
        to->points[p] = kd_vec3_make((float)q[0], (float)q[1], (float)q[2]);
        bool is_pinned = points[p].handle > 0 && handles[points[p].handle].is_foot;
        to->masses[p] = is_pinned ? 0.0f : points[p].inverse_mass;
    }
    kdi_segment_solve_masts(asset, to->points);
    for (uint32_t i = 0; i < to->link_count; i++)
        to->lengths[i] = kd_vec3_length(kd_vec3_sub(to->points[links[i].a], to->points[links[i].b]));
    for (uint32_t p = 0; p < to->point_count; p++)
        if (to->masses[p] > 0.0f) {
            to->points[p].x += (float)(height * kt_random_in(&random, -shake, shake));
            to->points[p].y += (float)(height * kt_random_in(&random, -shake, shake));
            to->points[p].z += (float)(height * kt_random_in(&random, -shake, shake));
        }
    to->scratch = malloc(kdi_segment_solve_floats(asset) * sizeof(float));
    kdi_segment_solve solve = {asset, to->points, to->masses, to->lengths, to->scratch, KD_SEGMENT_SOLVER_NEWTON,
                               false, 12};
    to->solve = solve;
}

static void free_case(solver_case *made)
{
    free(made->scratch);
    kt_segments_free(&made->made);
}

/* Moves all points by -M^-1 J^T (J M^-1 J^T)^-1 c in double precision, the matrix dense. */
static void dense_step(const solver_case *from, double error, double (*out)[3])
{
    double damped = 1 + fmin(10 * error * error, 0.01); /* the damping is part of the method */
    const kdi_segment_link *links = KDI_SEGMENT_SECTION(from->made.segments, links, kdi_segment_link);
    static double jacobian[MOST][3 * MOST], matrix[MOST * MOST], side[MOST];
    int n = (int)from->link_count, one = 1, info = 0, columns = 3 * (int)from->point_count;
    memset(jacobian, 0, sizeof jacobian);
    for (int i = 0; i < n; i++) {
        const kd_vec3 a = from->points[links[i].a], b = from->points[links[i].b];
        double d[3] = {(double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)a.z - (double)b.z};
        double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        bool is_free = from->masses[links[i].a] + from->masses[links[i].b] > 0.0f;
        for (int k = 0; k < 3 && is_free; k++) {
            jacobian[i][3 * links[i].a + (uint32_t)k] = d[k] / length;
            jacobian[i][3 * links[i].b + (uint32_t)k] = -d[k] / length;
        }
        side[i] = is_free ? length - (double)from->lengths[i] : 0;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (int c = 0; c < columns; c++)
                sum += jacobian[i][c] * jacobian[k][c] * (double)from->masses[c / 3];
            matrix[i * n + k] = i == k ? damped * sum + (sum == 0 ? 1 : 0) : sum;
        }
    dposv_("L", &n, &one, matrix, &n, side, &n, &info);
    assert_int_equal(info, 0);
    for (int c = 0; c < columns; c++) {
        double move = 0;
        for (int i = 0; i < n; i++)
            move -= (double)from->masses[c / 3] * jacobian[i][c] * side[i];
        const float *place = &from->points[c / 3].x;
        out[c / 3][c % 3] = (double)place[c % 3] + move;
    }
}

static void a_step_equals_the_dense_solution(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 60; seed += 2) {
        solver_case made;
        double expected[MOST][3];
        float error;
        make_case(&made, seed, 0.01);
        made.solve.points = made.points;
        made.solve.iterations = 0;
        kdi_segment_solve_run(&made.solve, &error);
        made.solve.iterations = 1;
        dense_step(&made, (double)error, expected);
        kdi_segment_solve_run(&made.solve, &error);
        double height = (double)made.made.segments->height;
        for (uint32_t p = 0; p < made.point_count; p++) {
            const float *place = &made.points[p].x;
            for (int k = 0; k < 3; k++)
                assert_true(fabs((double)place[k] - expected[p][k]) <= 2e-5 * height);
        }
        free_case(&made);
    }
}

/* Every point shaken by itself, which is worse than any edit; flat bodies and others. Shaken harder, by a quarter of
 * the shortest link, a few need not be whole within the steps allowed. */
static void a_few_steps_make_all_links_whole_and_leave_pinned_points(void **state)
{
    (void)state;
    static const double shakes[2] = {0.005, 0.015};
    int most[2] = {0, 0}, open = 0;
    double steps[2] = {0, 0};
    for (uint64_t seed = 0; seed < 200; seed++) {
        solver_case made;
        kd_vec3 before[MOST];
        float error;
        int hard = (int)(seed / 100);
        make_case(&made, seed, shakes[hard]);
        made.solve.points = made.points;
        memcpy(before, made.points, sizeof before);
        int taken = kdi_segment_solve_run(&made.solve, &error);
        most[hard] = taken > most[hard] ? taken : most[hard];
        steps[hard] += taken;
        open += error > 1e-5f;
        assert_true(error <= (hard ? 1e-3f : 1e-5f));
        for (uint32_t p = 0; p < made.point_count; p++)
            if (made.masses[p] == 0.0f)
                assert_memory_equal(&before[p], &made.points[p], sizeof before[p]);
        free_case(&made);
    }
    print_message("# steps: mean %.1f, at most %d; shaken harder: %.1f, %d, %d of 100 not whole\n", steps[0] / 100,
                  most[0], steps[1] / 100, most[1], open);
    assert_true(steps[0] <= 4.5 * 100);
    assert_true(open <= 4);
}

static void relaxation_gets_near_and_newton_nearer(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        float errors[3];
        for (int i = 0; i < 3; i++) {
            solver_case made;
            make_case(&made, seed, 0.03);
            made.solve.points = made.points;
            made.solve.solver = KD_SEGMENT_SOLVER_RELAX;
            made.solve.iterations = i == 0 ? 0 : i == 1 ? 10 : 200;
            kdi_segment_solve_run(&made.solve, &errors[i]);
            free_case(&made);
        }
        assert_true(errors[1] < 0.5f * errors[0]);
        assert_true(errors[2] < errors[1] && errors[2] < 1e-2f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_equals_the_dense_solution),
        cmocka_unit_test(a_few_steps_make_all_links_whole_and_leave_pinned_points),
        cmocka_unit_test(relaxation_gets_near_and_newton_nearer),
    };
    return kt_run(tests);
}
