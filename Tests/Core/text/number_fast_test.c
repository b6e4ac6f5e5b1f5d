/* The short way of reading numbers gives the same bits and ends at the same place as the long one. */
#include "support/test.h"

#include "text/number_fast.h"

static void check_same(const char *text, size_t length)
{
    /* A copy of exactly this size: the sanitizer sees a look beyond its end. */
    char *copy = (char *)malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    double slow = -1.0, fast = -1.0;
    const char *slow_end = kdi_number_parse(copy, copy + length, &slow);
    const char *fast_end = kdi_number_scan(copy, copy + length, &fast);
    if (slow_end != fast_end || memcmp(&slow, &fast, sizeof slow) != 0)
        print_message("# '%.*s'\n", (int)length, text);
    assert_ptr_equal(slow_end, fast_end);
    assert_memory_equal(&slow, &fast, sizeof slow);
    free(copy);
}

static void decimal_numbers_of_every_shape_agree(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    for (int i = 0; i < 200000; i++) {
        char text[64];
        int whole = (int)kt_random_below(&random, 10), fraction = (int)kt_random_below(&random, 11);
        int length = 0;
        if (kt_random_below(&random, 2))
            text[length++] = '-';
        for (int k = 0; k < whole; k++)
            text[length++] = (char)('0' + kt_random_below(&random, 10));
        if (fraction > 0)
            text[length++] = '.';
        for (int k = 1; k < fraction; k++)
            text[length++] = (char)('0' + kt_random_below(&random, 10));
        static const char *const tails[] = {" 12.5 -7 1.25 33.333 4 5", "\n", "e5 123456789012345678901234", "",
                                            ".5.5.5.5.5.5.5.5.5.5.5.5", "x",  "}                       ",    "e"};
        const char *tail = tails[kt_random_below(&random, 8)];
        strcpy(text + length, tail);
        check_same(text, (size_t)length + strlen(tail));
    }
}

static void any_bytes_agree(void **state)
{
    (void)state;
    static const char letters[] = "0123456789.-+eE \n:/\x80\xFF\xB0";
    kt_random random = kt_random_make(5);
    for (int i = 0; i < 200000; i++) {
        char text[32];
        size_t length = kt_random_below(&random, sizeof text);
        for (size_t k = 0; k < length; k++)
            text[k] = letters[kt_random_below(&random, sizeof letters - 1)];
        check_same(text, length);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimal_numbers_of_every_shape_agree),
        cmocka_unit_test(any_bytes_agree),
    };
    return kt_run(tests);
}
