/* Mirroring, checked by geometry: a mirrored rig must place the partner of every joint at the reflection of where the
 * rig places the joint. Frames are 3x3 matrices here, and operators are evaluated by their formulas. */
#include "support/random_rig.h"

#include "kinedriver/rig_mirror.h"
#include "model/mirror.h"
#include "model/rig.h"

#include <math.h>

typedef struct matrix {
    double m[3][3];
} matrix;

typedef struct frame {
    matrix axes; /* model from joint */
    double at[3];
} frame;

static matrix matrix_mul(matrix a, matrix b)
{
    matrix c;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            c.m[i][k] = a.m[i][0] * b.m[0][k] + a.m[i][1] * b.m[1][k] + a.m[i][2] * b.m[2][k];
    return c;
}

static matrix matrix_diagonal(double x, double y, double z)
{
    matrix d = {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
    return d;
}

static matrix matrix_reflect(int axis)
{
    return matrix_diagonal(axis == 0 ? -1 : 1, axis == 1 ? -1 : 1, axis == 2 ? -1 : 1);
}

static matrix matrix_from_quat(const double q[4])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    matrix m = {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                 {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                 {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
    return m;
}

static void matrix_apply(matrix a, const double v[3], double out[3])
{
    double r[3];
    for (int i = 0; i < 3; i++)
        r[i] = a.m[i][0] * v[0] + a.m[i][1] * v[1] + a.m[i][2] * v[2];
    memcpy(out, r, sizeof r);
}

static void expect_near(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabs(a[i] - b[i]) <= 1e-9 * (1.0 + fabs(a[i]))))
            fail_msg("%.17g is not %.17g", a[i], b[i]);
}

/* The frame of a partner, by the definition of kd_mirror_frames. */
static frame frame_mirror(frame f, const kd_mirror_desc *desc, bool has_side)
{
    matrix local = matrix_reflect(has_side ? desc->axis : desc->centre_axis);
    if (has_side && desc->frames == KD_MIRROR_FRAMES_BEHAVIOR)
        local = matrix_diagonal(-1, -1, -1);
    frame r;
    r.axes = matrix_mul(matrix_mul(matrix_reflect(desc->axis), f.axes), local);
    matrix_apply(matrix_reflect(desc->axis), f.at, r.at);
    return r;
}

static void expect_frame(frame a, frame b)
{
    expect_near(&a.axes.m[0][0], &b.axes.m[0][0], 9);
    expect_near(a.at, b.at, 3);
}

static frame frame_child(frame parent, const double translate[3], matrix rotate)
{
    frame child;
    child.axes = matrix_mul(parent.axes, rotate);
    matrix_apply(parent.axes, translate, child.at);
    for (int i = 0; i < 3; i++)
        child.at[i] += parent.at[i];
    return child;
}

static frame frame_random(kt_random *random)
{
    double q[4];
    frame f;
    kt_random_rotation(random, q);
    f.axes = matrix_from_quat(q);
    for (int i = 0; i < 3; i++)
        f.at[i] = kt_random_in(random, -10.0, 10.0);
    return f;
}

static frame frame_identity(void)
{
    frame f = {matrix_diagonal(1, 1, 1), {0, 0, 0}};
    return f;
}

/* Every combination of frames, axis and centre axis. */
enum { DESC_COUNT = 18 };
static kd_mirror_desc desc_number(int number)
{
    kd_mirror_desc desc = kd_mirror_desc_default();
    desc.frames = number % 2 ? KD_MIRROR_FRAMES_BEHAVIOR : KD_MIRROR_FRAMES_ORIENTATION;
    desc.axis = number / 2 % 3;
    desc.centre_axis = number / 6;
    return desc;
}

static void names_of_the_common_tools_change_sides(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"upperarm_l", "upperarm_r"},
        {"upperarm_twist_01_l", "upperarm_twist_01_r"},
        {"Arm_L", "Arm_R"},
        {"Bone.L", "Bone.R"},
        {"Bone.L.001", "Bone.R.001"},
        {"Bone.l", "Bone.r"},
        {"L_arm", "R_arm"},
        {"arm_L_jnt", "arm_R_jnt"},
        {"LeftArm", "RightArm"},
        {"mixamorig:LeftHandThumb1", "mixamorig:RightHandThumb1"},
        {"armLeft", "armRight"},
        {"arm_left_01", "arm_right_01"},
        {"LEFT_ARM", "RIGHT_ARM"},
        {"Bip01 L Thigh", "Bip01 R Thigh"},
        {"\xE8\x82\xA9_l", "\xE8\x82\xA9_r"},
        {"rig:l_hand", "rig:r_hand"},
        {"hand-L", "hand-R"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        for (int k = 0; k < 2; k++) {
            char mirrored[64];
            assert_true(kd_mirror_name(pairs[i][k], NULL, mirrored, sizeof mirrored));
            assert_string_equal(mirrored, pairs[i][1 - k]);
        }
    static const char *const centre[] = {"spine", "Bright", "cleft_bone", "Leftover", "l",       "R",       "",
                                         "curl",  "_",      "pelvis_lr",  "LFoot",    "Alright", "UPRIGHT", "leftover"};
    for (size_t i = 0; i < sizeof centre / sizeof centre[0]; i++) {
        char mirrored[64];
        assert_false(kd_mirror_name(centre[i], NULL, mirrored, sizeof mirrored));
        assert_string_equal(mirrored, centre[i]);
    }
}

static void an_own_rule_takes_the_place_of_the_patterns(void **state)
{
    (void)state;
    char mirrored[64];
    kd_mirror_desc desc = kd_mirror_desc_default();
    desc.from = "_lf";
    desc.to = "_rght";
    assert_true(kd_mirror_name("arm_lf_01", &desc, mirrored, sizeof mirrored));
    assert_string_equal(mirrored, "arm_rght_01");
    assert_true(kd_mirror_name(mirrored, &desc, mirrored + 32, 32));
    assert_string_equal(mirrored + 32, "arm_lf_01");
    assert_false(kd_mirror_name("arm_l", &desc, mirrored, sizeof mirrored));
    assert_false(kd_mirror_name("arm_lf", &desc, mirrored, 8)); /* needs 9 bytes */
    assert_string_equal(mirrored, "arm_lf");
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_findings findings = kd_findings_make(NULL);
    static const char *const wrong[][2] = {{"x", NULL}, {NULL, "x"}, {"x", "x"}, {"", "x"}};
    for (int i = 0; i < 4; i++) {
        desc.from = wrong[i][0];
        desc.to = wrong[i][1];
        assert_false(kd_mirror_name("xylophone", &desc, mirrored, sizeof mirrored));
        assert_int_equal(kd_rig_mirror(rig, &desc, &findings), KD_VALUE);
    }
    desc = kd_mirror_desc_default();
    desc.axis = 3;
    assert_int_equal(kd_rig_mirror(rig, &desc, &findings), KD_RANGE);
    assert_int_equal(findings.count, 5);
    assert_int_equal(kd_rig_mirror(rig, NULL, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_UNUSED, "no name has a side");
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void any_name_mirrored_twice_is_the_first_name(void **state)
{
    (void)state;
    static const char *const pieces[] = {"l",     "r",   "L",    "R",     "_",    ".",     "-",
                                         " ",     ":",   "Left", "Right", "left", "right", "LEFT",
                                         "RIGHT", "eft", "ight", "arm",   "A",    "1",     "\xE8\x82\xA9"};
    kt_random random = kt_random_make(31);
    kd_mirror_desc own = kd_mirror_desc_default();
    own.from = "l_";
    own.to = "r";
    int changed = 0;
    for (int round = 0; round < 200000; round++) {
        char name[128] = "", mirrored[160], back[200];
        for (uint32_t i = kt_random_below(&random, 9); i > 0; i--)
            strcat(name, pieces[kt_random_below(&random, sizeof pieces / sizeof pieces[0])]);
        const kd_mirror_desc *desc = round % 4 == 0 ? &own : NULL;
        bool has_side = kd_mirror_name(name, desc, mirrored, sizeof mirrored);
        assert_int_equal(has_side, strcmp(name, mirrored) != 0);
        assert_int_equal(kd_mirror_name(mirrored, desc, back, sizeof back), has_side);
        assert_string_equal(back, name);
        changed += has_side;
    }
    assert_true(changed > 50000);
}

static void rotations_are_reflected_as_matrices_are(void **state)
{
    (void)state;
    kt_random random = kt_random_make(41);
    for (int round = 0; round < 20000; round++) {
        double q[4], r[4], again[4];
        kt_random_rotation(&random, q);
        if (round % 4 == 0) { /* half and quarter turns about axes: zeros in every place */
            double special[4] = {0, 0, 0, 0};
            special[kt_random_below(&random, 4)] = round % 8 ? 1.0 : -1.0;
            special[kt_random_below(&random, 4)] += round % 16 < 8 ? 1.0 : -1.0;
            double length = sqrt(special[0] * special[0] + special[1] * special[1] + special[2] * special[2] +
                                 special[3] * special[3]);
            for (int i = 0; i < 4 && length > 0; i++)
                q[i] = special[i] / length;
        }
        int left = (int)kt_random_below(&random, 4), right = (int)kt_random_below(&random, 4);
        matrix all = matrix_diagonal(-1, -1, -1);
        matrix expected = matrix_mul(matrix_mul(left == 3 ? all : matrix_reflect(left), matrix_from_quat(q)),
                                     right == 3 ? all : matrix_reflect(right));
        memcpy(r, q, sizeof r);
        kdi_reflect_rotation((kdi_reflection)left, (kdi_reflection)right, r);
        matrix found = matrix_from_quat(r);
        expect_near(&found.m[0][0], &expected.m[0][0], 9);
        memcpy(again, r, sizeof again);
        kdi_reflect_rotation((kdi_reflection)left, (kdi_reflection)right, again);
        for (int i = 0; i < 4; i++)
            assert_true(again[i] == q[i] && !(r[i] == 0.0 && signbit(r[i]) && !signbit(q[0]) && !signbit(q[1]) &&
                                              !signbit(q[2]) && !signbit(q[3])));
    }
}

static void mirroring_twice_is_the_identity(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10 * DESC_COUNT; seed++) {
        kd_rig *rig = kt_random_rig(seed, 60), *first = kt_random_rig(seed, 60);
        kd_mirror_desc desc = desc_number((int)(seed % DESC_COUNT));
        kd_findings findings = kd_findings_make(NULL);
        assert_int_equal(kd_rig_mirror(rig, &desc, NULL), KD_OK);
        assert_false(kd_rig_equal(rig, first));
        kd_result result = kd_rig_validate(rig, NULL, &findings);
        kt_print_findings(result == KD_OK ? &(kd_findings){0} : &findings);
        assert_int_equal(result, KD_OK);
        assert_int_equal(kd_rig_mirror(rig, &desc, NULL), KD_OK);
        assert_true(kd_rig_equal(rig, first));
        kd_findings_free(&findings);
        kd_rig_free(rig);
        kd_rig_free(first);
    }
}

static frame joint_frame(const kd_rig *rig, const char *name)
{
    for (int32_t i = 0; name[0] && i < rig->joint_count; i++)
        if (strcmp(rig->joints[i].name, name) == 0)
            return frame_child(joint_frame(rig, rig->joints[i].parent), rig->joints[i].translate,
                               matrix_from_quat(rig->joints[i].rotate));
    assert_string_equal(name, "");
    return frame_identity();
}

static const char *const body[][3] = {
    {"pelvis", "", "pelvis"},         {"spine", "pelvis", "spine"},       {"arm_l", "spine", "arm_r"},
    {"hand_l", "arm_l", "hand_r"},    {"helper_l", "hand_l", "helper_r"}, {"weapon", "hand_l", "weapon"},
    {"floating_r", "", "floating_l"},
};
enum { BODY_COUNT = 7 };

/* Rest poses of a body, each joint anywhere. */
static kd_rig *body_rig(kt_random *random)
{
    kd_rig *rig = kd_rig_make(NULL, NULL);
    for (int i = 0; i < BODY_COUNT; i++) {
        kd_rig_joint *joint = kd_rig_add_joint(rig, body[i][0], body[i][1]);
        kt_random_rotation(random, joint->rotate);
        for (int k = 0; k < 3; k++)
            joint->translate[k] = kt_random_in(random, -5.0, 5.0);
    }
    return rig;
}

static bool has_side(const char *name)
{
    char mirrored[64];
    return kd_mirror_name(name, NULL, mirrored, sizeof mirrored);
}

static void rest_poses_are_reflected_in_model_space(void **state)
{
    (void)state;
    kt_random random = kt_random_make(51);
    for (int round = 0; round < 20 * DESC_COUNT; round++) {
        kd_mirror_desc desc = desc_number(round % DESC_COUNT);
        kd_rig *rig = body_rig(&random);
        frame before[BODY_COUNT];
        for (int i = 0; i < BODY_COUNT; i++)
            before[i] = joint_frame(rig, body[i][0]);
        assert_int_equal(kd_rig_mirror(rig, &desc, NULL), KD_OK);
        for (int i = 0; i < BODY_COUNT; i++)
            expect_frame(joint_frame(rig, body[i][2]), frame_mirror(before[i], &desc, has_side(body[i][0])));
        kd_rig_free(rig);
    }
}

/* The rotation that a TargetOp makes of its three ports, from the definition of bend & roll and exponential map. */
static matrix target_rotation(const kd_joint_channel *channel, const double ports[3])
{
    double q[4] = {0, 0, 0, 1}, flip[3];
    for (int i = 0; i < 3; i++)
        flip[i] = channel->flip & (1 << i) ? -1.0 : 1.0;
    if (channel->mapping == KD_MAPPING_EXPMAP) {
        double v[3] = {ports[0] * flip[0], ports[1] * flip[1], ports[2] * flip[2]};
        double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        for (int i = 0; i < 3; i++)
            q[i] = v[i] / angle * sin(angle / 2);
        q[3] = cos(angle / 2);
        return matrix_from_quat(q);
    }
    int bone = channel->axis / 2, up = (bone + 1) % 3;
    if (channel->vertical != KD_AXIS_AUTO)
        up = channel->vertical / 2;
    int side = 3 - bone - up;
    double bone_sign = channel->axis % 2 ? -1.0 : 1.0;
    double up_sign = channel->vertical != KD_AXIS_AUTO && channel->vertical % 2 ? -1.0 : 1.0;
    double side_sign = bone_sign * up_sign * ((bone + 1) % 3 == up ? 1.0 : -1.0); /* bone x up */
    double swing[4] = {0, 0, 0, 1}, roll[4] = {0, 0, 0, 0};
    swing[up] = up_sign * tan(ports[0] * flip[up] / 2);       /* bendH turns about the vertical axis */
    swing[side] = side_sign * tan(ports[1] * flip[side] / 2); /* bendV turns the bone towards it */
    double length = sqrt(1.0 + swing[up] * swing[up] + swing[side] * swing[side]);
    for (int i = 0; i < 4; i++)
        swing[i] /= length;
    roll[bone] = bone_sign * sin(ports[2] * flip[bone] / 2);
    roll[3] = cos(ports[2] * flip[bone] / 2);
    matrix a = matrix_from_quat(swing), b = matrix_from_quat(roll);
    return channel->order == KD_BEND_THEN_ROLL ? matrix_mul(b, a) : matrix_mul(a, b);
}

static const char *parent_of(const kd_rig *rig, const char *name)
{
    for (int32_t i = 0; i < rig->joint_count; i++)
        if (strcmp(rig->joints[i].name, name) == 0)
            return rig->joints[i].parent;
    return "";
}

/* Where a TargetOp puts its joint, all other joints at rest. */
static frame target_frame(const kd_rig *rig, const kd_target_op *target, const double ports[3])
{
    const kd_joint_channel *channel = &target->channel;
    frame rest = joint_frame(rig, target->joint);
    if (channel->channel == KD_CHANNEL_ROTATE) {
        rest.axes = matrix_mul(rest.axes, target_rotation(channel, ports));
        return rest;
    }
    const char *space = channel->space == KD_SPACE_JOINT    ? channel->space_joint
                        : channel->space == KD_SPACE_PARENT ? parent_of(rig, target->joint)
                                                            : "";
    double offset[3];
    for (int i = 0; i < 3; i++)
        offset[i] = channel->flip & (1 << i) ? -ports[i] : ports[i];
    matrix_apply(joint_frame(rig, space).axes, offset, offset);
    for (int i = 0; i < 3; i++)
        rest.at[i] += offset[i];
    return rest;
}

static void targets_with_equal_ports_place_partners_at_reflections(void **state)
{
    (void)state;
    kt_random random = kt_random_make(61);
    for (int round = 0; round < 300 * DESC_COUNT; round++) {
        kd_mirror_desc desc = desc_number(round % DESC_COUNT);
        kd_rig *rig = body_rig(&random);
        const char *joint = body[kt_random_below(&random, BODY_COUNT)][0];
        kd_target_op *target = &kd_rig_add_node(rig, KD_NODE_TARGET_OP, "t")->as.target;
        kd_joint_channel *channel = &target->channel;
        target->joint = joint;
        channel->channel = (int32_t)kt_random_below(&random, 2);
        channel->mapping = (int32_t)kt_random_below(&random, 2);
        channel->order = (int32_t)kt_random_below(&random, 2);
        channel->axis = (int32_t)kt_random_below(&random, 6);
        channel->vertical = (int32_t)kt_random_below(&random, 7);
        if (channel->vertical / 2 == channel->axis / 2)
            channel->vertical = KD_AXIS_AUTO;
        channel->space = (int32_t)kt_random_below(&random, 3);
        channel->space_joint = channel->space == KD_SPACE_JOINT ? body[kt_random_below(&random, BODY_COUNT)][0] : "";
        channel->flip = (int32_t)kt_random_below(&random, 8);
        double ports[3];
        for (int i = 0; i < 3; i++)
            ports[i] = kt_random_in(&random, -2.5, 2.5);
        /* Bend & roll with a flip of its own is mirrored by the same rule; an odd flip is no rotation of the axes,
         * but changes signs of ports before anything else. */
        kd_source_op *source = &kd_rig_add_node(rig, KD_NODE_SOURCE_OP, "s")->as.source;
        source->channel = *channel;
        ((kd_joint_weight *)kd_rig_add_child(rig, kd_rig_find_node(rig, "s"), "Source"))->joint = joint;
        frame before = target_frame(rig, target, ports);
        assert_int_equal(kd_rig_mirror(rig, &desc, NULL), KD_OK);
        expect_frame(target_frame(rig, target, ports), frame_mirror(before, &desc, has_side(joint)));
        assert_int_equal(source->channel.flip, channel->flip);
        kd_rig_free(rig);
    }
}

static void scales_have_no_sign_and_keep_their_flip(void **state)
{
    (void)state;
    for (int i = 0; i < DESC_COUNT; i++) {
        kd_mirror_desc desc = desc_number(i);
        kd_rig *rig = kd_rig_make(NULL, NULL);
        kd_target_op *target = &kd_rig_add_node(rig, KD_NODE_TARGET_OP, "t_l")->as.target;
        target->joint = "arm_l";
        target->channel.channel = KD_CHANNEL_SCALE;
        target->channel.flip = KD_AXES_Y;
        assert_int_equal(kd_rig_mirror(rig, &desc, NULL), KD_OK);
        assert_int_equal(target->channel.flip, KD_AXES_Y);
        assert_string_equal(target->joint, "arm_r");
        kd_rig_free(rig);
    }
}

static void axis_vector(int32_t axis, double v[3])
{
    memset(v, 0, 3 * sizeof *v);
    v[axis / 2] = axis % 2 ? -1.0 : 1.0;
}

/* Frames of all joints are free here (any pose): the constraint's own constants must carry the reflection. */
static void constraints_place_partners_at_reflections(void **state)
{
    (void)state;
    kt_random random = kt_random_make(71);
    for (int round = 0; round < 100 * DESC_COUNT; round++) {
        kd_mirror_desc desc = desc_number(round % DESC_COUNT);
        kd_rig *rig = kd_rig_make(NULL, NULL);
        const char *joint = body[kt_random_below(&random, BODY_COUNT)][0];
        const char *followed = body[kt_random_below(&random, BODY_COUNT)][0];
        const char *space = body[kt_random_below(&random, BODY_COUNT)][0];
        kd_node *parent = kd_rig_add_node(rig, KD_NODE_PARENT_CONSTRAINT, "p");
        kd_joint_weight *source = (kd_joint_weight *)kd_rig_add_child(rig, parent, "Source");
        kd_constraint *aim = &kd_rig_add_node(rig, KD_NODE_DIRECTION_CONSTRAINT, "d")->as.constraint;
        parent->as.constraint.joint = aim->joint = joint;
        source->joint = followed;
        aim->space = KD_SPACE_JOINT;
        aim->space_joint = space;
        aim->aim_axis = (int32_t)kt_random_below(&random, 6);
        kt_random_rotation(&random, source->rotate);
        for (int i = 0; i < 3; i++) {
            source->translate[i] = kt_random_in(&random, -3.0, 3.0);
            aim->up_vector[i] = kt_random_in(&random, -3.0, 3.0);
            parent->as.constraint.attach_point[i] = kt_random_in(&random, -3.0, 3.0);
        }
        frame item = frame_random(&random), reference = frame_random(&random), held = frame_random(&random);
        frame placed = frame_child(item, source->translate, matrix_from_quat(source->rotate));
        double axis[3], up[3], attach[3], mirrored[3];
        axis_vector(aim->aim_axis, axis);
        matrix_apply(held.axes, axis, axis);
        matrix_apply(reference.axes, aim->up_vector, up);
        memcpy(attach, parent->as.constraint.attach_point, sizeof attach);

        assert_int_equal(kd_rig_mirror(rig, &desc, NULL), KD_OK);
        matrix reflect = matrix_reflect(desc.axis);
        expect_frame(frame_child(frame_mirror(item, &desc, has_side(followed)), source->translate,
                                 matrix_from_quat(source->rotate)),
                     frame_mirror(placed, &desc, has_side(joint)));
        axis_vector(aim->aim_axis, mirrored);
        matrix_apply(frame_mirror(held, &desc, has_side(joint)).axes, mirrored, mirrored);
        matrix_apply(reflect, axis, axis);
        expect_near(mirrored, axis, 3);
        matrix_apply(frame_mirror(reference, &desc, has_side(space)).axes, aim->up_vector, mirrored);
        matrix_apply(reflect, up, up);
        expect_near(mirrored, up, 3);
        matrix_apply(reflect, attach, attach);
        expect_near(parent->as.constraint.attach_point, attach, 3);
        kd_rig_free(rig);
    }
}

static void what_rests_on_an_assumption_is_warned_about(void **state)
{
    (void)state;
    kd_mirror_desc desc = kd_mirror_desc_default();
    desc.frames = KD_MIRROR_FRAMES_BEHAVIOR;
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_findings findings = kd_findings_make(NULL);
    kd_node *node = kd_rig_add_node(rig, KD_NODE_TARGET_OP, "t_l");
    node->as.target.joint = "clavicle_l";
    node->as.target.channel.channel = KD_CHANNEL_TRANSLATE;
    kd_node *mixed = kd_rig_add_node(rig, KD_NODE_SOURCE_OP, "s");
    ((kd_joint_weight *)kd_rig_add_child(rig, mixed, "Source"))->joint = "spine";
    ((kd_joint_weight *)kd_rig_add_child(rig, mixed, "Source"))->joint = "arm_l";
    kd_node *twist = kd_rig_add_node(rig, KD_NODE_TWIST_CHAIN, "w");
    twist->as.twist.source = "arm_l";
    ((kd_joint_weight *)kd_rig_add_child(rig, twist, "Target"))->joint = "spine";
    /* Both joints have a side, but their parents have not both; in model space that does not matter. */
    kd_rig_add_joint(rig, "arm_l", "spine");
    kd_rig_add_joint(rig, "hand_l", "arm_l");
    for (int i = 0; i < 2; i++) {
        kd_node *moves = kd_rig_add_node(rig, KD_NODE_SOURCE_OP, i == 0 ? "seen from parents" : "seen from the model");
        moves->as.source.channel.channel = KD_CHANNEL_TRANSLATE;
        moves->as.source.channel.space = i == 0 ? KD_SPACE_PARENT : KD_SPACE_MODEL;
        ((kd_joint_weight *)kd_rig_add_child(rig, moves, "Source"))->joint = "arm_l";
        ((kd_joint_weight *)kd_rig_add_child(rig, moves, "Source"))->joint = "hand_l";
    }
    assert_int_equal(kd_rig_mirror(rig, &desc, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_JOINT_UNKNOWN, "the parent of 'clavicle_l'");
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "'s' mixes joints");
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "'w' mixes joints");
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "'seen from parents' mixes joints");
    assert_int_equal(findings.count, 4);
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

/* The left half of a rig, driven by the spine. */
static kd_rig *left_half(const kd_allocator *allocator)
{
    kd_rig *rig = kd_rig_make(allocator, NULL);
    if (!rig)
        return NULL;
    kd_group *group = kd_rig_add_group(rig, "arm.L");
    kd_rig_joint *joint = kd_rig_add_joint(rig, "helper_l", "arm_l");
    kd_node *spine = kd_rig_add_node(rig, KD_NODE_SOURCE_OP, "spine");
    kd_node *speed = kd_rig_add_node(rig, KD_NODE_EXTERNAL_INPUT, "speed");
    kd_node *centre_link = kd_rig_add_node(rig, KD_NODE_EZ_PARAM_LINK, "soften");
    kd_node *link = kd_rig_add_node(rig, KD_NODE_EZ_PARAM_LINK, "link_l");
    kd_node *target = kd_rig_add_node(rig, KD_NODE_TARGET_OP, "target_l");
    kd_joint_weight *source = spine ? (kd_joint_weight *)kd_rig_add_child(rig, spine, "Source") : NULL;
    bool connected = kd_rig_connect(rig, "spine", "bendH", "soften", "in") &&
                     kd_rig_connect(rig, "soften", "out", "link_l", "in") &&
                     kd_rig_connect(rig, "speed", "out", "link_l", "influence") &&
                     kd_rig_connect(rig, "link_l", "out", "target_l", "roll") &&
                     kd_rig_connect(rig, "speed", "out", "arm.L", "influence");
    if (!group || !joint || !speed || !centre_link || !link || !target || !source || !connected) {
        kd_rig_free(rig);
        return NULL;
    }
    source->joint = "spine_01";
    group->influence = 0.5;
    joint->translate[0] = 3.0;
    target->as.target.joint = "helper_l";
    target->group = "arm.L";
    rig->connections[3].factor = 2.5;
    return rig;
}

static const kd_connection *connection_to(const kd_rig *rig, const char *node, const char *port)
{
    for (int32_t i = 0; i < rig->connection_count; i++)
        if (strcmp(rig->connections[i].to.node, node) == 0 && strcmp(rig->connections[i].to.port, port) == 0)
            return &rig->connections[i];
    fail_msg("nothing is connected to %s.%s", node, port);
    return NULL;
}

static void symmetrise_makes_the_missing_side_and_keeps_the_rest(void **state)
{
    (void)state;
    kd_mirror_desc desc = kd_mirror_desc_default();
    desc.mode = KD_MIRROR_SYMMETRISE;
    kd_rig *rig = left_half(NULL), *half = left_half(NULL);
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_rig_mirror(rig, &desc, &findings), KD_OK);
    assert_int_equal(kd_rig_validate(rig, NULL, &findings), KD_OK);
    kt_print_findings(&findings);
    assert_int_equal(findings.count, 0);

    assert_int_equal(rig->node_count, 9); /* partners of link and target, twins of spine and soften */
    assert_string_equal(kd_rig_find_node(rig, "target_r")->as.target.joint, "helper_r");
    assert_string_equal(kd_rig_find_node(rig, "target_r")->group, "arm.R");
    assert_int_equal(rig->group_count, 2);
    assert_true(rig->groups[1].influence == 0.5);
    assert_string_equal(rig->joints[1].name, "helper_r");
    assert_string_equal(rig->joints[1].parent, "arm_r");
    assert_true(rig->joints[1].translate[0] == -3.0);
    assert_true(connection_to(rig, "target_r", "roll")->factor == 2.5);
    assert_string_equal(connection_to(rig, "link_r", "influence")->from.node, "speed");
    assert_string_equal(connection_to(rig, "arm.R", "influence")->from.node, "speed");
    assert_string_equal(connection_to(rig, "link_r", "in")->from.node, "soften_mirrored");
    assert_string_equal(connection_to(rig, "soften_mirrored", "in")->from.node, "spine_mirrored");
    /* The spine bends about y and z with the other sign, about x with the same. */
    assert_int_equal(kd_rig_find_node(rig, "spine_mirrored")->as.source.channel.flip, KD_AXES_Y | KD_AXES_Z);

    for (int32_t i = 0; i < half->node_count; i++) {
        const kd_node *first = half->nodes[i], *now = kd_rig_find_node(rig, first->name);
        assert_int_equal(first->type, now->type);
        if (first->type == KD_NODE_SOURCE_OP)
            assert_int_equal(now->as.source.channel.flip, first->as.source.channel.flip);
    }
    int32_t nodes = rig->node_count, connections = rig->connection_count, joints = rig->joint_count;
    assert_int_equal(kd_rig_mirror(rig, &desc, &findings), KD_OK); /* nothing is missing any more */
    assert_int_equal(rig->node_count, nodes);
    assert_int_equal(rig->connection_count, connections);
    assert_int_equal(rig->joint_count, joints);
    kd_findings_free(&findings);
    kd_rig_free(rig);
    kd_rig_free(half);
}

static void symmetrised_random_rigs_are_valid_and_complete(void **state)
{
    (void)state;
    kt_random random = kt_random_make(81);
    for (int round = 0; round < 10 * DESC_COUNT; round++) {
        kd_mirror_desc desc = desc_number(round % DESC_COUNT);
        desc.mode = KD_MIRROR_SYMMETRISE;
        kd_rig *rig = kt_random_rig(kt_random_bits(&random), 50);
        kd_findings findings = kd_findings_make(NULL);
        assert_int_equal(kd_rig_mirror(rig, &desc, NULL), KD_OK);
        kd_result result = kd_rig_validate(rig, NULL, &findings);
        if (result != KD_OK)
            kt_print_findings(&findings);
        assert_int_equal(result, KD_OK);
        for (int32_t i = 0; i < rig->node_count; i++) {
            char mirrored[128];
            kd_mirror_name(rig->nodes[i]->name, &desc, mirrored, sizeof mirrored);
            assert_non_null(kd_rig_find_node(rig, mirrored));
        }
        int32_t nodes = rig->node_count;
        assert_int_equal(kd_rig_mirror(rig, &desc, NULL), KD_OK);
        assert_int_equal(rig->node_count, nodes);
        kd_findings_free(&findings);
        kd_rig_free(rig);
    }
}

static void each_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    size_t live = kt_memory_state.live_blocks;
    for (int mode = 0; mode < 2; mode++)
        for (size_t fail_at = 1;; fail_at++) {
            kd_mirror_desc desc = kd_mirror_desc_default();
            desc.mode = mode ? KD_MIRROR_SYMMETRISE : KD_MIRROR_SWAP;
            kd_findings findings = kd_findings_make(NULL);
            kd_rig *rig = left_half(&allocator);
            for (int i = 0; i < 200; i++) { /* enough names to fill blocks of the arena while they are mirrored */
                char name[32];
                snprintf(name, sizeof name, "more_%d_l", i);
                assert_non_null(kd_rig_add_node(rig, KD_NODE_LINK_WITH, name));
            }
            kt_memory_reset(fail_at);
            kd_result result = kd_rig_mirror(rig, &desc, &findings);
            bool failed = kt_memory_state.calls >= fail_at;
            kt_memory_reset(0);
            assert_int_equal(result, failed ? KD_OUT_OF_MEMORY : KD_OK);
            if (failed)
                kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL);
            kd_findings_free(&findings);
            kd_rig_free(rig);
            assert_int_equal(kt_memory_state.live_blocks, live);
            if (!failed)
                break;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_the_common_tools_change_sides),
        cmocka_unit_test(an_own_rule_takes_the_place_of_the_patterns),
        cmocka_unit_test(any_name_mirrored_twice_is_the_first_name),
        cmocka_unit_test(rotations_are_reflected_as_matrices_are),
        cmocka_unit_test(mirroring_twice_is_the_identity),
        cmocka_unit_test(rest_poses_are_reflected_in_model_space),
        cmocka_unit_test(targets_with_equal_ports_place_partners_at_reflections),
        cmocka_unit_test(scales_have_no_sign_and_keep_their_flip),
        cmocka_unit_test(constraints_place_partners_at_reflections),
        cmocka_unit_test(what_rests_on_an_assumption_is_warned_about),
        cmocka_unit_test(symmetrise_makes_the_missing_side_and_keeps_the_rest),
        cmocka_unit_test(symmetrised_random_rigs_are_valid_and_complete),
        cmocka_unit_test(each_failing_allocation_is_reported_and_leaks_nothing),
    };
    return kt_run(tests);
}
