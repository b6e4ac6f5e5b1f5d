/* Arbitrary bytes as a compiled program. Magic, version, size and hash are put right, so that the verifier sees the
 * rest; what it lets pass is listed, bound to its own skeleton and run, for one character and for several. */
#include "kinedriver/eval.h"
#include "kinedriver/program_list.h"
#include "program/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHARACTERS = 3, FRAMES = 3, MOST_JOINTS = 512, MOST_BYTES = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The program's own joints, so that every node is on; from the fourth byte on some are left out. */
static kd_skeleton make_skeleton(const kd_program *program, kd_joint *joints, uint8_t leave_out)
{
    kd_skeleton skeleton = {joints, kd_program_joint_count(program)};
    for (int32_t i = 0; i < skeleton.joint_count; i++) {
        memset(&joints[i], 0, sizeof joints[i]);
        joints[i].name = leave_out && i % (1 + leave_out) == 0 ? "nobody" : kd_program_joint_name(program, i);
        joints[i].parent = kd_program_joint_parent(program, i);
        joints[i].rest.rotate.w = joints[i].rest.scale.x = joints[i].rest.scale.y = joints[i].rest.scale.z = 1.0f;
    }
    return skeleton;
}

static void run_frames(kd_instance *instance, const kd_program *program, const kd_skeleton *skeleton,
                       int32_t characters, uint8_t seed)
{
    static const float values[] = {0.0f, 1.0f, -1.0f, 0.5f, 1e-30f, 1e30f, -3e38f, INFINITY, NAN};
    static kd_transform memory[CHARACTERS][MOST_JOINTS];
    kd_transform *poses[CHARACTERS];
    float *outputs[CHARACTERS];
    const float *inputs[CHARACTERS];
    size_t input_count = (size_t)kd_program_input_count(program),
           output_count = (size_t)kd_program_output_count(program);
    float *input_values = (float *)malloc((input_count + 1) * sizeof(float));
    float *output_values = (float *)malloc((output_count + 1) * sizeof(float));
    uint32_t state = seed;
    for (size_t i = 0; i < input_count; i++)
        input_values[i] = values[(i + seed) % (sizeof values / sizeof *values)];
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int32_t c = 0; c < characters; c++) {
            poses[c] = memory[c];
            inputs[c] = input_values;
            outputs[c] = output_values;
            float *parts = (float *)memory[c];
            for (int32_t i = 0; i < 10 * skeleton->joint_count; i++) {
                state = state * 1664525u + 1013904223u;
                parts[i] = state >> 28 == 0 ? values[(state >> 20) % (sizeof values / sizeof *values)]
                                            : (float)(int32_t)state / 2147483648.0f;
            }
        }
        kd_eval_job job = kd_eval_job_default(instance);
        job.poses = poses;
        job.inputs = inputs;
        job.outputs = outputs;
        job.seconds = 0.02f;
        job.lod = seed % 4;
        job.backend = seed % 2 ? KD_BACKEND_PORTABLE : KD_BACKEND_BEST;
        kd_eval_run(&job);
    }
    free(input_values);
    free(output_values);
}

static void run_program(const kd_program *program, uint8_t seed)
{
    static kd_joint joints[MOST_JOINTS];
    if (kd_program_joint_count(program) > MOST_JOINTS)
        return;
    kd_skeleton skeleton = make_skeleton(program, joints, seed / 64);
    for (int32_t characters = 1; characters <= CHARACTERS; characters += CHARACTERS - 1) {
        size_t bytes = (kd_instance_size(program, characters) + 31) & ~(size_t)31;
        if (bytes > MOST_BYTES)
            return;
        kd_binding *binding = kd_binding_init(malloc(kd_binding_size(program)), program, &skeleton);
        void *memory = aligned_alloc(32, bytes);
        kd_instance *instance = kd_instance_init(memory, binding, characters);
        run_frames(instance, program, &skeleton, characters, seed);
        kd_probe probe;
        for (int32_t n = 0; n < kd_program_node_count(program); n++)
            for (int32_t i = 0; kd_instance_probe(instance, 0, n, i, &probe); i++)
                if (probe.width < 1 || probe.width > 4)
                    abort();
        free(memory);
        free(binding);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < sizeof(kd_program) || size > MOST_BYTES)
        return 0;
    /* Exactly as long as the program, so that a read behind its end is seen. */
    kd_program *program = (kd_program *)malloc(size);
    memcpy(program, data, size);
    uint8_t seed = data[4];
    program->magic = KDI_PROGRAM_MAGIC;
    program->version = KDI_PROGRAM_VERSION;
    program->size = (uint32_t)size;
    program->hash = kdi_program_hash(program);
    if (kd_program_open(program, size, NULL)) {
        kd_buffer text = kd_buffer_make(NULL);
        if (kd_program_list(program, &text) != KD_OK)
            abort();
        kd_buffer_free(&text);
        run_program(program, seed);
    }
    free(program);
    return 0;
}
