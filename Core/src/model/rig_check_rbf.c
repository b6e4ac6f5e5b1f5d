/* Rules of RBFInterp: as many numbers in its keys as inputs and outputs have components, rotations of unit length,
 * scales above zero, no two keys at one place. */
#include "base/arena.h"
#include "model/rig_check.h"

#include <math.h>
#include <string.h>

static const double RBF_UNIT_TOLERANCE = 1e-3;

typedef struct rbf_sizes {
    int64_t in, out;
} rbf_sizes;

static void rbf_enter(kdi_rig_check *check, const kd_item *item)
{
    check->place.line = item->line;
    check->place.column = item->column;
}

static void rbf_check_count(kdi_rig_check *check, const char *what, int32_t number, int64_t count, int64_t expected)
{
    if (count != expected)
        KDI_RIG_ERROR(check, KD_COUNT_MISMATCH, "%s %d has %lld numbers, but the ports have %lld components", what,
                      (int)number, (long long)count, (long long)expected);
}

static bool rbf_is_unit(const double *q)
{
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return fabs(sqrt(square) - 1.0) <= RBF_UNIT_TOLERANCE;
}

static void rbf_check_bases(kdi_rig_check *check, const kd_rbf_interp *rbf)
{
    for (int32_t i = 0; i < rbf->output_count; i++) {
        const kd_rbf_output *output = &rbf->outputs[i];
        rbf_enter(check, &output->item);
        if (output->base.count > 0)
            rbf_check_count(check, "the base of output", i + 1, output->base.count, kdi_value_components(output->type));
        if (output->type == KD_VALUE_QUAT && output->base.count == 4 && !rbf_is_unit(output->base.items))
            KDI_RIG_ERROR(check, KD_RANGE, "the base of output %d is not a rotation: its length is not 1", (int)i + 1);
        if (output->kind != KD_RBF_OUTPUT_LOG_SCALE)
            continue;
        if (output->type == KD_VALUE_QUAT)
            KDI_RIG_ERROR(check, KD_VALUE,
                          "output %d is a rotation, which has no logarithm of a scale: use kind=\"plain\", or the type "
                          "float or vec3",
                          (int)i + 1);
        for (int32_t c = 0; c < output->base.count; c++)
            if (!(output->base.items[c] > 0.0))
                KDI_RIG_ERROR(check, KD_RANGE, "the base of output %d is a scale of %g; logarithms need scales above 0",
                              (int)i + 1, output->base.items[c]);
    }
}

/* Scales among the outputs of a key whose counts are right. */
static void rbf_check_scales(kdi_rig_check *check, const kd_rbf_interp *rbf, int32_t index)
{
    const double *at = rbf->keys[index].out.items;
    for (int32_t i = 0; i < rbf->output_count; i++) {
        bool is_scale = rbf->outputs[i].kind == KD_RBF_OUTPUT_LOG_SCALE && rbf->outputs[i].type != KD_VALUE_QUAT;
        for (int32_t c = 0; c < kdi_value_components(rbf->outputs[i].type); c++, at++)
            if (is_scale && !(*at > 0.0))
                KDI_RIG_ERROR(check, KD_KEY, "key %d has a scale of %g in output %d; logarithms need scales above 0",
                              (int)index + 1, *at, (int)i + 1);
    }
}

/* Rotations among the inputs and outputs of a key whose counts are right. */
static void rbf_check_rotations(kdi_rig_check *check, const kd_rbf_interp *rbf, int32_t index)
{
    const kd_rbf_key *key = &rbf->keys[index];
    const double *at = key->in.items;
    bool unit = true;
    for (int32_t i = 0; i < rbf->input_count; at += kdi_value_components(rbf->inputs[i].type), i++)
        unit = unit && (rbf->inputs[i].type != KD_VALUE_QUAT || rbf_is_unit(at));
    at = key->out.items;
    for (int32_t i = 0; i < rbf->output_count; at += kdi_value_components(rbf->outputs[i].type), i++)
        unit = unit && (rbf->outputs[i].type != KD_VALUE_QUAT || rbf_is_unit(at));
    if (!unit)
        KDI_RIG_ERROR(check, KD_KEY, "key %d holds a rotation whose length is not 1", (int)index + 1);
}

static void rbf_check_key(kdi_rig_check *check, const kd_rbf_interp *rbf, int32_t index, const rbf_sizes *sizes)
{
    const kd_rbf_key *key = &rbf->keys[index];
    rbf_enter(check, &key->item);
    rbf_check_count(check, "'in' of key", index + 1, key->in.count, sizes->in);
    rbf_check_count(check, "'out' of key", index + 1, key->out.count, sizes->out);
    if (key->weights.count > 0)
        rbf_check_count(check, "'weights' of key", index + 1, key->weights.count, sizes->out);
    if (key->in.count == sizes->in && key->out.count == sizes->out)
        rbf_check_rotations(check, rbf, index);
    if (key->out.count == sizes->out && !key->mute)
        rbf_check_scales(check, rbf, index);
}

/* Keys at one place: found by a table of the bytes of their inputs. */
static void rbf_check_places(kdi_rig_check *check, const kd_rbf_interp *rbf)
{
    kdi_name_table places;
    kdi_name_table_init(&places, &check->rig->arena->allocator);
    for (int32_t i = 0; i < rbf->key_count; i++) {
        const kd_rbf_key *key = &rbf->keys[i];
        int32_t present;
        if (key->mute || key->in.count == 0)
            continue;
        size_t bytes = (size_t)key->in.count * sizeof *key->in.items;
        if (kdi_name_table_add(&places, (const char *)key->in.items, bytes, i, &present) != KD_OK) {
            KDI_RIG_ERROR(check, KD_OUT_OF_MEMORY, "no memory for a table of keys");
            break;
        }
        rbf_enter(check, &key->item);
        if (present != KDI_NO_NAME)
            KDI_RIG_WARNING(check, KD_KEY, "keys %d and %d have the same inputs; mute or remove one", (int)present + 1,
                            (int)i + 1);
    }
    kdi_name_table_free(&places);
}

/* A solution is there for all active keys or for none. */
static void rbf_check_solution(kdi_rig_check *check, const kd_rbf_interp *rbf, const rbf_sizes *sizes)
{
    int32_t active = 0, solved = 0;
    for (int32_t i = 0; i < rbf->key_count; i++) {
        active += !rbf->keys[i].mute;
        solved += !rbf->keys[i].mute && rbf->keys[i].weights.count > 0;
    }
    if (rbf->key_count > 0 && active == 0)
        KDI_RIG_WARNING(check, KD_UNUSED, "every key is muted: the outputs keep their base");
    if (solved != 0 && solved != active)
        KDI_RIG_ERROR(check, KD_COUNT_MISMATCH, "%d of %d keys have 'weights'; solve again, or remove them all",
                      (int)solved, (int)active);
    if (rbf->linear_count > 0 && rbf->linear_count != sizes->in + 1)
        KDI_RIG_ERROR(check, KD_COUNT_MISMATCH, "there are %d <Linear>; a solved linear term has %lld",
                      (int)rbf->linear_count, (long long)sizes->in + 1);
    for (int32_t i = 0; i < rbf->linear_count; i++) {
        rbf_enter(check, &rbf->linears[i].item);
        rbf_check_count(check, "'weights' of linear", i + 1, rbf->linears[i].weights.count, sizes->out);
    }
}

void kdi_rig_check_rbf(kdi_rig_check *check, const kd_rbf_interp *rbf)
{
    const kdi_place node_place = check->place;
    rbf_sizes sizes = {0, 0};
    for (int32_t i = 0; i < rbf->input_count; i++)
        sizes.in += kdi_value_components(rbf->inputs[i].type);
    for (int32_t i = 0; i < rbf->output_count; i++)
        sizes.out += kdi_value_components(rbf->outputs[i].type);
    rbf_check_bases(check, rbf);
    for (int32_t i = 0; i < rbf->key_count; i++)
        rbf_check_key(check, rbf, i, &sizes);
    rbf_check_places(check, rbf);
    check->place = node_place;
    rbf_check_solution(check, rbf, &sizes);
}
