/* Effectors that are a few instructions each: links, combinations, followers, and the values of the host. */
#include "compile/rig_compile.h"

#include "kinedriver/scalar.h"

static float effector_reciprocal(double x)
{
    return x > 1e-12 || x < -1e-12 ? (float)(1.0 / x) : 0.0f;
}

static void effector_link(rig_compile *compile, const kd_node *node)
{
    const kd_link *link = &node->as.link;
    kdi_op op = node->type == KD_NODE_EZ_PARAM_LINK_LINEAR ? KDI_OP_LINK
                : node->type == KD_NODE_EZ_PARAM_LINK      ? KDI_OP_LINK_EASE
                                                           : KDI_OP_REMAP;
    float parameters[8] = {(float)link->in_min, effector_reciprocal(link->in_max - link->in_min), (float)link->out_min,
                           (float)(link->out_max - link->out_min)};
    parameters[4] = link->before == KD_OUTSIDE_LINEAR ? -KDI_BOUND : 0.0f;
    parameters[5] = link->after == KD_OUTSIDE_LINEAR ? KDI_BOUND : 1.0f;
    parameters[6] = (float)(1.0 - link->ease_in);
    parameters[7] = (float)(1.0 - link->ease_out);
    if (op == KDI_OP_REMAP) {
        parameters[4] = (float)link->soft_min;
        parameters[5] = (float)link->soft_max;
    }
    kdi_place_id in = kdi_compile_input(compile, "in", KDI_PLACE_ZERO);
    const kdi_place_id operands[2] = {in, kdi_compile_influence(compile)};
    kdi_compile_output(compile, "out", kdi_build_op(&compile->build, op, operands, parameters));
}

static void effector_combine(rig_compile *compile, const kd_node *node)
{
    const kd_combine *combine = &node->as.combine;
    kdi_program_build *build = &compile->build;
    kdi_place_id result = KDI_PLACE_NONE;
    float share = combine->operation == KD_COMBINE_AVERAGE ? 1.0f / (float)combine->input_count : 1.0f;
    for (int32_t i = 0; i < combine->input_count; i++) {
        kdi_place_id value = kdi_compile_input(compile, combine->inputs[i].name, KDI_PLACE_ZERO);
        float weight = (float)combine->inputs[i].weight;
        const kdi_place_id pair[2] = {result, value};
        const float factors[2] = {1.0f, weight}, scaled[1] = {weight * share};
        if (result == KDI_PLACE_NONE)
            result = kdi_build_op(build, KDI_OP_SCALED, &value, scaled);
        else if (combine->operation == KD_COMBINE_PRODUCT)
            result = kdi_build_op(build, KDI_OP_MUL, pair, factors);
        else if (combine->operation == KD_COMBINE_MINIMUM)
            result = kdi_build_op(build, KDI_OP_MIN, pair, factors);
        else if (combine->operation == KD_COMBINE_MAXIMUM)
            result = kdi_build_op(build, KDI_OP_MAX, pair, factors);
        else
            result = kdi_build_op(build, KDI_OP_ADD_SCALED, pair, scaled);
    }
    kdi_compile_output(compile, "out", kdi_compile_fade(compile, result, KD_VALUE_FLOAT));
}

/* State: the value, then its speed. */
static void effector_follow(rig_compile *compile, const kd_node *node)
{
    static const float IDENTITY[4] = {0, 0, 0, 1};
    static const kdi_op OPS[3] = {KDI_OP_FOLLOW, KDI_OP_FOLLOW_V, KDI_OP_FOLLOW_Q};
    const kd_damped_follow *follow = &node->as.follow;
    kdi_program_build *build = &compile->build;
    uint32_t width = follow->type == KD_VALUE_FLOAT ? 1 : follow->type == KD_VALUE_VEC3 ? 3 : 4;
    kdi_place_id none =
        kdi_build_constants(build, follow->type == KD_VALUE_QUAT ? IDENTITY : (const float[3]){0, 0, 0}, width);
    kdi_place_id in = kdi_compile_input(compile, "in", none);
    kdi_place_id reset = KDI_PLACE(KDI_PLACE_FIXED, KDI_REGISTER_RESET),
                 seconds = KDI_PLACE(KDI_PLACE_FIXED, KDI_REGISTER_SECONDS);
    if (kdi_compile_is_fed(compile, "reset"))
        reset = kdi_build_op(build, KDI_OP_MAX,
                             (const kdi_place_id[]){kdi_compile_input(compile, "reset", KDI_PLACE_ZERO), reset},
                             (const float[]){1, 1});
    kdi_place_id value = kdi_build_state(build, width), speed = kdi_build_state(build, width == 1 ? 1 : 3);
    const kdi_place_id operands[5] = {in, value, speed, seconds, reset}, out[2] = {value, speed};
    const float parameters[2] = {(float)follow->half_life_s, (float)follow->damping};
    kdi_build_op_to(build, OPS[follow->type], operands, parameters, out);
    kdi_compile_output(compile, "out", kdi_compile_fade(compile, value, follow->type));
}

void kdi_compile_effector(rig_compile *compile, const kd_node *node)
{
    if (node->type == KD_NODE_COMBINE)
        effector_combine(compile, node);
    else if (node->type == KD_NODE_DAMPED_FOLLOW)
        effector_follow(compile, node);
    else
        effector_link(compile, node);
}

static kdi_program_external *external_add(rig_compile *compile, const kd_node *node, kdi_program_external *list,
                                          uint32_t *count)
{
    kdi_program_external *external = &list[(*count)++];
    const kd_external *values = &node->as.external;
    external->name = kdi_build_name(&compile->build, node->name);
    external->min = kdi_build_number(values->min);
    external->max = kdi_build_number(values->max);
    external->initial = kd_clamp(kdi_build_number(values->initial), external->min, external->max);
    return external;
}

void kdi_compile_external(rig_compile *compile, const kd_node *node)
{
    kdi_program_build *build = &compile->build;
    kdi_place_id influence = kdi_compile_influence(compile);
    if (node->type == KD_NODE_EXTERNAL_INPUT) {
        uint32_t index = build->input_count;
        kdi_program_external *input = external_add(compile, node, build->inputs, &build->input_count);
        kdi_place_id initial = kdi_build_constant(build, input->initial), place = KDI_PLACE(KDI_PLACE_INPUT, index);
        kdi_compile_output(compile, "out",
                           kdi_build_op(build, KDI_OP_MIX, (const kdi_place_id[]){initial, place, influence}, NULL));
        return;
    }
    kdi_program_external *output = external_add(compile, node, build->outputs, &build->output_count);
    const float parameters[3] = {output->initial, output->min, output->max};
    kdi_place_id in = kdi_compile_input(compile, "in", kdi_build_constant(build, output->initial));
    output->kind = (uint32_t)node->as.external.kind;
    output->lod = build->lod;
    output->place = kdi_build_op(build, KDI_OP_OUTPUT, (const kdi_place_id[]){in, influence}, parameters);
}
