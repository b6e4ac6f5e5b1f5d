/* Default limits for files from outside. */
#include "kinedriver/limits.h"

kd_limits kd_limits_default(void)
{
    kd_limits limits;
    limits.file_bytes = (size_t)512 << 20;
    limits.memory_bytes = (size_t)2 << 30;
    limits.name_bytes = 1024;
    limits.joints = 10000;
    limits.frames = 1 << 22;
    limits.vertices = 1 << 23;
    limits.triangles = 1 << 24;
    limits.morphs = 4096;
    limits.rig_file_bytes = 16 << 20;
    limits.rig_memory_bytes = (size_t)24 << 20;
    limits.rig_nodes = 50000;
    limits.rig_connections = 200000;
    limits.rig_list_items = 65536;
    limits.xml_attributes = 64;
    limits.xml_text_bytes = 1 << 20;
    limits.depth = 64;
    limits.joint_depth = 1024;
    return limits;
}
