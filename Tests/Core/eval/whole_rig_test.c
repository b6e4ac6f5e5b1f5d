/* Whole random rigs against the reference. */
#include "support/rig_compare.h"

static void random_rigs_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_EXTERNAL_INPUT,
                                         KD_NODE_EXTERNAL_OUTPUT,
                                         KD_NODE_SOURCE_OP,
                                         KD_NODE_TARGET_OP,
                                         KD_NODE_EZ_PARAM_LINK_LINEAR,
                                         KD_NODE_EZ_PARAM_LINK,
                                         KD_NODE_LINK_WITH,
                                         KD_NODE_EXPR,
                                         KD_NODE_TWIST_CHAIN,
                                         KD_NODE_COMBINE,
                                         KD_NODE_REMAP,
                                         KD_NODE_DAMPED_FOLLOW,
                                         KD_NODE_POSITION_CONSTRAINT,
                                         KD_NODE_ORIENTATION_CONSTRAINT,
                                         KD_NODE_DIRECTION_CONSTRAINT,
                                         KD_NODE_PARENT_CONSTRAINT};
    kt_compare_random(&(kt_compare_desc){TYPES, 16, 40, 20, 5000, 700});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_rigs_agree_with_the_reference),
    };
    return kt_run(tests);
}
