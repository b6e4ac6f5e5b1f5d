/* The instructions that are no kernels: expressions and RBFs work on the register file by themselves. */
#include "eval/run.h"

#include "kinedriver/expr_eval.h"

static const kd_expr_code *calls_expression(const kd_program *program, const kdi_call *call)
{
    return (const kd_expr_code *)(const void *)(KDI_SECTION(program, data, uint32_t) + call->code);
}

void kdi_run_calls(const kd_program *program, const kdi_step *step, int32_t lanes, float *registers)
{
    const kdi_call *calls = (const kdi_call *)(const void *)(KDI_SECTION(program, tables, uint32_t) + step->table);
    for (uint32_t i = 0; i < step->count; i++) {
        const kd_expr_code *code = calls_expression(program, &calls[i]);
        if (lanes == 1)
            kd_expr_run(code, registers);
        else
            kd_expr_run_batch(code, registers, lanes);
    }
}

void kdi_load_calls(const kd_program *program, int32_t lanes, float *registers)
{
    const kdi_step *steps = KDI_SECTION(program, steps, kdi_step);
    for (uint32_t i = 0; i < program->steps.count; i++) {
        if (kdi_op_find(steps[i].op) != NULL)
            continue;
        const kdi_call *calls =
            (const kdi_call *)(const void *)(KDI_SECTION(program, tables, uint32_t) + steps[i].table);
        for (uint32_t k = 0; k < steps[i].count; k++) {
            const kd_expr_code *code = calls_expression(program, &calls[k]);
            if (lanes == 1)
                kd_expr_load(code, registers);
            else
                kd_expr_load_batch(code, registers, lanes);
        }
    }
}
