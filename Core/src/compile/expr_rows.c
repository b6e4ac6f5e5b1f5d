/* The operations of the byte code. */
#include "compile/expr_rows.h"

#include <string.h>

const kdi_expr_row kdi_expr_rows[KDI_ROW_COUNT] = {
#define EXPR_ROW(id, name, operands, result, instruction, use) {name, operands, result, use, KDI_EXPR_##instruction},
    KDI_EXPR_ROW_LIST(EXPR_ROW)
#undef EXPR_ROW
};

int kdi_expr_row_find(const char *name, size_t length, bool only_functions)
{
    for (int i = 0; i < KDI_ROW_COUNT; i++) {
        const kdi_expr_row *row = &kdi_expr_rows[i];
        if (row->name[0] == name[0] && strncmp(row->name, name, length) == 0 && row->name[length] == 0 &&
            !(only_functions && row->use == 'O'))
            return i;
    }
    return -1;
}

bool kdi_expr_row_same(int row, int next)
{
    return next < KDI_ROW_COUNT && strcmp(kdi_expr_rows[row].name, kdi_expr_rows[next].name) == 0;
}

int kdi_expr_row_arity(int row)
{
    return row >= KDI_ROW_COUNT ? 0 : (int)strlen(kdi_expr_rows[row].operands);
}
