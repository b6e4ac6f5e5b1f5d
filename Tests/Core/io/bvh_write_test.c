/* What the BVH writer keeps, says it loses, and refuses. */
#include "kinedriver/bvh.h"
#include "kinedriver/math.h"
#include "support/bvh_reference.h"

#include <float.h>
#include <math.h>

enum { LARGEST = 64 };

/* A scene in plain arrays; the writer does not care who owns them. */
typedef struct built_scene {
    kd_scene scene;
    kd_joint joints[LARGEST];
    kd_clip clip;
    char names[LARGEST][16];
    kd_transform locals[LARGEST * 8];
} built_scene;

static kd_quat random_quat(kt_random *random)
{
    kd_quat q = kd_quat_make((float)kt_random_in(random, -1, 1), (float)kt_random_in(random, -1, 1),
                             (float)kt_random_in(random, -1, 1), (float)kt_random_in(random, -1, 1));
    return kd_quat_normalize(q);
}

static kd_vec3 random_vec3(kt_random *random, double reach)
{
    return kd_vec3_make((float)kt_random_in(random, -reach, reach), (float)kt_random_in(random, -reach, reach),
                        (float)kt_random_in(random, -reach, reach));
}

/* Joints in any valid order, not only depth first; rotations at random, some joints move. */
static void build_scene(built_scene *built, kt_random *random, int frames)
{
    memset(built, 0, sizeof *built);
    int32_t count = 1 + (int32_t)kt_random_below(random, 24);
    for (int32_t i = 0; i < count; i++) {
        snprintf(built->names[i], sizeof built->names[i], "J%d", (int)i);
        built->joints[i].name = built->names[i];
        built->joints[i].parent = i == 0 ? KD_NO_JOINT : (int32_t)kt_random_below(random, (uint32_t)i);
        built->joints[i].rest = kd_transform_identity();
        built->joints[i].rest.translate = random_vec3(random, 2.0);
    }
    built->scene.skeleton.joints = built->joints;
    built->scene.skeleton.joint_count = count;
    built->scene.clips = &built->clip;
    built->scene.clip_count = 1;
    built->clip.name = "motion";
    built->clip.frame_count = frames;
    built->clip.joint_count = count;
    built->clip.frame_time_s = kt_random_in(random, 0.001, 0.1);
    built->clip.locals = built->locals;
    for (int32_t i = 0; i < frames * count; i++) {
        built->locals[i] = built->joints[i % count].rest;
        built->locals[i].rotate = random_quat(random);
        if ((i % count) % 3 == 0)
            built->locals[i].translate = random_vec3(random, 5.0);
    }
}

static kd_buffer write_scene(const kd_scene *scene, const kd_bvh_write_desc *desc, kd_findings *findings)
{
    kd_buffer file = kd_buffer_make(NULL);
    assert_int_equal(kd_bvh_write(scene, desc, &file, findings), KD_OK);
    return file;
}

static kd_scene *read_strictly(const kd_buffer *file)
{
    kd_read_desc desc = kd_read_desc_default();
    desc.strict = true;
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = NULL;
    kd_bvh_read(file->data, file->size, &desc, &scene, &findings);
    kt_print_findings(&findings);
    assert_int_equal(findings.count, 0);
    kd_findings_free(&findings);
    assert_non_null(scene);
    return scene;
}

/* Every joint of a, by name, has the same place and turn in b. */
static void assert_same_motion(const kd_scene *a, const kd_scene *b, float tolerance)
{
    assert_int_equal(a->clips[0].frame_count, b->clips[0].frame_count);
    assert_true(a->clips[0].frame_time_s == b->clips[0].frame_time_s);
    for (int32_t frame = 0; frame < a->clips[0].frame_count; frame++) {
        kd_transform in_a[256], in_b[256];
        const kd_clip *clip_a = &a->clips[0], *clip_b = &b->clips[0];
        kd_skeleton_model_from_local(&a->skeleton, clip_a->locals + frame * clip_a->joint_count, in_a);
        kd_skeleton_model_from_local(&b->skeleton, clip_b->locals + frame * clip_b->joint_count, in_b);
        for (int32_t i = 0; i < a->skeleton.joint_count; i++) {
            int32_t k = kd_skeleton_find(&b->skeleton, a->skeleton.joints[i].name);
            assert_true(k != KD_NO_JOINT);
            assert_true(kd_vec3_length(kd_vec3_sub(in_a[i].translate, in_b[k].translate)) < tolerance);
            if (!a->skeleton.joints[i].is_tip)
                assert_true(fabsf(kd_quat_dot(in_a[i].rotate, in_b[k].rotate)) > 1.0f - 1e-5f);
        }
    }
}

static void random_scenes_survive_writing_in_every_order(void **state)
{
    (void)state;
    kt_random random = kt_random_make(41);
    static built_scene built;
    for (int round = 0; round < 300; round++) {
        build_scene(&built, &random, 4);
        kd_bvh_write_desc desc = kd_bvh_write_desc_default();
        desc.order = (kd_bvh_order)(round % 6);
        kd_buffer file = write_scene(&built.scene, &desc, NULL);
        kd_scene *again = read_strictly(&file);
        assert_same_motion(&built.scene, again, 1e-4f);
        for (int32_t i = 0; i < built.scene.skeleton.joint_count; i++) {
            int32_t k = kd_skeleton_find(&again->skeleton, built.names[i]);
            int32_t parent = built.joints[i].parent;
            assert_memory_equal(&again->skeleton.joints[k].rest, &built.joints[i].rest, sizeof(kd_transform));
            assert_int_equal(again->skeleton.joints[k].parent,
                             parent < 0 ? parent : kd_skeleton_find(&again->skeleton, built.names[parent]));
        }
        kd_scene_free(again);
        kd_buffer_free(&file);
    }
}

/* From files with channels of any kind: what is read, written in any order and read again is the same motion, also by
 * the reckoning of the reference. */
static void random_files_survive_reading_and_writing(void **state)
{
    (void)state;
    kt_random random = kt_random_make(43);
    for (int round = 0; round < 200; round++) {
        kd_buffer source = kt_bvh_random(&random, 15, 4);
        kd_read_desc read = kd_read_desc_default();
        kd_scene *scene = NULL;
        assert_int_equal(kd_bvh_read(source.data, source.size, &read, &scene, NULL), KD_OK);
        kd_bvh_write_desc desc = kd_bvh_write_desc_default();
        desc.order = (kd_bvh_order)(round % 6);
        kd_buffer file = write_scene(scene, &desc, NULL);
        kd_scene *again = read_strictly(&file);
        assert_same_motion(scene, again, 0.01f); /* positions reach 400 a joint */
        kt_bvh reference = kt_bvh_parse((const char *)file.data);
        double world[256][3];
        kd_transform model[256];
        kt_bvh_world(&reference, 3 % reference.frame_count, world);
        kd_skeleton_model_from_local(&again->skeleton,
                                     again->clips[0].locals + (3 % reference.frame_count) * again->clips[0].joint_count,
                                     model);
        for (int i = 0; i < reference.joint_count; i++)
            assert_true(fabs((double)model[i].translate.z - world[i][2]) < 0.01);
        kt_bvh_free(&reference);
        kd_scene_free(again);
        kd_scene_free(scene);
        kd_buffer_free(&file);
        kd_buffer_free(&source);
    }
}

/* The hierarchy, End Sites included, is a fixed point of reading and writing. */
static void a_second_round_changes_no_byte_of_the_hierarchy(void **state)
{
    (void)state;
    kt_random random = kt_random_make(47);
    static built_scene built;
    for (int round = 0; round < 50; round++) {
        build_scene(&built, &random, 2);
        kd_bvh_write_desc desc = kd_bvh_write_desc_default();
        kd_buffer first = write_scene(&built.scene, &desc, NULL);
        kd_scene *again = read_strictly(&first);
        kd_buffer second = write_scene(again, &desc, NULL);
        size_t length = (size_t)(strstr((const char *)first.data, "MOTION") - (const char *)first.data);
        assert_memory_equal(first.data, second.data, length + strlen("MOTION"));
        kd_scene_free(again);
        kd_buffer_free(&first);
        kd_buffer_free(&second);
    }
}

static void minimal_scene_is_written_as_documented(void **state)
{
    (void)state;
    static built_scene built;
    memset(&built, 0, sizeof built);
    built.joints[0].name = "Hips";
    built.joints[0].parent = KD_NO_JOINT;
    built.joints[0].rest = kd_transform_identity();
    built.joints[0].rest.translate = kd_vec3_make(0.0f, 1.5f, 0.0f);
    built.joints[1].name = "Hips_End";
    built.joints[1].is_tip = true;
    built.joints[1].rest = kd_transform_identity();
    built.joints[1].rest.translate = kd_vec3_make(0.0f, -0.1f, 0.0f);
    built.scene.skeleton.joints = built.joints;
    built.scene.skeleton.joint_count = 2;
    kd_bvh_write_desc desc = kd_bvh_write_desc_default();
    desc.rest_frame_time_s = 0.25;
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer file = write_scene(&built.scene, &desc, &findings);
    assert_int_equal(findings.count, 0);
    assert_string_equal((const char *)file.data,
                        "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 1.5 0\n\tCHANNELS 6 Xposition Yposition Zposition "
                        "Zrotation Xrotation Yrotation\n\tEnd Site\n\t{\n\t\tOFFSET 0 -0.1 0\n\t}\n}\nMOTION\nFrames: "
                        "1\nFrame Time: 0.25\n0 1.5 0 0 0 0\n");
    kd_buffer_free(&file);
    kd_findings_free(&findings);
}

static double last_number_of_line(const char *line)
{
    const char *end = strchr(line, '\n');
    const char *p = end;
    while (p > line && p[-1] != ' ')
        p--;
    return strtod(p, NULL);
}

/* Angles of a joint that turns on and on grow; they do not jump by a turn. */
static void angles_continue_over_whole_turns(void **state)
{
    (void)state;
    enum { FRAMES = 100 };
    static built_scene built;
    kt_random random = kt_random_make(1);
    build_scene(&built, &random, 1);
    static kd_transform locals[FRAMES];
    built.scene.skeleton.joint_count = built.clip.joint_count = 1;
    built.clip.frame_count = FRAMES;
    built.clip.locals = locals;
    for (int i = 0; i < FRAMES; i++) {
        double half = i * 25.0 * acos(-1.0) / 360.0;
        locals[i] = kd_transform_identity();
        locals[i].rotate = kd_quat_make(0.0f, (float)sin(half), 0.0f, (float)cos(half));
    }
    kd_bvh_write_desc desc = kd_bvh_write_desc_default(); /* Z X Y: Y is the last number of a line */
    kd_buffer file = write_scene(&built.scene, &desc, NULL);
    const char *line = strchr(strstr((const char *)file.data, "Frame Time"), '\n') + 1;
    for (int i = 0; i < FRAMES; i++) {
        assert_true(fabs(last_number_of_line(line) - 25.0 * i) < 1e-3);
        line = strchr(line, '\n') + 1;
    }
    kd_buffer_free(&file);
}

/* Scale cannot be written, but what it does to places is: against the skeleton's own model space. */
static void scaled_joints_stay_where_they_were(void **state)
{
    (void)state;
    kt_random random = kt_random_make(53);
    static built_scene built;
    for (int round = 0; round < 60; round++) {
        build_scene(&built, &random, 3);
        for (int32_t i = 0; i < 3 * built.clip.joint_count; i++)
            built.locals[i].scale =
                kd_vec3_add(kd_vec3_make(1.0f, 1.0f, 1.0f), random_vec3(&random, round % 2 ? 0.5 : 0.0));
        kd_bvh_write_desc desc = kd_bvh_write_desc_default();
        kd_findings findings = kd_findings_make(NULL);
        kd_buffer file = write_scene(&built.scene, &desc, &findings);
        assert_int_equal(findings.count, round % 2);
        if (round % 2)
            kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "no scale");
        kd_scene *again = read_strictly(&file);
        assert_same_motion(&built.scene, again, 2e-3f);
        kd_scene_free(again);
        kd_buffer_free(&file);
        kd_findings_free(&findings);
    }
}

static void several_roots_get_one_above_them(void **state)
{
    (void)state;
    kt_random random = kt_random_make(59);
    static built_scene built;
    build_scene(&built, &random, 2);
    while (built.scene.skeleton.joint_count < 6)
        build_scene(&built, &random, 2);
    built.joints[3].parent = built.joints[5].parent = KD_NO_JOINT;
    built.joints[4].name = "Root";
    kd_bvh_write_desc desc = kd_bvh_write_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer file = write_scene(&built.scene, &desc, &findings);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "'Root_2'");
    kd_scene *again = read_strictly(&file);
    assert_string_equal(again->skeleton.joints[0].name, "Root_2");
    assert_same_motion(&built.scene, again, 1e-4f);
    kd_scene_free(again);
    kd_buffer_free(&file);
    kd_findings_free(&findings);
}

static void everything_that_is_lost_is_said(void **state)
{
    (void)state;
    kt_random random = kt_random_make(61);
    static built_scene built;
    do
        build_scene(&built, &random, 2);
    while (built.scene.skeleton.joint_count < 4);
    int32_t last = built.scene.skeleton.joint_count - 1; /* the last has no children */
    kd_clip clips[2] = {built.clip, built.clip};
    clips[0].curve_count = 3;
    kd_mesh mesh;
    memset(&mesh, 0, sizeof mesh);
    built.scene.clips = clips;
    built.scene.clip_count = 2;
    built.scene.meshes = &mesh;
    built.scene.mesh_count = 1;
    built.joints[1].rest.rotate = kd_quat_make(0.6f, 0.0f, 0.0f, 0.8f);
    built.joints[last].is_tip = true; /* although its transforms turn */
    built.joints[0].name = "a{b\nc ";
    kd_bvh_write_desc desc = kd_bvh_write_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer file = write_scene(&built.scene, &desc, &findings);
    static const char *const parts[] = {"3 are left out",    "one clip: 1",    "meshes or shapes: 1",
                                        "rotations at rest", "motion of tips", "underscores"};
    for (int i = 0; i < 6; i++)
        kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, parts[i]);
    assert_int_equal(findings.count, 6);
    kd_scene *again = read_strictly(&file);
    assert_string_equal(again->skeleton.joints[0].name, "a_b_c_");
    kd_scene_free(again);
    kd_buffer_free(&file);
    kd_findings_free(&findings);
}

static void refuse_to_write(const kd_scene *scene, const kd_bvh_write_desc *desc, kd_result code, const char *part)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer file = kd_buffer_make(NULL);
    kd_buffer_append(&file, "before", 6);
    assert_int_equal(kd_bvh_write(scene, desc, &file, &findings), code);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, code, part);
    assert_int_equal(file.size, 6);
    kd_buffer_free(&file);
    kd_findings_free(&findings);
}

static void what_cannot_be_a_file_is_refused(void **state)
{
    (void)state;
    kt_random random = kt_random_make(67);
    static built_scene built;
    build_scene(&built, &random, 2);
    kd_bvh_write_desc desc = kd_bvh_write_desc_default();
    kd_scene nothing;
    memset(&nothing, 0, sizeof nothing);
    refuse_to_write(&nothing, &desc, KD_EMPTY, "no skeleton");
    desc.clip = 1;
    refuse_to_write(&built.scene, &desc, KD_INDEX, "clip 1");
    desc.clip = -2;
    refuse_to_write(&built.scene, &desc, KD_INDEX, "clip -2");
    desc = kd_bvh_write_desc_default();
    desc.order = (kd_bvh_order)6;
    refuse_to_write(&built.scene, &desc, KD_RANGE, "order 6");
    desc = kd_bvh_write_desc_default();
    built.clip.frame_time_s = 0.0;
    refuse_to_write(&built.scene, &desc, KD_RANGE, "frame time");
    desc.clip = KD_BVH_REST_POSE;
    kd_buffer file = write_scene(&built.scene, &desc, NULL);
    assert_non_null(strstr((const char *)file.data, "Frames: 1\n"));
    kd_buffer_free(&file);
    desc.clip = 0;
    built.clip.frame_time_s = 1.0;
    built.clip.joint_count++;
    refuse_to_write(&built.scene, &desc, KD_COUNT_MISMATCH, "joints");
}

static void values_that_are_not_finite_are_written_as_finite_ones(void **state)
{
    (void)state;
    kt_random random = kt_random_make(71);
    static built_scene built;
    build_scene(&built, &random, 3);
    built.locals[0].rotate = kd_quat_make(NAN, 0.0f, INFINITY, 1.0f);
    built.locals[0].translate = kd_vec3_make(NAN, INFINITY, -INFINITY);
    kd_bvh_write_desc desc = kd_bvh_write_desc_default();
    kd_buffer file = write_scene(&built.scene, &desc, NULL);
    kd_scene *again = read_strictly(&file);
    assert_true(again->clips[0].locals[0].rotate.w == 1.0f);
    assert_true(again->clips[0].locals[0].translate.x == 0.0f);
    assert_true(again->clips[0].locals[0].translate.y == FLT_MAX);
    assert_true(again->clips[0].locals[0].translate.z == -FLT_MAX);
    kd_scene_free(again);
    kd_buffer_free(&file);
}

static void without_memory_the_buffer_is_as_before(void **state)
{
    (void)state;
    kt_random random = kt_random_make(73);
    static built_scene built;
    build_scene(&built, &random, 8);
    kd_bvh_write_desc desc = kd_bvh_write_desc_default();
    kd_allocator allocator = kt_allocator();
    for (size_t fail_at = 1;; fail_at++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_buffer file = kd_buffer_make(&allocator);
        assert_int_equal(kd_buffer_append(&file, "before", 6), KD_OK);
        kt_memory_reset(fail_at);
        kd_result result = kd_bvh_write(&built.scene, &desc, &file, &findings);
        kt_memory_reset(0);
        if (result != KD_OK) {
            assert_int_equal(result, KD_OUT_OF_MEMORY);
            assert_int_equal(findings.counts[KD_SEVERITY_ERROR], 1);
            assert_int_equal(file.size, 6);
            assert_string_equal((const char *)file.data, "before");
        }
        kd_buffer_free(&file);
        kd_findings_free(&findings);
        assert_int_equal(kt_memory_state.live_blocks, 0);
        if (result == KD_OK) {
            assert_true(fail_at > 3);
            break;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_scenes_survive_writing_in_every_order),
        cmocka_unit_test(random_files_survive_reading_and_writing),
        cmocka_unit_test(a_second_round_changes_no_byte_of_the_hierarchy),
        cmocka_unit_test(minimal_scene_is_written_as_documented),
        cmocka_unit_test(angles_continue_over_whole_turns),
        cmocka_unit_test(scaled_joints_stay_where_they_were),
        cmocka_unit_test(several_roots_get_one_above_them),
        cmocka_unit_test(everything_that_is_lost_is_said),
        cmocka_unit_test(what_cannot_be_a_file_is_refused),
        cmocka_unit_test(values_that_are_not_finite_are_written_as_finite_ones),
        cmocka_unit_test(without_memory_the_buffer_is_as_before),
    };
    return kt_run(tests);
}
