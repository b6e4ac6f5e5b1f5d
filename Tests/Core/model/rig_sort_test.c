/* Evaluation order: valid, near the present one, circles named. */
#include "support/random_rig.h"

#include "base/arena.h"

static int32_t index_of(const kd_rig *rig, const char *name)
{
    for (int32_t i = 0; i < rig->node_count; i++)
        if (strcmp(rig->nodes[i]->name, name) == 0)
            return i;
    return -1;
}

/* Every value is there before it is needed: by the definition, without any table. */
static bool is_in_order(const kd_rig *rig)
{
    for (int32_t i = 0; i < rig->connection_count; i++) {
        int32_t from = index_of(rig, rig->connections[i].from.node), to = index_of(rig, rig->connections[i].to.node);
        if (to >= 0 && from >= to)
            return false;
        for (int32_t k = 0; to < 0 && k < rig->node_count; k++) /* to a group */
            if (strcmp(rig->nodes[k]->group, rig->connections[i].to.node) == 0 && from >= k)
                return false;
    }
    return true;
}

static void shuffle(kt_random *random, kd_rig *rig, int swaps)
{
    for (int i = 0; i < swaps; i++) {
        uint32_t a = kt_random_below(random, (uint32_t)rig->node_count);
        uint32_t b = kt_random_below(random, (uint32_t)rig->node_count);
        kd_node *kept = rig->nodes[a];
        rig->nodes[a] = rig->nodes[b];
        rig->nodes[b] = kept;
    }
}

static void a_valid_order_stays_as_it_is(void **state)
{
    (void)state;
    kt_random random = kt_random_make(1);
    for (int round = 0; round < 50; round++) {
        kd_rig *rig = kt_random_rig(kt_random_bits(&random), 60);
        kd_node *before[60];
        memcpy(before, rig->nodes, sizeof before);
        kd_findings findings = kd_findings_make(NULL);
        assert_true(is_in_order(rig));
        assert_int_equal(kd_rig_sort(rig, &findings), KD_OK);
        assert_memory_equal(before, rig->nodes, sizeof before);
        assert_int_equal(findings.count, 0);
        kd_findings_free(&findings);
        kd_rig_free(rig);
    }
}

/* The nodes that keep their places relative to each other: the longest ascending part, by the quadratic method. */
static int longest_kept(kd_node *const *before, kd_node *const *after, int count)
{
    int best[200], longest = 0;
    for (int i = 0; i < count; i++) {
        int place_i = 0;
        while (before[place_i] != after[i])
            place_i++;
        best[i] = 1;
        for (int k = 0; k < i; k++) {
            int place_k = 0;
            while (before[place_k] != after[k])
                place_k++;
            if (place_k < place_i && best[k] + 1 > best[i])
                best[i] = best[k] + 1;
        }
        if (best[i] > longest)
            longest = best[i];
    }
    return longest;
}

static void shuffled_nodes_are_put_in_order_with_a_warning_for_each_move(void **state)
{
    (void)state;
    kt_random random = kt_random_make(2);
    int moved = 0;
    for (int round = 0; round < 100; round++) {
        kd_rig *rig = kt_random_rig(kt_random_bits(&random), 80);
        shuffle(&random, rig, round % 10);
        kd_node *before[80];
        memcpy(before, rig->nodes, sizeof before);
        kd_findings findings = kd_findings_make(NULL), checked = kd_findings_make(NULL);
        assert_int_equal(kd_rig_validate(rig, NULL, &checked), KD_OK);
        assert_int_equal(kd_rig_sort(rig, &findings), KD_OK);
        assert_true(is_in_order(rig));
        assert_int_equal(findings.count, 80 - longest_kept(before, rig->nodes, 80));
        size_t told = 0;
        for (size_t i = 0; i < checked.count; i++)
            told += checked.items[i].error.code == KD_ORDER;
        if (checked.count < checked.limit)
            assert_int_equal(told, findings.count);
        moved += (int)findings.count;
        kd_findings_free(&findings);
        kd_findings_free(&checked);
        kd_rig_free(rig);
    }
    assert_true(moved > 100);
}

static void a_circle_is_named_with_its_path_and_nothing_is_moved(void **state)
{
    (void)state;
    kd_rig *rig = kd_rig_make(NULL, NULL);
    static const char *const names[] = {"outside", "c", "a", "b", "last"};
    for (int i = 0; i < 5; i++)
        kd_rig_add_node(rig, KD_NODE_EZ_PARAM_LINK, names[i])->item.line = 10 + i;
    kd_rig_connect(rig, "outside", "out", "a", "influence");
    kd_rig_connect(rig, "a", "out", "b", "in");
    kd_rig_connect(rig, "b", "out", "c", "in");
    kd_rig_connect(rig, "c", "out", "a", "in");
    kd_rig_connect(rig, "c", "out", "last", "in");
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_rig_sort(rig, &findings), KD_CYCLE);
    assert_int_equal(findings.count, 1);
    const char *text = findings.items[0].error.text;
    assert_true(strstr(text, "a -> b -> c -> a") || strstr(text, "b -> c -> a -> b") ||
                strstr(text, "c -> a -> b -> c"));
    assert_null(strstr(text, "outside"));
    assert_null(strstr(text, "last"));
    for (int i = 0; i < 5; i++)
        assert_string_equal(rig->nodes[i]->name, names[i]);
    assert_int_equal(kd_rig_validate(rig, NULL, NULL), KD_CYCLE);
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void a_node_that_drives_its_own_group_is_a_circle(void **state)
{
    (void)state;
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_rig_add_group(rig, "g");
    kd_rig_add_node(rig, KD_NODE_EXTERNAL_INPUT, "n")->group = "g";
    kd_rig_connect(rig, "n", "out", "g", "influence");
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_rig_sort(rig, &findings), KD_CYCLE);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_CYCLE, "g");
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void long_chains_need_no_deep_stack(void **state)
{
    (void)state;
    enum { LENGTH = 200000 };
    kd_rig *rig = kd_rig_make(NULL, NULL);
    char name[32], next[32];
    for (int i = 0; i < LENGTH; i++) {
        snprintf(name, sizeof name, "n%d", i);
        snprintf(next, sizeof next, "n%d", i + 1);
        kd_rig_add_node(rig, KD_NODE_EZ_PARAM_LINK, name);
        if (i + 1 < LENGTH)
            kd_rig_connect(rig, next, "out", name, "in"); /* the file's order is the reverse of a valid one */
    }
    assert_int_equal(kd_rig_sort(rig, NULL), KD_OK);
    assert_string_equal(rig->nodes[LENGTH - 1]->name, "n0");
    kd_rig_connect(rig, "n0", "out", "n199999", "in");
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(kd_rig_sort(rig, &findings), KD_CYCLE);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_CYCLE, "200000 nodes depend on each other");
    kd_findings_free(&findings);
    kd_rig_free(rig);
}

static void each_failing_allocation_leaves_the_nodes_as_they_were(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    kt_random random = kt_random_make(4);
    kd_rig *rig = kt_random_rig_in(kt_random_bits(&random), 40, &allocator);
    shuffle(&random, rig, 10);
    kd_node *before[40];
    memcpy(before, rig->nodes, sizeof before);
    size_t live = kt_memory_state.live_blocks;
    for (size_t fail_at = 1;; fail_at++) {
        kd_findings findings = kd_findings_make(NULL);
        kt_memory_reset(fail_at);
        kd_result result = kd_rig_sort(rig, &findings);
        bool failed = kt_memory_state.calls >= fail_at;
        kt_memory_reset(0);
        assert_int_equal(kt_memory_state.live_blocks, live);
        assert_int_equal(result, failed ? KD_OUT_OF_MEMORY : KD_OK);
        if (failed) {
            kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_OUT_OF_MEMORY, NULL);
            assert_memory_equal(before, rig->nodes, sizeof before);
        }
        kd_findings_free(&findings);
        if (!failed)
            break;
    }
    assert_true(is_in_order(rig));
    kd_rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_valid_order_stays_as_it_is),
        cmocka_unit_test(shuffled_nodes_are_put_in_order_with_a_warning_for_each_move),
        cmocka_unit_test(a_circle_is_named_with_its_path_and_nothing_is_moved),
        cmocka_unit_test(a_node_that_drives_its_own_group_is_a_circle),
        cmocka_unit_test(long_chains_need_no_deep_stack),
        cmocka_unit_test(each_failing_allocation_leaves_the_nodes_as_they_were),
    };
    return kt_run(tests);
}
