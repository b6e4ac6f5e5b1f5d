/* Wrong files: each problem has its code, its place and a text that helps. And what is put right, with a warning. */
#include "support/test.h"

#include "kinedriver/gltf.h"
#include "support/scene_check.h"

/* 36 bytes: three positions (0 0 0) (1 0 0) (0 1 0). */
#define TRIANGLE "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"
#define HEAD     "{\"asset\":{\"version\":\"2.0\"},"
#define BUFFER   "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64," TRIANGLE "\"}],"
#define VIEW     "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
#define POSITION "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"
#define SCENE                                                                                               \
    "\"nodes\":[{\"name\":\"n\",\"mesh\":0}],\"meshes\":[{\"name\":\"m\",\"primitives\":[{\"attributes\":{" \
    "\"POSITION\":0}}]}]"

typedef struct bad_case {
    const char *text;
    kd_result code;
    const char *path;
    const char *part; /* of the text */
} bad_case;

static const bad_case CASES[] = {
    {"", KD_TRUNCATED, "", "value"},
    {"[]", KD_SYNTAX, "", "object"},
    {"{\"asset\":}", KD_SYNTAX, "", "value"},
    {"{}", KD_FORMAT_UNKNOWN, "asset.version", "not glTF"},
    {"{\"asset\":{\"version\":\"1.0\"}}", KD_VERSION, "asset.version", "2.0"},
    {"{\"asset\":{\"version\":2}}", KD_VALUE, "asset.version", "text"},
    {"{\"asset\":{\"version\":\"2.0\",\"minVersion\":\"2.1\"}}", KD_VERSION, "asset.minVersion", "2.1"},
    {HEAD "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}", KD_UNSUPPORTED, "extensionsRequired[0]",
     "export it without"},
    {HEAD "\"nodes\":{}}", KD_VALUE, "nodes", "array"},
    {HEAD "\"nodes\":[{\"children\":[1]}]}", KD_INDEX, "nodes[0].children[0]", "list of 1"},
    {HEAD "\"nodes\":[{\"children\":[0]}]}", KD_HIERARCHY, "nodes[0].children[0]", "itself"},
    {HEAD "\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]}", KD_HIERARCHY, "nodes[1].children[0]", "two nodes"},
    {HEAD "\"nodes\":[{\"children\":[1]},{\"children\":[0]}]}", KD_HIERARCHY, "nodes[0]", "ancestor"},
    {HEAD "\"scenes\":[{\"nodes\":[0,0]}],\"nodes\":[{}]}", KD_HIERARCHY, "scenes[0].nodes[1]", "twice"},
    {HEAD "\"scene\":3,\"scenes\":[{}],\"nodes\":[{}]}", KD_INDEX, "scene", "3"},
    {HEAD "\"nodes\":[{\"translation\":[1,2]}]}", KD_VALUE, "nodes[0].translation", "3 numbers"},
    {HEAD "\"nodes\":[{\"translation\":[1,2,\"3\"]}]}", KD_VALUE, "nodes[0].translation[2]", "number"},
    {HEAD "\"nodes\":[{\"translation\":[1,2,1e39]}]}", KD_NUMBER, "nodes[0].translation[2]", "too large"},
    {HEAD "\"nodes\":[{\"matrix\":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}]}", KD_VALUE, "nodes[0].matrix", "0 0 0 1"},
    {HEAD "\"nodes\":[{\"translation\":[3e38,0,0],\"children\":[1]},{\"translation\":[3e38,0,0]}]}", KD_NUMBER,
     "nodes[1]", "far away"},
    {HEAD "\"buffers\":[{\"byteLength\":4}]}", KD_ELEMENT_MISSING, "buffers[0].uri", "neither"},
    {HEAD "\"buffers\":[{\"uri\":\"data:;base64,AAAA\"}]}", KD_ELEMENT_MISSING, "buffers[0].byteLength", "byteLength"},
    {HEAD "\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AAAA\"}]}", KD_TRUNCATED, "buffers[0]", "has 3"},
    {HEAD "\"buffers\":[{\"byteLength\":3,\"uri\":\"data:;base64,A*AA\"}]}", KD_SYNTAX, "buffers[0].uri", "base64"},
    {HEAD "\"buffers\":[{\"byteLength\":3,\"uri\":\"data:,abc\"}]}", KD_UNSUPPORTED, "buffers[0].uri", "base64"},
    {HEAD "\"buffers\":[{\"byteLength\":3,\"uri\":\"../x.bin\"}]}", KD_UNSUPPORTED, "buffers[0].uri", "relative"},
    {HEAD "\"buffers\":[{\"byteLength\":3,\"uri\":\"a/%2e%2E/x.bin\"}]}", KD_UNSUPPORTED, "buffers[0].uri", "relative"},
    {HEAD "\"buffers\":[{\"byteLength\":3,\"uri\":\"/etc/passwd\"}]}", KD_UNSUPPORTED, "buffers[0].uri", "relative"},
    {HEAD "\"buffers\":[{\"byteLength\":3,\"uri\":\"http://x/y\"}]}", KD_UNSUPPORTED, "buffers[0].uri", "relative"},
    {HEAD "\"buffers\":[{\"byteLength\":3,\"uri\":\"x.bin\"}]}", KD_UNSUPPORTED, "buffers[0].uri", "not allowed"},
    {HEAD SCENE "}", KD_INDEX, "meshes[0].primitives[0].attributes.POSITION", "list of 0"},
    {HEAD BUFFER "\"bufferViews\":[{\"buffer\":0,\"byteLength\":40}],\"accessors\":[" POSITION "]," SCENE "}",
     KD_TRUNCATED, "bufferViews[0]", "byte 40"},
    {HEAD BUFFER VIEW "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}]," SCENE
                      "}",
     KD_TRUNCATED, "accessors[0]", "48 bytes"},
    {HEAD BUFFER VIEW "\"accessors\":[{\"bufferView\":0,\"componentType\":5124,\"count\":3,\"type\":\"VEC3\"}]," SCENE
                      "}",
     KD_VALUE, "accessors[0].componentType", "5124"},
    {HEAD BUFFER VIEW "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"}]," SCENE
                      "}",
     KD_TRUNCATED, "accessors[0]", "48 bytes"},
    {HEAD BUFFER VIEW "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"}]," SCENE
                      "}",
     KD_VALUE, "meshes[0].primitives[0].attributes.POSITION", "VEC3"},
    {HEAD BUFFER VIEW "\"accessors\":[{\"componentType\":5126,\"count\":2000000000,\"type\":\"VEC3\"}]," SCENE "}",
     KD_LIMIT, "meshes[0].primitives[0].attributes.POSITION", "vertices"},
    {HEAD BUFFER VIEW
     "\"accessors\":[" POSITION ",{\"bufferView\":0,\"componentType\":5121,\"count\":36,\"type\":\"SCALAR\"}],"
     "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]}",
     KD_INDEX, "meshes[0].primitives[0]", "3 vertices"},
    {HEAD BUFFER VIEW
     "\"accessors\":[" POSITION ",{\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}],"
     "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1}}]}]}",
     KD_COUNT_MISMATCH, "meshes[0].primitives[0].attributes.NORMAL", "4 elements for 3"},
    {HEAD BUFFER VIEW "\"accessors\":[" POSITION "],\"skins\":[{\"joints\":[]}],\"nodes\":[{\"mesh\":0,\"skin\":0}],"
                      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}",
     KD_ELEMENT_MISSING, "skins[0].joints", "joints"},
    {HEAD "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}],"
          "\"samplers\":[{\"input\":0,\"output\":0,\"interpolation\":\"BEZIER\"}]}]}",
     KD_VALUE, "animations[0].samplers[0].interpolation", "BEZIER"},
    {HEAD BUFFER VIEW
     "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"}],"
     "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}],"
     "\"samplers\":[{\"input\":0,\"output\":0}]}]}",
     KD_KEY, "animations[0].samplers[0].input", "not after"},
};

static kd_result read_text(const char *text, bool strict, kd_scene **scene, kd_findings *findings)
{
    kd_read_desc desc = kd_read_desc_default();
    desc.strict = strict;
    return kd_gltf_read(text, strlen(text), &desc, scene, findings);
}

static void every_problem_has_its_code_place_and_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const bad_case *bad = &CASES[i];
        kd_findings findings = kd_findings_make(NULL);
        kd_scene *scene = NULL;
        kd_result result = read_text(bad->text, false, &scene, &findings);
        bool found = false;
        for (size_t k = 0; k < findings.count; k++)
            found = found ||
                    (findings.items[k].severity == KD_SEVERITY_ERROR && findings.items[k].error.code == bad->code &&
                     strcmp(findings.items[k].error.path, bad->path) == 0 &&
                     strstr(findings.items[k].error.text, bad->part));
        if (result != bad->code || !found || scene) {
            kt_print_findings(&findings);
            fail_msg("%s: %s", bad->text, kd_result_name(result));
        }
        kd_findings_free(&findings);
    }
}

static void containers_must_be_whole(void **state)
{
    (void)state;
    static const struct {
        const char bytes[28];
        size_t size;
        kd_result code;
    } cases[] = {
        {"glTF\2\0\0\0", 8, KD_TRUNCATED},
        {"glTF\1\0\0\0\x14\0\0\0\0\0\0\0JSON", 20, KD_VERSION},
        {"glTF\2\0\0\0\x20\0\0\0\0\0\0\0JSON", 20, KD_TRUNCATED},
        {"glTF\2\0\0\0\x14\0\0\0\4\0\0\0JSON", 20, KD_TRUNCATED},
        {"glTF\2\0\0\0\x14\0\0\0\0\0\0\0BIN\0", 20, KD_SYNTAX},
        {"glTF\2\0\0\0\x18\0\0\0\4\0\0\0JSON{}  ", 24, KD_FORMAT_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_read_desc desc = kd_read_desc_default();
        kd_scene *scene = NULL;
        assert_int_equal(kd_gltf_read(cases[i].bytes, cases[i].size, &desc, &scene, &findings), cases[i].code);
        assert_null(scene);
        kt_expect_finding(&findings, KD_SEVERITY_ERROR, cases[i].code, NULL);
        kd_findings_free(&findings);
    }
}

static const bad_case REPAIRS[] = {
    {HEAD "\"nodes\":[{\"rotation\":[0,0,0,2]}]}", KD_RANGE, "", "normalised"},
    {HEAD "\"nodes\":[{\"rotation\":[0,0,0,0]}]}", KD_RANGE, "", "length zero"},
    {HEAD "\"nodes\":[{\"name\":\"a\"},{\"name\":\"a\"}]}", KD_JOINT_DUPLICATE, "", "a_1"},
    {HEAD "\"nodes\":[{\"matrix\":[1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1]}]}", KD_LOSSY, "", "shear"},
    {HEAD "\"nodes\":[{}],\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[2,0,0,1]}}]}", KD_RANGE, "",
     "clamped"},
    {HEAD BUFFER VIEW "\"accessors\":[" POSITION "],\"skins\":[{\"joints\":[0]}],\"nodes\":[{\"mesh\":0,\"skin\":0}],"
                      "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}",
     KD_RANGE, "", "no weight"},
};

static void what_can_be_put_right_is_a_warning_and_strictly_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REPAIRS / sizeof REPAIRS[0]; i++) {
        kd_scene *scene = NULL;
        kd_findings findings = kd_findings_make(NULL);
        assert_int_equal(read_text(REPAIRS[i].text, false, &scene, &findings), KD_OK);
        kt_expect_finding(&findings, KD_SEVERITY_WARNING, REPAIRS[i].code, REPAIRS[i].part);
        assert_null(kt_check_scene(scene));
        kd_scene_free(scene);
        kd_findings_free(&findings);
        assert_int_equal(read_text(REPAIRS[i].text, true, &scene, &findings), REPAIRS[i].code);
        assert_null(scene);
        kd_findings_free(&findings);
    }
}

static void limits_are_obeyed(void **state)
{
    (void)state;
    static const char text[] = HEAD BUFFER VIEW "\"accessors\":[" POSITION "]," SCENE "}";
    for (int i = 0; i < 7; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_read_desc desc = kd_read_desc_default();
        kd_scene *scene = NULL;
        desc.limits.joints = i == 0 ? 0 : desc.limits.joints;
        desc.limits.vertices = i == 1 ? 2 : desc.limits.vertices;
        desc.limits.triangles = i == 2 ? 0 : desc.limits.triangles;
        desc.limits.name_bytes = i == 3 ? 0 : desc.limits.name_bytes;
        desc.limits.depth = i == 4 ? 4 : desc.limits.depth;
        desc.limits.file_bytes = i == 5 ? 100 : desc.limits.file_bytes;
        kd_result result = kd_gltf_read(text, sizeof text - 1, &desc, &scene, &findings);
        assert_int_equal(result, i < 6 ? KD_LIMIT : KD_OK);
        assert_true(findings.counts[KD_SEVERITY_ERROR] == (i < 6));
        kd_scene_free(scene);
        kd_findings_free(&findings);
    }
}

static void limits_of_morphs_frames_and_memory_are_obeyed(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Tests/Data/gltf/morph.gltf");
    for (int i = 0; i < 4; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_read_desc desc = kd_read_desc_default();
        kd_scene *scene = NULL;
        desc.limits.morphs = i == 0 ? 2 : 3;
        desc.limits.frames = i == 1 ? 30 : 31;
        desc.limits.memory_bytes = i == 2 ? 2000 : 100000;
        kd_result result = kd_gltf_read(content.data, content.size, &desc, &scene, &findings);
        assert_int_equal(result, i == 2 ? KD_OUT_OF_MEMORY : i < 2 ? KD_LIMIT : KD_OK);
        kd_scene_free(scene);
        kd_findings_free(&findings);
    }
    kd_buffer_free(&content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_problem_has_its_code_place_and_text),
        cmocka_unit_test(containers_must_be_whole),
        cmocka_unit_test(what_can_be_put_right_is_a_warning_and_strictly_an_error),
        cmocka_unit_test(limits_are_obeyed),
        cmocka_unit_test(limits_of_morphs_frames_and_memory_are_obeyed),
    };
    return kt_run(tests);
}
