/* Expressions E0 to E9 evaluated by a native C function behind a pointer, by this project for one character and for 64
 * at once, by a naive tree walk, and by muParser and LuaJIT where their libraries are installed. All engines take turns
 * in one process; a cell is the best round in nanoseconds an evaluation, inputs written each time. */
#include "kinedriver/expr.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SETS = 1024, INPUTS = 7, LANES = 64, ROUNDS = 40, CASES = 10 };

static double bench_inputs[SETS][INPUTS];
static float bench_floats[SETS][INPUTS];
static float bench_rows[SETS / LANES][INPUTS][LANES];
static volatile double bench_sink;

/* Native functions, in double as a programmer would write them. */
static double native_0(const double *x)
{
    return (x[0] + 3) * 2;
}
static double native_1(const double *x)
{
    return (x[0] > x[1] ? x[0] : x[1]) * 0.5;
}
static double native_2(const double *x)
{
    double y = sin(x[0]) * x[1];
    return y < 0 ? 0 : y > 1 ? 1 : y;
}
static double native_3(const double *x)
{
    return x[0] > 30 ? (x[0] - 30) * 0.1 : 0;
}
static double native_4(const double *x)
{
    double v = x[0], y = 0.1;
    y = y * v + 0.2;
    y = y * v + 0.3;
    y = y * v + 0.4;
    y = y * v + 0.5;
    y = y * v + 0.6;
    y = y * v + 0.7;
    y = y * v + 0.8;
    y = y * v + 0.9;
    y = y * v + 1.0;
    return y * v + 1.1;
}
static double native_5(const double *x)
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}
static double native_6(const double *x)
{
    return x[0] * 0.2 + x[1] * 0.3 + x[2] * 0.5;
}
static double native_7(const double *x)
{
    return exp(-(x[0] * x[0] + x[1] * x[1]) * 0.1) * x[2];
}
static double native_8(const double *x)
{
    return 2 * atan2(x[1], x[0] + 1);
}
static double native_9(const double *x)
{
    double tx = 2 * (x[1] * x[6] - x[2] * x[5]), ty = 2 * (x[2] * x[4] - x[0] * x[6]);
    double tz = 2 * (x[0] * x[5] - x[1] * x[4]);
    return x[4] + x[3] * tx + x[1] * tz - x[2] * ty;
}

typedef double (*native_function)(const double *x);

typedef struct bench_case {
    const char *ours;
    const char *scalar; /* for engines without quaternions; NULL: the same */
    int inputs;
    native_function native;
} bench_case;

#define E4 "((((((((((0.1*x0+0.2)*x0+0.3)*x0+0.4)*x0+0.5)*x0+0.6)*x0+0.7)*x0+0.8)*x0+0.9)*x0+1.0)*x0+1.1)"
#define E9 "x4+x3*(2*(x1*x6-x2*x5))+x1*(2*(x0*x5-x1*x4))-x2*(2*(x2*x4-x0*x6))"

static const bench_case CASE_LIST[CASES] = {
    {"(x0+3)*2", NULL, 1, native_0},
    {"max(x0,x1)*0.5", NULL, 2, native_1},
    {"clamp(sin(x0)*x1,0,1)", "min(max(sin(x0)*x1,0),1)", 2, native_2},
    {"x0>30?(x0-30)*0.1:0", NULL, 1, native_3},
    {E4, NULL, 1, native_4},
    {"sqrt(x0*x0+x1*x1+x2*x2)", NULL, 3, native_5},
    {"x0*0.2+x1*0.3+x2*0.5", NULL, 3, native_6},
    {"exp(-(x0*x0+x1*x1)*0.1)*x2", NULL, 3, native_7},
    {"2*atan2(x1,x0+1)", NULL, 2, native_8},
    {"qrot(quat(x0,x1,x2,x3),vec3(x4,x5,x6)).x", E9, 7, native_9},
};

static native_function volatile NATIVE_LIST[CASES];

static const char *case_scalar(int i)
{
    return CASE_LIST[i].scalar ? CASE_LIST[i].scalar : CASE_LIST[i].ours;
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Ours */
static kd_buffer ours_blocks[CASES + 1];
static const kd_expr_code *ours_codes[CASES + 1];
static float ours_registers[64], ours_lanes[64 * LANES];

static const kd_expr_code *ours_compile(const char *source, kd_buffer *block)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_expr_desc desc = kd_expr_desc_default();
    kd_expression *expression;
    if (kd_expression_compile(source, strlen(source), &desc, &expression, &findings) != KD_OK) {
        printf("%s: %s\n", source, findings.items[0].error.text);
        exit(1);
    }
    block->size = 0;
    kd_expression_lower(expression, NULL, block);
    kd_expression_free(expression);
    return kd_expr_code_open(block->data, block->size, NULL);
}

static double run_single(int which)
{
    const kd_expr_code *code = ours_codes[which];
    size_t bytes = (size_t)kd_expr_input_count(code) * sizeof(float);
    int result = kd_expr_result_register(code);
    double sum = 0;
    kd_expr_load(code, ours_registers);
    for (int i = 0; i < SETS; i++) {
        memcpy(ours_registers, bench_floats[i], bytes);
        kd_expr_run(code, ours_registers);
        sum += (double)ours_registers[result];
    }
    return sum;
}

static double run_batch(int which)
{
    const kd_expr_code *code = ours_codes[which];
    size_t bytes = (size_t)kd_expr_input_count(code) * sizeof(float) * LANES;
    int result = kd_expr_result_register(code);
    double sum = 0;
    kd_expr_load_batch(code, ours_lanes, LANES);
    for (int i = 0; i < SETS / LANES; i++) {
        memcpy(ours_lanes, bench_rows[i], bytes);
        kd_expr_run_batch(code, ours_lanes, LANES);
        sum += (double)ours_lanes[result * LANES + (i & (LANES - 1))];
    }
    return sum;
}

static double run_native(int which)
{
    native_function function = NATIVE_LIST[which];
    double x[INPUTS], sum = 0;
    for (int i = 0; i < SETS; i++) {
        memcpy(x, bench_inputs[i], sizeof(double) * (size_t)CASE_LIST[which].inputs);
        sum += function(x);
    }
    return sum;
}

/* The naive tree walk: nodes behind pointers, a recursive call each, made from the text form. */
typedef struct walk_node {
    char op[12];
    double value;
    struct walk_node *child[4];
    double (*call)(const struct walk_node *node, const double *x);
} walk_node;

static double walk(const walk_node *n, const double *x)
{
    return n->call(n, x);
}
static double walk_var(const walk_node *n, const double *x)
{
    return x[(int)n->value];
}
static double walk_push(const walk_node *n, const double *x)
{
    (void)x;
    return n->value;
}
#define WALK(name, formula)                                        \
    static double walk_##name(const walk_node *n, const double *x) \
    {                                                              \
        double a = walk(n->child[0], x);                           \
        return formula;                                            \
    }
#define B walk(n->child[1], x)
WALK(add, a + B)
WALK(sub, a - B)
WALK(mul, a *B)
WALK(gt, a > B)
WALK(max, fmax(a, B))
WALK(min, fmin(a, B))
WALK(neg, -a)
WALK(sin, sin(a))
WALK(sqrt, sqrt(a))
WALK(exp, exp(a))
WALK(atan2, atan2(a, B))
WALK(select, a != 0 ? B : walk(n->child[2], x))

typedef struct walk_row {
    const char *op;
    int children;
    double (*call)(const walk_node *node, const double *x);
} walk_row;

static const walk_row WALK_ROWS[] = {{"add", 2, walk_add}, {"sub", 2, walk_sub},     {"mul", 2, walk_mul},
                                     {"gt", 2, walk_gt},   {"max", 2, walk_max},     {"min", 2, walk_min},
                                     {"neg", 1, walk_neg}, {"sin", 1, walk_sin},     {"sqrt", 1, walk_sqrt},
                                     {"exp", 1, walk_exp}, {"atan2", 2, walk_atan2}, {"select", 3, walk_select}};

static walk_node *walk_trees[CASES];

static walk_node *walk_make(const char *source)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_expr_desc desc = kd_expr_desc_default();
    kd_expression *expression;
    kd_buffer text = kd_buffer_make(NULL);
    if (kd_expression_compile(source, strlen(source), &desc, &expression, &findings) != KD_OK ||
        kd_expression_write(expression, &text) != KD_OK)
        exit(1);
    walk_node *stack[64];
    int height = 0;
    for (char *step = strtok((char *)text.data, ";"); step; step = strtok(NULL, ";")) {
        walk_node *node = (walk_node *)calloc(1, sizeof *node);
        char word[12];
        sscanf(step, "%11s %11s", word, node->op);
        node->value = strtod(node->op, NULL);
        node->call = word[0] == 'v' ? walk_var : walk_push;
        for (size_t i = 0; word[0] == 'o' && i < sizeof WALK_ROWS / sizeof WALK_ROWS[0]; i++)
            if (strcmp(WALK_ROWS[i].op, node->op) == 0) {
                node->call = WALK_ROWS[i].call;
                height -= WALK_ROWS[i].children;
                memcpy(node->child, stack + height, (size_t)WALK_ROWS[i].children * sizeof stack[0]);
            }
        stack[height++] = node;
    }
    kd_expression_free(expression);
    kd_buffer_free(&text);
    return stack[0];
}

static double run_walk(int which)
{
    double x[INPUTS], sum = 0;
    for (int i = 0; i < SETS; i++) {
        memcpy(x, bench_inputs[i], sizeof(double) * (size_t)CASE_LIST[which].inputs);
        sum += walk(walk_trees[which], x);
    }
    return sum;
}

/* muParser through its C interface, looked up at run time. */
static double mu_x[INPUTS];
static void *mu_parsers[CASES];
static double (*mu_eval)(void *parser);

static void *bench_symbol(void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    if (!symbol) {
        printf("%s is missing\n", name);
        exit(1);
    }
    return symbol;
}

/* Turns a data pointer into a function pointer, which ISO C has no cast for. */
#define BENCH_GET(library, function, name)             \
    do {                                               \
        void *symbol_ = bench_symbol(library, name);   \
        memcpy(&(function), &symbol_, sizeof symbol_); \
    } while (0)

static int mu_open(void)
{
    void *library = dlopen("libmuparser.so.2", RTLD_NOW);
    if (!library)
        return 0;
    void *(*create)(int);
    void (*set_expression)(void *, const char *);
    void (*define)(void *, const char *, double *);
    BENCH_GET(library, create, "mupCreate");
    BENCH_GET(library, set_expression, "mupSetExpr");
    BENCH_GET(library, define, "mupDefineVar");
    BENCH_GET(library, mu_eval, "mupEval");
    for (int i = 0; i < CASES; i++) {
        mu_parsers[i] = create(0);
        for (int k = 0; k < INPUTS; k++) {
            char name[16];
            snprintf(name, sizeof name, "x%d", k);
            define(mu_parsers[i], name, &mu_x[k]);
        }
        set_expression(mu_parsers[i], case_scalar(i));
    }
    return 1;
}

static double run_mu(int which)
{
    double sum = 0;
    for (int i = 0; i < SETS; i++) {
        memcpy(mu_x, bench_inputs[i], sizeof(double) * (size_t)CASE_LIST[which].inputs);
        sum += mu_eval(mu_parsers[which]);
    }
    return sum;
}

/* LuaJIT, one call from C an evaluation. */
static void *lua_state;
static int lua_functions[CASES];
static void (*lua_push_number)(void *, double);
static void (*lua_raw_geti)(void *, int, int);
static int (*lua_pcall)(void *, int, int, int);
static double (*lua_to_number)(void *, int);
static void (*lua_set_top)(void *, int);

enum { LUA_REGISTRY = -10000 };

static int lua_open(void)
{
    static const char *const sources[CASES] = {
        NULL, "max(x0,x1)*0.5", "min(max(sin(x0)*x1,0),1)", "x0>30 and (x0-30)*0.1 or 0", NULL, NULL, NULL, NULL, NULL,
        E9};
    void *library = dlopen("libluajit-5.1.so.2", RTLD_NOW);
    if (!library)
        return 0;
    void *(*new_state)(void);
    void (*open_libraries)(void *);
    int (*load)(void *, const char *);
    int (*reference)(void *, int);
    BENCH_GET(library, new_state, "luaL_newstate");
    BENCH_GET(library, open_libraries, "luaL_openlibs");
    BENCH_GET(library, load, "luaL_loadstring");
    BENCH_GET(library, reference, "luaL_ref");
    BENCH_GET(library, lua_push_number, "lua_pushnumber");
    BENCH_GET(library, lua_raw_geti, "lua_rawgeti");
    BENCH_GET(library, lua_pcall, "lua_pcall");
    BENCH_GET(library, lua_to_number, "lua_tonumber");
    BENCH_GET(library, lua_set_top, "lua_settop");
    lua_state = new_state();
    open_libraries(lua_state);
    for (int i = 0; i < CASES; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "local sin,exp,sqrt,atan2,min,max=math.sin,math.exp,math.sqrt,math.atan2,math.min,math.max "
                 "return function(x0,x1,x2,x3,x4,x5,x6) return %s end",
                 sources[i] ? sources[i] : case_scalar(i));
        if (load(lua_state, text) != 0 || lua_pcall(lua_state, 0, 1, 0) != 0)
            return 0;
        lua_functions[i] = reference(lua_state, LUA_REGISTRY);
    }
    return 1;
}

static double run_lua(int which)
{
    double sum = 0;
    for (int i = 0; i < SETS; i++) {
        lua_raw_geti(lua_state, LUA_REGISTRY, lua_functions[which]);
        for (int k = 0; k < CASE_LIST[which].inputs; k++)
            lua_push_number(lua_state, bench_inputs[i][k]);
        lua_pcall(lua_state, CASE_LIST[which].inputs, 1, 0);
        sum += lua_to_number(lua_state, -1);
        lua_set_top(lua_state, 0);
    }
    return sum;
}

typedef struct bench_engine {
    const char *name;
    double (*run)(int which);
    double best[CASES];
} bench_engine;

enum { ENGINES = 6 };
static bench_engine engines[ENGINES] = {{"native C call", run_native, {0}}, {"ours, one", run_single, {0}},
                                        {"ours, 64 lanes", run_batch, {0}}, {"tree walk", run_walk, {0}},
                                        {"muParser", run_mu, {0}},          {"LuaJIT, call from C", run_lua, {0}}};

/* All inputs within -1 .. 1; wide: x0 of every second set within -60 .. 60, so that E3 takes both ways and the
 * exponential of E7 underflows. */
static void bench_fill(int wide)
{
    uint32_t seed = 1;
    for (int i = 0; i < SETS; i++)
        for (int k = 0; k < INPUTS; k++) {
            seed = seed * 1664525u + 1013904223u;
            float x = (float)(seed >> 8) / 16777216.0f * 2.0f - 1.0f;
            x = wide && k == 0 && i % 2 ? x * 60.0f : x;
            bench_floats[i][k] = x;
            bench_inputs[i][k] = (double)x;
            bench_rows[i / LANES][k][i % LANES] = x;
        }
}

/* One evaluation of each engine must agree with the native function, or the table means nothing. */
static void bench_check(int which, int have_mu, int have_lua)
{
    double wanted = run_native(which);
    double got[] = {run_single(which), run_walk(which), have_mu ? run_mu(which) : wanted,
                    have_lua ? run_lua(which) : wanted};
    for (int i = 0; i < 4; i++)
        if (fabs(got[i] - wanted) > 1e-4 * (fabs(wanted) + 1.0))
            printf("E%d: engine %d gives %g, not %g\n", which, i, got[i], wanted);
}

static double bench_compile_us(int which)
{
    double best = 1e30;
    kd_buffer block = kd_buffer_make(NULL);
    for (int round = 0; round < 200; round++) {
        double begin = now_ns();
        ours_compile(CASE_LIST[which].ours, &block);
        double took = now_ns() - begin;
        best = took < best ? took : best;
    }
    kd_buffer_free(&block);
    return best / 1000.0;
}

static double bench_mean_ratio(const bench_engine *engine)
{
    double product = 0;
    for (int i = 0; i < CASES; i++)
        product += log(engine->best[i] / engines[0].best[i]);
    return exp(product / CASES);
}

static int bench_skips(int engine, int which, int have_mu, int have_lua)
{
    return (engines[engine].run == run_mu && !have_mu) || (engines[engine].run == run_lua && !have_lua) ||
           (which == CASES && engine != 1 && engine != 2);
}

/* Lets the engines take turns; extra gets the two rows of E9 without quaternions. */
static void bench_measure(int have_mu, int have_lua, double extra[2])
{
    for (int k = 0; k < ENGINES; k++)
        for (int i = 0; i < CASES; i++)
            engines[k].best[i] = 1e30;
    extra[0] = extra[1] = 1e30;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i <= CASES; i++)
            for (int k = 0; k < ENGINES; k++) {
                if (bench_skips(k, i, have_mu, have_lua))
                    continue;
                double begin = now_ns(), sum = 0;
                int repeats = k == 2 ? 64 : 8;
                for (int n = 0; n < repeats; n++)
                    sum += engines[k].run(i);
                double took = (now_ns() - begin) / ((double)SETS * repeats);
                double *best = i < CASES ? &engines[k].best[i] : &extra[k - 1];
                *best = took < *best ? took : *best;
                bench_sink = sum;
            }
}

static void bench_table(int wide, int have_mu, int have_lua)
{
    double extra[2];
    bench_fill(wide);
    for (int i = 0; i < CASES; i++)
        bench_check(i, have_mu, have_lua);
    bench_measure(have_mu, have_lua, extra);
    printf("Expressions, ns an evaluation (best of %d rounds), inputs within -1 .. 1%s\n%-22s", ROUNDS,
           wide ? ", every second x0 within -60 .. 60" : "", "");
    for (int i = 0; i < CASES; i++)
        printf("     E%d", i);
    printf("  geometric mean to native\n");
    for (int k = 0; k < ENGINES; k++) {
        printf("%-22s", engines[k].name);
        for (int i = 0; i < CASES && engines[k].best[0] < 1e29; i++)
            printf(" %6.2f", engines[k].best[i]);
        if (engines[k].best[0] < 1e29)
            printf("  %.3f\n", bench_mean_ratio(&engines[k]));
        else
            printf("  not installed\n");
    }
    printf("E9 without the quaternion type: one %.2f, 64 lanes %.2f\n", extra[0], extra[1]);
}

int main(void)
{
    int have_mu = mu_open(), have_lua = lua_open();
    for (int i = 0; i < CASES; i++) {
        NATIVE_LIST[i] = CASE_LIST[i].native;
        ours_blocks[i] = kd_buffer_make(NULL);
        ours_codes[i] = ours_compile(CASE_LIST[i].ours, &ours_blocks[i]);
        walk_trees[i] = walk_make(case_scalar(i));
    }
    ours_blocks[CASES] = kd_buffer_make(NULL);
    ours_codes[CASES] = ours_compile(E9, &ours_blocks[CASES]);
    bench_table(0, have_mu, have_lua);
    bench_table(1, have_mu, have_lua);
    printf("%-22s", "compile, us");
    for (int i = 0; i < CASES; i++)
        printf(" %6.2f", bench_compile_us(i));
    printf("\n");
    return 0;
}
