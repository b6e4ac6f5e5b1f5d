/* A program of somebody else: knows the installed headers and libraries only. */
#include <kinedriver/compile.h>
#include <kinedriver/findings.h>
#include <kinedriver/kdi.h>
#include <kinedriver/math.h>
#include <kinedriver/scene_file.h>
#include <kinedriver/version.h>

#include <stdio.h>

/* Goes through every library underneath: XML by libxml2, glTF by jansson, keys solved by LAPACK. */
static kd_result compile_rig(void)
{
    static const char text[] =
        "<KineDriver version=\"1\"><Nodes><RBFInterp name=\"keys\"><Input name=\"a\"/><Output name=\"b\"/>"
        "<Key in=\"0\" out=\"0\"/><Key in=\"1\" out=\"2\"/></RBFInterp><ExternalOutput name=\"value\"/></Nodes>"
        "<Connections><Connection from=\"keys.b\" to=\"value.in\"/></Connections></KineDriver>";
    kd_compile_desc desc = kd_compile_desc_default();
    kd_rig *rig = NULL;
    kd_buffer program = kd_buffer_make(NULL);
    kd_result result = kd_kdi_read(text, sizeof text - 1, NULL, &rig, NULL);
    if (result == KD_OK)
        result = kd_compile(rig, NULL, &desc, &program, NULL);
    kd_buffer_free(&program);
    kd_rig_free(rig);
    return result;
}

int main(void)
{
    kd_scene *scene = NULL;
    kd_scene_load("missing.gltf", NULL, &scene, NULL);
    if (scene || compile_rig() != KD_OK)
        return 1;
    kd_quat half_turn = kd_quat_make(0.0f, 0.0f, 1.0f, 0.0f);
    kd_vec3 turned = kd_quat_rotate(half_turn, kd_vec3_make(1.0f, 0.0f, 0.0f));
    printf("%s %g\n", KD_VERSION_TEXT, (double)turned.x);
    return 0;
}
