/* What every test program includes: cmocka and the helpers of this folder. A test program ends with
 * `return kt_run(tests);` and prints one TAP line a test. */
#ifndef KT_TEST_H
#define KT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kinedriver/allocator.h"
#include "kinedriver/buffer.h"
#include "kinedriver/file.h"
#include "kinedriver/findings.h"

/* Runs a cmocka group; routes the memory of libxml2 and jansson through the counting allocator first. */
#define kt_run(tests) (kt_begin(), cmocka_run_group_tests((tests), NULL, NULL))
void kt_begin(void);

/* Random numbers: the same seed gives the same sequence everywhere. */
typedef struct kt_random {
    uint64_t state;
} kt_random;

kt_random kt_random_make(uint64_t seed);
uint32_t kt_random_bits(kt_random *random);
uint32_t kt_random_below(kt_random *random, uint32_t limit);
double kt_random_in(kt_random *random, double low, double high);

/* Files of the project, by path from its root ("Tests/Data/x.bvh"); fails the test if missing. Free with
 * kd_buffer_free. */
kd_buffer kt_load(const char *path);
const char *kt_path(const char *path);        /* absolute; valid until the next 8 calls */
const char *kt_out_path(const char *name);    /* where a test may write; likewise */
const char *kt_shared_data(const char *name); /* a file of the shared reference data, or NULL where there is none */

/* Goes to a locale that writes 1.5 as 1,5, made with the tests where localedef is, else one of the machine's; skips the
 * test where there is none. kt_plain_locale goes back: before anything that may fail. */
void kt_comma_locale(void);
void kt_plain_locale(void);

/* An allocator that counts what is out and may fail on purpose. libxml2 and jansson use the same counter. */
typedef struct kt_memory {
    size_t live_blocks;
    size_t calls;
    size_t fail_at; /* the call, counted from 1, that fails; 0: none */
    int only_one;   /* those after it succeed again */
} kt_memory;

extern kt_memory kt_memory_state;
kd_allocator kt_allocator(void);
void kt_memory_reset(size_t fail_at);

/* A reader under hostile test: reads, checks what it got, frees it. */
typedef kd_result (*kt_reader)(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings);

/* Each of these fails the test on a leak, on an error without a finding, or on success with an invalid result (the
 * reader checks). */
void kt_hostile_truncate(kt_reader reader, const void *data, size_t size); /* cut at every byte */
void kt_hostile_flip(kt_reader reader, const void *data, size_t size, uint64_t seed, int rounds);
void kt_hostile_allocations(kt_reader reader, const void *data, size_t size); /* every allocation fails in turn */
void kt_hostile_all(kt_reader reader, const char *path);

/* Prints the findings, for tests that expected none. */
void kt_print_findings(const kd_findings *findings);

/* Passes if a finding has this severity and code, and `part` in its text (NULL: any text). */
void kt_expect_finding(const kd_findings *findings, kd_severity severity, kd_result code, const char *part);

#endif
