/* Posing: the clip between its two nearest frames, the hierarchy, morphs and skin. */
#include "io/svg_actor.h"

#include "kinedriver/math.h"
#include "kinedriver/mesh_deform.h"
#include "model/bone_mesh.h"
#include "model/clip_curve.h"

#include <math.h>
#include <string.h>

static bool actor_allocate(kdi_svg_actor *actor, kdi_arena *arena)
{
    size_t joints = (size_t)actor->scene->skeleton.joint_count, meshes = (size_t)actor->mesh_count;
    size_t morphs = 0;
    actor->models = KDI_ARENA_PUSH(arena, kd_transform, joints);
    actor->model_from_joint = KDI_ARENA_PUSH(arena, kd_mat34, joints);
    actor->positions = KDI_ARENA_PUSH(arena, kd_vec3 *, meshes);
    actor->normals = KDI_ARENA_PUSH(arena, kd_vec3 *, meshes);
    if (!actor->models || !actor->model_from_joint || !actor->positions || !actor->normals)
        return false;
    for (size_t i = 0; i < meshes; i++) {
        const kd_mesh *mesh = &actor->meshes[i];
        size_t vertices = (size_t)mesh->vertex_count;
        morphs = (size_t)mesh->morph_count > morphs ? (size_t)mesh->morph_count : morphs;
        actor->positions[i] = KDI_ARENA_PUSH(arena, kd_vec3, vertices);
        actor->normals[i] = mesh->normals ? KDI_ARENA_PUSH(arena, kd_vec3, vertices) : NULL;
        if (!actor->positions[i] || (mesh->normals && !actor->normals[i]))
            return false;
    }
    actor->morph_weights = KDI_ARENA_PUSH(arena, float, morphs);
    return actor->morph_weights != NULL;
}

/* Whether the clip moves a joint against its parent by a good part of the bone between them: that is no bone then, but
 * a way through the world. */
static bool actor_is_loose(const kdi_svg_actor *actor, int32_t joint)
{
    kd_vec3 rest = actor->scene->skeleton.joints[joint].rest.translate;
    float allowed = 0.3f * kd_vec3_length(rest);
    for (int32_t frame = 0; actor->clip && frame < actor->clip->frame_count; frame++) {
        size_t at = (size_t)frame * (size_t)actor->clip->joint_count + (size_t)joint;
        if (kd_vec3_length(kd_vec3_sub(actor->clip->locals[at].translate, rest)) > allowed)
            return true;
    }
    return false;
}

/* The skeleton with loose joints as roots, in the same place. */
static bool actor_cut_loose(const kdi_svg_actor *actor, kdi_arena *arena, kd_skeleton *cut)
{
    const kd_skeleton *skeleton = &actor->scene->skeleton;
    size_t count = (size_t)skeleton->joint_count;
    kd_joint *joints = KDI_ARENA_PUSH(arena, kd_joint, count);
    kd_transform *models = KDI_ARENA_PUSH(arena, kd_transform, count);
    if (!joints || !models)
        return false;
    for (size_t i = 0; i < count; i++)
        models[i] = skeleton->joints[i].rest;
    kd_skeleton_model_from_local(skeleton, models, models);
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        joints[i] = skeleton->joints[i];
        if (joints[i].parent == KD_NO_JOINT || !actor_is_loose(actor, i))
            continue;
        joints[i].parent = KD_NO_JOINT;
        joints[i].rest = models[i];
    }
    cut->joints = joints;
    cut->joint_count = skeleton->joint_count;
    return true;
}

bool kdi_svg_actor_make(kdi_svg_actor *actor, const kd_scene *scene, kdi_arena *arena)
{
    memset(actor, 0, sizeof *actor);
    actor->scene = scene;
    actor->clip = scene->clip_count > 0 && scene->clips[0].frame_count > 0 ? &scene->clips[0] : NULL;
    actor->meshes = scene->meshes;
    actor->mesh_count = scene->mesh_count;
    if (scene->mesh_count == 0 && scene->skeleton.joint_count > 0) {
        kd_mesh *bones = KDI_ARENA_PUSH(arena, kd_mesh, 1);
        kd_skeleton cut;
        if (!bones || !actor_cut_loose(actor, arena, &cut) || !kdi_bone_mesh_make(&cut, -1, arena, bones))
            return false;
        actor->meshes = bones;
        actor->mesh_count = 1;
        actor->shows_bones = true;
    }
    return actor_allocate(actor, arena);
}

double kdi_svg_actor_duration(const kdi_svg_actor *actor)
{
    return actor->clip ? (actor->clip->frame_count - 1) * actor->clip->frame_time_s : 0.0;
}

/* A moment between two frames of the clip. */
typedef struct actor_moment {
    size_t frame, next;
    float share; /* of the next one */
} actor_moment;

static actor_moment actor_find_moment(const kd_clip *clip, double time_s)
{
    double at = fmin(fmax(time_s / clip->frame_time_s, 0.0), clip->frame_count - 1);
    actor_moment moment;
    moment.frame = (size_t)at;
    moment.next = moment.frame + 1 < (size_t)clip->frame_count ? moment.frame + 1 : moment.frame;
    moment.share = (float)(at - floor(at));
    return moment;
}

static void actor_pose_joints(kdi_svg_actor *actor, const actor_moment *moment)
{
    const kd_skeleton *skeleton = &actor->scene->skeleton;
    size_t count = (size_t)skeleton->joint_count;
    for (size_t i = 0; i < count; i++) {
        if (!actor->clip) {
            actor->models[i] = skeleton->joints[i].rest;
            continue;
        }
        const kd_transform *locals = actor->clip->locals;
        actor->models[i] =
            kd_transform_lerp(locals[moment->frame * count + i], locals[moment->next * count + i], moment->share);
    }
    kd_skeleton_model_from_local(skeleton, actor->models, actor->models);
    for (size_t i = 0; i < count; i++)
        actor->model_from_joint[i] = kd_mat34_from_transform(actor->models[i]);
}

static void actor_weigh_morphs(kdi_svg_actor *actor, const kd_mesh *mesh, const actor_moment *moment)
{
    const kd_clip *clip = actor->clip;
    for (int32_t i = 0; i < mesh->morph_count; i++) {
        int32_t curve = clip ? kdi_clip_find_curve(clip, mesh, mesh->morphs[i].name) : -1;
        actor->morph_weights[i] = mesh->morph_weights[i];
        if (curve < 0)
            continue;
        float now = clip->curves[moment->frame * (size_t)clip->curve_count + (size_t)curve];
        float next = clip->curves[moment->next * (size_t)clip->curve_count + (size_t)curve];
        actor->morph_weights[i] = now + (next - now) * moment->share;
    }
}

void kdi_svg_actor_pose(kdi_svg_actor *actor, double time_s)
{
    actor_moment moment = {0, 0, 0.0f};
    if (actor->clip)
        moment = actor_find_moment(actor->clip, time_s);
    actor_pose_joints(actor, &moment);
    for (int32_t i = 0; i < actor->mesh_count; i++) {
        actor_weigh_morphs(actor, &actor->meshes[i], &moment);
        kd_mesh_deform_job job = {&actor->meshes[i], actor->model_from_joint, actor->morph_weights, actor->positions[i],
                                  actor->normals[i]};
        kd_mesh_deform(&job);
    }
}
