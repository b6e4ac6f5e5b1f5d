/* Files of any format: content first, extension second. */
#include "support/scene.h"

#include "kinedriver/scene_file.h"

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

static void content_decides_before_the_extension(void **state)
{
    (void)state;
    static const struct {
        const char *from, *as, *format;
    } files[] = {
        {"Tests/Data/pointcache/wave.pc2", "disguised.obj", "PC2"},
        {"Tests/Data/pointcache/wave.mdd", "disguised.pc2", "MDD"},
        {"Tests/Data/obj/cube.obj", "disguised.mdd", "OBJ"},
        {"Tests/Data/obj/forms.obj", "disguised.txt", "OBJ"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        kd_buffer content = kt_load(files[i].from);
        const char *path = kt_out_path(files[i].as);
        write_bytes(path, content.data, content.size);
        assert_string_equal(kd_scene_format_name(path, content.data, content.size), files[i].format);
        assert_string_equal(kd_scene_format_name(NULL, content.data, content.size), files[i].format);
        kd_scene *scene = load(path);
        assert_int_equal(scene->mesh_count, strcmp(files[i].format, "OBJ") == 0);
        assert_int_equal(scene->shapes_count, strcmp(files[i].format, "OBJ") != 0);
        kd_scene_free(scene);
        kd_buffer_free(&content);
    }
}

static void the_extension_decides_where_the_content_says_nothing(void **state)
{
    (void)state;
    assert_string_equal(kd_scene_format_name("a/b.OBJ", "wobble", 6), "OBJ");
    assert_string_equal(kd_scene_format_name("a.b/c.Pc2", NULL, 0), "PC2");
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
    for (int i = 0; kd_scene_format_get(i, &format); i++)
        kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_FORMAT_UNKNOWN, format.name);
    assert_false(kd_scene_format_get(-1, &format));
    assert_int_equal(kd_scene_load("no/such/file.obj", NULL, &scene, &findings), KD_FILE_NOT_FOUND);
    kt_random random = kt_random_make(1);
    scene = kt_scene_make(&random);
    assert_int_equal(kd_scene_save(scene, kt_out_path("x.xyz"), &findings), KD_FORMAT_UNKNOWN);
    assert_int_equal(kd_scene_save(scene, kt_out_path("x.mdd"), &findings), KD_FORMAT_UNKNOWN);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_FORMAT_UNKNOWN, "PC2 (.pc2)");
    assert_int_equal(kd_scene_save(scene, "/no/such/folder/x.obj", &findings), KD_FILE_WRITE);
    kd_scene_free(scene);
    kd_findings_free(&findings);
}

static void a_saved_scene_loads_again(void **state)
{
    (void)state;
    kt_random random = kt_random_make(1);
    kd_scene *scene = kt_scene_make(&random);
    assert_int_equal(kd_scene_save(scene, kt_out_path("saved.pc2"), NULL), KD_OK);
    kd_scene *read = load(kt_out_path("saved.pc2"));
    assert_memory_equal(read->shapes->positions, scene->shapes->positions, 8 * sizeof(kd_vec3));
    kd_scene_free(read);
    assert_int_equal(kd_scene_save(scene, kt_out_path("saved.OBJ"), NULL), KD_OK);
    read = load(kt_out_path("saved.OBJ"));
    assert_memory_equal(read->meshes->positions, scene->meshes->positions, 4 * sizeof(kd_vec3));
    kd_scene_free(read);
    kd_scene_free(scene);
}

static void a_pattern_loads_a_series(void **state)
{
    (void)state;
    kd_scene *scene = load(kt_path("Tests/Data/obj/walk/gap#.obj"));
    assert_int_equal(scene->shapes->frame_count, 1);
    kd_scene_free(scene);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    kd_read_desc desc = kd_read_desc_default();
    desc.allocator = kt_allocator();
    for (size_t fail_at = 1;; fail_at++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_scene *scene;
        kt_memory_reset(fail_at);
        kd_result result = kd_scene_load(kt_path("Tests/Data/obj/cube.obj"), &desc, &scene, &findings);
        kt_memory_reset(0);
        assert_true(result == KD_OK || (result == KD_OUT_OF_MEMORY && findings.counts[KD_SEVERITY_ERROR] > 0));
        kd_scene_free(scene);
        kd_findings_free(&findings);
        assert_int_equal(kt_memory_state.live_blocks, 0);
        if (result == KD_OK)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(content_decides_before_the_extension),
        cmocka_unit_test(the_extension_decides_where_the_content_says_nothing),
        cmocka_unit_test(unknown_formats_are_told_with_those_known),
        cmocka_unit_test(a_saved_scene_loads_again),
        cmocka_unit_test(a_pattern_loads_a_series),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return kt_run(tests);
}
