/* kd_rig_validate: random rigs pass, each single mistake is found and named, nothing is quadratic. */
#include "support/random_rig.h"

#include "kinedriver/compile.h"
#include "model/rig.h"

#include <math.h>

/* A small rig that is right: source -> link -> target, an expression, an RBF, a constraint. */
static kd_rig *small_rig(void)
{
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_rig_add_group(rig, "arms");
    kd_rig_add_joint(rig, "clavicle", "");
    kd_rig_add_joint(rig, "upperarm", "clavicle");
    kd_node *source = kd_rig_add_node(rig, KD_NODE_SOURCE_OP, "elbow");
    ((kd_joint_weight *)kd_rig_add_child(rig, source, "Source"))->joint = "lowerarm";
    kd_node *link = kd_rig_add_node(rig, KD_NODE_EZ_PARAM_LINK_LINEAR, "half");
    link->group = "arms";
    kd_node *curve = kd_rig_add_node(rig, KD_NODE_LINK_WITH, "curve");
    for (int i = 0; i < 3; i++)
        ((kd_curve_key *)kd_rig_add_child(rig, curve, "Key"))->in = i;
    kd_node *rbf = kd_rig_add_node(rig, KD_NODE_RBF_INTERP, "rbf");
    ((kd_rbf_input *)kd_rig_add_child(rig, rbf, "Input"))->name = "first";
    ((kd_rbf_input *)kd_rig_add_child(rig, rbf, "Input"))->name = "second";
    ((kd_rbf_output *)kd_rig_add_child(rig, rbf, "Output"))->name = "result";
    for (int i = 0; i < 2; i++) {
        kd_rbf_key *key = (kd_rbf_key *)kd_rig_add_child(rig, rbf, "Key");
        *(double *)kd_rig_list_add(rig, &key->in.items, &key->in.count, sizeof(double)) = i;
        *(double *)kd_rig_list_add(rig, &key->in.items, &key->in.count, sizeof(double)) = 2.0;
        *(double *)kd_rig_list_add(rig, &key->out.items, &key->out.count, sizeof(double)) = 3.0;
    }
    kd_node *expr = kd_rig_add_node(rig, KD_NODE_EXPR, "sum");
    ((kd_named_input *)kd_rig_add_child(rig, expr, "Input"))->name = "a";
    ((kd_text *)kd_rig_add_child(rig, expr, "Source"))->text = "a + 1";
    kd_node *target = kd_rig_add_node(rig, KD_NODE_TARGET_OP, "biceps");
    target->as.target.joint = "biceps_joint";
    kd_node *aim = kd_rig_add_node(rig, KD_NODE_DIRECTION_CONSTRAINT, "eye");
    aim->as.constraint.joint = "eyeball";
    ((kd_joint_weight *)kd_rig_add_child(rig, aim, "Source"))->joint = "look";
    kd_node *output = kd_rig_add_node(rig, KD_NODE_EXTERNAL_OUTPUT, "morph");
    output->as.external.initial = 0.5;
    kd_rig_connect(rig, "elbow", "bendH", "half", "in");
    kd_rig_connect(rig, "half", "out", "biceps", "roll");
    kd_rig_connect(rig, "half", "out", "curve", "in");
    kd_rig_connect(rig, "curve", "out", "rbf", "first");
    kd_rig_connect(rig, "elbow", "roll", "rbf", "second");
    kd_rig_connect(rig, "rbf", "result", "sum", "a");
    kd_rig_connect(rig, "sum", "out", "morph", "in");
    kd_rig_connect(rig, "elbow", "bendV", "arms", "influence");
    for (int32_t i = 0; i < rig->connection_count; i++)
        rig->connections[i].item.line = 100 + i;
    return rig;
}

#define NODE(rig, name) kd_rig_find_node((rig), (name))

static void random_and_small_rigs_have_no_errors(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_rig *rig = small_rig();
    kd_result result = kd_rig_validate(rig, NULL, &findings);
    kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(findings.count, 0);
    kd_rig_free(rig);
    kt_random random = kt_random_make(5);
    for (int round = 0; round < 200; round++) {
        rig = kt_random_rig(kt_random_bits(&random), 1 + round);
        result = kd_rig_validate(rig, NULL, &findings);
        if (result != KD_OK)
            kt_print_findings(&findings);
        assert_int_equal(result, KD_OK);
        assert_int_equal(findings.counts[KD_SEVERITY_ERROR], 0);
        for (size_t i = 0; i < findings.count; i++)
            assert_int_not_equal(findings.items[i].error.code, KD_ORDER);
        kd_findings_free(&findings);
        kd_rig_free(rig);
    }
}

/* Mistakes: each changes one thing in the small rig. */

static void name_twice(kd_rig *rig)
{
    NODE(rig, "half")->name = "elbow";
}
static void name_of_group(kd_rig *rig)
{
    NODE(rig, "eye")->name = "arms";
}
static void name_empty(kd_rig *rig)
{
    NODE(rig, "eye")->name = "";
}
static void name_not_utf8(kd_rig *rig)
{
    NODE(rig, "eye")->name = "a\xFFz";
}
static void name_control(kd_rig *rig)
{
    NODE(rig, "eye")->name = "a\nz";
}
static void name_blank(kd_rig *rig)
{
    NODE(rig, "eye")->name = "eye ";
}
static void name_null(kd_rig *rig)
{
    NODE(rig, "eye")->name = NULL;
}
static void port_name_dot(kd_rig *rig)
{
    NODE(rig, "rbf")->as.rbf.inputs[0].name = "a.b";
}
static void port_name_twice(kd_rig *rig)
{
    NODE(rig, "rbf")->as.rbf.inputs[0].name = "second";
}
static void port_name_fixed(kd_rig *rig)
{
    NODE(rig, "sum")->as.expr.inputs[0].name = "out";
}
static void group_unknown(kd_rig *rig)
{
    NODE(rig, "half")->group = "armz";
}
static void group_is_node(kd_rig *rig)
{
    NODE(rig, "half")->group = "eye";
}
static void joint_missing(kd_rig *rig)
{
    NODE(rig, "biceps")->as.target.joint = "";
}
static void joint_twice(kd_rig *rig)
{
    rig->joints[0].name = "upperarm";
}
static void joint_circle(kd_rig *rig)
{
    rig->joints[0].parent = "upperarm";
}
static void joint_flat(kd_rig *rig)
{
    rig->joints[0].scale[1] = 0.0;
}
static void rotation_long(kd_rig *rig)
{
    rig->joints[0].rotate[0] = 0.5;
}
static void number_nan(kd_rig *rig)
{
    NODE(rig, "half")->as.link.out_max = (double)NAN;
}
static void number_list_infinite(kd_rig *rig)
{
    NODE(rig, "rbf")->as.rbf.keys[1].out.items[0] = HUGE_VAL;
}
static void influence_high(kd_rig *rig)
{
    NODE(rig, "half")->influence = 1.5;
}
static void lod_negative(kd_rig *rig)
{
    NODE(rig, "half")->lod = -1;
}
static void angle_high(kd_rig *rig)
{
    rig->units.angle = KD_ANGLE_RADIAN;
    NODE(rig, "eye")->as.constraint.max_angle = 6.3;
}
static void enum_unknown(kd_rig *rig)
{
    NODE(rig, "biceps")->as.target.channel.axis = 6;
}
static void axes_unknown(kd_rig *rig)
{
    NODE(rig, "biceps")->as.target.axes = 8;
}
static void count_negative(kd_rig *rig)
{
    NODE(rig, "rbf")->as.rbf.key_count = -1;
}
static void count_without_list(kd_rig *rig)
{
    NODE(rig, "rbf")->as.rbf.keys = NULL;
}
static void type_unknown(kd_rig *rig)
{
    NODE(rig, "rbf")->type = KD_NODE_TYPE_COUNT;
}
static void algorithm_new(kd_rig *rig)
{
    NODE(rig, "rbf")->algorithm = 2;
}
static void version_new(kd_rig *rig)
{
    rig->version = 2;
}
static void source_missing(kd_rig *rig)
{
    NODE(rig, "elbow")->as.source.sources.count = 0;
}
static void space_missing(kd_rig *rig)
{
    NODE(rig, "elbow")->as.source.channel.space = KD_SPACE_JOINT;
}
static void vertical_along(kd_rig *rig)
{
    NODE(rig, "elbow")->as.source.channel.vertical = KD_AXIS_NEGATIVE_X;
}
static void up_along(kd_rig *rig)
{
    NODE(rig, "eye")->as.constraint.up = KD_UP_KIND_VECTOR;
    NODE(rig, "eye")->as.constraint.up_axis = KD_AXIS_NEGATIVE_X;
}
static void up_zero(kd_rig *rig)
{
    NODE(rig, "eye")->as.constraint.up = KD_UP_KIND_VECTOR;
    NODE(rig, "eye")->as.constraint.up_vector[1] = 0.0;
}
static void up_missing(kd_rig *rig)
{
    NODE(rig, "eye")->as.constraint.up = KD_UP_KIND_JOINT;
}
static void range_empty(kd_rig *rig)
{
    NODE(rig, "half")->as.link.in_max = 0.0;
}
static void external_crossed(kd_rig *rig)
{
    NODE(rig, "morph")->as.external.min = 2.0;
}
static void external_outside(kd_rig *rig)
{
    NODE(rig, "morph")->as.external.initial = 1.5;
}
static void keys_unsorted(kd_rig *rig)
{
    NODE(rig, "curve")->as.link_with.keys[2].in = 1.0;
}
static void key_short(kd_rig *rig)
{
    NODE(rig, "rbf")->as.rbf.keys[1].in.count = 1;
}
static void key_half_solved(kd_rig *rig)
{
    kd_rbf_key *key = &NODE(rig, "rbf")->as.rbf.keys[0];
    *(double *)kd_rig_list_add(rig, &key->weights.items, &key->weights.count, sizeof(double)) = 1.0;
}
static void key_not_unit(kd_rig *rig)
{
    kd_rbf_interp *rbf = &NODE(rig, "rbf")->as.rbf;
    rbf->outputs[0].type = KD_VALUE_QUAT;
    for (int i = 0; i < 6; i++)
        *(double *)kd_rig_list_add(rig, &rbf->keys[i / 3].out.items, &rbf->keys[i / 3].out.count, sizeof(double)) = 1.0;
}
static void rotation_of_log_scale(kd_rig *rig)
{
    kd_rbf_interp *rbf = &NODE(rig, "rbf")->as.rbf;
    rbf->outputs[0].type = KD_VALUE_QUAT;
    rbf->outputs[0].kind = KD_RBF_OUTPUT_LOG_SCALE;
    for (int i = 0; i < 6; i++)
        *(double *)kd_rig_list_add(rig, &rbf->keys[i / 3].out.items, &rbf->keys[i / 3].out.count, sizeof(double)) = 0.0;
    for (int i = 0; i < 2; i++) {
        memset(rbf->keys[i].out.items, 0, 4 * sizeof(double));
        rbf->keys[i].out.items[3] = 1.0;
    }
}
static void scale_of_zero(kd_rig *rig)
{
    kd_rbf_interp *rbf = &NODE(rig, "rbf")->as.rbf;
    rbf->outputs[0].kind = KD_RBF_OUTPUT_LOG_SCALE;
    rbf->keys[0].out.items[0] = 1.0;
    rbf->keys[1].out.items[0] = 0.0;
}
static void base_scale_below_zero(kd_rig *rig)
{
    kd_rbf_interp *rbf = &NODE(rig, "rbf")->as.rbf;
    rbf->outputs[0].kind = KD_RBF_OUTPUT_LOG_SCALE;
    rbf->keys[0].out.items[0] = rbf->keys[1].out.items[0] = 1.0;
    *(double *)kd_rig_list_add(rig, &rbf->outputs[0].base.items, &rbf->outputs[0].base.count, sizeof(double)) = -2.0;
}
static void linear_short(kd_rig *rig)
{
    kd_rbf_linear *linear = (kd_rbf_linear *)kd_rig_add_child(rig, NODE(rig, "rbf"), "Linear");
    *(double *)kd_rig_list_add(rig, &linear->weights.items, &linear->weights.count, sizeof(double)) = 1.0;
}
static void expression_missing(kd_rig *rig)
{
    NODE(rig, "sum")->as.expr.source.text = "";
}
static void expression_not_utf8(kd_rig *rig)
{
    NODE(rig, "sum")->as.expr.source.text = "a\xC0";
}
static void connection_node_unknown(kd_rig *rig)
{
    rig->connections[0].from.node = "elbwo";
}
static void connection_port_unknown(kd_rig *rig)
{
    rig->connections[0].from.port = "bendh";
}
static void connection_port_of_other_channel(kd_rig *rig)
{
    rig->connections[0].from.port = "translateX";
}
static void connection_item_port_unknown(kd_rig *rig)
{
    rig->connections[3].to.port = "frist";
}
static void connection_group_port(kd_rig *rig)
{
    rig->connections[7].to.port = "lod";
}
static void connection_from_group(kd_rig *rig)
{
    rig->connections[6].from.node = "arms";
    rig->connections[6].from.port = "influence";
}
static void connection_backwards(kd_rig *rig)
{
    rig->connections[0].from.port = "influence";
}
static void connection_empty(kd_rig *rig)
{
    rig->connections[0].to.port = "";
}
static void connection_type(kd_rig *rig)
{
    rig->connections[0].from.port = "rotation";
}
static void connection_twice(kd_rig *rig)
{
    kd_rig_connect(rig, "sum", "out", "biceps", "roll");
}
static void connection_overlap(kd_rig *rig)
{
    kd_rig_connect(rig, "elbow", "rotation", "biceps", "rotation");
}
static void connection_null(kd_rig *rig)
{
    rig->connections[0].from.node = NULL;
}
static void connection_infinite(kd_rig *rig)
{
    rig->connections[0].factor = HUGE_VAL;
}

static void each_mistake_is_found_and_named(void **state)
{
    (void)state;
    static const struct {
        void (*make)(kd_rig *rig);
        kd_result code;
        const char *part;
    } mistakes[] = {
        {name_twice, KD_NAME_DUPLICATE, "'elbow' is already that of a node"},
        {name_of_group, KD_NAME_DUPLICATE, "'arms'"},
        {name_empty, KD_ATTRIBUTE_MISSING, "'name'"},
        {name_not_utf8, KD_ENCODING, "'name'"},
        {name_control, KD_NAME_INVALID, "control"},
        {name_blank, KD_NAME_INVALID, "blank"},
        {name_null, KD_VALUE, "null"},
        {port_name_dot, KD_NAME_INVALID, "dot"},
        {port_name_twice, KD_NAME_DUPLICATE, "'second'"},
        {port_name_fixed, KD_NAME_DUPLICATE, "'out'"},
        {group_unknown, KD_GROUP_UNKNOWN, "did you mean 'arms'?"},
        {group_is_node, KD_GROUP_UNKNOWN, "is a node"},
        {joint_missing, KD_ATTRIBUTE_MISSING, "'joint'"},
        {joint_twice, KD_JOINT_DUPLICATE, NULL},
        {joint_circle, KD_HIERARCHY, NULL},
        {joint_flat, KD_RANGE, "'scale'"},
        {rotation_long, KD_RANGE, "'rotate'"},
        {number_nan, KD_NUMBER, "'outMax'"},
        {number_list_infinite, KD_NUMBER, "'out'"},
        {influence_high, KD_RANGE, "'influence' is 1.5; it must be a number from 0 to 1"},
        {lod_negative, KD_RANGE, "'lod'"},
        {angle_high, KD_RANGE, "'maxAngle'"},
        {enum_unknown, KD_RANGE, "'axis'"},
        {axes_unknown, KD_RANGE, "'axes'"},
        {count_negative, KD_COUNT_MISMATCH, "Key"},
        {count_without_list, KD_COUNT_MISMATCH, "Key"},
        {type_unknown, KD_VALUE, "type"},
        {algorithm_new, KD_ALGORITHM, "algorithm 2"},
        {version_new, KD_VERSION, "version 2"},
        {source_missing, KD_ELEMENT_MISSING, "<Source>"},
        {space_missing, KD_ATTRIBUTE_MISSING, "'spaceJoint'"},
        {vertical_along, KD_RANGE, "'vertical'"},
        {up_along, KD_RANGE, "'upAxis'"},
        {up_zero, KD_RANGE, "'upVector'"},
        {up_missing, KD_ATTRIBUTE_MISSING, "'upJoint'"},
        {range_empty, KD_RANGE, "'inMin' and 'inMax'"},
        {external_crossed, KD_RANGE, "'min' (2) is greater than 'max' (1)"},
        {external_outside, KD_RANGE, "'default' (1.5)"},
        {keys_unsorted, KD_KEY, "key 3 is at 1"},
        {key_short, KD_COUNT_MISMATCH, "'in' of key 2 has 1 numbers, but the ports have 2 components"},
        {key_half_solved, KD_COUNT_MISMATCH, "1 of 2 keys"},
        {key_not_unit, KD_KEY, "key 1"},
        {rotation_of_log_scale, KD_VALUE, "output 1 is a rotation, which has no logarithm"},
        {scale_of_zero, KD_KEY, "key 2 has a scale of 0 in output 1"},
        {base_scale_below_zero, KD_RANGE, "the base of output 1 is a scale of -2"},
        {linear_short, KD_COUNT_MISMATCH, "a solved linear term has 3"},
        {expression_missing, KD_ELEMENT_MISSING, "<Source>"},
        {expression_not_utf8, KD_ENCODING, "<Source>"},
        {connection_node_unknown, KD_NODE_UNKNOWN, "no node 'elbwo'; did you mean 'elbow'?"},
        {connection_port_unknown, KD_PORT_UNKNOWN, "did you mean 'bendH'?"},
        {connection_port_of_other_channel, KD_PORT_UNKNOWN, "another channel"},
        {connection_item_port_unknown, KD_PORT_UNKNOWN, "did you mean 'first'?"},
        {connection_group_port, KD_PORT_UNKNOWN, "'influence'"},
        {connection_from_group, KD_PORT_TYPE, "is an input"},
        {connection_backwards, KD_PORT_TYPE, "elbow.influence is an input"},
        {connection_empty, KD_ATTRIBUTE_MISSING, "'to'"},
        {connection_type, KD_PORT_TYPE, "a rotation cannot go into a number"},
        {connection_twice, KD_PORT_TAKEN, "already connected in line 101"},
        {connection_overlap, KD_PORT_TAKEN, "overlaps with the port connected in line 101"},
        {connection_null, KD_VALUE, "'from'"},
        {connection_infinite, KD_NUMBER, "'factor'"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_rig *rig = small_rig();
        mistakes[i].make(rig);
        kd_result result = kd_rig_validate(rig, NULL, &findings);
        kt_expect_finding(&findings, KD_SEVERITY_ERROR, mistakes[i].code, mistakes[i].part);
        assert_true(result != KD_OK);
        assert_int_equal(kd_rig_validate(rig, NULL, NULL), result); /* findings are optional */
        kd_findings_free(&findings);
        kd_rig_free(rig);
    }
}

static void what_has_no_effect_is_warned_about(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_rig *rig = small_rig();
    kd_rig_add_node(rig, KD_NODE_EZ_PARAM_LINK, "dangling");
    kd_rig_add_node(rig, KD_NODE_EZ_PARAM_LINK, "before dangling");
    kd_rig_connect(rig, "before dangling", "out", "dangling", "in");
    kd_rig_add_node(rig, KD_NODE_TARGET_OP, "idle")->as.target.joint = "j";
    kd_rig_add_group(rig, "empty");
    kd_rig_connect(rig, "elbow", "rotation", "idle", "influence");
    rig->connections[rig->connection_count - 1].from.port = "roll";
    rig->connections[6].factor = 0.0;
    kd_rig_add_node(rig, KD_NODE_TARGET_OP, "moved")->as.target.joint = "j";
    NODE(rig, "moved")->as.target.channel.channel = KD_CHANNEL_TRANSLATE;
    kd_rig_connect(rig, "elbow", "roll", "moved", "translateX");
    assert_int_equal(kd_rig_validate(rig, NULL, &findings), KD_OK);
    int unused = 0;
    for (size_t i = 0; i < findings.count; i++)
        unused += findings.items[i].error.code == KD_UNUSED;
    assert_int_equal(unused, 5); /* two links, the target, the group, the factor */
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_UNUSED, "'factor' is 0");
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_UNUSED, "none of its inputs");
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_PORT_TYPE, "an angle is used as a distance");
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void joints_are_looked_up_in_the_skeleton(void **state)
{
    (void)state;
    static const char *const names[] = {"lowerarm", "biceps_joint", "eyeball", "look", "clavicle", "upperarm"};
    kd_joint joints[6];
    memset(joints, 0, sizeof joints);
    for (int i = 0; i < 6; i++) {
        joints[i].name = names[i];
        joints[i].parent = i == 5 ? 4 : KD_NO_JOINT;
    }
    kd_skeleton skeleton = {joints, 6};
    kd_rig *rig = small_rig();
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_rig_validate(rig, &skeleton, &findings), KD_OK);
    assert_int_equal(findings.count, 0);
    NODE(rig, "elbow")->as.source.sources.items[0].joint = "lowerram";
    rig->joints[1].name = "upperarm_x";
    assert_int_equal(kd_rig_validate(rig, &skeleton, &findings), KD_JOINT_UNKNOWN);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_JOINT_UNKNOWN, "'lowerram' (joint); did you mean 'lowerarm'?");
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_JOINT_UNKNOWN, "'upperarm_x'");
    assert_int_equal(findings.counts[KD_SEVERITY_ERROR], 1);
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void a_joint_below_another_parent_than_the_skeletons_is_warned_about(void **state)
{
    (void)state;
    static const kd_joint joints[] = {{"hip", KD_NO_JOINT, false, {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}}},
                                      {"knee", 0, false, {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}}},
                                      {"toe", 1, false, {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}}}};
    static const char *const stated[][2] = {{"hip", ""}, {"knee", "hip"}, {"toe", "hip"}, {"toe", ""}, {"hip", "toe"}};
    static const char *const expected[] = {NULL, NULL, "stated below 'hip', but the skeleton has it below 'knee'",
                                           "stated as a root, but the skeleton has it below 'knee'",
                                           "stated below 'toe', but the skeleton has it as a root"};
    kd_skeleton skeleton = {joints, 3};
    for (int i = 0; i < 5; i++) {
        kd_rig *rig = kd_rig_make(NULL, NULL);
        kd_findings findings = kd_findings_make(NULL), compiled = kd_findings_make(NULL);
        kd_buffer program = kd_buffer_make(NULL);
        kd_rig_add_joint(rig, stated[i][0], stated[i][1]);
        assert_int_equal(kd_rig_validate(rig, NULL, &findings), KD_OK);
        assert_int_equal(findings.count, 0);
        assert_int_equal(kd_rig_validate(rig, &skeleton, &findings), KD_OK);
        assert_int_equal(kd_compile(rig, &skeleton, NULL, &program, &compiled), KD_OK);
        assert_int_equal(findings.count, expected[i] != NULL);
        assert_int_equal(compiled.count, expected[i] != NULL);
        if (expected[i]) {
            kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_HIERARCHY, expected[i]);
            kt_expect_finding(&compiled, KD_SEVERITY_WARNING, KD_HIERARCHY, expected[i]);
            assert_string_equal(strrchr(findings.items[0].error.path, '/'), "/@parent");
        }
        kd_buffer_free(&program);
        kd_findings_free(&compiled);
        kd_findings_free(&findings);
        kd_rig_free(rig);
    }
}

/* Any damage to any value: an answer, no crash; and what validation lets pass must be usable by the rest. */
static void random_damage_is_survived(void **state)
{
    (void)state;
    kt_random random = kt_random_make(17);
    for (int round = 0; round < 300; round++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_rig *rig = kt_random_rig(kt_random_bits(&random), 30);
        for (int i = 0; i < 3; i++) {
            kd_node *node = rig->nodes[kt_random_below(&random, 30)];
            const kdi_element *element = &kdi_node_formats[node->type].element;
            const kdi_attribute *row = kdi_element_attribute(
                element,
                (int)kt_random_below(&random, (uint32_t)(kdi_node_attribute_count + element->attribute_count)));
            if (row->kind == KDI_KIND_INT || row->kind == KDI_KIND_ENUM || row->kind == KDI_KIND_AXES)
                *(int32_t *)(void *)((char *)node + row->offset) = (int32_t)kt_random_bits(&random);
            else if (kdi_value_text(row, node))
                *kdi_value_text(row, node) = kt_random_below(&random, 2) ? NULL : "\xF0\x9F";
        }
        kd_result result = kd_rig_validate(rig, NULL, &findings);
        assert_int_equal(result != KD_OK, findings.counts[KD_SEVERITY_ERROR] > 0);
        if (result == KD_OK)
            assert_int_equal(kd_rig_sort(rig, NULL), KD_OK);
        kd_findings_free(&findings);
        kd_rig_free(rig);
    }
}

/* A quadratic step would take minutes here. */
static void hostile_sizes_are_checked_in_linear_time(void **state)
{
    (void)state;
    enum { NODES = 50000, PORTS = 65536, CONNECTIONS = 200000 };
    kd_rig *rig = kd_rig_make(NULL, NULL);
    char name[32], port[32];
    for (int i = 0; i < NODES; i++) {
        snprintf(name, sizeof name, "n%d", i);
        kd_rig_add_node(rig, KD_NODE_EZ_PARAM_LINK, name);
    }
    kd_node *wide = kd_rig_add_node(rig, KD_NODE_COMBINE, "wide");
    for (int i = 0; i < PORTS; i++) {
        snprintf(port, sizeof port, "port%d", i);
        ((kd_named_input *)kd_rig_add_child(rig, wide, "Input"))->name = kd_rig_text(rig, port);
    }
    kd_node *curve = kd_rig_add_node(rig, KD_NODE_RBF_INTERP, "rbf");
    for (int i = 0; i < PORTS; i++)
        kd_rig_add_child(rig, curve, "Key");
    for (int i = 0; i < PORTS; i++) {
        snprintf(name, sizeof name, "j%d", i);
        snprintf(port, sizeof port, "j%d", (i + 1) % PORTS);
        kd_rig_add_joint(rig, name, port); /* one circle of all joints */
    }
    for (int i = 0; i < CONNECTIONS; i++) {
        snprintf(name, sizeof name, i % 3 == 0 ? "nowhere%d" : "n%d", i % NODES);
        snprintf(port, sizeof port, "port%d", i % (2 * PORTS));
        kd_rig_connect(rig, name, "out", i % 2 == 0 ? "wide" : name, i % 2 == 0 ? port : "in");
    }
    kd_findings findings = kd_findings_make(NULL);
    assert_int_not_equal(kd_rig_validate(rig, NULL, &findings), KD_OK);
    assert_true(findings.counts[KD_SEVERITY_ERROR] > 100000);
    kd_findings_free(&findings);
    assert_int_equal(kd_rig_scale_distance(rig, 2.0), KD_OK);
    assert_int_equal(kd_rig_sort(rig, NULL), KD_CYCLE);
    kd_rig_free(rig);
}

static void each_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    kt_random random = kt_random_make(23);
    kd_joint joint = {"pelvis", KD_NO_JOINT, false, {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}}};
    kd_skeleton skeleton = {&joint, 1};
    kd_rig *rig = kt_random_rig_in(kt_random_bits(&random), 50, &allocator);
    size_t live = kt_memory_state.live_blocks;
    kd_result whole = kd_rig_validate(rig, &skeleton, NULL);
    for (size_t fail_at = 1;; fail_at++) {
        kd_findings findings = kd_findings_make(NULL);
        kt_memory_reset(fail_at);
        kd_result result = kd_rig_validate(rig, &skeleton, &findings);
        bool failed = kt_memory_state.calls >= fail_at;
        kt_memory_reset(0);
        assert_int_equal(kt_memory_state.live_blocks, live);
        if (failed)
            kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL);
        kd_findings_free(&findings);
        if (!failed) {
            assert_int_equal(result, whole);
            break;
        }
        assert_int_not_equal(result, KD_OK);
    }
    kd_rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_and_small_rigs_have_no_errors),
        cmocka_unit_test(each_mistake_is_found_and_named),
        cmocka_unit_test(what_has_no_effect_is_warned_about),
        cmocka_unit_test(joints_are_looked_up_in_the_skeleton),
        cmocka_unit_test(a_joint_below_another_parent_than_the_skeletons_is_warned_about),
        cmocka_unit_test(random_damage_is_survived),
        cmocka_unit_test(hostile_sizes_are_checked_in_linear_time),
        cmocka_unit_test(each_failing_allocation_is_reported_and_leaks_nothing),
    };
    return kt_run(tests);
}
