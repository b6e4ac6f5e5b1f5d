/* The glTF writer: what it writes reads back as the same scene. With `--samples FOLDER` the program writes files for
 * other tests to examine instead. */
#include "support/test.h"

#include "kinedriver/gltf.h"
#include "kinedriver/math.h"
#include "model/scene.h"
#include "support/scene_check.h"

#include <jansson.h>

typedef struct random_size {
    int joints, roots, tips, meshes, influences, morphs, clips, frames, materials;
} random_size;

static float random_float(kt_random *random, double size)
{
    return (float)kt_random_in(random, -size, size);
}

static kd_vec3 random_vec3(kt_random *random, double size)
{
    kd_vec3 v = {random_float(random, size), random_float(random, size), random_float(random, size)};
    return v;
}

static kd_quat random_quat(kt_random *random)
{
    kd_quat q = {random_float(random, 1.0), random_float(random, 1.0), random_float(random, 1.0),
                 random_float(random, 1.0)};
    return kd_quat_normalize(q);
}

static const char *random_name(kdi_arena *arena, const char *kind, int number)
{
    /* names that a careless writer would break */
    static const char *const odd[] = {"", " \"quoted\"", "\\back", " \xE8\x82\xA9", "\ttab", "/slash.dot"};
    char name[64];
    int length = snprintf(name, sizeof name, "%s_%d%s", kind, number, odd[number % 6]);
    return kdi_arena_text(arena, name, (size_t)length);
}

static void add_joints(kd_scene *scene, kt_random *random, const random_size *size)
{
    kd_joint *joints = KDI_ARENA_PUSH(scene->arena, kd_joint, (size_t)size->joints);
    for (int i = 0; i < size->joints; i++) {
        joints[i].name = random_name(scene->arena, "joint", i);
        joints[i].parent = i < size->roots ? KD_NO_JOINT : (int32_t)kt_random_below(random, (uint32_t)i);
        joints[i].is_tip = i >= size->joints - size->tips;
        joints[i].rest.rotate = random_quat(random);
        joints[i].rest.translate = random_vec3(random, 2.0);
        joints[i].rest.scale = i % 3 ? kd_vec3_make(1.0f, 1.0f, 1.0f) : kd_vec3_make(1.5f, 0.5f, -2.0f);
    }
    scene->skeleton.joints = joints;
    scene->skeleton.joint_count = size->joints;
}

static void add_skin(kd_scene *scene, kt_random *random, kd_mesh *mesh, int influences)
{
    size_t joints = (size_t)scene->skeleton.joint_count;
    size_t slots = (size_t)influences;
    mesh->influence_count = influences;
    mesh->joint = KD_NO_JOINT;
    mesh->skin_joints = KDI_ARENA_PUSH(scene->arena, uint16_t, (size_t)mesh->vertex_count * slots);
    mesh->skin_weights = KDI_ARENA_PUSH(scene->arena, float, (size_t)mesh->vertex_count *slots);
    mesh->inverse_binds = KDI_ARENA_PUSH(scene->arena, kd_mat34, joints);
    for (size_t i = 0; i < joints * 12; i++) /* no common bind pose */
        mesh->inverse_binds[i / 12].m[i % 12 / 4][i % 4] = random_float(random, 3.0);
    for (size_t v = 0; v < (size_t)mesh->vertex_count; v++) {
        size_t used = v == 0 ? slots : 1 + kt_random_below(random, (uint32_t)influences);
        for (size_t s = 0; s < used; s++) { /* weights 2^-1, 2^-2 … with the last one twice: sorted, sum exactly 1 */
            mesh->skin_joints[v * slots + s] = (uint16_t)((v + s) % joints);
            mesh->skin_weights[v * slots + s] = (float)ldexp(1.0, -(int)(s + 1 < used ? s + 1 : s));
        }
    }
}

static void add_morphs(kd_scene *scene, kt_random *random, kd_mesh *mesh, int count, int number)
{
    mesh->morph_count = count;
    mesh->morphs = KDI_ARENA_PUSH(scene->arena, kd_morph, (size_t)count);
    mesh->morph_weights = KDI_ARENA_PUSH(scene->arena, float, (size_t)count);
    for (int i = 0; i < count; i++) {
        kd_morph *morph = &mesh->morphs[i];
        morph->name = random_name(scene->arena, "morph", number * 100 + i);
        morph->position_deltas = KDI_ARENA_PUSH(scene->arena, kd_vec3, (size_t)mesh->vertex_count);
        morph->normal_deltas = i % 2 ? KDI_ARENA_PUSH(scene->arena, kd_vec3, (size_t)mesh->vertex_count) : NULL;
        mesh->morph_weights[i] = random_float(random, 1.0);
        for (int v = 0; v < mesh->vertex_count; v++) {
            morph->position_deltas[v] = random_vec3(random, 0.5);
            if (morph->normal_deltas)
                morph->normal_deltas[v] = random_vec3(random, 0.1);
        }
    }
}

static void add_mesh(kd_scene *scene, kt_random *random, const random_size *size, int number)
{
    kd_mesh *mesh = &scene->meshes[number];
    mesh->name = random_name(scene->arena, "mesh", number);
    mesh->joint = (int32_t)kt_random_below(random, (uint32_t)size->joints + 1) - 1;
    mesh->vertex_count = 3 + (int32_t)kt_random_below(random, 30);
    mesh->index_count = 3 * (1 + (int32_t)kt_random_below(random, 20));
    size_t vertices = (size_t)mesh->vertex_count;
    mesh->positions = KDI_ARENA_PUSH(scene->arena, kd_vec3, vertices);
    mesh->normals = KDI_ARENA_PUSH(scene->arena, kd_vec3, vertices);
    mesh->texcoords = number % 2 ? (float(*)[2])kdi_arena_push(scene->arena, vertices, 2 * sizeof(float)) : NULL;
    mesh->indices = KDI_ARENA_PUSH(scene->arena, uint32_t, (size_t)mesh->index_count);
    for (size_t v = 0; v < vertices; v++) {
        mesh->positions[v] = random_vec3(random, 10.0);
        kd_quat turn = random_quat(random);
        mesh->normals[v] = kd_quat_rotate(turn, kd_vec3_make(0.0f, 0.0f, 1.0f));
        for (int c = 0; mesh->texcoords && c < 2; c++)
            mesh->texcoords[v][c] = random_float(random, 1.0);
    }
    for (int i = 0; i < mesh->index_count; i += 3) { /* three different corners */
        uint32_t first = kt_random_below(random, (uint32_t)vertices);
        for (int c = 0; c < 3; c++)
            mesh->indices[i + c] = (first + (uint32_t)c) % (uint32_t)vertices;
    }
    mesh->part_count = mesh->index_count > 3 ? 2 : 1;
    mesh->parts = KDI_ARENA_PUSH(scene->arena, kd_mesh_part, 2);
    mesh->parts[0].index_count = mesh->part_count == 2 ? 3 : mesh->index_count;
    mesh->parts[0].material = -1;
    mesh->parts[1].first_index = 3;
    mesh->parts[1].index_count = mesh->index_count - 3;
    mesh->parts[1].material = size->materials - 1;
    add_morphs(scene, random, mesh, size->morphs, number);
    if (size->influences > 0 && size->joints > 0 && number % 3 != 2)
        add_skin(scene, random, mesh, size->influences);
}

static void add_clip(kd_scene *scene, kt_random *random, const random_size *size, int number)
{
    kd_clip *clip = &scene->clips[number];
    size_t joints = (size_t)size->joints;
    clip->name = random_name(scene->arena, "clip", number);
    clip->frame_count = size->frames;
    clip->joint_count = size->joints;
    clip->frame_time_s = number % 2 ? 1.0 / 24.0 : 0.00833333; /* the second is that of many motion files */
    clip->locals = KDI_ARENA_PUSH(scene->arena, kd_transform, (size_t)size->frames * joints);
    for (size_t i = 0; i < (size_t)size->frames * joints; i++) {
        const kd_joint *joint = &scene->skeleton.joints[i % joints];
        kd_transform *local = &clip->locals[i];
        *local = joint->rest;
        if (joint->is_tip || (i % joints) % 4 == 3)
            continue;
        local->rotate = random_quat(random);
        if (i >= joints && kd_quat_dot(local->rotate, clip->locals[i - joints].rotate) < 0.0f)
            local->rotate = kd_quat_make(-local->rotate.x, -local->rotate.y, -local->rotate.z, -local->rotate.w);
        local->translate = random_vec3(random, 1.0);
        if ((i % joints) % 4 == 1)
            local->scale = kd_vec3_make(1.0f, random_float(random, 2.0), 1.0f);
    }
    for (int m = 0; m < scene->mesh_count; m++)
        clip->curve_count += scene->meshes[m].morph_count;
    const char **names = KDI_ARENA_PUSH(scene->arena, const char *, (size_t)clip->curve_count);
    clip->curves = KDI_ARENA_PUSH(scene->arena, float, (size_t)(clip->curve_count * clip->frame_count));
    for (int m = 0, curve = 0; m < scene->mesh_count; m++)
        for (int i = 0; i < scene->meshes[m].morph_count; i++)
            names[curve++] = scene->meshes[m].morphs[i].name;
    for (int i = 0; i < clip->curve_count * clip->frame_count; i++)
        clip->curves[i] = random_float(random, 1.0);
    clip->curve_names = names;
}

static kd_scene *make_scene(uint64_t seed, const random_size *size)
{
    kt_random random = kt_random_make(seed);
    kd_scene *scene = kd_scene_make(NULL, NULL);
    assert_non_null(scene);
    add_joints(scene, &random, size);
    scene->material_count = size->materials;
    scene->materials = KDI_ARENA_PUSH(scene->arena, kd_material, (size_t)size->materials);
    for (int i = 0; i < size->materials; i++) {
        scene->materials[i].name = random_name(scene->arena, "material", i);
        for (int c = 0; c < 4; c++)
            scene->materials[i].base_color[c] = (float)kt_random_in(&random, 0.0, 1.0);
    }
    scene->mesh_count = size->meshes;
    scene->meshes = KDI_ARENA_PUSH(scene->arena, kd_mesh, (size_t)size->meshes);
    for (int i = 0; i < size->meshes; i++)
        add_mesh(scene, &random, size, i);
    scene->clip_count = size->clips;
    scene->clips = KDI_ARENA_PUSH(scene->arena, kd_clip, (size_t)size->clips);
    for (int i = 0; i < size->clips; i++)
        add_clip(scene, &random, size, i);
    scene->metres_per_unit = 1.0;
    return scene;
}

static random_size make_size(uint64_t seed)
{
    kt_random random = kt_random_make(seed + 1000);
    random_size size;
    size.joints = 1 + (int)kt_random_below(&random, seed % 7 == 0 ? 400 : 12);
    size.roots = 1 + (int)kt_random_below(&random, size.joints > 3 ? 3 : 1);
    size.tips = (int)kt_random_below(&random, (uint32_t)(size.joints - size.roots + 1));
    size.meshes = (int)kt_random_below(&random, 5);
    size.influences = (int)kt_random_below(&random, (uint32_t)(size.joints < 8 ? size.joints + 1 : 9));
    size.morphs = (int)kt_random_below(&random, 4);
    size.clips = (int)kt_random_below(&random, 3);
    size.frames = 1 + (int)kt_random_below(&random, 40);
    size.materials = (int)kt_random_below(&random, 3);
    return size;
}

static kd_buffer write_scene(const kd_scene *scene, bool binary, bool add_bones)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_gltf_write_desc desc = kd_gltf_write_desc_default();
    kd_buffer out = kd_buffer_make(NULL);
    desc.binary = binary;
    desc.add_bones = add_bones;
    kd_result result = kd_gltf_write(scene, &desc, &out, &findings);
    kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(findings.counts[KD_SEVERITY_WARNING], 0);
    kd_findings_free(&findings);
    return out;
}

/* Without a finding above a note. */
static kd_scene *read_scene(const kd_buffer *file)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene = NULL;
    desc.strict = true;
    kd_result result = kd_gltf_read(file->data, file->size, &desc, &scene, &findings);
    if (result != KD_OK || findings.counts[KD_SEVERITY_WARNING] > 0)
        kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(findings.counts[KD_SEVERITY_WARNING], 0);
    assert_null(kt_check_scene(scene));
    kd_findings_free(&findings);
    return scene;
}

static void expect_same(const kd_scene *a, const kd_scene *b, double tolerance)
{
    const char *problem = kt_compare_scenes(a, b, tolerance);
    if (problem)
        fail_msg("%s", problem);
}

static void random_scenes_read_back_the_same_to_the_bit(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 150; seed++) {
        random_size size = make_size(seed);
        kd_scene *scene = make_scene(seed, &size);
        assert_null(kt_check_scene(scene));
        kd_buffer file = write_scene(scene, seed % 2 == 0, seed % 3 == 0);
        kd_scene *again = read_scene(&file);
        expect_same(scene, again, 0.0);
        kd_scene_free(again);
        kd_buffer_free(&file);
        kd_scene_free(scene);
    }
}

static const char *const FIXTURES[] = {"placed.glb", "skin8.gltf",    "quantized.glb",
                                       "morph.gltf", "samplers.gltf", "hierarchy.gltf"};
enum { FIXTURE_COUNT = sizeof FIXTURES / sizeof FIXTURES[0] };

static kd_scene *read_fixture(int index)
{
    char path[256];
    snprintf(path, sizeof path, "Tests/Data/gltf/%s", FIXTURES[index]);
    kd_buffer content = kt_load(path);
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene = NULL;
    desc.folder = kt_path("Tests/Data/gltf");
    assert_int_equal(kd_gltf_read(content.data, content.size, &desc, &scene, NULL), KD_OK);
    kd_buffer_free(&content);
    return scene;
}

static void files_of_others_read_back_the_same_after_writing(void **state)
{
    (void)state;
    for (int i = 0; i < FIXTURE_COUNT; i++)
        for (int binary = 0; binary < 2; binary++) {
            kd_scene *scene = read_fixture(i);
            kd_buffer file = write_scene(scene, binary, true);
            kd_scene *again = read_scene(&file);
            expect_same(scene, again, 0.0);
            kd_scene_free(again);
            kd_buffer_free(&file);
            kd_scene_free(scene);
        }
}

static void writing_twice_gives_the_same_bytes(void **state)
{
    (void)state;
    random_size size = {9, 2, 1, 3, 6, 2, 2, 10, 1};
    kd_scene *scene = make_scene(5, &size);
    kd_buffer first = write_scene(scene, true, true);
    kd_scene *again = read_scene(&first);
    kd_buffer second = write_scene(again, true, true);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    kd_buffer_free(&first);
    kd_buffer_free(&second);
    kd_scene_free(again);
    kd_scene_free(scene);
}

static void lengths_are_written_in_metres(void **state)
{
    (void)state;
    random_size size = {6, 1, 1, 2, 3, 2, 1, 5, 0};
    kd_scene *scene = make_scene(3, &size);
    scene->metres_per_unit = 0.01;
    kd_buffer file = write_scene(scene, true, true);
    kd_scene *again = read_scene(&file);
    assert_true(again->metres_per_unit == 1.0);
    for (int i = 0; i < size.joints; i++) {
        kd_transform expected = scene->skeleton.joints[i].rest;
        expected.translate = kd_vec3_scale(expected.translate, 0.01f);
        assert_true(kt_same_transform(&again->skeleton.joints[i].rest, &expected, 1e-8));
    }
    for (int i = 0; i < size.frames * size.joints; i++) {
        kd_transform expected = scene->clips[0].locals[i];
        expected.translate = kd_vec3_scale(expected.translate, 0.01f);
        assert_true(kt_same_transform(&again->clips[0].locals[i], &expected, 1e-8));
    }
    for (int m = 0; m < 2; m++) {
        const kd_mesh *a = &scene->meshes[m];
        const kd_mesh *b = &again->meshes[m];
        for (int v = 0; v < a->vertex_count; v++) {
            kd_vec3 position = kd_vec3_scale(a->positions[v], 0.01f);
            kd_vec3 delta = kd_vec3_scale(a->morphs[1].position_deltas[v], 0.01f);
            assert_true(kt_near(&b->positions[v], &position, 3, 1e-7));
            assert_true(kt_near(&b->morphs[1].position_deltas[v], &delta, 3, 1e-8));
            assert_true(kt_near(&b->normals[v], &a->normals[v], 3, 0.0));
        }
        for (int i = 0; a->influence_count > 0 && i < size.joints * 12; i++) {
            double factor = i % 4 == 3 ? 0.01 : 1.0;
            float expected = (float)((double)a->inverse_binds[i / 12].m[i % 12 / 4][i % 4] * factor);
            assert_true(kt_near(&b->inverse_binds[i / 12].m[i % 12 / 4][i % 4], &expected, 1, 1e-7));
        }
    }
    kd_scene_free(again);
    kd_buffer_free(&file);
    kd_scene_free(scene);
}

/* The parsed text of a .gltf. */
static json_t *write_json(const kd_scene *scene, bool add_bones)
{
    kd_buffer file = write_scene(scene, false, add_bones);
    json_t *json = json_loadb((const char *)file.data, file.size, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    kd_buffer_free(&file);
    return json;
}

static void a_skeleton_alone_gets_bones_to_look_at_if_wanted(void **state)
{
    (void)state;
    random_size size = {7, 2, 0, 0, 0, 0, 1, 3, 0};
    kd_scene *scene = make_scene(2, &size);
    json_t *with = write_json(scene, true);
    json_t *without = write_json(scene, false);
    assert_int_equal(json_array_size(json_object_get(with, "meshes")), 1);
    assert_int_equal(json_array_size(json_object_get(with, "skins")), 1);
    assert_null(json_object_get(without, "meshes"));
    json_decref(with);
    json_decref(without);
    kd_scene_free(scene);
}

static void a_skin_lists_every_joint_and_is_shared(void **state)
{
    (void)state;
    random_size size = {10, 1, 2, 2, 2, 0, 0, 1, 0};
    kd_scene *scene = make_scene(2, &size);
    memcpy(scene->meshes[1].inverse_binds, scene->meshes[0].inverse_binds, 10 * sizeof(kd_mat34));
    json_t *json = write_json(scene, true);
    json_t *skins = json_object_get(json, "skins");
    assert_int_equal(json_array_size(skins), 1);
    assert_int_equal(json_array_size(json_object_get(json_array_get(skins, 0), "joints")), 10);
    json_decref(json);
    kd_scene_free(scene);
}

static void at_rest_nothing_is_written_but_the_length_of_the_clip(void **state)
{
    (void)state;
    random_size size = {4, 1, 0, 0, 0, 0, 1, 12, 0};
    kd_scene *scene = make_scene(2, &size);
    for (int i = 0; i < 12 * 4; i++)
        scene->clips[0].locals[i] = scene->skeleton.joints[i % 4].rest;
    json_t *json = write_json(scene, false);
    json_t *channels = json_object_get(json_array_get(json_object_get(json, "animations"), 0), "channels");
    assert_int_equal(json_array_size(channels), 1);
    json_decref(json);
    kd_buffer file = write_scene(scene, true, false);
    kd_scene *again = read_scene(&file);
    expect_same(scene, again, 0.0);
    kd_scene_free(again);
    kd_buffer_free(&file);
    kd_scene_free(scene);
}

/* The times of the last frames have few digits left, but enough to tell the frames apart. */
static void a_clip_of_a_million_frames_keeps_all_of_them(void **state)
{
    (void)state;
    random_size size = {1, 1, 0, 0, 0, 0, 1, 1 << 20, 0};
    kd_scene *scene = make_scene(2, &size);
    kd_buffer file = write_scene(scene, true, false);
    kd_scene *again = read_scene(&file);
    expect_same(scene, again, 0.0);
    kd_scene_free(again);
    kd_buffer_free(&file);
    kd_scene_free(scene);
}

static void expect_refused(const kd_scene *scene, kd_result code, const char *part)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_gltf_write_desc desc = kd_gltf_write_desc_default();
    kd_buffer out = kd_buffer_make(NULL);
    assert_int_equal(kd_buffer_append(&out, "before", 6), KD_OK);
    assert_int_equal(kd_gltf_write(scene, &desc, &out, &findings), code);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, code, part);
    assert_int_equal(out.size, 6);
    assert_memory_equal(out.data, "before", 6);
    kd_buffer_free(&out);
    kd_findings_free(&findings);
}

static void what_a_file_cannot_hold_is_refused_and_the_buffer_stays(void **state)
{
    (void)state;
    random_size size = {4, 1, 0, 1, 2, 1, 1, 3, 0};
    kd_scene *scene = make_scene(2, &size);
    kd_mesh *mesh = &scene->meshes[0];
    kd_vec3 position = mesh->positions[1];
    mesh->positions[1].y = NAN;
    expect_refused(scene, KD_NUMBER, "not finite");
    mesh->positions[1] = position;
    float weight = mesh->skin_weights[0];
    mesh->skin_weights[0] = -1.0f;
    expect_refused(scene, KD_RANGE, "weight");
    mesh->skin_weights[0] = weight;
    uint32_t index = mesh->indices[2];
    mesh->indices[2] = (uint32_t)mesh->vertex_count;
    expect_refused(scene, KD_INDEX, "index");
    mesh->indices[2] = index;
    mesh->parts[0].first_index = 3;
    expect_refused(scene, KD_INDEX, "parts");
    mesh->parts[0].first_index = 0;
    mesh->joint = 4;
    expect_refused(scene, KD_INDEX, "joint");
    mesh->joint = -1;
    scene->clips[0].locals[5].rotate.x = INFINITY;
    expect_refused(scene, KD_NUMBER, "finite");
    scene->clips[0].joint_count = 3;
    expect_refused(scene, KD_COUNT_MISMATCH, "joints");
    scene->clip_count = 0;
    kd_buffer file = write_scene(scene, true, true); /* all put right again */
    kd_buffer_free(&file);
    kd_scene empty = *scene;
    empty.skeleton.joint_count = 0;
    empty.mesh_count = 0;
    expect_refused(&empty, KD_EMPTY, "neither");
    kd_scene_free(scene);
}

static void what_glTF_does_not_know_is_left_out_with_a_warning(void **state)
{
    (void)state;
    random_size size = {3, 1, 0, 1, 0, 1, 1, 3, 0};
    kd_scene *scene = make_scene(2, &size);
    const char *names[] = {"unknown"};
    kd_shapes shapes = {"shapes", 0, 0, NULL, NULL};
    scene->clips[0].curve_names = names;
    scene->shapes = &shapes;
    scene->shapes_count = 1;
    kd_findings findings = kd_findings_make(NULL);
    kd_gltf_write_desc desc = kd_gltf_write_desc_default();
    kd_buffer out = kd_buffer_make(NULL);
    assert_int_equal(kd_gltf_write(scene, &desc, &out, &findings), KD_OK);
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "unknown");
    kt_expect_finding(&findings, KD_SEVERITY_WARNING, KD_LOSSY, "shape");
    assert_int_equal(findings.counts[KD_SEVERITY_WARNING], 2);
    kd_buffer_free(&out);
    kd_findings_free(&findings);
    kd_scene_free(scene);
}

static void every_lack_of_memory_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    random_size size = {5, 2, 1, 2, 5, 2, 1, 3, 1};
    kd_scene *scene = make_scene(8, &size);
    kd_allocator allocator = kt_allocator();
    for (int binary = 0; binary < 2; binary++) {
        kd_result result = KD_OUT_OF_MEMORY;
        for (size_t fail_at = 1; result != KD_OK; fail_at++) {
            kd_findings findings = kd_findings_make(NULL);
            kd_gltf_write_desc desc = {binary != 0, true};
            kd_buffer out = kd_buffer_make(&allocator);
            size_t live = kt_memory_state.live_blocks;
            kt_memory_reset(fail_at);
            result = kd_gltf_write(scene, &desc, &out, &findings);
            kt_memory_reset(0);
            assert_true(result == KD_OK || result == KD_OUT_OF_MEMORY);
            assert_true((result == KD_OK) == (findings.counts[KD_SEVERITY_ERROR] == 0));
            assert_true((result == KD_OK) == (out.size > 0));
            kd_buffer_free(&out);
            assert_int_equal(kt_memory_state.live_blocks, live);
            kd_findings_free(&findings);
            assert_true(fail_at < 100000);
        }
    }
    kd_scene_free(scene);
}

static int write_sample(const kd_scene *scene, const char *folder, const char *name, bool add_bones)
{
    for (int binary = 0; binary < 2; binary++) {
        char path[4096];
        kd_gltf_write_desc desc = {binary != 0, add_bones};
        kd_buffer out = kd_buffer_make(NULL);
        snprintf(path, sizeof path, "%s/%s.%s", folder, name, binary ? "glb" : "gltf");
        bool good =
            kd_gltf_write(scene, &desc, &out, NULL) == KD_OK && kd_file_write(path, out.data, out.size, NULL) == KD_OK;
        kd_buffer_free(&out);
        if (!good)
            return 1;
    }
    return 0;
}

static int write_samples(const char *folder)
{
    int failed = 0;
    char name[64];
    for (int i = 0; i < FIXTURE_COUNT; i++) {
        kd_scene *scene = read_fixture(i);
        snprintf(name, sizeof name, "again_%.*s", (int)strcspn(FIXTURES[i], "."), FIXTURES[i]);
        failed += write_sample(scene, folder, name, true);
        kd_scene_free(scene);
    }
    for (uint64_t seed = 0; seed < 40; seed++) {
        random_size size = make_size(seed);
        kd_scene *scene = make_scene(seed, &size);
        snprintf(name, sizeof name, "random_%d", (int)seed);
        failed += write_sample(scene, folder, name, true);
        kd_scene_free(scene);
    }
    return failed > 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--samples") == 0)
        return write_samples(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_scenes_read_back_the_same_to_the_bit),
        cmocka_unit_test(files_of_others_read_back_the_same_after_writing),
        cmocka_unit_test(writing_twice_gives_the_same_bytes),
        cmocka_unit_test(lengths_are_written_in_metres),
        cmocka_unit_test(a_skeleton_alone_gets_bones_to_look_at_if_wanted),
        cmocka_unit_test(a_skin_lists_every_joint_and_is_shared),
        cmocka_unit_test(at_rest_nothing_is_written_but_the_length_of_the_clip),
        cmocka_unit_test(a_clip_of_a_million_frames_keeps_all_of_them),
        cmocka_unit_test(what_a_file_cannot_hold_is_refused_and_the_buffer_stays),
        cmocka_unit_test(what_glTF_does_not_know_is_left_out_with_a_warning),
        cmocka_unit_test(every_lack_of_memory_is_reported_and_nothing_leaks),
    };
    return kt_run(tests);
}
