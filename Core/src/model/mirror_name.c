/* Left and right in names. The known patterns, in the order in which they are tried:
 *   a word     Left/Right, left/right, LEFT/RIGHT     LeftArm, armLeft, mixamorig:LeftArm, arm_left_01
 *   a letter   l/r, L/R standing alone between . _ - : and blanks: at the end, then at the start, then between
 *              upperarm_l (Unreal), Bone.L, Bone.L.001 (Blender), L_arm, arm_L_jnt (Maya), Bip01 L Thigh (3ds Max)
 * A change counts only if the changed name would be changed back to the first one: names map one to one. */
#include "model/mirror.h"

#include <string.h>

/* Replaces `length` bytes at `at`. */
typedef struct name_edit {
    size_t at, length;
    const char *with;
    size_t with_length;
} name_edit;

static bool name_is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool name_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* A capital begins a word inside a name; other words need a boundary. No word goes on in its own case. */
static bool name_is_word(const char *name, size_t at, size_t length)
{
    char before = at > 0 ? name[at - 1] : '\0', after = name[at + length];
    bool capital = name_is_upper(name[at]) && name_is_lower(name[at + 1]);
    bool upper = name_is_upper(name[at]) && !capital;
    if (name_is_upper(before) || (name_is_lower(before) && !capital))
        return false;
    return !name_is_lower(after) && !(upper && name_is_upper(after));
}

static bool name_find_word(const char *name, name_edit *edit)
{
    static const char *const words[][2] = {{"Left", "Right"}, {"left", "right"}, {"LEFT", "RIGHT"}};
    for (size_t at = 0; name[at]; at++)
        for (int i = 0; i < 6; i++) {
            const char *word = words[i / 2][i % 2], *other = words[i / 2][1 - i % 2];
            size_t length = strlen(word);
            if (name[at] != word[0] || strncmp(name + at, word, length) != 0 || !name_is_word(name, at, length))
                continue;
            name_edit found = {at, length, other, strlen(other)};
            *edit = found;
            return true;
        }
    return false;
}

static bool name_is_boundary(char c)
{
    return c == '\0' || c == '.' || c == '_' || c == '-' || c == ' ' || c == ':';
}

static bool name_letter_at(const char *name, size_t at, name_edit *edit)
{
    static const char letters[] = "lrLR", others[] = "rlRL";
    const char *letter = name[at] ? strchr(letters, name[at]) : NULL;
    if (!letter || !name_is_boundary(name[at + 1]) || (at > 0 && !name_is_boundary(name[at - 1])))
        return false;
    name_edit found = {at, 1, &others[letter - letters], 1};
    *edit = found;
    return true;
}

static bool name_find_letter(const char *name, name_edit *edit)
{
    size_t length = strlen(name);
    if (length < 2)
        return false;
    if (name_letter_at(name, length - 1, edit) || name_letter_at(name, 0, edit))
        return true;
    for (size_t at = 1; at + 1 < length; at++)
        if (name_letter_at(name, at, edit))
            return true;
    return false;
}

/* The leftmost of the two texts of an own rule; the longer one where both begin. */
static bool name_find_own(const char *name, const char *from, const char *to, name_edit *edit)
{
    const char *first = strstr(name, from), *second = strstr(name, to);
    size_t from_length = strlen(from), to_length = strlen(to);
    if (!first && !second)
        return false;
    bool is_from = first && (!second || first < second || (first == second && from_length > to_length));
    if (is_from) {
        name_edit found = {(size_t)(first - name), from_length, to, to_length};
        *edit = found;
    } else {
        name_edit found = {(size_t)(second - name), to_length, from, from_length};
        *edit = found;
    }
    return true;
}

static bool name_find(const char *name, const kd_mirror_desc *desc, name_edit *edit)
{
    if (desc->from || desc->to)
        return kdi_mirror_rule_is_valid(desc) && name_find_own(name, desc->from, desc->to, edit);
    return name_find_word(name, edit) || name_find_letter(name, edit);
}

bool kdi_mirror_rule_is_valid(const kd_mirror_desc *desc)
{
    if (!desc->from && !desc->to)
        return true;
    return desc->from && desc->to && desc->from[0] && desc->to[0] && strcmp(desc->from, desc->to) != 0;
}

static void name_copy(const char *name, char *mirrored, size_t capacity)
{
    size_t length = strlen(name);
    if (capacity == 0)
        return;
    if (length >= capacity)
        length = capacity - 1;
    memmove(mirrored, name, length);
    mirrored[length] = '\0';
}

bool kd_mirror_name(const char *name, const kd_mirror_desc *desc, char *mirrored, size_t capacity)
{
    const kd_mirror_desc known = kd_mirror_desc_default();
    name_edit edit, back;
    size_t length = strlen(name);
    if (!desc)
        desc = &known;
    if (!name_find(name, desc, &edit) || length - edit.length + edit.with_length >= capacity) {
        name_copy(name, mirrored, capacity);
        return false;
    }
    memcpy(mirrored, name, edit.at);
    memcpy(mirrored + edit.at, edit.with, edit.with_length);
    memcpy(mirrored + edit.at + edit.with_length, name + edit.at + edit.length, length - edit.at - edit.length + 1);
    if (name_find(mirrored, desc, &back) && back.at == edit.at && back.length == edit.with_length &&
        back.with_length == edit.length && memcmp(back.with, name + edit.at, edit.length) == 0)
        return true;
    name_copy(name, mirrored, capacity);
    return false;
}
