#include "compile/rig_compile.h"
void kdi_compile_rbf(rig_compile *compile, const kd_node *node)
{
    (void)compile;
    (void)node;
}
