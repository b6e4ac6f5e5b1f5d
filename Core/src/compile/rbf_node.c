/* RBF nodes: made from arrays, weights stored and fetched. Weights in a node belong to the kernel of the plain
 * distance, so that they mean the same whatever unit a solver works in. */
#include "compile/rbf_node.h"

#include <stdio.h>
#include <string.h>

bool kd_rbf_is_solved(const kd_rbf_interp *rbf)
{
    int32_t out = kd_rbf_output_components(rbf);
    for (int32_t i = 0; i < rbf->key_count; i++)
        if (!rbf->keys[i].mute && rbf->keys[i].weights.count != out)
            return false;
    return !rbf->linear || rbf->linear_count == kd_rbf_input_components(rbf) + 1;
}

const char *kdi_rbf_key_name(const kd_rbf_interp *rbf, int32_t key, char text[KDI_RBF_NAME_SIZE])
{
    const char *name = rbf->keys[key].name;
    if (name && *name)
        snprintf(text, KDI_RBF_NAME_SIZE, "'%.*s'", KDI_RBF_NAME_SIZE - 4, name);
    else
        snprintf(text, KDI_RBF_NAME_SIZE, "%d", (int)key + 1);
    return text;
}

/* A list of `count` zeros. */
static bool node_numbers(kd_rig *rig, kd_number_list *list, int32_t count)
{
    if (list->count != count) {
        list->items = KDI_ARENA_PUSH(rig->arena, double, (size_t)count);
        list->count = list->items ? count : 0;
    }
    if (list->items)
        memset(list->items, 0, (size_t)list->count * sizeof *list->items);
    return list->count == count;
}

static bool node_store_linear(kd_rig *rig, kd_rbf_interp *rbf, const kdi_rbf_system *system,
                              const kdi_rbf_solution *solution, const int32_t *components)
{
    int32_t rows = solution->linear ? system->sizes.in + 1 : 0;
    if (rbf->linear_count != rows) {
        rbf->linears = KDI_ARENA_PUSH(rig->arena, kd_rbf_linear, (size_t)rows);
        rbf->linear_count = rbf->linears ? rows : 0;
        if (!rbf->linears)
            return false;
    }
    for (int32_t r = 0; r < rows; r++) {
        if (!node_numbers(rig, &rbf->linears[r].weights, system->sizes.out))
            return false;
        for (int32_t o = 0; o < system->sizes.sums; o++)
            rbf->linears[r].weights.items[components[o]] = solution->linear[(size_t)o * (size_t)rows + (size_t)r];
    }
    return true;
}

kd_result kdi_rbf_store(kd_rig *rig, kd_rbf_interp *rbf, const kdi_rbf_system *system, const kdi_rbf_solution *solution)
{
    int32_t components[KD_RBF_COMPONENT_MAX];
    double gain = kdi_rbf_shape_gain(&system->shape);
    kdi_rbf_sum_components(rbf, components);
    for (int32_t i = 0; i < rbf->key_count; i++)
        if (rbf->keys[i].mute)
            rbf->keys[i].weights.count = 0;
    for (int32_t k = 0; k < system->key_count; k++) {
        kd_rbf_key *key = &rbf->keys[system->keys[k]];
        int32_t place = system->places[k];
        if (!node_numbers(rig, &key->weights, system->sizes.out))
            return KD_OUT_OF_MEMORY;
        for (int32_t o = 0; o < system->sizes.sums && system->firsts[place] == k; o++)
            key->weights.items[components[o]] =
                gain * solution->weights[(size_t)o * (size_t)system->place_count + (size_t)place];
    }
    return node_store_linear(rig, rbf, system, solution, components) ? KD_OK : KD_OUT_OF_MEMORY;
}

kd_result kdi_rbf_restore(const kd_rbf_interp *rbf, kdi_rbf_system *system, kdi_rbf_solution *solution)
{
    int32_t components[KD_RBF_COMPONENT_MAX];
    int32_t sums = kdi_rbf_measure(rbf).sums, rows = system->sizes.in + 1;
    size_t places = (size_t)system->place_count;
    double gain = kdi_rbf_shape_gain(&system->shape);
    kdi_rbf_sum_components(rbf, components);
    memset(solution, 0, sizeof *solution);
    solution->weights = KDI_ARENA_PUSH(&system->arena, double, places *(size_t)sums);
    solution->linear = rbf->linear ? KDI_ARENA_PUSH(&system->arena, double, (size_t)sums *(size_t)rows) : NULL;
    if (!solution->weights || (rbf->linear && !solution->linear))
        return KD_OUT_OF_MEMORY;
    for (int32_t k = 0; k < system->key_count; k++)
        for (int32_t o = 0; o < sums; o++)
            solution->weights[(size_t)o * places + (size_t)system->places[k]] +=
                rbf->keys[system->keys[k]].weights.items[components[o]] / gain;
    for (int32_t r = 0; r < rows && solution->linear; r++)
        for (int32_t o = 0; o < sums; o++)
            solution->linear[(size_t)o * (size_t)rows + (size_t)r] = rbf->linears[r].weights.items[components[o]];
    return KD_OK;
}

static bool node_add_keys(kd_rig *rig, kd_node *node, const kd_rbf_arrays *arrays)
{
    for (int32_t i = 0; i < arrays->key_count; i++) {
        kd_rbf_key *key = (kd_rbf_key *)kd_rig_add_child(rig, node, "Key");
        if (!key || !node_numbers(rig, &key->in, arrays->input_count) ||
            !node_numbers(rig, &key->out, arrays->output_count))
            return false;
        memcpy(key->in.items, arrays->in + (size_t)i * (size_t)arrays->input_count,
               (size_t)arrays->input_count * sizeof *key->in.items);
        memcpy(key->out.items, arrays->out + (size_t)i * (size_t)arrays->output_count,
               (size_t)arrays->output_count * sizeof *key->out.items);
        if (arrays->key_names && arrays->key_names[i])
            key->name = kd_rig_text(rig, arrays->key_names[i]);
        if (!key->name)
            return false;
    }
    return true;
}

/* A port named as given or "letter number". */
static const char *node_port_name(kd_rig *rig, const char *const *names, int32_t index, char letter)
{
    char text[16];
    if (names && names[index])
        return kd_rig_text(rig, names[index]);
    snprintf(text, sizeof text, "%c%d", letter, (int)index + 1);
    return kd_rig_text(rig, text);
}

kd_node *kd_rbf_add_node(kd_rig *rig, const char *name, const kd_rbf_arrays *arrays)
{
    kd_node *node = kd_rig_add_node(rig, KD_NODE_RBF_INTERP, name);
    for (int32_t i = 0; node && i < arrays->input_count; i++) {
        kd_rbf_input *input = (kd_rbf_input *)kd_rig_add_child(rig, node, "Input");
        if (!input || !(input->name = node_port_name(rig, arrays->input_names, i, 'x')))
            return NULL;
    }
    for (int32_t i = 0; node && i < arrays->output_count; i++) {
        kd_rbf_output *output = (kd_rbf_output *)kd_rig_add_child(rig, node, "Output");
        if (!output || !(output->name = node_port_name(rig, arrays->output_names, i, 'y')))
            return NULL;
    }
    return node && node_add_keys(rig, node, arrays) ? node : NULL;
}
