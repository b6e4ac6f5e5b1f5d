/* The list of a program: every instruction once, registers by name. */
#include "kinedriver/program_list.h"

#include "program/layout.h"
#include "support/kdi.h"
#include "support/rig_run.h"

static int count_lines(const kd_buffer *text, const char *part)
{
    int count = 0;
    for (const char *at = (const char *)text->data; at && (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

static void every_instruction_is_a_line(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        kt_skeleton skeleton;
        kt_random_skeleton(&skeleton, seed);
        kd_rig *rig = kt_random_runnable_rig(seed + 900, 30);
        kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, seed % 2 == 0);
        kd_buffer text = kd_buffer_make(NULL);
        assert_int_equal(kd_program_list(run.program, &text), KD_OK);
        const kdi_step *steps = KDI_SECTION(run.program, steps, kdi_step);
        for (uint32_t op = 0; op < KDI_OP_KERNEL_COUNT; op++) {
            uint32_t expected = 0;
            for (uint32_t i = 0; i < run.program->steps.count; i++)
                expected += steps[i].op == op ? steps[i].count : 0;
            char part[64];
            snprintf(part, sizeof part, " = %s ", kdi_op_find(op)->name);
            assert_int_equal(count_lines(&text, part), expected);
        }
        assert_int_equal(count_lines(&text, "\n  step "), run.program->steps.count);
        kd_buffer_free(&text);
        kt_run_free(&run);
        kd_rig_free(rig);
    }
}

static void registers_go_by_what_they_hold(void **state)
{
    (void)state;
    static const char rig_text[] =
        "<KineDriver version=\"1\" name=\"small\"><Joints><Joint name=\"a\"/><Joint name=\"b\" parent=\"a\"/></Joints>"
        "<Nodes><ExternalInput name=\"in\"/><SourceOp name=\"read\"><Source joint=\"a\"/></SourceOp>"
        "<EZParamLinkLinear name=\"link\" inMax=\"90\" outMax=\"2\"/><TargetOp name=\"write\" joint=\"b\" "
        "channel=\"translate\"/><ExternalOutput name=\"out\" kind=\"morph\"/></Nodes><Connections>"
        "<Connection from=\"read.roll\" to=\"link.in\"/><Connection from=\"link.out\" to=\"write.translateX\"/>"
        "<Connection from=\"in.out\" to=\"out.in\"/></Connections></KineDriver>";
    static const char *const parts[] = {
        "program small\n",
        "\n  b below a, writes translate; rest ",
        "\n  in, default 0, from 0 to 1\n",
        "\n  out (morph) = ",
        "link (EZParamLinkLinear), influence 1, needs a",
        "    a.rotate = CLEAN_Q a.rotate\n",
        "link.out = LINK read.roll, link.influence  {",
        "    b.translate = MIX_V b.translate, ",
    };
    kd_rig *rig = kt_kdi_read(rig_text, sizeof rig_text - 1);
    kd_compile_desc desc = kd_compile_desc_default();
    kd_buffer blob = kd_buffer_make(NULL), text = kd_buffer_make(NULL);
    desc.probes = true;
    assert_int_equal(kd_compile(rig, NULL, &desc, &blob, NULL), KD_OK);
    const kd_program *program = kd_program_open(blob.data, blob.size, NULL);
    assert_non_null(program);
    assert_int_equal(kd_program_list(program, &text), KD_OK);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!strstr((const char *)text.data, parts[i]))
            fail_msg("'%s' is not in:\n%s", parts[i], (const char *)text.data);
    kd_buffer_free(&text);
    kd_buffer_free(&blob);
    kd_rig_free(rig);
}

static void a_lack_of_memory_is_told(void **state)
{
    (void)state;
    kt_skeleton skeleton;
    kt_random_skeleton(&skeleton, 5);
    kd_rig *rig = kt_random_runnable_rig(905, 30);
    kt_run_state run = kt_run_make(rig, &skeleton.skeleton, 1, false);
    kd_allocator allocator = kt_allocator();
    kd_result result = KD_OUT_OF_MEMORY;
    for (size_t fail_at = 1; result != KD_OK; fail_at++) {
        kt_memory_reset(fail_at);
        kd_buffer text = kd_buffer_make(&allocator);
        result = kd_program_list(run.program, &text);
        assert_true(result == KD_OK || result == KD_OUT_OF_MEMORY);
        kd_buffer_free(&text);
        assert_int_equal(kt_memory_state.live_blocks, 0);
        assert_true(fail_at < 1000);
    }
    kt_memory_reset(0);
    kt_run_free(&run);
    kd_rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_is_a_line),
        cmocka_unit_test(registers_go_by_what_they_hold),
        cmocka_unit_test(a_lack_of_memory_is_told),
    };
    return kt_run(tests);
}
