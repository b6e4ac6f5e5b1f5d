/* RBFInterp against the reference: every kernel, numbers and rotations in and out. */
#include "support/rig_compare.h"

static void functions_of_numbers_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_RBF_INTERP, KD_NODE_RBF_INTERP, KD_NODE_EXTERNAL_INPUT};
    kt_compare_random_first(&(kt_compare_desc){TYPES, 3, 12, 60, 100000, 600});
}

static void functions_of_rotations_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_RBF_INTERP, KD_NODE_SOURCE_OP, KD_NODE_EXTERNAL_INPUT};
    kt_compare_random_first(&(kt_compare_desc){TYPES, 3, 12, 60, 30000, 610});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_numbers_agree_with_the_reference),
        cmocka_unit_test(functions_of_rotations_agree_with_the_reference),
    };
    return kt_run(tests);
}
