/* Externals against the reference. */
#include "support/rig_compare.h"

static void externals_agree_with_the_reference(void **state)
{
    (void)state;
    static const kd_node_type TYPES[] = {KD_NODE_EXTERNAL_OUTPUT, KD_NODE_EXTERNAL_INPUT};
    kt_compare_random(&(kt_compare_desc){TYPES, 2, 30, 20, 100000, 600});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(externals_agree_with_the_reference),
    };
    return kt_run(tests);
}
