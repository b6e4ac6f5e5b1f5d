/* What a KDI reader must survive: cut files, flipped bytes, failing allocations, and documents made to hurt. */
#include "support/kdi.h"

#include <dirent.h>

static void the_reference_rig_survives_hostile_treatment(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Resources/reference.kdi");
    kt_hostile_truncate(kt_kdi_reader, content.data, content.size);
    kt_hostile_flip(kt_kdi_reader, content.data, content.size, 1, 1500);
    kt_hostile_allocations(kt_kdi_reader, content.data, content.size);
    kd_buffer_free(&content);
}

static void random_rigs_survive_hostile_treatment(void **state)
{
    (void)state;
    for (uint64_t seed = 1000; seed < 1004; seed++) {
        kd_rig *rig = kt_random_rig(seed, 10);
        kd_buffer content = kt_kdi_write(rig);
        kt_hostile_truncate(kt_kdi_reader, content.data, content.size);
        kt_hostile_flip(kt_kdi_reader, content.data, content.size, seed, 300);
        if (seed == 1000)
            kt_hostile_allocations(kt_kdi_reader, content.data, content.size);
        kd_buffer_free(&content);
        kd_rig_free(rig);
    }
}

static void bad_files_survive_hostile_treatment(void **state)
{
    (void)state;
    DIR *folder = opendir(kt_path("Tests/Bad"));
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".kdi") != 0)
            continue;
        char path[300];
        snprintf(path, sizeof path, "Tests/Bad/%s", entry->d_name);
        kd_buffer content = kt_load(path);
        kt_hostile_truncate(kt_kdi_reader, content.data, content.size);
        kt_hostile_flip(kt_kdi_reader, content.data, content.size, 1, 200);
        kt_hostile_allocations(kt_kdi_reader, content.data, content.size);
        kd_buffer_free(&content);
    }
    closedir(folder);
}

/* libxml2 may lose something without a word when memory is short: then nothing may be read. */
static void a_lack_of_memory_never_gives_a_smaller_rig(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Resources/reference.kdi");
    kd_rig *whole = kt_kdi_read(content.data, content.size);
    kd_read_desc desc = kd_read_desc_default();
    desc.allocator = kt_allocator();
    size_t total = 0;
    for (size_t fail_at = 1;; fail_at++) {
        kd_rig *rig = NULL;
        kt_memory_reset(fail_at);
        kd_result result = kd_kdi_read(content.data, content.size, &desc, &rig, NULL);
        total = kt_memory_state.calls;
        kt_memory_reset(0);
        if (result == KD_OK) {
            assert_true(kd_rig_equal(rig, whole));
            kd_rig_free(rig);
            if (total < fail_at)
                break;
        } else {
            assert_int_equal(result, KD_OUT_OF_MEMORY);
            assert_null(rig);
        }
    }
    assert_true(total > 30);
    kd_rig_free(whole);
    kd_buffer_free(&content);
}

static void put(kd_buffer *out, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        assert_int_equal(kd_buffer_append(out, text, strlen(text)), KD_OK);
}

/* A document: head, `times` times a piece, tail. */
static kd_result read_repeated(const char *head, const char *piece, int times, const char *tail, kd_findings *findings)
{
    kd_buffer out = kd_buffer_make(NULL);
    kd_rig *rig = NULL;
    put(&out, head, 1);
    put(&out, piece, times);
    put(&out, tail, 1);
    kd_result result = kd_kdi_read(out.data, out.size, NULL, &rig, findings);
    assert_int_equal(rig != NULL, result == KD_OK);
    kd_rig_free(rig);
    kd_buffer_free(&out);
    return result;
}

static void expect_repeated(kd_result code, const char *part, const char *head, const char *piece, int times,
                            const char *tail)
{
    kd_findings findings = kd_findings_make(NULL);
    assert_int_equal(read_repeated(head, piece, times, tail, &findings), code);
    if (code != KD_OK)
        kt_expect_finding(&findings, KD_SEVERITY_ERROR, code, part);
    kd_findings_free(&findings);
}

static void limits_are_exact_and_name_themselves(void **state)
{
    (void)state;
    static const char nodes[] = "<KineDriver version=\"1\"><Nodes>", end[] = "</Nodes></KineDriver>";
    static const char deep[] = "<KineDriver version=\"1\" xmlns:x=\"u\">";
    expect_repeated(KD_LIMIT, "nested deeper than 64", deep, "<x:a>", 64, "");
    expect_repeated(KD_TRUNCATED, "ends inside <KineDriver>", deep, "<x:a>", 63, "");
    expect_repeated(KD_LIMIT, "has 100000 attributes, the limit is 64", "<KineDriver", " a=\"\"", 100000, "/>");
    expect_repeated(KD_SYNTAX, "redefined", "<KineDriver", " a=\"\"", 64, "/>");
    expect_repeated(KD_LIMIT, "a name in this tag has 1025 bytes", "<", "a", 1025, "/>");
    expect_repeated(KD_FORMAT_UNKNOWN, NULL, "<", "a", 1024, "/>");
    expect_repeated(KD_LIMIT, "a comment has 1048577 bytes", "<!--", "a", (1 << 20) - 6,
                    "--><KineDriver version=\"1\"/>");
    expect_repeated(KD_OK, NULL, "<!--", "a", (1 << 20) - 7, "--><KineDriver version=\"1\"/>");
    expect_repeated(KD_LIMIT, "<Nodes> has more than 50000 items", nodes, "<Remap name=\"a\"/>", 50001, end);
    expect_repeated(KD_LIMIT, "16777217 bytes, the limit for a KDI file", "", " ", (16 << 20) + 1, "");
    expect_repeated(KD_LIMIT, "more than 16 namespaces", "<KineDriver", " xmlns:a=\"\"", 17, "/>");
    expect_repeated(KD_LIMIT, "more than 65536 elements, attributes and instructions of other formats", deep, "<x:a/>",
                    65537, "</KineDriver>");
}

static void reading_stops_after_two_hundred_errors(void **state)
{
    (void)state;
    kd_findings findings = kd_findings_make(NULL);
    kd_result result =
        read_repeated("<KineDriver version=\"1\"><Nodes>", "<What/>", 100000, "</Nodes></KineDriver>", &findings);
    assert_int_equal(result, KD_ELEMENT_UNKNOWN);
    assert_int_equal(findings.counts[KD_SEVERITY_ERROR], 200);
    kd_findings_free(&findings);
}

static void entity_bombs_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><KineDriver version=\"1\" name=\"&b;\"/>",
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><KineDriver version=\"1\"/>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM \"http://127.0.0.1/\">%p;]><KineDriver version=\"1\"/>",
        "<?xml version=\"1.0\"?>\n\n<!-- --> <!DOCTYPE a><KineDriver version=\"1\"/>",
        "<KineDriver version=\"1\"><!ENTITY a \"b\"></KineDriver>",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        kd_rig *rig = NULL;
        assert_int_equal(kd_kdi_read(texts[i], strlen(texts[i]), NULL, &rig, NULL), KD_UNSUPPORTED);
        assert_null(rig);
    }
}

static void other_encodings_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        kd_result code;
    } cases[] = {
        {"\xFF\xFE<\0K\0", 6, KD_ENCODING},
        {"\xFE\xFF\0<\0K", 6, KD_ENCODING},
        {"<\0K\0", 4, KD_ENCODING},
        {"<?xml version='1.0' encoding='utf-16'?><KineDriver version='1'/>", 64, KD_ENCODING},
        {"<?xml version='1.0' encoding='Utf-8'?><KineDriver version='1'/>", 63, KD_OK},
        {"\xEF\xBB\xBF<KineDriver version='1'/>", 28, KD_OK},
        {"<KineDriver version='1' name='\xE8\x82", 32, KD_TRUNCATED},
        {"<KineDriver version='1' name='a\0b'/>", 36, KD_SYNTAX},
        {"", 0, KD_TRUNCATED},
        {" \n\t ", 4, KD_TRUNCATED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kd_rig *rig = NULL;
        kd_findings findings = kd_findings_make(NULL);
        kd_result result = kd_kdi_read(cases[i].text, cases[i].size, NULL, &rig, &findings);
        if (result != cases[i].code)
            kt_print_findings(&findings);
        assert_int_equal(result, cases[i].code);
        kd_findings_free(&findings);
        kd_rig_free(rig);
    }
}

static void memory_is_limited(void **state)
{
    (void)state;
    kd_buffer out = kd_buffer_make(NULL);
    put(&out, "<KineDriver version=\"1\">", 1);
    put(&out, "<!-- a comment that takes some memory -->", 30000);
    put(&out, "</KineDriver>", 1);
    kd_read_desc desc = kd_read_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_rig *rig = NULL;
    desc.limits.rig_memory_bytes = 1 << 20;
    assert_int_equal(kd_kdi_read(out.data, out.size, &desc, &rig, &findings), KD_LIMIT);
    kt_expect_finding(&findings, KD_SEVERITY_ERROR, KD_LIMIT, "more than the limit of 1048576 bytes of memory");
    desc.limits.rig_memory_bytes = 1 << 23;
    assert_int_equal(kd_kdi_read(out.data, out.size, &desc, &rig, NULL), KD_OK);
    kd_rig_free(rig);
    kd_findings_free(&findings);
    kd_buffer_free(&out);
}

static void a_strict_reading_refuses_what_it_would_repair_or_lose(void **state)
{
    (void)state;
    static const char *const names[] = {"Tests/Bad/wrong_order.kdi", "Tests/Bad/other_formats.kdi"};
    static const kd_result codes[] = {KD_ORDER, KD_LOSSY};
    for (int i = 0; i < 2; i++) {
        kd_buffer content = kt_load(names[i]);
        kd_read_desc desc = kd_read_desc_default();
        kd_rig *rig = NULL;
        assert_int_equal(kd_kdi_read(content.data, content.size, &desc, &rig, NULL), KD_OK);
        kd_rig_free(rig);
        desc.strict = true;
        assert_int_equal(kd_kdi_read(content.data, content.size, &desc, &rig, NULL), codes[i]);
        assert_null(rig);
        kd_buffer_free(&content);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_exact_and_name_themselves),
        cmocka_unit_test(reading_stops_after_two_hundred_errors),
        cmocka_unit_test(entity_bombs_are_refused),
        cmocka_unit_test(other_encodings_are_refused),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(a_strict_reading_refuses_what_it_would_repair_or_lose),
        cmocka_unit_test(the_reference_rig_survives_hostile_treatment),
        cmocka_unit_test(random_rigs_survive_hostile_treatment),
        cmocka_unit_test(bad_files_survive_hostile_treatment),
        cmocka_unit_test(a_lack_of_memory_never_gives_a_smaller_rig),
    };
    return kt_run(tests);
}
