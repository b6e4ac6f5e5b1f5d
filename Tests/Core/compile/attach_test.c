/* Attached joints: the skin's weights at a place, found against a slow search, and motion exactly as a skinned vertex.
 */
#include "kinedriver/math.h"
#include "kinedriver/rig_attach.h"
#include "model/scene.h"
#include "support/kdi.h"
#include "support/rig_run.h"
#include "support/scene.h"

#include <math.h>

enum { JOINTS = 5, SIDE = 7, VERTICES = SIDE * SIDE, SLOTS = 3 };

/* A bent sheet of triangles, skinned at random to the first four of five joints; the last is a leaf to attach. */
static kd_scene *make_sheet(uint64_t seed)
{
    static const char *const names[JOINTS] = {"root", "upper", "lower", "end", "button"};
    static const int32_t parents[JOINTS] = {-1, 0, 1, 2, 0};
    kt_random random = kt_random_make(seed);
    kd_scene *scene = kd_scene_make(NULL, NULL);
    kd_joint *joints = KDI_ARENA_PUSH(scene->arena, kd_joint, JOINTS);
    kd_mesh *mesh = scene->meshes = KDI_ARENA_PUSH(scene->arena, kd_mesh, 1);
    kd_transform model[JOINTS];
    scene->metres_per_unit = 1.0;
    for (int i = 0; i < JOINTS; i++) {
        double q[4];
        kt_random_rotation(&random, q);
        joints[i].name = names[i];
        joints[i].parent = parents[i];
        joints[i].rest = kd_transform_identity();
        joints[i].rest.rotate = kd_quat_make((float)q[0], (float)q[1], (float)q[2], (float)q[3]);
        joints[i].rest.translate = kd_vec3_make((float)kt_random_in(&random, -2, 2), 1.0f, 0.5f);
        model[i] = joints[i].rest;
    }
    scene->skeleton.joints = joints;
    scene->skeleton.joint_count = JOINTS;
    kd_skeleton_model_from_local(&scene->skeleton, model, model);
    scene->mesh_count = 1;
    mesh->name = "sheet";
    mesh->vertex_count = VERTICES;
    mesh->influence_count = SLOTS;
    mesh->positions = KDI_ARENA_PUSH(scene->arena, kd_vec3, VERTICES);
    mesh->skin_joints = KDI_ARENA_PUSH(scene->arena, uint16_t, VERTICES * SLOTS);
    mesh->skin_weights = KDI_ARENA_PUSH(scene->arena, float, VERTICES *SLOTS);
    mesh->inverse_binds = KDI_ARENA_PUSH(scene->arena, kd_mat34, JOINTS);
    mesh->indices = KDI_ARENA_PUSH(scene->arena, uint32_t, 6 * (SIDE - 1) * (SIDE - 1));
    for (int i = 0; i < JOINTS; i++)
        assert_true(kd_mat34_inverse(kd_mat34_from_transform(model[i]), &mesh->inverse_binds[i]));
    for (int v = 0; v < VERTICES; v++) {
        mesh->positions[v] = kd_vec3_make((float)(v % SIDE) + (float)kt_random_in(&random, -0.3, 0.3),
                                          (float)(v / SIDE) + (float)kt_random_in(&random, -0.3, 0.3),
                                          (float)kt_random_in(&random, -0.5, 0.5));
        float first = (float)kt_random_in(&random, 0.6, 0.7), second = (float)kt_random_in(&random, 0.2, 0.25);
        const float weights[SLOTS] = {first, second, 1.0f - first - second};
        for (int s = 0; s < SLOTS; s++) {
            mesh->skin_joints[v * SLOTS + s] = (uint16_t)((v + s) % 4);
            mesh->skin_weights[v * SLOTS + s] = weights[s];
        }
    }
    for (int y = 0; y + 1 < SIDE; y++)
        for (int x = 0; x + 1 < SIDE; x++) {
            uint32_t corner = (uint32_t)(y * SIDE + x);
            const uint32_t square[6] = {corner,     corner + 1,        corner + SIDE,
                                        corner + 1, corner + SIDE + 1, corner + SIDE};
            memcpy(mesh->indices + mesh->index_count, square, sizeof square);
            mesh->index_count += 6;
        }
    return scene;
}

/* The smallest distance over a dense grid of points on all triangles. */
static double slow_distance(const kd_mesh *mesh, kd_vec3 p)
{
    enum { STEPS = 24 };
    double best = 1e30;
    for (int32_t i = 0; i < mesh->index_count; i += 3)
        for (int a = 0; a <= STEPS; a++)
            for (int b = 0; a + b <= STEPS; b++) {
                const double shares[3] = {(double)a / STEPS, (double)b / STEPS, (double)(STEPS - a - b) / STEPS};
                double sum[3] = {-p.x, -p.y, -p.z};
                for (int k = 0; k < 3; k++) {
                    kd_vec3 corner = mesh->positions[mesh->indices[i + k]];
                    sum[0] += shares[k] * corner.x;
                    sum[1] += shares[k] * corner.y;
                    sum[2] += shares[k] * corner.z;
                }
                best = fmin(best, sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]));
            }
    return best;
}

static void the_nearest_point_is_the_nearest(void **state)
{
    (void)state;
    kt_random random = kt_random_make(11);
    kd_scene *scene = make_sheet(3);
    for (int round = 0; round < 60; round++) {
        kd_attach_desc desc = kd_attach_desc_default();
        kd_attach_place place;
        desc.point = kd_vec3_make((float)kt_random_in(&random, -3, 9), (float)kt_random_in(&random, -3, 9),
                                  (float)kt_random_in(&random, -2, 2));
        assert_int_equal(kd_scene_skin_at(scene, &desc, &place, NULL), KD_OK);
        double slow = slow_distance(&scene->meshes[0], desc.point);
        kd_vec3 away = kd_vec3_sub(place.position, desc.point);
        assert_true(fabs((double)kd_vec3_length(away) - (double)place.distance) < 1e-4);
        assert_true((double)place.distance <= slow + 1e-5);
        assert_true((double)place.distance >= slow - 0.1); /* the grid is that coarse */
        float sum = 0.0f;
        for (int32_t i = 0; i < place.joint_count; i++) {
            assert_true(i == 0 || place.weights[i] <= place.weights[i - 1]);
            assert_true(place.weights[i] >= 0.01f);
            sum += place.weights[i];
        }
        assert_float_equal(sum, 1.0f, 1e-5f);
    }
    kd_scene_free(scene);
}

static void a_vertex_has_its_own_weights(void **state)
{
    (void)state;
    kd_scene *scene = make_sheet(4);
    const kd_mesh *mesh = &scene->meshes[0];
    for (int32_t v = 0; v < VERTICES; v++) {
        kd_attach_desc desc = kd_attach_desc_default();
        kd_attach_place place;
        desc.least = 0.0f;
        for (int by_point = 0; by_point < 2; by_point++) {
            desc.vertex = by_point ? -1 : v;
            desc.point = mesh->positions[v];
            assert_int_equal(kd_scene_skin_at(scene, &desc, &place, NULL), KD_OK);
            assert_int_equal(place.joint_count, SLOTS);
            for (int s = 0; s < SLOTS; s++) {
                assert_int_equal(place.joints[s], mesh->skin_joints[v * SLOTS + s]);
                assert_float_equal(place.weights[s], mesh->skin_weights[v * SLOTS + s], 1e-5f);
            }
        }
    }
    kd_scene_free(scene);
}

/* The attached joint against linear blend skinning of a vertex that lies where the joint is at rest. */
static void an_attached_joint_moves_as_the_skin_does(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        kd_scene *scene = make_sheet(seed);
        kd_mesh *mesh = &scene->meshes[0];
        kd_rig *rig = kd_rig_make(NULL, NULL);
        rig->units.distance = KD_DISTANCE_METER;
        kd_attach_desc desc = kd_attach_desc_default();
        desc.joint = "button";
        desc.vertex = (int32_t)(seed % VERTICES);
        desc.least = 0.0f;
        assert_int_equal(kd_rig_attach(rig, scene, &desc, NULL, NULL), KD_OK);
        assert_int_equal(rig->node_count, 2);
        kt_run_state run = kt_run_make(rig, &scene->skeleton, 1, false);
        kd_transform rest[JOINTS], pose[JOINTS], model[JOINTS], *poses[1] = {pose};
        for (int i = 0; i < JOINTS; i++)
            rest[i] = scene->skeleton.joints[i].rest;
        kd_skeleton_model_from_local(&scene->skeleton, rest, rest);
        mesh->positions[desc.vertex] = rest[4].translate;
        kt_random random = kt_random_make(seed);
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < JOINTS; i++) {
                double q[4];
                kt_random_rotation(&random, q);
                pose[i] = scene->skeleton.joints[i].rest;
                pose[i].rotate = kd_quat_make((float)q[0], (float)q[1], (float)q[2], (float)q[3]);
                if (round == 0)
                    pose[i] = scene->skeleton.joints[i].rest;
            }
            kd_eval_job job = kd_eval_job_default(run.instance);
            job.poses = poses;
            kd_eval_run(&job);
            kd_skeleton_model_from_local(&scene->skeleton, pose, model);
            kd_vec3 skinned = kt_skin_point(mesh, model, desc.vertex);
            assert_true((double)kd_vec3_length(kd_vec3_sub(skinned, model[4].translate)) < 2e-5);
            if (round == 0)
                assert_true(fabsf(kd_quat_dot(model[4].rotate, rest[4].rotate)) > 1.0f - 1e-5f);
        }
        kt_run_free(&run);
        kd_rig_free(rig);
        kd_scene_free(scene);
    }
}

/* Told in the rig's unit, under names that are free, and readable from its file. */
static void the_rig_gets_two_good_nodes(void **state)
{
    (void)state;
    kd_scene *scene = make_sheet(8);
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_attach_desc desc = kd_attach_desc_default();
    desc.joint = "button";
    desc.vertex = 10;
    for (int times = 0; times < 3; times++)
        assert_int_equal(kd_rig_attach(rig, scene, &desc, NULL, NULL), KD_OK);
    assert_int_equal(rig->node_count, 6);
    assert_int_equal(kd_rig_validate(rig, &scene->skeleton, NULL), KD_OK);
    assert_string_equal(rig->nodes[0]->name, "button_attach_position");
    assert_string_equal(rig->nodes[5]->name, "button_attach_orientation_3");
    const kd_constraint *constraint = &rig->nodes[0]->as.constraint;
    assert_string_equal(constraint->attach_mesh, "sheet");
    assert_true(fabs(constraint->attach_point[0] - 100.0 * scene->meshes[0].positions[10].x) < 1e-3); /* centimetres */
    kd_buffer text = kt_kdi_write(rig);
    kd_rig *again = kt_kdi_read(text.data, text.size);
    assert_true(kd_rig_equal(rig, again));
    kd_buffer_free(&text);
    kd_rig_free(again);
    kd_rig_free(rig);
    kd_scene_free(scene);
}

static void expect_refusal(const kd_scene *scene, const kd_attach_desc *desc, kd_result code, const char *part)
{
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_rig_attach(rig, scene, desc, NULL, &findings), code);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, code, part);
    assert_int_equal(rig->node_count, 0);
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void what_cannot_be_attached_is_refused(void **state)
{
    (void)state;
    kd_scene *scene = make_sheet(8);
    kd_attach_desc desc = kd_attach_desc_default();
    desc.vertex = 0;
    expect_refusal(scene, &desc, KD_NAME_INVALID, "no joint is named");
    desc.joint = "upper";
    expect_refusal(scene, &desc, KD_CYCLE, "by 'upper' itself");
    desc.joint = "button";
    desc.vertex = VERTICES;
    expect_refusal(scene, &desc, KD_INDEX, "the mesh has 49");
    desc.vertex = -1;
    desc.point.y = NAN;
    expect_refusal(scene, &desc, KD_RANGE, "not finite");
    desc.point.y = 0.0f;
    desc.mesh = "shirt";
    expect_refusal(scene, &desc, KD_NAME_UNKNOWN, "'shirt'");
    desc.mesh = NULL;
    scene->mesh_count = 0;
    expect_refusal(scene, &desc, KD_EMPTY, "no skinned mesh");
    kd_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_point_is_the_nearest),         cmocka_unit_test(a_vertex_has_its_own_weights),
        cmocka_unit_test(an_attached_joint_moves_as_the_skin_does), cmocka_unit_test(the_rig_gets_two_good_nodes),
        cmocka_unit_test(what_cannot_be_attached_is_refused),
    };
    return kt_run(tests);
}
