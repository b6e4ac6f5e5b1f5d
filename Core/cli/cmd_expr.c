/* kinedriver expr: expressions compiled, run and explained on the command line, as the nodes of a rig do it. */
#include "call.h"
#include "expr_values.h"
#include "json_text.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPR_SOURCE                                                                                          \
    {                                                                                                        \
        .kind = CLI_TEXT, .placeholder = "EXPR", .help = "the expression; quoted, since shells know * and ?" \
    }
#define EXPR_VALUES                                                                                             \
    {                                                                                                           \
        .kind = CLI_TEXT, .placeholder = "VALUE", .optional = true, .repeats = true,                            \
        .help = "the inputs x0, x1 and so on: 2 is a float, 1,0,0 a vec3, 0,0,0,1 a quat; elbow=30 has a name " \
                "besides"                                                                                       \
    }
#define EXPR_TYPES                                                                                                   \
    {                                                                                                                \
        .kind = CLI_TEXT, .placeholder = "TYPE", .optional = true, .repeats = true,                                  \
        .help = "the types of x0, x1 and so on: float, vec3 or quat; axis:vec3 has a name besides; those not given " \
                "are floats"                                                                                         \
    }

typedef kd_result (*expr_maker)(const char *text, size_t length, const kd_expr_desc *desc, kd_expression **expression,
                                kd_findings *findings);

/* Makes the expression of the first argument. */
static cli_exit expr_make(cli_call *call, expr_maker make, const cli_expr_values *values, kd_expression **expression)
{
    const char *text = cli_argument(call, 0);
    kd_findings findings = kd_findings_make(NULL);
    kd_expr_desc desc = kd_expr_desc_default();
    desc.inputs = values->inputs;
    desc.input_count = values->count;
    make(text, strlen(text), &desc, expression, &findings);
    return cli_report(call, NULL, &findings);
}

static cli_exit expr_no_memory(cli_call *call)
{
    return cli_report_one(call, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL, "no memory for the expression");
}

/* The parts of a result as a list. */
static json_t *expr_run_code(const kd_expr_code *code, const float *inputs)
{
    float *registers = calloc((size_t)kd_expr_register_count(code), sizeof *registers), result[4];
    if (!registers)
        return NULL;
    kd_expr_eval(code, inputs, registers, result);
    free(registers);
    json_t *parts = json_array();
    for (int k = 0; k < kd_expr_type_width(kd_expr_result_type(code)); k++)
        json_array_append_new(parts, cli_json_float(result[k]));
    return parts;
}

static void expr_print_value(const json_t *parts)
{
    size_t index;
    const json_t *part;
    json_array_foreach(parts, index, part)
    {
        double number = json_real_value(part);
        printf("%s%.9g", index > 0 ? " " : "", number == 0 ? 0.0 : number); /* no "-0" */
    }
    putchar('\n');
}

static cli_exit expr_show_value(cli_call *call, const kd_expression *expression, const cli_expr_values *values)
{
    int wanted = kd_expression_input_count(expression);
    if (wanted > values->count)
        return cli_report_one(call, KD_SEVERITY_ERROR, KD_INDEX, NULL,
                              "x%d has no value; the expression takes %d, here %s %d", values->count, wanted,
                              values->count == 1 ? "is" : "are", values->count);
    kd_buffer block = kd_buffer_make(NULL);
    json_t *parts = NULL;
    if (kd_expression_lower(expression, NULL, &block) == KD_OK)
        parts = expr_run_code(kd_expr_code_open(block.data, block.size, NULL), values->numbers);
    kd_buffer_free(&block);
    if (!parts)
        return expr_no_memory(call);
    if (call->json) {
        json_object_set_new(call->result, "type", json_string(kd_expr_type_name(kd_expression_type(expression))));
        json_object_set(call->result, "value", parts);
    } else {
        expr_print_value(parts);
    }
    json_decref(parts);
    return CLI_GOOD;
}

static cli_exit expr_run_with_values(cli_call *call, expr_maker make)
{
    cli_expr_values values;
    kd_expression *expression = NULL;
    cli_exit problem = cli_expr_values_read(call, 1, &values);
    if (!problem)
        problem = expr_make(call, make, &values, &expression);
    if (!problem)
        problem = expr_show_value(call, expression, &values);
    kd_expression_free(expression);
    cli_expr_values_free(&values);
    return problem;
}

static cli_exit expr_eval_run(cli_call *call)
{
    return expr_run_with_values(call, kd_expression_compile);
}

static cli_exit expr_run_run(cli_call *call)
{
    return expr_run_with_values(call, kd_expression_read);
}

typedef kd_result (*expr_writer)(const kd_expression *expression, kd_buffer *text);

static cli_exit expr_show_text(cli_call *call, const kd_expression *expression, const char *key, expr_writer write)
{
    kd_buffer text = kd_buffer_make(NULL);
    if (write(expression, &text) != KD_OK || kd_buffer_append(&text, "", 1) != KD_OK) {
        kd_buffer_free(&text);
        return expr_no_memory(call);
    }
    const char *shown = (const char *)text.data;
    if (call->json) {
        json_object_set_new(call->result, "type", json_string(kd_expr_type_name(kd_expression_type(expression))));
        json_object_set_new(call->result, "inputs", json_integer(kd_expression_input_count(expression)));
        json_object_set_new(call->result, key, cli_json_text(shown));
    } else {
        fputs(shown, stdout);
        if (text.size < 2 || shown[text.size - 2] != '\n')
            putchar('\n');
    }
    kd_buffer_free(&text);
    return CLI_GOOD;
}

static cli_exit expr_write_text(cli_call *call, const char *key, expr_writer write)
{
    cli_expr_values types;
    kd_expression *expression = NULL;
    cli_exit problem = cli_expr_types_read(call, 1, &types);
    if (!problem)
        problem = expr_make(call, kd_expression_compile, &types, &expression);
    if (!problem)
        problem = expr_show_text(call, expression, key, write);
    kd_expression_free(expression);
    cli_expr_values_free(&types);
    return problem;
}

static cli_exit expr_compile_run(cli_call *call)
{
    return expr_write_text(call, "text", kd_expression_write);
}

static cli_exit expr_explain_run(cli_call *call)
{
    return expr_write_text(call, "explanation", kd_expression_explain);
}

static const cli_param compile_arguments[] = {EXPR_SOURCE, EXPR_TYPES};
static const cli_example compile_examples[] = {
    {"kinedriver expr compile '(x0 + 3) * 2'", "Prints var 0; push 3; op add; push 2; op mul;"},
    {"kinedriver expr compile 'qrot(turn, axis).y' turn:quat axis:vec3", "Names the inputs and their types."},
};

static const cli_command expr_compile = {
    .name = "expr compile",
    .summary = "print the text form of an expression",
    .description = "Checks an expression and prints the text form of its byte code, which a KDI file keeps in <Code>. "
                   "Mistakes are told with their line and column in the expression.",
    CLI_ARGUMENTS(compile_arguments),
    CLI_EXAMPLES(compile_examples),
    .has_json = true,
    .run = expr_compile_run,
};

static const cli_param eval_arguments[] = {EXPR_SOURCE, EXPR_VALUES};
static const cli_example eval_examples[] = {
    {"kinedriver expr eval '(x0 + 3) * 2' 4", "Prints 14."},
    {"kinedriver expr eval 'cross(vec3(1,0,0), x0)' 0,1,0", "Takes a vector and prints one: 0 0 1."},
    {"kinedriver expr eval 'sin(rad(elbow)) * gain' elbow=-30 gain=2", "Gives the inputs names."},
    {"kinedriver expr eval -- '-x0 ^ 2' 3", "Needs two dashes before an expression that begins with one."},
};

static const cli_command expr_eval = {
    .name = "expr eval",
    .summary = "compute an expression",
    .description = "Computes an expression with the evaluator that games use and prints the result: a number, or the "
                   "parts of a vector or rotation with blanks between them, each with the fewest digits that mean "
                   "the same float. Every input that the expression names needs a value.",
    CLI_ARGUMENTS(eval_arguments),
    CLI_EXAMPLES(eval_examples),
    .has_json = true,
    .run = expr_eval_run,
};

static const cli_param run_arguments[] = {
    {.kind = CLI_TEXT, .placeholder = "CODE", .help = "the text form of an expression's byte code"},
    EXPR_VALUES,
};
static const cli_example run_examples[] = {
    {"kinedriver expr run 'var 0; push 3; op add; push 2; op mul;' 4", "Prints 14."},
    {"kinedriver expr run \"$(kinedriver expr compile 'max(x0, x1)')\" 2 5", "Runs what was compiled before."},
};

static const cli_command expr_run = {
    .name = "expr run",
    .summary = "compute byte code in its text form",
    .description = "Checks the text form of byte code, as `kinedriver expr compile` prints it and a KDI file keeps it, "
                   "and runs it like `kinedriver expr eval`.",
    CLI_ARGUMENTS(run_arguments),
    CLI_EXAMPLES(run_examples),
    .has_json = true,
    .run = expr_run_run,
};

static const cli_param explain_arguments[] = {EXPR_SOURCE, EXPR_TYPES};
static const cli_example explain_examples[] = {
    {"kinedriver expr explain '(x0 + 3) * 2'", "Shows tokens, tree, byte code and the code that runs."},
    {"kinedriver expr explain 'length(offset) > 2 ? 1 : 0' offset:vec3", "Shows one with a vector."},
};

static const cli_command expr_explain = {
    .name = "expr explain",
    .summary = "show what becomes of an expression",
    .description = "Shows every step of an expression: its tokens, its tree with types, the byte code after parts "
                   "without inputs have become numbers, and the instructions that run, where r0 is a register and "
                   "several steps may have become one instruction.",
    CLI_ARGUMENTS(explain_arguments),
    CLI_EXAMPLES(explain_examples),
    .has_json = true,
    .run = expr_explain_run,
};

static const cli_command *const expr_commands[] = {&expr_compile, &expr_eval, &expr_run, &expr_explain};

const cli_command cli_command_expr = {
    .name = "expr",
    .summary = "try out, compile and explain an expression",
    .description = "Works on one expression as an Expr node of a rig holds it.",
    CLI_GROUP(expr_commands),
};
