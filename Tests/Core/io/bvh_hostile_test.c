/* BVH files that are broken: those of Tests/Bad, and good ones cut, garbled and read without memory. */
#include "kinedriver/bvh.h"
#include "support/bvh_reference.h"

#include <math.h>

typedef struct bad_file {
    const char *path;
    kd_result code;
    int line, column;
    const char *text; /* a part of the message */
} bad_file;

static const bad_file bad_files[] = {
    {"Tests/Bad/brace_missing.bvh", KD_HIERARCHY, 15, 1, "opened in line 2"},
    {"Tests/Bad/brace_too_many.bvh", KD_HIERARCHY, 16, 1, "too many"},
    {"Tests/Bad/channel_unknown.bvh", KD_VALUE, 5, 13, "'Wposition'"},
    {"Tests/Bad/channels_after_children.bvh", KD_ORDER, 10, 1, "put it before"},
    {"Tests/Bad/motion_missing.bvh", KD_ELEMENT_MISSING, 16, 1, "MOTION"},
    {"Tests/Bad/motion_twice.bvh", KD_SYNTAX, 21, 1, "second MOTION"},
    {"Tests/Bad/two_roots.bvh", KD_HIERARCHY, 16, 1, "second ROOT"},
    {"Tests/Bad/value_comma.bvh", KD_NUMBER, 20, 1, "decimal point"},
    {"Tests/Bad/value_huge.bvh", KD_NUMBER, 20, 20, "1e400"},
    {"Tests/Bad/value_nan.bvh", KD_NUMBER, 20, 20, "'nan'"},
};
enum { BAD_COUNT = sizeof bad_files / sizeof bad_files[0] };

static const char *const good_files[] = {"Tests/Data/minimal.bvh", "Tests/Data/mixed_channels.bvh",
                                         "Tests/Data/odd_forms.bvh"};

/* What every scene from the reader promises. */
static void check_scene(const kd_scene *scene)
{
    const kd_skeleton *skeleton = &scene->skeleton;
    assert_true(skeleton->joint_count > 0 && skeleton->joints[0].parent == KD_NO_JOINT);
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        const kd_joint *joint = &skeleton->joints[i];
        assert_true(joint->parent < i && (i == 0 || joint->parent >= 0));
        assert_int_equal(kd_skeleton_find(skeleton, joint->name), i);
        assert_true(!joint->is_tip || joint->parent >= 0);
    }
    for (int32_t c = 0; c < scene->clip_count; c++) {
        const kd_clip *clip = &scene->clips[c];
        assert_true(clip->frame_count > 0 && clip->frame_time_s > 0.0 && isfinite(clip->frame_time_s));
        assert_int_equal(clip->joint_count, skeleton->joint_count);
        for (int32_t i = 0; i < clip->frame_count * clip->joint_count; i++) {
            const kd_transform *t = &clip->locals[i];
            const kd_quat q = t->rotate;
            assert_true(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 1e-5f);
            assert_true(isfinite(t->translate.x) && isfinite(t->translate.y) && isfinite(t->translate.z));
            assert_true(t->scale.x == 1.0f && t->scale.y == 1.0f && t->scale.z == 1.0f);
        }
    }
}

static kd_result read_and_check(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    kd_scene *scene = NULL;
    kd_result result = kd_bvh_read(data, size, desc, &scene, findings);
    assert_int_equal(scene != NULL, result == KD_OK);
    if (scene)
        check_scene(scene);
    kd_scene_free(scene);
    return result;
}

/* Reads, writes what was read, and reads that. */
static kd_result read_write_read(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    kd_scene *scene = NULL;
    kd_result result = kd_bvh_read(data, size, desc, &scene, findings);
    if (result != KD_OK)
        return result;
    kd_buffer file = kd_buffer_make(&desc->allocator);
    kd_bvh_write_desc write = kd_bvh_write_desc_default();
    result = kd_bvh_write(scene, &write, &file, findings);
    kd_scene_free(scene);
    if (result == KD_OK)
        result = read_and_check(file.data, file.size, desc, findings);
    kd_buffer_free(&file);
    return result;
}

static void bad_files_are_refused_at_the_place_of_the_mistake(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_COUNT; i++) {
        kd_buffer content = kt_load(bad_files[i].path);
        kd_read_desc desc = kd_read_desc_default();
        kd_findings findings = kd_findings_make(NULL);
        kd_result result = read_and_check(content.data, content.size, &desc, &findings);
        kt_expect_finding(&findings, KD_SEVERITY_ERROR, bad_files[i].code, bad_files[i].text);
        assert_int_equal(result, bad_files[i].code);
        assert_int_equal(findings.items[0].error.line, bad_files[i].line);
        assert_int_equal(findings.items[0].error.column, bad_files[i].column);
        kd_findings_free(&findings);
        kd_buffer_free(&content);
    }
}

static void cut_garbled_and_without_memory_good_files_do_no_harm(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good_files / sizeof good_files[0]; i++) {
        kt_hostile_all(read_and_check, good_files[i]);
        kt_hostile_all(read_write_read, good_files[i]);
    }
}

static void cut_garbled_and_without_memory_bad_files_do_no_harm(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_COUNT; i++)
        kt_hostile_all(read_and_check, bad_files[i].path);
}

static void garbled_random_files_do_no_harm(void **state)
{
    (void)state;
    kt_random random = kt_random_make(21);
    for (int round = 0; round < 60; round++) {
        kd_buffer content = kt_bvh_random(&random, 12, 3);
        kt_hostile_flip(read_write_read, content.data, content.size, (uint64_t)round, 100);
        kd_buffer_free(&content);
    }
}

/* Words of the format in any order reach further into the reader than random bytes do. */
static void words_of_the_format_in_any_order_do_no_harm(void **state)
{
    (void)state;
    static const char *const words[] = {
        "HIERARCHY",   "ROOT A\n",   "{",          "}",           "OFFSET 0 1 2\n",
        "JOINT B\n",   "End Site",   "CHANNELS 1", "MOTION",      "Frames:",
        "Frame Time:", "1",          "-2.5e3",     "Xposition",   "\n",
        "CHANNELS 0 ", "9999999999", "End",        "Zrotation\n", "CHANNELS 2 Xrotation Yrotation\n"};
    kt_random random = kt_random_make(31);
    for (int round = 0; round < 3000; round++) {
        kd_buffer content = kd_buffer_make(NULL);
        kd_buffer_append(&content, "HIERARCHY ROOT A\n{", round % 4 ? 18 : 0);
        for (uint32_t i = kt_random_below(&random, 40); i > 0; i--) {
            const char *word = words[kt_random_below(&random, sizeof words / sizeof words[0])];
            kd_buffer_append(&content, word, strlen(word));
            kd_buffer_append(&content, " ", 1);
        }
        kt_hostile_flip(read_write_read, content.data, content.size, (uint64_t)round, 1);
        kd_buffer_free(&content);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_files_are_refused_at_the_place_of_the_mistake),
        cmocka_unit_test(cut_garbled_and_without_memory_good_files_do_no_harm),
        cmocka_unit_test(cut_garbled_and_without_memory_bad_files_do_no_harm),
        cmocka_unit_test(garbled_random_files_do_no_harm),
        cmocka_unit_test(words_of_the_format_in_any_order_do_no_harm),
    };
    return kt_run(tests);
}
