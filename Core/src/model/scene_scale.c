/* kd_scene_scale: everything in a scene that is a length. Rotations, scales, directions and weights are not. */
#include "base/assert.h"
#include "kinedriver/scene.h"

#include <float.h>
#include <math.h>

/* Rounded once; what would leave the range of a float stays at its end, so that a scene stays finite. */
static float scale_length(float length, double factor)
{
    double scaled = (double)length * factor;
    if (scaled > FLT_MAX)
        return FLT_MAX;
    if (scaled < -FLT_MAX)
        return -FLT_MAX;
    return (float)scaled;
}

static void scale_vectors(kd_vec3 *vectors, size_t count, double factor)
{
    for (size_t i = 0; i < count; i++) {
        vectors[i].x = scale_length(vectors[i].x, factor);
        vectors[i].y = scale_length(vectors[i].y, factor);
        vectors[i].z = scale_length(vectors[i].z, factor);
    }
}

static void scale_mesh(kd_mesh *mesh, int32_t joint_count, double factor)
{
    size_t vertices = (size_t)mesh->vertex_count;
    scale_vectors(mesh->positions, vertices, factor);
    for (int32_t i = 0; i < mesh->morph_count; i++)
        scale_vectors(mesh->morphs[i].position_deltas, vertices, factor);
    for (int32_t i = 0; mesh->inverse_binds && i < joint_count; i++)
        for (int row = 0; row < 3; row++)
            mesh->inverse_binds[i].m[row][3] = scale_length(mesh->inverse_binds[i].m[row][3], factor);
}

void kd_scene_scale(kd_scene *scene, double factor)
{
    KD_ASSERT(isfinite(factor) && factor > 0.0);
    kd_joint *joints = (kd_joint *)scene->skeleton.joints; /* const to readers of the skeleton; the scene owns them */
    for (int32_t i = 0; i < scene->skeleton.joint_count; i++)
        scale_vectors(&joints[i].rest.translate, 1, factor);
    for (int32_t i = 0; i < scene->clip_count; i++) {
        kd_clip *clip = &scene->clips[i];
        size_t transforms = (size_t)clip->frame_count * (size_t)clip->joint_count;
        for (size_t k = 0; k < transforms; k++)
            scale_vectors(&clip->locals[k].translate, 1, factor);
    }
    for (int32_t i = 0; i < scene->mesh_count; i++)
        scale_mesh(&scene->meshes[i], scene->skeleton.joint_count, factor);
    for (int32_t i = 0; i < scene->shapes_count; i++) {
        kd_shapes *shapes = &scene->shapes[i];
        scale_vectors(shapes->positions, (size_t)shapes->frame_count * (size_t)shapes->vertex_count, factor);
    }
    double metres = scene->metres_per_unit / factor;
    scene->metres_per_unit = isfinite(metres) ? metres : 0.0;
}
