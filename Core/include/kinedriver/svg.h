/* Animated pictures: scenes in motion, shaded, as an SVG file without script that every browser plays. How it is made
 * and what it holds is in Core/docs/svg.md. */
#ifndef KINEDRIVER_SVG_H
#define KINEDRIVER_SVG_H

#include "kinedriver/buffer.h"
#include "kinedriver/scene.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { KD_SVG_MAX_PANELS = 8, KD_SVG_MAX_FRAMES = 600, KD_SVG_MIN_SIZE = 64, KD_SVG_MAX_SIZE = 2048 };

/* One of the pictures side by side. Its first clip is shown; a scene without clips stands at rest, one without meshes
 * shows its bones. */
typedef struct kd_svg_panel {
    const kd_scene *scene;
    const char *caption; /* below the picture, UTF-8; NULL: none */
} kd_svg_panel;

typedef struct kd_svg_write_desc {
    int32_t width, height; /* of a panel, pixels: KD_SVG_MIN_SIZE to KD_SVG_MAX_SIZE */
    double angle_deg;      /* where the viewer stands: 0 before +z, 90 before +x */
    double pitch_deg;      /* how far above: 90 looks straight down */
    int32_t frame_count;   /* 1 to KD_SVG_MAX_FRAMES; 1, or scenes without clips, give a still picture */
    double start_s;        /* the part of the clips that is shown */
    double duration_s;     /* 0: to the end of the longest clip */
    double zoom;           /* above 0; 1: all of the motion fits in */
    const char *focus; /* the joint that stays in the middle; NULL: the whole figure, which is followed on its way */
} kd_svg_write_desc;

/* 320 x 420, from 30 degrees to the side and 8 above, 24 frames of the whole motion. */
kd_svg_write_desc kd_svg_write_desc_default(void);

/* Appends the picture to out. y is up. All panels have the same scale and time. On failure out is as before: KD_RANGE
 * for settings, KD_JOINT_UNKNOWN for a focus that a scene lacks, KD_EMPTY if a scene has nothing to show. */
kd_result kd_svg_write(const kd_svg_panel *panels, int32_t panel_count, const kd_svg_write_desc *desc, kd_buffer *out,
                       kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
