/* The JSON reader: against the JSON library's own where both apply, and by the grammar. */
#include "support/test.h"

#include "io/json_parse.h"

static json_t *parse(const char *text, size_t size, int depth, kdi_json_fault *fault)
{
    kd_allocator allocator = kt_allocator();
    unsigned char *copy = (unsigned char *)malloc(size ? size : 1); /* without a terminator */
    assert_non_null(copy);
    memcpy(copy, text, size);
    json_t *value = kdi_json_parse((const char *)copy, size, depth, &allocator, fault);
    free(copy);
    assert_true((value != NULL) == (fault->code == KD_OK));
    return value;
}

static void texts_become_what_they_say(void **state)
{
    (void)state;
    static const char text[] = " {\"a\" : [1, -2.5e3, true, false, null, \"x\\n\\u00e9\\ud83d\\ude00\\\"\\/\"],\n"
                               "\"b\":{},\"c\":[ ],\"a b\":\"\xE8\x82\xA9\", \"\":0.1, \"twice\":1, \"twice\":2}\r\n";
    kdi_json_fault fault;
    json_t *value = parse(text, sizeof text - 1, 2, &fault);
    assert_non_null(value);
    json_t *list = json_object_get(value, "a");
    assert_int_equal(json_array_size(list), 6);
    assert_true(json_number_value(json_array_get(list, 0)) == 1.0);
    assert_true(json_number_value(json_array_get(list, 1)) == -2500.0);
    assert_true(json_is_true(json_array_get(list, 2)) && json_is_false(json_array_get(list, 3)));
    assert_true(json_is_null(json_array_get(list, 4)));
    assert_string_equal(json_string_value(json_array_get(list, 5)), "x\n\xC3\xA9\xF0\x9F\x98\x80\"/");
    assert_int_equal(json_object_size(json_object_get(value, "b")), 0);
    assert_int_equal(json_array_size(json_object_get(value, "c")), 0);
    assert_string_equal(json_string_value(json_object_get(value, "a b")), "\xE8\x82\xA9");
    assert_true(json_number_value(json_object_get(value, "")) == 0.1);
    assert_true(json_number_value(json_object_get(value, "twice")) == 2.0);
    json_decref(value);
}

static void faults_have_their_code_and_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        kd_result code;
        int line, column;
    } cases[] = {
        {"", KD_TRUNCATED, 1, 1},
        {"  ", KD_TRUNCATED, 1, 3},
        {"{", KD_TRUNCATED, 1, 2},
        {"[1,", KD_TRUNCATED, 1, 4},
        {"[1,]", KD_SYNTAX, 1, 4},
        {"[1 2]", KD_SYNTAX, 1, 4},
        {"{\"a\"\n:1,}", KD_SYNTAX, 2, 4},
        {"{\"a\" 1}", KD_SYNTAX, 1, 6},
        {"{a:1}", KD_SYNTAX, 1, 2},
        {"[01]", KD_SYNTAX, 1, 3},
        {"[+1]", KD_SYNTAX, 1, 2},
        {"[.5]", KD_SYNTAX, 1, 2},
        {"[5.]", KD_SYNTAX, 1, 4},
        {"[1e]", KD_SYNTAX, 1, 4},
        {"[-]", KD_SYNTAX, 1, 3},
        {"[1e999]", KD_NUMBER, 1, 7},
        {"[nan]", KD_SYNTAX, 1, 2},
        {"[tru]", KD_SYNTAX, 1, 2},
        {"\"abc", KD_TRUNCATED, 1, 5},
        {"\"a\nb\"", KD_SYNTAX, 1, 3},
        {"\"\\x\"", KD_SYNTAX, 1, 3},
        {"\"\\u12g4\"", KD_SYNTAX, 1, 6},
        {"\"\\u0000\"", KD_ENCODING, 1, 8},
        {"\"\\ud800\"", KD_SYNTAX, 1, 8},
        {"\"\\ud800\\u0041\"", KD_ENCODING, 1, 14},
        {"\"\\udc00\"", KD_ENCODING, 1, 8},
        {"\"\xC0\xAF\"", KD_ENCODING, 1, 2},
        {"\"\xE8\x82\"", KD_ENCODING, 1, 2},
        {"\"\xED\xA0\x80\"", KD_ENCODING, 1, 2},
        {"1 2", KD_SYNTAX, 1, 3},
        {"[[[1]]]", KD_LIMIT, 1, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kdi_json_fault fault;
        assert_null(parse(cases[i].text, strlen(cases[i].text), 2, &fault));
        if (fault.code != cases[i].code || fault.line != cases[i].line || fault.column != cases[i].column)
            fail_msg("%s: %s at %d:%d", cases[i].text, kd_result_name(fault.code), fault.line, fault.column);
        assert_true(strlen(fault.text) > 10);
    }
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

/* Random edits of a valid text: this reader accepts what the library accepts and gives the same tree. Numbers beyond
 * the library's integers aside, of which the text has none. */
static void agrees_with_the_library_on_random_texts(void **state)
{
    (void)state;
    static const char base[] =
        "{\"k\":[1,-0.5,2e3,\"s\\u0041\\n\",true,{\"q\":null}],\"z\":[[],{}],\"t\":\"\xC3\xA9\"}";
    static const char alphabet[] = "{}[]\",:\\0123456789.-+eEunrtfalsk \n\x01\xC3\xA9";
    kt_random random = kt_random_make(3);
    int accepted = 0;
    for (int round = 0; round < 20000; round++) {
        char text[sizeof base];
        memcpy(text, base, sizeof base);
        for (uint32_t i = 0; i < 1 + kt_random_below(&random, 2); i++)
            text[kt_random_below(&random, sizeof base - 1)] = alphabet[kt_random_below(&random, sizeof alphabet - 1)];
        kdi_json_fault fault;
        json_t *ours = parse(text, sizeof base - 1, 100, &fault);
        json_t *theirs = json_loadb(text, sizeof base - 1, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, NULL);
        if (!ours != !theirs || (ours && !json_equal(ours, theirs)))
            fail_msg("the readers disagree about %s", text);
        accepted += ours != NULL;
        json_decref(ours);
        json_decref(theirs);
    }
    assert_true(accepted > 1000 && accepted < 19000);
}

static void too_many_values_are_refused_early(void **state)
{
    (void)state;
    size_t size = 2 * (size_t)KDI_JSON_MAX_VALUES + 10;
    char *text = (char *)malloc(size);
    assert_non_null(text);
    kdi_json_fault fault;
    for (size_t i = 0; i < size; i++)
        text[i] = i == 0 ? '[' : i % 2 ? '0' : ',';
    assert_null(parse(text, size, 10, &fault));
    assert_int_equal(fault.code, KD_LIMIT);
    for (size_t i = 0; i < size; i++)
        text[i] = i == 0 ? '[' : "{},"[(i - 1) % 3];
    assert_null(parse(text, size, 10, &fault));
    assert_int_equal(fault.code, KD_LIMIT);
    memset(text, '[', size);
    assert_null(parse(text, size, 64, &fault));
    assert_int_equal(fault.code, KD_LIMIT);
    free(text);
    assert_int_equal(kt_memory_state.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_what_they_say),
        cmocka_unit_test(faults_have_their_code_and_place),
        cmocka_unit_test(agrees_with_the_library_on_random_texts),
        cmocka_unit_test(too_many_values_are_refused_early),
    };
    return kt_run(tests);
}
