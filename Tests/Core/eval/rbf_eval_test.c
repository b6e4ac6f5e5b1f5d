/* Evaluation of radial basis functions: the same bits on every path, rotations and scales, clamping and normalising,
 * finite whatever comes in, and code that is refused. */
#include "support/rbf.h"

#include "eval/rbf_run.h"
#include "kinedriver/eval.h"
#include "program/rbf_code.h"

#include <math.h>

enum { LANES = 24 };

static void random_quat(kt_random *random, double *q)
{
    double length = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = kt_random_in(random, -1.0, 1.0);
        length += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(length);
}

static double *numbers(kd_rig *rig, kd_number_list *list, int count)
{
    for (int i = 0; i < count; i++)
        kd_rig_list_add(rig, &list->items, &list->count, sizeof(double));
    return list->items;
}

/* A node with every kind of input and output: float, vec3, three rotations; float, vec3, scale, rotation. */
static kd_rig *make_mixed(int keys, int metric, uint64_t seed)
{
    kt_random random = kt_random_make(seed);
    kd_allocator allocator = kt_allocator();
    kd_rig *rig = kd_rig_make(&allocator, NULL);
    kd_node *node = kd_rig_add_node(rig, KD_NODE_RBF_INTERP, "mixed");
    static const int32_t in_types[] = {KD_VALUE_QUAT, KD_VALUE_FLOAT, KD_VALUE_VEC3};
    static const int32_t out_types[] = {KD_VALUE_QUAT, KD_VALUE_FLOAT, KD_VALUE_FLOAT, KD_VALUE_VEC3};
    for (int i = 0; i < 3; i++) {
        kd_rbf_input *input = (kd_rbf_input *)kd_rig_add_child(rig, node, "Input");
        input->type = in_types[i];
        input->metric = metric;
        input->axis = KD_AXIS_POSITIVE_Y;
        input->scale = 1.0 + 0.5 * i;
    }
    for (int i = 0; i < 4; i++) {
        kd_rbf_output *output = (kd_rbf_output *)kd_rig_add_child(rig, node, "Output");
        output->type = out_types[i];
        output->kind = i == 1 ? KD_RBF_OUTPUT_LOG_SCALE : KD_RBF_OUTPUT_PLAIN;
    }
    random_quat(&random, numbers(rig, &node->as.rbf.outputs[0].base, 4));
    numbers(rig, &node->as.rbf.outputs[2].base, 1)[0] = 0.7;
    for (int k = 0; k < keys; k++) {
        kd_rbf_key *key = (kd_rbf_key *)kd_rig_add_child(rig, node, "Key");
        double *in = numbers(rig, &key->in, 8), *out = numbers(rig, &key->out, 9);
        random_quat(&random, in);
        for (int i = 4; i < 8; i++)
            in[i] = kt_random_in(&random, -1.0, 1.0);
        double turn[4] = {0.3, 0.2, -0.1, 0.0}; /* near the base, as rotations of a helper are */
        random_quat(&random, turn);
        for (int i = 0; i < 4; i++)
            out[i] = node->as.rbf.outputs[0].base.items[i] + 0.3 * turn[i];
        double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
        for (int i = 0; i < 4; i++)
            out[i] /= length;
        out[4] = kt_random_in(&random, 0.5, 2.0);
        for (int i = 5; i < 9; i++)
            out[i] = kt_random_in(&random, -1.0, 1.0);
    }
    return rig;
}

static void random_inputs(kt_random *random, float *in)
{
    double q[4];
    random_quat(random, q);
    for (int i = 0; i < 8; i++)
        in[i] = (float)(i < 4 ? q[i] : kt_random_in(random, -2.0, 2.0));
}

/* Runs the lanes on every path and compares bits. */
static void check_paths(const kt_rbf_code *code, const float *in)
{
    size_t registers = (size_t)kd_rbf_register_count(code->code);
    float *batch = (float *)calloc(registers * LANES, sizeof(float));
    float *other = (float *)calloc(registers * LANES, sizeof(float));
    float *one = (float *)calloc(registers, sizeof(float)), *portable = (float *)calloc(registers, sizeof(float));
    for (int l = 0; l < LANES; l++)
        for (int i = 0; i < code->in; i++)
            batch[i * LANES + l] = other[i * LANES + l] = in[l * code->in + i];
    kd_rbf_run_batch(code->code, batch, LANES);
    kdi_rbf_run_portable(code->code, other, LANES);
    for (int l = 0; l < LANES; l++) {
        memcpy(one, in + l * code->in, (size_t)code->in * sizeof(float));
        memcpy(portable, in + l * code->in, (size_t)code->in * sizeof(float));
        kd_rbf_run(code->code, one);
        kdi_rbf_run_portable(code->code, portable, 1);
        assert_memory_equal(one, portable, (size_t)(code->in + code->out) * sizeof(float));
        for (int i = code->in; i < code->in + code->out; i++) {
            assert_memory_equal(&one[i], &batch[i * LANES + l], sizeof(float));
            assert_memory_equal(&one[i], &other[i * LANES + l], sizeof(float));
            assert_true(fabsf(one[i]) <= 1e15f);
        }
    }
    free(batch);
    free(other);
    free(one);
    free(portable);
}

static void all_paths_give_the_same_bits(void **state)
{
    (void)state;
    kt_random random = kt_random_make(2);
    for (int kernel = 0; kernel < KT_RBF_KERNELS; kernel++)
        for (int round = 0; round < 6; round++) {
            kd_rig *rig = make_mixed(3 + 9 * round, round % 3, (uint64_t)round);
            kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
            float in[LANES * 8];
            kt_rbf_set_kernel(kt_rbf_node(rig), kernel);
            rbf->linear = round % 2;
            rbf->clamp_inputs = round > 2;
            rbf->non_negative = round == 4;
            rbf->normalize = round % 3;
            rbf->keys[0].radius = round == 5 ? 2.0 : 1.0;
            assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
            kt_rbf_code code = kt_rbf_lower((const kd_rbf_interp *const *)&rbf, 1);
            for (int l = 0; l < LANES; l++)
                random_inputs(&random, in + 8 * l);
            check_paths(&code, in);
            kt_rbf_code_free(&code);
            kd_rig_free(rig);
        }
}

static void anything_in_gives_finite_values_and_unit_rotations_out(void **state)
{
    (void)state;
    static const float odd[] = {0.0f,  -0.0f,  1.0f,   NAN,   INFINITY, -INFINITY,
                                3e38f, -3e38f, 1e-45f, 1e20f, 0.5f,     1e-20f};
    kt_random random = kt_random_make(3);
    for (int kernel = 0; kernel < KT_RBF_KERNELS; kernel++)
        for (int metric = 0; metric < 3; metric++) {
            kd_rig *rig = make_mixed(12, metric, 5);
            kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
            float in[LANES * 8];
            kt_rbf_set_kernel(kt_rbf_node(rig), kernel);
            rbf->power = kernel < 5 ? kernel * 2 + 1 : 2;
            rbf->clamp_inputs = metric == 1;
            assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
            kt_rbf_code code = kt_rbf_lower((const kd_rbf_interp *const *)&rbf, 1);
            float *registers = (float *)calloc((size_t)kd_rbf_register_count(code.code), sizeof(float));
            for (int round = 0; round < 40; round++) {
                for (int i = 0; i < LANES * 8; i++)
                    in[i] = odd[kt_random_below(&random, 12)];
                check_paths(&code, in);
                memcpy(registers, in, 8 * sizeof(float));
                kd_rbf_run(code.code, registers);
                const float *q = registers + 8;
                assert_true(fabsf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0f) < 2e-6f);
                assert_true(registers[12] > 0.0f);
            }
            free(registers);
            kt_rbf_code_free(&code);
            kd_rig_free(rig);
        }
}

/* Float evaluation of mixed nodes against double, q and -q alike. */
static void floats_follow_doubles_for_rotations_and_scales(void **state)
{
    (void)state;
    kt_random random = kt_random_make(4);
    for (int metric = 0; metric < 3; metric++)
        for (int kernel = 0; kernel < KT_RBF_KERNELS; kernel += 2) {
            kd_rig *rig = make_mixed(14, metric, 21);
            kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
            kt_rbf_set_kernel(kt_rbf_node(rig), kernel);
            rbf->clamp_inputs = metric == 2;
            kd_rbf_report report = kd_rbf_report_make(NULL);
            assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), &report, NULL), KD_OK);
            kt_rbf_code code = kt_rbf_lower((const kd_rbf_interp *const *)&rbf, 1);
            double may = 3e-5 + 10.0 * report.float_error * report.range;
            for (int i = 0; i < 200; i++) {
                float in[8];
                double x[8], out[9], exact[9], turned[9];
                random_inputs(&random, in);
                for (int c = 0; c < 8; c++)
                    x[c] = (double)(i < 14 && c >= 4 ? (float)rbf->keys[i].in.items[c] : in[c]);
                for (int c = 0; c < 4 && i < 14; c++)
                    x[c] = (double)(float)rbf->keys[i].in.items[c];
                kt_rbf_eval(&code, x, out);
                assert_int_equal(kd_rbf_evaluate(rbf, x, 1, exact, NULL, NULL), KD_OK);
                double dot = out[0] * exact[0] + out[1] * exact[1] + out[2] * exact[2] + out[3] * exact[3];
                for (int c = 0; c < 9; c++)
                    assert_true(fabs(out[c] * (c < 4 && dot < 0.0 ? -1.0 : 1.0) - exact[c]) <
                                may * (1.0 + fabs(exact[c])));
                for (int c = 0; c < 9 && i < 14; c++) {
                    double sign = c < 4 && exact[3] * rbf->keys[i].out.items[3] < 0.0 ? -1.0 : 1.0;
                    assert_true(fabs(exact[c] * sign - rbf->keys[i].out.items[c]) < 1e-5);
                }
                for (int c = 0; c < 4; c++)
                    x[c] = -x[c];
                kt_rbf_eval(&code, x, turned);
                assert_memory_equal(out, turned, sizeof out);
            }
            kt_rbf_code_free(&code);
            kd_rbf_report_free(&report);
            kd_rig_free(rig);
        }
}

/* Twist is blind to swing and the other way round. */
static void swing_and_twist_measure_only_their_part(void **state)
{
    (void)state;
    for (int metric = KD_RBF_METRIC_SWING; metric <= KD_RBF_METRIC_TWIST; metric++) {
        kd_rig *rig = make_mixed(10, metric, 33);
        kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
        assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
        /* q = swing * twist, the axis being y */
        double swing[4] = {0.3, 0.0, -0.2, 0.0}, out[2][9];
        swing[3] = sqrt(1.0 - 0.13);
        for (int i = 0; i < 2; i++) {
            double half = metric == KD_RBF_METRIC_SWING ? 0.2 + 0.3 * i : 0.4, s = sin(half), c = cos(half);
            double k = metric == KD_RBF_METRIC_TWIST && i ? -0.5 : 1.0, x = k * swing[0], z = k * swing[2];
            double w = sqrt(1.0 - x * x - z * z);
            double in[8] = {x * c - z * s, w * s, z * c + x * s, w * c, 0.1, 0.2, 0.3, 0.4};
            assert_int_equal(kd_rbf_evaluate(rbf, in, 1, out[i], NULL, NULL), KD_OK);
        }
        for (int c = 0; c < 9; c++)
            assert_true(fabs(out[0][c] - out[1][c]) < 1e-12);
        kd_rig_free(rig);
    }
}

static void clamped_inputs_leave_the_range_softly_and_never_far(void **state)
{
    (void)state;
    kd_rig *rig = kt_rbf_make(9, 2, 1, 8);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    rbf->clamp_inputs = true;
    rbf->clamp_margin = 0.25;
    for (int k = 0; k < 9; k++)
        rbf->keys[k].out.items[0] = rbf->keys[k].in.items[0]; /* y = x0, so that the output shows the input */
    assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
    kt_rbf_code code = kt_rbf_lower((const kd_rbf_interp *const *)&rbf, 1);
    double low = 1.0, high = 0.0, before = -1e9;
    for (int k = 0; k < 9; k++) {
        low = fmin(low, rbf->keys[k].in.items[0]);
        high = fmax(high, rbf->keys[k].in.items[0]);
    }
    double margin = 0.25 * (high - low);
    for (double x = -5.0; x < 5.0; x += 0.01) {
        double in[2] = {x, 0.5}, y;
        double over = x > high ? x - high : 0.0, under = x < low ? low - x : 0.0;
        double wanted = fmin(fmax(x, low), high) + over * margin / (margin + over) - under * margin / (margin + under);
        kt_rbf_eval(&code, in, &y);
        assert_true(fabs(y - wanted) < 1e-5);
        assert_true(y >= before - 1e-6);
        before = y;
    }
    double far[2] = {1e14, 0.5}, y;
    kt_rbf_eval(&code, far, &y);
    assert_true(fabs(y - (high + margin)) < 1e-5);
    kt_rbf_code_free(&code);
    kd_rig_free(rig);
}

static void pose_weights_are_non_negative_and_sum_to_one(void **state)
{
    (void)state;
    enum { POSES = 6 };
    kt_random random = kt_random_make(6);
    kd_rig *rig = kt_rbf_make(POSES, 3, POSES, 8);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    for (int k = 0; k < POSES; k++)
        for (int o = 0; o < POSES; o++)
            rbf->keys[k].out.items[o] = k == o;
    rbf->linear = false;
    rbf->non_negative = true;
    for (int mode = KD_RBF_NORMALIZE_NONE; mode <= KD_RBF_NORMALIZE_ALWAYS; mode++) {
        rbf->normalize = mode;
        assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
        kt_rbf_code code = kt_rbf_lower((const kd_rbf_interp *const *)&rbf, 1);
        for (int i = 0; i < 200; i++) {
            double in[3], out[POSES], sum = 0.0;
            for (int c = 0; c < 3; c++)
                in[c] = i < POSES ? rbf->keys[i].in.items[c] : kt_random_in(&random, 0.0, 1.0);
            kt_rbf_eval(&code, in, out);
            for (int o = 0; o < POSES; o++) {
                assert_true(out[o] >= 0.0);
                sum += out[o];
                assert_true(i >= POSES || fabs(out[o] - (o == i)) < 1e-5);
            }
            assert_true(mode != KD_RBF_NORMALIZE_ALWAYS || fabs(sum - 1.0) < 1e-5);
            assert_true(mode != KD_RBF_NORMALIZE_ABOVE_ONE || sum < 1.0 + 1e-5);
        }
        kt_rbf_code_free(&code);
    }
    kd_rig_free(rig);
}

static void nodes_that_share_give_what_they_give_alone(void **state)
{
    (void)state;
    kd_rig *a = kt_rbf_make(20, 3, 5, 8), *b = kt_rbf_make(20, 3, 2, 8);
    kd_rbf_interp *x = &kt_rbf_node(a)->as.rbf, *y = &kt_rbf_node(b)->as.rbf;
    const kd_rbf_interp *both[2] = {x, y};
    double in[3] = {0.2, 0.7, 0.4}, out[7], alone[7];
    for (int k = 0; k < 20; k++)
        memcpy(y->keys[k].in.items, x->keys[k].in.items, 3 * sizeof(double));
    y->non_negative = true;
    assert_int_equal(kd_rbf_solve(a, kt_rbf_node(a), NULL, NULL), KD_OK);
    assert_int_equal(kd_rbf_solve(b, kt_rbf_node(b), NULL, NULL), KD_OK);
    assert_true(kd_rbf_can_share(x, y));
    kt_rbf_code shared = kt_rbf_lower(both, 2), first = kt_rbf_lower(both, 1), second = kt_rbf_lower(both + 1, 1);
    kt_rbf_eval(&shared, in, out);
    kt_rbf_eval(&first, in, alone);
    kt_rbf_eval(&second, in, alone + 5);
    assert_memory_equal(out, alone, sizeof out);
    y->keys[3].in.items[0] += 0.1;
    assert_false(kd_rbf_can_share(x, y));
    kt_rbf_code_free(&shared);
    kt_rbf_code_free(&first);
    kt_rbf_code_free(&second);
    kd_rig_free(a);
    kd_rig_free(b);
}

static void damaged_code_is_refused_or_harmless(void **state)
{
    (void)state;
    kt_random random = kt_random_make(7);
    kd_rig *rig = make_mixed(9, 0, 5);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    rbf->clamp_inputs = rbf->non_negative = true;
    assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
    kt_rbf_code code = kt_rbf_lower((const kd_rbf_interp *const *)&rbf, 1);
    size_t size = code.bytes.size;
    for (size_t cut = 0; cut < size; cut++)
        assert_null(kd_rbf_code_open(code.bytes.data, cut, NULL));
    int refused = 0;
    for (int round = 0; round < 20000; round++) {
        uint32_t *copy = (uint32_t *)malloc(size);
        memcpy(copy, code.bytes.data, size);
        for (int i = 0; i < 1 + round % 3; i++) {
            uint32_t word = kt_random_below(&random, round % 2 ? 24 : (uint32_t)(size / 4));
            copy[word] ^= 1u << kt_random_below(&random, 32);
        }
        kd_error error;
        const kd_rbf_code *opened = kd_rbf_code_open(copy, size, &error);
        if (opened && kd_rbf_register_count(opened) < 100000) {
            float *registers = (float *)calloc((size_t)kd_rbf_register_count(opened) * 8, sizeof(float));
            kd_rbf_run(opened, registers);
            kd_rbf_run_batch(opened, registers, 8);
            free(registers);
        }
        refused += !opened;
        assert_true(opened || error.text[0]);
        free(copy);
    }
    assert_true(refused > 5000);
    kt_rbf_code_free(&code);
    kd_rig_free(rig);
}

static void evaluation_allocates_nothing(void **state)
{
    (void)state;
    kd_rig *rig = make_mixed(9, 0, 5);
    kd_rbf_interp *rbf = &kt_rbf_node(rig)->as.rbf;
    assert_int_equal(kd_rbf_solve(rig, kt_rbf_node(rig), NULL, NULL), KD_OK);
    kt_rbf_code code = kt_rbf_lower((const kd_rbf_interp *const *)&rbf, 1);
    float *registers = (float *)calloc((size_t)kd_rbf_register_count(code.code) * 8, sizeof(float));
    size_t calls = kt_memory_state.calls;
    for (int i = 0; i < 1000; i++) {
        kd_rbf_run(code.code, registers);
        kd_rbf_run_batch(code.code, registers, 8);
    }
    assert_int_equal(kt_memory_state.calls, calls);
    free(registers);
    kt_rbf_code_free(&code);
    kd_rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_paths_give_the_same_bits),
        cmocka_unit_test(anything_in_gives_finite_values_and_unit_rotations_out),
        cmocka_unit_test(floats_follow_doubles_for_rotations_and_scales),
        cmocka_unit_test(swing_and_twist_measure_only_their_part),
        cmocka_unit_test(clamped_inputs_leave_the_range_softly_and_never_far),
        cmocka_unit_test(pose_weights_are_non_negative_and_sum_to_one),
        cmocka_unit_test(nodes_that_share_give_what_they_give_alone),
        cmocka_unit_test(damaged_code_is_refused_or_harmless),
        cmocka_unit_test(evaluation_allocates_nothing),
    };
    return kt_run(tests);
}
