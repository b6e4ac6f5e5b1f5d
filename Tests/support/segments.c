/* Segment assets for tests. */
#include "support/segments.h"

#include "kinedriver/math.h"
#include "kinedriver/scene_file.h"
#include "model/scene.h"

#include <math.h>

kd_scene *kt_segments_scene(const char *name)
{
    const char *path = kt_shared_data(name);
    kd_findings findings = kd_findings_make(NULL);
    kd_scene *scene = NULL;
    if (path)
        assert_int_equal(kd_scene_load(path, NULL, &scene, &findings), KD_OK);
    kd_findings_free(&findings);
    return scene;
}

void kt_segments_restart(kt_segments *made)
{
    made->player = kd_segment_player_init(made->memory, made->segments);
}

kt_segments kt_segments_make(kd_scene *const *scenes, int32_t count, const kd_segment_desc *desc)
{
    kt_segments made;
    memset(&made, 0, sizeof made);
    kd_findings findings = kd_findings_make(NULL);
    made.source_count = count;
    for (int32_t i = 0; i < count; i++) {
        made.scenes[i] = scenes[i];
        made.sources[i] = (kd_segment_source){scenes[i], 0, NULL, 0, -1};
    }
    made.asset = kd_buffer_make(NULL);
    kd_result result = kd_segments_build(made.sources, count, desc, &made.asset, &findings);
    if (result != KD_OK)
        kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    kd_findings_free(&findings);
    kd_error error;
    memset(&error, 0, sizeof error);
    made.segments = kd_segments_open(made.asset.data, made.asset.size, &error);
    if (!made.segments)
        fail_msg("%s", error.text);
    made.memory = aligned_alloc(16, (kd_segment_player_size(made.segments) + 15) & ~(size_t)15);
    assert_non_null(made.memory);
    kt_segments_restart(&made);
    return made;
}

void kt_segments_free(kt_segments *made)
{
    for (int32_t i = 0; i < made->source_count; i++)
        kd_scene_free(made->scenes[i]);
    kd_buffer_free(&made->asset);
    free(made->memory);
}

typedef struct walk_joint {
    const char *name;
    int parent;
    double offset[3];
} walk_joint;

static const walk_joint walk_joints[] = {
    {"Hips", -1, {0, 0, 0}},          {"LeftUpLeg", 0, {1, -0.5, 0}},
    {"LeftLeg", 1, {0, -4, 0}},       {"LeftFoot", 2, {0, -4, 0}},
    {"LeftToeBase", 3, {0, -0.5, 1}}, {"LeftToeEnd", 4, {0, 0, 0.6}},
    {"RightUpLeg", 0, {-1, -0.5, 0}}, {"RightLeg", 6, {0, -4, 0}},
    {"RightFoot", 7, {0, -4, 0}},     {"RightToeBase", 8, {0, -0.5, 1}},
    {"RightToeEnd", 9, {0, 0, 0.6}},  {"Spine", 0, {0, 0, 0}},
    {"Chest", 11, {0, 3, 0}},         {"Head", 12, {0, 2, 0}},
    {"HeadEnd", 13, {0, 1, 0}},       {"LeftArm", 12, {1.5, 1, 0}},
    {"LeftForeArm", 15, {2.5, 0, 0}}, {"LeftHand", 16, {2.2, 0, 0}},
    {"RightArm", 12, {-1.5, 1, 0}},   {"RightForeArm", 18, {-2.5, 0, 0}},
    {"RightHand", 19, {-2.2, 0, 0}},
};
enum { WALK_JOINTS = (int)(sizeof walk_joints / sizeof walk_joints[0]) };

static kd_quat walk_about(double x, double y, double z, double angle)
{
    return kd_quat_from_axis_angle(kd_vec3_make((float)x, (float)y, (float)z), (float)angle);
}

static void walk_pose(kt_random random, double phase, double way, kd_transform *locals)
{
    double swing = 0.45, sway = kt_random_in(&random, 0, 0.1);
    for (int side = 0; side < 2; side++) {
        int leg = side ? 6 : 1, arm = side ? 18 : 15;
        double turn = phase + side * 3.14159265;
        locals[leg].rotate = walk_about(1, 0, 0, -swing * sin(turn));
        locals[leg + 1].rotate = walk_about(1, 0, 0, 0.15 + 0.7 * fmax(0, cos(turn)));
        locals[leg + 2].rotate = walk_about(1, 0, 0, 0.1 * sin(turn));
        kd_quat down = walk_about(0, 0, 1, side ? 1.2 : -1.2);
        locals[arm].rotate = kd_quat_mul(walk_about(1, 0, 0, 0.4 * sin(turn)), down);
        locals[arm + 1].rotate = walk_about(0, 1, 0, side ? 0.3 : -0.3);
        locals[arm + 2].rotate = walk_about(1, 0, 0, 0.2 * cos(turn));
    }
    locals[0].rotate = walk_about(0, 1, 0, sway * sin(phase));
    locals[0].translate = kd_vec3_make((float)(sway * cos(phase)), (float)(8.6 + 0.1 * cos(2 * phase)), (float)way);
    locals[11].rotate = walk_about(0, 1, 0, -2 * sway * sin(phase));
    locals[13].rotate = walk_about(1, 0, 0, 0.1 * sin(2 * phase));
}

kd_scene *kt_random_walk(uint64_t seed, int32_t frames)
{
    kt_random random = kt_random_make(seed);
    kd_scene *scene = kd_scene_make(NULL, NULL);
    kd_joint *joints = KDI_ARENA_PUSH(scene->arena, kd_joint, WALK_JOINTS);
    kd_clip *clip = KDI_ARENA_PUSH(scene->arena, kd_clip, 1);
    double size = kt_random_in(&random, 0.5, 30), speed = kt_random_in(&random, 0.04, 0.09);
    for (int i = 0; i < WALK_JOINTS; i++) {
        joints[i].name = walk_joints[i].name;
        joints[i].parent = walk_joints[i].parent;
        joints[i].is_tip = i == 5 || i == 10 || i == 14;
        joints[i].rest = kd_transform_identity();
        const double *o = walk_joints[i].offset;
        double depth =
            seed % 2 && i > 0 ? kt_random_in(&random, -0.5, 0.5) : 0; /* otherwise pelvis and shoulders are flat */
        joints[i].rest.translate =
            kd_vec3_make((float)(o[0] * size), (float)(o[1] * size), (float)((o[2] + depth) * size));
    }
    scene->skeleton.joints = joints;
    scene->skeleton.joint_count = WALK_JOINTS;
    scene->clips = clip;
    scene->clip_count = 1;
    clip->name = "walk";
    clip->frame_count = frames;
    clip->joint_count = WALK_JOINTS;
    clip->frame_time_s = 1.0 / 60;
    clip->locals = KDI_ARENA_PUSH(scene->arena, kd_transform, (size_t)frames * WALK_JOINTS);
    for (int32_t f = 0; f < frames; f++) {
        kd_transform *locals = clip->locals + f * WALK_JOINTS;
        for (int i = 0; i < WALK_JOINTS; i++)
            locals[i] = joints[i].rest;
        walk_pose(random, f * speed, f * speed * 2.4, locals);
        locals[0].translate = kd_vec3_scale(locals[0].translate, (float)size);
    }
    return scene;
}

void kt_segments_world(const kd_segments *segments, const kd_transform *pose, double (*places)[3])
{
    double rotations[KD_SEGMENT_MOST_TARGETS * 64][4];
    for (int32_t i = 0; i < kd_segments_joint_count(segments); i++) {
        int32_t parent = kd_segments_joint_parent(segments, i);
        const double p[4] = {(double)pose[i].rotate.x, (double)pose[i].rotate.y, (double)pose[i].rotate.z,
                             (double)pose[i].rotate.w};
        const double t[3] = {(double)pose[i].translate.x, (double)pose[i].translate.y, (double)pose[i].translate.z};
        const double none[4] = {0, 0, 0, 1}, origin[3] = {0, 0, 0};
        const double *q = parent < 0 ? none : rotations[parent], *o = parent < 0 ? origin : places[parent];
        double x = q[0], y = q[1], z = q[2], w = q[3];
        double m[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                          {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                          {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
        for (int k = 0; k < 3; k++)
            places[i][k] = o[k] + m[k][0] * t[0] + m[k][1] * t[1] + m[k][2] * t[2];
        double r[4] = {w * p[0] + x * p[3] + y * p[2] - z * p[1], w * p[1] - x * p[2] + y * p[3] + z * p[0],
                       w * p[2] + x * p[1] - y * p[0] + z * p[3], w * p[3] - x * p[0] - y * p[1] - z * p[2]};
        double size = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
        for (int k = 0; k < 4; k++)
            rotations[i][k] = r[k] / size;
    }
}
