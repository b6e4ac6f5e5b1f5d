/* A program: a rig compiled into one block of memory without pointers, ready to be evaluated. The block may be saved as
 * a .kdp file, mapped from disk, shared by any number of threads; it is verified when it is opened and is never written
 * to. */
#ifndef KINEDRIVER_PROGRAM_H
#define KINEDRIVER_PROGRAM_H

#include "kinedriver/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kd_program kd_program;

/* Checks everything that evaluation relies on and returns the program, which is `data` itself: keep it as long as the
 * program is in use. data must lie on an address that is a multiple of 8. NULL with an error if anything is wrong. */
const kd_program *kd_program_open(const void *data, size_t size, kd_error *error);

size_t kd_program_size(const kd_program *program);

/* The same for the same rig, skeleton and compiler version. */
uint64_t kd_program_content_hash(const kd_program *program);

const char *kd_program_rig_name(const kd_program *program);

/* Joints that the program reads or writes. */
int32_t kd_program_joint_count(const kd_program *program);
const char *kd_program_joint_name(const kd_program *program, int32_t joint);
int32_t kd_program_joint_parent(const kd_program *program, int32_t joint); /* -1: none that matters */

/* Parts of a joint's transform, and the set of those that the program writes. */
typedef enum kd_joint_part { KD_PART_ROTATE = 1, KD_PART_TRANSLATE = 2, KD_PART_SCALE = 4 } kd_joint_part;
uint32_t kd_program_joint_writes(const kd_program *program, int32_t joint);

/* Nodes in evaluation order. */
int32_t kd_program_node_count(const kd_program *program);
const char *kd_program_node_name(const kd_program *program, int32_t node);
int32_t kd_program_find_node(const kd_program *program, const char *name); /* -1: none */

int32_t kd_program_group_count(const kd_program *program);
const char *kd_program_group_name(const kd_program *program, int32_t group);
int32_t kd_program_find_group(const kd_program *program, const char *name); /* -1: none */

/* Numbers that the host sets and reads. */
typedef enum kd_external_kind { KD_EXTERNAL_VALUE, KD_EXTERNAL_MORPH, KD_EXTERNAL_MATERIAL } kd_external_kind;

typedef struct kd_external_info {
    const char *name;
    kd_external_kind kind; /* of outputs */
    float initial, min, max;
} kd_external_info;

int32_t kd_program_input_count(const kd_program *program);
kd_external_info kd_program_input(const kd_program *program, int32_t input);
int32_t kd_program_find_input(const kd_program *program, const char *name); /* -1: none */
int32_t kd_program_output_count(const kd_program *program);
kd_external_info kd_program_output(const kd_program *program, int32_t output);
int32_t kd_program_find_output(const kd_program *program, const char *name); /* -1: none */

#ifdef __cplusplus
}
#endif
#endif
