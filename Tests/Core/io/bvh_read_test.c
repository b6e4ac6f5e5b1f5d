/* What the BVH reader accepts, repairs and refuses. */
#include "kinedriver/bvh.h"
#include "kinedriver/math.h"
#include "support/test.h"

#include <float.h>
#include <math.h>

#define HEAD   "HIERARCHY\nROOT A\n{\n OFFSET 1 2 3\n CHANNELS 3 Zrotation Xrotation Yrotation\n}\n"
#define MOTION "MOTION\nFrames: 1\nFrame Time: 0.5\n"

static kd_findings found;

static int forget_findings(void **state)
{
    (void)state;
    kd_findings_free(&found);
    return 0;
}

static kd_scene *read_with(const void *data, size_t size, const kd_read_desc *desc, kd_result expected)
{
    kd_scene *scene = NULL;
    kd_findings_free(&found);
    found = kd_findings_make(NULL);
    kd_result result = kd_bvh_read(data, size, desc, &scene, &found);
    if (result != expected)
        kt_print_findings(&found);
    assert_int_equal(result, expected);
    assert_int_equal(scene != NULL, expected == KD_OK);
    assert_int_equal(found.counts[KD_SEVERITY_ERROR] > 0, expected != KD_OK);
    return scene;
}

static kd_scene *read_good(const char *text)
{
    kd_read_desc desc = kd_read_desc_default();
    desc.strict = true;
    kd_scene *scene = read_with(text, strlen(text), &desc, KD_OK);
    assert_int_equal(found.count, 0);
    return scene;
}

/* Read with a warning; refused with the same code where strictness is asked for. */
static kd_scene *read_repaired(const char *text, kd_result code, const char *part)
{
    kd_read_desc desc = kd_read_desc_default();
    desc.strict = true;
    assert_null(read_with(text, strlen(text), &desc, code));
    kt_expect_finding(&found, KD_SEVERITY_ERROR, code, part);
    desc.strict = false;
    kd_scene *scene = read_with(text, strlen(text), &desc, KD_OK);
    kt_expect_finding(&found, KD_SEVERITY_WARNING, code, part);
    return scene;
}

static void refuse_at(const char *text, kd_result code, int line, int column, const char *part)
{
    kd_read_desc desc = kd_read_desc_default();
    assert_null(read_with(text, strlen(text), &desc, code));
    kt_expect_finding(&found, KD_SEVERITY_ERROR, code, part);
    if (line > 0) {
        assert_int_equal(found.items[0].error.line, line);
        assert_int_equal(found.items[0].error.column, column);
    }
}

static void assert_same_scene(const kd_scene *a, const kd_scene *b)
{
    assert_int_equal(a->skeleton.joint_count, b->skeleton.joint_count);
    assert_int_equal(a->clips[0].frame_count, b->clips[0].frame_count);
    for (int32_t i = 0; i < a->skeleton.joint_count; i++) {
        assert_string_equal(a->skeleton.joints[i].name, b->skeleton.joints[i].name);
        assert_int_equal(a->skeleton.joints[i].parent, b->skeleton.joints[i].parent);
    }
    size_t count = (size_t)a->clips[0].frame_count * (size_t)a->clips[0].joint_count;
    assert_memory_equal(a->clips[0].locals, b->clips[0].locals, count * sizeof(kd_transform));
}

/* The same file with its blanks written in another way. */
static void any_layout_reads_as_the_same_scene(void **state)
{
    (void)state;
    static const char *const blanks[] = {"\r\n", "\r", " ", "\t", "\n\n\n", " \r\n\t ", "\r\r\n", "\n\x1A", "\v\f\n"};
    kd_buffer plain = kt_load("Tests/Data/minimal.bvh");
    kd_scene *expected = read_good((const char *)plain.data);
    for (size_t b = 0; b < sizeof blanks / sizeof blanks[0]; b++) {
        kd_buffer other = kd_buffer_make(NULL);
        bool after_name = false;
        for (size_t i = 0; i < plain.size; i++) {
            char c = (char)plain.data[i];
            after_name = after_name || strncmp((const char *)plain.data + i, "Hips", 4) == 0 ||
                         strncmp((const char *)plain.data + i, "Knee", 4) == 0;
            bool keep = c != '\n' && (c != ' ' || i % 2 == 0); /* all line ends and some blanks */
            if (after_name && c == '\n') {                     /* a name ends with its line, or at the brace */
                kd_buffer_append(&other, b % 2 ? " {" : "{", b % 2 ? 2 : 1);
                while (plain.data[i] != '{')
                    i++;
                after_name = false;
                continue;
            }
            if (keep)
                kd_buffer_append(&other, &c, 1);
            else
                kd_buffer_append(&other, blanks[b], strlen(blanks[b]));
        }
        kd_read_desc desc = kd_read_desc_default();
        desc.strict = true;
        kd_scene *scene = read_with(other.data, other.size, &desc, KD_OK);
        assert_same_scene(scene, expected);
        kd_scene_free(scene);
        kd_buffer_free(&other);
    }
    kd_scene_free(expected);
    kd_buffer_free(&plain);
}

static void nul_bytes_a_mark_and_a_missing_line_end_are_harmless(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF" HEAD "\0" MOTION "\0 1 2 \0 3\0\0\x1A";
    kd_read_desc desc = kd_read_desc_default();
    desc.strict = true;
    kd_scene *scene = read_with(text, sizeof text - 1, &desc, KD_OK);
    kd_scene *plain = read_good(HEAD MOTION "1 2 3");
    assert_same_scene(scene, plain);
    kd_scene_free(scene);
    kd_scene_free(plain);
}

static void odd_forms_are_read_as_meant(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Tests/Data/odd_forms.bvh");
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene = read_with(content.data, content.size, &desc, KD_OK);
    static const char *const names[] = {"Hip:s. [1]", "Toe_End", "Toe_End_End", "Toe_End_End_2", "Toe_End_2"};
    static const int parents[] = {-1, 0, 1, 1, 0};
    static const bool tips[] = {false, false, true, true, false};
    assert_int_equal(scene->skeleton.joint_count, 5);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(scene->skeleton.joints[i].name, names[i]);
        assert_int_equal(scene->skeleton.joints[i].parent, parents[i]);
        assert_int_equal(scene->skeleton.joints[i].is_tip, tips[i]);
    }
    kt_expect_finding(&found, KD_SEVERITY_WARNING, KD_JOINT_DUPLICATE, "Toe_End_2");
    assert_int_equal(found.count, 1);
    const kd_clip *clip = &scene->clips[0];
    assert_int_equal(clip->frame_count, 3);
    /* Second frame: 90 and 90 degrees about X, two whole turns about Z; X and Y from channels, Z from the offset. */
    const kd_transform *root = &clip->locals[5];
    assert_true(fabsf(fabsf(root->rotate.x) - 1.0f) < 1e-6f && fabsf(root->rotate.w) < 1e-6f);
    assert_true(root->translate.x == 3.0f && root->translate.y == 2.0f && root->translate.z == 0.0f);
    assert_true(clip->locals[5 + 4].translate.z == 3.0f);
    assert_true(fabsf(fabsf(clip->locals[5 + 4].rotate.y) - sinf(0.34906585f)) < 1e-6f);
    kd_scene_free(scene);
    kd_buffer_free(&content);
}

static void names_keep_the_whole_line(void **state)
{
    (void)state;
    static const char *const names[] = {"a:b",       "mixamorig:Left.Arm",
                                        "two words", "Toe{1}",
                                        "x (1) [2]", "\xE8\x82\xA9",
                                        "End",       "JOINT",
                                        "OFFSET",    "Site",
                                        "MOTION 7"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "HIERARCHY ROOT %s \t\n{ OFFSET 0 0 0 } MOTION Frames: 1 Frame Time: 1\n",
                 names[i]);
        kd_scene *scene = read_good(text);
        assert_string_equal(scene->skeleton.joints[0].name, names[i]);
        kd_scene_free(scene);
    }
}

static void names_that_are_no_utf8_empty_or_twice_are_repaired(void **state)
{
    (void)state;
    kd_scene *scene = read_repaired("HIERARCHY ROOT H\xFC"
                                    "fte\n{ OFFSET 0 0 0 }" MOTION,
                                    KD_ENCODING, "Latin-1");
    assert_string_equal(scene->skeleton.joints[0].name, "H\xC3\xBC"
                                                        "fte");
    kd_scene_free(scene);
    scene = read_repaired("HIERARCHY ROOT\n{ OFFSET 0 0 0 }" MOTION, KD_NAME_INVALID, "no name");
    assert_string_equal(scene->skeleton.joints[0].name, "Joint");
    kd_scene_free(scene);
    scene = read_repaired("HIERARCHY ROOT a\x01z\n{ OFFSET 0 0 0 }" MOTION, KD_NAME_INVALID, "control");
    assert_string_equal(scene->skeleton.joints[0].name, "a z");
    kd_scene_free(scene);
    scene =
        read_repaired("HIERARCHY ROOT A\n{ OFFSET 0 0 0 JOINT A\n{ OFFSET 0 0 0 } JOINT A_2\n{ OFFSET 0 0 0 } JOINT "
                      "A\n{ OFFSET 0 0 0 } }" MOTION,
                      KD_JOINT_DUPLICATE, "A_3");
    static const char *const expected[] = {"A", "A_3", "A_2", "A_4"};
    for (int i = 0; i < 4; i++)
        assert_string_equal(scene->skeleton.joints[i].name, expected[i]);
    kd_scene_free(scene);
}

static void many_equal_names_take_no_more_than_linear_time(void **state)
{
    (void)state;
    kd_buffer file = kd_buffer_make(NULL);
    static const char head[] = "HIERARCHY ROOT A\n{ OFFSET 0 0 0\n", joint[] = "JOINT A\n{ OFFSET 0 0 0 }\n";
    kd_buffer_append(&file, head, sizeof head - 1);
    for (int i = 0; i < 9999; i++)
        kd_buffer_append(&file, joint, sizeof joint - 1);
    kd_buffer_append(&file, "}" MOTION, sizeof "}" MOTION - 1);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene = read_with(file.data, file.size, &desc, KD_OK);
    assert_string_equal(scene->skeleton.joints[9999].name, "A_10000");
    kd_scene_free(scene);
    kd_buffer_free(&file);
}

static void frames_more_or_fewer_than_declared_give_the_smaller_number(void **state)
{
    (void)state;
    kd_scene *scene = read_repaired(HEAD "MOTION Frames: 2 Frame Time: 1\n1 2 3\n4 5 6\n7 8 9\n", KD_COUNT_MISMATCH,
                                    "2 frames are declared, but 3 follow");
    assert_int_equal(scene->clips[0].frame_count, 2);
    kd_scene_free(scene);
    scene = read_repaired(HEAD "MOTION Frames: 3 Frame Time: 1\n1 2 3\n4 5 6", KD_COUNT_MISMATCH, "ends after 2");
    assert_int_equal(scene->clips[0].frame_count, 2);
    kd_scene_free(scene);
    scene = read_repaired(HEAD "MOTION Frames: 2 Frame Time: 1\n1 2 3\n4 5", KD_COUNT_MISMATCH, "ends after 1");
    assert_int_equal(scene->clips[0].frame_count, 1);
    kd_scene_free(scene);
    scene = read_repaired(HEAD "MOTION Frames: 1 Frame Time: 1\n1 2 3\n4 5", KD_COUNT_MISMATCH, "2 values behind");
    assert_int_equal(scene->clips[0].frame_count, 1);
    kd_scene_free(scene);
    scene = read_repaired(HEAD "MOTION Frame Time: 1\n1 2 3\n4 5 6", KD_ELEMENT_MISSING, "Frames:");
    assert_int_equal(scene->clips[0].frame_count, 2);
    kd_scene_free(scene);
    scene = read_repaired(HEAD "MOTION Frames: 2147483648 Frame Time: 1\n1 2 3", KD_COUNT_MISMATCH, "ends after 1");
    assert_int_equal(scene->clips[0].frame_count, 1);
    kd_scene_free(scene);
    scene = read_repaired(HEAD "MOTION Frames: 1e300 Frame Time: 1\n1 2 3", KD_COUNT_MISMATCH, "ends after 1");
    kd_scene_free(scene);
}

static void words_behind_the_last_frame_are_left_out(void **state)
{
    (void)state;
    kd_scene *scene = read_repaired(HEAD MOTION "1 2 3\nmade by hand", KD_SYNTAX, "'made' behind the last frame");
    assert_int_equal(scene->clips[0].frame_count, 1);
    kd_scene_free(scene);
    scene = read_repaired(HEAD "MOTION Frames: 2 Frame Time: 1\n1 2 3\nEND", KD_COUNT_MISMATCH, "ends after 1");
    assert_int_equal(scene->clips[0].frame_count, 1);
    kd_scene_free(scene);
}

static void joints_without_channels_stand_still_for_one_frame(void **state)
{
    (void)state;
    kd_scene *scene = read_good("HIERARCHY ROOT A\n{ OFFSET 1 2 3 CHANNELS 0 }" MOTION);
    assert_int_equal(scene->clips[0].frame_count, 1);
    assert_true(scene->clips[0].locals[0].translate.y == 2.0f);
    kd_scene_free(scene);
    scene = read_repaired("HIERARCHY ROOT A\n{ OFFSET 1 2 3 } MOTION Frames: 2e9 Frame Time: 1", KD_COUNT_MISMATCH,
                          "one and the same");
    assert_int_equal(scene->clips[0].frame_count, 1);
    kd_scene_free(scene);
}

static void missing_and_second_offsets_are_repaired(void **state)
{
    (void)state;
    kd_scene *scene = read_repaired("HIERARCHY ROOT A\n{ }" MOTION, KD_ELEMENT_MISSING, "without OFFSET");
    assert_true(scene->skeleton.joints[0].rest.translate.x == 0.0f);
    kd_scene_free(scene);
    scene = read_repaired("HIERARCHY ROOT A\n{ OFFSET 1 1 1 OFFSET 2 2 2 }" MOTION, KD_SYNTAX, "second OFFSET");
    assert_true(scene->skeleton.joints[0].rest.translate.x == 2.0f);
    kd_scene_free(scene);
}

static void no_frames_make_no_clip(void **state)
{
    (void)state;
    kd_scene *scene = read_good(HEAD "MOTION\nFrames: 0\nFrame Time: 0.1\n");
    assert_int_equal(scene->clip_count, 0);
    assert_int_equal(scene->skeleton.joint_count, 1);
    kd_scene_free(scene);
}

static void a_frame_time_that_cannot_be_is_replaced_and_the_caller_wins(void **state)
{
    (void)state;
    static const char *const lines[] = {"Frame Time: 0\n", "Frame Time: -0.1\n", ""};
    for (int i = 0; i < 3; i++) {
        char text[512];
        snprintf(text, sizeof text, HEAD "MOTION\nFrames: 1\n%s1 2 3", lines[i]);
        kd_scene *scene = read_repaired(text, i < 2 ? KD_RANGE : KD_ELEMENT_MISSING, "30 frames a second");
        assert_true(scene->clips[0].frame_time_s == 1.0 / 30.0);
        kd_scene_free(scene);
        kd_read_desc desc = kd_read_desc_default();
        desc.strict = true;
        desc.frame_time_s = 0.02;
        scene = read_with(text, strlen(text), &desc, KD_OK);
        assert_true(scene->clips[0].frame_time_s == 0.02);
        kd_scene_free(scene);
        desc.frame_time_s = -1.0;
        assert_null(read_with(text, strlen(text), &desc, KD_RANGE));
    }
}

static void every_form_of_a_number_is_read_and_no_other(void **state)
{
    (void)state;
    kd_scene *scene =
        read_good("HIERARCHY ROOT A\n{ OFFSET .0083333 1e-05 -0 CHANNELS 3 Xposition Yposition Zposition }"
                  "MOTION Frames: 1 Frame Time: .0083333 +1 -1.5E+2 5.\n");
    const kd_vec3 rest = scene->skeleton.joints[0].rest.translate, at = scene->clips[0].locals[0].translate;
    assert_true(rest.x == .0083333f && rest.y == 1e-05f && rest.z == 0.0f);
    assert_true(at.x == 1.0f && at.y == -150.0f && at.z == 5.0f);
    assert_true(scene->clips[0].frame_time_s == .0083333);
    kd_scene_free(scene);
    scene = read_good("HIERARCHY ROOT A\n{ OFFSET 3.4028235e38 -3.4028235e38 1e-60 CHANNELS 1 Xposition }" MOTION
                      "3.40282356e38");
    assert_true(scene->skeleton.joints[0].rest.translate.y == -FLT_MAX);
    assert_true(scene->clips[0].locals[0].translate.x == FLT_MAX);
    kd_scene_free(scene);
    refuse_at("HIERARCHY ROOT A\n{ OFFSET 0 0 0 CHANNELS 1 Xposition }" MOTION "3.40282357e38", KD_RANGE, 5, 1,
              "3.4e38");
    refuse_at(HEAD MOTION "1 2,5 3", KD_NUMBER, 10, 3, "decimal point");
    refuse_at(HEAD MOTION "1 nan 3", KD_NUMBER, 10, 3, "finite");
    refuse_at(HEAD MOTION "NaN 2 3", KD_NUMBER, 10, 1, "finite");
    refuse_at(HEAD MOTION "1 -inf 3", KD_NUMBER, 10, 3, "finite");
    refuse_at(HEAD MOTION "1 1e400 3", KD_NUMBER, 10, 3, "finite");
    refuse_at(HEAD MOTION "1 0x10 3", KD_NUMBER, 10, 3, "finite");
    refuse_at(HEAD MOTION "1 2.5.1 3", KD_NUMBER, 10, 3, "finite");
}

static void a_comma_locale_changes_nothing(void **state)
{
    (void)state;
    kt_comma_locale();
    kd_scene *scene = read_good("HIERARCHY ROOT A\n{ OFFSET 0.5 0.12345678901234567890 1 CHANNELS 1 Xposition }" MOTION
                                "1234567890.5");
    kt_plain_locale();
    assert_true(scene->skeleton.joints[0].rest.translate.x == 0.5f);
    assert_true(scene->skeleton.joints[0].rest.translate.y == 0.123456789f);
    kd_scene_free(scene);
}

static void a_channel_that_occurs_twice_counts_twice_as_rotation_and_last_as_position(void **state)
{
    (void)state;
    kd_scene *scene = read_good("HIERARCHY ROOT A\n{ OFFSET 0 0 0 CHANNELS 5 Zrotation Xposition Yrotation Xposition "
                                "Zrotation }" MOTION "30 7 0 8 60");
    const kd_transform *t = &scene->clips[0].locals[0];
    assert_true(t->translate.x == 8.0f);
    assert_true(fabsf(t->rotate.z - sqrtf(0.5f)) < 1e-6f && fabsf(t->rotate.w - sqrtf(0.5f)) < 1e-6f);
    kd_scene_free(scene);
}

/* A joint that turns on and on: no neighbouring quaternions may lie in opposite hemispheres. */
static void neighbouring_frames_stay_in_one_hemisphere(void **state)
{
    (void)state;
    kd_buffer file = kd_buffer_make(NULL);
    kd_buffer_append(&file, HEAD "MOTION Frames: 400 Frame Time: 1\n",
                     sizeof HEAD "MOTION Frames: 400 Frame Time: 1\n" - 1);
    for (int i = 0; i < 400; i++) {
        char line[64]; /* wraps at 180 degrees, as recorded angles do */
        int length = snprintf(line, sizeof line, "%d %d %d\n", (i * 17 + 180) % 360 - 180, i % 90, i * 7 - 1000);
        kd_buffer_append(&file, line, (size_t)length);
    }
    kd_scene *scene = read_good((const char *)file.data);
    const kd_clip *clip = &scene->clips[0];
    assert_true(clip->locals[0].rotate.w >= 0.0f);
    for (int i = 1; i < 400; i++)
        assert_true(kd_quat_dot(clip->locals[i].rotate, clip->locals[i - 1].rotate) >= 0.0f);
    kd_scene_free(scene);
    kd_buffer_free(&file);
}

static void limits_are_obeyed(void **state)
{
    (void)state;
    static const char text[] = "HIERARCHY ROOT Long\n{ OFFSET 0 0 0 CHANNELS 1 Xposition JOINT B\n{ OFFSET 0 0 0 End "
                               "Site { OFFSET 0 0 0 } } }\nMOTION Frames: 3 Frame Time: 1\n1 2 3";
    for (int i = 0; i < 5; i++) {
        kd_read_desc desc = kd_read_desc_default();
        if (i == 0)
            desc.limits.file_bytes = sizeof text - 2;
        else if (i == 1)
            desc.limits.joints = 2;
        else if (i == 2)
            desc.limits.joint_depth = 2;
        else if (i == 3)
            desc.limits.frames = 2;
        else
            desc.limits.name_bytes = 3;
        assert_null(read_with(text, sizeof text - 1, &desc, KD_LIMIT));
    }
    kd_read_desc desc = kd_read_desc_default();
    desc.limits.file_bytes = sizeof text - 1;
    desc.limits.joints = desc.limits.joint_depth = desc.limits.frames = 3;
    desc.limits.name_bytes = 4;
    kd_scene_free(read_with(text, sizeof text - 1, &desc, KD_OK));
}

static void frames_that_need_more_memory_than_allowed_are_refused(void **state)
{
    (void)state;
    char text[1024] = "HIERARCHY ROOT A\n{ OFFSET 0 0 0 CHANNELS 1 Xposition } MOTION Frames: 100 Frame Time: 1\n";
    for (int i = 0; i < 100; i++)
        strcat(text, "1 ");
    kd_read_desc desc = kd_read_desc_default();
    desc.limits.memory_bytes = 100 * sizeof(kd_transform);
    assert_null(read_with(text, strlen(text), &desc, KD_LIMIT));
    kt_expect_finding(&found, KD_SEVERITY_ERROR, KD_LIMIT, "100 frames of 1 joints");
    desc.limits.memory_bytes += 4096;
    kd_scene_free(read_with(text, strlen(text), &desc, KD_OK));
}

static void ten_thousand_nested_joints_are_refused_and_need_no_stack(void **state)
{
    (void)state;
    kd_buffer file = kd_buffer_make(NULL);
    kd_buffer_append(&file, "HIERARCHY ROOT A\n{OFFSET 0 0 0\n", 31);
    for (int i = 0; i < 9999; i++)
        kd_buffer_append(&file, "JOINT B\n{OFFSET 0 0 0\n", 22);
    for (int i = 0; i < 10000; i++)
        kd_buffer_append(&file, "}", 1);
    kd_buffer_append(&file, "\n" MOTION, sizeof MOTION);
    kd_read_desc desc = kd_read_desc_default();
    assert_null(read_with(file.data, file.size, &desc, KD_LIMIT));
    kt_expect_finding(&found, KD_SEVERITY_ERROR, KD_LIMIT, "1024 deep");
    assert_true(desc.limits.joint_depth > 500); /* chains of hair, tails and ropes are long */
    desc.limits.joint_depth = 10000;
    kd_scene *scene = read_with(file.data, file.size, &desc, KD_OK);
    assert_int_equal(scene->skeleton.joints[9999].parent, 9998);
    kd_scene_free(scene);
    kd_buffer_free(&file);
}

static void what_is_no_bvh_is_refused_where_it_goes_wrong(void **state)
{
    (void)state;
    refuse_at("", KD_EMPTY, 1, 1, "HIERARCHY");
    refuse_at(" \n\t ", KD_EMPTY, 2, 3, "HIERARCHY");
    refuse_at("glTF", KD_FORMAT_UNKNOWN, 1, 1, "'glTF'");
    refuse_at("\xFF\xFEH", KD_ENCODING, 1, 1, "UTF-16");
    refuse_at("HIERARCHY\nJOINT A {", KD_SYNTAX, 2, 1, "expected ROOT");
    refuse_at("HIERARCHY\nROOT A\nOFFSET 0 0 0", KD_SYNTAX, 3, 1, "expected '{'");
    refuse_at("HIERARCHY\nROOT A\n{\nOFFSET 0 0\n}", KD_NUMBER, 5, 1, "OFFSET");
    refuse_at("HIERARCHY\nROOT A\n{\nOFFSET 0 0 1e39\n}", KD_RANGE, 4, 12, "3.4e38");
    refuse_at("HIERARCHY\nROOT A\n{\nCHANNELS 4 Xrotation Yrotation\n}", KD_COUNT_MISMATCH, 0, 0, "4 names");
    refuse_at("HIERARCHY\nROOT A\n{\nCHANNELS 2000000000 Xrotation }", KD_COUNT_MISMATCH, 4, 1, "more than the file");
    refuse_at("HIERARCHY\nROOT A\n{\nCHANNELS 1.5 Xrotation }", KD_RANGE, 4, 1, "whole number");
    refuse_at("HIERARCHY\nROOT A\n{\nCHANNELS 1 Xrotation Yrotation }", KD_COUNT_MISMATCH, 4, 22, "more channel names");
    refuse_at("HIERARCHY\nROOT A\n{\nEnd Site\n{\nCHANNELS 1 Xrotation\n}\n}", KD_HIERARCHY, 6, 1, "End Site");
    refuse_at("HIERARCHY\nROOT A\n{\nEnd Site\n{\nJOINT B\n{\n}\n}\n}", KD_HIERARCHY, 6, 1, "End Site");
    refuse_at("HIERARCHY\nROOT A\n{\nROOT B\n{", KD_HIERARCHY, 4, 1, "JOINT");
    refuse_at("HIERARCHY\nROOT A\n{\n", KD_TRUNCATED, 4, 1, "line 2");
    refuse_at(HEAD "MOTION\nFrames 1\n", KD_SYNTAX, 8, 8, "Frames:");
    refuse_at(HEAD "MOTION\nFrames: -1\n", KD_RANGE, 8, 9, "whole number");
    refuse_at(HEAD "MOTION\nFrames: 1\nFrames: 1\n", KD_SYNTAX, 9, 1, "second Frames");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(any_layout_reads_as_the_same_scene, forget_findings),
        cmocka_unit_test_teardown(nul_bytes_a_mark_and_a_missing_line_end_are_harmless, forget_findings),
        cmocka_unit_test_teardown(odd_forms_are_read_as_meant, forget_findings),
        cmocka_unit_test_teardown(names_keep_the_whole_line, forget_findings),
        cmocka_unit_test_teardown(names_that_are_no_utf8_empty_or_twice_are_repaired, forget_findings),
        cmocka_unit_test_teardown(many_equal_names_take_no_more_than_linear_time, forget_findings),
        cmocka_unit_test_teardown(frames_more_or_fewer_than_declared_give_the_smaller_number, forget_findings),
        cmocka_unit_test_teardown(words_behind_the_last_frame_are_left_out, forget_findings),
        cmocka_unit_test_teardown(joints_without_channels_stand_still_for_one_frame, forget_findings),
        cmocka_unit_test_teardown(missing_and_second_offsets_are_repaired, forget_findings),
        cmocka_unit_test_teardown(no_frames_make_no_clip, forget_findings),
        cmocka_unit_test_teardown(a_frame_time_that_cannot_be_is_replaced_and_the_caller_wins, forget_findings),
        cmocka_unit_test_teardown(every_form_of_a_number_is_read_and_no_other, forget_findings),
        cmocka_unit_test_teardown(a_comma_locale_changes_nothing, forget_findings),
        cmocka_unit_test_teardown(a_channel_that_occurs_twice_counts_twice_as_rotation_and_last_as_position,
                                  forget_findings),
        cmocka_unit_test_teardown(neighbouring_frames_stay_in_one_hemisphere, forget_findings),
        cmocka_unit_test_teardown(limits_are_obeyed, forget_findings),
        cmocka_unit_test_teardown(frames_that_need_more_memory_than_allowed_are_refused, forget_findings),
        cmocka_unit_test_teardown(ten_thousand_nested_joints_are_refused_and_need_no_stack, forget_findings),
        cmocka_unit_test_teardown(what_is_no_bvh_is_refused_where_it_goes_wrong, forget_findings),
    };
    return kt_run(tests);
}
