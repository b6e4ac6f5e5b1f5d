/* Motions for the tests of src/align: random walks of a small figure, and the captured ones where they are at hand. */
#ifndef KT_ALIGN_DATA_H
#define KT_ALIGN_DATA_H

#include "kinedriver/align.h"
#include "kinedriver/math.h"
#include "kinedriver/scene_file.h"
#include "support/test.h"

#include <math.h>

/* A scene from the shared reference data, or NULL where there is none. */
static inline kd_scene *kt_capture(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "bvh/%s.bvh", name);
    const char *full = kt_shared_data(path);
    if (!full)
        return NULL;
    kd_scene *scene = NULL;
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_scene_load(full, NULL, &scene, &findings), KD_OK);
    kd_findings_free(&findings);
    return scene;
}

/* Captured motions begin with a made-up pose: it is dropped. */
static inline kd_motion_source kt_capture_source(const kd_scene *scene, const char *name)
{
    kd_motion_source source = kd_motion_source_make(&scene->skeleton, &scene->clips[0]);
    source.name = name;
    source.first_frame = 1;
    return source;
}

/* A figure of seven joints: a root, two legs of two joints and a foot each, one of them with a coincident joint. */
enum { KT_FIGURE_JOINTS = 8 };

typedef struct kt_figure {
    kd_joint joints[KT_FIGURE_JOINTS];
    kd_skeleton skeleton;
    kd_clip clip;
} kt_figure;

static inline void kt_figure_free(kt_figure *figure)
{
    free(figure->clip.locals);
}

/* A walk: cadence in steps a second, the direction turns by `turn` radians over all. */
static inline void kt_figure_make(kt_figure *figure, int32_t frames, double frame_time, double cadence, double turn,
                                  double noise, kt_random *random)
{
    static const char *const names[] = {"root",    "thigh_l", "shin_l", "foot_l",
                                        "thigh_r", "shin_r",  "foot_r", "twist_r"};
    static const int32_t parents[] = {-1, 0, 1, 2, 0, 4, 5, 5};
    static const float offsets[][3] = {{0, 2, 0},     {0.2f, 0, 0}, {0, -1, 0}, {0, -1, 0},
                                       {-0.2f, 0, 0}, {0, -1, 0},   {0, -1, 0}, {0, 0, 0}};
    memset(figure, 0, sizeof *figure);
    for (int32_t j = 0; j < KT_FIGURE_JOINTS; j++) {
        figure->joints[j].name = names[j];
        figure->joints[j].parent = parents[j];
        figure->joints[j].rest = kd_transform_identity();
        figure->joints[j].rest.translate = kd_vec3_make(offsets[j][0], offsets[j][1], offsets[j][2]);
    }
    figure->skeleton.joints = figure->joints;
    figure->skeleton.joint_count = KT_FIGURE_JOINTS;
    kd_clip *clip = &figure->clip;
    clip->name = "walk";
    clip->frame_count = frames;
    clip->joint_count = KT_FIGURE_JOINTS;
    clip->frame_time_s = frame_time;
    clip->locals = (kd_transform *)calloc((size_t)frames * KT_FIGURE_JOINTS, sizeof(kd_transform));
    double x = 0.0, z = 0.0;
    for (int32_t f = 0; f < frames; f++) {
        double part = frames > 1 ? (double)f / (double)(frames - 1) : 0.0, heading = turn * part;
        double swing = 0.5 * sin(6.283185307 * 0.5 * cadence * frame_time * f);
        x += 1.2 * frame_time * sin(heading);
        z += 1.2 * frame_time * cos(heading);
        for (int32_t j = 0; j < KT_FIGURE_JOINTS; j++) {
            kd_transform t = figure->joints[j].rest;
            double angle = j == 1   ? swing
                           : j == 4 ? -swing
                           : j == 2 ? 0.4 - 0.3 * swing
                           : j == 5 ? 0.4 + 0.3 * swing
                                    : 0.0;
            angle += noise * kt_random_in(random, -1.0, 1.0);
            t.rotate = kd_quat_from_axis_angle(kd_vec3_make(1, 0, 0), (float)angle);
            if (j == 0) {
                t.rotate = kd_quat_from_axis_angle(kd_vec3_make(0, 1, 0), (float)heading);
                t.translate = kd_vec3_make((float)x, 1.9f + 0.05f * (float)fabs(swing), (float)z);
            }
            clip->locals[(size_t)f * KT_FIGURE_JOINTS + (size_t)j] = t;
        }
    }
}

#endif
