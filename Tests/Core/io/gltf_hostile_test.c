/* What the glTF reader must survive: every fixture cut, with flipped bytes, without memory; and the same for the parts
 * of the file that flips rarely reach, numbers in the JSON text and the binary data. */
#include "support/test.h"

#include "kinedriver/gltf.h"
#include "support/scene_check.h"

static kd_result read_hostile(const void *data, size_t size, const kd_read_desc *given, kd_findings *findings)
{
    kd_read_desc desc = *given;
    kd_scene *scene = NULL;
    desc.folder = kt_path("Tests/Data/gltf");
    desc.limits.memory_bytes = 64u << 20;
    desc.limits.frames = 10000;
    kd_result result = kd_gltf_read(data, size, &desc, &scene, findings);
    assert_true((result == KD_OK) == (scene != NULL));
    if (scene) {
        const char *problem = kt_check_scene(scene);
        if (problem)
            fail_msg("%s", problem);
    }
    kd_scene_free(scene);
    return result;
}

static void skin_fixture_survives(void **state)
{
    (void)state;
    kt_hostile_all(read_hostile, "Tests/Data/gltf/skin8.gltf");
}

static void quantized_fixture_survives(void **state)
{
    (void)state;
    kt_hostile_all(read_hostile, "Tests/Data/gltf/quantized.glb");
}

static void placed_fixture_survives(void **state)
{
    (void)state;
    kt_hostile_all(read_hostile, "Tests/Data/gltf/placed.glb");
}

static void morph_fixture_survives(void **state)
{
    (void)state;
    kt_hostile_all(read_hostile, "Tests/Data/gltf/morph.gltf");
}

static void sampler_fixture_survives(void **state)
{
    (void)state;
    kt_hostile_all(read_hostile, "Tests/Data/gltf/samplers.gltf");
}

static void hierarchy_fixture_survives(void **state)
{
    (void)state;
    kt_hostile_all(read_hostile, "Tests/Data/gltf/hierarchy.gltf");
}

/* Replaces one number of the text by a nasty one; everything else stays well formed, so that it gets far. */
static void numbers_of_any_size_survive(void **state)
{
    (void)state;
    static const char *const files[] = {"skin8.gltf", "morph.gltf", "samplers.gltf", "hierarchy.gltf"};
    static const char *const numbers[] = {"-1",         "0",    "1",     "7",   "255", "65536",
                                          "4294967295", "1e30", "-1e38", "0.5", "3e38"};
    for (size_t file = 0; file < sizeof files / sizeof files[0]; file++) {
        char path[256];
        snprintf(path, sizeof path, "Tests/Data/gltf/%s", files[file]);
        kd_buffer content = kt_load(path);
        bool in_text = false;
        for (size_t at = 0; at < content.size; at++) {
            in_text = in_text != (content.data[at] == '"');
            size_t length = in_text ? 0 : strspn((const char *)content.data + at, "-+.0123456789e");
            if (length == 0 || content.data[at] == 'e')
                continue;
            for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
                kd_buffer changed = kd_buffer_make(NULL);
                kd_findings findings = kd_findings_make(NULL);
                kd_read_desc desc = kd_read_desc_default();
                kd_buffer_append(&changed, content.data, at);
                kd_buffer_append(&changed, numbers[n], strlen(numbers[n]));
                kd_buffer_append(&changed, content.data + at + length, content.size - at - length);
                kd_result result = read_hostile(changed.data, changed.size, &desc, &findings);
                assert_true((result == KD_OK) == (findings.counts[KD_SEVERITY_ERROR] == 0));
                kd_findings_free(&findings);
                kd_buffer_free(&changed);
            }
            at += length - 1;
        }
        kd_buffer_free(&content);
    }
}

/* Bytes of the data chunk only: infinities, huge indices, unsorted times. */
static void any_binary_data_survives(void **state)
{
    (void)state;
    static const char *const files[] = {"Tests/Data/gltf/quantized.glb", "Tests/Data/gltf/placed.glb"};
    kt_random random = kt_random_make(7);
    for (int file = 0; file < 2; file++) {
        kd_buffer content = kt_load(files[file]);
        size_t start = 20 + (content.data[12] | (size_t)content.data[13] << 8) + 8;
        for (int round = 0; round < 3000; round++) {
            kd_findings findings = kd_findings_make(NULL);
            kd_read_desc desc = kd_read_desc_default();
            unsigned char *copy = (unsigned char *)malloc(content.size);
            assert_non_null(copy);
            memcpy(copy, content.data, content.size);
            for (uint32_t i = 0; i < 1 + kt_random_below(&random, 6); i++) {
                size_t at = start + kt_random_below(&random, (uint32_t)(content.size - start));
                copy[at] = kt_random_below(&random, 2) ? 0xFF : (unsigned char)kt_random_bits(&random);
            }
            read_hostile(copy, content.size, &desc, &findings);
            free(copy);
            kd_findings_free(&findings);
        }
        kd_buffer_free(&content);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skin_fixture_survives),       cmocka_unit_test(quantized_fixture_survives),
        cmocka_unit_test(placed_fixture_survives),     cmocka_unit_test(morph_fixture_survives),
        cmocka_unit_test(sampler_fixture_survives),    cmocka_unit_test(hierarchy_fixture_survives),
        cmocka_unit_test(numbers_of_any_size_survive), cmocka_unit_test(any_binary_data_survives),
    };
    return kt_run(tests);
}
