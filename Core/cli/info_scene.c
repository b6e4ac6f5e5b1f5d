/* What a motion or mesh file holds: skeleton, clips, meshes, shapes, and the space they take up. */
#include "info.h"

#include "json_text.h"

#include <float.h>
#include <stdlib.h>

typedef struct info_box {
    kd_vec3 min, max;
} info_box;

static info_box info_box_empty(void)
{
    info_box box = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    return box;
}

static void info_box_stretch(float *min, float *max, float value)
{
    *min = value < *min ? value : *min;
    *max = value > *max ? value : *max;
}

static void info_box_add(info_box *box, kd_vec3 point)
{
    info_box_stretch(&box->min.x, &box->max.x, point.x);
    info_box_stretch(&box->min.y, &box->max.y, point.y);
    info_box_stretch(&box->min.z, &box->max.z, point.z);
}

static void info_box_set(json_t *object, const info_box *box)
{
    bool is_empty = box->min.x > box->max.x;
    json_object_set_new(object, "min", is_empty ? json_null() : cli_json_vec3(box->min));
    json_object_set_new(object, "max", is_empty ? json_null() : cli_json_vec3(box->max));
}

/* Adds the joints of one pose, in model space. */
static void info_box_add_pose(info_box *box, const kd_skeleton *skeleton, const kd_transform *locals,
                              kd_transform *model)
{
    kd_skeleton_model_from_local(skeleton, locals, model);
    for (int32_t i = 0; i < skeleton->joint_count; i++)
        info_box_add(box, model[i].translate);
}

static json_t *info_joint_list(const kd_skeleton *skeleton)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        const kd_joint *joint = &skeleton->joints[i];
        json_t *row = json_object();
        json_object_set_new(row, "name", cli_json_text(joint->name));
        json_object_set_new(row, "parent",
                            joint->parent >= 0 ? cli_json_text(skeleton->joints[joint->parent].name) : json_null());
        json_object_set_new(row, "tip", json_boolean(joint->is_tip));
        json_object_set_new(row, "translate", cli_json_vec3(joint->rest.translate));
        json_array_append_new(list, row);
    }
    return list;
}

static void info_set_skeleton(json_t *object, const kd_skeleton *skeleton, kd_transform *work)
{
    info_box box = info_box_empty();
    json_t *roots = json_array();
    int tips = 0;
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        work[i] = skeleton->joints[i].rest;
        tips += skeleton->joints[i].is_tip;
        if (skeleton->joints[i].parent < 0)
            json_array_append_new(roots, cli_json_text(skeleton->joints[i].name));
    }
    info_box_add_pose(&box, skeleton, work, work);
    json_t *part = json_object();
    json_object_set_new(part, "joints", json_integer(skeleton->joint_count - tips));
    json_object_set_new(part, "tips", json_integer(tips));
    json_object_set_new(part, "roots", roots);
    info_box_set(part, &box);
    json_object_set_new(object, "skeleton", part);
}

static json_t *info_clip(const kd_scene *scene, const kd_clip *clip, kd_transform *work)
{
    info_box box = info_box_empty();
    for (int32_t frame = 0; frame < clip->frame_count; frame++)
        info_box_add_pose(&box, &scene->skeleton, clip->locals + (size_t)frame * (size_t)clip->joint_count, work);
    json_t *row = json_object();
    int32_t steps = clip->frame_count > 0 ? clip->frame_count - 1 : 0;
    json_object_set_new(row, "name", cli_json_text(clip->name ? clip->name : ""));
    json_object_set_new(row, "frames", json_integer(clip->frame_count));
    json_object_set_new(row, "seconds", cli_json_double(steps * clip->frame_time_s));
    json_object_set_new(row, "rate", cli_json_double(1.0 / clip->frame_time_s));
    json_object_set_new(row, "curves", json_integer(clip->curve_count));
    info_box_set(row, &box);
    return row;
}

static json_t *info_mesh(const kd_mesh *mesh)
{
    info_box box = info_box_empty();
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        info_box_add(&box, mesh->positions[i]);
    json_t *row = json_object();
    json_object_set_new(row, "name", cli_json_text(mesh->name ? mesh->name : ""));
    json_object_set_new(row, "vertices", json_integer(mesh->vertex_count));
    json_object_set_new(row, "triangles", json_integer(mesh->index_count / 3));
    json_object_set_new(row, "influences", json_integer(mesh->influence_count));
    json_object_set_new(row, "morphs", json_integer(mesh->morph_count));
    json_object_set_new(row, "parts", json_integer(mesh->part_count));
    info_box_set(row, &box);
    return row;
}

static json_t *info_shapes(const kd_shapes *shapes)
{
    info_box box = info_box_empty();
    size_t count = (size_t)shapes->frame_count * (size_t)shapes->vertex_count;
    for (size_t i = 0; i < count; i++)
        info_box_add(&box, shapes->positions[i]);
    double seconds = 0;
    if (shapes->frame_count > 0)
        seconds = (double)shapes->times_s[shapes->frame_count - 1] - (double)shapes->times_s[0];
    json_t *row = json_object();
    json_object_set_new(row, "name", cli_json_text(shapes->name ? shapes->name : ""));
    json_object_set_new(row, "vertices", json_integer(shapes->vertex_count));
    json_object_set_new(row, "frames", json_integer(shapes->frame_count));
    json_object_set_new(row, "seconds", cli_json_double(seconds));
    info_box_set(row, &box);
    return row;
}

static json_t *info_names(const kd_scene *scene)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < scene->material_count; i++)
        json_array_append_new(list, cli_json_text(scene->materials[i].name ? scene->materials[i].name : ""));
    return list;
}

bool cli_info_scene(json_t *object, const kd_scene *scene, bool with_list)
{
    kd_transform *work = malloc(((size_t)scene->skeleton.joint_count + 1) * sizeof *work);
    if (!work)
        return false;
    json_t *clips = json_array(), *meshes = json_array(), *shapes = json_array();
    for (int32_t i = 0; i < scene->clip_count; i++)
        json_array_append_new(clips, info_clip(scene, &scene->clips[i], work));
    for (int32_t i = 0; i < scene->mesh_count; i++)
        json_array_append_new(meshes, info_mesh(&scene->meshes[i]));
    for (int32_t i = 0; i < scene->shapes_count; i++)
        json_array_append_new(shapes, info_shapes(&scene->shapes[i]));
    if (scene->metres_per_unit > 0)
        json_object_set_new(object, "metres_per_unit", cli_json_double(scene->metres_per_unit));
    if (scene->skeleton.joint_count > 0)
        info_set_skeleton(object, &scene->skeleton, work);
    json_object_set_new(object, "clips", clips);
    json_object_set_new(object, "meshes", meshes);
    json_object_set_new(object, "materials", info_names(scene));
    json_object_set_new(object, "shapes", shapes);
    if (with_list)
        json_object_set_new(object, "joint_list", info_joint_list(&scene->skeleton));
    free(work);
    return true;
}
