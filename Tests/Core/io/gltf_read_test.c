/* The glTF reader on the files of Tests/Data/gltf, against the formulas that they were made from (make.py there). */
#include "support/test.h"

#include "kinedriver/gltf.h"
#include "kinedriver/math.h"
#include "support/scene_check.h"

static const double TURN_10 = 10.0 * 3.14159265358979323846 / 180.0;

static kd_scene *read_file(const char *name, kd_findings *findings)
{
    char path[256];
    snprintf(path, sizeof path, "Tests/Data/gltf/%s", name);
    kd_buffer content = kt_load(path);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene = NULL;
    desc.folder = kt_path("Tests/Data/gltf");
    kd_result result = kd_gltf_read(content.data, content.size, &desc, &scene, findings);
    if (result != KD_OK)
        kt_print_findings(findings);
    assert_int_equal(result, KD_OK);
    assert_non_null(scene);
    const char *problem = kt_check_scene(scene);
    if (problem)
        fail_msg("%s: %s", name, problem);
    assert_true(scene->metres_per_unit == 1.0);
    kd_buffer_free(&content);
    return scene;
}

static kd_scene *read_clean(const char *name)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = read_file(name, &findings);
    assert_int_equal(findings.counts[KD_SEVERITY_WARNING], 0);
    kd_findings_free(&findings);
    return scene;
}

static void expect_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g instead of %.9g", value, expected);
}

static void expect_vec3(kd_vec3 v, double x, double y, double z, double tolerance)
{
    expect_near(v.x, x, tolerance);
    expect_near(v.y, y, tolerance);
    expect_near(v.z, z, tolerance);
}

/* The same rotation, whatever the sign. */
static void expect_quat(kd_quat q, double x, double y, double z, double w, double tolerance)
{
    double length = sqrt(x * x + y * y + z * z + w * w);
    double dot = q.x * x + q.y * y + q.z * z + q.w * w;
    double sign = dot < 0.0 ? -1.0 : 1.0;
    expect_near(q.x, sign * x / length, tolerance);
    expect_near(q.y, sign * y / length, tolerance);
    expect_near(q.z, sign * z / length, tolerance);
    expect_near(q.w, sign * w / length, tolerance);
}

static void eight_bones_have_the_positions_of_their_chain(void **state)
{
    (void)state;
    kd_scene *scene = read_clean("skin8.gltf");
    kd_transform model[9], local[9];
    double x = 0.0, y = 0.0;
    assert_int_equal(scene->skeleton.joint_count, 9); /* the node of the mesh is a joint too */
    for (int i = 0; i < 9; i++)
        local[i] = scene->skeleton.joints[i].rest;
    kd_skeleton_model_from_local(&scene->skeleton, local, model);
    for (int i = 0; i < 8; i++) {
        char name[32];
        snprintf(name, sizeof name, "bone_%d", i);
        assert_string_equal(scene->skeleton.joints[i].name, name);
        assert_int_equal(scene->skeleton.joints[i].parent, i - 1);
        if (i > 0) {
            x -= 0.25 * sin(TURN_10 * i);
            y += 0.25 * cos(TURN_10 * i);
        }
        expect_vec3(model[i].translate, x, y, 0.0, 1e-6);
        expect_quat(model[i].rotate, 0.0, 0.0, sin(TURN_10 * (i + 1) / 2), cos(TURN_10 * (i + 1) / 2), 1e-6);
    }
    assert_string_equal(scene->skeleton.joints[8].name, "body_node");
    assert_int_equal(scene->skeleton.joints[8].parent, KD_NO_JOINT);
    kd_scene_free(scene);
}

static void vertices_come_from_all_attributes_and_primitives(void **state)
{
    (void)state;
    static const uint32_t indices[] = {0, 1, 2, 1, 3, 2, 3, 4, 0, 4, 5, 0}; /* a pair of triangles, then a fan */
    kd_scene *scene = read_clean("skin8.gltf");
    assert_int_equal(scene->mesh_count, 1);
    const kd_mesh *mesh = &scene->meshes[0];
    assert_string_equal(mesh->name, "body");
    assert_int_equal(mesh->vertex_count, 6); /* both primitives use the same */
    assert_int_equal(mesh->index_count, 12);
    assert_memory_equal(mesh->indices, indices, sizeof indices);
    for (int v = 0; v < 6; v++) {
        expect_vec3(mesh->positions[v], 0.1 * v, 0.25 * v, -0.05 * v, 1e-7);
        expect_vec3(mesh->normals[v], sin(v), 0.0, cos(v), 1e-7);
        expect_near(mesh->texcoords[v][0], 1000.0 * v / 65535.0, 1e-7);
        expect_near(mesh->texcoords[v][1], 1.0 - 2000.0 * v / 65535.0, 1e-7);
    }
    assert_int_equal(mesh->part_count, 2);
    assert_int_equal(mesh->parts[0].material, 1);
    assert_int_equal(mesh->parts[1].material, 0);
    assert_int_equal(scene->material_count, 2);
    assert_string_equal(scene->materials[1].name, "skin");
    expect_near(scene->materials[1].base_color[1], 0.25, 0.0);
    expect_near(scene->materials[0].base_color[1], 1.0, 0.0);
    kd_scene_free(scene);
}

/* Weight k of 8 is (8 - k) / 36; at rest the weighted sum of all joints' maps leaves each vertex in its place. */
static void eight_influences_are_kept_and_the_rest_pose_is_the_bind_pose(void **state)
{
    (void)state;
    kd_scene *scene = read_clean("skin8.gltf");
    const kd_mesh *mesh = &scene->meshes[0];
    kd_mat34 model[9];
    assert_int_equal(mesh->influence_count, 8);
    for (int i = 0; i < 9; i++) {
        int parent = scene->skeleton.joints[i].parent;
        kd_mat34 local = kd_mat34_from_transform(scene->skeleton.joints[i].rest);
        model[i] = parent < 0 ? local : kd_mat34_mul(model[parent], local);
    }
    for (int i = 0; i < 6; i++) {
        double x = 0.0, y = 0.0, z = 0.0;
        for (int k = 0; k < 8; k++) {
            int joint = mesh->skin_joints[i * 8 + k];
            float weight = mesh->skin_weights[i * 8 + k];
            assert_int_equal(joint, (i + k) % 8);
            expect_near(weight, (8.0 - k) / 36.0, 1e-7);
            kd_vec3 moved = kd_mat34_point(kd_mat34_mul(model[joint], mesh->inverse_binds[joint]), mesh->positions[i]);
            x += (double)weight * (double)moved.x;
            y += (double)weight * (double)moved.y;
            z += (double)weight * (double)moved.z;
        }
        expect_vec3(mesh->positions[i], x, y, z, 1e-6);
    }
    kd_scene_free(scene);
}

/* The file keeps its vertices in centimetres, z up, a metre aside; bones and mesh come out in one space. */
static void a_mesh_bound_in_a_space_of_its_own_is_moved_to_its_bones(void **state)
{
    (void)state;
    kd_scene *scene = read_clean("placed.glb");
    const kd_mesh *mesh = &scene->meshes[0];
    assert_string_equal(mesh->name, "coat");
    assert_string_equal(mesh->morphs[0].name, "morph_0");
    for (int v = 0; v < 4; v++) {
        expect_vec3(mesh->positions[v], 1.0 + v, 3.0 - 0.01 * v, -0.1 * v, 1e-6);
        expect_vec3(mesh->normals[v], 0.0, 1.0, 0.0, 1e-6);
        expect_vec3(mesh->morphs[0].position_deltas[v], 0.01 * v, 0.02 * v, 0.0, 1e-7);
    }
    for (int joint = 0; joint < 2; joint++) {
        kd_mat34 expected = kd_mat34_from_transform(kd_transform_identity());
        expected.m[1][3] = joint == 0 ? -1.0f : -3.0f;
        assert_true(kt_near(&mesh->inverse_binds[joint], &expected, 12, 1e-5));
    }
    kd_scene_free(scene);
}

static void normalised_integers_become_their_fractions(void **state)
{
    (void)state;
    static const uint32_t strip[] = {0, 1, 2, 1, 3, 2, 2, 3, 4};
    kd_scene *scene = read_clean("quantized.glb");
    const kd_mesh *mesh = &scene->meshes[0];
    assert_int_equal(mesh->vertex_count, 5);
    assert_int_equal(mesh->index_count, 9);
    assert_memory_equal(mesh->indices, strip, sizeof strip);
    assert_int_equal(mesh->influence_count, 2);
    for (int v = 0; v < 5; v++) {
        double z = v < 4 ? (32767.0 - 100.0 * v) / 32767.0 : -1.0;
        double small = (20.0 * v + 1.0) / 255.0;
        expect_vec3(mesh->positions[v], 1000.0 * v / 32767.0, -2000.0 * v / 32767.0, z, 1e-7);
        expect_vec3(mesh->normals[v], v % 2 ? 0.0 : -1.0, v % 2 ? 1.0 : 0.0, 0.0, 0.0);
        expect_near(mesh->skin_weights[v * 2 + 1], small, 1e-7);
        expect_near(mesh->skin_weights[v * 2], 1.0 - small, 1e-7);
        assert_int_equal(mesh->skin_joints[v * 2], 0);
        assert_int_equal(mesh->skin_joints[v * 2 + 1], 1);
    }
    kd_scene_free(scene);
}

static void a_matrix_is_taken_apart_and_a_tip_is_known(void **state)
{
    (void)state;
    kd_scene *scene = read_clean("quantized.glb");
    int32_t matrix = kd_skeleton_find(&scene->skeleton, "matrix");
    int32_t end = kd_skeleton_find(&scene->skeleton, "end");
    int32_t root = kd_skeleton_find(&scene->skeleton, "root");
    assert_true(matrix >= 0 && end >= 0 && root >= 0);
    kd_transform rest = scene->skeleton.joints[matrix].rest;
    expect_vec3(rest.translate, 1.0, 2.0, 3.0, 0.0);
    expect_vec3(rest.scale, 2.0, 3.0, 4.0, 1e-6);
    expect_quat(rest.rotate, sqrt(0.5), 0.0, 0.0, sqrt(0.5), 1e-6);
    assert_true(scene->skeleton.joints[end].is_tip);
    assert_false(scene->skeleton.joints[root].is_tip);
    assert_int_equal(scene->skeleton.joints[end].parent, root);
    kd_scene_free(scene);
}

static void sparse_values_replace_zeros_and_data(void **state)
{
    (void)state;
    kd_scene *scene = read_clean("morph.gltf");
    assert_int_equal(scene->mesh_count, 2);
    const kd_mesh *face = &scene->meshes[0];
    assert_int_equal(face->morph_count, 2);
    assert_string_equal(face->morphs[0].name, "smile");
    assert_string_equal(face->morphs[1].name, "frown");
    for (int v = 0; v < 4; v++) {
        expect_vec3(face->morphs[0].position_deltas[v], v == 3 ? -0.25 : 0.0, v == 1 ? 0.5 : 0.0, 0.0, 0.0);
        if (v == 2)
            expect_vec3(face->morphs[1].position_deltas[v], 1.0, 2.0, 3.0, 0.0);
        else
            expect_vec3(face->morphs[1].position_deltas[v], 0.0, -0.1 * v, 0.0, 1e-7);
    }
    expect_near(face->morph_weights[0], 0.5, 0.0); /* the node's, not the mesh's */
    expect_near(face->morph_weights[1], 0.125, 0.0);
    expect_near(scene->meshes[1].morph_weights[0], 0.75, 0.0);
    assert_int_equal(face->joint, 0);
    assert_int_equal(scene->meshes[1].joint, 1);
    kd_scene_free(scene);
}

static double hermite(double a, double out, double b, double in, double span, double t)
{
    return (1.0 + 2.0 * t) * (1.0 - t) * (1.0 - t) * a + t * (1.0 - t) * (1.0 - t) * span * out +
           t * t * (3.0 - 2.0 * t) * b + t * t * (t - 1.0) * span * in;
}

static void morph_weights_follow_their_samplers_under_names_of_their_own(void **state)
{
    (void)state;
    kd_scene *scene = read_clean("morph.gltf");
    assert_int_equal(scene->clip_count, 1);
    const kd_clip *clip = &scene->clips[0];
    assert_string_equal(clip->name, "talk");
    assert_int_equal(clip->frame_count, 31); /* two keys tell no rate: 30 a second */
    assert_int_equal(clip->curve_count, 3);
    assert_string_equal(clip->curve_names[0], "face.smile");
    assert_string_equal(clip->curve_names[1], "frown");
    assert_string_equal(clip->curve_names[2], "teeth.smile");
    for (int f = 0; f < 31; f++) {
        double t = f / 30.0;
        expect_near(clip->curves[f * 3], hermite(0.1, 1.0, 0.8, 3.0, 1.0, t), 1e-6);
        expect_near(clip->curves[f * 3 + 1], hermite(0.9, -2.0, 0.2, 0.5, 1.0, t), 1e-6);
        expect_near(clip->curves[f * 3 + 2], t, 1e-6);
    }
    kd_scene_free(scene);
}

static const double KEYS[] = {0.0, 0.1, 0.25, 0.5};

/* The key before a time, and how far it is on the way to the next. */
static int find_key(double time, double *span, double *t)
{
    int key = time < 0.1 - 1e-9 ? 0 : time < 0.25 - 1e-9 ? 1 : time < 0.5 - 1e-9 ? 2 : 3;
    *span = key < 3 ? KEYS[key + 1] - KEYS[key] : 1.0;
    *t = (time - KEYS[key]) / *span;
    return key;
}

static void check_mixed_frame(const kd_transform *local, double time)
{
    double span, t;
    int k = find_key(time, &span, &t);
    double on = k + t;
    double square = k * k + t * ((k + 1) * (k + 1) - k * k);
    expect_vec3(local[0].translate, on, -2.0 * on, k == 3 ? 9.0 : square, 2e-6);
    expect_quat(local[0].rotate, 0.0, 0.0, sin(TURN_10 * 9.0 * on / 2), cos(TURN_10 * 9.0 * on / 2), 2e-6);
    expect_vec3(local[0].scale, 1.0 + k, 1.0, 1.0 + 2.0 * k, 0.0);
    int n = k < 3 ? k + 1 : 3; /* the last key stands still: t is 0 there */
    expect_vec3(local[1].translate, hermite(k * k, 0.0, n * n, n, span, t),
                hermite(1.0 - k, 2.0, 1.0 - n, 0.0, span, t), hermite(0.5 * k, k, 0.5 * n, -1.0, span, t), 3e-6);
    expect_quat(local[1].rotate, 0.0, hermite(0.0, 0.2, 0.0, 0.0, span, t),
                hermite(sin(TURN_10 * 1.5 * k), 0.0, sin(TURN_10 * 1.5 * n), 0.1, span, t),
                hermite(cos(TURN_10 * 1.5 * k), 0.0, cos(TURN_10 * 1.5 * n), 0.0, span, t), 3e-6);
    double angle = time <= 0.25 ? 0.0 : (time - 0.25) / 0.25 * TURN_10 * 9.0;
    expect_quat(local[2].rotate, sin(angle / 2), 0.0, 0.0, cos(angle / 2), 3e-5);
    expect_vec3(local[2].translate, 2.0, 0.0, 0.0, 0.0);
}

static void samplers_of_all_kinds_are_resampled_to_their_formulas(void **state)
{
    (void)state;
    kd_scene *scene = read_clean("samplers.gltf");
    const kd_clip *clip = &scene->clips[0];
    assert_string_equal(clip->name, "mixed");
    assert_int_equal(clip->frame_count, 16); /* half a second at 30 frames a second */
    expect_near(clip->frame_time_s, 1.0 / 30.0, 0.0);
    for (int f = 0; f < 16; f++)
        check_mixed_frame(&clip->locals[f * 3], f / 30.0);
    kd_scene_free(scene);
}

static void the_rate_of_sampled_keys_is_found_and_their_values_are_kept(void **state)
{
    (void)state;
    kd_scene *scene = read_clean("samplers.gltf");
    const kd_clip *clip = &scene->clips[1];
    assert_int_equal(clip->frame_count, 61);
    expect_near(clip->frame_time_s, 1.0 / 60.0, 0.0);
    for (int f = 0; f < 61; f++) {
        kd_vec3 expected = {(float)sin(f), (float)cos(f), (float)f};
        assert_memory_equal(&clip->locals[f * 3 + 2].translate, &expected, sizeof expected);
    }
    kd_scene_free(scene);
}

static void the_callers_frame_time_comes_before_the_files(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Tests/Data/gltf/samplers.gltf");
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene = NULL;
    desc.folder = kt_path("Tests/Data/gltf");
    desc.frame_time_s = 0.01;
    assert_int_equal(kd_gltf_read(content.data, content.size, &desc, &scene, NULL), KD_OK);
    assert_int_equal(scene->clips[0].frame_count, 51);
    expect_near(scene->clips[0].frame_time_s, 0.01, 0.0);
    for (int f = 0; f < 51; f++)
        check_mixed_frame(&scene->clips[0].locals[f * 3], f * 0.01);
    kd_scene_free(scene);
    kd_buffer_free(&content);
}

static void nodes_are_sorted_named_and_limited_to_the_scene(void **state)
{
    (void)state;
    static const char *const names[] = {"root", "arm", "hand", "node_3", "arm_5"};
    static const int parents[] = {-1, 0, 1, 1, -1};
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = read_file("hierarchy.gltf", &findings);
    assert_int_equal(scene->skeleton.joint_count, 5);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(scene->skeleton.joints[i].name, names[i]);
        assert_int_equal(scene->skeleton.joints[i].parent, parents[i]);
    }
    expect_vec3(scene->skeleton.joints[4].rest.scale, 1.0, 1.0, -1.0, 0.0);
    expect_vec3(scene->skeleton.joints[4].rest.translate, 7.0, 8.0, 9.0, 0.0);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_JOINT_DUPLICATE, "arm_5");
    kt_expect_finding(&findings, KD_SEVERITY_NOTE, KD_UNUSED, "scene 1 of 2");
    kd_transform model[5], local[5];
    for (int i = 0; i < 5; i++)
        local[i] = scene->skeleton.joints[i].rest;
    kd_skeleton_model_from_local(&scene->skeleton, local, model);
    expect_vec3(model[2].translate, 0.0, 0.0, 4.0, 1e-6); /* scaled by 2 */
    expect_vec3(model[3].translate, 0.0, 6.0, 0.0, 1e-6); /* and turned by 90 degrees */
    kd_scene_free(scene);
    kd_findings_free(&findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_bones_have_the_positions_of_their_chain),
        cmocka_unit_test(vertices_come_from_all_attributes_and_primitives),
        cmocka_unit_test(eight_influences_are_kept_and_the_rest_pose_is_the_bind_pose),
        cmocka_unit_test(a_mesh_bound_in_a_space_of_its_own_is_moved_to_its_bones),
        cmocka_unit_test(normalised_integers_become_their_fractions),
        cmocka_unit_test(a_matrix_is_taken_apart_and_a_tip_is_known),
        cmocka_unit_test(sparse_values_replace_zeros_and_data),
        cmocka_unit_test(morph_weights_follow_their_samplers_under_names_of_their_own),
        cmocka_unit_test(samplers_of_all_kinds_are_resampled_to_their_formulas),
        cmocka_unit_test(the_rate_of_sampled_keys_is_found_and_their_values_are_kept),
        cmocka_unit_test(the_callers_frame_time_comes_before_the_files),
        cmocka_unit_test(nodes_are_sorted_named_and_limited_to_the_scene),
    };
    return kt_run(tests);
}
