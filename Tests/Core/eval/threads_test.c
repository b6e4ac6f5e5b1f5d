/* Eight threads on one program and one binding, each with instances of its own, find the bits that one thread finds.
 * Built with the thread sanitizer too (thread_sanitizer_test.py). */
#include "support/rig_run.h"

#include <pthread.h>

enum { THREADS = 8, FRAMES = 40, CHARACTERS = 3, JOINTS = 64 };

typedef struct thread_work {
    const kd_skeleton *skeleton;
    const kd_binding *binding;
    void *memory;
    kd_transform poses[CHARACTERS][JOINTS];
    kd_transform start[CHARACTERS][JOINTS];
} thread_work;

static void *run_frames(void *data)
{
    thread_work *work = (thread_work *)data;
    kd_instance *instance = kd_instance_init(work->memory, work->binding, CHARACTERS);
    kd_transform *list[CHARACTERS];
    for (int c = 0; c < CHARACTERS; c++)
        list[c] = work->poses[c];
    kd_eval_job job = kd_eval_job_default(instance);
    job.poses = list;
    job.seconds = 0.02f;
    for (int frame = 0; frame < FRAMES; frame++) {
        kd_instance_fade_node(instance, frame % CHARACTERS, 1, (float)frame / FRAMES, 0.1f);
        memcpy(work->poses, work->start, sizeof work->poses);
        kd_eval_run(&job);
    }
    return NULL;
}

static void threads_share_a_program_and_a_binding(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        kt_skeleton skeleton;
        kt_random random = kt_random_make(seed);
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_runnable_rig(seed + 40, 40);
        kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, false);
        static thread_work works[THREADS + 1];
        pthread_t threads[THREADS];
        size_t size = (kd_instance_size(run.program, CHARACTERS) + 31) & ~(size_t)31;
        memset(works, 0, sizeof works);
        for (int c = 0; c < CHARACTERS; c++)
            kt_random_pose(&skeleton.skeleton, &random, works[0].start[c]);
        for (int i = 0; i <= THREADS; i++) {
            memcpy(works[i].start, works[0].start, sizeof works[0].start);
            works[i].skeleton = &skeleton.skeleton;
            works[i].binding = run.binding;
            works[i].memory = aligned_alloc(32, size);
        }
        run_frames(&works[THREADS]);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, run_frames, &works[i]), 0);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        for (int i = 0; i < THREADS; i++)
            assert_memory_equal(works[i].poses, works[THREADS].poses, sizeof works[i].poses);
        for (int i = 0; i <= THREADS; i++)
            free(works[i].memory);
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_a_program_and_a_binding),
    };
    return kt_run(tests);
}
