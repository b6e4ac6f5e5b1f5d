/* A motion from one file on the character of another. */
#ifndef KINEDRIVER_SCENE_MOTION_H
#define KINEDRIVER_SCENE_MOTION_H

#include "kinedriver/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Gives the scene the clips of `motion` in place of its own. Joints are found by name; those that the motion lacks stay
 * at rest, with a note that counts them. A joint moves from its own rest pose as the motion's joint does from that
 * one's, in the axes of its parent; distances are scaled by the ratio of the two skeletons' sizes, so that centimetres
 * fit metres. Curves are taken over as they are. KD_EMPTY without clips or without any common joint; on failure the
 * scene is as before. */
kd_result kd_scene_take_motion(kd_scene *scene, const kd_scene *motion, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
