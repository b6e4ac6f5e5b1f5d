/* Expr: compiled when the rig is, and lowered to code that works on the program's own registers. What is wrong with an
 * expression is shown where it stands in the rig's file. */
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

/* The place in the file of a line and column of the text; those themselves where the text is from no file. */
static kdi_place expression_place(const kd_text *text, int line, int column)
{
    kdi_place found = {line, column, NULL};
    const char *at = text->text;
    for (; line > 1 && *at != 0; at++)
        line -= *at == '\n';
    for (; column > 1 && *at != 0; at++)
        column--;
    const kd_text_place *place = NULL;
    for (int32_t i = 0; i < text->place_count && text->places[i].offset <= at - text->text; i++)
        place = &text->places[i];
    if (place == NULL)
        return found;
    found.line = place->line;
    found.column = place->column;
    for (const char *c = text->text + place->offset; c < at; c++) {
        found.column = *c == '\n' ? 1 : found.column + 1;
        found.line += *c == '\n';
    }
    return found;
}

/* Passes on what was found in the text of a node, with the node's name. */
static void expression_report(rig_compile *compile, const kd_node *node, const kd_text *text, kd_findings *findings)
{
    char path[KDI_NAME_SHOW_SIZE];
    for (size_t i = 0; i < findings->count; i++) {
        const kd_error *error = &findings->items[i].error;
        kdi_place place = {text->item.line, text->item.column, NULL};
        if (error->line > 0)
            place = expression_place(text, error->line, error->column);
        place.path = kdi_name_show(node->name, path, sizeof path);
        kdi_report(compile->findings, findings->items[i].severity, error->code, &place, "%s", error->text);
    }
    kd_findings_free(findings);
}

/* Whether degrees arrive at the port: from an angle, unless the connection's factor makes radians of them. */
static bool expression_takes_degrees(const rig_compile *compile, const char *port)
{
    float factor;
    if (compile->rig->units.angle != KD_ANGLE_DEGREE || kdi_compile_fed_unit(compile, port, &factor) != KD_UNIT_ANGLE)
        return false;
    float turned = factor / compile->angle_unit;
    return !(turned > 0.99f && turned < 1.01f) && !(turned > -1.01f && turned < -0.99f);
}

kd_expression *kdi_compile_expression_text(rig_compile *compile, const kd_node *node)
{
    const kd_expr *expr = &node->as.expr;
    kd_expr_input *inputs =
        (kd_expr_input *)kdi_compile_memory(compile, (size_t)expr->input_count, sizeof(kd_expr_input));
    if (inputs == NULL)
        return NULL;
    for (int32_t i = 0; i < expr->input_count; i++) {
        inputs[i].name = expr->inputs[i].name;
        inputs[i].type = (kd_expr_type)expr->inputs[i].type;
        inputs[i].is_angle = expression_takes_degrees(compile, expr->inputs[i].name);
    }
    kd_expr_desc desc = kd_expr_desc_default();
    desc.inputs = inputs;
    desc.input_count = expr->input_count;
    desc.open_inputs = false;
    desc.result_type = expr->type;
    desc.allocator = compile->build.arena.allocator;
    bool from_source = expr->source.text != NULL;
    const kd_text *text = from_source ? &expr->source : &expr->code;
    kd_findings findings = kd_findings_make(&desc.allocator);
    kd_expression *expression = NULL;
    kd_result result = (from_source ? kd_expression_compile : kd_expression_read)(text->text, strlen(text->text), &desc,
                                                                                  &expression, &findings);
    expression_report(compile, node, text, &findings);
    compile->text_error = compile->text_error == KD_OK ? result : compile->text_error;
    return expression;
}

void kdi_compile_expression(rig_compile *compile, const kd_node *node)
{
    static const float IDENTITY[4] = {0, 0, 0, 1};
    const kd_expr *expr = &node->as.expr;
    kdi_program_build *build = &compile->build;
    kd_expression *expression = kdi_compile_expression_text(compile, node);
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
