/* Series of OBJ files. */
#include "support/test.h"

#include "kinedriver/obj.h"

#include <math.h>

static kd_result read_series(const char *path, kd_scene **scene, kd_findings *findings)
{
    kd_read_desc desc = kd_read_desc_default();
    kd_result result = kd_obj_sequence_read(path, &desc, scene, findings);
    assert_true((result == KD_OK) == (*scene != NULL));
    if (*scene)
        assert_int_equal(kd_scene_validate(*scene, findings), KD_OK);
    return result;
}

/* The third and fourth vertex of file k are lifted by 0.1 k and 0.2 k. */
static void check_walk(const char *path, int first, int count)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene;
    kd_result result = read_series(kt_path(path), &scene, &findings);
    if (result != KD_OK)
        kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(scene->shapes_count, 1);
    const kd_shapes *shapes = scene->shapes;
    assert_int_equal(shapes->frame_count, count);
    assert_int_equal(shapes->vertex_count, 4);
    assert_string_equal(shapes->name, "Sheet");
    for (int i = 0; i < count; i++) {
        const kd_vec3 *p = shapes->positions + i * 4;
        assert_true(fabsf(p[2].z - 0.1f * (float)(first + i)) < 1e-6f);
        assert_true(fabsf(p[3].z - 0.2f * (float)(first + i)) < 1e-6f);
        assert_true(fabsf(shapes->times_s[i] - (float)i / 30.0f) < 1e-6f);
    }
    assert_int_equal(scene->meshes->index_count, 6);
    assert_memory_equal(scene->meshes->positions, shapes->positions, 4 * sizeof(kd_vec3));
    kd_scene_free(scene);
    kd_findings_free(&findings);
}

static void files_follow_by_number_padded_or_not(void **state)
{
    (void)state;
    check_walk("Tests/Data/obj/walk/f8.obj", 8, 4); /* 8, 9, 10, 11 */
    check_walk("Tests/Data/obj/walk/f10.obj", 10, 2);
    check_walk("Tests/Data/obj/walk/pad008.obj", 8, 4);
    check_walk("Tests/Data/obj/walk/pad011.obj", 11, 1);
}

static void a_pattern_begins_at_0_or_1(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene;
    assert_int_equal(read_series(kt_path("Tests/Data/obj/walk/gap#.obj"), &scene, &findings), KD_OK);
    assert_int_equal(scene->shapes->frame_count, 1);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_COUNT_MISMATCH,
                      "number 2 of the series is missing although 3");
    kd_scene_free(scene);
    kd_read_desc desc = kd_read_desc_default();
    desc.strict = true;
    assert_int_equal(kd_obj_sequence_read(kt_path("Tests/Data/obj/walk/gap#.obj"), &desc, &scene, &findings),
                     KD_COUNT_MISMATCH);
    assert_null(scene);
    assert_int_equal(read_series(kt_path("Tests/Data/obj/walk/pad###.obj"), &scene, &findings), KD_FILE_NOT_FOUND);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_FILE_NOT_FOUND, "name the first file");
    kd_findings_free(&findings);
}

static void a_file_with_other_vertices_is_named(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene;
    assert_int_equal(read_series(kt_path("Tests/Bad/obj/count1.obj"), &scene, &findings), KD_COUNT_MISMATCH);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_COUNT_MISMATCH, "2 vertices, the first of the series 3");
    kd_findings_free(&findings);
    findings = kd_findings_make(NULL);
    char path[] = "Tests/Bad/obj/broken1.obj";
    kd_read_desc desc = kd_read_desc_default();
    assert_int_equal(kd_obj_sequence_read(kt_path(path), &desc, &scene, &findings), KD_NUMBER);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.items[0].error.line, 2);
    kd_findings_free(&findings);
}

static void the_frame_time_and_the_limit_of_frames_are_obeyed(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene;
    desc.frame_time_s = 0.5;
    assert_int_equal(kd_obj_sequence_read(kt_path("Tests/Data/obj/walk/f8.obj"), &desc, &scene, &findings), KD_OK);
    assert_true(scene->shapes->times_s[3] == 1.5f);
    kd_scene_free(scene);
    desc.frame_time_s = 1e300;
    assert_int_equal(kd_obj_sequence_read(kt_path("Tests/Data/obj/walk/f8.obj"), &desc, &scene, &findings), KD_RANGE);
    assert_null(scene);
    desc.frame_time_s = 0.0;
    desc.limits.frames = 3;
    assert_int_equal(kd_obj_sequence_read(kt_path("Tests/Data/obj/walk/f8.obj"), &desc, &scene, &findings), KD_LIMIT);
    assert_null(scene);
    kd_findings_free(&findings);
}

static void a_name_without_a_number_is_refused(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene;
    assert_int_equal(read_series(kt_path("Tests/Data/obj/cube.obj"), &scene, &findings), KD_VALUE);
    assert_int_equal(read_series("/a1/b.obj", &scene, &findings),
                     KD_VALUE); /* a number in a folder's name does not count */
    assert_int_equal(read_series("f1234567890.obj", &scene, &findings), KD_VALUE);
    assert_int_equal(read_series("", &scene, &findings), KD_VALUE);
    assert_int_equal(read_series("missing7.obj", &scene, &findings), KD_FILE_NOT_FOUND);
    assert_int_equal(findings.counts[KD_SEVERITY_ERROR], 5);
    kd_findings_free(&findings);
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
        kd_result result = kd_obj_sequence_read(kt_path("Tests/Data/obj/walk/f8.obj"), &desc, &scene, &findings);
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
        cmocka_unit_test(files_follow_by_number_padded_or_not),
        cmocka_unit_test(a_pattern_begins_at_0_or_1),
        cmocka_unit_test(a_file_with_other_vertices_is_named),
        cmocka_unit_test(the_frame_time_and_the_limit_of_frames_are_obeyed),
        cmocka_unit_test(a_name_without_a_number_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return kt_run(tests);
}
