/* Emitting: constants in a row without repetitions, then temporary registers, given back after their last use. A vec3
 * of constants or of inputs that lie in a row needs no instruction: its operands' registers are the value. */
#include "compile/expr_emit.h"

#include "program/expr_code.h"

#include <string.h>

enum { EMIT_WIDTHS = 5, EMIT_NOWHERE = -1 };

typedef struct emitter {
    kdi_expr_values *values;
    const kdi_expr_emit_desc *desc;
    int32_t *input_registers;
    float *constants;
    int32_t constant_count;
    int32_t next_register;
    int32_t *free[EMIT_WIDTHS]; /* by width */
    int32_t free_count[EMIT_WIDTHS];
    uint16_t *units;
    uint32_t unit_count;
} emitter;

static bool emit_is_gather(const kdi_expr_value *value)
{
    return value->op == KDI_EXPR_GATHER3 || value->op == KDI_EXPR_GATHER4;
}

static bool emit_room(emitter *e)
{
    kdi_arena *arena = e->values->arena;
    size_t operands = 8;
    for (int32_t i = 0; i < e->values->count; i++)
        operands += (size_t)e->values->items[i].fused_count + 3;
    e->units = KDI_ARENA_PUSH(arena, uint16_t, operands);
    e->constants = KDI_ARENA_PUSH(arena, float, operands);
    e->input_registers = KDI_ARENA_PUSH(arena, int32_t, (size_t)e->desc->input_count);
    bool good = e->units && e->constants && e->input_registers;
    for (int w = 1; w < EMIT_WIDTHS && good; w++) {
        e->free[w] = KDI_ARENA_PUSH(arena, int32_t, (size_t)e->values->count + 1);
        good = e->free[w] != NULL;
    }
    return good;
}

/* Where the inputs are; returns the first register after them if they begin at 0. */
static int32_t emit_place_inputs(emitter *e)
{
    int32_t next = 0;
    for (int i = 0; i < e->desc->input_count; i++) {
        const int32_t *given = e->desc->places.input_registers;
        e->input_registers[i] = given ? given[i] : next;
        next += kd_expr_type_width((kd_expr_type)e->desc->input_types[i]);
    }
    return next;
}

/* The place among the constants of these, added at the end where they are not there in a row. */
static int32_t emit_constant_run(emitter *e, const float *run, int32_t count)
{
    for (int32_t i = 0; i + count <= e->constant_count; i++)
        if (memcmp(e->constants + i, run, (size_t)count * sizeof *run) == 0)
            return i;
    memcpy(e->constants + e->constant_count, run, (size_t)count * sizeof *run);
    e->constant_count += count;
    return e->constant_count - count;
}

/* A vector of constants becomes a row of them. */
static bool emit_constant_vector(emitter *e, kdi_expr_value *value)
{
    float run[4];
    for (int k = 0; k < value->operand_count; k++) {
        const kdi_expr_value *part = kdi_value_of(e->values, value->operands[k]);
        if (part->op != KDI_VALUE_CONSTANT)
            return false;
        run[k] = part->constant;
    }
    value->reg = emit_constant_run(e, run, value->operand_count);
    value->fused_count = 0;
    return true;
}

/* Constants first: their number decides where the temporary registers begin. Vectors before single ones, so that these
 * are found among them. */
static void emit_place_constants(emitter *e, int32_t base)
{
    kdi_expr_values *values = e->values;
    for (int32_t i = 0; i < values->count; i++) {
        kdi_expr_value *value = &values->items[i];
        value->reg = EMIT_NOWHERE;
        if (value->needed && emit_is_gather(value) && emit_constant_vector(e, value))
            value->reg += base;
    }
    kdi_expr_value *root = kdi_value_of(values, values->root);
    for (int32_t i = 0; i < values->count; i++) {
        const kdi_expr_value *value = &values->items[i];
        for (int k = 0; k < value->fused_count; k++) {
            kdi_expr_value *operand = kdi_value_of(values, value->fused[k]);
            if (operand->op == KDI_VALUE_CONSTANT && operand->reg == EMIT_NOWHERE)
                operand->reg = base + emit_constant_run(e, &operand->constant, 1);
        }
    }
    if (root->op == KDI_VALUE_CONSTANT && root->reg == EMIT_NOWHERE)
        root->reg = base + emit_constant_run(e, &root->constant, 1);
    for (int32_t i = 0; i < values->count; i++)
        if (values->items[i].op == KDI_VALUE_INPUT)
            values->items[i].reg = e->input_registers[values->items[i].input];
}

/* A vector of inputs in a row is those inputs. */
static bool emit_input_vector(const emitter *e, kdi_expr_value *value)
{
    int32_t first = 0;
    for (int k = 0; k < value->operand_count; k++) {
        const kdi_expr_value *part = kdi_value_of(e->values, value->operands[k]);
        int32_t reg = part->reg + (value->operands[k] & 3);
        first = k == 0 ? reg : first;
        if (part->op != KDI_VALUE_INPUT || reg != first + k)
            return false;
    }
    value->reg = first;
    value->fused_count = 0;
    return true;
}

static void emit_find_last_uses(emitter *e)
{
    kdi_expr_values *values = e->values;
    for (int32_t i = 0; i < values->count; i++)
        values->items[i].last_use = i;
    for (int32_t i = 0; i < values->count; i++)
        for (int k = 0; k < values->items[i].fused_count; k++)
            kdi_value_of(values, values->items[i].fused[k])->last_use = i;
    kdi_value_of(values, values->root)->last_use = values->count;
}

static int32_t emit_new_register(emitter *e, int width)
{
    if (e->free_count[width] > 0)
        return e->free[width][--e->free_count[width]];
    e->next_register += width;
    return e->next_register - width;
}

static void emit_put_back(emitter *e, int32_t at)
{
    const kdi_expr_value *value = &e->values->items[at];
    for (int k = 0; k < value->fused_count; k++) {
        kdi_expr_value *operand = kdi_value_of(e->values, value->fused[k]);
        bool temporary = operand->op < KDI_EXPR_OP_COUNT && operand->fused_count > 0;
        if (temporary && operand->last_use == at) {
            operand->last_use = EMIT_NOWHERE; /* once, even if it is named twice here */
            e->free[operand->width][e->free_count[operand->width]++] = operand->reg;
        }
    }
}

static void emit_unit(emitter *e, int32_t unit)
{
    e->units[e->unit_count++] = (uint16_t)unit;
}

static void emit_instruction(emitter *e, int32_t at)
{
    kdi_expr_value *value = &e->values->items[at];
    if (emit_is_gather(value) && emit_input_vector(e, value))
        return;
    emit_put_back(e, at); /* operands are read before the result is written: it may take their place */
    value->reg = emit_new_register(e, value->width);
    emit_unit(e, value->fused_op);
    emit_unit(e, value->reg);
    if (value->fused_op == KDI_EXPR_POLY)
        emit_unit(e, value->fused_count);
    for (int k = 0; k < value->fused_count; k++)
        emit_unit(e, kdi_value_of(e->values, value->fused[k])->reg + (value->fused[k] & 3));
}

/* The end instruction; returns the register of the result. */
static int32_t emit_end(emitter *e)
{
    int32_t source = kdi_value_of(e->values, e->values->root)->reg + (e->values->root & 3);
    if (e->desc->raw) {
        emit_unit(e, KDI_EXPR_END);
        return source;
    }
    int32_t result = e->desc->places.result_register;
    if (result < 0)
        result = emit_new_register(e, kd_expr_type_width(e->desc->type));
    emit_unit(e, KDI_EXPR_END_FLOAT + (int32_t)e->desc->type);
    emit_unit(e, result);
    emit_unit(e, source);
    return result;
}

static int32_t emit_register_count(const emitter *e, int32_t result)
{
    int32_t count = e->next_register, end = result + kd_expr_type_width(e->desc->type);
    count = end > count ? end : count;
    for (int i = 0; i < e->desc->input_count; i++) {
        end = e->input_registers[i] + kd_expr_type_width((kd_expr_type)e->desc->input_types[i]);
        count = end > count ? end : count;
    }
    return count;
}

static kd_expr_code *emit_block(const emitter *e, int32_t first_constant, int32_t result)
{
    uint32_t inputs = (uint32_t)e->desc->input_count, constants = (uint32_t)e->constant_count;
    uint32_t size = kdi_expr_block_size(inputs, constants, e->unit_count);
    kd_expr_code *code = (kd_expr_code *)kdi_arena_push(e->values->arena, 1, size);
    if (!code)
        return NULL;
    code->magic = KDI_EXPR_MAGIC;
    code->size = size;
    code->register_count = (uint32_t)emit_register_count(e, result);
    code->input_count = inputs;
    code->constant_count = constants;
    code->constant_register = (uint32_t)first_constant;
    code->unit_count = e->unit_count;
    code->result = (uint32_t)e->desc->type << 16 | (uint32_t)result;
    uint32_t *words = (uint32_t *)(code + 1);
    for (uint32_t i = 0; i < inputs; i++)
        words[i] = (uint32_t)e->desc->input_types[i] << 16 | (uint32_t)e->input_registers[i];
    memcpy(words + inputs, e->constants, constants * sizeof(float));
    memcpy(words + inputs + constants, e->units, e->unit_count * sizeof(uint16_t));
    return code;
}

kd_expr_code *kdi_expr_emit(kdi_expr_values *values, const kdi_expr_emit_desc *desc, bool *too_large)
{
    emitter e = {0};
    e.values = values;
    e.desc = desc;
    *too_large = false;
    if (!emit_room(&e))
        return NULL;
    int32_t after_inputs = emit_place_inputs(&e);
    int32_t first = desc->places.input_registers ? desc->places.first_register : after_inputs;
    emit_place_constants(&e, first);
    e.next_register = first + e.constant_count;
    emit_find_last_uses(&e);
    for (int32_t i = 0; i < values->count; i++)
        if (values->items[i].fused_count > 0)
            emit_instruction(&e, i);
    int32_t result = emit_end(&e);
    *too_large = emit_register_count(&e, result) > KD_EXPR_REGISTER_MAX || e.unit_count > KDI_EXPR_UNIT_MAX;
    return *too_large ? NULL : emit_block(&e, first, result);
}
