/* Names in an expression. */
#include "compile/expr_names.h"

#include <string.h>

typedef struct names_constant {
    const char *name;
    float value;
} names_constant;

static const names_constant NAMES_CONSTANTS[] = {{"pi", 3.14159265358979f}, {"e", 2.71828182845905f}};

enum { NAMES_CONSTANT_COUNT = sizeof NAMES_CONSTANTS / sizeof NAMES_CONSTANTS[0] };

int kdi_expr_input_find(const kd_expr_desc *desc, const char *name, int length)
{
    for (int i = 0; i < desc->input_count; i++)
        if (desc->inputs[i].name && strncmp(desc->inputs[i].name, name, (size_t)length) == 0 &&
            desc->inputs[i].name[length] == 0)
            return i;
    if (length < 2 || name[0] != 'x' || (name[1] == '0' && length > 2))
        return -1;
    int number = 0;
    for (int i = 1; i < length; i++) {
        if (name[i] < '0' || name[i] > '9')
            return -1;
        number = number < 100000 ? number * 10 + (name[i] - '0') : number;
    }
    return number;
}

bool kdi_expr_constant_find(const char *name, int length, float *value)
{
    for (int i = 0; i < NAMES_CONSTANT_COUNT; i++)
        if (strlen(NAMES_CONSTANTS[i].name) == (size_t)length &&
            memcmp(NAMES_CONSTANTS[i].name, name, (size_t)length) == 0) {
            *value = NAMES_CONSTANTS[i].value;
            return true;
        }
    return false;
}

const char *kdi_expr_suggest_function(const char *name, int length, char text[KDI_SUGGEST_TEXT_SIZE])
{
    kdi_suggest suggest = kdi_suggest_make(name, (size_t)length);
    for (int i = 0; i < KDI_ROW_COUNT; i++)
        if (kdi_expr_rows[i].use != 'O')
            kdi_suggest_offer(&suggest, kdi_expr_rows[i].name);
    return kdi_suggest_text(&suggest, text);
}

const char *kdi_expr_suggest_input(const kd_expr_desc *desc, const char *name, int length,
                                   char text[KDI_SUGGEST_TEXT_SIZE])
{
    kdi_suggest suggest = kdi_suggest_make(name, (size_t)length);
    for (int i = 0; i < desc->input_count; i++)
        if (desc->inputs[i].name)
            kdi_suggest_offer(&suggest, desc->inputs[i].name);
    for (int i = 0; i < NAMES_CONSTANT_COUNT && length > 1; i++)
        kdi_suggest_offer(&suggest, NAMES_CONSTANTS[i].name);
    return kdi_suggest_text(&suggest, text);
}
