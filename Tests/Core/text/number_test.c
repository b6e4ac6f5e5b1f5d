/* Numbers to text and back. */
#include "support/test.h"

#include "text/number.h"

#include <math.h>

static double number_of(const char *text)
{
    double value = 12345.678;
    const char *end = kdi_number_parse(text, text + strlen(text), &value);
    assert_non_null(end);
    assert_int_equal(*end, '\0');
    return value;
}

static void decimal_texts_are_read_correctly_rounded(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    for (int i = 0; i < 200000; i++) {
        uint64_t bits = (uint64_t)kt_random_bits(&random) << 32 | kt_random_bits(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        char text[64];
        snprintf(text, sizeof text, "%.*e", (int)kt_random_below(&random, 25), value);
        double expected = strtod(text, NULL);
        if (!isfinite(expected))
            continue;
        double got = number_of(text);
        assert_memory_equal(&got, &expected, sizeof got);
        snprintf(text, sizeof text, "%.*f", (int)kt_random_below(&random, 20), kt_random_in(&random, -1e6, 1e6));
        expected = strtod(text, NULL);
        got = number_of(text);
        assert_memory_equal(&got, &expected, sizeof got);
    }
}

static void every_form_of_a_number_is_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "+1",
        ".0083333",
        "5.",
        "1e-05",
        "1E+5",
        "-1.5e-310",
        "1e-400",
        "000012.50",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000123",
        "123456789012345678901234567890",
        "179769313486231580793728971405301e276",
        "9007199254740993",
        "4.9e-324",
        "2.4703282292062327208e-324",
        "0e99999999999",
        "1e-99999999999"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double expected = strtod(texts[i], NULL);
        double got = number_of(texts[i]);
        assert_memory_equal(&got, &expected, sizeof got);
    }
}

static void what_is_no_finite_number_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",     "-",   "+",     ".",        "-.", "e5", "nan", "inf",
                                        "-inf", "NaN", "1e400", "-1e99999", "x",  " 1", ",5"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value;
        assert_null(kdi_number_parse(texts[i], texts[i] + strlen(texts[i]), &value));
    }
    double value = 0;
    const char *text = "0x10";
    assert_ptr_equal(kdi_number_parse(text, text + 4, &value), text + 1);
    text = "1e";
    assert_ptr_equal(kdi_number_parse(text, text + 2, &value), text + 1);
    text = "1.5.5";
    assert_ptr_equal(kdi_number_parse(text, text + 5, &value), text + 3);
}

static void very_long_numbers_round_by_all_their_digits(void **state)
{
    (void)state;
    /* 1 + 2^-53 is half-way between two doubles: a digit far behind decides. */
    char text[3000] = "1.00000000000000011102230246251565404236316680908203125";
    double got = number_of(text);
    assert_true(got == 1.0);
    size_t length = strlen(text);
    memset(text + length, '0', 2900 - length);
    text[2900] = '1';
    text[2901] = '\0';
    got = number_of(text);
    assert_true(got > 1.0 && got < 1.0 + 1e-15);
}

static void numbers_survive_writing_and_reading(void **state)
{
    (void)state;
    kt_random random = kt_random_make(5);
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = (uint64_t)kt_random_bits(&random) << 32 | kt_random_bits(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        char text[KDI_NUMBER_SIZE];
        if (isfinite(value)) {
            assert_true(kdi_number_format(value, text) < KDI_NUMBER_SIZE);
            assert_true(number_of(text) == value);
        }
        float small;
        memcpy(&small, &bits, sizeof small);
        if (isfinite(small)) {
            kdi_number_format_float(small, text);
            assert_true((float)number_of(text) == small);
        }
    }
    char text[KDI_NUMBER_SIZE];
    kdi_number_format(0.1, text);
    assert_string_equal(text, "0.1");
    kdi_number_format(-1e6 * 1e300, text);
    assert_string_equal(text, "-1e306");
    kdi_number_format(NAN, text);
    assert_string_equal(text, "0");
    kdi_number_format_float(0.1f, text);
    assert_string_equal(text, "0.1");
    kdi_number_format_float(1e-20f, text);
    assert_string_equal(text, "1e-20");
}

static void a_comma_locale_changes_nothing(void **state)
{
    (void)state;
    kt_comma_locale();
    const char *source = "1234.5x";
    double value = 0;
    const char *end = kdi_number_parse(source, source + 7, &value);
    char text[KDI_NUMBER_SIZE];
    kdi_number_format(-1234.5678, text);
    kt_plain_locale();
    assert_true(end != NULL && value == 1234.5);
    assert_string_equal(text, "-1234.5678");
}

/* The fewest digits from 6 on that read back the same, found by trying. */
static void float_by_trying(float value, char text[KDI_NUMBER_SIZE])
{
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, KDI_NUMBER_SIZE, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            return;
    }
}

static void assert_float_text(float value)
{
    char text[KDI_NUMBER_SIZE], expected[KDI_NUMBER_SIZE];
    float_by_trying(value, expected);
    if (strchr(expected, 'e') != NULL)
        return; /* exponents are written in a form of our own */
    int length = kdi_number_format_float(value, text);
    assert_string_equal(text, expected);
    assert_int_equal(length, (int)strlen(text));
}

static void floats_are_written_with_the_fewest_digits_that_read_back(void **state)
{
    (void)state;
    kt_random random = kt_random_make(31);
    static const float EDGES[] = {0.0f,     -0.0f,   1.0f,        0.1f,       1e-4f,     9.99999e-5f, 0.00999999978f,
                                  99999.5f, 1e5f,    99999.9922f, 0.5f,       0.25f,     1234567.0f,  16777216.0f,
                                  0.3f,     2.5e-4f, 9.99999905f, 999.99994f, 100000.5f, 1.0000005f,  0.9999995f};
    for (size_t i = 0; i < sizeof EDGES / sizeof EDGES[0]; i++)
        assert_float_text(EDGES[i]);
    for (int i = 0; i < 200000; i++) {
        float wide = (float)(kt_random_in(&random, -1, 1) * pow(10, kt_random_in(&random, -6, 8)));
        assert_float_text(wide);
        assert_float_text((float)(round((double)wide * 1e4) / 1e4));
        assert_float_text((float)kt_random_below(&random, 2000000) / 1024.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimal_texts_are_read_correctly_rounded),
        cmocka_unit_test(every_form_of_a_number_is_read),
        cmocka_unit_test(what_is_no_finite_number_is_refused),
        cmocka_unit_test(very_long_numbers_round_by_all_their_digits),
        cmocka_unit_test(numbers_survive_writing_and_reading),
        cmocka_unit_test(floats_are_written_with_the_fewest_digits_that_read_back),
        cmocka_unit_test(a_comma_locale_changes_nothing),
    };
    return kt_run(tests);
}
