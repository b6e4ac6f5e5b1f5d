/* Agreement with scipy's RBFInterpolator, from a table of its results (Tests/Data/rbf/scipy_table.py writes it). With
 * the path of another table as argument, that one is checked. */
#include "support/rbf.h"

#include <math.h>

enum { TABLE_PLACES = 3 };

static const char *table_path;

typedef struct scipy_case {
    int kernel, linear, keys, inputs, outputs, smooth;
    double width;
    unsigned seed;
    double out[16];
} scipy_case;

static int read_case(char **at, scipy_case *c)
{
    int length;
    if (sscanf(*at, "%d %d %d %d %d %d %lf %u%n", &c->kernel, &c->linear, &c->keys, &c->inputs, &c->outputs, &c->smooth,
               &c->width, &c->seed, &length) != 8)
        return 0;
    *at += length;
    for (int i = 0; i < TABLE_PLACES * c->outputs; i++)
        c->out[i] = strtod(*at, at);
    return 1;
}

/* As a rig's outputs are: about one bend over the range of the keys. The same operations as in scipy_table.py. */
static double smooth(const double *place, int inputs, int output)
{
    double total = 0.0;
    for (int i = 0; i < inputs; i++)
        total += ((i + output) % 3 + 1) * place[i] / (2 * inputs);
    return total * (1.5 - 0.5 * total * total);
}

/* Largest differences, as parts of the range of the outputs (2): in double and in float. */
static void compare(const scipy_case *c, double *condition, double *float_error, double *in_double, double *in_float)
{
    kd_rig *rig = kt_rbf_make(c->keys, c->inputs, c->outputs, c->seed);
    kd_node *node = kt_rbf_node(rig);
    const kd_rbf_interp *rbf = &node->as.rbf;
    kt_rbf_set_kernel(node, c->kernel);
    node->as.rbf.linear = c->linear != 0;
    node->as.rbf.auto_width = false;
    node->as.rbf.width = c->width;
    for (int k = 0; k < c->keys && c->smooth; k++)
        for (int o = 0; o < c->outputs; o++)
            rbf->keys[k].out.items[o] = smooth(rbf->keys[k].in.items, c->inputs, o);
    kd_rbf_report report = kd_rbf_report_make(NULL);
    assert_int_equal(kd_rbf_solve(rig, node, &report, NULL), KD_OK);
    *condition = report.condition;
    *float_error = report.float_error;
    kt_rbf_code code = kt_rbf_lower(&rbf, 1);
    kt_random random = kt_random_make(c->seed + 1000000u);
    *in_double = *in_float = 0.0;
    for (int p = 0; p < TABLE_PLACES; p++) {
        double in[16], out[4], out_float[4];
        for (int i = 0; i < c->inputs; i++)
            in[i] = kt_random_in(&random, 0.0, 1.0);
        assert_int_equal(kd_rbf_evaluate(rbf, in, 1, out, NULL, NULL), KD_OK);
        kt_rbf_eval(&code, in, out_float);
        for (int o = 0; o < c->outputs; o++) {
            double wanted = c->out[p * c->outputs + o], size = fmax(2.0, fabs(wanted));
            *in_double = fmax(*in_double, fabs(out[o] - wanted) / size);
            *in_float = fmax(*in_float, fabs(out_float[o] - wanted) / size);
        }
    }
    kt_rbf_code_free(&code);
    kd_rbf_report_free(&report);
    kd_rig_free(rig);
}

/* What is allowed: 1e-8 in double, as far as the condition lets any two solvers agree, and 1e-5 in float. Only where
 * weights must be large (noise, powers above 2, a bad condition) it may be what the report told. */
static bool is_near(const scipy_case *c, double condition, double float_error, double in_double, double in_float)
{
    bool good = condition < 1e8, small_weights = condition < 1e6 && c->smooth && (c->kernel < 2 || c->kernel > 4);
    double may_double = good ? 1e-8 : fmax(1e-8, condition * 4e-16);
    double may_float = small_weights ? 1e-5 : fmax(1e-5, 2.0 * float_error) + may_double;
    return in_double <= may_double && in_float <= may_float;
}

static void results_agree_with_scipy(void **state)
{
    (void)state;
    FILE *file = fopen(table_path, "r");
    assert_non_null(file);
    char line[4096];
    int cases[2] = {0, 0}, strict_double[2] = {0, 0}, strict_float[2] = {0, 0}; /* [smooth] */
    while (fgets(line, sizeof line, file)) {
        char *at = line;
        scipy_case c;
        double condition, float_error, in_double, in_float;
        assert_true(read_case(&at, &c));
        compare(&c, &condition, &float_error, &in_double, &in_float);
        if (!is_near(&c, condition, float_error, in_double, in_float))
            fail_msg(
                "%s, linear %d, %d keys, %d inputs, smooth %d: %.1e in double, %.1e in float, condition %.1e, %.1e",
                kt_rbf_kernel_name(c.kernel), c.linear, c.keys, c.inputs, c.smooth, in_double, in_float, condition,
                float_error);
        cases[c.smooth]++;
        strict_double[c.smooth] += in_double <= 1e-8;
        strict_float[c.smooth] += in_float <= 1e-5;
    }
    fclose(file);
    for (int i = 0; i < 2; i++)
        print_message("# %s: %d cases, %d within 1e-8 in double, %d within 1e-5 in float\n", i ? "smooth" : "noise",
                      cases[i], strict_double[i], strict_float[i]);
    assert_true(cases[0] >= 170 && cases[1] >= 330);
    assert_true(strict_double[0] >= cases[0] - cases[0] / 50 && strict_double[1] >= cases[1] - cases[1] / 50);
    assert_true(strict_float[0] >= cases[0] - cases[0] / 7 && strict_float[1] >= cases[1] - cases[1] / 20);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(results_agree_with_scipy)};
    table_path = argc > 1 ? argv[1] : kt_path("Tests/Data/rbf/scipy_table.txt");
    return kt_run(tests);
}
