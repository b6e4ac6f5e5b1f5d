/* Helpers of all test programs: random numbers, files, findings. */
#include "support/test.h"

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

kt_random kt_random_make(uint64_t seed)
{
    kt_random random = {seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
    return random;
}

uint32_t kt_random_bits(kt_random *random)
{
    /* splitmix64 */
    uint64_t z = (random->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

uint32_t kt_random_below(kt_random *random, uint32_t limit)
{
    return (uint32_t)(((uint64_t)kt_random_bits(random) * limit) >> 32);
}

double kt_random_in(kt_random *random, double low, double high)
{
    return low + (high - low) * ((double)kt_random_bits(random) + 0.5) / 4294967296.0;
}

static char *test_next_path(void)
{
    static char paths[8][4096];
    static unsigned next;
    return paths[next++ % 8];
}

const char *kt_path(const char *path)
{
    char *full = test_next_path();
    snprintf(full, 4096, "%s/%s", KT_SOURCE_DIR, path);
    return full;
}

const char *kt_out_path(const char *name)
{
    char *full = test_next_path();
    snprintf(full, 4096, "%s/out", KT_BINARY_DIR);
    mkdir(full, 0777);
    snprintf(full, 4096, "%s/out/%s", KT_BINARY_DIR, name);
    return full;
}

static bool test_enter_locale(const char *name)
{
    return setlocale(LC_ALL, name) != NULL && localeconv()->decimal_point[0] == ',';
}

void kt_comma_locale(void)
{
    setenv("LOCPATH", KT_BINARY_DIR "/locales", 1);
    if (test_enter_locale("de_DE.UTF-8"))
        return;
    unsetenv("LOCPATH");
    if (test_enter_locale("de_DE.UTF-8") || test_enter_locale("fr_FR.UTF-8") || test_enter_locale("ru_RU.UTF-8"))
        return;
    kt_plain_locale();
    print_message("# no locale with decimal commas: install the package locales\n");
    skip();
}

void kt_plain_locale(void)
{
    setlocale(LC_ALL, "C");
}

const char *kt_shared_data(const char *name)
{
    char *full = test_next_path();
    snprintf(full, 4096, "%s/../shared/data/%s", KT_SOURCE_DIR, name);
    struct stat status;
    return stat(full, &status) == 0 ? full : NULL;
}

kd_buffer kt_load(const char *path)
{
    kd_buffer content = kd_buffer_make(NULL);
    kd_findings findings = kd_findings_make(NULL);
    kd_result result = kd_file_read(path[0] == '/' ? path : kt_path(path), SIZE_MAX / 4, &content, &findings);
    kt_print_findings(&findings);
    kd_findings_free(&findings);
    assert_int_equal(result, KD_OK);
    return content;
}

void kt_print_findings(const kd_findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        const kd_finding *f = &findings->items[i];
        print_message("# %d:%d: %s KD%02d: %s [%s]\n", f->error.line, f->error.column, kd_severity_text(f->severity),
                      f->error.code, f->error.text, f->error.path);
    }
}

void kt_expect_finding(const kd_findings *findings, kd_severity severity, kd_result code, const char *part)
{
    for (size_t i = 0; i < findings->count; i++) {
        const kd_finding *f = &findings->items[i];
        if (f->severity == severity && f->error.code == code && (!part || strstr(f->error.text, part)))
            return;
    }
    kt_print_findings(findings);
    fail_msg("no %s %s with '%s' among the %zu findings", kd_severity_text(severity), kd_result_name(code),
             part ? part : "", findings->count);
}
