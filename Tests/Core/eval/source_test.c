/* SourceOp against the reference: all channels, spaces, mappings, orders, blends. */
#include "support/rig_compare.h"

static void sources_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_SOURCE_OP, KD_NODE_SOURCE_OP, KD_NODE_SOURCE_OP,
                                         KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 4, 24, 20, 100000, 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_agree_with_the_reference),
    };
    return kt_run(tests);
}
