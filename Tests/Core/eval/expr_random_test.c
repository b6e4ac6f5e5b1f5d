/* Random expressions, written together with their values by an evaluator of its own in double precision. Each value
 * carries a bound of the error that float arithmetic may make on the way, so that the test knows where an expression is
 * well-conditioned; there the result must agree to 1e-5, everywhere it must be finite, the same in lanes, and survive
 * its text form bit for bit. */
#include "support/test.h"

#include "kinedriver/expr.h"

#include <float.h>
#include <math.h>

enum { CASES = 200000, INPUTS = 6, LANES = 8, TEXT_SIZE = 8192 };

static const double UNIT = 1.2e-7; /* of rounding, with something to spare */

/* A value of 1, 3 or 4 parts with one bound for all; an infinite bound says that nothing is promised. */
typedef struct value {
    double v[4];
    double error;
} value;

typedef struct writer {
    kt_random random;
    char text[TEXT_SIZE];
    size_t length;
    float inputs[INPUTS];
} writer;

static void put(writer *w, const char *text)
{
    size_t length = strlen(text);
    assert_true(w->length + length < TEXT_SIZE);
    memcpy(w->text + w->length, text, length + 1);
    w->length += length;
}

static double size_of(value a, int parts)
{
    double size = 0;
    for (int i = 0; i < parts; i++)
        size = fmax(size, fabs(a.v[i]));
    return size;
}

static value done(value a, int parts, double error)
{
    double size = size_of(a, parts);
    a.error = error + UNIT * size + 1e-36;
    if (!(a.error >= 0) || !(size < 1e18) || (parts == 1 && size != 0 && size < 1e-18))
        a.error = INFINITY;
    return a;
}

static value scalar(double v, double error)
{
    value a = {{v, 0, 0, 0}, 0};
    return done(a, 1, error);
}

static value gen_float(writer *w, int depth);
static value gen_vec3(writer *w, int depth);
static value gen_quat(writer *w, int depth);

static value gen_leaf(writer *w)
{
    char text[32];
    value a = {{0, 0, 0, 0}, 0};
    if (kt_random_below(&w->random, 2)) {
        int input = (int)kt_random_below(&w->random, INPUTS);
        snprintf(text, sizeof text, "x%d", input);
        a.v[0] = (double)w->inputs[input];
    } else {
        float number = (float)((int)kt_random_below(&w->random, 4000) - 2000) / 500.0f;
        snprintf(text, sizeof text, number < 0 ? "(%.9g)" : "%.9g", (double)number);
        a.v[0] = (double)(float)strtod(text + (number < 0), NULL);
    }
    put(w, text);
    return a;
}

static value gen_infix(writer *w, int depth)
{
    static const char *const signs[] = {" + ", " - ", " * ", " / ", " % "};
    int which = (int)kt_random_below(&w->random, 5);
    put(w, "(");
    value a = gen_float(w, depth - 1);
    put(w, signs[which]);
    value b = gen_float(w, depth - 1);
    put(w, ")");
    double x = a.v[0], y = b.v[0], e = a.error + b.error;
    if (which == 0)
        return scalar(x + y, e);
    if (which == 1)
        return scalar(x - y, e);
    if (which == 2)
        return scalar(x * y, fabs(x) * b.error + fabs(y) * a.error + a.error * b.error);
    if (y == 0 && b.error <= 1e-36)
        return scalar(0, 0);
    if (which == 3)
        return scalar(y == 0 ? 0 : x / y,
                      fabs(y) > 2 * b.error ? 2 * (a.error + fabs(x / y) * b.error) / fabs(y) : INFINITY);
    double turns = y == 0 ? 0 : x / y, rest = y == 0 ? 0 : x - y * floor(turns);
    double slip = a.error + fabs(floor(turns)) * b.error + 1e-9;
    bool near_jump = fmin(fabs(rest), fabs(fabs(y) - fabs(rest))) <= 2 * slip;
    return scalar(rest, near_jump || fabs(turns) > 1e6 ? INFINITY : slip);
}

/* Functions of one float: the value, the slope, and where it jumps or ends. */
static value gen_function(writer *w, int depth)
{
    static const char *const names[] = {"sin",  "cos",   "tan",   "asin",  "acos", "atan", "sinh", "cosh", "tanh",
                                        "exp",  "log",   "log2",  "log10", "sqrt", "cbrt", "abs",  "sign", "floor",
                                        "ceil", "round", "fract", "deg",   "rad",  "-",    "not "};
    int which = (int)kt_random_below(&w->random, 25);
    put(w, which >= 23 ? "(" : "");
    put(w, names[which]);
    put(w, which >= 23 ? "" : "(");
    value a = gen_float(w, depth - 1);
    put(w, ")");
    double x = a.v[0], e = a.error;
    double whole = fabs(x - floor(x + 0.5)), half = fabs(x - floor(x) - 0.5);
    switch (which) {
    case 0:
        return scalar(sin(x), e);
    case 1:
        return scalar(cos(x), e);
    case 2:
        return scalar(tan(x), fabs(cos(x)) > 4 * e ? 2 * e / (cos(x) * cos(x)) : INFINITY);
    case 3:
    case 4: {
        double inside = fmax(-1, fmin(1, x)), slope = sqrt(1 - inside * inside);
        bool outside = fabs(x) > 1 + 2 * e;
        double error = outside ? 0 : slope > 1e-3 && e < 1e-3 * slope ? 2 * e / slope : INFINITY;
        return scalar(which == 3 ? asin(inside) : acos(inside), error);
    }
    case 5:
        return scalar(atan(x), e / (1 + x * x) + e * e);
    case 6:
        return scalar(sinh(x), e < 0.1 ? 2 * e * cosh(x) : INFINITY);
    case 7:
        return scalar(cosh(x), e < 0.1 ? 2 * e * fabs(sinh(x)) + e * e : INFINITY);
    case 8:
        return scalar(tanh(x), e);
    case 9:
        return scalar(exp(x), e < 0.1 ? 2 * e * exp(x) : INFINITY);
    case 10:
    case 11:
    case 12: {
        double base = which == 10 ? 1 : which == 11 ? log(2) : log(10);
        if (x <= -2 * e && x < 0)
            return scalar(-(double)FLT_MAX, 0); /* beyond what is compared, on purpose: the language says so */
        return scalar(x > 0 ? log(x) / base : 0, x > 2 * e ? 2 * e / x / base : INFINITY);
    }
    case 13:
        return scalar(x > 0 ? sqrt(x) : 0, x > 2 * e ? 2 * e / sqrt(x) : x < -2 * e ? 0 : INFINITY);
    case 14:
        return scalar(cbrt(x), fabs(x) > 2 * e ? 2 * e / pow(fabs(x), 2.0 / 3.0) : INFINITY);
    case 15:
        return scalar(fabs(x), e);
    case 16:
        return scalar((x > 0) - (x < 0), fabs(x) > 2 * e || e <= 1e-36 ? 0 : INFINITY);
    case 17:
    case 18:
        return scalar(which == 17 ? floor(x) : ceil(x), whole > 2 * e || e <= 1e-36 ? 0 : INFINITY);
    case 19:
        return scalar(round(x), half > 2 * e || e <= 1e-36 ? 0 : INFINITY);
    case 20:
        return scalar(x - floor(x), whole > 2 * e || e <= 1e-36 ? e : INFINITY);
    case 21:
        return scalar(x * 57.295779513082323, e * 57.3);
    case 22:
        return scalar(x * 0.017453292519943295, e * 0.0175);
    case 23:
        return scalar(-x, e);
    default:
        return scalar(x == 0, fabs(x) > 2 * e || e <= 1e-36 ? 0 : INFINITY);
    }
}

static value gen_two(writer *w, int depth)
{
    static const char *const names[] = {"min(", "max(", "atan2(", "hypot(", "step(", "pow(abs("};
    int which = (int)kt_random_below(&w->random, 6);
    put(w, names[which]);
    value a = gen_float(w, depth - 1);
    put(w, which == 5 ? "), " : ", ");
    value b = gen_float(w, depth - 1);
    put(w, ")");
    double x = a.v[0], y = b.v[0], e = a.error + b.error, length = hypot(x, y);
    if (which < 2)
        return scalar(which == 0 ? fmin(x, y) : fmax(x, y), e);
    if (which == 2) {
        bool cut = x == 0 || (y < 2 * e && fabs(x) < 2 * e);
        return scalar(atan2(x, y), cut || length < 4 * e ? INFINITY : 2 * e / length);
    }
    if (which == 3)
        return scalar(length, e);
    if (which == 4)
        return scalar(y < x ? 0 : 1, fabs(x - y) > 2 * e || e <= 2e-36 ? 0 : INFINITY);
    double size = fabs(x), power = size > 0 ? pow(size, y) : 0;
    if (!(size > 4 * a.error) || !(fabs(y * log(size)) < 60))
        return scalar(0, INFINITY);
    return scalar(power, 2 * power * (fabs(y) * a.error / size + fabs(log(size)) * b.error));
}

static value gen_more(writer *w, int depth)
{
    static const char *const names[] = {"clamp(", "lerp(", "smoothstep(", "max("};
    int which = (int)kt_random_below(&w->random, 4);
    value p[3];
    put(w, names[which]);
    for (int i = 0; i < 3; i++) {
        put(w, i ? ", " : "");
        p[i] = gen_float(w, depth - 1);
    }
    put(w, ")");
    double a = p[0].v[0], b = p[1].v[0], c = p[2].v[0], e = p[0].error + p[1].error + p[2].error;
    if (which == 0)
        return scalar(fmax(fmin(a, c), b), e);
    if (which == 1)
        return scalar(a * (1 - c) + b * c, e * (1 + fabs(c)) + (fabs(a) + fabs(b)) * p[2].error +
                                               UNIT * (fabs(a) + fabs(b)) * (1 + fabs(c)));
    if (which == 3)
        return scalar(fmax(a, fmax(b, c)), e);
    double range = b - a, t = range != 0 ? fmax(0, fmin(1, (c - a) / range)) : 0;
    double slip = fabs(range) > 8 * e + 1e-6 * (fabs(a) + fabs(b) + fabs(c)) ? 4 * e / fabs(range) : INFINITY;
    return scalar(t * t * (3 - 2 * t), slip);
}

static value gen_choice(writer *w, int depth)
{
    static const char *const signs[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};
    int which = (int)kt_random_below(&w->random, 6);
    put(w, "(");
    value a = gen_float(w, depth - 1);
    put(w, signs[which]);
    value b = gen_float(w, depth - 1);
    put(w, " ? ");
    value yes = gen_float(w, depth - 1);
    put(w, " : ");
    value no = gen_float(w, depth - 1);
    put(w, ")");
    double x = a.v[0], y = b.v[0], e = a.error + b.error;
    bool truth = which == 0   ? x < y
                 : which == 1 ? x <= y
                 : which == 2 ? x > y
                 : which == 3 ? x >= y
                 : which == 4 ? x == y
                              : x != y;
    value taken = truth ? yes : no;
    if (!(fabs(x - y) > 2 * e) && e > 2e-36)
        taken.error = INFINITY;
    return taken;
}

/* A truth as a number. */
static value gen_truth(writer *w, int depth)
{
    int which = (int)kt_random_below(&w->random, 4);
    static const char *const signs[] = {" and ", " or ", " < ", " >= "};
    put(w, "(");
    value a = gen_float(w, depth - 1);
    put(w, signs[which]);
    value b = gen_float(w, depth - 1);
    put(w, ")");
    double x = a.v[0], y = b.v[0], e = a.error + b.error;
    bool sure = which < 2 ? (fabs(x) > 2 * a.error || a.error <= 1e-36) && (fabs(y) > 2 * b.error || b.error <= 1e-36)
                          : fabs(x - y) > 2 * e || e <= 2e-36;
    bool truth = which == 0 ? x != 0 && y != 0 : which == 1 ? x != 0 || y != 0 : which == 2 ? x < y : x >= y;
    return scalar(truth, sure ? 0 : INFINITY);
}

/* Powers that become products or a root. */
static value gen_power(writer *w, int depth)
{
    static const char *const powers[] = {" ^ 2)", " ^ 3)", " ^ 4)", " ^ 0.5)"};
    int which = (int)kt_random_below(&w->random, 4);
    put(w, "(");
    value a = gen_float(w, depth - 1);
    put(w, powers[which]);
    double x = a.v[0], e = a.error, n = which + 2;
    if (which == 3)
        return scalar(x > 0 ? sqrt(x) : 0, x > 2 * e ? 2 * e / sqrt(x) : x < -2 * e ? 0 : INFINITY);
    double y = pow(x, n);
    return scalar(y, 2 * n * (fabs(pow(x, n - 1)) * e + UNIT * fabs(y)) + pow(2 * e, n));
}

static value gen_remap(writer *w, int depth)
{
    value p[5];
    double e = 0, reach = 0;
    put(w, "remap(");
    for (int i = 0; i < 5; i++) {
        put(w, i ? ", " : "");
        p[i] = gen_float(w, depth - 1);
        e += p[i].error;
        reach += fabs(p[i].v[0]);
    }
    put(w, ")");
    double a = p[0].v[0], from = p[1].v[0], range = p[2].v[0] - from, to = p[3].v[0], rise = p[4].v[0] - to;
    if (!(fabs(range) > 8 * e + 1e-3 * reach))
        return scalar(0, INFINITY);
    double t = (a - from) / range, slip = 2 * (e + UNIT * reach) / fabs(range) * (1 + fabs(t));
    return scalar(to + t * rise, 2 * (e + UNIT * reach) * (1 + fabs(t)) + slip * fabs(rise));
}

static value gen_from_quat(writer *w, int depth)
{
    int which = (int)kt_random_below(&w->random, 4);
    static const char *const names[] = {"(", "(", "roll(", "twist("};
    put(w, names[which]);
    value q = gen_quat(w, depth - 1), axis = {{1, 0, 0, 0}, 0};
    if (which == 3) {
        put(w, ", ");
        axis = gen_vec3(w, depth - 1);
    }
    put(w, which == 0 ? ").x" : which == 1 ? ").w" : ")");
    if (which < 2)
        return scalar(q.v[which * 3], q.error);
    double length = sqrt(axis.v[0] * axis.v[0] + axis.v[1] * axis.v[1] + axis.v[2] * axis.v[2]);
    if (!(length > 4 * axis.error && length > 1e-15))
        return scalar(0, INFINITY);
    double along = (q.v[0] * axis.v[0] + q.v[1] * axis.v[1] + q.v[2] * axis.v[2]) / length, sign = q.v[3] < 0 ? -1 : 1;
    double e = 4 * (q.error + axis.error / length + UNIT), reach = hypot(along, q.v[3]);
    bool jump = reach < 0.01 + 2 * e || fabs(q.v[3]) < 2 * e; /* swung by half a turn, or turned by one */
    return scalar(2 * atan2(sign * along, sign * q.v[3]), jump ? INFINITY : 4 * e / reach);
}

static value gen_from_vec3(writer *w, int depth)
{
    int which = (int)kt_random_below(&w->random, 4);
    static const char *const names[] = {"dot(", "distance(", "length(", "("};
    put(w, names[which]);
    value a = gen_vec3(w, depth - 1), b = {{0, 0, 0, 0}, 0};
    if (which < 2) {
        put(w, ", ");
        b = gen_vec3(w, depth - 1);
    }
    put(w, which == 3 ? ").y" : ")");
    const double *p = a.v, *q = b.v;
    double reach = size_of(a, 3) + size_of(b, 3) + 1e-30, e = a.error + b.error;
    if (which == 0)
        return scalar(p[0] * q[0] + p[1] * q[1] + p[2] * q[2], 3 * reach * e + 3 * UNIT * reach * reach);
    if (which == 1)
        return scalar(sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2)), 2 * e + UNIT * reach);
    if (which == 2)
        return scalar(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]), 2 * e);
    return scalar(p[1], e);
}

static value gen_float(writer *w, int depth)
{
    if (depth <= 0)
        return gen_leaf(w);
    switch (kt_random_below(&w->random, 12)) {
    case 0:
    case 1:
    case 2:
        return gen_infix(w, depth);
    case 3:
    case 4:
        return gen_function(w, depth);
    case 5:
        return gen_two(w, depth);
    case 6:
        return gen_more(w, depth);
    case 7:
        return gen_choice(w, depth);
    case 8:
        return gen_truth(w, depth);
    case 9:
        return gen_power(w, depth);
    case 10:
        return kt_random_below(&w->random, 2) ? gen_remap(w, depth) : gen_from_quat(w, depth);
    default:
        return gen_from_vec3(w, depth);
    }
}

static value cross(value a, value b)
{
    value c = {
        {a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2], a.v[0] * b.v[1] - a.v[1] * b.v[0], 0},
        0};
    return c;
}

static value rotate(value q, value v)
{
    value t = cross(q, v), out;
    for (int i = 0; i < 3; i++)
        t.v[i] *= 2;
    value u = cross(q, t);
    for (int i = 0; i < 3; i++)
        out.v[i] = v.v[i] + q.v[3] * t.v[i] + u.v[i];
    double reach = size_of(v, 3);
    return done(out, 3, 4 * v.error + 8 * reach * (q.error + UNIT));
}

/* Of a quaternion: what turns about y and z is left when the roll about x is taken off on the right. */
static value bends_of(value q)
{
    double length = hypot(q.v[0], q.v[3]), e = 4 * (q.error + UNIT);
    if (!(length > 0.05 + 4 * e))
        return done((value){{0, 0, 0, 0}, 0}, 3, INFINITY);
    double s = -q.v[0] / length, c = q.v[3] / length, y = q.v[1] * c + q.v[2] * s, z = q.v[2] * c - q.v[1] * s;
    value bends = {{0, 2 * atan2(y, length), 2 * atan2(z, length), 0}, 0};
    return done(bends, 3, 16 * e / (length * length));
}

static value log_of(value q)
{
    double sine = sqrt(q.v[0] * q.v[0] + q.v[1] * q.v[1] + q.v[2] * q.v[2]), sign = q.v[3] < 0 ? -1 : 1;
    double factor = sine > 1e-12 ? sign * 2 * atan2(sine, fabs(q.v[3])) / sine : 2 * sign;
    value v = {{q.v[0] * factor, q.v[1] * factor, q.v[2] * factor, 0}, 0};
    return done(v, 3, fabs(q.v[3]) < 4 * q.error + 1e-6 ? INFINITY : 8 * (q.error + UNIT));
}

static value gen_more_vec3(writer *w, int depth)
{
    int which = (int)kt_random_below(&w->random, 6);
    static const char *const names[] = {"bend(", "qlog(", "expmap(", "(-", "(", "lerp("};
    put(w, names[which]);
    if (which < 3) {
        value q = gen_quat(w, depth - 1);
        put(w, ")");
        return which == 0 ? bends_of(q) : log_of(q);
    }
    value a = gen_vec3(w, depth - 1), b = {{0, 0, 0, 0}, 0}, t = {{0, 0, 0, 0}, 0};
    if (which == 3) {
        put(w, ")");
        for (int i = 0; i < 3; i++)
            a.v[i] = -a.v[i];
        return a;
    }
    put(w, which == 4 ? " - " : ", ");
    b = gen_vec3(w, depth - 1);
    put(w, which == 4 ? "" : ", ");
    if (which == 5)
        t = gen_float(w, depth - 1);
    put(w, ")");
    double reach = size_of(a, 3) + size_of(b, 3), e = a.error + b.error;
    for (int i = 0; i < 3; i++)
        a.v[i] = which == 4 ? a.v[i] - b.v[i] : a.v[i] * (1 - t.v[0]) + b.v[i] * t.v[0];
    return done(a, 3, which == 4 ? e : (e + UNIT * reach) * (1 + fabs(t.v[0])) * 2 + reach * t.error);
}

static value gen_vec3(writer *w, int depth)
{
    int which = depth <= 0 ? 0 : (int)kt_random_below(&w->random, 7);
    static const char *const names[] = {"vec3(", "cross(", "(", "(", "normalize(", "qrot("};
    if (which == 6)
        return gen_more_vec3(w, depth);
    value a = {{0, 0, 0, 0}, 0}, b;
    put(w, names[which]);
    if (which == 0) {
        for (int i = 0; i < 3; i++) {
            put(w, i ? ", " : "");
            value part = gen_float(w, depth - 1);
            a.v[i] = part.v[0];
            a.error = fmax(a.error, part.error);
        }
        put(w, ")");
        return a;
    }
    if (which == 5) {
        value q = gen_quat(w, depth - 1);
        put(w, ", ");
        value v = gen_vec3(w, depth - 1);
        put(w, ")");
        return rotate(q, v);
    }
    a = gen_vec3(w, depth - 1);
    if (which == 4) {
        put(w, ")");
        double length = sqrt(a.v[0] * a.v[0] + a.v[1] * a.v[1] + a.v[2] * a.v[2]);
        for (int i = 0; i < 3; i++)
            a.v[i] = length > 0 ? a.v[i] / length : 0;
        return done(a, 3, length > 4 * a.error ? 4 * a.error / length : INFINITY);
    }
    put(w, which == 1 ? ", " : which == 2 ? " + " : " * ");
    b = which == 3 ? gen_float(w, depth - 1) : gen_vec3(w, depth - 1);
    put(w, ")");
    double reach = size_of(a, 3) + size_of(b, which == 3 ? 1 : 3), e = a.error + b.error;
    if (which == 1)
        return done(cross(a, b), 3, 4 * reach * e + 4 * UNIT * reach * reach);
    for (int i = 0; i < 3; i++)
        a.v[i] = which == 2 ? a.v[i] + b.v[i] : a.v[i] * b.v[0];
    return done(a, 3, which == 2 ? e : reach * e);
}

static value slerp_of(value a, value b, value t)
{
    double dot = 0, e = a.error + b.error;
    for (int i = 0; i < 4; i++)
        dot += a.v[i] * b.v[i];
    double sign = dot < 0 ? -1 : 1, angle = acos(fmin(1, fabs(dot))), sine = sin(angle);
    double p = sine > 1e-6 ? sin((1 - t.v[0]) * angle) / sine : 1 - t.v[0];
    double r = sine > 1e-6 ? sin(t.v[0] * angle) / sine : t.v[0];
    value q = {{0, 0, 0, 0}, 0};
    for (int i = 0; i < 4; i++)
        q.v[i] = p * a.v[i] + r * sign * b.v[i];
    return done(q, 4, fabs(dot) < 0.01 + 4 * e ? INFINITY : 2 * (e + UNIT) + 2 * t.error);
}

static value gen_more_quat(writer *w, int depth)
{
    int which = (int)kt_random_below(&w->random, 5);
    static const char *const names[] = {"qinv(", "slerp(", "qexp(", "normalize(", "(x0 < x1 ? "};
    put(w, names[which]);
    if (which == 2) {
        value v = gen_vec3(w, depth - 1);
        put(w, ")");
        double length = sqrt(v.v[0] * v.v[0] + v.v[1] * v.v[1] + v.v[2] * v.v[2]);
        double factor = length > 1e-9 ? sin(0.5 * length) / length : 0.5;
        value q = {{v.v[0] * factor, v.v[1] * factor, v.v[2] * factor, cos(0.5 * length)}, 0};
        return done(q, 4, 2 * v.error + 2 * UNIT * (1 + length));
    }
    value a = gen_quat(w, depth - 1), b = a, t = {{0, 0, 0, 0}, 0};
    if (which == 1 || which == 4) {
        put(w, which == 1 ? ", " : " : ");
        b = gen_quat(w, depth - 1);
    }
    if (which == 1) {
        put(w, ", fract(");
        t = gen_leaf(w);
        t.v[0] -= floor(t.v[0]);
        t.error = UNIT;
        put(w, ")");
    }
    put(w, ")");
    if (which == 1)
        return slerp_of(a, b, t);
    if (which == 4)
        return w->inputs[0] < w->inputs[1] ? a : b;
    for (int i = 0; i < 3 && which == 0; i++)
        a.v[i] = -a.v[i];
    return done(a, 4, a.error + 2 * UNIT);
}

static value gen_quat(writer *w, int depth)
{
    if (depth > 0 && kt_random_below(&w->random, 3) == 0)
        return gen_more_quat(w, depth);
    if (depth > 0 && kt_random_below(&w->random, 2)) {
        put(w, "(");
        value a = gen_quat(w, depth - 1);
        put(w, " * ");
        value b = gen_quat(w, depth - 1);
        put(w, ")");
        const double *p = a.v, *q = b.v;
        value c = {{p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
                    p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
                    p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
                    p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2]},
                   0};
        return done(c, 4, 2 * (a.error + b.error) + 4 * UNIT);
    }
    put(w, "axisangle(");
    value axis = gen_vec3(w, depth - 1);
    put(w, ", ");
    value angle = gen_float(w, depth - 1);
    put(w, ")");
    double length = sqrt(axis.v[0] * axis.v[0] + axis.v[1] * axis.v[1] + axis.v[2] * axis.v[2]);
    double s = sin(0.5 * angle.v[0]);
    value q = {{0, 0, 0, cos(0.5 * angle.v[0])}, 0};
    for (int i = 0; i < 3; i++)
        q.v[i] = length > 0 ? s * axis.v[i] / length : 0;
    return done(
        q, 4, length > 4 * axis.error && length > 1e-15 ? 4 * axis.error / length + angle.error + 2 * UNIT : INFINITY);
}

/* Compiles, lowers, runs in all ways; the result of one character in `result`. */
static void run_everywhere(const writer *w, float result[4])
{
    kd_findings findings = kd_findings_make(NULL);
    kd_expr_desc desc = kd_expr_desc_default();
    kd_expression *expression, *again;
    kd_buffer text = kd_buffer_make(NULL), code = kd_buffer_make(NULL);
    kd_result made = kd_expression_compile(w->text, w->length, &desc, &expression, &findings);
    if (made != KD_OK)
        print_message("%s\n", w->text);
    kt_print_findings(&findings);
    assert_int_equal(made, KD_OK);
    assert_int_equal(kd_expression_write(expression, &text), KD_OK);
    assert_int_equal(kd_expression_read((const char *)text.data, text.size, &desc, &again, &findings), KD_OK);
    size_t count, again_count;
    const uint32_t *words = kd_expression_bytecode(expression, &count);
    const uint32_t *again_words = kd_expression_bytecode(again, &again_count);
    assert_int_equal(count, again_count);
    assert_memory_equal(words, again_words, count * sizeof *words);
    assert_int_equal(kd_expression_lower(again, NULL, &code), KD_OK);
    const kd_expr_code *opened = kd_expr_code_open(code.data, code.size, NULL);
    assert_non_null(opened);
    static float one[1024], many[1024 * LANES];
    assert_true(kd_expr_register_count(opened) <= 1024);
    kd_expr_eval(opened, w->inputs, one, result);
    float inputs[LANES][INPUTS];
    for (int l = 0; l < LANES; l++)
        for (int i = 0; i < INPUTS; i++) /* the first lane is the one compared, another one all zeros */
            inputs[l][i] = w->inputs[i] * (l == 3 ? 0.0f : 1.0f - 0.75f * (float)l);
    for (int i = 0; i < kd_expr_input_count(opened); i++)
        for (int l = 0; l < LANES; l++)
            many[kd_expr_input_register(opened, i) * LANES + l] = inputs[l][i];
    kd_expr_load_batch(opened, many, LANES);
    kd_expr_run_batch(opened, many, LANES);
    for (int l = 0; l < LANES; l++) {
        float alone[4];
        kd_expr_eval(opened, inputs[l], one, alone);
        for (int k = 0; k < kd_expr_type_width(kd_expr_result_type(opened)); k++) {
            assert_true(isfinite(alone[k]));
            if (memcmp(&many[(kd_expr_result_register(opened) + k) * LANES + l], &alone[k], sizeof(float)) != 0)
                fail_msg("lane %d of %s differs", l, w->text);
        }
    }
    kd_expression_free(expression);
    kd_expression_free(again);
    kd_buffer_free(&text);
    kd_buffer_free(&code);
    kd_findings_free(&findings);
}

static void random_expressions_agree_with_double_precision(void **state)
{
    (void)state;
    int compared = 0;
    static writer w;
    for (int i = 0; i < CASES; i++) {
        w.random = kt_random_make((uint64_t)i + 1);
        w.length = 0;
        for (int k = 0; k < INPUTS; k++)
            w.inputs[k] = (float)kt_random_in(&w.random, -3, 3);
        value wanted = gen_float(&w, 1 + (int)kt_random_below(&w.random, 4));
        float result[4];
        run_everywhere(&w, result);
        if (!(wanted.error <= 2e-6 * fabs(wanted.v[0]) + 1e-30))
            continue;
        compared++;
        if (!(fabs((double)result[0] - wanted.v[0]) <= 1e-5 * fabs(wanted.v[0]) + 1e-30))
            fail_msg("case %d: %s gives %.9g, not %.9g (bound %g)", i, w.text, (double)result[0], wanted.v[0],
                     wanted.error);
    }
    print_message("# %d of %d expressions are well-conditioned\n", compared, CASES);
    assert_true(compared > CASES / 2);
}

static void random_vectors_and_rotations_agree_with_double_precision(void **state)
{
    (void)state;
    int compared = 0;
    static writer w;
    for (int i = 0; i < CASES / 10; i++) {
        w.random = kt_random_make((uint64_t)i + 7000000);
        w.length = 0;
        for (int k = 0; k < INPUTS; k++)
            w.inputs[k] = (float)kt_random_in(&w.random, -3, 3);
        bool quat = i % 2;
        value wanted = quat ? gen_quat(&w, 1 + i % 3) : gen_vec3(&w, 1 + i % 3);
        float result[4];
        run_everywhere(&w, result);
        double size = size_of(wanted, quat ? 4 : 3);
        if (!(wanted.error <= 5e-6 * size))
            continue;
        compared++;
        for (int k = 0; k < (quat ? 4 : 3); k++)
            if (!(fabs((double)result[k] - wanted.v[k]) <= 1e-5 * size))
                fail_msg("case %d: part %d of %s is %.9g, not %.9g", i, k, w.text, (double)result[k], wanted.v[k]);
    }
    print_message("# %d of %d are well-conditioned\n", compared, CASES / 10);
    assert_true(compared > CASES / 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_expressions_agree_with_double_precision),
        cmocka_unit_test(random_vectors_and_rotations_agree_with_double_precision),
    };
    return kt_run(tests);
}
