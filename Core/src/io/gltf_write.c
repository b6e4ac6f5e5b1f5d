/* The glTF writer from end to end: the lists of the document, then the document, then its container. */
#include "io/gltf_write.h"

#include "io/gltf_base64.h"
#include "kinedriver/version.h"
#include "model/affine.h"
#include "model/bone_mesh.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { GLB_FRAME = 12 + 8 }; /* header and the head of the first chunk */

kd_gltf_write_desc kd_gltf_write_desc_default(void)
{
    kd_gltf_write_desc desc = {true, true};
    return desc;
}

bool kdi_gltf_fail(kdi_gltf_writer *writer, kd_result code, const char *path, const char *text)
{
    kdi_place place = {0, 0, path};
    KDI_ERROR(writer->findings, code, &place, "%s", text);
    if (writer->result == KD_OK)
        writer->result = code;
    return false;
}

bool kdi_gltf_write_no_memory(kdi_gltf_writer *writer)
{
    return kdi_gltf_fail(writer, KD_OUT_OF_MEMORY, NULL, "no memory to write the scene");
}

/* Joints must be in order and have transforms that a file can hold; rotations are normalised on a copy of the list. */
static bool write_check_skeleton(kdi_gltf_writer *writer, kd_scene *copy)
{
    const kd_skeleton *skeleton = &writer->scene->skeleton;
    kd_joint *joints = KDI_ARENA_PUSH(&writer->temp, kd_joint, (size_t)skeleton->joint_count);
    if (!joints)
        return kdi_gltf_write_no_memory(writer);
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        joints[i] = skeleton->joints[i];
        float numbers[10];
        memcpy(numbers, &joints[i].rest, sizeof numbers);
        for (int n = 0; n < 10; n++)
            if (!isfinite(numbers[n]) || fabs((double)numbers[n] * writer->scale) > FLT_MAX)
                return kdi_gltf_fail(writer, KD_NUMBER, joints[i].name, "the joint's rest transform is not finite");
        if (joints[i].parent < KD_NO_JOINT || joints[i].parent >= i)
            return kdi_gltf_fail(writer, KD_HIERARCHY, joints[i].name, "the joint comes before its parent");
        double off = 0.0;
        kdi_affine_unit(&joints[i].rest.rotate, &off);
    }
    copy->skeleton.joints = joints;
    return true;
}

/* The scene's meshes, or the bone mesh where there are none. */
static bool write_choose_meshes(kdi_gltf_writer *writer, const kd_gltf_write_desc *desc)
{
    const kd_scene *scene = writer->scene;
    writer->meshes = scene->meshes;
    writer->mesh_count = scene->mesh_count;
    if (scene->mesh_count == 0 && desc->add_bones) {
        if (!kdi_bone_mesh_make(&scene->skeleton, scene->material_count, &writer->temp, &writer->bones))
            return kdi_gltf_write_no_memory(writer);
        writer->meshes = &writer->bones;
        writer->mesh_count = writer->bones.vertex_count > 0;
        writer->is_bone_mesh = writer->bones.vertex_count > 0;
    }
    writer->written = KDI_ARENA_PUSH(&writer->temp, kdi_gltf_written, (size_t)writer->mesh_count);
    return writer->written ? true : kdi_gltf_write_no_memory(writer);
}

static void write_asset(kdi_emit *emit)
{
    kdi_emit_open(emit, "asset", '{');
    kdi_emit_text(emit, "version", "2.0");
    kdi_emit_text(emit, "generator", "kinedriver " KD_VERSION_TEXT);
    kdi_emit_close(emit, '}');
}

static void write_scene(const kdi_gltf_writer *writer, kdi_emit *emit)
{
    kdi_emit_int(emit, "scene", 0);
    kdi_emit_open(emit, "scenes", '[');
    kdi_emit_open(emit, NULL, '{');
    kdi_gltf_write_roots(writer, emit);
    kdi_emit_close(emit, '}');
    kdi_emit_close(emit, ']');
}

static void write_data_uri(const kd_buffer *data, kdi_emit *emit)
{
    static const char head[] = "data:application/octet-stream;base64,";
    kd_buffer uri = kd_buffer_make(&data->allocator);
    emit->failed = emit->failed || kd_buffer_append(&uri, head, sizeof head - 1) != KD_OK ||
                   kdi_base64_encode(data->data, data->size, &uri) != KD_OK;
    if (!emit->failed)
        kdi_emit_text(emit, "uri", (const char *)uri.data);
    kd_buffer_free(&uri);
}

/* The only buffer: the second chunk of a .glb, or a data URI. */
static void write_buffer(const kdi_gltf_writer *writer, bool binary, kdi_emit *emit)
{
    if (writer->data.size == 0)
        return;
    kdi_emit_open(emit, "buffers", '[');
    kdi_emit_open(emit, NULL, '{');
    kdi_emit_int(emit, "byteLength", (int64_t)writer->data.size);
    if (!binary)
        write_data_uri(&writer->data, emit);
    kdi_emit_close(emit, '}');
    kdi_emit_close(emit, ']');
}

static void write_document(const kdi_gltf_writer *writer, bool binary, kdi_emit *emit)
{
    kdi_emit_open(emit, NULL, '{');
    write_asset(emit);
    write_scene(writer, emit);
    kdi_emit_list(emit, "nodes", &writer->nodes);
    kdi_emit_list(emit, "materials", &writer->materials);
    kdi_emit_list(emit, "meshes", &writer->meshes_text);
    kdi_emit_list(emit, "skins", &writer->skins);
    kdi_emit_list(emit, "animations", &writer->animations);
    kdi_emit_list(emit, "accessors", &writer->accessors);
    kdi_emit_list(emit, "bufferViews", &writer->views);
    write_buffer(writer, binary, emit);
    kdi_emit_close(emit, '}');
}

static void write_u32(unsigned char *to, size_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

/* Header, the text padded with spaces, the data (whose size is a multiple of 4 already). */
static bool write_glb(kdi_gltf_writer *writer, const kd_buffer *text, kd_buffer *out)
{
    size_t text_size = (text->size + 3) & ~(size_t)3;
    size_t data_size = writer->data.size > 0 ? writer->data.size + 8 : 0;
    size_t total = GLB_FRAME + text_size + data_size;
    if (total > UINT32_MAX)
        return kdi_gltf_fail(writer, KD_LIMIT, NULL, "a .glb cannot be larger than 4 GB");
    unsigned char *to = (unsigned char *)kd_buffer_extend(out, total);
    if (!to)
        return kdi_gltf_write_no_memory(writer);
    memcpy(to, "glTF\2\0\0\0", 8);
    write_u32(to + 8, total);
    write_u32(to + 12, text_size);
    memcpy(to + 16, "JSON", 4);
    memcpy(to + GLB_FRAME, text->data, text->size);
    memset(to + GLB_FRAME + text->size, ' ', text_size - text->size);
    if (data_size > 0) {
        to += GLB_FRAME + text_size;
        write_u32(to, writer->data.size);
        memcpy(to + 4, "BIN\0", 4);
        memcpy(to + 8, writer->data.data, writer->data.size);
    }
    return true;
}

static bool write_container(kdi_gltf_writer *writer, bool binary, kd_buffer *out)
{
    kdi_emit document = kdi_emit_make(&out->allocator);
    write_document(writer, binary, &document);
    bool good = !document.failed || kdi_gltf_write_no_memory(writer);
    if (good && binary)
        good = write_glb(writer, &document.text, out);
    else if (good)
        good =
            kd_buffer_append(out, document.text.data, document.text.size) == KD_OK || kdi_gltf_write_no_memory(writer);
    kdi_emit_free(&document);
    return good;
}

static bool write_all(kdi_gltf_writer *writer, const kd_gltf_write_desc *desc, kd_buffer *out)
{
    kd_scene *scene = &writer->clean;
    *scene = *writer->scene;
    if (scene->skeleton.joint_count == 0 && scene->mesh_count == 0)
        return kdi_gltf_fail(writer, KD_EMPTY, NULL, "the scene has neither joints nor meshes to write");
    if (scene->shapes_count > 0)
        KDI_WARNING(writer->findings, KD_LOSSY, NULL, "glTF does not hold shape sequences; they are left out");
    if (!write_check_skeleton(writer, scene))
        return false;
    writer->scene = scene;
    if (!write_choose_meshes(writer, desc) || !kdi_gltf_write_meshes(writer))
        return false;
    kdi_gltf_plan_nodes(writer);
    kdi_gltf_write_nodes(writer);
    return kdi_gltf_write_clips(writer) && write_container(writer, desc->binary, out);
}

kd_result kd_gltf_write(const kd_scene *scene, const kd_gltf_write_desc *desc, kd_buffer *out, kd_findings *findings)
{
    kdi_gltf_writer writer;
    memset(&writer, 0, sizeof writer);
    writer.scene = scene;
    writer.findings = findings;
    writer.scale = scene->metres_per_unit > 0.0 ? scene->metres_per_unit : 1.0;
    kdi_arena_init(&writer.temp, &out->allocator, 0);
    writer.data = kd_buffer_make(&out->allocator);
    kdi_emit *lists[] = {&writer.nodes,      &writer.materials, &writer.meshes_text, &writer.skins,
                         &writer.animations, &writer.accessors, &writer.views};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        *lists[i] = kdi_emit_make(&out->allocator);
    write_all(&writer, desc, out);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        kdi_emit_free(lists[i]);
    kd_buffer_free(&writer.data);
    kdi_arena_free(&writer.temp);
    return writer.result;
}
