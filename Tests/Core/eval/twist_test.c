/* TwistChain against the reference. */
#include "support/rig_compare.h"

static void twist_chains_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_TWIST_CHAIN, KD_NODE_TWIST_CHAIN, KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 3, 12, 20, 100000, 300});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twist_chains_agree_with_the_reference),
    };
    return kt_run(tests);
}
