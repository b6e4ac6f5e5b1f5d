/* Reading and writing of KDI documents with the checks that every test wants. */
#include "support/kdi.h"

kd_rig *kt_kdi_read(const void *text, size_t size)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_rig *rig = NULL;
    kd_result result = kd_kdi_read(text, size, NULL, &rig, &findings);
    if (result != KD_OK)
        kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_non_null(rig);
    kd_findings_free(&findings);
    return rig;
}

kd_buffer kt_kdi_write(const kd_rig *rig)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer out = kd_buffer_make(NULL);
    kd_result result = kd_kdi_write(rig, &out, &findings);
    kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(findings.count, 0);
    kd_findings_free(&findings);
    return out;
}

static void kdi_check_round_trip(const kd_rig *rig, const kd_read_desc *desc)
{
    kd_buffer first = kt_kdi_write(rig);
    kd_rig *again = NULL;
    kd_read_desc generous = *desc;
    generous.allocator = kd_allocator_default();
    generous.limits.rig_memory_bytes *= 2; /* escapes may make the file longer than the one it was read from */
    generous.limits.rig_file_bytes *= 8;
    generous.limits.xml_text_bytes *= 8;
    assert_int_equal(kd_kdi_read(first.data, first.size, &generous, &again, NULL), KD_OK);
    kd_buffer second = kt_kdi_write(again);
    assert_true(kd_rig_equal(rig, again));
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    kd_buffer_free(&first);
    kd_buffer_free(&second);
    kd_rig_free(again);
}

kd_result kt_kdi_reader(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    kd_rig *rig = NULL;
    kd_result result = kd_kdi_read(data, size, desc, &rig, findings);
    if (result != KD_OK) {
        assert_null(rig);
        return result;
    }
    size_t fail_at = kt_memory_state.fail_at, calls = kt_memory_state.calls;
    kt_memory_state.fail_at = 0;
    assert_non_null(rig);
    assert_int_equal(kd_rig_validate(rig, NULL, NULL), KD_OK);
    kdi_check_round_trip(rig, desc);
    kt_memory_state.fail_at = fail_at;
    kt_memory_state.calls = calls;
    kd_rig_free(rig);
    return result;
}
