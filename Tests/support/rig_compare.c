/* Product against reference. */
#include "support/rig_compare.h"

#include "kinedriver/math.h"

#include <math.h>

enum { COMPARE_INPUTS_MOST = 256 };
static const long double TOLERANCE = 1e-5L, SHAKE = 5e-7L, MOST_MOVED = 5e-6L;

/* A host whose skeleton has other joints in place of the missing ones. */
static void rebind_without(kt_run_state *run, const kd_skeleton *skeleton, const bool *missing)
{
    kd_joint joints[64];
    kd_skeleton host = {joints, skeleton->joint_count};
    memcpy(joints, skeleton->joints, sizeof(kd_joint) * (size_t)skeleton->joint_count);
    for (int32_t i = 0; i < skeleton->joint_count; i++)
        if (missing[i])
            joints[i].name = "another";
    kd_binding_init(run->binding, run->program, &host);
    kd_instance_init(run->instance_memory, run->binding, 1);
}

kt_comparison kt_comparison_make(const kd_rig *rig, const kd_skeleton *skeleton, const bool *missing, kt_tally *tally)
{
    kt_comparison comparison = {.rig = rig, .skeleton = skeleton, .tally = tally};
    comparison.run = kt_run_make(rig, skeleton, 1, true);
    if (missing != NULL)
        rebind_without(&comparison.run, skeleton, missing);
    comparison.reference = ref_rig_make(rig, skeleton, missing);
    comparison.shaken = ref_rig_make(rig, skeleton, missing);
    comparison.random = kt_random_make((uint64_t)rig->node_count);
    ref_rig_shake_rest(comparison.shaken, SHAKE, &comparison.random);
    return comparison;
}

void kt_comparison_free(kt_comparison *comparison)
{
    kt_run_free(&comparison->run);
    ref_rig_free(comparison->reference);
    ref_rig_free(comparison->shaken);
}

static float shaken(kt_random *random, float x, float size)
{
    return x + (kt_random_below(random, 2) == 0 ? -1.0f : 1.0f) * (float)SHAKE * size;
}

static void shake_pose(kt_comparison *comparison, const kd_transform *pose, kd_transform *moved)
{
    for (int32_t i = 0; i < comparison->skeleton->joint_count; i++) {
        float parts[10];
        memcpy(parts, &pose[i], sizeof parts);
        for (int k = 0; k < 10; k++)
            parts[k] = shaken(&comparison->random, parts[k], k < 4 ? 1.0f : 1.0f + fabsf(parts[k]));
        memcpy(&moved[i], parts, sizeof parts);
    }
}

static void run_references(kt_comparison *comparison, const kt_frame *frame)
{
    kd_transform moved[64];
    float inputs[COMPARE_INPUTS_MOST];
    ref_job job = {.pose = frame->pose, .inputs = frame->inputs, .seconds = frame->seconds, .lod = frame->lod};
    ref_rig_run(comparison->reference, &job);
    shake_pose(comparison, frame->pose, moved);
    for (int i = 0; frame->inputs != NULL && i < COMPARE_INPUTS_MOST; i++)
        inputs[i] = shaken(&comparison->random, frame->inputs[i], fabsf(frame->inputs[i]));
    job.pose = moved;
    job.inputs = frame->inputs != NULL ? inputs : NULL;
    ref_rig_run(comparison->shaken, &job);
}

/* The product's inputs are numbered without those that are left out. */
static void run_product(kt_comparison *comparison, const kt_frame *frame, float *outputs)
{
    const kd_program *program = comparison->run.program;
    float inputs[COMPARE_INPUTS_MOST];
    const float *input_list[1] = {inputs};
    float *output_list[1] = {outputs};
    kd_transform *poses[1] = {frame->pose};
    int32_t index = 0;
    for (int32_t i = 0; i < comparison->rig->node_count; i++)
        if (comparison->rig->nodes[i]->type == KD_NODE_EXTERNAL_INPUT) {
            int32_t input = kd_program_find_input(program, comparison->rig->nodes[i]->name);
            if (input >= 0 && frame->inputs != NULL)
                inputs[input] = frame->inputs[index];
            index++;
        }
    kd_eval_job job = kd_eval_job_default(comparison->run.instance);
    job.poses = poses;
    job.inputs = frame->inputs != NULL ? input_list : NULL;
    job.outputs = output_list;
    job.seconds = frame->seconds;
    job.lod = frame->lod;
    kd_eval_run(&job);
}

typedef enum verdict { VERDICT_SAME, VERDICT_LEFT_OUT, VERDICT_OTHER } verdict;

static verdict judge(kt_comparison *comparison, long double product, long double reference, long double moved,
                     long double size)
{
    if (!(size < 1e12L) || fabsl(reference - moved) > MOST_MOVED * size)
        return VERDICT_LEFT_OUT;
    long double error = fabsl(product - reference);
    if (size > 0 && error / size > comparison->tally->worst)
        comparison->tally->worst = (double)(error / size);
    return error <= TOLERANCE * size + 1e-12L ? VERDICT_SAME : VERDICT_OTHER;
}

static verdict judge_rotation(kt_comparison *comparison, ref_mat product, ref_mat reference, ref_mat moved)
{
    verdict worst = VERDICT_SAME;
    for (int i = 0; i < 3 && worst != VERDICT_LEFT_OUT; i++)
        for (int k = 0; k < 3 && worst != VERDICT_LEFT_OUT; k++) {
            verdict one = judge(comparison, product.m[i][k], reference.m[i][k], moved.m[i][k], 1);
            worst = one == VERDICT_SAME ? worst : one;
        }
    return worst;
}

static verdict judge_value(kt_comparison *comparison, const float *product, const ref_port *reference,
                           const ref_port *moved)
{
    if (reference->value.doubt || moved->value.doubt)
        return VERDICT_LEFT_OUT;
    if (reference->width == 4) {
        ref_value value = {{product[0], product[1], product[2], product[3]}, 1, false};
        return judge_rotation(comparison, ref_mat_from_value(value), ref_mat_from_value(reference->value),
                              ref_mat_from_value(moved->value));
    }
    verdict worst = VERDICT_SAME;
    for (int32_t k = 0; k < reference->width && worst != VERDICT_LEFT_OUT; k++) {
        verdict one = judge(comparison, product[k], reference->value.x[k], moved->value.x[k], reference->value.size);
        worst = one == VERDICT_SAME ? worst : one;
    }
    return worst;
}

static const ref_port *port_of(const ref_node *node, const char *name)
{
    for (int32_t i = 0; i < node->port_count; i++)
        if (strcmp(node->ports[i].port.name, name) == 0)
            return &node->ports[i];
    return NULL;
}

static void show_failure(const kt_comparison *comparison, int32_t index, const kd_probe *probe,
                         const ref_port *reference)
{
    const kd_node *node = comparison->rig->nodes[index];
    print_message("%s '%s' influence %.9Lg port %s:\n", kd_node_type_text(node->type), node->name,
                  comparison->reference->nodes[index].influence, probe->name);
    const ref_node *own = &comparison->reference->nodes[index];
    for (int32_t i = 0; i < own->port_count; i++)
        if (own->ports[i].from_node >= 0)
            print_message(
                "  %s is fed with %.9Lg times %.9Lg\n", own->ports[i].port.name,
                comparison->reference->nodes[own->ports[i].from_node].ports[own->ports[i].from_port].value.x[0],
                own->ports[i].factor);
    for (int32_t k = 0; k < probe->width; k++)
        print_message("  product %.9g reference %.9Lg (size %.3Lg)\n", (double)probe->value[k], reference->value.x[k],
                      reference->value.size);
    fail_msg("product and reference differ");
}

static bool is_operator(kd_node_type type)
{
    return type == KD_NODE_SOURCE_OP || type == KD_NODE_TARGET_OP;
}

static void tally_one(kt_tally *tally, const kd_node *node, verdict result)
{
    if (result == VERDICT_LEFT_OUT) {
        tally->left_out[node->type]++;
        return;
    }
    tally->cases[node->type]++;
    if (is_operator(node->type))
        tally->channel_cases[node->type][node->type == KD_NODE_SOURCE_OP ? node->as.source.channel.channel
                                                                         : node->as.target.channel.channel]++;
}

static void compare_ports(kt_comparison *comparison, int32_t index)
{
    const ref_node *reference = &comparison->reference->nodes[index], *moved = &comparison->shaken->nodes[index];
    verdict whole = VERDICT_SAME;
    bool any = false;
    kd_probe probe;
    for (int32_t i = 0; kd_instance_probe(comparison->run.instance, 0, index, i, &probe); i++) {
        if (probe.is_input)
            continue;
        const ref_port *port = port_of(reference, probe.name);
        assert_non_null(port);
        verdict one = judge_value(comparison, probe.value, port, port_of(moved, probe.name));
        if (one == VERDICT_OTHER)
            show_failure(comparison, index, &probe, port);
        whole = one == VERDICT_LEFT_OUT ? one : whole;
        any = true;
    }
    if (any && reference->node->type != KD_NODE_TWIST_CHAIN)
        tally_one(comparison->tally, reference->node, whole);
}

static void compare_output(kt_comparison *comparison, int32_t index, const float *outputs)
{
    const kd_node *node = comparison->rig->nodes[index];
    const ref_value *reference = &comparison->reference->nodes[index].state,
                    *moved = &comparison->shaken->nodes[index].state;
    int32_t output = kd_program_find_output(comparison->run.program, node->name);
    assert_true(output >= 0);
    verdict one = VERDICT_LEFT_OUT;
    if (!reference->doubt)
        one = judge(comparison, outputs[output], reference->x[0], moved->x[0],
                    fmaxl(reference->size, fabsl(reference->x[0])));
    if (one == VERDICT_OTHER)
        fail_msg("ExternalOutput '%s': product %.9g reference %.9Lg", node->name, (double)outputs[output],
                 reference->x[0]);
    tally_one(comparison->tally, node, one);
}

static verdict judge_vector(kt_comparison *comparison, kd_vec3 product, ref_vec reference, ref_vec moved,
                            long double size)
{
    const float parts[3] = {product.x, product.y, product.z};
    verdict worst = VERDICT_SAME;
    for (int k = 0; k < 3 && worst != VERDICT_LEFT_OUT; k++) {
        verdict one = judge(comparison, parts[k], reference.x[k], moved.x[k], fmaxl(size, ref_length(reference)));
        worst = one == VERDICT_SAME ? worst : one;
    }
    return worst;
}

static verdict compare_joint(kt_comparison *comparison, int32_t index, const kd_transform *pose)
{
    const ref_joint *reference = &comparison->reference->joints[index], *moved = &comparison->shaken->joints[index];
    if (reference->doubt || moved->doubt)
        return VERDICT_LEFT_OUT;
    ref_frame product = ref_frame_from(pose[index]);
    verdict parts[3] = {
        judge_rotation(comparison, product.rotate, reference->local.rotate, moved->local.rotate),
        judge_vector(comparison, pose[index].translate, reference->local.translate, moved->local.translate,
                     comparison->reference->extent),
        judge_vector(comparison, pose[index].scale, reference->local.scale, moved->local.scale, 0),
    };
    for (int k = 0; k < 3; k++)
        if (parts[k] == VERDICT_OTHER) {
            const float *got = &pose[index].rotate.x;
            ref_quat q = ref_quat_from_mat(reference->local.rotate);
            for (int i = 0; i < 10; i++)
                print_message("  product %.9g reference %.9Lg\n", (double)got[i],
                              i < 4   ? q.x[i]
                              : i < 7 ? reference->local.translate.x[i - 4]
                                      : reference->local.scale.x[i - 7]);
            fail_msg("joint '%s' (%s) differs", reference->name, k == 0 ? "rotate" : k == 1 ? "translate" : "scale");
        }
    for (int k = 0; k < 3; k++)
        if (parts[k] == VERDICT_LEFT_OUT)
            return VERDICT_LEFT_OUT;
    return VERDICT_SAME;
}

static const char *written_joint(const kd_node *node)
{
    switch (node->type) {
    case KD_NODE_TARGET_OP:
        return node->as.target.joint;
    case KD_NODE_TWIST_CHAIN:
        return node->as.twist.targets.items[0].joint;
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        return node->as.constraint.joint;
    default:
        return NULL;
    }
}

void kt_compare_frame(kt_comparison *comparison, const kt_frame *frame)
{
    float outputs[COMPARE_INPUTS_MOST];
    kd_transform before[64];
    verdict joints[64];
    memcpy(before, frame->pose, sizeof(kd_transform) * (size_t)comparison->skeleton->joint_count);
    run_references(comparison, frame);
    run_product(comparison, frame, outputs);
    for (int32_t i = 0; i < comparison->rig->node_count; i++) {
        if (comparison->reference->nodes[i].is_off ||
            (comparison->only != NULL && comparison->rig->nodes[i]->type != *comparison->only))
            continue;
        compare_ports(comparison, i);
        if (comparison->rig->nodes[i]->type == KD_NODE_EXTERNAL_OUTPUT)
            compare_output(comparison, i, outputs);
    }
    for (int32_t i = 0; i < comparison->skeleton->joint_count; i++) {
        if (!comparison->reference->joints[i].is_missing)
            joints[i] = compare_joint(comparison, i, frame->pose);
        else
            assert_memory_equal(&before[i], &frame->pose[i], sizeof before[i]);
    }
    for (int32_t i = 0; i < comparison->rig->node_count; i++) {
        const char *joint = written_joint(comparison->rig->nodes[i]);
        if (joint != NULL && !comparison->reference->nodes[i].is_off)
            tally_one(comparison->tally, comparison->rig->nodes[i],
                      joints[ref_find_joint(comparison->reference, joint)]);
    }
}

static bool is_complete(const kt_compare_desc *desc, bool only_first, const kt_tally *tally)
{
    for (int i = 0; i < desc->type_count; i++) {
        bool counts = !(only_first && i > 0) && desc->types[i] != KD_NODE_EXTERNAL_INPUT &&
                      (i == 0 || desc->types[i] != KD_NODE_SOURCE_OP);
        if (counts && tally->cases[desc->types[i]] < desc->cases)
            return false;
        for (int k = 0; counts && is_operator(desc->types[i]) && k < 3; k++)
            if (tally->channel_cases[desc->types[i]][k] < desc->cases)
                return false;
    }
    return true;
}

static void compare_random(const kt_compare_desc *desc, bool only_first)
{
    kt_tally tally;
    memset(&tally, 0, sizeof tally);
    kt_random random = kt_random_make(desc->seed);
    for (uint64_t seed = desc->seed; !is_complete(desc, only_first, &tally); seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_sane_rig(seed, desc->nodes, desc->types, desc->type_count);
        kt_comparison comparison = kt_comparison_make(rig, &skeleton.skeleton, NULL, &tally);
        comparison.only = only_first ? desc->types : NULL;
        for (int i = 0; i < desc->frames; i++) {
            kd_transform pose[64];
            float inputs[COMPARE_INPUTS_MOST];
            kt_random_pose(&skeleton.skeleton, &random, pose);
            double turn = rig->units.angle == KD_ANGLE_DEGREE ? 200 : 3.5;
            for (int k = 0; k < COMPARE_INPUTS_MOST; k++)
                inputs[k] = (float)kt_random_in(&random, -turn, turn);
            kt_frame frame = {pose, inputs, (float)kt_random_in(&random, 0, 0.1), 0};
            kt_compare_frame(&comparison, &frame);
        }
        kt_comparison_free(&comparison);
        kd_rig_free(rig);
    }
    for (int i = 0; i < KD_NODE_TYPE_COUNT; i++)
        if (tally.cases[i] > 0)
            print_message("# %s: %ld cases, %ld ill-conditioned\n", kd_node_type_text((kd_node_type)i),
                          (long)tally.cases[i], (long)tally.left_out[i]);
    print_message("# largest error %.2g of the size\n", tally.worst);
}

void kt_compare_random(const kt_compare_desc *desc)
{
    compare_random(desc, false);
}

void kt_compare_random_first(const kt_compare_desc *desc)
{
    compare_random(desc, true);
}
