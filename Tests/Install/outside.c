/* A program of somebody else: knows the installed headers and libraries only. */
#include <kinedriver/findings.h>
#include <kinedriver/math.h>
#include <kinedriver/scene.h>
#include <kinedriver/version.h>

#include <stdio.h>

int main(void)
{
    kd_scene *scene = kd_scene_make(NULL, NULL);
    if (!scene)
        return 1;
    kd_scene_free(scene);
    kd_quat half_turn = kd_quat_make(0.0f, 0.0f, 1.0f, 0.0f);
    kd_vec3 turned = kd_quat_rotate(half_turn, kd_vec3_make(1.0f, 0.0f, 0.0f));
    printf("%s %g\n", KD_VERSION_TEXT, (double)turned.x);
    return 0;
}
