/* Speed of reading BVH: the whole of kd_bvh_read on a large file in memory, against a loop that does nothing but call
 * strtof on the same numbers. The file is the motion of a skeleton of 31 joints and 96 channels, four decimals a value,
 * as capture files have it. Methods take turns, so that a busy machine slows all of them alike. */
#include "kinedriver/bvh.h"
#include "support/test.h"
#include "text/number_fast.h"

#include <math.h>
#include <time.h>

enum { BENCH_JOINTS = 31, BENCH_TIPS = 7, BENCH_FRAMES = 30000, BENCH_ROUNDS = 15 };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void append(kd_buffer *file, const char *text)
{
    if (kd_buffer_append(file, text, strlen(text)) != KD_OK)
        exit(1);
}

static void make_hierarchy(kd_buffer *file)
{
    char line[256];
    append(file, "HIERARCHY\nROOT J0\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation "
                 "Xrotation\n");
    for (int i = 1; i < BENCH_JOINTS; i++) {
        snprintf(line, sizeof line, "JOINT J%d\n{\nOFFSET 1 %d 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n", i, i);
        append(file, line);
        int tips = i <= BENCH_TIPS;
        append(file, tips ? "End Site\n{\nOFFSET 0 1 0\n}\n}\n" : "}\n");
    }
    snprintf(line, sizeof line, "}\nMOTION\nFrames: %d\nFrame Time: .0083333\n", BENCH_FRAMES);
    append(file, line);
}

static kd_buffer make_file(void)
{
    kd_buffer file = kd_buffer_make(NULL);
    kt_random random = kt_random_make(1);
    make_hierarchy(&file);
    double angles[96];
    for (int c = 0; c < 96; c++)
        angles[c] = kt_random_in(&random, -60, 60);
    for (int frame = 0; frame < BENCH_FRAMES; frame++) {
        for (int c = 0; c < 96; c++) {
            char number[32];
            angles[c] = angles[c] * 0.999 + kt_random_in(&random, -2, 2);
            snprintf(number, sizeof number, c == 95 ? "%.4f\n" : "%.4f ", angles[c]);
            append(&file, number);
        }
    }
    return file;
}

static double scan_with_strtof(const kd_buffer *file)
{
    const char *p = strstr((const char *)file->data, "Time:") + 5;
    double sum = 0;
    for (;;) {
        char *after;
        float value = strtof(p, &after);
        if (after == p)
            return sum;
        sum += (double)value;
        p = after;
    }
}

static double scan_with(const kd_buffer *file, const char *(*parse)(const char *, const char *, double *))
{
    const char *p = strstr((const char *)file->data, "Time:") + 5;
    const char *end = (const char *)file->data + file->size;
    double sum = 0;
    for (;;) {
        while (p < end && (unsigned char)*p <= 0x20)
            p++;
        double value;
        p = parse(p, end, &value);
        if (!p)
            return sum;
        sum += value;
    }
}

static const char *scan_fast(const char *text, const char *end, double *value)
{
    return kdi_number_scan(text, end, value);
}

static double scan_generally(const kd_buffer *file)
{
    return scan_with(file, kdi_number_parse);
}

static double scan_inlined(const kd_buffer *file)
{
    return scan_with(file, scan_fast);
}

static double read_with(const kd_buffer *file, const kd_allocator *allocator)
{
    kd_read_desc desc = kd_read_desc_default();
    if (allocator)
        desc.allocator = *allocator;
    kd_scene *scene = NULL;
    if (kd_bvh_read(file->data, file->size, &desc, &scene, NULL) != KD_OK)
        exit(1);
    double sum = 0;
    const kd_clip *clip = &scene->clips[0];
    for (int32_t i = 0; i < clip->frame_count; i++)
        sum += (double)clip->locals[(size_t)i * (size_t)clip->joint_count].translate.x;
    kd_scene_free(scene);
    return sum;
}

static double read_whole(const kd_buffer *file)
{
    return read_with(file, NULL);
}

/* Keeps the largest block for the next read, as a tool that converts many files would. */
typedef struct kept_block {
    void *block;
    size_t size;
} kept_block;

static void *resize_kept(void *user, void *block, size_t old_size, size_t new_size)
{
    kept_block *kept = (kept_block *)user;
    if (new_size == 0 && old_size > kept->size) {
        free(kept->block);
        kept->block = block;
        kept->size = old_size;
        return NULL;
    }
    if (!block && new_size == kept->size) {
        void *again = kept->block;
        kept->block = NULL;
        kept->size = 0;
        return again;
    }
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static double read_into_kept(const kd_buffer *file)
{
    static kept_block kept;
    kd_allocator allocator = {resize_kept, &kept};
    return read_with(file, &allocator);
}

typedef struct bench_method {
    const char *name;
    double (*run)(const kd_buffer *file);
    double times[BENCH_ROUNDS];
    double check; /* keeps the work from being left out; those of the scanners are equal */
} bench_method;

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    static bench_method methods[] = {
        {"reference: strtof on every number", scan_with_strtof, {0}, 0},
        {"every number, general parser", scan_generally, {0}, 0},
        {"every number, inlined scanner", scan_inlined, {0}, 0},
        {"kd_bvh_read, fresh memory", read_whole, {0}, 0},
        {"kd_bvh_read, memory of the read before", read_into_kept, {0}, 0},
    };
    enum { METHODS = sizeof methods / sizeof methods[0] };
    kd_buffer file = make_file();
    double megabytes = (double)file.size * 1e-6;
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        for (int i = 0; i < METHODS; i++) {
            double start = seconds_now();
            methods[i].check = methods[i].run(&file);
            methods[i].times[round] = seconds_now() - start;
        }
    }
    printf("BVH, %.1f MB, %d frames of 96 channels; one thread's time of %d rounds\n", megabytes, BENCH_FRAMES,
           BENCH_ROUNDS);
    printf("%-42s %10s %12s %10s\n", "", "best MB/s", "median MB/s", "x strtof");
    for (int i = 0; i < METHODS; i++)
        qsort(methods[i].times, BENCH_ROUNDS, sizeof methods[i].times[0], compare_doubles);
    for (int i = 0; i < METHODS; i++)
        printf("%-42s %10.0f %12.0f %10.2f   (%.6g)\n", methods[i].name, megabytes / methods[i].times[0],
               megabytes / methods[i].times[BENCH_ROUNDS / 2],
               methods[0].times[BENCH_ROUNDS / 2] / methods[i].times[BENCH_ROUNDS / 2], methods[i].check);
    kd_buffer_free(&file);
    return 0;
}
