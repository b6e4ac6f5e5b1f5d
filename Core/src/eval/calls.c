/* The instructions that are no kernels: expressions and RBFs work on the register file by themselves. */
#include "eval/expr_batch.h"
#include "eval/rbf_run.h"
#include "eval/run.h"

static const kdi_call *calls_of(const kd_program *program, const kdi_step *step)
{
    return (const kdi_call *)(const void *)(KDI_SECTION(program, tables, uint32_t) + step->table);
}

static const void *calls_code(const kd_program *program, const kdi_call *call)
{
    return KDI_SECTION(program, data, uint32_t) + call->code;
}

static void calls_run_expressions(const kd_program *program, const kdi_step *step, kd_backend backend, int32_t lanes,
                                  float *registers)
{
    const kdi_call *calls = calls_of(program, step);
    kdi_expr_lanes_runner *run_lanes = kdi_expr_find_lanes(backend);
    for (uint32_t i = 0; i < step->count; i++) {
        const kd_expr_code *code = (const kd_expr_code *)calls_code(program, &calls[i]);
        if (lanes == 1)
            kd_expr_run(code, registers);
        else
            run_lanes(code, registers, (size_t)lanes / KD_EXPR_LANE_STEP);
    }
}

static void calls_run_rbfs(const kd_program *program, const kdi_step *step, kd_backend backend, int32_t lanes,
                           float *registers)
{
    const kdi_call *calls = calls_of(program, step);
    kdi_rbf_runner *run = kdi_rbf_find(backend);
    for (uint32_t i = 0; i < step->count; i++)
        run((const kd_rbf_code *)calls_code(program, &calls[i]), registers, (size_t)lanes);
}

void kdi_run_calls(const kd_program *program, const kdi_step *step, kd_backend backend, int32_t lanes, float *registers)
{
    if (step->op == KDI_OP_RBF)
        calls_run_rbfs(program, step, backend, lanes, registers);
    else
        calls_run_expressions(program, step, backend, lanes, registers);
}

void kdi_load_calls(const kd_program *program, int32_t lanes, float *registers)
{
    const kdi_step *steps = KDI_SECTION(program, steps, kdi_step);
    for (uint32_t i = 0; i < program->steps.count; i++) {
        const kdi_call *calls = calls_of(program, &steps[i]);
        for (uint32_t k = 0; steps[i].op == KDI_OP_EXPRESSION && k < steps[i].count; k++) {
            const kd_expr_code *code = (const kd_expr_code *)calls_code(program, &calls[k]);
            if (lanes == 1)
                kd_expr_load(code, registers);
            else
                kd_expr_load_batch(code, registers, lanes);
        }
    }
}
