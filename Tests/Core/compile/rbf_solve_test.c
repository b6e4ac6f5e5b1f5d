/* Solving radial basis functions: keys reproduced, linear functions, degenerate sets, decay, report, reduction. */
#include "support/rbf.h"

#include <math.h>

static kd_result solve(kd_rig *rig, kd_rbf_report *report, kd_findings *findings)
{
    return kd_rbf_solve(rig, kt_rbf_node(rig), report, findings);
}

/* Largest miss at the keys: in double, and of the code in float. */
static void miss_at_keys(const kd_rbf_interp *rbf, double *in_double, double *in_float)
{
    double out[64];
    kt_rbf_code code = kt_rbf_lower(&rbf, 1);
    *in_double = *in_float = 0.0;
    for (int k = 0; k < rbf->key_count; k++) {
        const kd_rbf_key *key = &rbf->keys[k];
        if (key->mute)
            continue;
        assert_int_equal(kd_rbf_evaluate(rbf, key->in.items, 1, out, NULL, NULL), KD_OK);
        for (int o = 0; o < key->out.count; o++)
            *in_double = fmax(*in_double, fabs(out[o] - key->out.items[o]));
        kt_rbf_eval(&code, key->in.items, out);
        for (int o = 0; o < key->out.count; o++) {
            assert_true(fabs(out[o]) <= 1e15);
            *in_float = fmax(*in_float, fabs(out[o] - key->out.items[o]));
        }
    }
    kt_rbf_code_free(&code);
}

static void every_kernel_reproduces_its_keys(void **state)
{
    (void)state;
    static const int sizes[][2] = {{2, 1}, {4, 2}, {9, 1}, {16, 3}, {40, 6}, {64, 12}};
    for (int kernel = 0; kernel < KT_RBF_KERNELS; kernel++)
        for (int linear = 0; linear < 2; linear++)
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
                kd_rig *rig = kt_rbf_make(sizes[i][0], sizes[i][1], 5, 30 + i);
                kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
                kd_rbf_report report = kd_rbf_report_make(NULL);
                double in_double, in_float;
                kt_rbf_set_kernel(kt_rbf_node(rig), kernel);
                rbf->linear = linear;
                assert_int_equal(solve(rig, &report, NULL), KD_OK);
                miss_at_keys(rbf, &in_double, &in_float);
                assert_true(report.used == report.wanted || report.condition > 1e12);
                assert_true(in_double <= 1e-9 || report.condition > 1e9);
                assert_true(in_float <= 2e-5 + 4.0 * report.float_error);
                assert_true(report.residual <= 1e-9 || report.condition > 1e9);
                kd_rbf_report_free(&report);
                kd_rig_free(rig);
            }
}

/* y = 3 - 2 x0 + 0.5 x1 ... at the keys. */
static double linear_function(const double *x, int count)
{
    double y = 3.0;
    for (int i = 0; i < count; i++)
        y += (i % 2 ? 0.5 : -2.0) * (i + 1) * x[i];
    return y;
}

static void linear_functions_are_reproduced_everywhere(void **state)
{
    (void)state;
    kt_random random = kt_random_make(8);
    for (int kernel = 0; kernel < KT_RBF_KERNELS; kernel++) {
        kd_rig *rig = kt_rbf_make(20, 4, 1, 3);
        kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
        kt_rbf_set_kernel(kt_rbf_node(rig), kernel);
        for (int k = 0; k < rbf->key_count; k++)
            rbf->keys[k].out.items[0] = linear_function(rbf->keys[k].in.items, 4);
        assert_int_equal(solve(rig, NULL, NULL), KD_OK);
        kt_rbf_code code = kt_rbf_lower((const kd_rbf_interp *const *)&rbf, 1);
        for (int i = 0; i < 50; i++) {
            double x[4], y, y_float;
            for (int c = 0; c < 4; c++)
                x[c] = kt_random_in(&random, -3.0, 3.0);
            assert_int_equal(kd_rbf_evaluate(rbf, x, 1, &y, NULL, NULL), KD_OK);
            assert_true(fabs(y - linear_function(x, 4)) < 1e-9);
            kt_rbf_eval(&code, x, &y_float);
            assert_true(fabs(y_float - linear_function(x, 4)) < 2e-5);
        }
        kt_rbf_code_free(&code);
        kd_rig_free(rig);
    }
}

/* Every degenerate set, with every kernel: no error, finite everywhere, and keys met where that is possible. */
static void degenerate_sets_give_finite_functions(void **state)
{
    (void)state;
    for (int set = 0; set < 7; set++)
        for (int kernel = 0; kernel < KT_RBF_KERNELS; kernel++)
            for (int linear = 0; linear < 2; linear++) {
                static const int counts[] = {8, 8, 8, 3, 1, 8, 8};
                kd_rig *rig = kt_rbf_make(counts[set], 4, 3, 77);
                kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
                kt_rbf_set_kernel(kt_rbf_node(rig), kernel);
                rbf->linear = linear;
                for (int k = 0; k < rbf->key_count; k++) {
                    double *x = rbf->keys[k].in.items;
                    for (int c = 0; c < 4; c++) {
                        x[c] = set == 0 ? 0.1 * k * (c + 1) : x[c];    /* on a line */
                        x[c] = set == 1 && c > 1 ? x[0] - x[1] : x[c]; /* in a plane */
                        x[c] = set == 2 ? 0.5 : x[c];                  /* all at one place */
                        x[c] = set == 6 ? (k % 2 ? 1.0 : -1.0) : x[c]; /* at two places */
                    }
                    rbf->keys[k].mute = set == 5;
                }
                kd_findings findings = kd_findings_make(NULL);
                kd_rbf_report report = kd_rbf_report_make(NULL);
                double in_double, in_float, y[3];
                assert_int_equal(solve(rig, &report, &findings), KD_OK);
                miss_at_keys(rbf, &in_double, &in_float);
                assert_true(isfinite(in_double) && isfinite(in_float));
                if (set == 2 || set == 6)
                    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_KEY, "same place");
                if (set == 5)
                    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_EMPTY, NULL);
                if (linear && (set == 0 || set == 1 || set == 3 || set == 4) && report.condition < 1e8)
                    assert_true(in_double < 1e-7);
                for (int k = 0; k < report.key_count; k++)
                    assert_true(isfinite(report.keys[k].residual) && isfinite(report.keys[k].left_out));
                const double far[4] = {1e30, -1e30, 5.0, 0.0};
                assert_int_equal(kd_rbf_evaluate(rbf, far, 1, y, NULL, NULL), KD_OK);
                assert_true(isfinite(y[0]) && isfinite(y[1]) && isfinite(y[2]));
                kt_rbf_code code = kt_rbf_lower((const kd_rbf_interp *const *)&rbf, 1);
                kt_rbf_eval(&code, far, y);
                assert_true(isfinite(y[0]) && isfinite(y[1]) && isfinite(y[2]));
                kt_rbf_code_free(&code);
                kd_rbf_report_free(&report);
                kd_findings_free(&findings);
                kd_rig_free(rig);
            }
}

static void the_linear_term_stays_level_where_no_key_speaks(void **state)
{
    (void)state;
    kd_rig *rig = kt_rbf_make(5, 3, 1, 4);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    kd_findings findings = kd_findings_make(NULL);
    for (int k = 0; k < 5; k++) { /* an elbow: only the first input moves */
        rbf->keys[k].in.items[0] = 30.0 * k;
        rbf->keys[k].in.items[1] = rbf->keys[k].in.items[2] = 2.0;
        rbf->keys[k].out.items[0] = 0.1 * k;
    }
    assert_int_equal(solve(rig, NULL, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_NOTE, KD_KEY, "2 of the 4");
    assert_true(rbf->linears[2].weights.items[0] == 0.0 && rbf->linears[3].weights.items[0] == 0.0);
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void keys_at_one_place_are_named_and_averaged(void **state)
{
    (void)state;
    kd_rig *rig = kt_rbf_make(6, 2, 1, 4);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    kd_findings findings = kd_findings_make(NULL);
    rbf->keys[1].name = "bent";
    rbf->keys[4].name = "bent again";
    memcpy(rbf->keys[4].in.items, rbf->keys[1].in.items, 2 * sizeof(double));
    rbf->keys[1].out.items[0] = 1.0;
    rbf->keys[4].out.items[0] = 2.0;
    double y;
    assert_int_equal(solve(rig, NULL, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_KEY, "'bent' and 'bent again'");
    assert_int_equal(kd_rbf_evaluate(rbf, rbf->keys[1].in.items, 1, &y, NULL, NULL), KD_OK);
    assert_true(fabs(y - 1.5) < 1e-9);
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

/* The left-out errors that the factors give are those of functions solved without the key. */
static void left_out_errors_are_those_of_smaller_functions(void **state)
{
    (void)state;
    for (int kernel = 0; kernel < KT_RBF_KERNELS; kernel++)
        for (int linear = 0; linear < 2; linear++) {
            kd_rig *rig = kt_rbf_make(14, 3, 2, 9);
            kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
            kd_rbf_report report = kd_rbf_report_make(NULL);
            kt_rbf_set_kernel(kt_rbf_node(rig), kernel);
            rbf->linear = linear;
            rbf->auto_width = false;
            rbf->width = 2.0;
            assert_int_equal(solve(rig, &report, NULL), KD_OK);
            for (int k = 0; k < 14; k++) {
                double out[2];
                rbf->keys[k].mute = true;
                assert_int_equal(solve(rig, NULL, NULL), KD_OK);
                assert_int_equal(kd_rbf_evaluate(rbf, rbf->keys[k].in.items, 1, out, NULL, NULL), KD_OK);
                double miss = fmax(fabs(out[0] - rbf->keys[k].out.items[0]), fabs(out[1] - rbf->keys[k].out.items[1]));
                assert_true(fabs(miss - report.keys[k].left_out) < 1e-6 * (1.0 + miss));
                rbf->keys[k].mute = false;
            }
            kd_rbf_report_free(&report);
            kd_rig_free(rig);
        }
}

/* Without a report the condition is only estimated roughly where it is good: the same methods must be chosen, from
 * plain to singular systems. */
static void the_report_changes_no_weight(void **state)
{
    (void)state;
    int singular = 0;
    for (int i = 0; i < 3000; i++) {
        kt_random random = kt_random_make((uint64_t)i);
        int inputs = 1 + (int)kt_random_below(&random, 4), keys = 2 + (int)kt_random_below(&random, 30);
        kd_rig *rig = kt_rbf_make(keys, inputs, 1, (uint64_t)i + 1),
               *other = kt_rbf_make(keys, inputs, 1, (uint64_t)i + 1);
        kd_rig *rigs[2] = {rig, other};
        kd_rbf_report report = kd_rbf_report_make(NULL);
        int kernel = (int)kt_random_below(&random, KT_RBF_KERNELS);
        bool linear = kt_random_below(&random, 2);
        double width = exp(kt_random_in(&random, -4.0, 3.0)), near = exp(kt_random_in(&random, -12.0, 0.0));
        for (int r = 0; r < 2; r++) {
            kd_rbf_interp *rbf = &kt_rbf_node(rigs[r])->as.rbf;
            kt_rbf_set_kernel(kt_rbf_node(rigs[r]), kernel);
            rbf->linear = linear;
            rbf->auto_width = false;
            rbf->width = width;
            for (int c = 0; c < inputs; c++) /* two keys close to each other */
                rbf->keys[1].in.items[c] = rbf->keys[0].in.items[c] + near * rbf->keys[1].in.items[c];
            assert_int_equal(solve(rigs[r], r ? &report : NULL, NULL), KD_OK);
        }
        singular += report.used == KD_RBF_METHOD_SVD;
        for (int k = 0; k < keys; k++)
            assert_memory_equal(kt_rbf_node(rig)->as.rbf.keys[k].weights.items,
                                kt_rbf_node(other)->as.rbf.keys[k].weights.items, sizeof(double));
        kd_rbf_report_free(&report);
        kd_rig_free(rig);
        kd_rig_free(other);
    }
    print_message("# %d of 3000 are singular\n", singular);
    assert_true(singular > 100 && singular < 2000);
}

/* Without linear term: (K'K + decay) w = K'y by elimination, for a well-conditioned K. */
static void decay_solves_the_regularised_least_squares(void **state)
{
    (void)state;
    enum { N = 9 };
    kd_rig *rig = kt_rbf_make(N, 2, 1, 12);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    kt_rbf_set_kernel(kt_rbf_node(rig), 5);
    rbf->linear = false;
    rbf->auto_width = false;
    rbf->width = 3.0;
    rbf->decay = 0.05;
    double kernel[N][N], normal[N][N + 1];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            const double *a = rbf->keys[i].in.items, *b = rbf->keys[j].in.items;
            kernel[i][j] = exp(-9.0 * (pow(a[0] - b[0], 2.0) + pow(a[1] - b[1], 2.0)));
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= N; j++) {
            normal[i][j] = i == j ? rbf->decay : 0.0;
            for (int k = 0; k < N; k++)
                normal[i][j] += kernel[k][i] * (j < N ? kernel[k][j] : rbf->keys[k].out.items[0]);
        }
    for (int c = 0; c < N; c++)
        for (int r = 0; r < N; r++) {
            double factor = r == c ? 0.0 : normal[r][c] / normal[c][c];
            for (int j = c; j <= N && r != c; j++)
                normal[r][j] -= factor * normal[c][j];
        }
    assert_int_equal(solve(rig, NULL, NULL), KD_OK);
    for (int i = 0; i < N; i++)
        assert_true(fabs(rbf->keys[i].weights.items[0] - normal[i][N] / normal[i][i]) < 1e-9);
    kd_rig_free(rig);
}

static void more_decay_is_smoother_and_keeps_the_side_conditions(void **state)
{
    (void)state;
    double before = 1e300;
    for (double decay = 1e-6; decay < 10.0; decay *= 10.0) {
        kd_rig *rig = kt_rbf_make(20, 3, 1, 5);
        kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
        double size = 0.0, sum = 0.0, first = 0.0;
        rbf->decay = decay;
        assert_int_equal(solve(rig, NULL, NULL), KD_OK);
        for (int k = 0; k < 20; k++) {
            double weight = rbf->keys[k].weights.items[0];
            size += weight * weight;
            sum += weight;
            first += weight * rbf->keys[k].in.items[0];
        }
        assert_true(size < before && fabs(sum) < 1e-10 && fabs(first) < 1e-10);
        before = size;
        kd_rig_free(rig);
    }
}

static void radius_influence_and_mute_do_what_they_say(void **state)
{
    (void)state;
    kd_rig *rig = kt_rbf_make(10, 3, 2, 6);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    kd_rbf_report report = kd_rbf_report_make(NULL);
    double in_double, in_float, out[2];
    kt_rbf_set_kernel(kt_rbf_node(rig), 5);
    for (int k = 0; k < 10; k++)
        rbf->keys[k].radius = 0.5 + 0.2 * k;
    rbf->keys[3].mute = true;
    assert_int_equal(solve(rig, &report, NULL), KD_OK);
    assert_int_equal(report.used, KD_RBF_METHOD_LU);
    assert_int_equal(report.key_count, 9);
    miss_at_keys(rbf, &in_double, &in_float);
    assert_true(in_double < 1e-9 && in_float < 2e-5 + 4.0 * report.float_error);
    rbf->keys[2].influence = 0.25;
    assert_int_equal(solve(rig, NULL, NULL), KD_OK);
    assert_int_equal(kd_rbf_evaluate(rbf, rbf->keys[2].in.items, 1, out, NULL, NULL), KD_OK);
    assert_true(fabs(out[0] - 0.25 * rbf->keys[2].out.items[0]) < 1e-9);
    kd_rbf_report_free(&report);
    kd_rig_free(rig);
}

static void reduction_keeps_few_keys_within_its_tolerance(void **state)
{
    (void)state;
    enum { SIDE = 9 };
    kd_rig *rig = kt_rbf_make(SIDE * SIDE, 2, 1, 6), *whole = kt_rbf_make(SIDE * SIDE, 2, 1, 6);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf, *all = &kt_rbf_node(whole)->as.rbf;
    for (int k = 0; k < SIDE * SIDE; k++) {
        double x = k % SIDE / 4.0 - 1.0, y = k / SIDE / 4.0 - 1.0, value = exp(-2.0 * (x * x + y * y)) + 0.3 * x;
        double *in[2] = {rbf->keys[k].in.items, all->keys[k].in.items};
        for (int i = 0; i < 2; i++)
            in[i][0] = x, in[i][1] = y;
        rbf->keys[k].out.items[0] = all->keys[k].out.items[0] = value;
    }
    assert_int_equal(kd_rbf_reduce(rig, kt_rbf_node(rig), 0.03, NULL), KD_OK);
    double low = 1e9, high = -1e9, out;
    for (int k = 0; k < SIDE * SIDE; k++) {
        low = fmin(low, all->keys[k].out.items[0]);
        high = fmax(high, all->keys[k].out.items[0]);
    }
    for (int k = 0; k < SIDE * SIDE; k++) {
        assert_int_equal(kd_rbf_evaluate(rbf, all->keys[k].in.items, 1, &out, NULL, NULL), KD_OK);
        assert_true(fabs(out - all->keys[k].out.items[0]) <= 0.03 * (high - low) + 1e-12);
    }
    print_message("# %d of %d keys kept\n", (int)rbf->key_count, SIDE * SIDE);
    assert_true(rbf->key_count < SIDE * SIDE / 2);
    kd_rig_free(rig);
    kd_rig_free(whole);
}

static void bad_nodes_are_refused_with_a_reason(void **state)
{
    (void)state;
    kd_rig *rig = kt_rbf_make(4, 2, 1, 6);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    kd_findings findings = kd_findings_make(NULL);
    rbf->keys[1].in.count = 1;
    assert_int_equal(solve(rig, NULL, &findings), KD_COUNT_MISMATCH);
    rbf->keys[1].in.count = 2;
    rbf->keys[1].in.items[0] = NAN;
    assert_int_equal(solve(rig, NULL, &findings), KD_RANGE);
    rbf->keys[1].in.items[0] = 0.0;
    rbf->outputs[0].kind = KD_RBF_OUTPUT_LOG_SCALE;
    rbf->keys[0].out.items[0] = rbf->keys[1].out.items[0] = 1.0;
    rbf->keys[2].out.items[0] = -1.0;
    assert_int_equal(solve(rig, NULL, &findings), KD_KEY);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_KEY, "key 3");
    double x[2] = {0.0, 0.0}, y;
    rbf->keys[2].out.items[0] = 1.0;
    rbf->keys[3].out.items[0] = 2.0;
    assert_int_equal(kd_rbf_evaluate(rbf, x, 1, &y, NULL, &findings), KD_KEY);
    assert_int_equal(kd_rbf_reduce(rig, kt_rbf_node(rig), 0.0, &findings), KD_RANGE);
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    for (size_t fail = 1;; fail++) {
        kd_rig *rig = kt_rbf_make(12, 3, 2, 6);
        kd_rbf_report report = kd_rbf_report_make(NULL);
        kt_rbf_node(rig)->as.rbf.decay = fail % 2 ? 0.0 : 0.1;
        kt_memory_state.calls = 0;
        kt_memory_state.fail_at = fail;
        kd_result result = solve(rig, &report, NULL);
        kt_memory_state.fail_at = 0;
        assert_true(result == KD_OK || result == KD_OUT_OF_MEMORY);
        kd_rbf_report_free(&report);
        kd_rig_free(rig);
        if (fail > 200)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_reproduces_its_keys),
        cmocka_unit_test(linear_functions_are_reproduced_everywhere),
        cmocka_unit_test(degenerate_sets_give_finite_functions),
        cmocka_unit_test(the_linear_term_stays_level_where_no_key_speaks),
        cmocka_unit_test(keys_at_one_place_are_named_and_averaged),
        cmocka_unit_test(left_out_errors_are_those_of_smaller_functions),
        cmocka_unit_test(the_report_changes_no_weight),
        cmocka_unit_test(decay_solves_the_regularised_least_squares),
        cmocka_unit_test(more_decay_is_smoother_and_keeps_the_side_conditions),
        cmocka_unit_test(radius_influence_and_mute_do_what_they_say),
        cmocka_unit_test(reduction_keeps_few_keys_within_its_tolerance),
        cmocka_unit_test(bad_nodes_are_refused_with_a_reason),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return kt_run(tests);
}
