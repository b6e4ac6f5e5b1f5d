/* kd_mesh_deform against the formula of linear blend skinning in double precision, written out anew: each joint moves
 * the point by itself, the results are added; normals by the inverse transpose of the blended map. */
#include "kinedriver/gltf.h"
#include "kinedriver/math.h"
#include "kinedriver/mesh_deform.h"
#include "support/scene.h"
#include "support/scene_check.h"
#include "support/test.h"

enum { JOINTS = 3, CASES = 500 };

static kd_mat34 random_map(kt_random *random)
{
    kd_mat34 map;
    for (int i = 0; i < 12; i++)
        map.m[i / 4][i % 4] = (float)(kt_random_in(random, -0.5, 0.5) + (i % 5 == 0 ? 1.5 : 0.0));
    return map;
}

static void slow_map(const kd_mat34 *m, const double in[3], double w, double out[3])
{
    for (int row = 0; row < 3; row++)
        out[row] = (double)m->m[row][0] * in[0] + (double)m->m[row][1] * in[1] + (double)m->m[row][2] * in[2] +
                   (double)m->m[row][3] * w;
}

/* Where the joint takes a point (w 1) or a direction (w 0) of the model at rest. */
static void slow_joint(const kd_mesh *mesh, const kd_mat34 *model, int joint, const double in[3], double w,
                       double out[3])
{
    double local[3];
    slow_map(&mesh->inverse_binds[joint], in, w, local);
    slow_map(&model[joint], local, w, out);
}

static void slow_skin(const kd_mesh *mesh, const kd_mat34 *model, int vertex, const double in[3], double w,
                      double out[3])
{
    out[0] = out[1] = out[2] = 0.0;
    for (int i = 0; i < mesh->influence_count; i++) {
        int slot = vertex * mesh->influence_count + i;
        double moved[3];
        slow_joint(mesh, model, mesh->skin_joints[slot], in, w, moved);
        for (int k = 0; k < 3; k++)
            out[k] += (double)mesh->skin_weights[slot] * moved[k];
    }
}

static void check_vertex(const kd_mesh *mesh, const kd_mat34 *model, float weight, int v, kd_vec3 got, kd_vec3 normal)
{
    const kd_morph *morph = &mesh->morphs[0];
    double point[3], moved[3], axes[3][3];
    for (int k = 0; k < 3; k++)
        point[k] = (double)(&mesh->positions[v].x)[k] + (double)weight * (double)(&morph->position_deltas[v].x)[k];
    slow_skin(mesh, model, v, point, 1.0, moved);
    for (int k = 0; k < 3; k++)
        assert_true(fabs((double)(&got.x)[k] - moved[k]) < 1e-4);
    /* A normal n is mapped rightly if it is square to every mapped direction that n was square to. */
    double n[3];
    for (int k = 0; k < 3; k++)
        n[k] = (double)(&mesh->normals[v].x)[k] + (double)weight * (double)(&morph->normal_deltas[v].x)[k];
    for (int k = 0; k < 3; k++) {
        double direction[3] = {0, 0, 0};
        direction[(k + 1) % 3] = n[(k + 2) % 3];
        direction[(k + 2) % 3] = -n[(k + 1) % 3];
        slow_skin(mesh, model, v, direction, 0.0, axes[k]);
        double dot = axes[k][0] * (double)normal.x + axes[k][1] * (double)normal.y + axes[k][2] * (double)normal.z;
        double length = sqrt(axes[k][0] * axes[k][0] + axes[k][1] * axes[k][1] + axes[k][2] * axes[k][2]);
        assert_true(fabs(dot) < 1e-3 * (length + 1e-3));
    }
    assert_true(fabsf(kd_vec3_length(normal) - 1.0f) < 1e-5f);
    /* and if it still points to the same side */
    slow_skin(mesh, model, v, n, 0.0, moved);
    assert_true(moved[0] * (double)normal.x + moved[1] * (double)normal.y + moved[2] * (double)normal.z > 0.0);
}

static void skinning_follows_the_formula_of_linear_blending(void **state)
{
    (void)state;
    kt_random random = kt_random_make(7);
    for (int round = 0; round < CASES; round++) {
        kd_scene *scene = kt_scene_make(&random);
        kd_mesh *mesh = &scene->meshes[0];
        kd_mat34 model[JOINTS];
        for (int i = 0; i < JOINTS; i++) {
            model[i] = kd_mat34_from_quat(scene->skeleton.joints[i].rest.rotate);
            mesh->inverse_binds[i] = random_map(&random);
            /* nearly the same turn for all, so that their blend does not fold the surface */
            kd_mat34 small = random_map(&random);
            model[i] = kd_mat34_mul(model[0], small);
        }
        kd_vec3 positions[8], normals[8];
        float weight = (float)kt_random_in(&random, -1.0, 1.0);
        kd_mesh_deform_job job = {mesh, model, &weight, positions, normals};
        kd_mesh_deform(&job);
        for (int v = 0; v < mesh->vertex_count; v++)
            check_vertex(mesh, model, weight, v, positions[v], normals[v]);
        kd_scene_free(scene);
    }
}

static void a_mesh_without_skin_follows_its_joint(void **state)
{
    (void)state;
    kt_random random = kt_random_make(8);
    kd_scene *scene = kt_scene_make(&random);
    kd_mesh *mesh = &scene->meshes[1];
    kd_mat34 model[JOINTS];
    kd_vec3 positions[8];
    for (int i = 0; i < JOINTS; i++)
        model[i] = random_map(&random);
    kd_mesh_deform_job job = {mesh, model, NULL, positions, NULL};
    kd_mesh_deform(&job);
    for (int v = 0; v < mesh->vertex_count; v++) {
        double in[3] = {mesh->positions[v].x, mesh->positions[v].y, mesh->positions[v].z}, out[3];
        slow_map(&model[mesh->joint], in, 1.0, out);
        assert_true(fabs((double)positions[v].x - out[0]) + fabs((double)positions[v].y - out[1]) < 1e-4);
    }
    mesh->joint = KD_NO_JOINT;
    job.model_from_joint = NULL;
    kd_mesh_deform(&job);
    assert_memory_equal(positions, mesh->positions, sizeof *positions * (size_t)mesh->vertex_count);
    kd_scene_free(scene);
}

static void the_rest_pose_gives_the_mesh_back(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Content/Character/character.glb");
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene;
    assert_int_equal(kd_gltf_read(content.data, content.size, &desc, &scene, NULL), KD_OK);
    const kd_mesh *mesh = &scene->meshes[0];
    size_t joints = (size_t)scene->skeleton.joint_count, vertices = (size_t)mesh->vertex_count;
    kd_transform *model = malloc(joints * sizeof *model);
    kd_mat34 *maps = malloc(joints * sizeof *maps);
    kd_vec3 *positions = malloc(vertices * sizeof *positions), *normals = malloc(vertices * sizeof *normals);
    for (size_t i = 0; i < joints; i++)
        model[i] = scene->skeleton.joints[i].rest;
    kd_skeleton_model_from_local(&scene->skeleton, model, model);
    for (size_t i = 0; i < joints; i++)
        maps[i] = kd_mat34_from_transform(model[i]);
    kd_mesh_deform_job job = {mesh, maps, NULL, positions, normals};
    kd_mesh_deform(&job);
    assert_true(kt_near(positions, mesh->positions, vertices * 3, 1e-5));
    assert_true(kt_near(normals, mesh->normals, vertices * 3, 1e-5));
    free(model);
    free(maps);
    free(positions);
    free(normals);
    kd_scene_free(scene);
    kd_buffer_free(&content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skinning_follows_the_formula_of_linear_blending),
        cmocka_unit_test(a_mesh_without_skin_follows_its_joint),
        cmocka_unit_test(the_rest_pose_gives_the_mesh_back),
    };
    return kt_run(tests);
}
