/* Coefficients of end-point constraints against LAPACK's singular value decomposition, against the equations that
 * define them, and at every degenerate case. */
#include "align/segment_coefficients.h"
#include "support/test.h"

#include <math.h>

void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a, const int *lda, double *s,
             double *u, const int *ldu, double *vt, const int *ldvt, double *work, const int *lwork, int *info);

enum { MOST = 300 };

/* (16) (17): the pseudo-inverse of the 2 x n matrix of (15), singular values below 1e-12 of the largest dropped. */
static int svd_weights(const double *r, int n, double *alpha, double *beta)
{
    static double a[2 * MOST], vt[2 * MOST], work[64 * MOST];
    double s[2] = {0, 0}, u[4];
    int two = 2, info = 0, lwork = 64 * MOST, least = n < 2 ? n : 2, rank = 0;
    for (int j = 0; j < n; j++) {
        a[2 * j] = r[j] * (n - 1 - j);
        a[2 * j + 1] = r[j];
        alpha[j] = beta[j] = 0;
    }
    dgesvd_("S", "S", &two, &n, a, &two, s, u, &two, vt, &least, work, &lwork, &info);
    assert_int_equal(info, 0);
    for (int k = 0; k < least; k++) {
        if (!(s[k] > 1e-12 * s[0]) || s[k] == 0)
            continue;
        rank++;
        for (int j = 0; j < n; j++) {
            alpha[j] += vt[k + least * j] * u[2 * k] / s[k];
            beta[j] += vt[k + least * j] * u[2 * k + 1] / s[k];
        }
    }
    return rank;
}

static double largest(const double *x, int n)
{
    double most = 0;
    for (int j = 0; j < n; j++)
        most = fmax(most, fabs(x[j]));
    return most;
}

/* Random speeds: like a foot's (bursts between rests), even, of low rank or nearly so, spread over magnitudes. */
static void random_speeds(kt_random *random, int n, double *r)
{
    double size = pow(10, kt_random_in(random, -6, 4));
    uint32_t kind = kt_random_below(random, 8);
    int only = (int)kt_random_below(random, (uint32_t)n);
    for (int j = 0; j < n; j++) {
        r[j] = size * kt_random_in(random, 0, 1);
        if (kind == 0)
            r[j] *= fmax(0, sin(j * 0.1));
        else if (kind == 1)
            r[j] = size;
        else if (kind == 2 && j != only)
            r[j] = 0;
        else if (kind == 3)
            r[j] = 0;
        else if (kind == 4)
            r[j] *= j == only ? 1 : 1e-3;
        else if (kind == 5)
            r[j] = size * pow(10, kt_random_in(random, -3, 0));
    }
}

static void weights_equal_the_singular_value_decomposition(void **state)
{
    (void)state;
    kt_random random = kt_random_make(17);
    int ranks[3] = {0, 0, 0};
    double worst = 0, worst_float = 0;
    for (int round = 0; round < 6000; round++) {
        double r[MOST], alpha[MOST], beta[MOST], alpha2[MOST], beta2[MOST];
        float rf[MOST], alpha_float[MOST], beta_float[MOST];
        int n = round < 300 ? 1 + round : 1 + (int)kt_random_below(&random, MOST);
        random_speeds(&random, n, r);
        for (int j = 0; j < n; j++)
            r[j] = rf[j] = (float)r[j]; /* the same numbers for both kinds */
        int rank = kdi_segment_weights(r, n, alpha, beta);
        assert_int_equal(rank, svd_weights(r, n, alpha2, beta2));
        assert_int_equal(rank, kdi_segment_weights_float(rf, n, alpha_float, beta_float));
        ranks[rank]++;
        double a = fmax(largest(alpha2, n), 1e-300), b = fmax(largest(beta2, n), 1e-300);
        for (int j = 0; j < n; j++) {
            worst = fmax(worst, fmax(fabs(alpha[j] - alpha2[j]) / a, fabs(beta[j] - beta2[j]) / b));
            worst_float = fmax(worst_float, fmax(fabs((double)alpha_float[j] - alpha2[j]) / a,
                                                 fabs((double)beta_float[j] - beta2[j]) / b));
        }
    }
    print_message("# rank 0 1 2: %d %d %d; largest relative difference %.1e, float %.1e\n", ranks[0], ranks[1],
                  ranks[2], worst, worst_float);
    assert_true(ranks[0] > 100 && ranks[1] > 100 && ranks[2] > 1000);
    assert_true(worst <= 1e-10);
    assert_true(worst_float <= 1e-5);
}

typedef struct coefficients {
    double position[MOST + 1], direct[MOST + 1], velocity[MOST + 1], scratch[3 * MOST];
    kdi_segment_coefficients c;
} coefficients;

static void make(coefficients *to, const double *r, int n, double end_speed)
{
    to->c.position = to->position;
    to->c.direct = to->direct;
    to->c.velocity = to->velocity;
    kdi_segment_coefficients_make(r, n, end_speed, to->scratch, &to->c);
}

/* The sums of (18) written out. */
static void coefficients_are_the_sums_of_the_paper(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    for (int round = 0; round < 200; round++) {
        double r[MOST], alpha[MOST], beta[MOST], total = 0;
        int n = 2 + (int)kt_random_below(&random, 120);
        random_speeds(&random, n, r);
        if (svd_weights(r, n, alpha, beta) < 2)
            continue;
        coefficients made;
        make(&made, r, n, r[n - 1]);
        for (int j = 0; j < n; j++)
            total += r[j];
        for (int i = 0; i <= n; i++) {
            double gamma = 0, epsilon = 0, delta = 0, size = 0;
            for (int j = 0; j < i; j++)
                delta += r[j] / total;
            for (int j = 0; j <= i - 2; j++) {
                gamma += alpha[j] * r[j] * (i - 1 - j);
                epsilon += beta[j] * r[j] * (i - 1 - j);
                size += fabs(beta[j] * r[j] * (i - 1 - j));
            }
            assert_true(fabs(made.position[i] - delta) < 1e-12);
            assert_true(fabs(made.direct[i] - gamma) < 1e-9);
            assert_true(fabs(made.velocity[i] - epsilon) < 1e-9 * (1 + size));
        }
    }
}

/* Adds the change of frame i to nothing and looks at position and velocity of the end: n + 1 needs one frame more. */
static void ends_are_exact_for_any_speeds(void **state)
{
    (void)state;
    kt_random random = kt_random_make(4);
    for (int round = 0; round < 2000; round++) {
        double r[MOST];
        int n = 1 + (int)kt_random_below(&random, round < 1000 ? 4 : MOST);
        random_speeds(&random, n, r);
        double end_speed = kt_random_below(&random, 2) ? r[n - 1] : 0;
        coefficients made;
        make(&made, r, n, end_speed);
        assert_true(made.position[0] == 0 && made.direct[0] == 0 && made.velocity[0] == 0);
        assert_true(made.position[n] == 1 && made.direct[n] == 1 && made.velocity[n] == 0);
        if (n > 1)
            assert_true(made.direct[1] == 0 && made.velocity[1] == 0); /* the velocity at the start stays */
        for (int i = 0; i <= n; i++)
            assert_true(isfinite(made.position[i]) && isfinite(made.direct[i]) && isfinite(made.velocity[i]));
        for (int i = 0; i < n; i++)
            assert_true(made.position[i + 1] >= made.position[i] - 1e-9); /* never back */
        assert_true(isfinite(made.c.end_gain) && made.c.end_gain >= 0);
    }
}

static void a_frame_that_does_not_move_takes_no_change(void **state)
{
    (void)state;
    double r[40];
    for (int j = 0; j < 40; j++)
        r[j] = j >= 10 && j < 30 ? 1 + j : 0;
    coefficients made;
    make(&made, r, 40, 0);
    for (int i = 0; i <= 10; i++)
        assert_true(made.position[i] == 0);
    for (int i = 30; i <= 40; i++)
        assert_true(fabs(made.position[i] - 1) < 1e-12);
    for (int i = 31; i < 40; i++) /* no acceleration where there is no speed */
        assert_true(fabs(made.direct[i + 1] - 2 * made.direct[i] + made.direct[i - 1]) < 1e-12);
}

static void short_and_still_segments_are_defined(void **state)
{
    (void)state;
    double none[3] = {0, 0, 0};
    coefficients made;
    make(&made, none, 0, 0);
    assert_true(made.position[0] == 0 && made.velocity[0] == 0);
    make(&made, none, 1, 0);
    assert_true(made.position[1] == 1 && made.c.end_gain == 0);
    make(&made, none, 3, 0); /* constant speed: a = (1, 0, -1) p has the least norm; x_2 = 1/2, x_3 = 1 */
    assert_true(fabs(made.position[2] - 0.5) < 1e-12 && made.position[1] == 0);
}

/* Nothing moves before the window. In it the accelerations are those of least norm: r^2 times a straight line in the
 * lever, which is what the two conditions leave over; with a velocity of one behind the end. */
static void velocity_after_a_stand_moves_only_the_window(void **state)
{
    (void)state;
    kt_random random = kt_random_make(11);
    for (int round = 0; round < 500; round++) {
        enum { MOST_FRAMES = 80 };
        double speeds[MOST_FRAMES], scratch[3 * MOST_FRAMES], x[MOST_FRAMES + 1], line[MOST_FRAMES];
        int32_t n = 3 + (int32_t)kt_random_below(&random, MOST_FRAMES - 3);
        int32_t window = 3 + (int32_t)kt_random_below(&random, (uint32_t)n - 2), first = n - window;
        bool is_still = round % 3 == 0;
        for (int32_t j = 0; j < n; j++)
            speeds[j] = j < first || is_still ? 0 : kt_random_in(&random, 0.1, 2);
        kdi_segment_coefficients_stand(speeds, n, window, scratch, x);
        for (int32_t i = 0; i <= first; i++)
            assert_true(x[i] == 0);
        assert_true(x[n] == 0);
        for (int32_t j = first; j < n; j++) {
            double next = j + 2 <= n ? x[j + 2] : x[n] + 1, square = is_still ? 1 : speeds[j] * speeds[j];
            line[j] = (next - 2 * x[j + 1] + x[j]) / square;
        }
        double slope = (line[n - 1] - line[first]) / (window - 1);
        for (int32_t j = first; j < n; j++)
            assert_true(fabs(line[j] - line[first] - slope * (j - first)) <= 1e-6 * (1 + fabs(line[n - 1])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_equal_the_singular_value_decomposition),
        cmocka_unit_test(coefficients_are_the_sums_of_the_paper),
        cmocka_unit_test(ends_are_exact_for_any_speeds),
        cmocka_unit_test(a_frame_that_does_not_move_takes_no_change),
        cmocka_unit_test(short_and_still_segments_are_defined),
        cmocka_unit_test(velocity_after_a_stand_moves_only_the_window),
    };
    return kt_run(tests);
}
