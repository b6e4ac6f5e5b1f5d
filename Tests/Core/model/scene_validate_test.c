/* Each promise of a scene, broken alone, gives exactly its own finding, with the name of what is concerned. */
#include "support/scene.h"

#include "base/arena.h"
#include "model/scene.h"

#include <math.h>

typedef struct break_case {
    const char *what;
    void (*apply)(kd_scene *scene);
    kd_result code;
    const char *path;
    const char *text;
} break_case;

static kd_joint *joint_of(kd_scene *scene, int index)
{
    return (kd_joint *)&scene->skeleton.joints[index];
}

/* BREAK(name, statement) makes a function that breaks one thing in `s`. */
#define BREAK(name, ...)          \
    static void name(kd_scene *s) \
    {                             \
        __VA_ARGS__;              \
    }

BREAK(joints_missing, s->skeleton.joints = NULL; s->clip_count = 0)
BREAK(joint_name_missing, joint_of(s, 1)->name = NULL)
BREAK(joint_name_empty, joint_of(s, 1)->name = "")
BREAK(joint_name_encoding, joint_of(s, 1)->name = "a\xFFz")
BREAK(joint_name_twice, joint_of(s, 2)->name = "root")
BREAK(joint_parent_itself, joint_of(s, 1)->parent = 1)
BREAK(joint_parent_later, joint_of(s, 0)->parent = 2)
BREAK(joint_parent_below, joint_of(s, 2)->parent = -2)
BREAK(joint_rest_nan, joint_of(s, 1)->rest.translate.y = NAN)
BREAK(joint_rest_scale, joint_of(s, 1)->rest.scale.z = INFINITY)
BREAK(joint_rest_long, joint_of(s, 1)->rest.rotate.w *= 1.01f)
BREAK(clips_missing, s->clips = NULL)
BREAK(clip_name_encoding, s->clips->name = "\x80")
BREAK(clip_name_missing, s->clips->name = NULL)
BREAK(clip_frame_time_zero, s->clips->frame_time_s = 0.0)
BREAK(clip_frame_time_nan, s->clips->frame_time_s = (double)NAN)
BREAK(clip_frames_negative, s->clips->frame_count = -1)
BREAK(clip_joint_count, s->clips->joint_count = 2)
BREAK(clip_locals_missing, s->clips->locals = NULL)
BREAK(clip_curves_missing, s->clips->curves = NULL)
BREAK(clip_local_nan, s->clips->locals[4].translate.x = NAN)
BREAK(clip_local_long, s->clips->locals[11].rotate = (kd_quat){0.0f, 0.0f, 0.0f, 0.9f})
BREAK(
    clip_local_flipped, for (int i = 6; i < 12; i += 3) {
        kd_quat *q = &s->clips->locals[i].rotate;
        *q = (kd_quat){-q->x, -q->y, -q->z, -q->w};
    })
BREAK(clip_curve_nan, s->clips->curves[3] = NAN)
BREAK(material_name, s->materials[1].name = NULL)
BREAK(material_color, s->materials[1].base_color[2] = NAN)
BREAK(materials_missing, s->materials = NULL)
BREAK(meshes_missing, s->meshes = NULL)
BREAK(mesh_name, s->meshes->name = "\xC0\x80")
BREAK(mesh_count_negative, s->meshes->vertex_count = -1)
BREAK(mesh_influences, s->meshes->influence_count = 9)
BREAK(mesh_positions_missing, s->meshes->positions = NULL)
BREAK(mesh_position_nan, s->meshes->positions[2].z = NAN)
BREAK(mesh_normal_nan, s->meshes->normals[3].x = NAN)
BREAK(mesh_texcoord_nan, s->meshes->texcoords[1][1] = NAN)
BREAK(mesh_index_outside, s->meshes->indices[4] = 4)
BREAK(mesh_index_count, s->meshes->index_count = 5; s->meshes->part_count = 1; s->meshes->parts[0].index_count = 5)
BREAK(mesh_part_gap, s->meshes->parts[1].first_index = 6; s->meshes->parts[1].index_count = 0)
BREAK(mesh_parts_short, s->meshes->part_count = 1)
BREAK(mesh_part_material, s->meshes->parts[0].material = 2)
BREAK(mesh_joint, s->meshes[1].joint = 3)
BREAK(mesh_skin_missing, s->meshes->skin_weights = NULL)
BREAK(mesh_binds_without_skin, s->meshes->influence_count = 0)
BREAK(mesh_skin_joint, s->meshes->skin_joints[5] = 3)
BREAK(mesh_weight_nan, s->meshes->skin_weights[3] = NAN)
BREAK(mesh_weight_negative, s->meshes->skin_weights[2] = 1.25f; s->meshes->skin_weights[3] = -0.25f)
BREAK(mesh_weight_order, s->meshes->skin_weights[6] = 0.25f; s->meshes->skin_weights[7] = 0.75f)
BREAK(mesh_weight_sum, s->meshes->skin_weights[0] = 0.7505f)
BREAK(mesh_bind_nan, s->meshes->inverse_binds[2].m[1][3] = NAN)
BREAK(mesh_morph_name, s->meshes->morphs->name = NULL)
BREAK(mesh_morph_missing, s->meshes->morphs->position_deltas = NULL)
BREAK(mesh_morph_nan, s->meshes->morphs->position_deltas[1].y = NAN)
BREAK(mesh_morph_normal_nan, s->meshes->morphs->normal_deltas[1].y = NAN)
BREAK(mesh_morph_weight_nan, s->meshes->morph_weights[0] = NAN)
BREAK(shapes_name, s->shapes->name = NULL)
BREAK(shapes_negative, s->shapes->frame_count = -1)
BREAK(shapes_missing, s->shapes->times_s = NULL)
BREAK(shapes_time_nan, s->shapes->times_s[1] = NAN)
BREAK(shapes_position_nan, s->shapes->positions[7].x = NAN)
BREAK(unit_negative, s->metres_per_unit = -1.0)
BREAK(unit_infinite, s->metres_per_unit = (double)INFINITY)

#define CASE(name, code, path, text)       \
    {                                      \
#name, name, KD_##code, path, text \
    }
static const break_case break_cases[] = {
    CASE(joints_missing, COUNT_MISMATCH, "skeleton #0", "joint count"),
    CASE(joint_name_missing, NAME_INVALID, "joint #1", "missing"),
    CASE(joint_name_empty, NAME_INVALID, "joint #1", "empty"),
    CASE(joint_name_encoding, ENCODING, "joint #1", "UTF-8"),
    CASE(joint_name_twice, JOINT_DUPLICATE, "joint root", "same name"),
    CASE(joint_parent_itself, HIERARCHY, "joint arm", "parent"),
    CASE(joint_parent_later, HIERARCHY, "joint root", "parent"),
    CASE(joint_parent_below, HIERARCHY, "joint hand", "parent"),
    CASE(joint_rest_nan, NUMBER, "joint arm", "rest"),
    CASE(joint_rest_scale, NUMBER, "joint arm", "rest"),
    CASE(joint_rest_long, RANGE, "joint arm", "unit length"),
    CASE(clips_missing, COUNT_MISMATCH, "clip #0", "list"),
    CASE(clip_name_encoding, ENCODING, "clip #0", "UTF-8"),
    CASE(clip_name_missing, NAME_INVALID, "clip #0", "missing"),
    CASE(clip_frame_time_zero, RANGE, "clip walk", "frame time"),
    CASE(clip_frame_time_nan, RANGE, "clip walk", "frame time"),
    CASE(clip_frames_negative, RANGE, "clip walk", "negative"),
    CASE(clip_joint_count, COUNT_MISMATCH, "clip walk", "number of joints"),
    CASE(clip_locals_missing, COUNT_MISMATCH, "clip walk", "no transforms"),
    CASE(clip_curves_missing, COUNT_MISMATCH, "clip walk", "curves"),
    CASE(clip_local_nan, NUMBER, "clip walk/joint arm", "not finite at frame 1"),
    CASE(clip_local_long, RANGE, "clip walk/joint hand", "unit length at frame 3"),
    CASE(clip_local_flipped, RANGE, "clip walk/joint root", "other hemisphere than the one before it at frame 2"),
    CASE(clip_curve_nan, NUMBER, "clip walk/curve frown", "frame 1"),
    CASE(material_name, NAME_INVALID, "material #1", "missing"),
    CASE(material_color, NUMBER, "material cloth", "colour"),
    CASE(materials_missing, COUNT_MISMATCH, "material #0", "list"),
    CASE(meshes_missing, COUNT_MISMATCH, "mesh #0", "list"),
    CASE(mesh_name, ENCODING, "mesh #0", "UTF-8"),
    CASE(mesh_count_negative, RANGE, "mesh body", "negative"),
    CASE(mesh_influences, RANGE, "mesh body", "influences"),
    CASE(mesh_positions_missing, COUNT_MISMATCH, "mesh body", "not there"),
    CASE(mesh_position_nan, NUMBER, "mesh body", "position is not finite at vertex 2"),
    CASE(mesh_normal_nan, NUMBER, "mesh body", "normal is not finite at vertex 3"),
    CASE(mesh_texcoord_nan, NUMBER, "mesh body", "texture coordinate is not finite at vertex 1"),
    CASE(mesh_index_outside, INDEX, "mesh body", "triangle 1"),
    CASE(mesh_part_material, INDEX, "mesh body", "part 0"),
    CASE(mesh_part_gap, INDEX, "mesh body", "part 1"),
    CASE(mesh_parts_short, COUNT_MISMATCH, "mesh body", "cover"),
    CASE(mesh_joint, INDEX, "mesh shield", "attached"),
    CASE(mesh_skin_missing, COUNT_MISMATCH, "mesh body", "without joints"),
    CASE(mesh_binds_without_skin, COUNT_MISMATCH, "mesh body", "no influences"),
    CASE(mesh_skin_joint, INDEX, "mesh body", "vertex 2"),
    CASE(mesh_weight_nan, NUMBER, "mesh body", "vertex 1"),
    CASE(mesh_weight_negative, RANGE, "mesh body", "negative at vertex 1"),
    CASE(mesh_weight_order, ORDER, "mesh body", "vertex 3"),
    CASE(mesh_weight_sum, RANGE, "mesh body", "sum to 1 at vertex 0"),
    CASE(mesh_bind_nan, NUMBER, "mesh body", "joint 2"),
    CASE(mesh_morph_name, NAME_INVALID, "mesh body/morph #0", "missing"),
    CASE(mesh_morph_missing, COUNT_MISMATCH, "mesh body/morph smile", "position deltas"),
    CASE(mesh_morph_nan, NUMBER, "mesh body/morph smile", "position delta is not finite at vertex 1"),
    CASE(mesh_morph_normal_nan, NUMBER, "mesh body/morph smile", "normal delta is not finite at vertex 1"),
    CASE(mesh_morph_weight_nan, NUMBER, "mesh body", "morph 0"),
    CASE(shapes_name, NAME_INVALID, "shapes #0", "missing"),
    CASE(shapes_negative, RANGE, "shapes examples", "negative"),
    CASE(shapes_missing, COUNT_MISMATCH, "shapes examples", "without times"),
    CASE(shapes_time_nan, NUMBER, "shapes examples", "time is not finite at frame 1"),
    CASE(shapes_position_nan, NUMBER, "shapes examples", "position is not finite at frame 1"),
    CASE(unit_negative, RANGE, "scene #0", "length of a unit"),
    CASE(unit_infinite, RANGE, "scene #0", "length of a unit"),
};

static void check_case(const break_case *c)
{
    kt_random random = kt_random_make(7);
    kd_scene *scene = kt_scene_make(&random);
    kd_findings findings = kd_findings_make(NULL);
    c->apply(scene);
    kd_result result = kd_scene_validate(scene, &findings);
    if (findings.count != 1 || result != c->code)
        kt_print_findings(&findings);
    if (findings.count != 1)
        fail_msg("%s gives %zu findings", c->what, findings.count);
    assert_int_equal(result, c->code);
    assert_int_equal(findings.counts[KD_SEVERITY_ERROR], 1);
    assert_int_equal(findings.items[0].error.code, c->code);
    assert_string_equal(findings.items[0].error.path, c->path);
    if (!strstr(findings.items[0].error.text, c->text))
        fail_msg("%s: '%s' lacks '%s'", c->what, findings.items[0].error.text, c->text);
    kd_findings_free(&findings);
    kd_scene_free(scene);
}

static void each_broken_promise_gives_exactly_its_own_finding(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof break_cases / sizeof break_cases[0]; i++)
        check_case(&break_cases[i]);
}

static kd_result validate_quietly(const kd_scene *scene)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_result result = kd_scene_validate(scene, &findings);
    kd_findings_free(&findings);
    return result;
}

static void valid_scenes_pass(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        kt_random random = kt_random_make(seed);
        kd_scene *scene = kt_scene_make(&random);
        assert_int_equal(validate_quietly(scene), KD_OK);
        assert_int_equal(kd_scene_validate(scene, NULL), KD_OK);
        kd_scene_free(scene);
    }
    kd_scene empty;
    memset(&empty, 0, sizeof empty);
    assert_int_equal(validate_quietly(&empty), KD_OK);
}

static void tolerances_are_one_in_ten_thousand(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    kd_scene *scene = kt_scene_make(&random);
    kd_quat *q = &joint_of(scene, 1)->rest.rotate;
    *q = (kd_quat){0.0f, 0.0f, 0.0f, 1.00009f};
    assert_int_equal(validate_quietly(scene), KD_OK);
    q->w = 1.00011f;
    assert_int_equal(validate_quietly(scene), KD_RANGE);
    q->w = 1.0f;
    scene->meshes->skin_weights[0] = 0.75009f;
    assert_int_equal(validate_quietly(scene), KD_OK);
    scene->meshes->skin_weights[0] = 0.75011f;
    assert_int_equal(validate_quietly(scene), KD_RANGE);
    kd_scene_free(scene);
}

static void indices_that_do_not_make_triangles_are_found(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    kd_scene *scene = kt_scene_make(&random);
    mesh_index_count(scene);
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_scene_validate(scene, &findings), KD_COUNT_MISMATCH);
    assert_int_equal(findings.count, 2); /* the list and the part: neither can be uneven alone */
    assert_non_null(strstr(findings.items[1].error.text, "at part 0"));
    kd_findings_free(&findings);
    kd_scene_free(scene);
}

static void curve_names_are_checked(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    kd_scene *scene = kt_scene_make(&random);
    const char *names[] = {"smile", "\xFF"};
    scene->clips->curve_names = names;
    assert_int_equal(validate_quietly(scene), KD_ENCODING);
    names[1] = NULL;
    assert_int_equal(validate_quietly(scene), KD_NAME_INVALID);
    kd_scene_free(scene);
}

static void an_array_full_of_one_mistake_gives_one_finding(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    kd_scene *scene = kt_scene_make(&random);
    for (int i = 1; i < 4; i++)
        scene->meshes->positions[i].x = NAN;
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_scene_validate(scene, &findings), KD_NUMBER);
    assert_int_equal(findings.count, 1);
    assert_non_null(strstr(findings.items[0].error.text, "vertex 1, and 2 more"));
    kd_findings_free(&findings);
    kd_scene_free(scene);
}

static void a_lack_of_memory_is_reported_not_passed(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    kd_scene *scene = kd_scene_make(&allocator, NULL);
    kd_joint joint = {"root", KD_NO_JOINT, false, {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}}};
    scene->skeleton.joints = &joint;
    scene->skeleton.joint_count = 1;
    kt_memory_reset(1);
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_scene_validate(scene, &findings), KD_OUT_OF_MEMORY);
    kt_memory_reset(0);
    assert_int_equal(kd_scene_validate(scene, &findings), KD_OK);
    kd_findings_free(&findings);
    kd_scene_free(scene);
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_scenes_pass),
        cmocka_unit_test(each_broken_promise_gives_exactly_its_own_finding),
        cmocka_unit_test(tolerances_are_one_in_ten_thousand),
        cmocka_unit_test(indices_that_do_not_make_triangles_are_found),
        cmocka_unit_test(curve_names_are_checked),
        cmocka_unit_test(an_array_full_of_one_mistake_gives_one_finding),
        cmocka_unit_test(a_lack_of_memory_is_reported_not_passed),
    };
    return kt_run(tests);
}
