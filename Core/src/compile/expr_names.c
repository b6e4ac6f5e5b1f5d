/* Names in an expression. */
#include "compile/expr_names.h"

#include <string.h>

typedef struct names_constant {
    const char *name;
    float value;
} names_constant;

static const names_constant NAMES_CONSTANTS[] = {{"pi", 3.14159265358979f}, {"e", 2.71828182845905f}};

enum { NAMES_CONSTANT_COUNT = 2, NAMES_GUESS_MAX = 24 };

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

static char names_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int names_smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Letters to insert, drop, change or exchange with their neighbour; the case of a letter is no change. */
static int names_distance(const char *a, int a_length, const char *b)
{
    int rows[3][NAMES_GUESS_MAX + 1];
    int b_length = (int)strlen(b);
    if (a_length > NAMES_GUESS_MAX || b_length > NAMES_GUESS_MAX)
        return NAMES_GUESS_MAX;
    for (int k = 0; k <= b_length; k++)
        rows[0][k] = k;
    for (int i = 1; i <= a_length; i++) {
        int *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = i;
        for (int k = 1; k <= b_length; k++) {
            bool same = names_lower(a[i - 1]) == names_lower(b[k - 1]);
            now[k] = names_smaller(last[k - 1] + !same, names_smaller(last[k], now[k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                now[k] = names_smaller(now[k], before[k - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

static void names_consider(const char *candidate, const char *name, int length, const char **best, int *best_distance)
{
    int distance = names_distance(name, length, candidate);
    if (distance < *best_distance) {
        *best = candidate;
        *best_distance = distance;
    }
}

const char *kdi_expr_name_guess(const kd_expr_desc *desc, const char *name, int length, bool functions)
{
    const char *best = NULL;
    int distance = length <= 2 ? 2 : length <= 5 ? 3 : 4; /* nearer than this */
    if (functions) {
        for (int i = 0; i < KDI_ROW_COUNT; i++)
            if (kdi_expr_rows[i].use != 'O')
                names_consider(kdi_expr_rows[i].name, name, length, &best, &distance);
        return best;
    }
    for (int i = 0; i < desc->input_count; i++)
        if (desc->inputs[i].name)
            names_consider(desc->inputs[i].name, name, length, &best, &distance);
    for (int i = 0; i < NAMES_CONSTANT_COUNT && length > 1; i++)
        names_consider(NAMES_CONSTANTS[i].name, name, length, &best, &distance);
    return best;
}
