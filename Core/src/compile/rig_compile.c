/* Compiles a rig: checks it, finds out which nodes have their joints, lowers node after node, and writes the program.
 */
#include "compile/rig_compile.h"

#include "base/allocator.h"
#include "kinedriver/expr.h"
#include "text/findings.h"

#include <string.h>

kd_compile_desc kd_compile_desc_default(void)
{
    kd_compile_desc desc = {false, kd_allocator_default()};
    return desc;
}

static kdi_place compile_place(const kd_node *node, char *path, size_t capacity)
{
    kdi_place place = {node->item.line, node->item.column, kdi_name_show(node->name, path, capacity)};
    return place;
}

/* A name in a node that must be a joint of the skeleton; NULL, or the first that is not. */
static const char *compile_missing_in_list(const rig_compile *compile, const kd_joint_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
        if (kdi_compile_find_joint(compile, list->items[i].joint) == KDI_NOTHING)
            return list->items[i].joint;
    return NULL;
}

static const char *compile_missing_name(const rig_compile *compile, const char *name, bool is_wanted)
{
    return is_wanted && kdi_compile_find_joint(compile, name) == KDI_NOTHING ? name : NULL;
}

static const char *compile_missing_joint(const rig_compile *compile, const kd_node *node)
{
    const char *missing = NULL;
    switch (node->type) {
    case KD_NODE_SOURCE_OP:
        missing = compile_missing_in_list(compile, &node->as.source.sources);
        return missing != NULL ? missing
                               : compile_missing_name(compile, node->as.source.channel.space_joint,
                                                      node->as.source.channel.space == KD_SPACE_JOINT);
    case KD_NODE_TARGET_OP:
        missing = compile_missing_name(compile, node->as.target.joint, true);
        return missing != NULL ? missing
                               : compile_missing_name(compile, node->as.target.channel.space_joint,
                                                      node->as.target.channel.space == KD_SPACE_JOINT);
    case KD_NODE_TWIST_CHAIN:
        missing = compile_missing_in_list(compile, &node->as.twist.targets);
        return missing != NULL ? missing
                               : compile_missing_name(compile, node->as.twist.source, node->as.twist.source[0] != '\0');
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        missing = compile_missing_in_list(compile, &node->as.constraint.sources);
        missing = missing != NULL ? missing : compile_missing_name(compile, node->as.constraint.joint, true);
        missing = missing != NULL ? missing
                                  : compile_missing_name(compile, node->as.constraint.space_joint,
                                                         node->as.constraint.space == KD_SPACE_JOINT);
        return missing != NULL ? missing
                               : compile_missing_name(compile, node->as.constraint.up_joint,
                                                      node->type == KD_NODE_DIRECTION_CONSTRAINT &&
                                                          node->as.constraint.up == KD_UP_KIND_JOINT);
    default:
        return NULL;
    }
}

/* Connections by the node or group they feed. */
static kd_result compile_feeds(rig_compile *compile)
{
    const kd_rig *rig = compile->rig;
    compile->feeds = (compile_feed *)kdi_compile_memory(compile, (size_t)rig->connection_count, sizeof(compile_feed));
    if (compile->feeds == NULL)
        return KD_OUT_OF_MEMORY;
    for (int32_t i = rig->connection_count; i-- > 0;) {
        const kd_connection *connection = &rig->connections[i];
        compile_feed *feed = &compile->feeds[i];
        kdi_port_view view;
        int32_t to = kdi_rig_names_find(&compile->names, connection->to.node);
        feed->from_node = kdi_rig_names_find(&compile->names, connection->from.node);
        feed->factor = kdi_build_number(connection->factor);
        if (kdi_node_find_port_view(rig->nodes[feed->from_node], connection->from.port, true, &view))
            feed->from_port = view.index;
        if (to < rig->node_count && kdi_node_find_port_view(rig->nodes[to], connection->to.port, true, &view))
            feed->to_port = view.index;
        feed->next = compile->nodes[to].first_feed;
        compile->nodes[to].first_feed = i;
    }
    return KD_OK;
}

static kd_result compile_make_nodes(rig_compile *compile)
{
    const kd_rig *rig = compile->rig;
    size_t count = (size_t)rig->node_count + (size_t)rig->group_count, words = ((size_t)compile->joint_count + 31) / 32;
    compile->nodes = (compile_node *)kdi_compile_memory(compile, count, sizeof(compile_node));
    if (compile->nodes == NULL)
        return KD_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++) {
        compile_node *node = &compile->nodes[i];
        node->first_feed = KDI_NOTHING;
        node->influence = KDI_PLACE_NONE;
        node->joints = (uint32_t *)kdi_compile_memory(compile, words, sizeof(uint32_t));
        node->port_count = i < (size_t)rig->node_count ? kdi_node_port_count(rig->nodes[i]) : 0;
        node->ports = (kdi_place_id *)kdi_compile_memory(compile, (size_t)node->port_count, sizeof(kdi_place_id));
        if (node->joints == NULL || node->ports == NULL)
            return KD_OUT_OF_MEMORY;
    }
    return KD_OK;
}

/* What a node takes over from one that feeds it: joints it cannot do without, levels of detail at which it has
 * something to work with. */
static void compile_inherit(rig_compile *compile, compile_node *node, int32_t from)
{
    const compile_node *other = &compile->nodes[from];
    size_t words = ((size_t)compile->joint_count + 31) / 32;
    for (size_t i = 0; i < words; i++)
        node->joints[i] |= other->joints[i];
    node->lod = other->lod < node->lod ? other->lod : node->lod;
}

/* The node or group that feeds a vertex and is off; KDI_NOTHING if none is. */
static int32_t compile_inherit_feeds(rig_compile *compile, compile_node *node, int32_t vertex)
{
    int32_t off = KDI_NOTHING;
    for (int32_t i = compile->nodes[vertex].first_feed; i != KDI_NOTHING; i = compile->feeds[i].next) {
        int32_t from = compile->feeds[i].from_node;
        compile_inherit(compile, node, from);
        off = compile->nodes[from].is_off ? from : off;
    }
    return off;
}

/* Decides whether a node takes part, with a warning if not. */
static void compile_judge(rig_compile *compile, int32_t index)
{
    const kd_rig *rig = compile->rig;
    const kd_node *source = rig->nodes[index];
    compile_node *node = &compile->nodes[index];
    node->lod = (uint32_t)source->lod;
    int32_t off = compile_inherit_feeds(compile, node, index);
    if (source->group[0] != '\0') {
        int32_t group = kdi_rig_names_find(&compile->names, source->group);
        uint32_t lod = (uint32_t)rig->groups[group - rig->node_count].lod;
        int32_t group_off = compile_inherit_feeds(compile, node, group);
        off = off == KDI_NOTHING ? group_off : off;
        node->lod = lod < node->lod ? lod : node->lod;
    }
    const char *missing = compile_missing_joint(compile, source);
    char path[KDI_NAME_SHOW_SIZE], name[KDI_NAME_SHOW_SIZE];
    kdi_place place = compile_place(source, path, sizeof path);
    node->is_off = missing != NULL || off != KDI_NOTHING;
    if (missing != NULL)
        KDI_WARNING(compile->findings, KD_JOINT_UNKNOWN, &place, "left out: the skeleton has no joint '%s'",
                    kdi_name_show(missing, name, sizeof name));
    else if (off != KDI_NOTHING)
        KDI_WARNING(compile->findings, KD_JOINT_UNKNOWN, &place, "left out: it depends on '%s', which is left out",
                    kdi_name_show(rig->nodes[off]->name, name, sizeof name));
}

static void compile_lower(rig_compile *compile, const kd_node *node)
{
    switch (node->type) {
    case KD_NODE_SOURCE_OP:
        kdi_compile_source(compile, node);
        break;
    case KD_NODE_TARGET_OP:
        kdi_compile_target(compile, node);
        break;
    case KD_NODE_TWIST_CHAIN:
        kdi_compile_twist(compile, node);
        break;
    case KD_NODE_POSITION_CONSTRAINT:
    case KD_NODE_ORIENTATION_CONSTRAINT:
    case KD_NODE_DIRECTION_CONSTRAINT:
    case KD_NODE_PARENT_CONSTRAINT:
        kdi_compile_constraint(compile, node);
        break;
    case KD_NODE_EXTERNAL_INPUT:
    case KD_NODE_EXTERNAL_OUTPUT:
        kdi_compile_external(compile, node);
        break;
    case KD_NODE_LINK_WITH:
        kdi_compile_curve(compile, node);
        break;
    case KD_NODE_EXPR:
        kdi_compile_expression(compile, node);
        break;
    case KD_NODE_RBF_INTERP:
        kdi_compile_rbf(compile, node);
        break;
    default:
        kdi_compile_effector(compile, node);
        break;
    }
}

static kd_result compile_sections(rig_compile *compile)
{
    const kd_rig *rig = compile->rig;
    kdi_program_build *build = &compile->build;
    size_t nodes = (size_t)rig->node_count;
    build->node_count = (uint32_t)rig->node_count;
    build->group_count = (uint32_t)rig->group_count;
    build->nodes = (kdi_program_node *)kdi_compile_memory(compile, nodes, sizeof(kdi_program_node));
    build->groups =
        (kdi_program_group *)kdi_compile_memory(compile, (size_t)rig->group_count, sizeof(kdi_program_group));
    build->inputs = (kdi_program_external *)kdi_compile_memory(compile, nodes, sizeof(kdi_program_external));
    build->outputs = (kdi_program_external *)kdi_compile_memory(compile, nodes, sizeof(kdi_program_external));
    if (compile->is_out_of_memory)
        return KD_OUT_OF_MEMORY;
    for (int32_t i = 0; i < rig->group_count; i++) {
        const compile_node *group = &compile->nodes[rig->node_count + i];
        build->groups[i].name = kdi_build_name(build, rig->groups[i].name);
        build->groups[i].influence = group->first_feed != KDI_NOTHING ? 1.0f : (float)rig->groups[i].influence;
    }
    return KD_OK;
}

static bool compile_influence_is_driven(const rig_compile *compile, int32_t index)
{
    for (int32_t i = compile->nodes[index].first_feed; i != KDI_NOTHING; i = compile->feeds[i].next)
        if (compile->feeds[i].to_port == 0)
            return true;
    return false;
}

static void compile_nodes(rig_compile *compile)
{
    const kd_rig *rig = compile->rig;
    for (int32_t i = 0; i < rig->node_count && !compile->is_out_of_memory; i++) {
        const kd_node *source = rig->nodes[i];
        kdi_program_node *row = &compile->build.nodes[i];
        compile->at = i;
        compile_judge(compile, i);
        compile->build.lod = compile->nodes[i].lod;
        row->name = kdi_build_name(&compile->build, source->name);
        row->type = source->type;
        row->lod = compile->nodes[i].lod;
        row->group = source->group[0] != '\0' ? kdi_rig_names_find(&compile->names, source->group) - rig->node_count
                                              : KDI_NOTHING;
        row->influence = compile_influence_is_driven(compile, i) ? 1.0f : (float)source->influence;
        if (!compile->nodes[i].is_off)
            compile_lower(compile, source);
        kdi_compile_probes(compile);
    }
}

static kd_result compile_run(rig_compile *compile, const kd_skeleton *skeleton)
{
    kd_result result = kdi_compile_joints(compile, skeleton);
    result = result == KD_OK ? compile_make_nodes(compile) : result;
    result = result == KD_OK ? compile_feeds(compile) : result;
    result = result == KD_OK ? compile_sections(compile) : result;
    if (result != KD_OK)
        return result;
    compile->build.rig_name = kdi_build_name(&compile->build, compile->rig->name);
    kdi_compile_begin(compile);
    compile_nodes(compile);
    return compile->text_error != KD_OK ? compile->text_error : kdi_compile_finish(compile);
}

static kd_result compile_open(rig_compile *compile, const kd_rig *rig, const kd_allocator *allocator,
                              kd_findings *findings)
{
    memset(compile, 0, sizeof *compile);
    compile->rig = rig;
    compile->findings = findings;
    compile->angle_unit = rig->units.angle == KD_ANGLE_DEGREE ? 0.0174532925f : 1.0f;
    kdi_build_init(&compile->build, allocator);
    kdi_name_table_init(&compile->joint_names, allocator);
    return kdi_rig_names_make(&compile->names, rig);
}

static kd_result compile_close(rig_compile *compile, kd_result result)
{
    if (result == KD_OUT_OF_MEMORY)
        KDI_ERROR(compile->findings, result, NULL, "not enough memory to compile the rig");
    else if (result == KD_LIMIT)
        KDI_ERROR(compile->findings, result, NULL, "the rig is too large for one program; split it");
    kdi_rig_names_free(&compile->names);
    kdi_name_table_free(&compile->joint_names);
    kdi_build_free(&compile->build);
    kd_rig_free(compile->scratch);
    return result;
}

kd_result kd_compile(const kd_rig *rig, const kd_skeleton *skeleton, const kd_compile_desc *desc, kd_buffer *program,
                     kd_findings *findings)
{
    kd_result result = kd_rig_validate(rig, NULL, findings);
    if (result != KD_OK)
        return result;
    kd_compile_desc defaults = kd_compile_desc_default();
    desc = desc != NULL ? desc : &defaults;
    rig_compile compile;
    result = compile_open(&compile, rig, &desc->allocator, findings);
    compile.probes = desc->probes;
    if (result == KD_OK)
        result = compile_run(&compile, skeleton);
    if (result == KD_OK)
        result = kdi_build_write(&compile.build, program);
    return compile_close(&compile, result);
}

static kd_result compile_check_texts(rig_compile *compile)
{
    kd_result result = compile_make_nodes(compile);
    result = result == KD_OK ? compile_feeds(compile) : result;
    for (int32_t i = 0; i < compile->rig->node_count && result == KD_OK && !compile->is_out_of_memory; i++) {
        compile->at = i;
        if (compile->rig->nodes[i]->type == KD_NODE_EXPR)
            kd_expression_free(kdi_compile_expression_text(compile, compile->rig->nodes[i]));
    }
    return compile->is_out_of_memory ? KD_OUT_OF_MEMORY : result == KD_OK ? compile->text_error : result;
}

kd_result kd_compile_check(const kd_rig *rig, kd_findings *findings)
{
    kd_result result = kd_rig_validate(rig, NULL, NULL);
    if (result != KD_OK)
        return result;
    kd_allocator allocator = kd_allocator_default();
    rig_compile compile;
    result = compile_open(&compile, rig, &allocator, findings);
    if (result == KD_OK)
        result = compile_check_texts(&compile);
    return compile_close(&compile, result);
}
