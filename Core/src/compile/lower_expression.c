/* Expr: compiled when the rig is, and lowered to code that works on the program's own registers. */
#include "compile/rig_compile.h"

#include "kinedriver/expr.h"
#include "text/findings.h"

#include <string.h>

/* What waits until the registers are known. */
typedef struct expression_work {
    kd_expression *expression;
    uint32_t input_count;
} expression_work;

static kd_result expression_write(const kdi_call_build *call, const uint32_t *registers, kd_buffer *code)
{
    const expression_work *work = (const expression_work *)call->source;
    int32_t places[KD_EXPR_INPUTS_MAX];
    for (uint32_t i = 0; i < work->input_count; i++)
        places[i] = (int32_t)registers[i];
    kd_expr_lower_desc desc = {places, (int32_t)registers[call->in_count + call->out_count],
                               (int32_t)registers[call->in_count]};
    return kd_expression_lower(work->expression, &desc, code);
}

static void expression_end(const kdi_call_build *call)
{
    kd_expression_free(((const expression_work *)call->source)->expression);
}

/* How many registers of its own the code takes. */
static uint32_t expression_own_registers(rig_compile *compile, const kd_expression *expression)
{
    kd_buffer code = kd_buffer_make(&compile->build.arena.allocator);
    uint32_t count = 0;
    if (kd_expression_lower(expression, NULL, &code) == KD_OK) {
        const kd_expr_code *opened = kd_expr_code_open(code.data, code.size, NULL);
        count = opened != NULL ? (uint32_t)kd_expr_register_count(opened) : 0;
    } else
        compile->is_out_of_memory = true;
    kd_buffer_free(&code);
    return count;
}

static kd_expression *expression_compile(rig_compile *compile, const kd_node *node)
{
    const kd_expr *expr = &node->as.expr;
    kd_expr_input *inputs =
        (kd_expr_input *)kdi_compile_memory(compile, (size_t)expr->input_count, sizeof(kd_expr_input));
    if (inputs == NULL)
        return NULL;
    for (int32_t i = 0; i < expr->input_count; i++) {
        inputs[i].name = expr->inputs[i].name;
        inputs[i].type = (kd_expr_type)expr->inputs[i].type;
    }
    kd_expr_desc desc = kd_expr_desc_default();
    const kd_text *text = expr->source.text != NULL ? &expr->source : &expr->code;
    desc.inputs = inputs;
    desc.input_count = expr->input_count;
    desc.open_inputs = false;
    desc.result_type = expr->type;
    desc.line = text->item.line > 0 ? text->item.line : 1;
    desc.column = text->item.column > 0 ? text->item.column : 1;
    desc.allocator = compile->build.arena.allocator;
    kd_expression *expression = NULL;
    if (text == &expr->source)
        kd_expression_compile(text->text, strlen(text->text), &desc, &expression, compile->findings);
    else
        kd_expression_read(text->text, strlen(text->text), &desc, &expression, compile->findings);
    return expression;
}

void kdi_compile_expression(rig_compile *compile, const kd_node *node)
{
    static const float IDENTITY[4] = {0, 0, 0, 1};
    const kd_expr *expr = &node->as.expr;
    kdi_program_build *build = &compile->build;
    kd_expression *expression = expression_compile(compile, node);
    size_t operands = (size_t)expr->input_count + 1;
    kdi_place_id *places = (kdi_place_id *)kdi_compile_memory(compile, operands, sizeof(kdi_place_id));
    uint8_t *widths = (uint8_t *)kdi_compile_memory(compile, operands, 1);
    expression_work *work = (expression_work *)kdi_compile_memory(compile, 1, sizeof(expression_work));
    if (expression == NULL || places == NULL || widths == NULL || work == NULL) {
        kd_expression_free(expression);
        return;
    }
    for (int32_t i = 0; i < expr->input_count; i++) {
        bool turns = expr->inputs[i].type == KD_VALUE_QUAT;
        widths[i] = (uint8_t)kdi_value_components(expr->inputs[i].type);
        places[i] =
            kdi_compile_input(compile, expr->inputs[i].name,
                              kdi_build_constants(build, turns ? IDENTITY : (const float[3]){0, 0, 0}, widths[i]));
    }
    uint32_t own = expression_own_registers(compile, expression);
    widths[expr->input_count] = (uint8_t)kdi_value_components(expr->type);
    places[expr->input_count] = kdi_build_values(build, widths[expr->input_count]);
    work->expression = expression;
    work->input_count = (uint32_t)expr->input_count;
    kdi_call_build *call = kdi_build_call(build, KDI_OP_EXPRESSION, places, widths, work->input_count, 1);
    if (call == NULL) {
        kd_expression_free(expression);
        return;
    }
    kdi_build_call_room(build, call, own, true);
    call->source = work;
    call->write = expression_write;
    call->end = expression_end;
    kdi_compile_output(compile, "out", kdi_compile_fade(compile, places[expr->input_count], expr->type));
}
