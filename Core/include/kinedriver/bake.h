/* Baking: a rig program run over the frames of a clip, so that what it does is there as plain animation. */
#ifndef KINEDRIVER_BAKE_H
#define KINEDRIVER_BAKE_H

#include "kinedriver/program.h"
#include "kinedriver/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which of the program's external outputs become curves of the clip. */
typedef enum kd_bake_outputs { KD_BAKE_NO_OUTPUTS, KD_BAKE_MORPHS, KD_BAKE_ALL_OUTPUTS } kd_bake_outputs;

typedef struct kd_bake_desc {
    kd_bake_outputs outputs;
    const float *inputs; /* by the program's index, held over the whole clip; NULL: the defaults */
    int32_t lod;
    void (*progress)(void *user, int32_t frame, int32_t frame_count); /* called before every frame; NULL: not */
    void *user;
} kd_bake_desc;

/* All outputs, default inputs, level of detail 0, no progress. */
kd_bake_desc kd_bake_desc_default(void);

/* Runs the program on every frame of a clip, in order, and writes the joints it moves in place. Evaluation begins with
 * a reset and each frame lasts the clip's frame time. A curve of the clip that is called like an external input sets
 * it frame by frame; an output overwrites the curve of its name, or is added. desc NULL: the defaults.
 * Joints that the skeleton lacks, and nodes that are off for this reason, are warnings. KD_RANGE: no such clip;
 * KD_OUT_OF_MEMORY: the clip is as before. */
kd_result kd_bake(const kd_program *program, kd_scene *scene, int32_t clip, const kd_bake_desc *desc,
                  kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
