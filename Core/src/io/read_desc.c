/* How files are read unless the caller says otherwise. Apart from file.c, which needs an operating system's files:
 * hosts that bring their own files read from memory only. */
#include "kinedriver/file.h"

kd_read_desc kd_read_desc_default(void)
{
    kd_read_desc desc = {0};
    desc.allocator = kd_allocator_default();
    desc.limits = kd_limits_default();
    return desc;
}
