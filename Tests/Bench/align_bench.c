/* Distance matrix and path of two motions of 31 joints, against the formula of the paper on motion blending written
 * pair by pair in plain C (its program computes forward kinematics inside the loop as well; that is left out here), in
 * the same run and on one thread. Best and median of several rounds. Then the player. */
#include "support/test.h"

#include "align/distance.h"
#include "kinedriver/blend.h"

#include <math.h>
#include <time.h>

enum { BENCH_JOINTS = 31, BENCH_ROUNDS = 9 };

static float bench_sink;

static double bench_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* 31 joints of which 21 are in places of their own, as in the usual captures. */
static kdi_source *bench_source(kdi_arena *arena, int32_t frames, double phase, float *plain)
{
    static kd_joint joints[BENCH_JOINTS];
    static char names[BENCH_JOINTS][24];
    static kd_skeleton skeleton = {joints, BENCH_JOINTS};
    for (int j = 0; j < BENCH_JOINTS; j++) {
        snprintf(names[j], sizeof names[j], "joint%d", j);
        joints[j].name = names[j];
        joints[j].parent = j - 1;
    }
    kdi_source *source = KDI_ARENA_PUSH(arena, kdi_source, 1);
    source->skeleton = &skeleton;
    source->joint_count = BENCH_JOINTS;
    source->frame_count = frames;
    source->frame_time_s = 1.0 / 120.0;
    source->locals = KDI_ARENA_PUSH(arena, kd_transform, (size_t)frames * BENCH_JOINTS);
    for (int32_t f = 0; f < frames; f++)
        for (int j = 0; j < BENCH_JOINTS; j++) {
            kd_transform *t = &source->locals[(size_t)f * BENCH_JOINTS + (size_t)j];
            float angle = (float)(0.3 * sin(0.05 * f * (1.0 + 0.1 * j) + phase + j));
            t->rotate.x = sinf(angle);
            t->rotate.w = cosf(angle);
            t->scale.x = t->scale.y = t->scale.z = 1.0f;
            t->translate.y = j % 3 == 2 ? 0.0f : 1.5f;
            t->translate.z = j == 0 ? (float)(0.1 * f) : 0.0f;
        }
    kd_transform models[BENCH_JOINTS];
    for (int32_t f = 0; f < frames; f++) {
        kd_skeleton_model_from_local(&skeleton, source->locals + (size_t)f * BENCH_JOINTS, models);
        for (int j = 0; j < BENCH_JOINTS; j++)
            memcpy(plain + ((size_t)f * BENCH_JOINTS + (size_t)j) * 3, &models[j].translate, 3 * sizeof(float));
    }
    return source;
}

/* The paper's pose distance, all weights one. */
static float paper_distance(const float *p, const float *q)
{
    float top_left = 0, bottom_left = 0, ax1 = 0, ax2 = 0, az1 = 0, az2 = 0, ty = 0, distance = 0;
    for (int i = 0; i < BENCH_JOINTS; i++) {
        const float *a = p + i * 3, *b = q + i * 3;
        top_left += a[0] * b[2] - b[0] * a[2];
        bottom_left += a[0] * b[0] + a[2] * b[2];
        ax1 += a[0];
        az1 += a[2];
        ax2 += b[0];
        az2 += b[2];
        ty += a[1] - b[1];
    }
    float n = (float)BENCH_JOINTS;
    float ry = atan2f(top_left - (ax1 * az2 - ax2 * az1) / n, bottom_left - (ax1 * ax2 + az1 * az2) / n);
    float c = cosf(ry), s = sinf(ry);
    float tx = (ax1 - ax2 * c - az2 * s) / n, tz = (az1 + ax2 * s - az2 * c) / n;
    ty /= n;
    for (int i = 0; i < BENCH_JOINTS; i++) {
        const float *a = p + i * 3, *b = q + i * 3;
        float dx = a[0] - (b[0] * c + b[2] * s + tx), dy = a[1] - (b[1] + ty), dz = a[2] - (b[2] * c - b[0] * s + tz);
        distance += dx * dx + dy * dy + dz * dz;
    }
    return sqrtf(distance / n);
}

static double paper_seconds(const float *p, const float *q, int32_t frames, float *values)
{
    double start = bench_now();
    for (int32_t r = 0; r < frames; r++)
        for (int32_t c = 0; c < frames; c++)
            values[(size_t)r * (size_t)frames + (size_t)c] =
                paper_distance(p + (size_t)r * BENCH_JOINTS * 3, q + (size_t)c * BENCH_JOINTS * 3);
    bench_sink += values[frames];
    return bench_now() - start;
}

typedef struct bench_times {
    double points, matrix, path;
} bench_times;

static bench_times our_seconds(const kdi_source *sources, const kd_distance_desc *desc, int32_t slope, float *values)
{
    bench_times times;
    kdi_arena arena;
    kdi_cloud a, b;
    kd_allocator allocator = kd_allocator_default();
    double start = bench_now();
    kdi_arena_init(&arena, &allocator, 0);
    kdi_clouds_make(&arena, &sources[0], &sources[1], desc, &a, &b, NULL);
    times.points = bench_now() - start;
    start = bench_now();
    kd_path_desc path_desc = kd_path_desc_default();
    path_desc.slope_limit = slope;
    path_desc.count_frames = true;
    kdi_distance_options options = {&path_desc, false};
    kdi_distance_points(&arena, &a, &b, &options, values, NULL);
    kdi_arena_free(&arena);
    times.matrix = bench_now() - start;
    start = bench_now();
    kd_distance_matrix matrix = {sources[0].frame_count, sources[1].frame_count, values, allocator};
    kd_path path;
    kd_path_find(&matrix, &path_desc, NULL, &path, NULL);
    bench_sink += (float)path.cost;
    kd_path_free(&path);
    times.path = bench_now() - start;
    return times;
}

static int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void bench_row(int32_t frames, int32_t window, int32_t slope)
{
    kdi_arena arena;
    kd_allocator allocator = kd_allocator_default();
    kdi_arena_init(&arena, &allocator, 0);
    float *p = KDI_ARENA_PUSH(&arena, float, (size_t)frames *BENCH_JOINTS * 3);
    float *q = KDI_ARENA_PUSH(&arena, float, (size_t)frames *BENCH_JOINTS * 3);
    float *values = KDI_ARENA_PUSH(&arena, float, (size_t)frames *(size_t)frames);
    kdi_source sources[2] = {*bench_source(&arena, frames, 0.0, p), *bench_source(&arena, frames, 1.3, q)};
    kd_distance_desc desc = kd_distance_desc_default();
    desc.align_height = true;
    desc.window = window;
    double paper = 1e30, points = 1e30, matrix[BENCH_ROUNDS], path[BENCH_ROUNDS], both[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        if (i < (frames > 1000 ? 2 : 4)) {
            double seconds = paper_seconds(p, q, frames, values);
            paper = seconds < paper ? seconds : paper;
        }
        bench_times times = our_seconds(sources, &desc, slope, values);
        points = times.points < points ? times.points : points;
        matrix[i] = times.matrix;
        path[i] = times.path;
        both[i] = times.matrix + times.path;
    }
    qsort(matrix, BENCH_ROUNDS, sizeof *matrix, bench_compare);
    qsort(path, BENCH_ROUNDS, sizeof *path, bench_compare);
    qsort(both, BENCH_ROUNDS, sizeof *both, bench_compare);
    double cells = (double)frames * (double)frames;
    printf("%5d^2  %6d %5d %10.2f %10.2f %10.2f %10.2f %10.2f %10.1f %10.1f %9.1f x\n", (int)frames, (int)window,
           (int)slope, 1e3 * paper, 1e3 * points, 1e3 * matrix[0], 1e3 * path[0], 1e3 * both[BENCH_ROUNDS / 2],
           cells / paper * 1e-6, cells / both[0] * 1e-6, paper / both[0]);
    kdi_arena_free(&arena);
}

/* The player with four motions of 300 frames, all with weight: microseconds for a frame at 60 frames a second. */
static void bench_player(void)
{
    kdi_arena arena;
    kd_allocator allocator = kd_allocator_default();
    kdi_arena_init(&arena, &allocator, 0);
    float *plain = KDI_ARENA_PUSH(&arena, float, 400 * BENCH_JOINTS * 3);
    kd_clip clips[4];
    kd_motion_source motions[4];
    for (int i = 0; i < 4; i++) {
        kdi_source *source = bench_source(&arena, 300 + 20 * i, 0.1 * i, plain);
        kd_clip clip = {"motion", source->frame_count, BENCH_JOINTS, 0, source->frame_time_s, source->locals, NULL,
                        NULL};
        clips[i] = clip;
        motions[i] = kd_motion_source_make(source->skeleton, &clips[i]);
    }
    kd_registration_desc desc = kd_registration_desc_default();
    kd_registration *registration;
    kd_buffer asset = kd_buffer_make(NULL);
    double start = bench_now();
    if (kd_registration_make(motions, 4, &desc, &registration, NULL) != KD_OK ||
        kd_blend_build(registration, &asset, NULL) != KD_OK)
        return;
    double seconds = bench_now() - start, best = 1e30;
    const kd_blend *blend = kd_blend_open(asset.data, asset.size, NULL);
    const float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    kd_transform pose[BENCH_JOINTS];
    kd_blend_player player;
    kd_blend_start(blend, weights, &player);
    for (int round = 0; round < 50; round++) {
        start = bench_now();
        for (int i = 0; i < 1000; i++) {
            kd_blend_job job = {blend, &player, weights, 1.0f / 60.0f, true, false, pose};
            kd_blend_advance(&job);
        }
        best = bench_now() - start < best ? bench_now() - start : best;
        bench_sink += pose[0].translate.x;
    }
    printf("\nFour motions of about 300 frames, 31 joints: registered and built in %.1f ms (%.0f kB),\n"
           "played in %.2f us a frame\n",
           1e3 * seconds, (double)asset.size * 1e-3, 1e3 * best);
    kd_buffer_free(&asset);
    kd_registration_free(registration);
    kdi_arena_free(&arena);
}

/* A number of frames as argument: that one only. */
int main(int count, char **words)
{
    printf("Distance matrix and slope-limited path, 31 joints, one thread; \"paper\" is its formula pair by pair, "
           "matrix only\n");
    printf("frames  window slope   paper ms  points ms  matrix ms    path ms  both, med  paper M/s   both M/s   "
           "speed-up\n");
    const int32_t sizes[] = {300, 1000, 3000};
    for (int i = 0; i < 3; i++)
        for (int kind = 0; kind < 4 && (count < 2 || atoi(words[1]) == sizes[i]); kind++)
            bench_row(sizes[i], kind % 2 ? 5 : 0, kind < 2 ? 3 : 8);
    bench_player();
    return bench_sink > 1e30f;
}
