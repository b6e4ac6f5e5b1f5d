/* Hostile runs: what a reader must survive. */
#include "support/test.h"

#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/xmlmemory.h>

kt_memory kt_memory_state;

static int hostile_may_allocate(void)
{
    kt_memory_state.calls++;
    if (kt_memory_state.fail_at == 0 || kt_memory_state.calls < kt_memory_state.fail_at)
        return 1;
    return kt_memory_state.only_one && kt_memory_state.calls > kt_memory_state.fail_at;
}

static void *hostile_realloc(void *block, size_t size)
{
    if (!hostile_may_allocate())
        return NULL;
    void *moved = realloc(block, size ? size : 1);
    if (moved && !block)
        kt_memory_state.live_blocks++;
    return moved;
}

static void *hostile_malloc(size_t size)
{
    return hostile_realloc(NULL, size);
}

static void hostile_free(void *block)
{
    if (block)
        kt_memory_state.live_blocks--;
    free(block);
}

static char *hostile_strdup(const char *text)
{
    char *copy = (char *)hostile_malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static void *hostile_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        hostile_free(block);
        return NULL;
    }
    return hostile_realloc(block, new_size);
}

kd_allocator kt_allocator(void)
{
    kd_allocator allocator = {hostile_resize, NULL};
    return allocator;
}

void kt_begin(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    xmlMemSetup(hostile_free, hostile_malloc, hostile_realloc, hostile_strdup);
    json_set_alloc_funcs(hostile_malloc, hostile_free);
    xmlInitParser();
    kt_memory_state.live_blocks = 0; /* the tables that libxml2 keeps are not ours to count */
}

void kt_memory_reset(size_t fail_at)
{
    kt_memory_state.calls = 0;
    kt_memory_state.fail_at = fail_at;
    kt_memory_state.only_one = 0;
}

/* Returns whether the call that was to fail came. */
static bool hostile_read(kt_reader reader, const void *data, size_t size, size_t fail_at, int only_one)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_read_desc desc = kd_read_desc_default();
    desc.allocator = kt_allocator();
    size_t live_before = kt_memory_state.live_blocks;
    kt_memory_reset(fail_at);
    kt_memory_state.only_one = only_one;
    kd_result result = reader(data, size, &desc, &findings);
    bool failed = fail_at != 0 && kt_memory_state.calls >= fail_at;
    kt_memory_reset(0);
    assert_int_equal(kt_memory_state.live_blocks, live_before);
    if (result == KD_OK)
        assert_int_equal(findings.counts[KD_SEVERITY_ERROR], 0);
    else
        assert_true(findings.counts[KD_SEVERITY_ERROR] > 0);
    for (size_t i = 0; i < findings.count; i++)
        assert_true(findings.items[i].error.text[0] != '\0');
    kd_findings_free(&findings);
    return failed;
}

/* A copy in a block of exactly the size, so that the sanitizer sees a read beyond the end. */
static unsigned char *hostile_copy(const void *data, size_t size)
{
    unsigned char *copy = (unsigned char *)malloc(size ? size : 1);
    assert_non_null(copy);
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

void kt_hostile_truncate(kt_reader reader, const void *data, size_t size)
{
    for (size_t length = 0; length < size; length++) {
        unsigned char *copy = hostile_copy(data, length);
        hostile_read(reader, copy, length, 0, 0);
        free(copy);
    }
}

void kt_hostile_flip(kt_reader reader, const void *data, size_t size, uint64_t seed, int rounds)
{
    kt_random random = kt_random_make(seed);
    for (int round = 0; round < rounds && size > 0; round++) {
        unsigned char *copy = hostile_copy(data, size);
        uint32_t flips = 1 + kt_random_below(&random, 4);
        for (uint32_t i = 0; i < flips; i++)
            copy[kt_random_below(&random, (uint32_t)size)] = (unsigned char)kt_random_bits(&random);
        hostile_read(reader, copy, size, 0, 0);
        free(copy);
    }
}

void kt_hostile_allocations(kt_reader reader, const void *data, size_t size)
{
    hostile_read(reader, data, size, 0, 0); /* once first: libraries allocate tables that stay */
    for (int only_one = 0; only_one < 2; only_one++)
        for (size_t fail_at = 1; hostile_read(reader, data, size, fail_at, only_one); fail_at++)
            assert_true(fail_at < 1000000);
}

void kt_hostile_all(kt_reader reader, const char *path)
{
    kd_buffer content = kt_load(path);
    kt_hostile_truncate(reader, content.data, content.size);
    kt_hostile_flip(reader, content.data, content.size, 1, 2000);
    kt_hostile_allocations(reader, content.data, content.size);
    kd_buffer_free(&content);
}
