/* Results, errors, allocator, arena, buffer. */
#include "support/test.h"

#include "base/allocator.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/text_copy.h"
#include "kinedriver/error.h"

static void every_result_has_a_text_a_name_and_its_own_number(void **state)
{
    (void)state;
    static const int numbers[] = {
#define NUMBER(name, number, text) number,
        KD_RESULT_LIST(NUMBER)
#undef NUMBER
    };
    int count = (int)(sizeof numbers / sizeof numbers[0]);
    for (int i = 0; i < count; i++) {
        assert_true(strlen(kd_result_text((kd_result)numbers[i])) > 3);
        assert_true(strcmp(kd_result_name((kd_result)numbers[i]), "UNKNOWN") != 0);
        for (int k = 0; k < i; k++)
            assert_true(numbers[i] > numbers[k]);
    }
    assert_string_equal(kd_result_text((kd_result)9999), "unknown result code");
    assert_string_equal(kd_result_name((kd_result)9999), "UNKNOWN");
}

static void text_is_cut_at_a_character_boundary(void **state)
{
    (void)state;
    char small[6];
    kdi_text_copy(small, sizeof small, "ab\xE8\x82\xA9"); /* two letters and a character of three bytes: just fits */
    assert_string_equal(small, "ab\xE8\x82\xA9");
    kdi_text_copy(small, sizeof small, "abc\xE8\x82\xA9");
    assert_string_equal(small, "abc");
    kdi_text_copy(small, sizeof small, "");
    assert_string_equal(small, "");
}

static void error_without_text_takes_the_general_one(void **state)
{
    (void)state;
    kd_error error;
    assert_int_equal(kd_error_set(&error, KD_CYCLE, NULL), KD_CYCLE);
    assert_string_equal(error.text, kd_result_text(KD_CYCLE));
    assert_int_equal(error.line, 0);
    assert_int_equal(kd_error_set(NULL, KD_LIMIT, "x"), KD_LIMIT);
}

static void arena_memory_is_zeroed_aligned_and_never_overlaps(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    kdi_arena arena;
    kdi_arena_init(&arena, &allocator, 0);
    kt_random random = kt_random_make(1);
    unsigned char *pieces[500];
    size_t sizes[500];
    for (int i = 0; i < 500; i++) {
        sizes[i] = kt_random_below(&random, i % 50 == 0 ? 100000 : 200);
        pieces[i] = (unsigned char *)kdi_arena_push(&arena, sizes[i], 1);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 16, 0);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(pieces[i][k], 0);
        memset(pieces[i], i & 0xFF, sizes[i]);
    }
    for (int i = 0; i < 500; i++)
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(pieces[i][k], i & 0xFF);
    kdi_arena_free(&arena);
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

static void arena_refuses_what_is_over_its_limit_or_overflows(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    kdi_arena arena;
    kdi_arena_init(&arena, &allocator, 1000);
    assert_non_null(kdi_arena_push(&arena, 900, 1));
    assert_null(kdi_arena_push(&arena, 200, 1));
    assert_non_null(kdi_arena_push(&arena, 80, 1));
    kdi_arena_free(&arena);
    kdi_arena_init(&arena, &allocator, 0);
    assert_null(kdi_arena_push(&arena, SIZE_MAX / 2, 3));
    assert_null(kdi_arena_push(&arena, SIZE_MAX, 1));
    assert_null(kdi_arena_text(&arena, "", SIZE_MAX));
    kdi_arena_free(&arena);
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

static void arena_list_keeps_its_items_while_it_grows(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    kdi_arena arena;
    kdi_arena_init(&arena, &allocator, 0);
    int *items = NULL;
    for (size_t count = 0; count < 1000; count++) {
        items = (int *)kdi_arena_grow(&arena, items, count, sizeof *items);
        assert_non_null(items);
        items[count] = (int)count;
        for (size_t k = 0; k <= count; k += 37)
            assert_int_equal(items[k], k);
    }
    assert_true(arena.used_bytes <= 3 * 1024 * sizeof *items);
    kdi_arena_free(&arena);
}

static void arena_without_memory_returns_null_and_stays_usable(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    kdi_arena arena;
    kdi_arena_init(&arena, &allocator, 0);
    assert_non_null(kdi_arena_push(&arena, 100, 1));
    kt_memory_reset(1);
    assert_null(kdi_arena_push(&arena, 1 << 20, 1));
    kt_memory_reset(0);
    assert_non_null(kdi_arena_push(&arena, 1 << 20, 1));
    kdi_arena_free(&arena);
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

static void buffer_keeps_its_content_and_a_final_zero(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    kd_buffer buffer = kd_buffer_make(&allocator);
    for (int i = 0; i < 5000; i++) {
        unsigned char byte = (unsigned char)(i * 7);
        assert_int_equal(kd_buffer_append(&buffer, &byte, 1), KD_OK);
        assert_int_equal(buffer.data[buffer.size], 0);
    }
    for (int i = 0; i < 5000; i++)
        assert_int_equal(buffer.data[i], (unsigned char)(i * 7));
    kt_memory_reset(1);
    assert_null(kd_buffer_extend(&buffer, 1 << 20));
    kt_memory_reset(0);
    assert_int_equal(buffer.size, 5000);
    assert_null(kd_buffer_extend(&buffer, SIZE_MAX));
    assert_int_equal(kd_buffer_append(&buffer, NULL, 0), KD_OK);
    kd_buffer_free(&buffer);
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

static void allocation_sizes_cannot_overflow(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    assert_null(kdi_allocate(&allocator, SIZE_MAX / 2, 3));
    assert_null(kdi_allocate(&allocator, 0, 8));
    void *items = NULL;
    size_t capacity = 0;
    assert_int_equal(kdi_reserve(&allocator, &items, &capacity, SIZE_MAX / 2, 8), 0);
    assert_int_equal(capacity, 0);
}

static void hash_has_the_published_values(void **state)
{
    (void)state;
    assert_true(kdi_hash(KDI_HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(kdi_hash(KDI_HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(kdi_hash(KDI_HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_result_has_a_text_a_name_and_its_own_number),
        cmocka_unit_test(text_is_cut_at_a_character_boundary),
        cmocka_unit_test(error_without_text_takes_the_general_one),
        cmocka_unit_test(arena_memory_is_zeroed_aligned_and_never_overlaps),
        cmocka_unit_test(arena_refuses_what_is_over_its_limit_or_overflows),
        cmocka_unit_test(arena_list_keeps_its_items_while_it_grows),
        cmocka_unit_test(arena_without_memory_returns_null_and_stays_usable),
        cmocka_unit_test(buffer_keeps_its_content_and_a_final_zero),
        cmocka_unit_test(allocation_sizes_cannot_overflow),
        cmocka_unit_test(hash_has_the_published_values),
    };
    return kt_run(tests);
}
