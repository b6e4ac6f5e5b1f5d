/* Names of joints. Nothing of a name is lost on reading: it is the whole rest of its line. Names that occur twice are
 * told apart afterwards, so that a joint with a name of its own keeps it wherever it stands in the file. */
#include "io/bvh_hierarchy.h"

#include "text/name_table.h"
#include "text/utf8.h"

#include <stdio.h>
#include <string.h>

/* Bytes that are not UTF-8 are taken as Latin-1, which is what old programs wrote. A control character becomes a blank.
 * `to` has room for twice the length. */
static size_t names_clean(const char *from, size_t length, char *to, bool *was_utf8, bool *was_printable)
{
    size_t written = 0;
    size_t valid = 0; /* bytes from `at` on that are whole characters */
    for (size_t at = 0; at < length; at++) {
        if (valid == 0)
            valid = kdi_utf8_valid_length(from + at, length - at);
        unsigned char c = (unsigned char)from[at];
        if (valid == 0) {
            *was_utf8 = false;
            to[written++] = (char)(0xC0 | (c >> 6));
            to[written++] = (char)(0x80 | (c & 0x3F));
            continue;
        }
        valid--;
        bool control = c < 0x20 || c == 0x7F;
        *was_printable = *was_printable && (!control || c == '\t');
        to[written++] = control ? ' ' : (char)c;
    }
    return written;
}

kd_result kdi_bvh_read_name(kdi_bvh_text *text, kdi_bvh_word raw, kdi_arena *arena, const char **name)
{
    *name = NULL;
    if (raw.length > text->desc->limits.name_bytes)
        return KDI_BVH_ERROR(text, KD_LIMIT, raw.text, "a name of %zu bytes; the limit is %zu", raw.length,
                             text->desc->limits.name_bytes);
    if (raw.length == 0)
        return KD_OK;
    char *clean = KDI_ARENA_PUSH(arena, char, raw.length * 2 + 1);
    if (!clean)
        return KDI_BVH_ERROR(text, KD_OUT_OF_MEMORY, raw.text, "no memory for the names");
    bool was_utf8 = true;
    bool was_printable = true;
    clean[names_clean(raw.text, raw.length, clean, &was_utf8, &was_printable)] = '\0';
    *name = clean;
    kd_result result = KD_OK;
    if (!was_utf8)
        result =
            KDI_BVH_REPAIR(text, KD_ENCODING, raw.text, "the name is not UTF-8; read as Latin-1 it is '%s'", clean);
    if (result == KD_OK && !was_printable)
        result = KDI_BVH_REPAIR(text, KD_NAME_INVALID, raw.text, "control characters in the name became blanks: '%s'",
                                clean);
    return result;
}

typedef struct names_job {
    kdi_bvh_text *text;
    kdi_bvh_hierarchy *hierarchy;
    kdi_name_table table;
    int *next_suffix; /* [joint] the first suffix not yet tried on the name that this joint was the first to have */
} names_job;

static kd_result names_no_memory(names_job *job)
{
    return KDI_ERROR(job->text->findings, KD_OUT_OF_MEMORY, NULL, "no memory for the names");
}

/* "Toe", "Toe_2", "Toe_3": the first that is free. */
static kd_result names_give(names_job *job, size_t index, const char *wanted)
{
    kdi_bvh_joint *joint = &job->hierarchy->joints[index];
    size_t length = strlen(wanted);
    enum { SUFFIX_ROOM = 16 };
    char *name = KDI_ARENA_PUSH(job->hierarchy->arena, char, length + SUFFIX_ROOM);
    if (!name)
        return names_no_memory(job);
    memcpy(name, wanted, length);
    int32_t first = kdi_name_table_find(&job->table, name, length);
    int *suffix = &job->next_suffix[first == KDI_NO_NAME ? index : (size_t)first];
    int32_t present = first;
    while (present != KDI_NO_NAME) {
        snprintf(name + length, SUFFIX_ROOM, "_%d", (*suffix)++ + 2);
        present = kdi_name_table_find(&job->table, name, strlen(name));
    }
    if (kdi_name_table_add(&job->table, name, strlen(name), (int32_t)index, &present) != KD_OK)
        return names_no_memory(job);
    joint->name = name;
    return KD_OK;
}

static kd_result names_give_joint(names_job *job, size_t index)
{
    kdi_bvh_joint *joint = &job->hierarchy->joints[index];
    if (!joint->name)
        return names_give(job, index, "Joint");
    const char *before = joint->name;
    kd_result result = names_give(job, index, before);
    if (result != KD_OK)
        return result;
    job->text->path = joint->name;
    return KDI_BVH_REPAIR(job->text, KD_JOINT_DUPLICATE, joint->name_at,
                          "two joints are named '%s'; this one becomes '%s'", before, joint->name);
}

static kd_result names_give_tip(names_job *job, size_t index)
{
    const char *parent = job->hierarchy->joints[job->hierarchy->joints[index].parent].name;
    size_t length = strlen(parent);
    char *wanted = KDI_ARENA_PUSH(job->hierarchy->arena, char, length + sizeof "_End");
    if (!wanted)
        return names_no_memory(job);
    memcpy(wanted, parent, length);
    memcpy(wanted + length, "_End", sizeof "_End");
    return names_give(job, index, wanted);
}

static kd_result names_run(names_job *job)
{
    kdi_bvh_hierarchy *hierarchy = job->hierarchy;
    job->next_suffix = KDI_ARENA_PUSH(hierarchy->arena, int, hierarchy->joint_count * 2);
    if (!job->next_suffix)
        return names_no_memory(job);
    int *waits = job->next_suffix + hierarchy->joint_count; /* [joint] has no unique name yet */
    for (size_t i = 0; i < hierarchy->joint_count; i++) {
        const char *name = hierarchy->joints[i].name;
        int32_t present = 0;
        if (name && kdi_name_table_add(&job->table, name, strlen(name), (int32_t)i, &present) != KD_OK)
            return names_no_memory(job);
        waits[i] = !name || present != KDI_NO_NAME;
    }
    kd_result result = KD_OK;
    for (size_t i = 0; i < hierarchy->joint_count && result == KD_OK; i++)
        if (waits[i] && !hierarchy->joints[i].is_tip)
            result = names_give_joint(job, i);
    for (size_t i = 0; i < hierarchy->joint_count && result == KD_OK; i++)
        if (hierarchy->joints[i].is_tip)
            result = names_give_tip(job, i);
    job->text->path = NULL;
    return result;
}

kd_result kdi_bvh_name_joints(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy)
{
    names_job job;
    memset(&job, 0, sizeof job);
    job.text = text;
    job.hierarchy = hierarchy;
    kdi_name_table_init(&job.table, &hierarchy->allocator);
    kd_result result = names_run(&job);
    kdi_name_table_free(&job.table);
    return result;
}
