/* Times of a benchmark: the smallest and the middle of several rounds. */
#ifndef KT_BENCH_H
#define KT_BENCH_H

#include <stdlib.h>
#include <time.h>

enum { KT_TIMES_MOST = 256 };

typedef struct kt_times {
    int count;
    double values[KT_TIMES_MOST];
} kt_times;

/* Processor seconds of this process. */
static inline double kt_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void kt_times_add(kt_times *times, double value)
{
    if (times->count < KT_TIMES_MOST)
        times->values[times->count++] = value;
}

static inline int kt_times_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static inline double kt_times_median(kt_times *times)
{
    qsort(times->values, (size_t)times->count, sizeof(double), kt_times_compare);
    return times->values[times->count / 2];
}

static inline double kt_times_min(const kt_times *times)
{
    double least = times->values[0];
    for (int i = 1; i < times->count; i++)
        least = times->values[i] < least ? times->values[i] : least;
    return least;
}

#endif
