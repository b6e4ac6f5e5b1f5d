/* Paths against an independent search in double, and the time-warp matrix against the paper's example and invariants.
 */
#include "align_data.h"

#include <float.h>

enum { RIGHT, DOWN, DIAGONAL };

static kd_distance_matrix random_matrix(kt_random *random, int32_t rows, int32_t columns, int kind)
{
    kd_distance_matrix matrix = {rows, columns, NULL, kd_allocator_default()};
    matrix.values = (float *)malloc((size_t)rows * (size_t)columns * sizeof(float));
    double phase = kt_random_in(random, 0.0, 6.0);
    for (int32_t i = 0; i < rows * columns; i++) {
        double r = (double)(i / columns) / rows, c = (double)(i % columns) / columns;
        double smooth = 2.0 + sin(9.0 * r + phase) - cos(11.0 * c - phase) + fabs(r - c) * 3.0;
        matrix.values[i] = (float)(kind == 0   ? kt_random_in(random, 0.0, 1.0)
                                   : kind == 1 ? smooth
                                               : (double)kt_random_below(random, 3));
    }
    return matrix;
}

/* Least cost of a path, the runs counted step by step: a state for each last step and the length of its run. Slow and
 * with nothing in common with the product's recurrence. */
static double slow_cost(const kd_distance_matrix *matrix, const kd_path_desc *desc)
{
    int32_t rows = matrix->rows, columns = matrix->columns;
    int limit = desc->slope_limit > 0 ? desc->slope_limit : rows + columns;
    size_t states = 2 * (size_t)limit + 1; /* diagonal, right 1..limit, down 1..limit */
    double *cost = (double *)malloc((size_t)rows * (size_t)columns * states * sizeof(double));
    double least = INFINITY;
#define COST(r, c, s) cost[((size_t)(r) * (size_t)columns + (size_t)(c)) * states + (size_t)(s)]
    for (int32_t r = 0; r < rows; r++)
        for (int32_t c = 0; c < columns; c++) {
            double d = (double)matrix->values[r * columns + c];
            for (size_t s = 0; s < states; s++)
                COST(r, c, s) = INFINITY;
            if ((r == 0 && c == 0) || (desc->open_begin && (r == 0 || c == 0)))
                COST(r, c, 0) = d;
            for (size_t s = 0; s < states; s++) {
                bool right = s >= 1 && s <= (size_t)limit, down = s > (size_t)limit;
                double both = desc->count_frames ? d + d : d;
                if (r > 0 && c > 0 && COST(r - 1, c - 1, s) + both < COST(r, c, 0))
                    COST(r, c, 0) = COST(r - 1, c - 1, s) + both;
                size_t next_right = right ? s + 1 : 1, next_down = down ? s + 1 : (size_t)limit + 1;
                bool apart = desc->count_frames && desc->slope_limit > 0; /* no run right behind a run */
                if (c > 0 && next_right <= (size_t)limit && !(apart && down) &&
                    COST(r, c - 1, s) + d < COST(r, c, next_right))
                    COST(r, c, next_right) = COST(r, c - 1, s) + d;
                if (r > 0 && next_down < states && !(apart && right) && COST(r - 1, c, s) + d < COST(r, c, next_down))
                    COST(r, c, next_down) = COST(r - 1, c, s) + d;
            }
            bool ends = (r == rows - 1 && c == columns - 1) || (desc->open_end && (r == rows - 1 || c == columns - 1));
            for (size_t s = 0; s < states && ends; s++)
                least = COST(r, c, s) < least ? COST(r, c, s) : least;
        }
#undef COST
    free(cost);
    return least;
}

static void expect_path_is_sound(const kd_distance_matrix *matrix, const kd_path_desc *desc, const kd_path *path)
{
    double sum = 0.0;
    int run = 0, last = DIAGONAL;
    for (int32_t i = 0; i < path->count; i++) {
        kd_path_cell cell = path->cells[i];
        sum += (double)matrix->values[cell.row * matrix->columns + cell.column];
        if (i == 0)
            continue;
        int down = cell.row - path->cells[i - 1].row, right = cell.column - path->cells[i - 1].column;
        assert_true(down >= 0 && down <= 1 && right >= 0 && right <= 1 && down + right > 0);
        int step = down && right ? DIAGONAL : down ? DOWN : RIGHT;
        run = step == last && step != DIAGONAL ? run + 1 : 1;
        assert_true(!(desc->count_frames && desc->slope_limit > 0) || step == last || step == DIAGONAL ||
                    last == DIAGONAL);
        sum += step == DIAGONAL && desc->count_frames ? (double)matrix->values[cell.row * matrix->columns + cell.column]
                                                      : 0.0;
        last = step;
        assert_true(step == DIAGONAL || desc->slope_limit == 0 || run <= desc->slope_limit);
    }
    assert_true(fabs(sum - path->cost) <= 1e-12 * (sum + 1.0));
    kd_path_cell first = path->cells[0], end = path->cells[path->count - 1];
    assert_true(desc->open_begin ? first.row == 0 || first.column == 0 : first.row == 0 && first.column == 0);
    bool at_row = end.row == matrix->rows - 1, at_column = end.column == matrix->columns - 1;
    assert_true(desc->open_end ? at_row || at_column : at_row && at_column);
}

static void path_costs_the_least_and_keeps_the_slope_limit(void **state)
{
    (void)state;
    kt_random random = kt_random_make(11);
    int found = 0;
    for (int round = 0; round < 600; round++) {
        int32_t rows = 1 + (int32_t)kt_random_below(&random, 30), columns = 1 + (int32_t)kt_random_below(&random, 30);
        kd_distance_matrix matrix = random_matrix(&random, rows, columns, round % 3);
        kd_path_desc desc = kd_path_desc_default();
        desc.slope_limit = (int32_t)kt_random_below(&random, round % 4 ? 5 : 24);
        desc.open_begin = kt_random_below(&random, 4) == 0;
        desc.count_frames = round % 2 == 1;
        desc.open_end = kt_random_below(&random, 4) == 0;
        double least = slow_cost(&matrix, &desc);
        kd_path path;
        kd_result result = kd_path_find(&matrix, &desc, NULL, &path, NULL);
        assert_int_equal(result == KD_OK, least < INFINITY);
        if (result == KD_OK) {
            found++;
            expect_path_is_sound(&matrix, &desc, &path);
            assert_true(fabs(path.cost - least) <= 1e-6 * least + 1e-12);
        }
        kd_path_free(&path);
        free(matrix.values);
    }
    assert_true(found > 300);
}

static void path_through_captured_motions_costs_the_least(void **state)
{
    (void)state;
    kd_scene *a = kt_capture("cmu_07_01_walk"), *b = kt_capture("cmu_07_04_slow_walk");
    if (!a)
        skip();
    kd_motion_source left = kt_capture_source(a, "a"), right = kt_capture_source(b, "b");
    kd_distance_desc distance = kd_distance_desc_default();
    kd_distance_matrix matrix;
    assert_int_equal(kd_distance_matrix_make(&left, &right, &distance, NULL, &matrix, NULL), KD_OK);
    for (int32_t slope = 1; slope <= 3; slope++) {
        kd_path_desc desc = kd_path_desc_default();
        desc.slope_limit = slope;
        desc.count_frames = slope == 3;
        kd_path path;
        assert_int_equal(kd_path_find(&matrix, &desc, NULL, &path, NULL), KD_OK);
        expect_path_is_sound(&matrix, &desc, &path);
        double least = slow_cost(&matrix, &desc);
        assert_true(fabs(path.cost - least) <= 1e-6 * least);
        kd_path_free(&path);
    }
    kd_distance_matrix_free(&matrix);
    kd_scene_free(a);
    kd_scene_free(b);
}

static void band_is_kept_and_a_wide_band_changes_nothing(void **state)
{
    (void)state;
    kt_random random = kt_random_make(12);
    for (int round = 0; round < 50; round++) {
        int32_t rows = 20 + (int32_t)kt_random_below(&random, 30), columns = 20 + (int32_t)kt_random_below(&random, 30);
        kd_distance_matrix matrix = random_matrix(&random, rows, columns, 0);
        kd_path_desc desc = kd_path_desc_default();
        desc.slope_limit = 0;
        kd_path free_path, banded, wide;
        assert_int_equal(kd_path_find(&matrix, &desc, NULL, &free_path, NULL), KD_OK);
        desc.band = 0.1f;
        assert_int_equal(kd_path_find(&matrix, &desc, NULL, &banded, NULL), KD_OK);
        desc.band = 1.0f;
        assert_int_equal(kd_path_find(&matrix, &desc, NULL, &wide, NULL), KD_OK);
        for (int32_t i = 0; i < banded.count; i++) {
            double centre = (double)banded.cells[i].row * (columns - 1) / (rows - 1);
            assert_true(fabs(centre - banded.cells[i].column) <= 0.1 * columns + 1.001);
        }
        assert_true(banded.cost >= free_path.cost && fabs(wide.cost - free_path.cost) < 1e-12);
        kd_path_free(&free_path);
        kd_path_free(&banded);
        kd_path_free(&wide);
        free(matrix.values);
    }
}

static void limits_that_no_path_keeps_are_refused(void **state)
{
    (void)state;
    kt_random random = kt_random_make(13);
    kd_distance_matrix matrix = random_matrix(&random, 5, 60, 0);
    kd_path_desc desc = kd_path_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_path path;
    assert_int_equal(kd_path_find(&matrix, &desc, NULL, &path, &findings), KD_RANGE);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_RANGE, "raise the limit");
    kd_findings_free(&findings);
    free(matrix.values);
}

static void time_warp_matrix_reproduces_the_example_of_the_paper(void **state)
{
    (void)state;
    kd_path_cell cells[] = {{0, 0}, {1, 1}, {2, 2}, {3, 2}, {4, 2}, {5, 3}, {5, 4}, {5, 5}, {5, 6}, {6, 7}};
    const double expected[] = {1, 2, 4, 6, 6.25, 6.5, 6.75, 7};
    kd_path path = {cells, 10, 0.0, kd_allocator_default(), 0};
    float matrix[7 * 8];
    double warped[8];
    assert_int_equal(kd_time_warp_matrix(&path, matrix, warped, NULL), KD_OK);
    for (int c = 0; c < 8; c++) {
        double product = 0.0;
        for (int r = 0; r < 7; r++)
            product += (r + 1) * (double)matrix[r * 8 + c];
        assert_true(fabs(warped[c] + 1.0 - expected[c]) < 1e-12);
        assert_true(fabs(product - expected[c]) < 1e-6);
    }
    for (int r = 2; r <= 4; r++)
        assert_true(fabs((double)matrix[r * 8 + 2] - 1.0 / 3.0) < 1e-6);
}

static void time_warp_matrix_keeps_its_invariants_on_any_path(void **state)
{
    (void)state;
    kt_random random = kt_random_make(14);
    static kd_path_cell cells[200];
    static float matrix[100 * 100];
    double warped[100];
    for (int round = 0; round < 4000; round++) {
        kd_path path = {cells, 1, 0.0, kd_allocator_default(), 0};
        int32_t rows = 2 + (int32_t)kt_random_below(&random, 40), columns = 2 + (int32_t)kt_random_below(&random, 40);
        memset(&cells[0], 0, sizeof cells[0]);
        uint32_t bias = 1 + kt_random_below(&random, 6);
        while (cells[path.count - 1].row < rows - 1 || cells[path.count - 1].column < columns - 1) {
            kd_path_cell next = cells[path.count - 1];
            uint32_t step = kt_random_below(&random, bias);
            bool down = next.row < rows - 1, right = next.column < columns - 1;
            next.row += down && (step != 1 || !right);
            next.column += right && (step != 2 || !down);
            cells[path.count++] = next;
        }
        assert_int_equal(kd_time_warp_matrix(&path, matrix, warped, NULL), KD_OK);
        assert_true(warped[0] == 0.0 && warped[columns - 1] == (double)(rows - 1));
        for (int32_t c = 0; c < columns; c++) {
            double sum = 0.0, product = 0.0;
            for (int32_t r = 0; r < rows; r++) {
                sum += (double)matrix[r * columns + c];
                product += r * (double)matrix[r * columns + c];
                assert_true(matrix[r * columns + c] >= 0.0f);
            }
            assert_true(fabs(sum - 1.0) < 1e-6 && fabs(product - warped[c]) < 1e-5);
            if (c > 0 && !(warped[c] > warped[c - 1]))
                fail_msg("round %d: column %d %g after %g", round, (int)c, warped[c], warped[c - 1]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_costs_the_least_and_keeps_the_slope_limit),
        cmocka_unit_test(path_through_captured_motions_costs_the_least),
        cmocka_unit_test(band_is_kept_and_a_wide_band_changes_nothing),
        cmocka_unit_test(limits_that_no_path_keeps_are_refused),
        cmocka_unit_test(time_warp_matrix_reproduces_the_example_of_the_paper),
        cmocka_unit_test(time_warp_matrix_keeps_its_invariants_on_any_path),
    };
    return kt_run(tests);
}
