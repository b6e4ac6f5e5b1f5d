/* Constraints against the reference: blends, kept offsets, frozen axes, spaces, up, limits. */
#include "support/rig_compare.h"

static void position_constraints_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_POSITION_CONSTRAINT, KD_NODE_POSITION_CONSTRAINT,
                                         KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 3, 14, 20, 100000, 200});
}

static void orientation_constraints_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_ORIENTATION_CONSTRAINT, KD_NODE_ORIENTATION_CONSTRAINT,
                                         KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 3, 14, 20, 100000, 201});
}

static void direction_constraints_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_DIRECTION_CONSTRAINT, KD_NODE_DIRECTION_CONSTRAINT,
                                         KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 3, 14, 20, 100000, 202});
}

static void parent_constraints_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_PARENT_CONSTRAINT, KD_NODE_PARENT_CONSTRAINT, KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 3, 14, 20, 100000, 203});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(position_constraints_agree_with_the_reference),
        cmocka_unit_test(orientation_constraints_agree_with_the_reference),
        cmocka_unit_test(direction_constraints_agree_with_the_reference),
        cmocka_unit_test(parent_constraints_agree_with_the_reference),
    };
    return kt_run(tests);
}
