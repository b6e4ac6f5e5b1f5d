/* What every scene promises, checked without the product's own checker, and the comparison of two scenes. Without
 * cmocka, so that fuzz targets can use it: each function returns NULL, or a text that says what is wrong. */
#ifndef KT_SCENE_CHECK_H
#define KT_SCENE_CHECK_H

#include "kinedriver/scene.h"

#include <math.h>
#include <string.h>

#define KT_EXPECT(condition, text) \
    do {                           \
        if (!(condition))          \
            return text;           \
    } while (0)

static inline bool kt_all_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

static inline bool kt_is_unit(kd_quat q)
{
    double square = (double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w;
    return fabs(square - 1.0) < 1e-5;
}

static inline const char *kt_check_skeleton(const kd_skeleton *skeleton)
{
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        const kd_joint *joint = &skeleton->joints[i];
        KT_EXPECT(joint->name && joint->name[0], "a joint has no name");
        KT_EXPECT(joint->parent >= KD_NO_JOINT && joint->parent < i, "a parent does not come first");
        KT_EXPECT(kt_all_finite((const float *)&joint->rest, 10), "a rest transform is not finite");
        KT_EXPECT(kt_is_unit(joint->rest.rotate), "a rest rotation is not of unit length");
        for (int32_t k = 0; k < i; k++)
            KT_EXPECT(strcmp(joint->name, skeleton->joints[k].name) != 0, "two joints have the same name");
    }
    return NULL;
}

static inline const char *kt_check_clip(const kd_scene *scene, const kd_clip *clip)
{
    KT_EXPECT(clip->name && clip->frame_count > 0 && clip->frame_time_s > 0.0, "a clip has no frames, name or time");
    KT_EXPECT(clip->joint_count == scene->skeleton.joint_count, "a clip has another number of joints");
    size_t joints = (size_t)clip->joint_count;
    for (size_t i = 0; i < (size_t)clip->frame_count * joints; i++) {
        KT_EXPECT(kt_all_finite((const float *)&clip->locals[i], 10), "a transform of a clip is not finite");
        kd_quat q = clip->locals[i].rotate;
        KT_EXPECT(kt_is_unit(q), "a rotation of a clip is not of unit length");
        if (i >= joints) {
            kd_quat p = clip->locals[i - joints].rotate;
            KT_EXPECT(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w >= -1e-5f, "a rotation changes its hemisphere");
        }
    }
    KT_EXPECT(kt_all_finite(clip->curves, (size_t)clip->frame_count * (size_t)clip->curve_count),
              "a curve is not finite");
    for (int32_t i = 0; i < clip->curve_count; i++)
        for (int32_t k = 0; k < i; k++)
            KT_EXPECT(strcmp(clip->curve_names[i], clip->curve_names[k]) != 0, "two curves have the same name");
    return NULL;
}

static inline const char *kt_check_skin(const kd_scene *scene, const kd_mesh *mesh)
{
    size_t slots = (size_t)mesh->influence_count;
    KT_EXPECT(slots <= KD_MAX_INFLUENCES, "too many influences");
    if (slots == 0)
        return mesh->inverse_binds ? "inverse binds without a skin" : NULL;
    KT_EXPECT(kt_all_finite((const float *)mesh->inverse_binds, (size_t)scene->skeleton.joint_count * 12),
              "an inverse bind matrix is not finite");
    for (size_t v = 0; v < (size_t)mesh->vertex_count; v++) {
        double sum = 0.0;
        for (size_t s = 0; s < slots; s++) {
            float weight = mesh->skin_weights[v * slots + s];
            KT_EXPECT(weight >= 0.0f, "a weight is negative");
            KT_EXPECT(s == 0 || weight <= mesh->skin_weights[v * slots + s - 1], "weights are not sorted");
            KT_EXPECT(mesh->skin_joints[v * slots + s] < scene->skeleton.joint_count, "a skin joint is out of range");
            sum += (double)weight;
        }
        KT_EXPECT(fabs(sum - 1.0) < 1e-5, "weights do not add up to 1");
    }
    return NULL;
}

static inline const char *kt_check_mesh(const kd_scene *scene, const kd_mesh *mesh)
{
    size_t floats = (size_t)mesh->vertex_count * 3;
    int32_t covered = 0;
    KT_EXPECT(mesh->name && mesh->index_count % 3 == 0, "a mesh has no name or no whole triangles");
    KT_EXPECT(mesh->joint >= KD_NO_JOINT && mesh->joint < scene->skeleton.joint_count, "a mesh hangs on no joint");
    KT_EXPECT(kt_all_finite((const float *)mesh->positions, floats), "a position is not finite");
    KT_EXPECT(!mesh->normals || kt_all_finite((const float *)mesh->normals, floats), "a normal is not finite");
    KT_EXPECT(!mesh->texcoords || kt_all_finite(&mesh->texcoords[0][0], floats / 3 * 2), "a texcoord is not finite");
    for (int32_t i = 0; i < mesh->index_count; i++)
        KT_EXPECT(mesh->indices[i] < (uint32_t)mesh->vertex_count, "an index is out of range");
    for (int32_t i = 0; i < mesh->part_count; i++) {
        const kd_mesh_part *part = &mesh->parts[i];
        KT_EXPECT(part->first_index == covered && part->index_count % 3 == 0, "parts do not follow each other");
        KT_EXPECT(part->material >= -1 && part->material < scene->material_count, "a material is out of range");
        covered += part->index_count;
    }
    KT_EXPECT(covered == mesh->index_count, "parts do not cover all indices");
    for (int32_t i = 0; i < mesh->morph_count; i++) {
        const kd_morph *morph = &mesh->morphs[i];
        KT_EXPECT(morph->name && isfinite(mesh->morph_weights[i]), "a morph has no name or weight");
        KT_EXPECT(kt_all_finite((const float *)morph->position_deltas, floats), "a delta is not finite");
        KT_EXPECT(!morph->normal_deltas || kt_all_finite((const float *)morph->normal_deltas, floats),
                  "a normal delta is not finite");
    }
    return kt_check_skin(scene, mesh);
}

static inline const char *kt_check_scene(const kd_scene *scene)
{
    const char *problem = kt_check_skeleton(&scene->skeleton);
    for (int32_t i = 0; !problem && i < scene->clip_count; i++)
        problem = kt_check_clip(scene, &scene->clips[i]);
    for (int32_t i = 0; !problem && i < scene->mesh_count; i++)
        problem = kt_check_mesh(scene, &scene->meshes[i]);
    return problem;
}

static inline bool kt_near(const void *a, const void *b, size_t count, double tolerance)
{
    const float *x = (const float *)a;
    const float *y = (const float *)b;
    for (size_t i = 0; i < count; i++)
        if (!(fabs((double)x[i] - (double)y[i]) <= tolerance))
            return false;
    return true;
}

/* q and -q are the same rotation. */
static inline bool kt_same_transform(const kd_transform *a, const kd_transform *b, double tolerance)
{
    kd_quat opposite = {-b->rotate.x, -b->rotate.y, -b->rotate.z, -b->rotate.w};
    return kt_near(&a->translate, &b->translate, 6, tolerance) &&
           (kt_near(&a->rotate, &b->rotate, 4, tolerance) || kt_near(&a->rotate, &opposite, 4, tolerance));
}

static inline const char *kt_compare_meshes(const kd_scene *scene, const kd_mesh *a, const kd_mesh *b, double tolerance)
{
    size_t vertices = (size_t)a->vertex_count;
    size_t slots = vertices * (size_t)a->influence_count;
    KT_EXPECT(strcmp(a->name, b->name) == 0 && a->joint == b->joint, "names or joints of meshes differ");
    KT_EXPECT(a->vertex_count == b->vertex_count && a->index_count == b->index_count &&
                  a->part_count == b->part_count && a->morph_count == b->morph_count &&
                  a->influence_count == b->influence_count,
              "counts of meshes differ");
    KT_EXPECT(!a->normals == !b->normals && !a->texcoords == !b->texcoords, "attributes of meshes differ");
    KT_EXPECT(kt_near(a->positions, b->positions, vertices * 3, tolerance), "positions differ");
    KT_EXPECT(!a->normals || kt_near(a->normals, b->normals, vertices * 3, tolerance), "normals differ");
    KT_EXPECT(!a->texcoords || kt_near(a->texcoords, b->texcoords, vertices * 2, tolerance), "texcoords differ");
    KT_EXPECT(memcmp(a->indices, b->indices, (size_t)a->index_count * sizeof *a->indices) == 0, "indices differ");
    KT_EXPECT(memcmp(a->parts, b->parts, (size_t)a->part_count * sizeof *a->parts) == 0, "parts differ");
    for (size_t i = 0; i < slots; i++) {
        bool unused = !(a->skin_weights[i] > 0.0f);
        KT_EXPECT(kt_near(&a->skin_weights[i], &b->skin_weights[i], 1, tolerance), "skin weights differ");
        KT_EXPECT(unused || a->skin_joints[i] == b->skin_joints[i], "skin joints differ");
    }
    size_t binds = slots > 0 ? (size_t)scene->skeleton.joint_count * 12 : 0;
    KT_EXPECT(kt_near(a->inverse_binds, b->inverse_binds, binds, tolerance), "inverse bind matrices differ");
    for (int32_t i = 0; i < a->morph_count; i++) {
        const kd_morph *x = &a->morphs[i];
        const kd_morph *y = &b->morphs[i];
        KT_EXPECT(strcmp(x->name, y->name) == 0 && !x->normal_deltas == !y->normal_deltas, "morphs differ");
        KT_EXPECT(kt_near(&a->morph_weights[i], &b->morph_weights[i], 1, tolerance), "morph weights differ");
        KT_EXPECT(kt_near(x->position_deltas, y->position_deltas, vertices * 3, tolerance), "morph deltas differ");
        KT_EXPECT(!x->normal_deltas || kt_near(x->normal_deltas, y->normal_deltas, vertices * 3, tolerance),
                  "normal deltas differ");
    }
    return NULL;
}

static inline const char *kt_compare_clips(const kd_clip *a, const kd_clip *b, double tolerance)
{
    KT_EXPECT(strcmp(a->name, b->name) == 0, "names of clips differ");
    KT_EXPECT(a->frame_count == b->frame_count && a->joint_count == b->joint_count && a->curve_count == b->curve_count,
              "counts of clips differ");
    KT_EXPECT(fabs(a->frame_time_s - b->frame_time_s) <= tolerance, "frame times differ");
    for (size_t i = 0; i < (size_t)a->frame_count * (size_t)a->joint_count; i++)
        KT_EXPECT(kt_same_transform(&a->locals[i], &b->locals[i], tolerance), "transforms of clips differ");
    for (int32_t i = 0; i < a->curve_count; i++)
        KT_EXPECT(strcmp(a->curve_names[i], b->curve_names[i]) == 0, "names of curves differ");
    KT_EXPECT(kt_near(a->curves, b->curves, (size_t)a->frame_count * (size_t)a->curve_count, tolerance),
              "curves differ");
    return NULL;
}

/* The unit is not compared. */
static inline const char *kt_compare_scenes(const kd_scene *a, const kd_scene *b, double tolerance)
{
    const char *problem = NULL;
    KT_EXPECT(a->skeleton.joint_count == b->skeleton.joint_count && a->clip_count == b->clip_count &&
                  a->mesh_count == b->mesh_count && a->material_count == b->material_count,
              "counts of scenes differ");
    for (int32_t i = 0; i < a->skeleton.joint_count; i++) {
        const kd_joint *x = &a->skeleton.joints[i];
        const kd_joint *y = &b->skeleton.joints[i];
        KT_EXPECT(strcmp(x->name, y->name) == 0 && x->parent == y->parent && x->is_tip == y->is_tip, "joints differ");
        KT_EXPECT(kt_same_transform(&x->rest, &y->rest, tolerance), "rest transforms differ");
    }
    for (int32_t i = 0; i < a->material_count; i++)
        KT_EXPECT(strcmp(a->materials[i].name, b->materials[i].name) == 0 &&
                      kt_near(a->materials[i].base_color, b->materials[i].base_color, 4, tolerance),
                  "materials differ");
    for (int32_t i = 0; !problem && i < a->mesh_count; i++)
        problem = kt_compare_meshes(a, &a->meshes[i], &b->meshes[i], tolerance);
    for (int32_t i = 0; !problem && i < a->clip_count; i++)
        problem = kt_compare_clips(&a->clips[i], &b->clips[i], tolerance);
    return problem;
}

#endif
