/* The joints of a BVH file. The nesting is followed by going up and down parent indices, so that no depth can exhaust a
 * stack; the limit on it is for those who come after. */
#include "io/bvh_hierarchy.h"

#include "base/allocator.h"

#include <math.h>
#include <string.h>

void kdi_bvh_hierarchy_init(kdi_bvh_hierarchy *hierarchy, const kd_allocator *allocator, kdi_arena *arena)
{
    memset(hierarchy, 0, sizeof *hierarchy);
    hierarchy->allocator = *allocator;
    hierarchy->arena = arena;
}

void kdi_bvh_hierarchy_free(kdi_bvh_hierarchy *hierarchy)
{
    kdi_free(&hierarchy->allocator, hierarchy->joints, hierarchy->joint_capacity * sizeof *hierarchy->joints);
    kdi_free(&hierarchy->allocator, hierarchy->channels, hierarchy->channel_capacity * sizeof *hierarchy->channels);
}

static kd_result hierarchy_expect_brace(kdi_bvh_text *text)
{
    kdi_bvh_word word = kdi_bvh_next(text);
    if (kdi_bvh_word_is(word, "{"))
        return KD_OK;
    return KDI_BVH_ERROR(text, word.length ? KD_SYNTAX : KD_TRUNCATED, word.text,
                         "expected '{' to open the joint, found '%s'", kdi_bvh_quote_at(text, word.text).text);
}

static kd_result hierarchy_add_joint(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy, int32_t parent, const char *at,
                                     kdi_bvh_joint **added)
{
    if (hierarchy->joint_count >= (size_t)text->desc->limits.joints)
        return KDI_BVH_ERROR(text, KD_LIMIT, at,
                             "more than %d joints, End Sites included; raise the limit to read them",
                             text->desc->limits.joints);
    int depth = parent == KD_NO_JOINT ? 1 : hierarchy->joints[parent].depth + 1;
    if (depth > text->desc->limits.joint_depth)
        return KDI_BVH_ERROR(text, KD_LIMIT, at, "joints nested more than %d deep; raise the limit to read them",
                             text->desc->limits.joint_depth);
    void *joints = hierarchy->joints;
    if (!kdi_reserve(&hierarchy->allocator, &joints, &hierarchy->joint_capacity, hierarchy->joint_count + 1,
                     sizeof(kdi_bvh_joint)))
        return KDI_BVH_ERROR(text, KD_OUT_OF_MEMORY, at, "no memory for the joints");
    hierarchy->joints = (kdi_bvh_joint *)joints;
    kdi_bvh_joint *joint = &hierarchy->joints[hierarchy->joint_count++];
    memset(joint, 0, sizeof *joint);
    joint->parent = parent;
    joint->depth = depth;
    joint->name_at = at;
    joint->first_channel = (int32_t)hierarchy->channel_count;
    if (parent != KD_NO_JOINT)
        hierarchy->joints[parent].has_children = true;
    *added = joint;
    return KD_OK;
}

/* Behind ROOT or JOINT: name and opening brace. */
static kd_result hierarchy_open_joint(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy, int32_t parent)
{
    kdi_bvh_word raw = kdi_bvh_rest_of_line(text);
    kdi_bvh_joint *joint = NULL;
    kd_result result = hierarchy_add_joint(text, hierarchy, parent, raw.text, &joint);
    if (result == KD_OK)
        result = kdi_bvh_read_name(text, raw, hierarchy->arena, &joint->name);
    if (result == KD_OK && !joint->name)
        result = KDI_BVH_REPAIR(text, KD_NAME_INVALID, raw.text, "the joint has no name; it gets one");
    if (result != KD_OK)
        return result;
    text->path = joint->name;
    return hierarchy_expect_brace(text);
}

/* Behind END: "Site", perhaps more text, and the opening brace. */
static kd_result hierarchy_open_tip(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy, int32_t parent, const char *at)
{
    kdi_bvh_joint *joint = NULL;
    kd_result result = hierarchy_add_joint(text, hierarchy, parent, at, &joint);
    if (result != KD_OK)
        return result;
    joint->is_tip = true;
    if (kdi_bvh_word_is(kdi_bvh_peek(text), "SITE"))
        kdi_bvh_next(text);
    else
        result = KDI_BVH_REPAIR(text, KD_SYNTAX, text->at, "'End' without 'Site'; read as an End Site");
    if (result != KD_OK)
        return result;
    kdi_bvh_rest_of_line(text); /* some programs name the tip here; a name of a tip is always derived */
    return hierarchy_expect_brace(text);
}

static kd_result hierarchy_read_offset(kdi_bvh_text *text, kdi_bvh_joint *joint, const char *at)
{
    if (joint->has_offset) {
        kd_result result = KDI_BVH_REPAIR(text, KD_SYNTAX, at, "a second OFFSET; it replaces the first");
        if (result != KD_OK)
            return result;
    }
    joint->has_offset = true;
    for (int axis = 0; axis < 3; axis++) {
        double value;
        const char *number = kdi_bvh_skip_blanks(text->at, text->end);
        kd_result result = kdi_bvh_number(text, "a component of OFFSET", &value);
        if (result != KD_OK)
            return result;
        if (!kdi_bvh_fits_float(&value))
            return KDI_BVH_ERROR(text, KD_RANGE, number, "a component of OFFSET is beyond 3.4e38");
        joint->offset[axis] = (float)value;
    }
    return KD_OK;
}

static bool hierarchy_channel_of(kdi_bvh_word word, kdi_bvh_channel *channel)
{
    static const char *const names[] = {"XPOSITION", "YPOSITION", "ZPOSITION", "XROTATION", "YROTATION", "ZROTATION"};
    for (int i = 0; i < 6; i++) {
        if (kdi_bvh_word_is(word, names[i])) {
            *channel = (kdi_bvh_channel)i;
            return true;
        }
    }
    return false;
}

static bool hierarchy_is_keyword(kdi_bvh_word word)
{
    static const char *const keywords[] = {"OFFSET", "CHANNELS", "JOINT", "END", "ROOT", "MOTION", "{", "}"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (kdi_bvh_word_is(word, keywords[i]))
            return true;
    return word.length == 0;
}

static kd_result hierarchy_add_channels(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy, kdi_bvh_joint *joint,
                                        int count)
{
    for (int i = 0; i < count; i++) {
        kdi_bvh_word word = kdi_bvh_next(text);
        kdi_bvh_channel channel;
        if (hierarchy_is_keyword(word))
            return KDI_BVH_ERROR(text, KD_COUNT_MISMATCH, word.text, "CHANNELS announces %d names, but only %d follow",
                                 count, i);
        if (!hierarchy_channel_of(word, &channel))
            return KDI_BVH_ERROR(text, KD_VALUE, word.text,
                                 "'%s' is no channel; those are Xposition, Yposition, Zposition, Xrotation, Yrotation, "
                                 "Zrotation",
                                 kdi_bvh_quote_at(text, word.text).text);
        void *channels = hierarchy->channels;
        if (!kdi_reserve(&hierarchy->allocator, &channels, &hierarchy->channel_capacity, hierarchy->channel_count + 1,
                         sizeof(kdi_bvh_channel)))
            return KDI_BVH_ERROR(text, KD_OUT_OF_MEMORY, word.text, "no memory for the channels");
        hierarchy->channels = (kdi_bvh_channel *)channels;
        hierarchy->channels[hierarchy->channel_count++] = channel;
        joint->channel_count++;
    }
    return KD_OK;
}

static kd_result hierarchy_read_channels(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy, kdi_bvh_joint *joint,
                                         const char *at)
{
    if (joint->has_channels)
        return KDI_BVH_ERROR(text, KD_SYNTAX, at, "a second CHANNELS; list all channels of a joint in one");
    if (joint->has_children)
        return KDI_BVH_ERROR(text, KD_ORDER, at,
                             "CHANNELS behind the children leaves the order of the values open; put it before them");
    joint->has_channels = true;
    joint->first_channel = (int32_t)hierarchy->channel_count;
    double count;
    kd_result result = kdi_bvh_number(text, "the number of channels", &count);
    if (result != KD_OK)
        return result;
    size_t largest = (size_t)(text->end - text->at) / 10; /* a name has nine letters and a blank before it */
    if (largest > INT32_MAX / 2 - hierarchy->channel_count)
        largest = INT32_MAX / 2 - hierarchy->channel_count;
    if (!(count >= 0 && count == floor(count)))
        return KDI_BVH_ERROR(text, KD_RANGE, at, "the number of channels must be a whole number from 0 on");
    if (count > (double)largest)
        return KDI_BVH_ERROR(text, KD_COUNT_MISMATCH, at, "CHANNELS announces %.15g names, more than the file can hold",
                             count);
    if (joint->is_tip && count > 0)
        return KDI_BVH_ERROR(text, KD_HIERARCHY, at, "an End Site cannot have channels; make it a JOINT");
    return hierarchy_add_channels(text, hierarchy, joint, (int)count);
}

/* At the closing brace. *open becomes the joint around it. */
static kd_result hierarchy_close_joint(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy, int32_t *open, const char *at)
{
    const kdi_bvh_joint *joint = &hierarchy->joints[*open];
    kd_result result = KD_OK;
    if (!joint->has_offset)
        result = KDI_BVH_REPAIR(text, KD_ELEMENT_MISSING, at, "%s without OFFSET; it is taken as 0 0 0",
                                joint->is_tip ? "an End Site" : "a joint");
    *open = joint->parent;
    text->path = *open == KD_NO_JOINT ? NULL : hierarchy->joints[*open].name;
    return result;
}

static kd_result hierarchy_unexpected(kdi_bvh_text *text, const kdi_bvh_hierarchy *hierarchy, int32_t open,
                                      kdi_bvh_word word)
{
    const kdi_bvh_joint *joint = &hierarchy->joints[open];
    int opened = kdi_bvh_line(text, joint->name_at);
    if (word.length == 0)
        return KDI_BVH_ERROR(text, KD_TRUNCATED, word.text, "the file ends inside the joint opened in line %d", opened);
    if (kdi_bvh_word_is(word, "MOTION"))
        return KDI_BVH_ERROR(text, KD_HIERARCHY, word.text, "MOTION, but the joint opened in line %d lacks its '}'",
                             opened);
    if (kdi_bvh_word_is(word, "ROOT"))
        return KDI_BVH_ERROR(text, KD_HIERARCHY, word.text,
                             "ROOT inside a joint; write JOINT, or close the joint of line %d", opened);
    kdi_bvh_channel channel;
    if (hierarchy_channel_of(word, &channel))
        return KDI_BVH_ERROR(text, KD_COUNT_MISMATCH, word.text, "more channel names than CHANNELS announces");
    return KDI_BVH_ERROR(text, KD_SYNTAX, word.text, "expected OFFSET, CHANNELS, JOINT, End Site or '}', found '%s'",
                         kdi_bvh_quote_at(text, word.text).text);
}

static kd_result hierarchy_read_item(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy, int32_t *open)
{
    kdi_bvh_word word = kdi_bvh_next(text);
    kdi_bvh_joint *joint = &hierarchy->joints[*open];
    if (kdi_bvh_word_is(word, "OFFSET"))
        return hierarchy_read_offset(text, joint, word.text);
    if (kdi_bvh_word_is(word, "CHANNELS"))
        return hierarchy_read_channels(text, hierarchy, joint, word.text);
    if (kdi_bvh_word_is(word, "}"))
        return hierarchy_close_joint(text, hierarchy, open, word.text);
    bool is_joint = kdi_bvh_word_is(word, "JOINT");
    if (!is_joint && !kdi_bvh_word_is(word, "END"))
        return hierarchy_unexpected(text, hierarchy, *open, word);
    if (joint->is_tip)
        return KDI_BVH_ERROR(text, KD_HIERARCHY, word.text, "an End Site cannot have children; make it a JOINT");
    kd_result result =
        is_joint ? hierarchy_open_joint(text, hierarchy, *open) : hierarchy_open_tip(text, hierarchy, *open, word.text);
    *open = (int32_t)hierarchy->joint_count - 1;
    return result;
}

kd_result kdi_bvh_read_hierarchy(kdi_bvh_text *text, kdi_bvh_hierarchy *hierarchy)
{
    kdi_bvh_word word = kdi_bvh_next(text);
    if (word.length == 0)
        return KDI_BVH_ERROR(text, KD_EMPTY, word.text, "the file is empty; a BVH file begins with HIERARCHY");
    if (!kdi_bvh_word_is(word, "HIERARCHY"))
        return KDI_BVH_ERROR(text, KD_FORMAT_UNKNOWN, word.text, "a BVH file begins with HIERARCHY, this one with '%s'",
                             kdi_bvh_quote_at(text, word.text).text);
    word = kdi_bvh_next(text);
    if (!kdi_bvh_word_is(word, "ROOT"))
        return KDI_BVH_ERROR(text, word.length ? KD_SYNTAX : KD_TRUNCATED, word.text, "expected ROOT, found '%s'",
                             kdi_bvh_quote_at(text, word.text).text);
    kd_result result = hierarchy_open_joint(text, hierarchy, KD_NO_JOINT);
    int32_t open = 0;
    while (result == KD_OK && open != KD_NO_JOINT)
        result = hierarchy_read_item(text, hierarchy, &open);
    return result;
}
