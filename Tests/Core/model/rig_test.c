/* Rig documents: making, defaults, ports, comparison, scaling. */
#include "support/random_rig.h"

#include "model/rig.h"
#include "model/rig_walk.h"

#include <math.h>

static void new_items_have_the_defaults_of_the_format(void **state)
{
    (void)state;
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_node *node = kd_rig_add_node(rig, KD_NODE_TARGET_OP, "t");
    assert_string_equal(node->name, "t");
    assert_string_equal(node->group, "");
    assert_true(node->influence == 1.0);
    assert_int_equal(node->lod, KD_LOD_ALWAYS);
    assert_int_equal(node->algorithm, 1);
    assert_int_equal(node->as.target.channel.channel, KD_CHANNEL_ROTATE);
    assert_int_equal(node->as.target.channel.vertical, KD_AXIS_AUTO);
    assert_int_equal(node->as.target.axes, KD_AXES_XYZ);
    assert_true(node->as.target.segment_scale);
    kd_node *curve = kd_rig_add_node(rig, KD_NODE_LINK_WITH, "c");
    kd_curve_key *key = (kd_curve_key *)kd_rig_add_child(rig, curve, "Key");
    assert_true(key->in_weight == 1.0 / 3.0);
    assert_int_equal(key->shape, KD_KEY_SMOOTH);
    assert_null(kd_rig_add_child(rig, curve, "Source"));
    kd_node *expr = kd_rig_add_node(rig, KD_NODE_EXPR, "e");
    assert_null(expr->as.expr.source.text);
    ((kd_text *)kd_rig_add_child(rig, expr, "Source"))->text = kd_rig_text(rig, "x0");
    assert_string_equal(expr->as.expr.source.text, "x0");
    kd_rig_joint *joint = kd_rig_add_joint(rig, "j", "");
    assert_true(joint->rotate[3] == 1.0 && joint->scale[1] == 1.0 && joint->segment_scale);
    kd_connection *connection = kd_rig_connect(rig, "a", "b", "c", "d");
    assert_true(connection->factor == 1.0);
    assert_int_equal(rig->version, KDI_FORMAT_VERSION);
    assert_ptr_equal(kd_rig_find_node(rig, "c"), curve);
    assert_null(kd_rig_find_node(rig, "x"));
    assert_string_equal(kd_node_type_text(KD_NODE_RBF_INTERP), "RBFInterp");
    kd_rig_free(rig);
    kd_rig_free(NULL);
}

static void values_that_do_not_fit_their_kind_are_refused_and_change_nothing(void **state)
{
    (void)state;
    static const struct {
        kdi_kind kind;
        const char *text;
        kd_result result;
    } cases[] = {
        {KDI_KIND_BOOL, "true", KD_OK},
        {KDI_KIND_BOOL, "True", KD_VALUE},
        {KDI_KIND_INT, " 12 ", KD_OK},
        {KDI_KIND_INT, "1.5", KD_VALUE},
        {KDI_KIND_INT, "1e10", KD_VALUE},
        {KDI_KIND_INT, "", KD_NUMBER},
        {KDI_KIND_NUMBER, "nan", KD_NUMBER},
        {KDI_KIND_NUMBER, "1e999", KD_NUMBER},
        {KDI_KIND_NUMBER, "1x", KD_NUMBER},
        {KDI_KIND_NUMBER, "1 2", KD_COUNT_MISMATCH},
        {KDI_KIND_VEC3, "1 2", KD_COUNT_MISMATCH},
        {KDI_KIND_VEC3, "1 2 3 4", KD_COUNT_MISMATCH},
        {KDI_KIND_VEC3, "\t1\n2  3", KD_OK},
        {KDI_KIND_QUAT, "0 0 0 1", KD_OK},
        {KDI_KIND_AXES, "xz", KD_OK},
        {KDI_KIND_AXES, "xx", KD_VALUE},
        {KDI_KIND_AXES, "", KD_VALUE},
        {KDI_KIND_AXES, "none", KD_OK},
        {KDI_KIND_AXES, "w", KD_VALUE},
        {KDI_KIND_PORT, "a.b", KD_OK},
        {KDI_KIND_PORT, "ab", KD_VALUE},
        {KDI_KIND_PORT, ".b", KD_VALUE},
        {KDI_KIND_PORT, "a.", KD_VALUE},
        {KDI_KIND_NUMBERS, "", KD_OK},
        {KDI_KIND_NUMBERS, "1 2 x", KD_NUMBER},
        {KDI_KIND_NUMBERS, "1 2 3 4 5", KD_OK},
    };
    kd_rig *rig = kd_rig_make(NULL, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kdi_attribute row = {.name = "a", .kind = cases[i].kind};
        double field[4] = {0.0}, before[4] = {0.0};
        size_t at = 99;
        assert_int_equal(kdi_value_parse(rig, &row, cases[i].text, strlen(cases[i].text), field, &at), cases[i].result);
        assert_true(at <= strlen(cases[i].text));
        if (cases[i].result != KD_OK)
            assert_memory_equal(field, before, sizeof field);
    }
    kdi_attribute row = {.name = "a", .kind = KDI_KIND_PORT};
    kd_port_ref ref;
    assert_int_equal(kdi_value_parse(rig, &row, "arm.L.out", 9, &ref, NULL), KD_OK);
    assert_string_equal(ref.node, "arm.L");
    assert_string_equal(ref.port, "out");
    kd_rig_free(rig);
}

static void every_port_is_found_by_its_name(void **state)
{
    (void)state;
    kt_random random = kt_random_make(3);
    for (int round = 0; round < 20; round++) {
        kd_rig *rig = kt_random_rig(&random, 60, NULL);
        for (int32_t i = 0; i < rig->node_count; i++) {
            kd_port port, found;
            int32_t count = 0;
            for (; kd_node_port(rig->nodes[i], count, &port); count++) {
                assert_true(kd_node_find_port(rig->nodes[i], port.name, &found));
                assert_string_equal(found.name, port.name);
                assert_int_equal(found.type, port.type);
                assert_int_equal(found.unit, port.unit);
                assert_int_equal(found.is_input, port.is_input);
            }
            assert_true(count >= 1);
            assert_false(kd_node_find_port(rig->nodes[i], "weight99", &port));
            assert_false(kd_node_find_port(rig->nodes[i], "weight00", &port));
            assert_false(kd_node_find_port(rig->nodes[i], "", &port));
            assert_false(kd_node_port(rig->nodes[i], -1, &port));
        }
        kd_rig_free(rig);
    }
}

/* Changes one value and back: equality must see every one. */
static void expect_change_is_seen(kd_rig *rig, const kd_rig *same, const kdi_attribute *row, void *item)
{
    unsigned char *field = (unsigned char *)item + row->offset;
    int32_t count;
    double *numbers = kdi_value_numbers(row, item, &count);
    const char **text = kdi_value_text(row, item);
    if (numbers && count > 0) {
        double kept = numbers[count - 1];
        numbers[count - 1] = nextafter(kept, 1e300);
        assert_false(kd_rig_equal(rig, same));
        numbers[count - 1] = kept;
    } else if (text) {
        const char *kept = *text;
        *text = "something else";
        assert_false(kd_rig_equal(rig, same));
        *text = kept;
    } else if (row->kind != KDI_KIND_NUMBERS && row->kind != KDI_KIND_PORT) {
        *field ^= 1;
        assert_false(kd_rig_equal(rig, same));
        *field ^= 1;
    }
    assert_true(kd_rig_equal(rig, same));
}

typedef struct equal_pair {
    kd_rig *rig, *same;
} equal_pair;

static void expect_item_changes_are_seen(void *user, const kdi_visit *visit)
{
    equal_pair *pair = (equal_pair *)user;
    const kdi_attribute *row;
    for (int i = 0; (row = kdi_element_attribute(visit->element, i)) != NULL; i++)
        expect_change_is_seen(pair->rig, pair->same, row, visit->item);
    kd_comment comment = {"more", ((kd_item *)visit->item)->before};
    ((kd_item *)visit->item)->before = &comment;
    assert_false(kd_rig_equal(pair->rig, pair->same));
    ((kd_item *)visit->item)->before = comment.next;
    ((kd_item *)visit->item)->line++;
    assert_true(kd_rig_equal(pair->rig, pair->same));
}

static void equality_sees_every_value_and_comment_but_no_place(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        kt_random a = kt_random_make(seed), b = kt_random_make(seed);
        equal_pair pair = {kt_random_rig(&a, 40, NULL), kt_random_rig(&b, 40, NULL)};
        assert_true(kd_rig_equal(pair.rig, pair.same));
        kdi_rig_walk(pair.rig, expect_item_changes_are_seen, &pair);
        pair.rig->node_count--;
        assert_false(kd_rig_equal(pair.rig, pair.same));
        kd_rig_free(pair.rig);
        kd_rig_free(pair.same);
    }
}

/* What scaling must do, stated apart from the format table. */
static void scaling_touches_distances_and_their_connections_only(void **state)
{
    (void)state;
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_node *in = kd_rig_add_node(rig, KD_NODE_EXTERNAL_INPUT, "in");
    in->as.external.max = 7.0;
    kd_node *source = kd_rig_add_node(rig, KD_NODE_SOURCE_OP, "source");
    source->as.source.channel.channel = KD_CHANNEL_TRANSLATE;
    kd_rig_add_node(rig, KD_NODE_SOURCE_OP, "turn");
    kd_node *link = kd_rig_add_node(rig, KD_NODE_EZ_PARAM_LINK_LINEAR, "link");
    link->as.link.out_max = 3.0;
    kd_node *target = kd_rig_add_node(rig, KD_NODE_TARGET_OP, "target");
    target->as.target.channel.channel = KD_CHANNEL_TRANSLATE;
    kd_node *parent = kd_rig_add_node(rig, KD_NODE_PARENT_CONSTRAINT, "parent");
    kd_joint_weight *followed = (kd_joint_weight *)kd_rig_add_child(rig, parent, "Source");
    followed->translate[1] = 5.0;
    followed->weight = 0.25;
    parent->as.constraint.attach_point[2] = 4.0;
    kd_node *aim = kd_rig_add_node(rig, KD_NODE_DIRECTION_CONSTRAINT, "aim");
    kd_rig_joint *joint = kd_rig_add_joint(rig, "j", "");
    joint->translate[0] = 2.0;
    kd_rig_connect(rig, "source", "translateX", "link", "in");
    kd_rig_connect(rig, "link", "out", "target", "translateX");
    kd_rig_connect(rig, "source", "translateY", "target", "translateY");
    kd_rig_connect(rig, "turn", "roll", "target", "translateZ");
    kd_rig_connect(rig, "turn", "bendH", "link", "influence");
    kd_rig_connect(rig, "nobody", "x", "target", "y");
    assert_int_equal(kd_rig_scale_distance(rig, 4.0), KD_OK);
    const double factors[] = {0.25, 4.0, 1.0, 4.0, 1.0, 1.0};
    for (int i = 0; i < 6; i++)
        assert_true(rig->connections[i].factor == factors[i]);
    assert_true(joint->translate[0] == 8.0 && joint->scale[0] == 1.0 && joint->rotate[3] == 1.0);
    assert_true(followed->translate[1] == 20.0 && followed->weight == 0.25 && followed->rotate[3] == 1.0);
    assert_true(parent->as.constraint.attach_point[2] == 16.0);
    assert_true(aim->as.constraint.up_vector[1] == 1.0 && aim->as.constraint.max_angle == 180.0);
    assert_true(in->as.external.max == 7.0 && link->as.link.out_max == 3.0 && link->as.link.in_max == 1.0);
    assert_int_equal(rig->units.distance, KD_DISTANCE_CENTIMETER);
    const double wrong[] = {0.0, -1.0, (double)NAN, HUGE_VAL};
    for (int i = 0; i < 4; i++)
        assert_int_equal(kd_rig_scale_distance(rig, wrong[i]), KD_RANGE);
    kd_rig_free(rig);
}

typedef struct number_list {
    double values[200000];
    int count;
} number_list;

static void gather_numbers(void *user, const kdi_visit *visit)
{
    number_list *list = (number_list *)user;
    const kdi_attribute *row;
    for (int i = 0; (row = kdi_element_attribute(visit->element, i)) != NULL; i++) {
        int32_t count;
        const double *numbers = kdi_value_numbers(row, visit->item, &count);
        for (int32_t k = 0; k < count; k++) {
            assert_true(list->count < 200000);
            list->values[list->count++] = numbers[k];
        }
    }
}

static void scaling_by_100_and_back_gives_the_same_rig_within_rounding(void **state)
{
    (void)state;
    static number_list before, after;
    kt_random random = kt_random_make(11);
    for (int round = 0; round < 50; round++) {
        kd_rig *rig = kt_random_rig(&random, 80, NULL);
        before.count = after.count = 0;
        kdi_rig_walk(rig, gather_numbers, &before);
        assert_int_equal(kd_rig_scale_distance(rig, 100.0), KD_OK);
        assert_int_equal(kd_rig_scale_distance(rig, 0.01), KD_OK);
        kdi_rig_walk(rig, gather_numbers, &after);
        assert_int_equal(before.count, after.count);
        for (int i = 0; i < before.count; i++)
            assert_true(fabs(after.values[i] - before.values[i]) <= 4e-16 * fabs(before.values[i]));
        kd_rig_free(rig);
    }
}

static void a_rig_without_memory_is_null_and_leaks_nothing(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    size_t live = kt_memory_state.live_blocks;
    for (size_t fail_at = 1; fail_at < 40; fail_at++) {
        kt_memory_reset(fail_at);
        kd_rig *rig = kd_rig_make(&allocator, NULL);
        bool whole = rig != NULL;
        for (int i = 0; rig && i < 300; i++) {
            kd_node *node = kd_rig_add_node(rig, (kd_node_type)(i % KD_NODE_TYPE_COUNT), "n");
            whole = whole && node && kd_rig_add_joint(rig, "j", "k") && kd_rig_add_group(rig, "g") &&
                    kd_rig_connect(rig, "a", "b", "c", "d");
        }
        kd_result result = rig ? kd_rig_scale_distance(rig, 2.0) : KD_OUT_OF_MEMORY;
        bool failed = kt_memory_state.calls >= fail_at;
        assert_true(!failed || !whole || result == KD_OUT_OF_MEMORY);
        kt_memory_reset(0);
        kd_rig_free(rig);
        assert_int_equal(kt_memory_state.live_blocks, live);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_items_have_the_defaults_of_the_format),
        cmocka_unit_test(values_that_do_not_fit_their_kind_are_refused_and_change_nothing),
        cmocka_unit_test(every_port_is_found_by_its_name),
        cmocka_unit_test(equality_sees_every_value_and_comment_but_no_place),
        cmocka_unit_test(scaling_touches_distances_and_their_connections_only),
        cmocka_unit_test(scaling_by_100_and_back_gives_the_same_rig_within_rounding),
        cmocka_unit_test(a_rig_without_memory_is_null_and_leaks_nothing),
    };
    return kt_run(tests);
}
