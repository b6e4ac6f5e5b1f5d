/* Logarithms to the bases e, 2 and 10: the exponent of the float, and a polynomial for what is between the roots of 1/2
 * and 2. */
#include "kinedriver/scalar.h"

#include "math/logarithms.h"

float kd_log(float x)
{
    return kdi_log(kdi_float_clean(x));
}

/* One unit of another base's logarithm: 1 / ln(base) and ln 2 / ln(base), each as a short exact head and a tail. */
typedef struct logarithm_base {
    float unit_head, unit_tail;
    float two_head, two_tail;
} logarithm_base;

static float logarithm_to_base(float x, logarithm_base base)
{
    x = kdi_float_clean(x);
    bool inside = x > 0.0f;
    kdi_log_parts parts = kdi_log_split(inside ? x : 1.0f);
    float f = parts.f;
    float z = f * f;
    float bend = 0.5f * z;
    float rest = f * z * kdi_log_rest(f);
    /* ln(1 + f) as a head of 12 bits and a tail, so that the head's product is exact. */
    float head = kdi_float_head(f - bend);
    float tail = ((f - head) - bend) + rest;
    kdi_pair main = kdi_pair_fast_sum(parts.exponent * base.two_head, head * base.unit_head);
    float small = tail * base.unit_head + (head + tail) * base.unit_tail + parts.exponent * base.two_tail;
    float y = main.hi + (main.lo + small);
    return inside ? y : -FLT_MAX;
}

float kd_log2(float x)
{
    const logarithm_base base = {1.44238281f, 0.000312228396f, 1.0f, 0.0f};
    return logarithm_to_base(x, base);
}

float kd_log10(float x)
{
    const logarithm_base base = {0.434204102f, 9.03803375e-05f, 0.301025391f, 4.60503907e-06f};
    return logarithm_to_base(x, base);
}
