/* Effectors against the reference. */
#include "support/rig_compare.h"

static void links_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_EZ_PARAM_LINK_LINEAR, KD_NODE_EZ_PARAM_LINK, KD_NODE_REMAP,
                                         KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 4, 30, 20, 100000, 400});
}

static void driven_keys_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_LINK_WITH, KD_NODE_LINK_WITH, KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 3, 30, 20, 100000, 410});
}

static void combinations_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_COMBINE, KD_NODE_COMBINE, KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 3, 30, 20, 100000, 420});
}

static void expressions_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_EXPR, KD_NODE_EXPR, KD_NODE_EXTERNAL_INPUT, KD_NODE_SOURCE_OP};
    kt_compare_random(&(kt_compare_desc){TYPES, 4, 30, 20, 100000, 430});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_agree_with_the_reference),
        cmocka_unit_test(driven_keys_agree_with_the_reference),
        cmocka_unit_test(combinations_agree_with_the_reference),
        cmocka_unit_test(expressions_agree_with_the_reference),
    };
    return kt_run(tests);
}
