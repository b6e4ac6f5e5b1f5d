/* The operand tables of the instructions, made from the list. */
#include "program/op_list.h"

#include <stddef.h>
#include <string.h>

static const kdi_op_info OP_INFO[KDI_OP_KERNEL_COUNT] = {
#define OP_ROW(name, in, parameters, out, text) {#name, in, out, in out, text, parameters},
    KDI_OP_LIST(OP_ROW)
#undef OP_ROW
};

const kdi_op_info *kdi_op_find(uint32_t op)
{
    return op < KDI_OP_KERNEL_COUNT ? &OP_INFO[op] : NULL;
}

int kdi_op_operand_count(const kdi_op_info *info)
{
    return (int)strlen(info->operands);
}
