/* Speed of segments: microseconds a frame for handles, reconstruction and texture of a figure of 31 joints (38 with
 * tips), against the published relaxation at several sweeps, and microseconds for the coefficients of a segment of 120
 * frames. The motion is the shared capture where it is there, a random walk otherwise. Methods take turns. */
#include "align/segment_coefficients.h"
#include "support/segments.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 15, FRAMES = 4000, SEGMENT = 120, MOST_JOINTS = 128 };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Plays a cycle again and again, each time bent to meet itself; returns seconds a frame. */
static double play(kt_segments *made, kd_segment_solver solver, int sweeps, double *link_error)
{
    kd_transform pose[MOST_JOINTS];
    int32_t count = kd_segments_count(made->segments), next = 0;
    double start = seconds_now(), sum = 0;
    kt_segments_restart(made);
    kd_segment_player_set_solver(made->player, solver, sweeps);
    for (int i = 0; i < FRAMES; i++) {
        while (kd_segment_player_queued(made->player) < 4) {
            kd_segment_request request = kd_segment_request_default(next % 2 + (count > 3));
            kd_segment_player_push(made->player, &request);
            next++;
        }
        kd_segment_player_pose(made->player, pose);
        sum += (double)kd_segment_player_stats(made->player).link_error;
        kd_segment_player_next_frame(made->player);
    }
    *link_error = sum / FRAMES;
    return (seconds_now() - start) / FRAMES;
}

static void bench_play(kt_segments *made)
{
    static const struct {
        const char *name;
        kd_segment_solver solver;
        int sweeps;
    } rows[] = {
        {"Newton", KD_SEGMENT_SOLVER_NEWTON, 12},
        {"relaxation, 10 sweeps", KD_SEGMENT_SOLVER_RELAX, 10},
        {"relaxation, 50 sweeps", KD_SEGMENT_SOLVER_RELAX, 50},
        {"relaxation, 200 sweeps", KD_SEGMENT_SOLVER_RELAX, 200},
        {"no solver", KD_SEGMENT_SOLVER_NEWTON, 0},
    };
    double all[5][ROUNDS], errors[5];
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < 5; i++)
            all[i][round] = play(made, rows[i].solver, rows[i].sweeps, &errors[i]);
    printf("%-26s %10s %10s %22s\n", "a frame of the figure", "min us", "median us", "mean worst link error");
    for (int i = 0; i < 5; i++) {
        qsort(all[i], ROUNDS, sizeof all[i][0], compare_times);
        printf("%-26s %10.2f %10.2f %22.1e\n", rows[i].name, all[i][0] * 1e6, all[i][ROUNDS / 2] * 1e6, errors[i]);
    }
}

/* Frames in which a segment begins, and the next one is latched, against the others: nothing is put off to a seam. */
static void bench_seams(kt_segments *made)
{
    kd_transform pose[MOST_JOINTS];
    double best[2] = {1e9, 1e9};
    int32_t count = kd_segments_count(made->segments);
    for (int round = 0; round < ROUNDS; round++) {
        double sums[2] = {0, 0};
        int counts[2] = {0, 0}, next = 0;
        kt_segments_restart(made);
        for (int i = 0; i < FRAMES; i++) {
            while (kd_segment_player_queued(made->player) < 4) {
                kd_segment_request request = kd_segment_request_default(next++ % 2 + (count > 3));
                kd_segment_player_push(made->player, &request);
            }
            double start = seconds_now();
            kd_segment_player_next_frame(made->player);
            kd_segment_player_pose(made->player, pose);
            int begins = kd_segment_player_frame(made->player) == 0.0f;
            sums[begins] += seconds_now() - start;
            counts[begins]++;
        }
        for (int k = 0; k < 2; k++)
            best[k] = fmin(best[k], sums[k] / counts[k]);
    }
    printf("\na frame in which a segment begins: %.2f us, any other: %.2f us\n", best[1] * 1e6, best[0] * 1e6);
}

static void bench_coefficients(int handles)
{
    static double speeds[SEGMENT], position[SEGMENT + 1], direct[SEGMENT + 1], velocity[SEGMENT + 1], work[3 * SEGMENT];
    double best = 1e9;
    kdi_segment_coefficients made = {position, direct, velocity, 0};
    for (int j = 0; j < SEGMENT; j++)
        speeds[j] = fabs(sin(j * 0.05));
    for (int round = 0; round < 50; round++) {
        double start = seconds_now();
        for (int i = 0; i < 100 * handles; i++) {
            speeds[i % SEGMENT] += 1e-9;
            kdi_segment_coefficients_make(speeds, SEGMENT, 0.5, work, &made);
        }
        best = fmin(best, (seconds_now() - start) / 100);
    }
    printf("\ncoefficients of %d handles, %d frames: %.2f us\n", handles, SEGMENT, best * 1e6);
}

int main(void)
{
    kd_scene *scene = kt_segments_scene("bvh/cmu_07_01_walk.bvh");
    kt_segments made;
    if (!scene)
        scene = kt_random_walk(1, 300);
    made = kt_segments_make(&scene, 1, NULL);
    printf("%d joints, %d links, %d handles\n\n", (int)kd_segments_joint_count(made.segments),
           (int)kd_segments_link_count(made.segments), (int)kd_segments_handle_count(made.segments));
    bench_play(&made);
    bench_seams(&made);
    bench_coefficients(kd_segments_handle_count(made.segments));
    kt_segments_free(&made);
    return 0;
}
