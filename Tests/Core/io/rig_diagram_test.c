/* Pictures of rigs: all of it is there, feeders stand to the left, nothing overlaps, the text is well-formed. */
#include "kinedriver/rig_diagram.h"

#include "io/diagram.h"
#include "support/kdi.h"

#include <libxml/parser.h>

enum { RIGS = 60 };

static void boxes_stand_apart_and_behind_what_feeds_them(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RIGS; seed++) {
        kd_rig *rig = kt_random_rig(seed, 5 + (int)(seed % 50));
        kdi_diagram diagram;
        assert_int_equal(kdi_diagram_make(&diagram, rig), KD_OK);
        assert_int_equal(kdi_diagram_lay_out(&diagram), KD_OK);
        assert_int_equal(diagram.wire_count, rig->connection_count);
        assert_true(diagram.box_count >= rig->node_count);
        for (int32_t i = 0; i < diagram.box_count; i++) {
            const kdi_diagram_box *a = &diagram.boxes[i];
            assert_true(a->x >= 0 && a->y >= 0 && a->x + a->width <= diagram.width &&
                        a->y + a->height <= diagram.height);
            for (int32_t k = 0; k < i; k++) {
                const kdi_diagram_box *b = &diagram.boxes[k];
                bool apart_x = a->x >= b->x + b->width || b->x >= a->x + a->width;
                bool apart_y = a->y >= b->y + b->height || b->y >= a->y + a->height;
                assert_true(apart_x || apart_y);
            }
        }
        for (int32_t i = 0; i < diagram.wire_count; i++) {
            const kdi_diagram_wire *wire = &diagram.wires[i];
            const kdi_diagram_box *from = &diagram.boxes[wire->from], *to = &diagram.boxes[wire->to];
            assert_true(from->x + from->width < to->x);
            assert_int_equal(wire->bend_count, to->layer - from->layer - 1);
            assert_string_equal(from->title, rig->connections[i].from.node);
            assert_string_equal(to->ports[wire->to_port].name, rig->connections[i].to.port);
        }
        kdi_diagram_free(&diagram);
        kd_rig_free(rig);
    }
}

static int count_parts(const kd_buffer *text, const char *part)
{
    int count = 0;
    for (const char *at = (const char *)text->data; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

static void svg_is_well_formed_and_whole(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RIGS; seed++) {
        kd_rig *rig = kt_random_rig(seed, 5 + (int)(seed % 50));
        kd_buffer text = kd_buffer_make(NULL);
        assert_int_equal(kd_rig_write_svg(rig, &text), KD_OK);
        xmlDoc *document = xmlReadMemory((const char *)text.data, (int)text.size, NULL, NULL, XML_PARSE_NONET);
        assert_non_null(document);
        xmlFreeDoc(document);
        assert_int_equal(count_parts(&text, "<path "), rig->connection_count);
        assert_true(count_parts(&text, "<title>") >= rig->node_count);
        kd_buffer_free(&text);
        kd_rig_free(rig);
    }
}

static void dot_names_every_node_and_connection(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= RIGS; seed++) {
        kd_rig *rig = kt_random_rig(seed, 5 + (int)(seed % 50));
        kd_buffer text = kd_buffer_make(NULL);
        assert_int_equal(kd_rig_write_dot(rig, &text), KD_OK);
        assert_int_equal(count_parts(&text, " -> "), rig->connection_count);
        assert_true(count_parts(&text, "label=<<table") >= rig->node_count);
        assert_string_equal((const char *)text.data + text.size - 2, "}\n");
        kd_buffer_free(&text);
        kd_rig_free(rig);
    }
}

static void an_empty_rig_is_an_empty_picture(void **state)
{
    (void)state;
    kd_rig *rig = kd_rig_make(NULL, NULL);
    kd_buffer text = kd_buffer_make(NULL);
    assert_int_equal(kd_rig_write_svg(rig, &text), KD_OK);
    assert_int_equal(kd_rig_write_dot(rig, &text), KD_OK);
    assert_int_equal(count_parts(&text, "<path "), 0);
    kd_buffer_free(&text);
    kd_rig_free(rig);
}

static void a_lack_of_memory_leaves_the_text_as_it_was(void **state)
{
    (void)state;
    kd_allocator allocator = kt_allocator();
    for (int dot = 0; dot < 2; dot++) {
        kd_result result = KD_OUT_OF_MEMORY;
        for (size_t fail_at = 1; result != KD_OK; fail_at++) {
            kt_memory_reset(0);
            kd_rig *rig = kt_random_rig_in(7, 30, &allocator);
            kd_buffer text = kd_buffer_make(&allocator);
            kt_memory_state.calls = 0;
            kt_memory_state.fail_at = fail_at;
            result = dot ? kd_rig_write_dot(rig, &text) : kd_rig_write_svg(rig, &text);
            kt_memory_state.fail_at = 0;
            assert_true(result == KD_OK || (result == KD_OUT_OF_MEMORY && text.size == 0));
            kd_buffer_free(&text);
            kd_rig_free(rig);
            assert_int_equal(kt_memory_state.live_blocks, 0);
            assert_true(fail_at < 1000);
        }
    }
    kt_memory_reset(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_stand_apart_and_behind_what_feeds_them),
        cmocka_unit_test(svg_is_well_formed_and_whole),
        cmocka_unit_test(dot_names_every_node_and_connection),
        cmocka_unit_test(an_empty_rig_is_an_empty_picture),
        cmocka_unit_test(a_lack_of_memory_leaves_the_text_as_it_was),
    };
    return kt_run(tests);
}
