/* The slow reading of BVH, and random files. */
#include "support/bvh_reference.h"

#include <math.h>

static const char *const reference_channels[] = {"Xposition", "Yposition", "Zposition",
                                                 "Xrotation", "Yrotation", "Zrotation"};

typedef struct reference_words {
    char *copy;
    char *rest;
} reference_words;

static const char *reference_next(reference_words *words)
{
    const char *word = strtok_r(NULL, " \t\r\n", &words->rest);
    assert_non_null(word);
    return word;
}

static double reference_number(reference_words *words)
{
    const char *word = reference_next(words);
    char *end;
    double value = strtod(word, &end);
    assert_true(*end == '\0');
    return value;
}

static void reference_skip(reference_words *words, const char *expected)
{
    assert_string_equal(reference_next(words), expected);
}

static void reference_read_channels(kt_bvh *file, kt_bvh_joint *joint, reference_words *words)
{
    joint->channel_count = (int)reference_number(words);
    assert_true(joint->channel_count <= KT_BVH_CHANNELS);
    for (int i = 0; i < joint->channel_count; i++) {
        const char *name = reference_next(words);
        joint->channels[i] = -1;
        for (int c = 0; c < 6; c++)
            if (strcmp(name, reference_channels[c]) == 0)
                joint->channels[i] = c;
        assert_true(joint->channels[i] >= 0);
    }
    file->channel_count += joint->channel_count;
}

/* One joint with all below it; the word that begins it is read already. */
static void reference_read_joint(kt_bvh *file, reference_words *words, int parent, bool is_tip)
{
    file->joints = (kt_bvh_joint *)realloc(file->joints, sizeof(kt_bvh_joint) * (size_t)(file->joint_count + 1));
    int index = file->joint_count++;
    kt_bvh_joint *joint = &file->joints[index];
    memset(joint, 0, sizeof *joint);
    joint->parent = parent;
    joint->is_tip = is_tip;
    const char *name = reference_next(words);
    if (!is_tip)
        snprintf(joint->name, sizeof joint->name, "%s", name);
    reference_skip(words, "{");
    for (;;) {
        const char *word = reference_next(words);
        joint = &file->joints[index]; /* children may have moved the list */
        if (strcmp(word, "OFFSET") == 0)
            for (int axis = 0; axis < 3; axis++)
                joint->offset[axis] = reference_number(words);
        else if (strcmp(word, "CHANNELS") == 0)
            reference_read_channels(file, joint, words);
        else if (strcmp(word, "JOINT") == 0 || strcmp(word, "End") == 0)
            reference_read_joint(file, words, index, word[0] == 'E');
        else
            break;
    }
}

kt_bvh kt_bvh_parse(const char *text)
{
    kt_bvh file = {0};
    reference_words words = {(char *)malloc(strlen(text) + 1), NULL};
    assert_non_null(words.copy);
    words.rest = strcpy(words.copy, text);
    reference_skip(&words, "HIERARCHY");
    reference_skip(&words, "ROOT");
    reference_read_joint(&file, &words, -1, false);
    reference_skip(&words, "MOTION");
    reference_skip(&words, "Frames:");
    file.frame_count = (int)reference_number(&words);
    reference_skip(&words, "Frame");
    reference_skip(&words, "Time:");
    file.frame_time_s = reference_number(&words);
    size_t count = (size_t)file.frame_count * (size_t)file.channel_count;
    file.values = (double *)malloc((count + 1) * sizeof(double));
    for (size_t i = 0; i < count; i++)
        file.values[i] = reference_number(&words);
    free(words.copy);
    return file;
}

void kt_bvh_free(kt_bvh *file)
{
    free(file->joints);
    free(file->values);
}

typedef struct reference_matrix {
    double m[4][4];
} reference_matrix;

static reference_matrix reference_mul(const reference_matrix *a, const reference_matrix *b)
{
    reference_matrix r;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            r.m[i][k] =
                a->m[i][0] * b->m[0][k] + a->m[i][1] * b->m[1][k] + a->m[i][2] * b->m[2][k] + a->m[i][3] * b->m[3][k];
    return r;
}

static reference_matrix reference_turn(int axis, double degrees)
{
    double angle = degrees * acos(-1.0) / 180.0;
    reference_matrix r = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    r.m[j][j] = r.m[k][k] = cos(angle);
    r.m[k][j] = sin(angle);
    r.m[j][k] = -sin(angle);
    return r;
}

void kt_bvh_world(const kt_bvh *file, int frame, double (*positions)[3])
{
    reference_matrix *world = (reference_matrix *)malloc(sizeof *world * (size_t)file->joint_count);
    assert_non_null(world);
    const double *value = file->values + (size_t)frame * (size_t)file->channel_count;
    for (int i = 0; i < file->joint_count; i++) {
        const kt_bvh_joint *joint = &file->joints[i];
        reference_matrix local = {
            {{1, 0, 0, joint->offset[0]}, {0, 1, 0, joint->offset[1]}, {0, 0, 1, joint->offset[2]}, {0, 0, 0, 1}}};
        reference_matrix turned = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
        for (int c = 0; c < joint->channel_count; c++, value++) {
            if (joint->channels[c] < 3) {
                local.m[joint->channels[c]][3] = *value;
            } else {
                reference_matrix turn = reference_turn(joint->channels[c] - 3, *value);
                turned = reference_mul(&turned, &turn);
            }
        }
        local = reference_mul(&local, &turned);
        world[i] = joint->parent < 0 ? local : reference_mul(&world[joint->parent], &local);
        for (int axis = 0; axis < 3; axis++)
            positions[i][axis] = world[i].m[axis][3];
    }
    free(world);
}

static void reference_append(kd_buffer *file, const char *text)
{
    assert_int_equal(kd_buffer_append(file, text, strlen(text)), KD_OK);
}

static void reference_append_offset(kd_buffer *file, kt_random *random)
{
    char line[128];
    bool zero = kt_random_below(random, 4) == 0;
    double reach = zero ? 0.0 : 5.0;
    snprintf(line, sizeof line, " OFFSET %.4f %.7g %.9g\n", kt_random_in(random, -reach, reach),
             kt_random_in(random, -reach, reach), kt_random_in(random, -reach, reach));
    reference_append(file, line);
}

/* Every third list is one of the usual kind. */
static int reference_append_channels(kd_buffer *file, kt_random *random)
{
    char text[32];
    int count = (int)kt_random_below(random, KT_BVH_CHANNELS + 1);
    bool usual = kt_random_below(random, 3) == 0;
    if (usual)
        count = 3;
    snprintf(text, sizeof text, " CHANNELS %d", count);
    reference_append(file, text);
    int first = 3 + (int)kt_random_below(random, 3), step = 1 + (int)kt_random_below(random, 2);
    for (int i = 0; i < count; i++) {
        reference_append(file, " ");
        reference_append(file,
                         reference_channels[usual ? 3 + (first + i * step) % 3 : (int)kt_random_below(random, 6)]);
    }
    reference_append(file, "\n");
    return count;
}

static int reference_append_hierarchy(kd_buffer *file, kt_random *random, int joint_limit)
{
    int joints = 1 + (int)kt_random_below(random, (uint32_t)joint_limit);
    int channels = 0, depth = 0;
    reference_append(file, "HIERARCHY\n");
    for (int i = 0; i < joints; i++) {
        char line[64];
        while (depth > 1 && kt_random_below(random, 3) == 0) {
            reference_append(file, "}\n");
            depth--;
        }
        snprintf(line, sizeof line, "%s J%d\n{\n", i == 0 ? "ROOT" : "JOINT", i);
        reference_append(file, line);
        reference_append_offset(file, random);
        channels += reference_append_channels(file, random);
        for (uint32_t tips = kt_random_below(random, 3); tips > 1; tips--) {
            reference_append(file, "End Site\n{\n");
            reference_append_offset(file, random);
            reference_append(file, "}\n");
        }
        depth++;
    }
    while (depth-- > 0)
        reference_append(file, "}\n");
    return channels;
}

kd_buffer kt_bvh_random(kt_random *random, int joint_limit, int frame_count)
{
    kd_buffer file = kd_buffer_make(NULL);
    char text[64];
    int channels = reference_append_hierarchy(&file, random, joint_limit);
    snprintf(text, sizeof text, "MOTION\nFrames: %d\nFrame Time: %.9g\n", frame_count,
             kt_random_in(random, 0.001, 0.1));
    reference_append(&file, text);
    for (int i = 0; i < frame_count * channels; i++) {
        static const double special[] = {0, 90, -90, 180, -180, 360, 540, 1e-7};
        uint32_t kind = kt_random_below(random, 10);
        double value = kind == 0 ? special[kt_random_below(random, 8)] : kt_random_in(random, -400, 400);
        snprintf(text, sizeof text, kind == 1 ? "%.9e" : kind == 2 ? "%.0f" : "%.6f", value);
        reference_append(&file, text);
        reference_append(&file, (i + 1) % channels == 0 ? "\n" : " ");
    }
    return file;
}
