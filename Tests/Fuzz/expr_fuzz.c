/* Arbitrary bytes as the source of an expression. */
#include "expr_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    kd_expr_desc desc = check_desc(data[0]);
    kd_findings findings = kd_findings_make(NULL);
    kd_expression *expression;
    kd_result result = kd_expression_compile((const char *)data + 1, size - 1, &desc, &expression, &findings);
    CHECK((result == KD_OK) == (expression != NULL));
    CHECK((result == KD_OK) == (findings.counts[KD_SEVERITY_ERROR] == 0));
    if (expression)
        check_expression(expression, &desc, (uint32_t)size * 2654435761u + data[size / 2]);
    kd_expression_free(expression);
    kd_findings_free(&findings);
    return 0;
}
