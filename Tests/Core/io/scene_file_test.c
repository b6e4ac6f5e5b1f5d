/* Files of any format: content first, extension second. */
#include "support/scene.h"

#include "kinedriver/scene_file.h"

#include <math.h>

static void write_bytes(const char *path, const void *data, size_t size)
{
    assert_int_equal(kd_file_write(path, data, size, NULL), KD_OK);
}

static kd_scene *load(const char *path)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene;
    kd_result result = kd_scene_load(path, NULL, &scene, &findings);
    if (result != KD_OK)
        kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(kd_scene_validate(scene, &findings), KD_OK);
    kd_findings_free(&findings);
    return scene;
}

/* The formats, and what of a scene each gives back. */
static const struct {
    const char *path, *format;
    bool skeleton, meshes, shapes;
} SAVED[] = {
    {"saved.bvh", "BVH", true, false, false}, {"saved.gltf", "glTF", true, true, false},
    {"saved.glb", "glTF", true, true, false}, {"saved.obj", "OBJ", false, true, false},
    {"saved.pc2", "PC2", false, false, true}, {"saved.mdd", "MDD", false, false, true},
};

enum { SAVED_COUNT = sizeof SAVED / sizeof SAVED[0] };

/* A random scene in every format. */
static kd_scene *save_all(uint64_t seed)
{
    kt_random random = kt_random_make(seed);
    kd_scene *scene = kt_scene_make(&random);
    for (int i = 0; i < SAVED_COUNT; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_result result = kd_scene_save(scene, kt_out_path(SAVED[i].path), &findings);
        if (result != KD_OK)
            kt_print_findings(&findings);
        assert_int_equal(result, KD_OK);
        kd_findings_free(&findings);
    }
    return scene;
}

static void content_decides_before_the_extension(void **state)
{
    (void)state;
    kd_scene_free(save_all(1));
    for (int i = 0; i < SAVED_COUNT; i++)
        for (int k = 0; k <= SAVED_COUNT; k++) {
            kd_buffer content = kt_load(kt_out_path(SAVED[i].path));
            char disguise[32];
            snprintf(disguise, sizeof disguise, "disguised%s", k < SAVED_COUNT ? strchr(SAVED[k].path, '.') : ".txt");
            const char *path = kt_out_path(disguise);
            write_bytes(path, content.data, content.size);
            assert_string_equal(kd_scene_format_name(path, content.data, content.size), SAVED[i].format);
            assert_string_equal(kd_scene_format_name(NULL, content.data, content.size), SAVED[i].format);
            kd_scene *scene = load(path);
            assert_int_equal(scene->skeleton.joint_count > 0, SAVED[i].skeleton);
            assert_int_equal(scene->mesh_count > 0, SAVED[i].meshes);
            assert_int_equal(scene->shapes_count, SAVED[i].shapes);
            kd_scene_free(scene);
            kd_buffer_free(&content);
        }
}

static void content_is_recognised_behind_marks_blanks_and_comments(void **state)
{
    (void)state;
    static const struct {
        const char *text, *format;
    } files[] = {
        {"\xEF\xBB\xBF \r\n\tHierarchy\n", "BVH"},
        {"hierarchyX", NULL},
        {"\xEF\xBB\xBF\n {\"asset\"", "glTF"},
        {"glTF", "glTF"},
        {"glT", NULL},
        {"# made by hand\r\n\r\n  # twice\nmtllib a.mtl\n", "OBJ"},
        {"# v 1 2 3", NULL},
        {"vector 1", NULL},
        {"V 1", NULL},
        {"v", NULL},
        {"<?xml", NULL},
        {"POINTCACHE", NULL},
        {" \n", NULL},
        {"\xEF\xBB", NULL},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const char *format = kd_scene_format_name(NULL, files[i].text, strlen(files[i].text));
        assert_true(files[i].format ? format && strcmp(format, files[i].format) == 0 : format == NULL);
    }
}

static void the_extension_decides_where_the_content_says_nothing(void **state)
{
    (void)state;
    assert_string_equal(kd_scene_format_name("a/b.OBJ", "wobble", 6), "OBJ");
    assert_string_equal(kd_scene_format_name("a.b/c.Pc2", NULL, 0), "PC2");
    assert_string_equal(kd_scene_format_name("a.glb", "wobble", 6), "glTF");
    assert_string_equal(kd_scene_format_name("a.GLTF", "wobble", 6), "glTF");
    assert_string_equal(kd_scene_format_name("x.obj\\c.bvh", "wobble", 6), "BVH");
    assert_null(kd_scene_format_name("a.gltf glb", "wobble", 6));
    assert_null(kd_scene_format_name("a.obj/c", "wobble", 6));
    assert_null(kd_scene_format_name("obj", "wobble", 6));
    assert_null(kd_scene_format_name("a.ob", "wobble", 6));
    assert_null(kd_scene_format_name("a.objx", "wobble", 6));
    assert_null(kd_scene_format_name("a.", "wobble", 6));
    assert_null(kd_scene_format_name(NULL, NULL, 0));
}

static void unknown_formats_are_told_with_those_known(void **state)
{
    (void)state;
    const char *path = kt_out_path("unknown.xyz");
    write_bytes(path, "wobble", 6);
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene;
    assert_int_equal(kd_scene_load(path, NULL, &scene, &findings), KD_FORMAT_UNKNOWN);
    assert_null(scene);
    kd_scene_format format;
    int count = 0;
    for (; kd_scene_format_get(count, &format); count++)
        if (format.readable)
            kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_FORMAT_UNKNOWN, format.name);
    assert_int_equal(count, 6);
    assert_false(kd_scene_format_get(-1, &format));
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_FORMAT_UNKNOWN, "glTF (.gltf .glb), PC2 (.pc2)");
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_FORMAT_UNKNOWN, "'unknown.xyz'");
    assert_int_equal(kd_scene_load("no/such/file.obj", NULL, &scene, &findings), KD_FILE_NOT_FOUND);
    kd_findings_free(&findings);
}

static void a_file_that_cannot_be_saved_leaves_the_old_one(void **state)
{
    (void)state;
    kt_random random = kt_random_make(1);
    kd_scene *scene = kt_scene_make(&random);
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_scene_save(scene, kt_out_path("x.xyz"), &findings), KD_FORMAT_UNKNOWN);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_FORMAT_UNKNOWN, "PC2 (.pc2)");
    assert_int_equal(kd_scene_save(scene, "/no/such/folder/x.obj", &findings), KD_FILE_WRITE);
    scene->shapes_count = 0;
    write_bytes(kt_out_path("kept.mdd"), "old", 3);
    assert_int_equal(kd_scene_save(scene, kt_out_path("kept.mdd"), &findings), KD_EMPTY);
    kd_buffer content = kt_load(kt_out_path("kept.mdd"));
    assert_int_equal(content.size, 3);
    assert_memory_equal(content.data, "old", 3);
    kd_buffer_free(&content);
    kd_scene_free(scene);
    kd_findings_free(&findings);
}

static void check_near(const void *a, const void *b, size_t floats, float tolerance)
{
    for (size_t i = 0; i < floats; i++)
        assert_true(fabsf(((const float *)a)[i] - ((const float *)b)[i]) <= tolerance);
}

static void a_saved_scene_loads_again(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        kd_scene *scene = save_all(seed);
        for (int i = 0; i < SAVED_COUNT; i++) {
            kd_scene *read = load(kt_out_path(SAVED[i].path));
            if (SAVED[i].shapes)
                check_near(read->shapes->positions, scene->shapes->positions, 8 * 3, 0.0f);
            if (SAVED[i].shapes)
                check_near(read->shapes->times_s, scene->shapes->times_s, 2, 1e-5f);
            if (SAVED[i].skeleton)
                assert_non_null(read->clips);
            if (SAVED[i].skeleton)
                assert_int_equal(read->clips->frame_count, scene->clips->frame_count);
            if (strcmp(SAVED[i].format, "OBJ") == 0)
                check_near(read->meshes->positions, scene->meshes->positions, 4 * 3, 0.0f);
            kd_scene_free(read);
        }
        kd_scene_free(scene);
    }
}

static void the_two_forms_of_gltf_go_by_extension(void **state)
{
    (void)state;
    kd_scene_free(save_all(1));
    kd_buffer text = kt_load(kt_out_path("saved.gltf")), binary = kt_load(kt_out_path("saved.glb"));
    assert_int_equal(text.data[0], '{');
    assert_memory_equal(binary.data, "glTF", 4);
    kd_buffer_free(&text);
    kd_buffer_free(&binary);
}

static void writing_gives_the_bytes_that_saving_stores(void **state)
{
    (void)state;
    kt_random random = kt_random_make(2);
    kd_scene *scene = kt_scene_make(&random);
    kd_scene_format format;
    for (int i = 0; kd_scene_format_get(i, &format); i++) {
        char name[64], path[128];
        if (!format.writable)
            continue;
        snprintf(name, sizeof name, "written.%.*s", (int)strcspn(format.extensions, " "), format.extensions);
        snprintf(path, sizeof path, "%s", kt_out_path(name));
        kd_buffer bytes = kd_buffer_make(NULL), stored = kd_buffer_make(NULL);
        assert_int_equal(kd_scene_write(scene, name, &bytes, NULL), KD_OK);
        assert_int_equal(kd_scene_save(scene, path, NULL), KD_OK);
        assert_int_equal(kd_file_read(path, 1 << 20, &stored, NULL), KD_OK);
        assert_int_equal(stored.size, bytes.size);
        assert_memory_equal(stored.data, bytes.data, bytes.size);
        kd_buffer_free(&bytes);
        kd_buffer_free(&stored);
    }
    kd_buffer none = kd_buffer_make(NULL);
    assert_int_equal(kd_scene_write(scene, "written.xyz", &none, NULL), KD_FORMAT_UNKNOWN);
    assert_int_equal(none.size, 0);
    kd_buffer_free(&none);
    kd_scene_free(scene);
}

static void a_pattern_loads_a_series(void **state)
{
    (void)state;
    kd_scene *scene = load(kt_path("Tests/Data/obj/walk/gap#.obj"));
    assert_int_equal(scene->shapes->frame_count, 1);
    kd_scene_free(scene);
}

static void a_file_with_a_number_sign_in_its_name_is_no_series(void **state)
{
    (void)state;
    write_bytes(kt_out_path("c#.obj"), "v 1 2 3\n", 8);
    kd_scene *scene = load(kt_out_path("c#.obj"));
    assert_int_equal(scene->shapes_count, 0);
    assert_int_equal(scene->meshes->vertex_count, 1);
    kd_scene_free(scene);
    assert_int_equal(remove(kt_out_path("c#.obj")), 0);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    kd_scene_free(save_all(1));
    for (int i = 0; i < SAVED_COUNT; i++) {
        kd_read_desc desc = kd_read_desc_default();
        desc.allocator = kt_allocator();
        for (size_t fail_at = 1;; fail_at++) {
            kd_findings findings = kd_findings_make(NULL);
            kd_scene *scene;
            kt_memory_reset(fail_at);
            kd_result result = kd_scene_load(kt_out_path(SAVED[i].path), &desc, &scene, &findings);
            kt_memory_reset(0);
            assert_true(result == KD_OK || (result == KD_OUT_OF_MEMORY && findings.counts[KD_SEVERITY_ERROR] > 0));
            kd_scene_free(scene);
            kd_findings_free(&findings);
            assert_int_equal(kt_memory_state.live_blocks, 0);
            if (result == KD_OK)
                break;
        }
    }
}

static kd_result read_as_file(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    const char *path = kt_out_path("hostile.xyz");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    kd_scene *scene;
    kd_result result = kd_scene_load(path, desc, &scene, findings);
    assert_true((result == KD_OK) == (scene != NULL));
    if (scene)
        assert_int_equal(kd_scene_validate(scene, findings), KD_OK);
    kd_scene_free(scene);
    return result;
}

static void hostile_bytes_of_any_format_do_no_harm(void **state)
{
    (void)state;
    kd_scene_free(save_all(1));
    for (int i = 0; i < SAVED_COUNT; i++) {
        kd_buffer content = kt_load(kt_out_path(SAVED[i].path));
        /* the head, by which a format is known; the tests of the readers cut everywhere */
        kt_hostile_truncate(read_as_file, content.data, content.size < 1000 ? content.size : 1000);
        kt_hostile_flip(read_as_file, content.data, content.size, 7, 500);
        kd_buffer_free(&content);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(content_decides_before_the_extension),
        cmocka_unit_test(content_is_recognised_behind_marks_blanks_and_comments),
        cmocka_unit_test(the_extension_decides_where_the_content_says_nothing),
        cmocka_unit_test(unknown_formats_are_told_with_those_known),
        cmocka_unit_test(a_file_that_cannot_be_saved_leaves_the_old_one),
        cmocka_unit_test(a_saved_scene_loads_again),
        cmocka_unit_test(the_two_forms_of_gltf_go_by_extension),
        cmocka_unit_test(writing_gives_the_bytes_that_saving_stores),
        cmocka_unit_test(a_pattern_loads_a_series),
        cmocka_unit_test(a_file_with_a_number_sign_in_its_name_is_no_series),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(hostile_bytes_of_any_format_do_no_harm),
    };
    return kt_run(tests);
}
