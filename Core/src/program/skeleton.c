/* Look-ups and the hierarchy walk of a skeleton. */
#include "kinedriver/skeleton.h"

#include "kinedriver/math.h"

#include <string.h>

int32_t kd_skeleton_find(const kd_skeleton *skeleton, const char *name)
{
    for (int32_t i = 0; i < skeleton->joint_count; i++)
        if (strcmp(skeleton->joints[i].name, name) == 0)
            return i;
    return KD_NO_JOINT;
}

void kd_skeleton_model_from_local(const kd_skeleton *skeleton, const kd_transform *local, kd_transform *model)
{
    for (int32_t i = 0; i < skeleton->joint_count; i++) {
        int32_t parent = skeleton->joints[i].parent;
        model[i] = parent == KD_NO_JOINT ? local[i] : kd_transform_mul(model[parent], local[i]);
    }
}
