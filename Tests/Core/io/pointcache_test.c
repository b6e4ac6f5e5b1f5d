/* PC2 and MDD. The fixtures hold, for frame f and vertex v, the position (v/2 + f/4, v^2 - f, 3f/2 + v/8). */
#include "support/scene.h"

#include "kinedriver/pointcache.h"

#include <math.h>

typedef kd_result (*read_function)(const void *, size_t, const kd_read_desc *, kd_scene **, kd_findings *);

static kd_result read_checked(read_function read, const void *data, size_t size, const kd_read_desc *desc,
                              kd_findings *findings)
{
    kd_scene *scene;
    kd_result result = read(data, size, desc, &scene, findings);
    assert_true((result == KD_OK) == (scene != NULL));
    if (scene)
        assert_int_equal(kd_scene_validate(scene, findings), KD_OK);
    kd_scene_free(scene);
    return result;
}

static kd_result read_pc2(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    return read_checked(kd_pc2_read, data, size, desc, findings);
}

static kd_result read_mdd(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    return read_checked(kd_mdd_read, data, size, desc, findings);
}

static kd_scene *read_file(read_function read, const char *path, double frame_time_s)
{
    kd_buffer content = kt_load(path);
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    desc.frame_time_s = frame_time_s;
    kd_scene *scene;
    assert_int_equal(read(content.data, content.size, &desc, &scene, &findings), KD_OK);
    assert_int_equal(findings.count, 0);
    kd_findings_free(&findings);
    kd_buffer_free(&content);
    return scene;
}

static void check_wave(const kd_shapes *shapes)
{
    assert_int_equal(shapes->frame_count, 3);
    assert_int_equal(shapes->vertex_count, 5);
    for (int i = 0; i < 15; i++) {
        float f = (float)(i / 5), v = (float)(i % 5);
        assert_true(shapes->positions[i].x == v * 0.5f + f * 0.25f);
        assert_true(shapes->positions[i].y == v * v - f);
        assert_true(shapes->positions[i].z == f * 1.5f + v * 0.125f);
    }
}

static void check_times(const kd_shapes *shapes, double a, double b, double c)
{
    const double expected[] = {a, b, c};
    for (int i = 0; i < 3; i++)
        assert_true(fabs((double)shapes->times_s[i] - expected[i]) < 1e-6);
}

static void pc2_has_positions_and_times_of_its_frames(void **state)
{
    (void)state;
    kd_scene *scene = read_file(kd_pc2_read, "Tests/Data/pointcache/wave.pc2", 0.0);
    check_wave(scene->shapes);
    check_times(scene->shapes, 2.0 / 30.0, 2.5 / 30.0, 3.0 / 30.0); /* first frame 2, step 0.5 */
    kd_scene_free(scene);
    scene = read_file(kd_pc2_read, "Tests/Data/pointcache/wave.pc2", 0.1);
    check_times(scene->shapes, 0.2, 0.25, 0.3);
    kd_scene_free(scene);
}

static void mdd_has_positions_and_times(void **state)
{
    (void)state;
    kd_scene *scene = read_file(kd_mdd_read, "Tests/Data/pointcache/wave.mdd", 0.0);
    check_wave(scene->shapes);
    check_times(scene->shapes, 0.0, 0.25, 1.0);
    kd_scene_free(scene);
    scene = read_file(kd_mdd_read, "Tests/Data/pointcache/wave.mdd", 0.1);
    check_times(scene->shapes, 0.0, 0.1, 0.2);
    kd_scene_free(scene);
}

static void a_bad_file_is_refused_with_the_byte_where(void **state)
{
    (void)state;
    static const struct {
        kt_reader reader;
        const char *path;
        kd_result code;
        const char *part;
    } files[] = {
        {read_pc2, "Tests/Bad/pointcache/short.pc2", KD_TRUNCATED,
         "180 bytes from byte 32 on; the file has 179, 2 whole frames"},
        {read_mdd, "Tests/Bad/pointcache/short.mdd", KD_TRUNCATED,
         "180 bytes from byte 20 on; the file has 167, 2 whole frames"},
        {read_pc2, "Tests/Bad/pointcache/version.pc2", KD_VERSION, "byte 12 is 2"},
        {read_pc2, "Tests/Bad/pointcache/huge.pc2", KD_LIMIT, "vertices at byte 16 is 2147483647"},
        {read_pc2, "Tests/Bad/pointcache/huge.pc2", KD_LIMIT, "frames at byte 28 is 2147483647"},
        {read_mdd, "Tests/Bad/pointcache/huge.mdd", KD_LIMIT, "frames at byte 0 is 2147483647"},
        {read_pc2, "Tests/Bad/pointcache/nan.pc2", KD_NUMBER, "vertex 2 in frame 1, at byte 120"},
        {read_mdd, "Tests/Bad/pointcache/nan.mdd", KD_NUMBER, "vertex 2 in frame 1, at byte 108"},
        {read_mdd, "Tests/Bad/pointcache/time.mdd", KD_NUMBER, "frame 1, at byte 12"},
        {read_pc2, "Tests/Bad/pointcache/none.pc2", KD_EMPTY, "frames at byte 28 is 0"},
        {read_pc2, "Tests/Bad/pointcache/negative.pc2", KD_RANGE, "vertices at byte 16 is -5"},
        {read_pc2, "Tests/Bad/pointcache/start.pc2", KD_NUMBER, "bytes 20 and 24"},
        {read_pc2, "Tests/Data/pointcache/wave.mdd", KD_FORMAT_UNKNOWN, "POINTCACHE2"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        kd_buffer content = kt_load(files[i].path);
        kd_read_desc desc = kd_read_desc_default();
        kd_findings findings = kd_findings_make(NULL);
        assert_int_equal(files[i].reader(content.data, content.size, &desc, &findings), files[i].code);
        kt_expect_finding(&findings, KD_SEVERITY_ERROR, files[i].code, files[i].part);
        kd_findings_free(&findings);
        kd_buffer_free(&content);
        kt_hostile_all(files[i].reader, files[i].path);
    }
}

static void bytes_behind_the_last_frame_are_told(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Tests/Data/pointcache/wave.pc2");
    kd_buffer_append(&content, "more", 4);
    kd_read_desc desc = kd_read_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(read_pc2(content.data, content.size, &desc, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_COUNT_MISMATCH, "4 bytes");
    desc.strict = true;
    assert_int_equal(read_pc2(content.data, content.size, &desc, &findings), KD_COUNT_MISMATCH);
    kd_findings_free(&findings);
    kd_buffer_free(&content);
}

static void times_that_do_not_increase_are_told(void **state)
{
    (void)state;
    static const char *const paths[] = {"Tests/Data/pointcache/wave.pc2", "Tests/Data/pointcache/wave.mdd"};
    for (int i = 0; i < 2; i++) {
        kd_buffer content = kt_load(paths[i]);
        memset(content.data + (i == 0 ? 24 : 12), 0, 4); /* the step, the time of the second frame */
        kd_findings findings = kd_findings_make(NULL);
        kd_read_desc desc = kd_read_desc_default();
        assert_int_equal((i == 0 ? read_pc2 : read_mdd)(content.data, content.size, &desc, &findings), KD_OK);
        kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_RANGE, "frame 1 comes no later");
        desc.strict = true;
        assert_int_equal((i == 0 ? read_pc2 : read_mdd)(content.data, content.size, &desc, &findings), KD_RANGE);
        kd_findings_free(&findings);
        kd_buffer_free(&content);
    }
}

static void a_frame_time_replaces_bad_times_but_must_give_finite_ones(void **state)
{
    (void)state;
    kd_scene *scene = read_file(kd_mdd_read, "Tests/Bad/pointcache/time.mdd", 0.5);
    check_times(scene->shapes, 0.0, 0.5, 1.0);
    kd_scene_free(scene);
    kd_buffer pc2 = kt_load("Tests/Data/pointcache/wave.pc2"), mdd = kt_load("Tests/Data/pointcache/wave.mdd");
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    desc.frame_time_s = 1e300;
    assert_int_equal(read_mdd(mdd.data, mdd.size, &desc, &findings), KD_RANGE);
    assert_int_equal(read_pc2(pc2.data, pc2.size, &desc, &findings), KD_NUMBER);
    kd_findings_free(&findings);
    kd_buffer_free(&pc2);
    kd_buffer_free(&mdd);
}

static void limits_are_obeyed(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Tests/Data/pointcache/wave.mdd");
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    desc.limits.vertices = 4;
    assert_int_equal(read_mdd(content.data, content.size, &desc, &findings), KD_LIMIT);
    desc.limits = kd_limits_default();
    desc.limits.frames = 2;
    assert_int_equal(read_mdd(content.data, content.size, &desc, &findings), KD_LIMIT);
    desc.limits = kd_limits_default();
    desc.limits.file_bytes = content.size - 1;
    assert_int_equal(read_mdd(content.data, content.size, &desc, &findings), KD_LIMIT);
    desc.limits = kd_limits_default();
    desc.limits.memory_bytes = 300; /* the positions alone take 180 */
    assert_int_equal(read_mdd(content.data, content.size, &desc, &findings), KD_OUT_OF_MEMORY);
    kd_findings_free(&findings);
    kd_buffer_free(&content);
}

static void mdd_is_recognised_by_its_size(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Tests/Data/pointcache/wave.mdd");
    assert_true(kd_mdd_fits(content.data, content.size));
    assert_false(kd_mdd_fits(content.data, content.size - 1));
    assert_false(kd_mdd_fits(content.data, 0));
    kd_buffer_free(&content);
    content = kt_load("Tests/Data/pointcache/wave.pc2");
    assert_false(kd_mdd_fits(content.data, content.size));
    kd_buffer_free(&content);
}

static void shapes_written_as_pc2_read_back(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        kt_random random = kt_random_make(seed);
        kd_scene *scene = kt_scene_make(&random);
        scene->shapes->times_s[0] = (float)kt_random_in(&random, -3.0, 3.0);
        scene->shapes->times_s[1] = scene->shapes->times_s[0] + (float)kt_random_in(&random, 0.01, 3.0);
        kd_buffer bytes = kd_buffer_make(NULL);
        kd_findings findings = kd_findings_make(NULL);
        kd_read_desc desc = kd_read_desc_default();
        kd_scene *read;
        assert_int_equal(kd_pc2_write(scene, &bytes, &findings), KD_OK);
        kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "left out");
        assert_int_equal(findings.count, 1);
        assert_int_equal(kd_pc2_read(bytes.data, bytes.size, &desc, &read, &findings), KD_OK);
        assert_memory_equal(read->shapes->positions, scene->shapes->positions, 8 * sizeof(kd_vec3));
        for (int i = 0; i < 2; i++)
            assert_true(fabsf(read->shapes->times_s[i] - scene->shapes->times_s[i]) < 1e-5f);
        kd_scene_free(read);
        kd_scene_free(scene);
        kd_buffer_free(&bytes);
        kd_findings_free(&findings);
    }
}

static void shapes_written_as_mdd_read_back_exactly(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        kt_random random = kt_random_make(seed);
        kd_scene *scene = kt_scene_make(&random);
        for (int i = 0; i < 2; i++)
            scene->shapes->times_s[i] = (float)kt_random_in(&random, -1e6, 1e6);
        kd_buffer bytes = kd_buffer_make(NULL);
        kd_findings findings = kd_findings_make(NULL);
        kd_read_desc desc = kd_read_desc_default();
        kd_scene *read;
        assert_int_equal(kd_mdd_write(scene, &bytes, &findings), KD_OK);
        kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "MDD holds one sequence");
        assert_int_equal(findings.count, 1);
        assert_true(kd_mdd_fits(bytes.data, bytes.size));
        assert_int_equal(kd_mdd_read(bytes.data, bytes.size, &desc, &read, &findings), KD_OK);
        assert_memory_equal(read->shapes->positions, scene->shapes->positions, 8 * sizeof(kd_vec3));
        assert_memory_equal(read->shapes->times_s, scene->shapes->times_s, 2 * sizeof(float));
        kd_scene_free(read);
        kd_scene_free(scene);
        kd_buffer_free(&bytes);
        kd_findings_free(&findings);
    }
}

/* Byte for byte, for the fixtures were not made by these writers; but the first frame and the step of PC2, bytes 20 to
 * 27, went through times in seconds. */
static void a_file_read_is_written_as_it_was(void **state)
{
    (void)state;
    kd_buffer pc2 = kt_load("Tests/Data/pointcache/wave.pc2"), mdd = kt_load("Tests/Data/pointcache/wave.mdd");
    kd_buffer bytes = kd_buffer_make(NULL);
    kd_scene *scene = read_file(kd_pc2_read, "Tests/Data/pointcache/wave.pc2", 0.0);
    assert_int_equal(kd_pc2_write(scene, &bytes, NULL), KD_OK);
    assert_int_equal(bytes.size, pc2.size);
    assert_memory_equal(bytes.data, pc2.data, 20);
    assert_memory_equal(bytes.data + 28, pc2.data + 28, pc2.size - 28);
    kd_scene_free(scene);
    scene = read_file(kd_mdd_read, "Tests/Data/pointcache/wave.mdd", 0.0);
    assert_int_equal(kd_mdd_write(scene, &bytes, NULL), KD_OK); /* behind the other */
    assert_int_equal(bytes.size, pc2.size + mdd.size);
    assert_memory_equal(bytes.data + pc2.size, mdd.data, mdd.size);
    kd_scene_free(scene);
    kd_buffer_free(&bytes);
    kd_buffer_free(&mdd);
    kd_buffer_free(&pc2);
}

static void a_failed_write_leaves_the_buffer_as_it_was(void **state)
{
    (void)state;
    kd_result (*const writers[])(const kd_scene *, kd_buffer *, kd_findings *) = {kd_pc2_write, kd_mdd_write};
    kd_scene *scene = read_file(kd_mdd_read, "Tests/Data/pointcache/wave.mdd", 0.0);
    kd_allocator allocator = kt_allocator();
    kd_findings findings = kd_findings_make(NULL);
    for (int i = 0; i < 2; i++) {
        kd_buffer bytes = kd_buffer_make(&allocator);
        assert_int_equal(kd_buffer_append(&bytes, "x", 1), KD_OK);
        kt_memory_reset(1);
        assert_int_equal(writers[i](scene, &bytes, &findings), KD_OUT_OF_MEMORY);
        kt_memory_reset(0);
        scene->shapes->frame_count = 0;
        assert_int_equal(writers[i](scene, &bytes, &findings), KD_EMPTY);
        scene->shapes->frame_count = 3;
        assert_int_equal(bytes.size, 1);
        kd_buffer_free(&bytes);
    }
    kd_scene_free(scene);
    kd_findings_free(&findings);
}

static void what_pc2_cannot_hold_is_told(void **state)
{
    (void)state;
    kd_scene *scene = read_file(kd_mdd_read, "Tests/Data/pointcache/wave.mdd", 0.0);
    kd_buffer bytes = kd_buffer_make(NULL);
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_pc2_write(scene, &bytes, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "evenly spaced"); /* 0, 0.25, 1 */
    assert_int_equal(findings.count, 1);
    size_t size = bytes.size;
    scene->shapes->times_s[2] = 3e38f; /* 9e39 frames: no float */
    assert_int_equal(kd_pc2_write(scene, &bytes, &findings), KD_RANGE);
    assert_int_equal(bytes.size, size);
    scene->shapes_count = 0;
    assert_int_equal(kd_pc2_write(scene, &bytes, &findings), KD_EMPTY);
    kd_scene_free(scene);
    kd_buffer_free(&bytes);
    kd_findings_free(&findings);
}

static void hostile_bytes_do_no_harm(void **state)
{
    (void)state;
    kt_hostile_all(read_pc2, "Tests/Data/pointcache/wave.pc2");
    kt_hostile_all(read_mdd, "Tests/Data/pointcache/wave.mdd");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pc2_has_positions_and_times_of_its_frames),
        cmocka_unit_test(mdd_has_positions_and_times),
        cmocka_unit_test(a_bad_file_is_refused_with_the_byte_where),
        cmocka_unit_test(bytes_behind_the_last_frame_are_told),
        cmocka_unit_test(times_that_do_not_increase_are_told),
        cmocka_unit_test(a_frame_time_replaces_bad_times_but_must_give_finite_ones),
        cmocka_unit_test(limits_are_obeyed),
        cmocka_unit_test(mdd_is_recognised_by_its_size),
        cmocka_unit_test(shapes_written_as_pc2_read_back),
        cmocka_unit_test(shapes_written_as_mdd_read_back_exactly),
        cmocka_unit_test(a_file_read_is_written_as_it_was),
        cmocka_unit_test(a_failed_write_leaves_the_buffer_as_it_was),
        cmocka_unit_test(what_pc2_cannot_hold_is_told),
        cmocka_unit_test(hostile_bytes_do_no_harm),
    };
    return kt_run(tests);
}
