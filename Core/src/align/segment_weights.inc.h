/* The body of kdi_segment_weights for one kind of number, SEGMENT_REAL; SEGMENT_RANK_ONE is the square of the smallest
 * ratio of singular values that counts as rank 2. Moments are taken about the weighted mean of the lever k, told as a
 * whole number and the small rest: raw moments lose half the digits, and so does a mean near the one frame in which a
 * point moves most. No include guard: it is included once for each kind. */
int SEGMENT_WEIGHTS(const SEGMENT_REAL *speeds, int32_t n, SEGMENT_REAL *alpha, SEGMENT_REAL *beta)
{
    SEGMENT_REAL largest = 0, s0 = 0, mean = 0, rest = 0, scatter = 0;
    for (int32_t j = 0; j < n; j++) {
        alpha[j] = beta[j] = 0;
        largest = speeds[j] > largest ? speeds[j] : largest;
    }
    if (!(largest > 0))
        return 0;
    for (int32_t j = 0; j < n; j++) {
        SEGMENT_REAL r = speeds[j] / largest;
        s0 += r * r;
        mean += r * r * (SEGMENT_REAL)(n - 1 - j);
    }
    int32_t whole = n - 1 - (int32_t)(mean / s0 + (SEGMENT_REAL)0.5);
    for (int32_t j = 0; j < n; j++) {
        SEGMENT_REAL r = speeds[j] / largest;
        rest += r * r * (SEGMENT_REAL)(whole - j);
    }
    rest /= s0;
    mean = (SEGMENT_REAL)(n - 1 - whole) + rest;
    for (int32_t j = 0; j < n; j++) {
        SEGMENT_REAL r = speeds[j] / largest, k = (SEGMENT_REAL)(whole - j) - rest;
        scatter += r * r * k * k;
    }
    bool is_full = scatter > SEGMENT_RANK_ONE * s0 * (1 + mean * mean);
    for (int32_t j = 0; j < n; j++) {
        SEGMENT_REAL r = speeds[j] / largest, k = (SEGMENT_REAL)(whole - j) - rest;
        SEGMENT_REAL a = is_full ? k / scatter : mean / (s0 * (1 + mean * mean));
        SEGMENT_REAL b = is_full ? 1 / s0 - mean * (k / scatter) : 1 / (s0 * (1 + mean * mean));
        alpha[j] = r * a / largest;
        beta[j] = r * b / largest;
    }
    return is_full ? 2 : 1;
}
