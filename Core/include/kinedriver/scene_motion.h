/* A motion from one file on the character of another: joints belong together by their names. */
#ifndef KINEDRIVER_SCENE_MOTION_H
#define KINEDRIVER_SCENE_MOTION_H

#include "kinedriver/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces the clips of the character by those of the motion, made for the character's skeleton. A joint with the same
 * parent and rest in both is copied as it is. Where the axes of the joints differ, the turn away from the rest pose is
 * the same in model space. Joints that the motion does not have stay at rest. A joint whose parent the motion does not
 * move gets its place in model space, all others keep the character's proportions; lengths are scaled by the units of
 * the two or, where one does not know its unit, by the lengths of the bones that both have.
 * One KD_JOINT_UNKNOWN warning tells the joints of the motion that the character lacks. KD_JOINT_UNKNOWN as an error if
 * none fits, KD_EMPTY without clips, KD_OUT_OF_MEMORY; the clips are as before then. */
kd_result kd_scene_take_motion(kd_scene *character, const kd_scene *motion, kd_findings *findings);

#ifdef __cplusplus
}
#endif
#endif
