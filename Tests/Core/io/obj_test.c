/* OBJ files: what is read, what is refused and where, and that a mesh survives writing and reading. */
#include "support/scene.h"

#include "kinedriver/math.h"
#include "kinedriver/obj.h"

#include <locale.h>
#include <math.h>

static kd_result read_checked(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    kd_scene *scene;
    kd_result result = kd_obj_read(data, size, desc, &scene, findings);
    assert_true((result == KD_OK) == (scene != NULL));
    if (scene)
        assert_int_equal(kd_scene_validate(scene, findings), KD_OK);
    kd_scene_free(scene);
    return result;
}

static kd_scene *read_text(const char *text, kd_findings *findings)
{
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene;
    kd_result result = kd_obj_read(text, strlen(text), &desc, &scene, findings);
    if (result != KD_OK)
        kt_print_findings(findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(kd_scene_validate(scene, findings), KD_OK);
    return scene;
}

static kd_scene *read_file(const char *path, kd_findings *findings)
{
    kd_buffer content = kt_load(path);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene;
    assert_int_equal(kd_obj_read(content.data, content.size, &desc, &scene, findings), KD_OK);
    assert_int_equal(kd_scene_validate(scene, findings), KD_OK);
    kd_buffer_free(&content);
    return scene;
}

static void assert_indices(const kd_mesh *mesh, int32_t first, const uint32_t *expected, int count)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(mesh->indices[first + i], expected[i]);
}

static void all_forms_of_the_syntax_are_read(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = read_file("Tests/Data/obj/forms.obj", &findings);
    const kd_mesh *mesh = scene->meshes;
    static const float positions[5][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 0}, {0.5f, 0.5f, 1e-5f}};
    static const uint32_t indices[] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 2, 3, 0, 1, 4, 0, 1, 4};
    assert_string_equal(mesh->name, "body part");
    assert_int_equal(mesh->vertex_count, 5);
    assert_memory_equal(mesh->positions, positions, sizeof positions);
    assert_int_equal(mesh->index_count, 27);
    assert_indices(mesh, 0, indices, 27);
    assert_int_equal(scene->material_count, 2);
    assert_string_equal(scene->materials[0].name, "skin tone #3");
    assert_string_equal(scene->materials[1].name, "\xE8\x82\xA9");
    assert_int_equal(mesh->part_count, 2);
    assert_int_equal(mesh->parts[1].first_index, 24);
    kt_expect_finding(&findings, KD_SEVERITY_NOTE, KD_UNSUPPORTED, "free-form");
    kt_expect_finding(&findings, KD_SEVERITY_NOTE, KD_UNSUPPORTED, "points and lines");
    kt_expect_finding(&findings, KD_SEVERITY_NOTE, KD_UNSUPPORTED, "normals");
    kt_expect_finding(&findings, KD_SEVERITY_NOTE, KD_UNSUPPORTED, "texture coordinates");
    assert_int_equal(findings.count, 4);
    kd_findings_free(&findings);
    kd_scene_free(scene);
}

static void a_cube_keeps_its_eight_vertices_and_gets_smooth_normals(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = read_file("Tests/Data/obj/cube.obj", &findings);
    const kd_mesh *mesh = scene->meshes;
    assert_int_equal(mesh->vertex_count, 8);
    assert_int_equal(mesh->index_count, 36);
    assert_null(mesh->texcoords);
    for (int i = 0; i < 8; i++) /* outward, since every face is seen counter-clockwise from outside */
        assert_true(kd_vec3_dot(mesh->normals[i], mesh->positions[i]) > 1.5f);
    double volume = 0.0; /* of the tetrahedra from the origin: that of the cube, if all faces look outward */
    for (int i = 0; i < 36; i += 3) {
        const kd_vec3 *p = mesh->positions;
        const uint32_t *f = mesh->indices + i;
        volume += (double)kd_vec3_dot(p[f[0]], kd_vec3_cross(p[f[1]], p[f[2]])) / 6.0;
    }
    assert_true(fabs(volume - 8.0) < 1e-6);
    assert_int_equal(mesh->part_count, 3); /* Top, Side, Top again */
    assert_int_equal(mesh->parts[2].material, mesh->parts[0].material);
    kd_findings_free(&findings);
    kd_scene_free(scene);
}

static void corners_that_agree_give_the_vertex_its_normal_and_texture_coordinate(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = read_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nvn 0 0 2\nvn 0 0 2\nvt 0.25 0.75\nvt 1 0\n"
                                "f 1/1/1 2/2/1 3/1/2\nf 1/1/2 3/1/1 2/2/2\n",
                                &findings);
    const kd_mesh *mesh = scene->meshes;
    assert_int_equal(findings.count, 0);
    for (int i = 0; i < 4; i++) /* of unit length; the last, without a face, along z by agreement */
        assert_true(mesh->normals[i].x == 0.0f && mesh->normals[i].y == 0.0f && mesh->normals[i].z == 1.0f);
    assert_true(mesh->texcoords[0][0] == 0.25f && mesh->texcoords[0][1] == 0.25f); /* counted from the top */
    assert_true(mesh->texcoords[1][0] == 1.0f && mesh->texcoords[1][1] == 1.0f);
    kd_scene_free(scene);
    kd_findings_free(&findings);
}

static void faces_may_stand_before_their_vertices(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = read_text("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0", &findings);
    assert_int_equal(scene->meshes->index_count, 3);
    assert_null(scene->meshes->normals);
    kd_scene_free(scene);
    kd_findings_free(&findings);
}

static void a_polygon_becomes_a_fan_of_the_same_area(void **state)
{
    (void)state;
    for (int sides = 3; sides < 40; sides++) {
        char text[8192], *at = text;
        for (int i = 0; i < sides; i++)
            at += sprintf(at, "v %.6f %.6f 0\n", cos(6.283185307 * i / sides), sin(6.283185307 * i / sides));
        at += sprintf(at, "f");
        for (int i = 0; i < sides; i++)
            at += sprintf(at, " %d", i + 1);
        kd_findings findings = kd_findings_make(NULL);
        kd_scene *scene = read_text(text, &findings);
        const kd_mesh *mesh = scene->meshes;
        assert_int_equal(mesh->index_count, (sides - 2) * 3);
        double area = 0.0;
        for (int i = 0; i < mesh->index_count; i += 3) {
            const kd_vec3 *p = mesh->positions;
            const uint32_t *f = mesh->indices + i;
            area += (double)kd_vec3_cross(kd_vec3_sub(p[f[1]], p[f[0]]), kd_vec3_sub(p[f[2]], p[f[0]])).z / 2.0;
        }
        assert_true(fabs(area - sides / 2.0 * sin(6.283185307 / sides)) < 1e-4);
        kd_scene_free(scene);
        kd_findings_free(&findings);
    }
}

static void each_mistake_is_reported_at_its_place(void **state)
{
    (void)state;
#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    static const struct {
        const char *text;
        kd_result code;
        int line, column;
        const char *part;
    } cases[] = {
        {"v 0 0 nan\n", KD_NUMBER, 1, 7, "finite"},
        {"v 0 0x1 0\n", KD_NUMBER, 1, 5, "finite"},
        {"v 0 1,5 0\n", KD_NUMBER, 1, 5, "finite"},
        {"v 0 0\n", KD_SYNTAX, 1, 6, "3 numbers, this line has 2"},
        {"v 0 0 1e39\n", KD_RANGE, 1, 7, "too large"},
        {"v 0 0 1e400\n", KD_NUMBER, 1, 7, "finite"},
        {"v 0 0 \\\n  x\n", KD_NUMBER, 2, 3, "finite"},
        {TRIANGLE "vn 0 0\n", KD_SYNTAX, 4, 7, "normal"},
        {TRIANGLE "vt\n", KD_SYNTAX, 4, 3, "texture"},
        {TRIANGLE "f 0 1 2\n", KD_INDEX, 4, 3, "counts from 1"},
        {TRIANGLE "f 1 2 4\n", KD_INDEX, 4, 7, "vertex index 4 is beyond the 3"},
        {TRIANGLE "f 1 2 -4\n", KD_INDEX, 4, 7, "index -4"},
        {TRIANGLE "f 1 2 99999999999999999999\n", KD_INDEX, 4, 7, "far beyond"},
        {TRIANGLE "f 1 2\n", KD_SYNTAX, 4, 6, "at least 3 corners, this one has 2"},
        {TRIANGLE "f\n", KD_SYNTAX, 4, 2, "at least 3 corners, this one has 0"},
        {TRIANGLE "f 1/1 2/1 3/1\n", KD_INDEX, 4, 3, "texture coordinate index 1 is beyond the 0"},
        {TRIANGLE "f 1//1 2//1 3//2\n", KD_INDEX, 4, 13, "normal index 2 is beyond the 0"},
        {TRIANGLE "f 1 2 a\n", KD_SYNTAX, 4, 7, "v/t/n"},
        {TRIANGLE "f 1 2 3/\n", KD_SYNTAX, 4, 7, "v/t/n"},
        {TRIANGLE "f 1 2 3//\n", KD_SYNTAX, 4, 7, "v/t/n"},
        {TRIANGLE "f 1 2 3.5\n", KD_SYNTAX, 4, 7, "v/t/n"},
        {TRIANGLE "vt 0 0\nvn 0 0 1\nf 1/1/1/1 2 3\n", KD_SYNTAX, 6, 3, "v/t/n"},
        {TRIANGLE "f /1 2 3\n", KD_SYNTAX, 4, 3, "v/t/n"},
        {"", KD_EMPTY, 0, 0, "no vertex"},
        {"# v 1 2 3\n", KD_EMPTY, 0, 0, "no vertex"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_read_desc desc = kd_read_desc_default();
        kd_scene *scene;
        kd_result result = kd_obj_read(cases[i].text, strlen(cases[i].text), &desc, &scene, &findings);
        if (result != cases[i].code || findings.count != 1)
            print_message("# case %zu: %s\n", i, cases[i].text);
        assert_int_equal(result, cases[i].code);
        assert_null(scene);
        kt_expect_finding(&findings, KD_SEVERITY_ERROR, cases[i].code, cases[i].part);
        assert_int_equal(findings.count, 1);
        assert_int_equal(findings.items[0].error.line, cases[i].line);
        assert_int_equal(findings.items[0].error.column, cases[i].column);
        kd_findings_free(&findings);
    }
}

static void all_mistakes_are_told_at_once(void **state)
{
    (void)state;
    const char *text = "v 0 0 x\nv 1\nv 0 1 0\nf 1 2 3\nf 0 1 2\n";
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    assert_int_equal(read_checked(text, strlen(text), &desc, &findings), KD_NUMBER);
    assert_int_equal(findings.count, 3); /* and not the third face: its vertices keep their places */
    kd_findings_free(&findings);
}

static void unknown_lines_are_told_once_and_refused_when_strict(void **state)
{
    (void)state;
    const char *text = TRIANGLE "wobble 1\nwobble 2\nf 1 2 3\n";
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    assert_int_equal(read_checked(text, strlen(text), &desc, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_ELEMENT_UNKNOWN, "'wobble'");
    assert_int_equal(findings.count, 1);
    desc.strict = true;
    assert_int_equal(read_checked(text, strlen(text), &desc, &findings), KD_ELEMENT_UNKNOWN);
    kd_findings_free(&findings);
}

static void names_that_are_not_utf8_are_cleaned_and_refused_when_strict(void **state)
{
    (void)state;
    const char *text = "o caf\xE9\n" TRIANGLE "f 1 2 3\n";
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = read_text(text, &findings);
    assert_string_equal(scene->meshes->name, "caf_");
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_ENCODING, "caf_");
    kd_scene_free(scene);
    kd_read_desc desc = kd_read_desc_default();
    desc.strict = true;
    assert_int_equal(read_checked(text, strlen(text), &desc, &findings), KD_ENCODING);
    kd_findings_free(&findings);
}

static void limits_are_obeyed(void **state)
{
    (void)state;
    const char *text = TRIANGLE "vn 0 0 1\nf 1 2 3 1 2\n";
    kd_read_desc desc = kd_read_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    desc.limits.vertices = 3;
    desc.limits.triangles = 3;
    assert_int_equal(read_checked(text, strlen(text), &desc, &findings), KD_OK);
    desc.limits.vertices = 2;
    assert_int_equal(read_checked(text, strlen(text), &desc, &findings), KD_LIMIT);
    desc.limits.vertices = 3;
    desc.limits.triangles = 2;
    assert_int_equal(read_checked(text, strlen(text), &desc, &findings), KD_LIMIT);
    desc.limits = kd_limits_default();
    desc.limits.file_bytes = strlen(text) - 1;
    assert_int_equal(read_checked(text, strlen(text), &desc, &findings), KD_LIMIT);
    desc.limits = kd_limits_default();
    desc.limits.memory_bytes = 400;
    assert_int_equal(read_checked(text, strlen(text), &desc, &findings), KD_OUT_OF_MEMORY);
    kd_findings_free(&findings);
}

static void a_line_of_a_million_corners_is_read(void **state)
{
    (void)state;
    kd_buffer text = kd_buffer_make(NULL);
    kd_buffer_append(&text, TRIANGLE "f 1 2", strlen(TRIANGLE "f 1 2"));
    for (int i = 0; i < 1000000; i++)
        kd_buffer_append(&text, " 3", 2);
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = read_text((const char *)text.data, &findings);
    assert_int_equal(scene->meshes->index_count, 3000000);
    kd_scene_free(scene);
    kd_findings_free(&findings);
    kd_buffer_free(&text);
}

/* Two meshes of the same kind, written and read as one: vertices and triangles of both, in order. */
static void a_written_scene_reads_back(void **state)
{
    (void)state;
    setlocale(LC_ALL, "de_DE.UTF-8"); /* must change nothing, where it exists */
    for (uint64_t seed = 1; seed <= 50; seed++) {
        kt_random random = kt_random_make(seed);
        kd_scene *scene = kt_scene_make(&random);
        kd_buffer text = kd_buffer_make(NULL);
        kd_findings findings = kd_findings_make(NULL);
        assert_int_equal(kd_obj_write(scene, &text, &findings), KD_OK);
        kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "skeleton");
        kd_scene *read = read_text((const char *)text.data, &findings);
        const kd_mesh *mesh = read->meshes, *body = &scene->meshes[0], *shield = &scene->meshes[1];
        assert_string_equal(mesh->name, "body");
        assert_int_equal(mesh->vertex_count, 8);
        assert_memory_equal(mesh->positions, body->positions, 4 * sizeof(kd_vec3));
        kd_transform model[3], rest[3];
        for (int i = 0; i < 3; i++)
            rest[i] = scene->skeleton.joints[i].rest;
        kd_skeleton_model_from_local(&scene->skeleton, rest, model);
        for (int i = 0; i < 4; i++) {
            kd_vec3 off = kd_vec3_sub(mesh->positions[4 + i], kd_transform_point(model[2], shield->positions[i]));
            assert_true(kd_vec3_length(off) < 1e-5f);
            assert_true(fabsf(mesh->texcoords[i][0] - body->texcoords[i][0]) < 1e-6f);
            assert_true(fabsf(mesh->texcoords[i][1] - body->texcoords[i][1]) < 1e-6f);
        }
        for (int i = 0; i < 6; i++) {
            assert_int_equal(mesh->indices[i], body->indices[i]);
            assert_int_equal(mesh->indices[6 + i], shield->indices[i] + 4);
        }
        assert_int_equal(mesh->part_count, 4); /* each mesh has a triangle of cloth and one without material */
        for (int i = 0; i < 4; i++) {
            assert_int_equal(mesh->parts[i].first_index, 3 * i);
            assert_int_equal(mesh->parts[i].material, i % 2 ? -1 : 0);
        }
        assert_int_equal(read->material_count, 1);
        assert_string_equal(read->materials[0].name, "cloth");
        kd_scene_free(read);
        kd_scene_free(scene);
        kd_buffer_free(&text);
        kd_findings_free(&findings);
    }
    setlocale(LC_ALL, "C");
}

static void writing_without_memory_leaves_the_buffer_as_it_was(void **state)
{
    (void)state;
    kt_random random = kt_random_make(1);
    kd_scene *scene = kt_scene_make(&random);
    kd_allocator allocator = kt_allocator();
    for (size_t fail_at = 1;; fail_at++) {
        kd_buffer text = kd_buffer_make(&allocator);
        kt_memory_reset(fail_at);
        kd_findings findings = kd_findings_make(NULL);
        kd_result result = kd_obj_write(scene, &text, &findings);
        kt_memory_reset(0);
        if (result != KD_OK) {
            assert_int_equal(result, KD_OUT_OF_MEMORY);
            assert_int_equal(text.size, 0);
        }
        kd_findings_free(&findings);
        kd_buffer_free(&text);
        assert_int_equal(kt_memory_state.live_blocks, 0);
        if (result == KD_OK)
            break;
    }
    scene->mesh_count = 0;
    kd_buffer text = kd_buffer_make(NULL);
    assert_int_equal(kd_obj_write(scene, &text, NULL), KD_EMPTY);
    kd_scene_free(scene);
}

static void hostile_bytes_do_no_harm(void **state)
{
    (void)state;
    kt_hostile_all(read_checked, "Tests/Data/obj/cube.obj");
    kt_hostile_all(read_checked, "Tests/Data/obj/forms.obj");
    kt_hostile_all(read_checked, "Tests/Data/obj/walk/f8.obj");
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        kd_result code;
    } files[] = {{"Tests/Bad/obj/index_zero.obj", KD_INDEX},
                 {"Tests/Bad/obj/no_vertices.obj", KD_EMPTY},
                 {"Tests/Bad/obj/prose.obj", KD_EMPTY},
                 {"Tests/Bad/obj/nan.obj", KD_NUMBER}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        kd_buffer content = kt_load(files[i].path);
        kd_read_desc desc = kd_read_desc_default();
        kd_findings findings = kd_findings_make(NULL);
        assert_int_equal(read_checked(content.data, content.size, &desc, &findings), files[i].code);
        kd_findings_free(&findings);
        kd_buffer_free(&content);
        kt_hostile_all(read_checked, files[i].path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_forms_of_the_syntax_are_read),
        cmocka_unit_test(a_cube_keeps_its_eight_vertices_and_gets_smooth_normals),
        cmocka_unit_test(corners_that_agree_give_the_vertex_its_normal_and_texture_coordinate),
        cmocka_unit_test(faces_may_stand_before_their_vertices),
        cmocka_unit_test(a_polygon_becomes_a_fan_of_the_same_area),
        cmocka_unit_test(each_mistake_is_reported_at_its_place),
        cmocka_unit_test(all_mistakes_are_told_at_once),
        cmocka_unit_test(unknown_lines_are_told_once_and_refused_when_strict),
        cmocka_unit_test(names_that_are_not_utf8_are_cleaned_and_refused_when_strict),
        cmocka_unit_test(limits_are_obeyed),
        cmocka_unit_test(a_line_of_a_million_corners_is_read),
        cmocka_unit_test(a_written_scene_reads_back),
        cmocka_unit_test(writing_without_memory_leaves_the_buffer_as_it_was),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(hostile_bytes_do_no_harm),
    };
    return kt_run(tests);
}
