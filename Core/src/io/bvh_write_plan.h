/* What a BVH writer needs to know before the first byte: joints depth first, who gets which channels, what will be
 * lost. */
#ifndef KDI_IO_BVH_WRITE_PLAN_H
#define KDI_IO_BVH_WRITE_PLAN_H

#include "kinedriver/bvh.h"
#include "text/findings.h"

typedef struct kdi_bvh_plan_joint {
    int32_t joint; /* in the scene */
    int depth;
    bool is_end_site;
    bool moves; /* has position channels */
    bool has_children;
    double offset[3];
    double position[3]; /* of the frame taken last */
    double angles[3];   /* likewise, in the order of the axes, degrees */
} kdi_bvh_plan_joint;

typedef struct kdi_bvh_plan {
    const kd_scene *scene;
    const kd_clip *clip; /* NULL: at rest */
    double frame_time_s;
    unsigned char axes[3];
    kd_buffer *out;
    kd_result result;
    bool renamed;
    const char *added_root; /* name of a root above several; NULL where there is one already */
    char added_name[32];
    kdi_bvh_plan_joint *joints; /* depth first */
    int32_t joint_count;
    double (*scales)[3]; /* [scene joint] model space, of the frame taken last */
    int32_t *links;      /* [3 * scene joint] first child, next sibling, place in `joints` */
} kdi_bvh_plan;

/* On KD_OK free with kdi_bvh_plan_free. Losses are reported here. */
kd_result kdi_bvh_plan_make(kdi_bvh_plan *plan, const kd_scene *scene, const kd_bvh_write_desc *desc, kd_buffer *out,
                            kd_findings *findings);
void kdi_bvh_plan_free(kdi_bvh_plan *plan);

/* Fills position and angles of all joints; frames are taken in order, since angles continue those before. */
void kdi_bvh_plan_take_frame(kdi_bvh_plan *plan, int32_t frame);

#endif
