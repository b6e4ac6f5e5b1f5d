/* Nodes: the joints first, in the skeleton's order, then what is no joint: a node that holds several roots together
 * (the joints of a skin must have a common root) and one node for each mesh. Those are marked, so that the reader
 * knows. */
#include "io/gltf_write.h"

#include <string.h>

static int32_t node_count_roots(const kd_skeleton *skeleton)
{
    int32_t count = 0;
    for (int32_t i = 0; i < skeleton->joint_count; i++)
        count += skeleton->joints[i].parent == KD_NO_JOINT;
    return count;
}

void kdi_gltf_plan_nodes(kdi_gltf_writer *writer)
{
    int32_t next = writer->scene->skeleton.joint_count;
    writer->group_node = -1;
    if (writer->document_skins > 0 && node_count_roots(&writer->scene->skeleton) > 1)
        writer->group_node = next++;
    for (int32_t i = 0; i < writer->mesh_count; i++)
        writer->written[i].node = writer->written[i].mesh >= 0 ? next++ : -1;
}

static void node_emit_name(kdi_emit *emit, const char *name)
{
    if (name && name[0] != '\0')
        kdi_emit_text(emit, "name", name);
}

static void node_emit_mark(kdi_emit *emit, const char *mark)
{
    kdi_emit_open(emit, "extras", '{');
    kdi_emit_true(emit, mark);
    kdi_emit_close(emit, '}');
}

/* Adds one child; the list is opened before the first. */
static void node_emit_child(kdi_emit *emit, bool *is_open, int32_t child)
{
    if (!*is_open)
        kdi_emit_open(emit, "children", '[');
    *is_open = true;
    kdi_emit_int(emit, NULL, child);
}

static void node_emit_transform(kdi_emit *emit, kd_transform rest, double scale)
{
    float translate[3] = {(float)((double)rest.translate.x * scale), (float)((double)rest.translate.y * scale),
                          (float)((double)rest.translate.z * scale)};
    if (translate[0] != 0.0f || translate[1] != 0.0f || translate[2] != 0.0f)
        kdi_emit_floats(emit, "translation", translate, 3);
    if (rest.rotate.x != 0.0f || rest.rotate.y != 0.0f || rest.rotate.z != 0.0f || rest.rotate.w != 1.0f)
        kdi_emit_floats(emit, "rotation", &rest.rotate.x, 4);
    if (rest.scale.x != 1.0f || rest.scale.y != 1.0f || rest.scale.z != 1.0f)
        kdi_emit_floats(emit, "scale", &rest.scale.x, 3);
}

static void node_write_joint(kdi_gltf_writer *writer, int32_t index)
{
    const kd_skeleton *skeleton = &writer->scene->skeleton;
    const kd_joint *joint = &skeleton->joints[index];
    kdi_emit *emit = &writer->nodes;
    bool is_open = false;
    kdi_emit_open(emit, NULL, '{');
    node_emit_name(emit, joint->name);
    node_emit_transform(emit, joint->rest, writer->scale);
    for (int32_t i = index + 1; i < skeleton->joint_count; i++)
        if (skeleton->joints[i].parent == index)
            node_emit_child(emit, &is_open, i);
    for (int32_t i = 0; i < writer->mesh_count; i++)
        if (writer->written[i].node >= 0 && writer->written[i].skin < 0 && writer->meshes[i].joint == index)
            node_emit_child(emit, &is_open, writer->written[i].node);
    if (is_open)
        kdi_emit_close(emit, ']');
    if (joint->is_tip)
        node_emit_mark(emit, "kd_tip");
    kdi_emit_close(emit, '}');
}

static void node_write_group(kdi_gltf_writer *writer)
{
    const kd_skeleton *skeleton = &writer->scene->skeleton;
    kdi_emit *emit = &writer->nodes;
    bool is_open = false;
    kdi_emit_open(emit, NULL, '{');
    node_emit_name(emit, "skeleton");
    for (int32_t i = 0; i < skeleton->joint_count; i++)
        if (skeleton->joints[i].parent == KD_NO_JOINT)
            node_emit_child(emit, &is_open, i);
    kdi_emit_close(emit, ']');
    node_emit_mark(emit, "kd_aux");
    kdi_emit_close(emit, '}');
}

void kdi_gltf_write_nodes(kdi_gltf_writer *writer)
{
    kdi_emit *emit = &writer->nodes;
    for (int32_t i = 0; i < writer->scene->skeleton.joint_count; i++)
        node_write_joint(writer, i);
    if (writer->group_node >= 0)
        node_write_group(writer);
    for (int32_t i = 0; i < writer->mesh_count; i++) {
        const kdi_gltf_written *written = &writer->written[i];
        if (written->node < 0)
            continue;
        kdi_emit_open(emit, NULL, '{');
        node_emit_name(emit, writer->meshes[i].name);
        kdi_emit_int(emit, "mesh", written->mesh);
        if (written->skin >= 0)
            kdi_emit_int(emit, "skin", written->skin);
        node_emit_mark(emit, "kd_aux");
        kdi_emit_close(emit, '}');
    }
}

void kdi_gltf_write_roots(const kdi_gltf_writer *writer, kdi_emit *emit)
{
    const kd_skeleton *skeleton = &writer->scene->skeleton;
    kdi_emit_open(emit, "nodes", '[');
    if (writer->group_node >= 0)
        kdi_emit_int(emit, NULL, writer->group_node);
    for (int32_t i = 0; writer->group_node < 0 && i < skeleton->joint_count; i++)
        if (skeleton->joints[i].parent == KD_NO_JOINT)
            kdi_emit_int(emit, NULL, i);
    for (int32_t i = 0; i < writer->mesh_count; i++)
        if (writer->written[i].node >= 0 && (writer->written[i].skin >= 0 || writer->meshes[i].joint < 0))
            kdi_emit_int(emit, NULL, writer->written[i].node);
    kdi_emit_close(emit, ']');
}
