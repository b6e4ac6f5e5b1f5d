/* The bone mesh: closed octahedra that lie between their joints, face outward and follow the joint at their root. */
#include "support/test.h"

#include "kinedriver/math.h"
#include "model/affine.h"
#include "model/bone_mesh.h"
#include "support/scene_check.h"

enum { JOINTS = 30 };

static void make_joints(kd_joint *joints, uint64_t seed)
{
    static char names[JOINTS][16];
    kt_random random = kt_random_make(seed);
    for (int i = 0; i < JOINTS; i++) {
        snprintf(names[i], sizeof names[i], "j%d", i);
        kd_transform rest = kd_transform_identity();
        rest.rotate =
            kd_quat_normalize(kd_quat_make((float)kt_random_in(&random, -1, 1), (float)kt_random_in(&random, -1, 1),
                                           (float)kt_random_in(&random, -1, 1), (float)kt_random_in(&random, -1, 1)));
        rest.translate = kd_vec3_make((float)kt_random_in(&random, -1, 1), (float)kt_random_in(&random, 0.1, 1),
                                      (float)kt_random_in(&random, -1, 1));
        joints[i].name = names[i];
        joints[i].parent = i < 2 ? KD_NO_JOINT : (int32_t)kt_random_below(&random, (uint32_t)i);
        joints[i].is_tip = false;
        joints[i].rest = rest;
    }
}

static kdi_arena make_arena(void)
{
    kd_allocator allocator = kt_allocator();
    kdi_arena arena;
    kdi_arena_init(&arena, &allocator, 0);
    return arena;
}

static void check_octahedron(const kd_mesh *mesh, int32_t first, kd_vec3 root, kd_vec3 tip)
{
    double volume = 0.0;
    double length = (double)kd_vec3_length(kd_vec3_sub(tip, root));
    for (int face = 0; face < KDI_BONE_MESH_FACES; face++) {
        const kd_vec3 *p = &mesh->positions[first + face * 3];
        kd_vec3 cross = kd_vec3_cross(kd_vec3_sub(p[1], p[0]), kd_vec3_sub(p[2], p[0]));
        kd_vec3 normal = mesh->normals[first + face * 3];
        /* the normal is that of the corners, and points away from a place inside */
        assert_true(fabsf(kd_vec3_dot(cross, normal) - kd_vec3_length(cross)) < 1e-4f * kd_vec3_length(cross));
        kd_vec3 inside = kd_vec3_add(root, kd_vec3_scale(kd_vec3_sub(tip, root), 0.2f));
        assert_true(kd_vec3_dot(kd_vec3_sub(p[0], inside), normal) > 0.0f);
        volume += (double)kd_vec3_dot(kd_vec3_sub(p[0], root),
                                      kd_vec3_cross(kd_vec3_sub(p[1], root), kd_vec3_sub(p[2], root))) /
                  6.0;
        assert_true(kt_near(&p[2], face < 4 ? &tip : &root, 3, 1e-5));
    }
    /* a square of diagonal 0.2 L times the length, over 3: closed, or the sum over its faces would not be that */
    assert_true(fabs(volume - 0.2 * 0.2 / 2.0 * length * length * length / 3.0) < 1e-5 * length * length * length);
}

static void every_bone_is_a_closed_octahedron_between_its_joints(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        kd_joint joints[JOINTS];
        kd_transform local[JOINTS], model[JOINTS];
        kd_skeleton skeleton = {joints, JOINTS};
        kdi_arena arena = make_arena();
        kd_mesh mesh;
        make_joints(joints, seed);
        assert_true(kdi_bone_mesh_make(&skeleton, 3, &arena, &mesh));
        assert_int_equal(mesh.vertex_count, (JOINTS - 2) * KDI_BONE_MESH_VERTICES);
        assert_int_equal(mesh.parts[0].material, 3);
        kd_scene scene = {.skeleton = skeleton, .meshes = &mesh, .mesh_count = 1, .material_count = 4};
        assert_null(kt_check_scene(&scene));
        for (int i = 0; i < JOINTS; i++)
            local[i] = joints[i].rest;
        kd_skeleton_model_from_local(&skeleton, local, model);
        for (int i = 2, bone = 0; i < JOINTS; i++, bone++) {
            int32_t parent = joints[i].parent;
            check_octahedron(&mesh, bone * KDI_BONE_MESH_VERTICES, model[parent].translate, model[i].translate);
            for (int v = 0; v < KDI_BONE_MESH_VERTICES; v++)
                assert_int_equal(mesh.skin_joints[bone * KDI_BONE_MESH_VERTICES + v], parent);
        }
        for (int i = 0; i < JOINTS; i++) {
            kd_mat34 identity = kd_mat34_from_transform(kd_transform_identity());
            kd_mat34 product = kd_mat34_mul(kd_mat34_from_transform(model[i]), mesh.inverse_binds[i]);
            assert_true(kdi_affine_distance(&product, &identity) < 1e-4);
        }
        kdi_arena_free(&arena);
    }
}

static void joints_in_one_place_are_marked(void **state)
{
    (void)state;
    kd_joint joints[2] = {{"a", KD_NO_JOINT, false, kd_transform_identity()}, {"b", 0, false, kd_transform_identity()}};
    for (int32_t count = 0; count <= 2; count++) {
        kd_skeleton skeleton = {joints, count};
        kdi_arena arena = make_arena();
        kd_mesh mesh;
        assert_true(kdi_bone_mesh_make(&skeleton, -1, &arena, &mesh));
        assert_int_equal(mesh.vertex_count, count * KDI_BONE_MESH_VERTICES);
        for (int32_t v = 0; v < mesh.vertex_count; v++)
            assert_true(fabsf(kd_vec3_length(mesh.positions[v]) - 0.05f) < 1e-6f);
        kdi_arena_free(&arena);
    }
}

static void what_is_too_far_away_is_not_shown(void **state)
{
    (void)state;
    kd_joint joints[JOINTS];
    make_joints(joints, 1);
    kd_joint three[3] = {joints[0], joints[0], joints[0]};
    three[1].parent = 0;
    three[1].rest.translate.x = 1e30f;
    three[2].parent = 1;
    three[2].rest.scale = kd_vec3_make(3e38f, 3e38f, 3e38f);
    kd_skeleton skeleton = {three, 3};
    kdi_arena arena = make_arena();
    kd_mesh mesh;
    assert_true(kdi_bone_mesh_make(&skeleton, -1, &arena, &mesh));
    assert_true(kt_all_finite(&mesh.positions[0].x, (size_t)mesh.vertex_count * 3));
    assert_true(kt_all_finite(&mesh.normals[0].x, (size_t)mesh.vertex_count * 3));
    assert_true(kt_all_finite(&mesh.inverse_binds[0].m[0][0], 36));
    kdi_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bone_is_a_closed_octahedron_between_its_joints),
        cmocka_unit_test(joints_in_one_place_are_marked),
        cmocka_unit_test(what_is_too_far_away_is_not_shown),
    };
    return kt_run(tests);
}
