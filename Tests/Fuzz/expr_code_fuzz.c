/* Arbitrary bytes as the text form, as byte code, and as lowered code of an expression. */
#include "expr_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_text(const uint8_t *data, size_t size, const kd_expr_desc *desc)
{
    kd_expression *expression;
    kd_findings findings = kd_findings_make(NULL);
    kd_result result = kd_expression_read((const char *)data, size, desc, &expression, &findings);
    CHECK((result == KD_OK) == (findings.counts[KD_SEVERITY_ERROR] == 0));
    if (expression)
        check_expression(expression, desc, (uint32_t)size);
    kd_expression_free(expression);
    kd_findings_free(&findings);
}

static void fuzz_words(const uint8_t *data, size_t size, const kd_expr_desc *desc)
{
    uint32_t *words = (uint32_t *)malloc(size + 4);
    size_t count = 0;
    /* A byte a word, so that the fuzzer need not find the zeros; 0xFF brings a whole one. */
    for (size_t i = 0; i < size; i++) {
        words[count] = data[i];
        if (data[i] == 0xFF && i + 4 < size) {
            memcpy(&words[count], data + i + 1, 4);
            i += 4;
        }
        count++;
        if (count * 4 + 4 > size)
            break;
    }
    kd_expression *expression;
    if (kd_expression_open(words, count, desc, &expression, NULL) == KD_OK)
        check_expression(expression, desc, (uint32_t)size);
    kd_expression_free(expression);
    free(words);
}

/* A block whose head fits its length, the rest as it comes; and the bytes as they are. */
static void fuzz_code(const uint8_t *data, size_t size)
{
    uint32_t *block = (uint32_t *)calloc(1, size + 64);
    memcpy(block, data, size);
    const kd_expr_code *code = kd_expr_code_open(block, size, NULL);
    if (code)
        check_run(code, 1);
    if (size >= 8) {
        uint32_t inputs = data[0] % 8, constants = data[1] % 8, units = (uint32_t)(size - 8) / 2;
        uint32_t fixed = inputs + constants;
        units = units > 2 * fixed ? units - 2 * fixed : 1;
        uint32_t bytes = 32 + 4 * fixed + 4 * ((units + 1) / 2);
        block = (uint32_t *)realloc(block, bytes + size);
        memset(block, 0, bytes + size);
        uint32_t head[8] = {UINT32_C(0x3158444B), bytes, data[2], inputs, constants, data[3], units, 0};
        head[7] = (uint32_t)(data[4] % 3) << 16 | data[5];
        memcpy(block, head, sizeof head);
        memcpy(block + 8, data + 8, size - 8);
        code = kd_expr_code_open(block, bytes, NULL);
        if (code) {
            kd_buffer text = kd_buffer_make(NULL);
            check_run(code, 2);
            CHECK(kd_expr_code_list(code, &text) == KD_OK);
            kd_buffer_free(&text);
        }
    }
    free(block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    kd_expr_desc desc = check_desc(data[0]);
    if (data[1] % 4 < 2)
        fuzz_text(data + 2, size - 2, &desc);
    else if (data[1] % 4 == 2)
        fuzz_words(data + 2, size - 2, &desc);
    else
        fuzz_code(data + 2, size - 2);
    return 0;
}
