/* The rig of the benchmark, as a document and written out in plain scalar C. */
#ifndef KT_BENCH_RIG_PLAIN_H
#define KT_BENCH_RIG_PLAIN_H

#include "kinedriver/math.h"
#include "kinedriver/rbf.h"
#include "support/rig_run.h"

#include <math.h>

enum { HERO_KEYS = 16, HERO_INPUTS = 6, HERO_OUTPUTS = 9 };

typedef struct hero_size {
    int main_joints, helpers, sources, rbfs, expressions;
} hero_size;

static const hero_size HERO_SIZE = {200, 245, 120, 60, 300};

/* A step of the plain version's stack machine. */
typedef enum plain_op {
    PLAIN_INPUT,
    PLAIN_PUSH,
    PLAIN_ADD,
    PLAIN_MUL,
    PLAIN_SIN,
    PLAIN_MAX,
    PLAIN_CLAMP,
    PLAIN_SELECT
} plain_op;
typedef struct plain_step {
    plain_op op;
    double value;
} plain_step;

typedef struct hero_rig {
    hero_size size;
    kd_rig *rig;
    kd_skeleton skeleton;
    kd_joint *joints;
    char (*names)[24];
    double *rbf_weights;                                 /* [rbf][key][output], then the linear term */
    double (*rbf_keys)[HERO_KEYS][HERO_INPUTS];          /* [rbf] */
    double (*rbf_linear)[HERO_INPUTS + 1][HERO_OUTPUTS]; /* [rbf] */
    double (*source_values)[3];
    double (*rbf_values)[HERO_OUTPUTS];
    double *expression_values;
} hero_rig;

static const char *const HERO_EXPRESSIONS[4] = {"clamp(x0 * 0.5 + x1, -30, 30)", "sin(x0 * 0.0174533) * x1",
                                                "max(x0, x1) * 0.5", "x0 > 10 ? (x0 - 10) * 0.5 : 0"};

static const plain_step HERO_STEPS[4][10] = {
    {{PLAIN_INPUT, 0},
     {PLAIN_PUSH, 0.5},
     {PLAIN_MUL, 0},
     {PLAIN_INPUT, 1},
     {PLAIN_ADD, 0},
     {PLAIN_PUSH, -30},
     {PLAIN_PUSH, 30},
     {PLAIN_CLAMP, 0}},
    {{PLAIN_INPUT, 0}, {PLAIN_PUSH, 0.0174533}, {PLAIN_MUL, 0}, {PLAIN_SIN, 0}, {PLAIN_INPUT, 1}, {PLAIN_MUL, 0}},
    {{PLAIN_INPUT, 0}, {PLAIN_INPUT, 1}, {PLAIN_MAX, 0}, {PLAIN_PUSH, 0.5}, {PLAIN_MUL, 0}},
    {{PLAIN_INPUT, 0},
     {PLAIN_PUSH, 10},
     {PLAIN_INPUT, 0},
     {PLAIN_PUSH, -10},
     {PLAIN_ADD, 0},
     {PLAIN_PUSH, 0.5},
     {PLAIN_MUL, 0},
     {PLAIN_PUSH, 0},
     {PLAIN_SELECT, 0}},
};
static const int HERO_STEP_COUNTS[4] = {8, 6, 5, 9};

static void hero_add_joints(hero_rig *hero)
{
    kt_random random = kt_random_make(3);
    int count = hero->size.main_joints + hero->size.helpers;
    hero->joints = calloc((size_t)count, sizeof *hero->joints);
    hero->names = calloc((size_t)count, sizeof *hero->names);
    for (int i = 0; i < count; i++) {
        bool is_main = i < hero->size.main_joints;
        double q[4];
        kt_random_rotation(&random, q);
        snprintf(hero->names[i], sizeof hero->names[i], is_main ? "main%d" : "helper%d",
                 is_main ? i : i - hero->size.main_joints);
        hero->joints[i].name = hero->names[i];
        hero->joints[i].parent = i == 0    ? KD_NO_JOINT
                                 : is_main ? (i - 1) / 2
                                           : (i - hero->size.main_joints) % hero->size.main_joints;
        hero->joints[i].rest = kd_transform_identity();
        hero->joints[i].rest.rotate =
            kd_quat_normalize(kd_quat_make((float)q[0], (float)q[1], (float)q[2], (float)q[3]));
        hero->joints[i].rest.translate = kd_vec3_make(10, 0, 0);
    }
    hero->skeleton.joints = hero->joints;
    hero->skeleton.joint_count = count;
}

static void hero_add_sources(hero_rig *hero)
{
    char name[32];
    for (int i = 0; i < hero->size.sources; i++) {
        snprintf(name, sizeof name, "source%d", i);
        kd_node *node = kd_rig_add_node(hero->rig, KD_NODE_SOURCE_OP, name);
        kd_joint_weight *source = kd_rig_add_child(hero->rig, node, "Source");
        source->joint = hero->names[i % hero->size.main_joints];
    }
}

static void hero_add_rbfs(hero_rig *hero)
{
    static const char *const PORTS[3] = {"bendH", "bendV", "roll"};
    kt_random random = kt_random_make(5);
    for (int r = 0; r < hero->size.rbfs; r++) {
        char name[32], from[32];
        double in[HERO_KEYS * HERO_INPUTS], out[HERO_KEYS * HERO_OUTPUTS];
        for (int i = 0; i < HERO_KEYS * HERO_INPUTS; i++)
            in[i] = kt_random_in(&random, -60, 60);
        for (int i = 0; i < HERO_KEYS * HERO_OUTPUTS; i++)
            out[i] = kt_random_in(&random, -20, 20);
        snprintf(name, sizeof name, "rbf%d", r);
        kd_rbf_arrays arrays = {HERO_KEYS, HERO_INPUTS, HERO_OUTPUTS, in, out, NULL, NULL, NULL};
        kd_node *node = kd_rbf_add_node(hero->rig, name, &arrays);
        kd_rbf_solve(hero->rig, node, NULL, NULL);
        memcpy(hero->rbf_keys[r], in, sizeof in);
        for (int k = 0; k < HERO_KEYS; k++)
            memcpy(hero->rbf_weights + (r * HERO_KEYS + k) * HERO_OUTPUTS, node->as.rbf.keys[k].weights.items,
                   HERO_OUTPUTS * sizeof(double));
        for (int k = 0; k <= HERO_INPUTS; k++)
            memcpy(hero->rbf_linear[r][k], node->as.rbf.linears[k].weights.items, HERO_OUTPUTS * sizeof(double));
        for (int i = 0; i < HERO_INPUTS; i++) {
            snprintf(from, sizeof from, "source%d", (2 * r + i / 3) % hero->size.sources);
            kd_rig_connect(hero->rig, from, PORTS[i % 3], name, node->as.rbf.inputs[i].name);
        }
    }
}

/* What an output of RBF number i is called; sources where there are no RBFs. */
static void hero_connect_value(hero_rig *hero, int i, const char *to, const char *port)
{
    char from[32];
    if (hero->size.rbfs == 0) {
        snprintf(from, sizeof from, "source%d", i % hero->size.sources);
        kd_rig_connect(hero->rig, from, "bendV", to, port);
        return;
    }
    snprintf(from, sizeof from, "rbf%d", i % hero->size.rbfs);
    const kd_node *node = kd_rig_find_node(hero->rig, from);
    kd_rig_connect(hero->rig, from, node->as.rbf.outputs[i % HERO_OUTPUTS].name, to, port);
}

static void hero_add_expressions(hero_rig *hero)
{
    char name[32], from[32];
    for (int i = 0; i < hero->size.expressions; i++) {
        snprintf(name, sizeof name, "expr%d", i);
        kd_node *node = kd_rig_add_node(hero->rig, KD_NODE_EXPR, name);
        ((kd_named_input *)kd_rig_add_child(hero->rig, node, "Input"))->name = "a";
        ((kd_named_input *)kd_rig_add_child(hero->rig, node, "Input"))->name = "b";
        node->as.expr.source.text = HERO_EXPRESSIONS[i % 4];
        snprintf(from, sizeof from, "source%d", i % hero->size.sources);
        kd_rig_connect(hero->rig, from, "bendH", name, "a");
        hero_connect_value(hero, i, name, "b");
    }
}

static void hero_add_targets(hero_rig *hero)
{
    char name[32], from[32];
    for (int i = 0; i < hero->size.helpers; i++) {
        snprintf(name, sizeof name, "target%d", i);
        kd_node *node = kd_rig_add_node(hero->rig, KD_NODE_TARGET_OP, name);
        node->as.target.joint = hero->names[hero->size.main_joints + i];
        if (hero->size.expressions > 0) {
            snprintf(from, sizeof from, "expr%d", i % hero->size.expressions);
            kd_rig_connect(hero->rig, from, "out", name, "bendH");
        }
        hero_connect_value(hero, i, name, "bendV");
        snprintf(from, sizeof from, "source%d", i % hero->size.sources);
        kd_rig_connect(hero->rig, from, "roll", name, "roll")->factor = 0.5;
    }
}

static hero_rig hero_make(const hero_size *size)
{
    hero_rig hero = {.size = *size};
    size_t rbfs = (size_t)size->rbfs + 1;
    hero.rig = kd_rig_make(NULL, NULL);
    hero.rbf_weights = calloc(rbfs * HERO_KEYS * HERO_OUTPUTS, sizeof(double));
    hero.rbf_keys = calloc(rbfs, sizeof *hero.rbf_keys);
    hero.rbf_linear = calloc(rbfs, sizeof *hero.rbf_linear);
    hero.source_values = calloc((size_t)size->sources, sizeof *hero.source_values);
    hero.rbf_values = calloc(rbfs, sizeof *hero.rbf_values);
    hero.expression_values = calloc((size_t)size->expressions + 1, sizeof(double));
    hero_add_joints(&hero);
    hero_add_sources(&hero);
    hero_add_rbfs(&hero);
    hero_add_expressions(&hero);
    hero_add_targets(&hero);
    return hero;
}

static void hero_free(hero_rig *hero)
{
    kd_rig_free(hero->rig);
    free(hero->joints);
    free(hero->names);
    free(hero->rbf_weights);
    free(hero->rbf_keys);
    free(hero->rbf_linear);
    free(hero->source_values);
    free(hero->rbf_values);
    free(hero->expression_values);
}

/* Bends of up to 60 degrees or so from rest. */
static void hero_pose(const hero_rig *hero, kt_random *random, kd_transform *pose)
{
    for (int32_t i = 0; i < hero->skeleton.joint_count; i++) {
        pose[i] = hero->joints[i].rest;
        kd_vec3 axis = kd_vec3_make((float)kt_random_in(random, -1, 1), (float)kt_random_in(random, -1, 1),
                                    (float)kt_random_in(random, -1, 1));
        pose[i].rotate = kd_quat_mul(pose[i].rotate, kd_quat_from_axis_angle(axis, (float)kt_random_in(random, -1, 1)));
    }
}

typedef struct plain_quat {
    double x, y, z, w;
} plain_quat;

static plain_quat plain_mul(plain_quat a, plain_quat b)
{
    return (plain_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static void plain_source(kd_quat rest, kd_quat now, double values[3])
{
    const double degrees = 57.29577951308232;
    plain_quat q = plain_mul((plain_quat){-rest.x, -rest.y, -rest.z, rest.w}, (plain_quat){now.x, now.y, now.z, now.w});
    double sign = q.w < 0 ? -1 : 1, n = sqrt(q.x * q.x + q.w * q.w);
    plain_quat twist = n > 1e-9 ? (plain_quat){sign * q.x / n, 0, 0, sign * q.w / n} : (plain_quat){0, 0, 0, 1};
    q = (plain_quat){sign * q.x, sign * q.y, sign * q.z, sign * q.w};
    plain_quat swing = plain_mul((plain_quat){-twist.x, 0, 0, twist.w}, q);
    values[0] = 2 * atan2(swing.y, swing.w) * degrees;
    values[1] = 2 * atan2(swing.z, swing.w) * degrees;
    values[2] = 2 * atan2(twist.x, twist.w) * degrees;
}

static void plain_rbf(const hero_rig *hero, int r, const double *in, double *out)
{
    for (int m = 0; m < HERO_OUTPUTS; m++) {
        out[m] = hero->rbf_linear[r][0][m];
        for (int d = 0; d < HERO_INPUTS; d++)
            out[m] += hero->rbf_linear[r][d + 1][m] * in[d];
    }
    for (int k = 0; k < HERO_KEYS; k++) {
        double sum = 0;
        for (int d = 0; d < HERO_INPUTS; d++) {
            double difference = in[d] - hero->rbf_keys[r][k][d];
            sum += difference * difference;
        }
        double distance = sqrt(sum), phi = distance > 0 ? sum * log(distance) : 0;
        for (int m = 0; m < HERO_OUTPUTS; m++)
            out[m] += hero->rbf_weights[(r * HERO_KEYS + k) * HERO_OUTPUTS + m] * phi;
    }
}

static double plain_expression(const plain_step *steps, int count, double x0, double x1)
{
    double stack[8];
    int top = 0;
    for (int i = 0; i < count; i++) {
        switch (steps[i].op) {
        case PLAIN_INPUT:
            stack[top++] = steps[i].value < 0.5 ? x0 : x1;
            break;
        case PLAIN_PUSH:
            stack[top++] = steps[i].value;
            break;
        case PLAIN_ADD:
            top--, stack[top - 1] += stack[top];
            break;
        case PLAIN_MUL:
            top--, stack[top - 1] *= stack[top];
            break;
        case PLAIN_SIN:
            stack[top - 1] = sin(stack[top - 1]);
            break;
        case PLAIN_MAX:
            top--, stack[top - 1] = fmax(stack[top - 1], stack[top]);
            break;
        case PLAIN_CLAMP:
            top -= 2, stack[top - 1] = fmin(fmax(stack[top - 1], stack[top]), stack[top + 1]);
            break;
        case PLAIN_SELECT: /* x, limit, then, otherwise */
            top -= 3, stack[top - 1] = stack[top - 1] > stack[top] ? stack[top + 1] : stack[top + 2];
            break;
        }
    }
    return stack[0];
}

static kd_quat plain_target(kd_quat rest, double h, double v, double roll)
{
    const double half = 0.5 / 57.29577951308232;
    double sh = sin(h * half), ch = cos(h * half), sv = sin(v * half), cv = cos(v * half), sr = sin(roll * half),
           cr = cos(roll * half);
    plain_quat swing = {0, sh * cv, ch * sv, ch * cv};
    double n = sqrt(swing.y * swing.y + swing.z * swing.z + swing.w * swing.w);
    swing = (plain_quat){0, swing.y / n, swing.z / n, swing.w / n};
    plain_quat q =
        plain_mul((plain_quat){rest.x, rest.y, rest.z, rest.w}, plain_mul((plain_quat){sr, 0, 0, cr}, swing));
    return kd_quat_make((float)q.x, (float)q.y, (float)q.z, (float)q.w);
}

static double plain_value(const hero_rig *hero, int i)
{
    return hero->size.rbfs > 0 ? hero->rbf_values[i % hero->size.rbfs][i % HERO_OUTPUTS]
                               : hero->source_values[i % hero->size.sources][1];
}

static void hero_run_plain(hero_rig *hero, kd_transform *pose)
{
    const hero_size *size = &hero->size;
    for (int i = 0; i < size->sources; i++) {
        int joint = i % size->main_joints;
        plain_source(hero->joints[joint].rest.rotate, pose[joint].rotate, hero->source_values[i]);
    }
    for (int r = 0; r < size->rbfs; r++) {
        double in[HERO_INPUTS];
        for (int i = 0; i < HERO_INPUTS; i++)
            in[i] = hero->source_values[(2 * r + i / 3) % size->sources][i % 3];
        plain_rbf(hero, r, in, hero->rbf_values[r]);
    }
    for (int i = 0; i < size->expressions; i++)
        hero->expression_values[i] = plain_expression(HERO_STEPS[i % 4], HERO_STEP_COUNTS[i % 4],
                                                      hero->source_values[i % size->sources][0], plain_value(hero, i));
    for (int i = 0; i < size->helpers; i++) {
        int joint = size->main_joints + i;
        double h = size->expressions > 0 ? hero->expression_values[i % size->expressions] : 0;
        pose[joint].rotate = plain_target(hero->joints[joint].rest.rotate, h, plain_value(hero, i),
                                          0.5 * hero->source_values[i % size->sources][2]);
    }
}

#endif
