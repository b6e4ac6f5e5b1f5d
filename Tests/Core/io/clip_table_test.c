/* Clips as tables: every number reads back as the same float, names survive what CSV and JSON demand. */
#include "kinedriver/clip_table.h"

#include "support/scene.h"

#include <jansson.h>

/* The fields of a line: fields are split at commas outside quotes, quotes are taken away. */
static int split_line(char **at, char *fields[64])
{
    int count = 0;
    char *from = *at, *to = *at;
    bool quoted = false;
    fields[count++] = to;
    for (; *from && (quoted || *from != '\n'); from++) {
        if (*from == '"' && quoted && from[1] == '"') {
            *to++ = *from++;
        } else if (*from == '"') {
            quoted = !quoted;
        } else if (*from == ',' && !quoted) {
            *to++ = '\0';
            fields[count++] = to;
        } else {
            *to++ = *from;
        }
    }
    *at = *from ? from + 1 : from;
    *to = '\0';
    return count;
}

static void csv_gives_every_number_back(void **state)
{
    (void)state;
    kt_random random = kt_random_make(5);
    kd_scene *scene = kt_scene_make(&random);
    kd_clip *clip = &scene->clips[0];
    static const char *const curve_names[] = {"a,b", "say \"x\""};
    const bool wanted[3] = {false, true, true};
    clip->curve_names = curve_names;
    kd_buffer text = kd_buffer_make(NULL);
    assert_int_equal(kd_clip_write_csv(&scene->skeleton, clip, wanted, &text), KD_OK);
    char *at = (char *)text.data, *fields[64];
    assert_int_equal(split_line(&at, fields), 2 + 2 * 10 + 2);
    assert_string_equal(fields[0], "frame");
    assert_string_equal(fields[1], "time_s");
    assert_string_equal(fields[2], "arm.tx");
    assert_string_equal(fields[8], "arm.rw");
    assert_string_equal(fields[21], "hand.sz");
    assert_string_equal(fields[22], "a,b");
    assert_string_equal(fields[23], "say \"x\"");
    for (int32_t f = 0; f < clip->frame_count; f++) {
        const kd_transform *hand = &clip->locals[f * 3 + 2];
        assert_int_equal(split_line(&at, fields), 24);
        assert_int_equal(atoi(fields[0]), f);
        assert_true(strtod(fields[1], NULL) == (double)f * clip->frame_time_s);
        assert_true(strtof(fields[12], NULL) == hand->translate.x);
        assert_true(strtof(fields[15], NULL) == hand->rotate.x);
        assert_true(strtof(fields[18], NULL) == hand->rotate.w);
        assert_true(strtof(fields[21], NULL) == hand->scale.z);
        assert_true(strtof(fields[23], NULL) == clip->curves[f * 2 + 1]);
    }
    assert_true(*at == '\0');
    kd_buffer_free(&text);
    kd_scene_free(scene);
}

static void json_gives_every_number_back(void **state)
{
    (void)state;
    kt_random random = kt_random_make(6);
    kd_scene *scene = kt_scene_make(&random);
    const kd_clip *clip = &scene->clips[0];
    kd_buffer text = kd_buffer_make(NULL);
    assert_int_equal(kd_clip_write_json(&scene->skeleton, clip, NULL, &text), KD_OK);
    json_t *document = json_loads((const char *)text.data, 0, NULL);
    assert_non_null(document);
    assert_string_equal(json_string_value(json_object_get(document, "name")), "walk");
    assert_int_equal(json_integer_value(json_object_get(document, "frame_count")), clip->frame_count);
    json_t *joints = json_object_get(document, "joints"), *curves = json_object_get(document, "curves");
    assert_int_equal(json_array_size(joints), 3);
    assert_null(json_object_get(json_array_get(joints, 0), "parent"));
    json_t *hand = json_array_get(joints, 2);
    assert_string_equal(json_string_value(json_object_get(hand, "parent")), "arm");
    for (size_t f = 0; f < (size_t)clip->frame_count; f++) {
        const kd_transform *t = &clip->locals[f * 3 + 2];
        json_t *rotate = json_array_get(json_object_get(hand, "rotate"), f);
        assert_int_equal(json_array_size(rotate), 4);
        assert_true((float)json_number_value(json_array_get(rotate, 1)) == t->rotate.y);
        json_t *place = json_array_get(json_object_get(hand, "translate"), f);
        assert_true((float)json_number_value(json_array_get(place, 2)) == t->translate.z);
        json_t *values = json_object_get(json_array_get(curves, 1), "values");
        assert_true((float)json_number_value(json_array_get(values, f)) == clip->curves[f * 2 + 1]);
    }
    json_decref(document);
    kd_buffer_free(&text);
    kd_scene_free(scene);
}

static void a_lack_of_memory_leaves_the_text_as_it_was(void **state)
{
    (void)state;
    kt_random random = kt_random_make(6);
    kd_scene *scene = kt_scene_make(&random);
    kd_allocator allocator = kt_allocator();
    for (int json = 0; json < 2; json++) {
        kd_result result = KD_OUT_OF_MEMORY;
        for (size_t fail_at = 1; result != KD_OK; fail_at++) {
            kt_memory_reset(fail_at);
            kd_buffer text = kd_buffer_make(&allocator);
            result = json ? kd_clip_write_json(&scene->skeleton, scene->clips, NULL, &text)
                          : kd_clip_write_csv(&scene->skeleton, scene->clips, NULL, &text);
            assert_true(result == KD_OK || (result == KD_OUT_OF_MEMORY && text.size == 0));
            kd_buffer_free(&text);
            assert_int_equal(kt_memory_state.live_blocks, 0);
            assert_true(fail_at < 1000);
        }
    }
    kt_memory_reset(0);
    kd_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_gives_every_number_back),
        cmocka_unit_test(json_gives_every_number_back),
        cmocka_unit_test(a_lack_of_memory_leaves_the_text_as_it_was),
    };
    return kt_run(tests);
}
