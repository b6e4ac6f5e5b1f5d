/* Speed of reading BVH: the whole of kd_bvh_read on a large file in memory, against a scanner that only calls strtod.
 * The file is the motion of a skeleton of 31 joints and 96 channels, four decimals a value, as capture files have it.
 */
#include "kinedriver/bvh.h"
#include "support/test.h"
#include "text/number_fast.h"

#include <math.h>
#include <time.h>

enum { BENCH_JOINTS = 31, BENCH_TIPS = 7, BENCH_FRAMES = 30000, BENCH_ROUNDS = 7 };

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

static double scan_with_strtod(const kd_buffer *file)
{
    const char *p = strstr((const char *)file->data, "Time:") + 5;
    double sum = 0;
    for (;;) {
        char *after;
        double value = strtod(p, &after);
        if (after == p)
            return sum;
        sum += value;
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

static double read_whole(const kd_buffer *file)
{
    kd_read_desc desc = kd_read_desc_default();
    kd_scene *scene = NULL;
    if (kd_bvh_read(file->data, file->size, &desc, &scene, NULL) != KD_OK)
        exit(1);
    double frames = scene->clips[0].frame_count;
    kd_scene_free(scene);
    return frames;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(const char *name, const kd_buffer *file, int method)
{
    double times[BENCH_ROUNDS];
    double check = 0;
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        double start = seconds_now();
        check = method == 0   ? scan_with_strtod(file)
                : method == 1 ? scan_with(file, kdi_number_parse)
                : method == 2 ? scan_with(file, scan_fast)
                              : read_whole(file);
        times[i] = seconds_now() - start;
    }
    qsort(times, BENCH_ROUNDS, sizeof times[0], compare_doubles);
    double megabytes = (double)file->size * 1e-6;
    printf("%-44s %8.1f %8.1f   (%.6g)\n", name, megabytes / times[0], megabytes / times[BENCH_ROUNDS / 2], check);
}

int main(void)
{
    kd_buffer file = make_file();
    printf("BVH, %.1f MB, %d frames of 96 channels; MB/s of one thread's time, best and median of %d\n",
           (double)file.size * 1e-6, BENCH_FRAMES, BENCH_ROUNDS);
    report("reference: numbers only, strtod", &file, 0);
    report("numbers only, general parser", &file, 1);
    report("numbers only, inlined scanner", &file, 2);
    report("kd_bvh_read, whole file to transforms", &file, 3);
    kd_buffer_free(&file);
    return 0;
}
