/* Runs a recorded program on poses made by whole-number arithmetic and prints a hash of all that comes out. Built by
 * same_run_test.py with several compilers, from the runtime half alone.
 *
 * The record: joint count; for each joint its parent, the length of its name, the name, its rest pose; the size of the
 * program, the program. Whole numbers and floats of four bytes. */
#include "kinedriver/eval.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 60, MOST_JOINTS = 64, MOST_NUMBERS = 256 };

static uint64_t hash_state = UINT64_C(14695981039346656037);

static void hash_bytes(const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash_state = (hash_state ^ ((const unsigned char *)data)[i]) * UINT64_C(1099511628211);
}

static uint32_t next_bits(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 40);
}

/* Exact: 24 bits times a power of two, from -1 to 1. */
static float next_float(uint64_t *state)
{
    return (float)next_bits(state) * (1.0f / 8388608.0f) - 1.0f;
}

static kd_transform next_transform(uint64_t *state, kd_transform rest)
{
    float parts[10], from[10];
    kd_transform t;
    memcpy(from, &rest, sizeof from);
    uint32_t kind = next_bits(state) % 8;
    for (int k = 0; k < 10; k++) {
        float x = next_float(state);
        parts[k] = k < 4 ? x : k < 7 ? 32.0f * x : 1.0f + 0.5f * x;
        parts[k] = kind == 0 ? from[k] : kind == 1 && k < 4 && k != 1 ? 0.0f : parts[k];
    }
    memcpy(&t, parts, sizeof t);
    return t;
}

typedef struct record {
    kd_joint joints[MOST_JOINTS];
    kd_skeleton skeleton;
    const kd_program *program;
} record;

static void *take(size_t size)
{
    unsigned char *memory = (unsigned char *)calloc(1, size + 64);
    return memory + (32 - ((uintptr_t)memory & 31));
}

static bool read_record(const char *path, record *r)
{
    FILE *file = fopen(path, "rb");
    int32_t count = 0, parent, length;
    uint32_t size = 0;
    bool good = file != NULL && fread(&count, 4, 1, file) == 1 && count <= MOST_JOINTS;
    for (int32_t i = 0; good && i < count; i++) {
        good = fread(&parent, 4, 1, file) == 1 && fread(&length, 4, 1, file) == 1 && length < 256;
        char *name = good ? (char *)take((size_t)length + 1) : NULL;
        good = good && fread(name, 1, (size_t)length, file) == (size_t)length;
        r->joints[i].name = name;
        r->joints[i].parent = parent;
        good = good && fread(&r->joints[i].rest, sizeof(kd_transform), 1, file) == 1;
    }
    good = good && fread(&size, 4, 1, file) == 1;
    void *blob = good ? take(size) : NULL;
    good = good && fread(blob, 1, size, file) == size;
    if (file != NULL)
        fclose(file);
    r->skeleton.joints = r->joints;
    r->skeleton.joint_count = count;
    r->program = good ? kd_program_open(blob, size, NULL) : NULL;
    return r->program != NULL;
}

/* Each character by itself, or all in one instance: the same numbers in the same order. */
static void run_record(const record *r, int32_t characters, bool together, kd_backend backend)
{
    static kd_transform poses[16][MOST_JOINTS];
    static float outputs[16][MOST_NUMBERS], inputs[16][MOST_NUMBERS];
    kd_transform *pose_list[16];
    const float *input_list[16];
    float *output_list[16];
    uint64_t state[16];
    kd_instance *instances[16];
    kd_binding *binding = kd_binding_init(take(kd_binding_size(r->program)), r->program, &r->skeleton);
    int32_t each = together ? characters : 1, groups = together ? 1 : characters;
    for (int32_t i = 0; i < groups; i++)
        instances[i] = kd_instance_init(take(kd_instance_size(r->program, each)), binding, each);
    for (int32_t c = 0; c < characters; c++) {
        state[c] = (uint64_t)c * 977 + 1;
        pose_list[c] = poses[c], input_list[c] = inputs[c], output_list[c] = outputs[c];
    }
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int32_t c = 0; c < characters; c++) {
            for (int32_t j = 0; j < r->skeleton.joint_count; j++)
                poses[c][j] = next_transform(&state[c], r->joints[j].rest);
            for (int32_t k = 0; k < MOST_NUMBERS; k++)
                inputs[c][k] = 128.0f * next_float(&state[c]);
        }
        for (int32_t i = 0; i < groups; i++) {
            kd_eval_job job = kd_eval_job_default(instances[i]);
            job.poses = pose_list + i, job.inputs = input_list + i, job.outputs = output_list + i;
            job.seconds = 0.015625f;
            job.lod = frame % 20 == 19 ? 100 : 0;
            job.backend = backend;
            kd_eval_run(&job);
        }
        for (int32_t c = 0; c < characters; c++) {
            hash_bytes(poses[c], sizeof(kd_transform) * (size_t)r->skeleton.joint_count);
            hash_bytes(outputs[c], sizeof(float) * (size_t)kd_program_output_count(r->program));
        }
    }
}

/* same_run portable|avx2 single|batch RECORD... */
int main(int count, char **arguments)
{
    kd_backend backend = count > 1 && strcmp(arguments[1], "avx2") == 0 ? KD_BACKEND_AVX2 : KD_BACKEND_PORTABLE;
    bool together = count > 2 && strcmp(arguments[2], "batch") == 0;
    if (!kd_backend_available(backend)) {
        printf("unavailable\n");
        return 0;
    }
    for (int i = 3; i < count; i++) {
        static record r;
        if (!read_record(arguments[i], &r)) {
            printf("cannot read %s\n", arguments[i]);
            return 1;
        }
        run_record(&r, 11, together, backend);
    }
    printf("%08x%08x\n", (unsigned)(hash_state >> 32), (unsigned)hash_state);
    return 0;
}
