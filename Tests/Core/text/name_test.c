/* UTF-8 and the table of names. */
#include "support/test.h"

#include "text/name_table.h"
#include "text/utf8.h"

#include <stdbool.h>
#include <stdio.h>

/* A slow encoder: what it makes from a legal code point is valid, and nothing else of that length is. */
static size_t encode(uint32_t c, char text[4])
{
    if (c < 0x80) {
        text[0] = (char)c;
        return 1;
    }
    size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; c >>= 6)
        text[i] = (char)(0x80 | (c & 0x3F));
    text[0] = (char)((0xF00u >> length & 0xF0) | c);
    return length;
}

static void every_code_point_but_the_surrogates_is_valid(void **state)
{
    (void)state;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char text[4];
        size_t length = encode(c, text);
        int surrogate = c >= 0xD800 && c <= 0xDFFF;
        assert_int_equal(kdi_utf8_valid_length(text, length), surrogate ? 0 : length);
        if (length > 1)
            assert_int_equal(kdi_utf8_valid_length(text, length - 1), 0);
    }
}

static void as_many_texts_of_three_bytes_are_valid_as_there_are_code_points(void **state)
{
    (void)state;
    long valid = 0;
    for (uint32_t bits = 0; bits < 1u << 24; bits++) {
        char text[3] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
        if ((bits >> 16) >= 0xE0)
            valid += kdi_utf8_valid_length(text, 3) == 3;
    }
    assert_int_equal(valid, 0x10000 - 0x800 - 0x800); /* those of three bytes, without surrogates */
}

static void invalid_forms_are_refused_where_they_begin(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size, valid;
    } cases[] = {
        {"ok", 2, 2},
        {"", 0, 0},
        {"a\x80", 2, 1},
        {"a\xC0\x80", 3, 1},
        {"\xC1\xBF", 2, 0},
        {"\xE0\x9F\xBF", 3, 0},
        {"\xF0\x8F\xBF\xBF", 4, 0},
        {"\xF4\x90\x80\x80", 4, 0},
        {"\xF5\x80\x80\x80", 4, 0},
        {"ab\xFF", 3, 2},
        {"\xC3\xA9\xC3", 3, 2},
        {"\xE8\x82\x41", 3, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(kdi_utf8_valid_length(cases[i].text, cases[i].size), cases[i].valid);
}

static void table_answers_like_a_search_through_a_list(void **state)
{
    (void)state;
    enum { NAMES = 3000 };
    static char names[NAMES][16];
    kd_allocator allocator = kt_allocator();
    kdi_name_table table;
    kdi_name_table_init(&table, &allocator);
    assert_int_equal(kdi_name_table_find(&table, "x", 1), KDI_NO_NAME);
    kt_random random = kt_random_make(4);
    for (int i = 0; i < NAMES; i++) {
        snprintf(names[i], sizeof names[i], "n%u", kt_random_below(&random, NAMES)); /* many of them twice */
        int32_t expected = KDI_NO_NAME;
        for (int k = i; k-- > 0;)
            if (strcmp(names[k], names[i]) == 0)
                expected = k; /* the earliest */
        int32_t present;
        assert_int_equal(kdi_name_table_add(&table, names[i], strlen(names[i]), i, &present), KD_OK);
        assert_int_equal(present, expected);
        assert_int_equal(kdi_name_table_find(&table, names[i], strlen(names[i])),
                         expected == KDI_NO_NAME ? i : expected);
    }
    assert_int_equal(kdi_name_table_find(&table, "n", 1), KDI_NO_NAME);
    kdi_name_table_free(&table);
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

static void table_takes_the_empty_name_and_names_with_zero_bytes(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    kdi_name_table table;
    int32_t present;
    kdi_name_table_init(&table, &allocator);
    assert_int_equal(kdi_name_table_add(&table, "", 0, 5, &present), KD_OK);
    assert_int_equal(kdi_name_table_add(&table, "a\0b", 3, 6, &present), KD_OK);
    assert_int_equal(present, KDI_NO_NAME);
    assert_int_equal(kdi_name_table_find(&table, "", 0), 5);
    assert_int_equal(kdi_name_table_find(&table, "a\0b", 3), 6);
    assert_int_equal(kdi_name_table_find(&table, "a\0c", 3), KDI_NO_NAME);
    kdi_name_table_free(&table);
}

static void table_without_memory_keeps_what_it_has(void **state)
{
    (void)state;
    static char names[100][16];
    kd_allocator allocator = kt_allocator();
    kdi_name_table table;
    int32_t present;
    kdi_name_table_init(&table, &allocator);
    kt_memory_reset(3);
    int added = 0;
    for (int i = 0; i < 100; i++) {
        snprintf(names[i], sizeof names[i], "%d", i);
        added += kdi_name_table_add(&table, names[i], strlen(names[i]), i, &present) == KD_OK;
    }
    kt_memory_reset(0);
    assert_true(added > 0 && added < 100);
    for (int i = 0; i < 100; i++)
        assert_int_equal(kdi_name_table_find(&table, names[i], strlen(names[i])), i < added ? i : KDI_NO_NAME);
    kdi_name_table_free(&table);
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

/* Every name comes out once, a name that is free is kept, and one that is taken has a number behind it. */
static void unique_names_are_unique_and_change_only_where_they_must(void **state)
{
    (void)state;
    enum { NAMES = 500 };
    static const char *const WORDS[] = {"arm", "arm_1", "arm_7", "leg", "", "arm_1_1"};
    kd_allocator allocator = kt_allocator();
    kdi_arena arena;
    kdi_arena_init(&arena, &allocator, 0);
    kd_allocator inside = kdi_arena_allocator(&arena);
    kdi_name_table table;
    kdi_name_table_init(&table, &inside); /* lives and dies with the arena */
    const char *names[NAMES];
    kt_random random = kt_random_make(5);
    for (int32_t i = 0; i < NAMES; i++) {
        const char *wanted = WORDS[kt_random_below(&random, 6)];
        bool taken = false;
        for (int32_t k = 0; k < i; k++)
            taken = taken || strcmp(names[k], wanted) == 0;
        names[i] = kdi_name_table_add_unique(&table, &arena, wanted, i);
        assert_non_null(names[i]);
        assert_int_equal(names[i] == wanted, !taken);
        assert_memory_equal(names[i], wanted, strlen(wanted));
        for (int32_t k = 0; k < i; k++)
            assert_string_not_equal(names[k], names[i]);
    }
    kdi_arena_free(&arena);
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_but_the_surrogates_is_valid),
        cmocka_unit_test(as_many_texts_of_three_bytes_are_valid_as_there_are_code_points),
        cmocka_unit_test(invalid_forms_are_refused_where_they_begin),
        cmocka_unit_test(table_answers_like_a_search_through_a_list),
        cmocka_unit_test(table_takes_the_empty_name_and_names_with_zero_bytes),
        cmocka_unit_test(table_without_memory_keeps_what_it_has),
        cmocka_unit_test(unique_names_are_unique_and_change_only_where_they_must),
    };
    return kt_run(tests);
}
