/* A small scene with one of everything. */
#include "support/scene.h"

#include "kinedriver/math.h"
#include "model/scene.h"

enum { SCENE_JOINTS = 3, SCENE_FRAMES = 4, SCENE_CURVES = 2, SCENE_VERTICES = 4, SCENE_SLOTS = 2 };

static float scene_random(kt_random *random)
{
    return (float)kt_random_in(random, -2.0, 2.0);
}

static void scene_fill(kt_random *random, void *floats, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ((float *)floats)[i] = scene_random(random);
}

static kd_vec3 *scene_vectors(kd_scene *scene, kt_random *random, size_t count)
{
    kd_vec3 *vectors = KDI_ARENA_PUSH(scene->arena, kd_vec3, count);
    scene_fill(random, vectors, count * 3);
    return vectors;
}

static kd_transform scene_transform(kt_random *random)
{
    kd_transform t;
    scene_fill(random, &t, sizeof t / sizeof(float));
    t.rotate = kd_quat_normalize(kd_quat_make(t.rotate.x, t.rotate.y, t.rotate.z, 3.0f));
    t.scale = kd_vec3_make(1.0f, 1.0f, 1.0f);
    return t;
}

static void scene_add_skeleton(kd_scene *scene, kt_random *random)
{
    static const char *const names[] = {"root", "arm", "hand"};
    kd_joint *joints = KDI_ARENA_PUSH(scene->arena, kd_joint, SCENE_JOINTS);
    for (int i = 0; i < SCENE_JOINTS; i++) {
        joints[i].name = names[i];
        joints[i].parent = i - 1;
        joints[i].rest = scene_transform(random);
    }
    scene->skeleton.joints = joints;
    scene->skeleton.joint_count = SCENE_JOINTS;
}

static void scene_add_clip(kd_scene *scene, kt_random *random)
{
    static const char *const names[] = {"smile", "frown"};
    kd_clip *clip = scene->clips = KDI_ARENA_PUSH(scene->arena, kd_clip, 1);
    scene->clip_count = 1;
    clip->name = "walk";
    clip->frame_count = SCENE_FRAMES;
    clip->joint_count = SCENE_JOINTS;
    clip->curve_count = SCENE_CURVES;
    clip->frame_time_s = 1.0 / 30.0;
    clip->locals = KDI_ARENA_PUSH(scene->arena, kd_transform, SCENE_FRAMES * SCENE_JOINTS);
    for (int i = 0; i < SCENE_FRAMES * SCENE_JOINTS; i++) /* w is above 0.6 in all of them: one hemisphere */
        clip->locals[i] = scene_transform(random);
    for (int i = SCENE_JOINTS; i < SCENE_FRAMES * SCENE_JOINTS; i++)
        if (kd_quat_dot(clip->locals[i].rotate, clip->locals[i - SCENE_JOINTS].rotate) < 0.0f)
            clip->locals[i].rotate = clip->locals[i - SCENE_JOINTS].rotate;
    clip->curve_names = names;
    clip->curves = KDI_ARENA_PUSH(scene->arena, float, SCENE_FRAMES *SCENE_CURVES);
    scene_fill(random, clip->curves, SCENE_FRAMES * SCENE_CURVES);
}

static void scene_add_surface(kd_scene *scene, kd_mesh *mesh, kt_random *random)
{
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    mesh->vertex_count = SCENE_VERTICES;
    mesh->joint = KD_NO_JOINT;
    mesh->positions = scene_vectors(scene, random, SCENE_VERTICES);
    mesh->normals = scene_vectors(scene, random, SCENE_VERTICES);
    mesh->texcoords = (float(*)[2])kdi_arena_push(scene->arena, SCENE_VERTICES, 2 * sizeof(float));
    scene_fill(random, mesh->texcoords, SCENE_VERTICES * 2);
    mesh->index_count = 6;
    mesh->indices = KDI_ARENA_PUSH(scene->arena, uint32_t, 6);
    memcpy(mesh->indices, indices, sizeof indices);
    mesh->part_count = 2;
    mesh->parts = KDI_ARENA_PUSH(scene->arena, kd_mesh_part, 2);
    mesh->parts[0] = (kd_mesh_part){0, 3, 1};
    mesh->parts[1] = (kd_mesh_part){3, 3, -1};
}

static void scene_add_skin(kd_scene *scene, kd_mesh *mesh, kt_random *random)
{
    mesh->influence_count = SCENE_SLOTS;
    mesh->skin_joints = KDI_ARENA_PUSH(scene->arena, uint16_t, SCENE_VERTICES * SCENE_SLOTS);
    mesh->skin_weights = KDI_ARENA_PUSH(scene->arena, float, SCENE_VERTICES *SCENE_SLOTS);
    for (int i = 0; i < SCENE_VERTICES; i++) {
        mesh->skin_joints[i * 2] = (uint16_t)kt_random_below(random, SCENE_JOINTS);
        mesh->skin_joints[i * 2 + 1] = (uint16_t)kt_random_below(random, SCENE_JOINTS);
        mesh->skin_weights[i * 2] = 0.75f;
        mesh->skin_weights[i * 2 + 1] = 0.25f;
    }
    mesh->inverse_binds = KDI_ARENA_PUSH(scene->arena, kd_mat34, SCENE_JOINTS);
    scene_fill(random, mesh->inverse_binds, SCENE_JOINTS * 12);
}

static void scene_add_meshes(kd_scene *scene, kt_random *random)
{
    scene->materials = KDI_ARENA_PUSH(scene->arena, kd_material, 2);
    scene->material_count = 2;
    scene->materials[0] = (kd_material){"skin", {0.8f, 0.5f, 0.4f, 1.0f}};
    scene->materials[1] = (kd_material){"cloth", {0.1f, 0.2f, 0.7f, 1.0f}};
    scene->meshes = KDI_ARENA_PUSH(scene->arena, kd_mesh, 2);
    scene->mesh_count = 2;
    kd_mesh *body = &scene->meshes[0];
    body->name = "body";
    scene_add_surface(scene, body, random);
    scene_add_skin(scene, body, random);
    body->morph_count = 1;
    body->morphs = KDI_ARENA_PUSH(scene->arena, kd_morph, 1);
    body->morphs[0].name = "smile";
    body->morphs[0].position_deltas = scene_vectors(scene, random, SCENE_VERTICES);
    body->morphs[0].normal_deltas = scene_vectors(scene, random, SCENE_VERTICES);
    body->morph_weights = KDI_ARENA_PUSH(scene->arena, float, 1);
    kd_mesh *shield = &scene->meshes[1];
    shield->name = "shield";
    scene_add_surface(scene, shield, random);
    shield->joint = 2;
}

static void scene_add_shapes(kd_scene *scene, kt_random *random)
{
    scene->shapes = KDI_ARENA_PUSH(scene->arena, kd_shapes, 1);
    scene->shapes_count = 1;
    scene->shapes->name = "examples";
    scene->shapes->vertex_count = SCENE_VERTICES;
    scene->shapes->frame_count = 2;
    scene->shapes->times_s = KDI_ARENA_PUSH(scene->arena, float, 2);
    scene->shapes->times_s[1] = 0.5f;
    scene->shapes->positions = scene_vectors(scene, random, SCENE_VERTICES * 2);
}

kd_scene *kt_scene_make(kt_random *random)
{
    kd_scene *scene = kd_scene_make(NULL, NULL);
    assert_non_null(scene);
    scene_add_skeleton(scene, random);
    scene_add_clip(scene, random);
    scene_add_meshes(scene, random);
    scene_add_shapes(scene, random);
    scene->metres_per_unit = 0.01;
    return scene;
}

kd_vec3 kt_skin_point(const kd_mesh *mesh, const kd_transform *model, int32_t vertex)
{
    kd_vec3 sum = kd_vec3_make(0.0f, 0.0f, 0.0f);
    for (int32_t i = 0; i < mesh->influence_count; i++) {
        int32_t slot = vertex * mesh->influence_count + i;
        kd_vec3 local = kd_mat34_point(mesh->inverse_binds[mesh->skin_joints[slot]], mesh->positions[vertex]);
        kd_vec3 moved = kd_transform_point(model[mesh->skin_joints[slot]], local);
        sum = kd_vec3_add(sum, kd_vec3_scale(moved, mesh->skin_weights[slot]));
    }
    return sum;
}
