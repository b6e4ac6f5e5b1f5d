/* Skeletons, poses and running rigs for tests. */
#include "support/rig_run.h"

#include "kinedriver/math.h"

#include <math.h>

static kd_transform run_random_transform(kt_random *random, double distance, double scale)
{
    double q[4];
    kt_random_rotation(random, q);
    kd_transform t = kd_transform_identity();
    t.rotate = kd_quat_make((float)q[0], (float)q[1], (float)q[2], (float)q[3]);
    t.translate =
        kd_vec3_make((float)kt_random_in(random, -distance, distance), (float)kt_random_in(random, -distance, distance),
                     (float)kt_random_in(random, -distance, distance));
    t.scale =
        kd_vec3_make((float)exp(kt_random_in(random, -scale, scale)), (float)exp(kt_random_in(random, -scale, scale)),
                     (float)exp(kt_random_in(random, -scale, scale)));
    return t;
}

void kt_random_skeleton(kt_skeleton *skeleton, uint64_t seed)
{
    kt_random random = kt_random_make(seed);
    int32_t count = kt_random_rig_joint_count;
    assert_true(count <= (int32_t)(sizeof skeleton->joints / sizeof skeleton->joints[0]));
    for (int32_t i = 0; i < count; i++) {
        kd_joint *joint = &skeleton->joints[i];
        joint->name = kt_random_rig_joints[i];
        joint->parent = i == 0 ? KD_NO_JOINT : (int32_t)kt_random_below(&random, (uint32_t)i);
        joint->is_tip = false;
        joint->rest = run_random_transform(&random, 20, 0.2);
    }
    skeleton->skeleton.joints = skeleton->joints;
    skeleton->skeleton.joint_count = count;
}

/* An expression of the node's type that uses its inputs where they are numbers. */
static const char *run_expression(const kd_expr *expr)
{
    bool has_float = expr->input_count > 0 && expr->inputs[0].type == KD_VALUE_FLOAT;
    bool has_vector = expr->input_count > 0 && expr->inputs[0].type == KD_VALUE_VEC3;
    if (expr->type == KD_VALUE_FLOAT)
        return has_float ? "sin(x0 * 0.1) * 3 + x0 / (1 + x0 * x0)" : has_vector ? "length(x0)" : "1.25";
    if (expr->type == KD_VALUE_VEC3)
        return has_float ? "vec3(x0, x0 * 2, 1)" : has_vector ? "x0 * 0.5" : "vec3(1, 2, 3)";
    return has_float ? "axisangle(vec3(1, 2, 3), x0)" : "axisangle(vec3(0, 0, 1), 0.5)";
}

static void run_tame_numbers(kd_number_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
        list->items[i] = fmod(list->items[i], 100.0);
}

/* Numbers that a rigger would write, none of them a scale. */
static void run_fix_rbf(kd_rbf_interp *rbf)
{
    for (int32_t i = 0; i < rbf->output_count; i++) {
        rbf->outputs[i].kind = KD_RBF_OUTPUT_PLAIN;
        rbf->outputs[i].base.count = 0;
    }
    for (int32_t i = 0; i < rbf->key_count; i++) {
        run_tame_numbers(&rbf->keys[i].in);
        run_tame_numbers(&rbf->keys[i].out);
        rbf->keys[i].radius = 0.5 + fmod(fabs(rbf->keys[i].radius), 2.0);
        rbf->keys[i].weights.count = 0;
    }
    rbf->linear_count = 0;
}

void kt_make_runnable(kd_rig *rig)
{
    for (int32_t i = 0; i < rig->node_count; i++) {
        kd_node *node = rig->nodes[i];
        if (node->type == KD_NODE_RBF_INTERP)
            run_fix_rbf(&node->as.rbf);
        if (node->type == KD_NODE_EXPR) {
            node->as.expr.source.text = run_expression(&node->as.expr);
            node->as.expr.code.text = NULL;
        }
    }
}

kd_rig *kt_random_runnable_rig(uint64_t seed, int node_count)
{
    kd_rig *rig = kt_random_rig(seed, node_count);
    kt_make_runnable(rig);
    return rig;
}

kt_run_state kt_run_make(const kd_rig *rig, const kd_skeleton *skeleton, int32_t characters, bool probes)
{
    kt_run_state run = {.blob = kd_buffer_make(NULL)};
    kd_findings findings = kd_findings_make(NULL);
    kd_compile_desc desc = kd_compile_desc_default();
    desc.probes = probes;
    kd_result result = kd_compile(rig, skeleton, &desc, &run.blob, &findings);
    for (size_t i = 0; result != KD_OK && i < findings.count; i++)
        print_message("%d: %s: %s\n", findings.items[i].error.line, findings.items[i].error.path,
                      findings.items[i].error.text);
    assert_int_equal(result, KD_OK);
    kd_findings_free(&findings);
    kd_error error;
    run.program = kd_program_open(run.blob.data, run.blob.size, &error);
    if (run.program == NULL)
        fail_msg("%s", error.text);
    run.binding = kd_binding_init(malloc(kd_binding_size(run.program)), run.program, skeleton);
    size_t size = (kd_instance_size(run.program, characters) + 31) & ~(size_t)31;
    run.instance_memory = aligned_alloc(32, size);
    run.instance = kd_instance_init(run.instance_memory, run.binding, characters);
    return run;
}

void kt_run_free(kt_run_state *run)
{
    kd_buffer_free(&run->blob);
    free(run->binding);
    free(run->instance_memory);
}

void kt_random_pose(const kd_skeleton *skeleton, kt_random *random, kd_transform *pose)
{
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        pose[i] = run_random_transform(random, 30, 0.3);
        if (kt_random_below(random, 20) == 0)
            pose[i].rotate = kd_quat_mul(skeleton->joints[i].rest.rotate, kd_quat_make(0, 1, 0, 0));
        if (kt_random_below(random, 3) == 0)
            pose[i] = skeleton->joints[i].rest;
    }
}

void kt_check_pose(const kd_skeleton *skeleton, const kd_transform *pose)
{
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        float parts[10];
        memcpy(parts, &pose[i], sizeof parts);
        double norm = 0;
        for (int k = 0; k < 10; k++)
            if (!isfinite(parts[k]))
                fail_msg("joint %d part %d is not finite", i, k);
        for (int k = 0; k < 4; k++)
            norm += (double)parts[k] * parts[k];
        if (fabs(norm - 1) > 1e-5)
            fail_msg("the rotation of joint %d has the squared length %.9g", i, norm);
    }
}
