/* RBFInterp: solved when the rig is compiled unless the file holds the weights, and lowered to code on the program's
 * registers. Nodes that read the same inputs with the same keys become one code, so that distances are computed once
 * for all of them. */
#include "compile/rig_compile.h"

#include "compile/rbf_map.h"
#include "text/findings.h"

#include <string.h>

/* The nodes of one code. */
typedef struct rbf_work {
    const kd_rbf_interp **nodes;
    int32_t node_count;
    kdi_call_build *call;
    struct rbf_work *next; /* of the rig */
} rbf_work;

/* Hands on what was found in a node: with its name, and at its own place where a finding has none. */
static void rbf_report(rig_compile *compile, const kd_node *node, kd_findings *findings)
{
    char path[KD_ERROR_PATH_SIZE];
    for (size_t i = 0; i < findings->count; i++) {
        const kd_error *error = &findings->items[i].error;
        kdi_place place = {error->line, error->column, kdi_name_show(node->name, path, sizeof path)};
        if (error->line == 0) {
            place.line = node->item.line;
            place.column = node->item.column;
        }
        kdi_report(compile->findings, findings->items[i].severity, error->code, &place, "%s", error->text);
    }
    kd_findings_free(findings);
}

/* A copy of a node that is solved in memory beside the rig. */
static kd_node *rbf_solved_copy(rig_compile *compile, const kd_node *node, kd_findings *findings)
{
    const kd_rbf_interp *rbf = &node->as.rbf;
    if (compile->scratch == NULL)
        compile->scratch = kd_rig_make(&compile->build.arena.allocator, NULL);
    kd_node *copy = compile->scratch != NULL ? kd_rig_add_node(compile->scratch, KD_NODE_RBF_INTERP, node->name) : NULL;
    kd_rbf_key *keys = (kd_rbf_key *)kdi_compile_memory(compile, (size_t)rbf->key_count, sizeof(kd_rbf_key));
    if (copy == NULL || keys == NULL) {
        compile->is_out_of_memory = true;
        return NULL;
    }
    for (int32_t i = 0; i < rbf->key_count; i++) {
        keys[i] = rbf->keys[i];
        keys[i].weights = (kd_number_list){NULL, 0}; /* those of the rig are not to be written to */
    }
    copy->item = node->item;
    copy->as.rbf = *rbf;
    copy->as.rbf.keys = keys;
    copy->as.rbf.linears = NULL;
    copy->as.rbf.linear_count = 0;
    return kd_rbf_solve(compile->scratch, copy, NULL, findings) == KD_OK ? copy : NULL;
}

/* A node with weights: the rig's own, or a copy; NULL where it cannot be used. */
static const kd_rbf_interp *rbf_solved(rig_compile *compile, const kd_node *node)
{
    kd_findings findings = kd_findings_make(&compile->build.arena.allocator);
    const kd_rbf_interp *solved = NULL;
    if (kd_rbf_is_solved(&node->as.rbf)) {
        if (kdi_rbf_check(&node->as.rbf, &findings) == KD_OK)
            solved = &node->as.rbf;
    } else {
        const kd_node *copy = rbf_solved_copy(compile, node, &findings);
        solved = copy != NULL ? &copy->as.rbf : NULL;
    }
    rbf_report(compile, node, &findings);
    return solved;
}

/* One register for each component of the operands. */
static uint32_t rbf_components(const kdi_call_build *call, const uint32_t *registers, uint32_t first, uint32_t count,
                               uint32_t *components)
{
    uint32_t total = 0;
    for (uint32_t i = first; i < first + count; i++)
        for (uint32_t k = 0; k < call->widths[i]; k++)
            components[total++] = registers[i] + k;
    return total;
}

static kd_result rbf_write(const kdi_call_build *call, const uint32_t *registers, kd_buffer *code)
{
    const rbf_work *work = (const rbf_work *)call->source;
    uint32_t inputs[KDI_CALL_MAX_OPERANDS * 4], outputs[KDI_CALL_MAX_OPERANDS * 4];
    rbf_components(call, registers, 0, call->in_count, inputs);
    rbf_components(call, registers, call->in_count, call->out_count, outputs);
    kd_rbf_lower_desc desc = {inputs, outputs, registers[call->in_count + call->out_count], 0};
    return kd_rbf_lower(work->nodes, work->node_count, &desc, code, NULL);
}

/* Code that already computes what the node needs, or NULL. */
static rbf_work *rbf_find_shared(const rig_compile *compile, const kd_rbf_interp *rbf, const kdi_place_id *inputs)
{
    for (rbf_work *work = (rbf_work *)compile->rbfs; work != NULL; work = work->next) {
        const kdi_call_build *call = work->call;
        if (call->in_count == (uint32_t)rbf->input_count &&
            memcmp(call->operands, inputs, call->in_count * sizeof *inputs) == 0 &&
            call->in_count + call->out_count + (uint32_t)rbf->output_count < KDI_CALL_MAX_OPERANDS &&
            kd_rbf_can_share(work->nodes[0], rbf))
            return work;
    }
    return NULL;
}

static rbf_work *rbf_add_work(rig_compile *compile, const kd_rbf_interp *rbf, const kdi_place_id *inputs)
{
    rbf_work *work = (rbf_work *)kdi_compile_memory(compile, 1, sizeof(rbf_work));
    uint8_t *widths = (uint8_t *)kdi_compile_memory(compile, (size_t)rbf->input_count, 1);
    if (work == NULL || widths == NULL)
        return NULL;
    for (int32_t i = 0; i < rbf->input_count; i++)
        widths[i] = (uint8_t)kdi_value_components(rbf->inputs[i].type);
    work->call = kdi_build_call(&compile->build, KDI_OP_RBF, inputs, widths, (uint32_t)rbf->input_count, 0);
    if (work->call == NULL)
        return NULL;
    work->call->source = work;
    work->call->write = rbf_write;
    work->next = (rbf_work *)compile->rbfs;
    compile->rbfs = work;
    return work;
}

/* Adds the node's outputs to the code; their places begin at *first. */
static bool rbf_add_node(rig_compile *compile, rbf_work *work, const kd_rbf_interp *rbf, uint32_t *first)
{
    kdi_call_build *call = work->call;
    uint32_t old = call->in_count + call->out_count, count = old + (uint32_t)rbf->output_count;
    kdi_place_id *places = (kdi_place_id *)kdi_compile_memory(compile, count + 1, sizeof(kdi_place_id));
    uint8_t *widths = (uint8_t *)kdi_compile_memory(compile, count + 1, 1);
    const kd_rbf_interp **nodes = (const kd_rbf_interp **)kdi_arena_grow(&compile->build.arena, work->nodes,
                                                                         (size_t)work->node_count, sizeof *nodes);
    if (places == NULL || widths == NULL || nodes == NULL) {
        compile->is_out_of_memory = true;
        return false;
    }
    memcpy(places, call->operands, old * sizeof *places);
    memcpy(widths, call->widths, old);
    for (int32_t i = 0; i < rbf->output_count; i++) {
        widths[old + (uint32_t)i] = (uint8_t)kdi_value_components(rbf->outputs[i].type);
        places[old + (uint32_t)i] = kdi_build_values(&compile->build, widths[old + (uint32_t)i]);
    }
    work->nodes = nodes;
    work->nodes[work->node_count++] = rbf;
    call->operands = places;
    call->widths = widths;
    call->out_count += (uint32_t)rbf->output_count;
    kdi_build_call_room(&compile->build, call, kd_rbf_temporaries(work->nodes, work->node_count), false);
    *first = old;
    return true;
}

void kdi_compile_rbf(rig_compile *compile, const kd_node *node)
{
    static const float IDENTITY[4] = {0, 0, 0, 1};
    const kd_rbf_interp *rbf = rbf_solved(compile, node);
    kdi_place_id *inputs =
        (kdi_place_id *)kdi_compile_memory(compile, (size_t)node->as.rbf.input_count, sizeof(kdi_place_id));
    if (rbf == NULL || inputs == NULL)
        return;
    for (int32_t i = 0; i < rbf->input_count; i++) {
        bool turns = rbf->inputs[i].type == KD_VALUE_QUAT;
        kdi_place_id none = kdi_build_constants(&compile->build, turns ? IDENTITY : (const float[3]){0, 0, 0},
                                                (uint32_t)kdi_value_components(rbf->inputs[i].type));
        inputs[i] = kdi_compile_input(compile, rbf->inputs[i].name, none);
    }
    rbf_work *work = rbf_find_shared(compile, rbf, inputs);
    work = work != NULL ? work : rbf_add_work(compile, rbf, inputs);
    uint32_t first = 0;
    if (work == NULL || !rbf_add_node(compile, work, rbf, &first))
        return;
    for (int32_t i = 0; i < rbf->output_count; i++) {
        kdi_place_id place = work->call->operands[first + (uint32_t)i];
        kdi_compile_output(compile, rbf->outputs[i].name, kdi_compile_fade(compile, place, rbf->outputs[i].type));
    }
}
