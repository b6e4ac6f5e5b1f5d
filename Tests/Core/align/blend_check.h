/* Registering, baking and comparing motions in the tests of blends. */
#ifndef KT_BLEND_CHECK_H
#define KT_BLEND_CHECK_H

#include "align_data.h"

#include "support/scene_check.h"

enum { KT_MOST_JOINTS = 64 };

static inline kd_registration *kt_register(const kd_motion_source *motions, int32_t count)
{
    kd_registration_desc desc = kd_registration_desc_default();
    kd_registration *registration;
    kd_findings findings = kd_findings_make(NULL);
    kd_result result = kd_registration_make(motions, count, &desc, &registration, &findings);
    kt_print_findings(&findings);
    kd_findings_free(&findings);
    assert_int_equal(result, KD_OK);
    return registration;
}

static inline kd_scene *kt_bake(const kd_registration *registration, const float *weights, bool fix_feet,
                                kd_bake_report *report)
{
    kd_bake_desc desc = {{NULL, weights, 1}, 0.0, fix_feet};
    kd_scene *scene;
    assert_int_equal(kd_blend_bake(registration, &desc, &scene, report, NULL), KD_OK);
    assert_null(kt_check_scene(scene));
    return scene;
}

/* The largest distance of a joint between two clips of one skeleton, as a part of the figure's height. */
static inline double kt_clip_distance(const kd_skeleton *skeleton, const kd_clip *a, int32_t first_a, const kd_clip *b,
                                      double sign_x)
{
    kd_transform p[KT_MOST_JOINTS], q[KT_MOST_JOINTS];
    double worst = 0.0, low = 1e30, high = -1e30;
    for (int32_t f = 0; f < b->frame_count; f++) {
        kd_skeleton_model_from_local(skeleton, a->locals + (size_t)(f + first_a) * (size_t)a->joint_count, p);
        kd_skeleton_model_from_local(skeleton, b->locals + (size_t)f * (size_t)b->joint_count, q);
        for (int32_t j = 0; j < skeleton->joint_count; j++) {
            double x = sign_x * (double)p[j].translate.x - (double)q[j].translate.x;
            double y = (double)p[j].translate.y - (double)q[j].translate.y;
            double z = (double)p[j].translate.z - (double)q[j].translate.z;
            worst = fmax(worst, sqrt(x * x + y * y + z * z));
            low = fmin(low, (double)q[j].translate.y);
            high = fmax(high, (double)q[j].translate.y);
        }
    }
    return worst / (high - low);
}

/* The reflection of a motion in the plane x = 0, joint by joint. */
static inline void kt_mirror(const kd_skeleton *skeleton, kd_clip *clip)
{
    kd_joint *joints = (kd_joint *)skeleton->joints; /* the test's own */
    for (size_t i = 0; i < (size_t)clip->frame_count * (size_t)clip->joint_count; i++) {
        kd_transform *t = &clip->locals[i];
        t->translate.x = -t->translate.x;
        t->rotate.y = -t->rotate.y;
        t->rotate.z = -t->rotate.z;
    }
    for (int j = 0; j < skeleton->joint_count; j++)
        joints[j].rest.translate.x = -joints[j].rest.translate.x;
}

#endif
