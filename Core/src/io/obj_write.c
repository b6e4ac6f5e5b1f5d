/* kd_obj_write: the meshes at rest, each an object. */
#include "base/allocator.h"
#include "kinedriver/math.h"
#include "kinedriver/obj.h"
#include "text/findings.h"
#include "text/number.h"

#include <stdio.h>
#include <string.h>

typedef struct obj_writer {
    const kd_scene *scene;
    kd_buffer *out;
    bool failed;
    int32_t material;                                  /* that the last "usemtl" named; -1: none */
    size_t first_vertex, first_texcoord, first_normal; /* of the present mesh, counted from 1 */
} obj_writer;

static void obj_put(obj_writer *w, const char *text, size_t length)
{
    if (!w->failed && kd_buffer_append(w->out, text, length) != KD_OK)
        w->failed = true;
}

static void obj_put_text(obj_writer *w, const char *text)
{
    obj_put(w, text, strlen(text));
}

/* A name is the rest of its line: line ends in it become blanks. */
static void obj_put_name(obj_writer *w, const char *keyword, const char *name)
{
    obj_put_text(w, keyword);
    for (; *name; name++)
        obj_put(w, *name == '\n' || *name == '\r' ? " " : name, 1);
    obj_put_text(w, "\n");
}

static void obj_put_floats(obj_writer *w, const char *keyword, const float *values, int count)
{
    obj_put_text(w, keyword);
    for (int i = 0; i < count; i++) {
        char text[KDI_NUMBER_SIZE];
        int length = kdi_number_format_float(values[i], text);
        obj_put_text(w, " ");
        obj_put(w, text, (size_t)length);
    }
    obj_put_text(w, "\n");
}

/* A mesh without skin lies in its joint's space: this leads from there to the model's. */
static kd_transform obj_model_from_mesh(const kd_scene *scene, const kd_mesh *mesh)
{
    kd_transform model_from_mesh = kd_transform_identity();
    if (mesh->influence_count > 0)
        return model_from_mesh;
    for (int32_t joint = mesh->joint; joint != KD_NO_JOINT; joint = scene->skeleton.joints[joint].parent)
        model_from_mesh = kd_transform_mul(scene->skeleton.joints[joint].rest, model_from_mesh);
    return model_from_mesh;
}

static void obj_write_vertices(obj_writer *w, const kd_mesh *mesh)
{
    kd_transform model_from_mesh = obj_model_from_mesh(w->scene, mesh);
    bool moved = mesh->influence_count == 0 && mesh->joint != KD_NO_JOINT;
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        kd_vec3 p = moved ? kd_transform_point(model_from_mesh, mesh->positions[i]) : mesh->positions[i];
        const float values[3] = {p.x, p.y, p.z};
        obj_put_floats(w, "v", values, 3);
    }
    for (int32_t i = 0; mesh->texcoords && i < mesh->vertex_count; i++) {
        const float values[2] = {mesh->texcoords[i][0], 1.0f - mesh->texcoords[i][1]}; /* OBJ counts from the bottom */
        obj_put_floats(w, "vt", values, 2);
    }
    for (int32_t i = 0; mesh->normals && i < mesh->vertex_count; i++) {
        kd_vec3 n = moved ? kd_quat_rotate(model_from_mesh.rotate, mesh->normals[i]) : mesh->normals[i];
        const float values[3] = {n.x, n.y, n.z};
        obj_put_floats(w, "vn", values, 3);
    }
}

static void obj_write_corner(obj_writer *w, const kd_mesh *mesh, size_t index)
{
    char text[96];
    int length;
    size_t v = w->first_vertex + index, t = w->first_texcoord + index, n = w->first_normal + index;
    if (mesh->texcoords && mesh->normals)
        length = snprintf(text, sizeof text, " %zu/%zu/%zu", v, t, n);
    else if (mesh->texcoords)
        length = snprintf(text, sizeof text, " %zu/%zu", v, t);
    else if (mesh->normals)
        length = snprintf(text, sizeof text, " %zu//%zu", v, n);
    else
        length = snprintf(text, sizeof text, " %zu", v);
    obj_put(w, text, (size_t)length);
}

static void obj_write_faces(obj_writer *w, const kd_mesh *mesh)
{
    for (int32_t i = 0; i < mesh->part_count; i++) {
        const kd_mesh_part *part = &mesh->parts[i];
        if (part->material != w->material)
            obj_put_name(w, "usemtl ", part->material >= 0 ? w->scene->materials[part->material].name : "");
        w->material = part->material;
        for (int32_t k = part->first_index; k < part->first_index + part->index_count && !w->failed; k++) {
            if (k % 3 == 0)
                obj_put_text(w, "f");
            obj_write_corner(w, mesh, mesh->indices[k]);
            if (k % 3 == 2)
                obj_put_text(w, "\n");
        }
    }
}

static void obj_tell_losses(const kd_scene *scene, kd_findings *findings)
{
    bool lost = scene->skeleton.joint_count > 0 || scene->clip_count > 0 || scene->shapes_count > 0;
    for (int32_t i = 0; i < scene->mesh_count; i++)
        lost = lost || scene->meshes[i].influence_count > 0 || scene->meshes[i].morph_count > 0;
    if (lost)
        KDI_WARNING(findings, KD_LOSSY, NULL,
                    "OBJ holds meshes at rest; skeleton, skin, motion, morphs and shapes are left out");
}

kd_result kd_obj_write(const kd_scene *scene, kd_buffer *out, kd_findings *findings)
{
    if (scene->mesh_count == 0)
        return KDI_ERROR(findings, KD_EMPTY, NULL, "OBJ holds meshes, and there are none");
    obj_tell_losses(scene, findings);
    size_t size_before = out->size;
    obj_writer w = {scene, out, false, -1, 1, 1, 1};
    for (int32_t i = 0; i < scene->mesh_count; i++) {
        const kd_mesh *mesh = &scene->meshes[i];
        if (mesh->name[0] != '\0')
            obj_put_name(&w, "o ", mesh->name);
        obj_write_vertices(&w, mesh);
        obj_write_faces(&w, mesh);
        w.first_vertex += (size_t)mesh->vertex_count;
        w.first_texcoord += mesh->texcoords ? (size_t)mesh->vertex_count : 0;
        w.first_normal += mesh->normals ? (size_t)mesh->vertex_count : 0;
    }
    if (!w.failed)
        return KD_OK;
    out->size = size_before;
    return KDI_ERROR(findings, KD_OUT_OF_MEMORY, NULL, "no memory for the OBJ file");
}
