/* Findings for people (file:line:column: error KD11: text) and for programs (--json). */
#include "report.h"

#include "json_text.h"
#include "terminal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct report_colors {
    const char *severity[3], *bold, *off;
} report_colors;

static const report_colors report_plain = {{"", "", ""}, "", ""};
static const report_colors report_colored = {{"\033[1;36m", "\033[1;33m", "\033[1;31m"}, "\033[1m", "\033[0m"};

static void report_print(const char *file, const kd_finding *finding)
{
    const kd_error *error = &finding->error;
    const report_colors *colors = cli_terminal_has_color(stderr) ? &report_colored : &report_plain;
    fputs(colors->bold, stderr);
    if (file) {
        cli_terminal_print(stderr, file);
        fputs(":", stderr);
    }
    if (error->line > 0)
        fprintf(stderr, "%d:", error->line);
    if (error->line > 0 && error->column > 0)
        fprintf(stderr, "%d:", error->column);
    fprintf(stderr, "%s%s%s%s KD%02d:%s ", colors->off, file || error->line > 0 ? " " : "",
            colors->severity[finding->severity], kd_severity_text(finding->severity), (int)error->code, colors->off);
    cli_terminal_print(stderr, error->text);
    fputc('\n', stderr);
    if (*error->path) {
        fputs("    in ", stderr);
        cli_terminal_print(stderr, error->path);
        fputc('\n', stderr);
    }
}

static json_t *report_json(const char *file, const kd_finding *finding)
{
    const kd_error *error = &finding->error;
    char code[16];
    snprintf(code, sizeof code, "KD%02d", (int)error->code);
    json_t *object = json_object();
    json_object_set_new(object, "file", file ? cli_json_text(file) : json_null());
    json_object_set_new(object, "line", error->line > 0 ? json_integer(error->line) : json_null());
    json_object_set_new(object, "column",
                        error->line > 0 && error->column > 0 ? json_integer(error->column) : json_null());
    json_object_set_new(object, "severity", json_string(kd_severity_text(finding->severity)));
    json_object_set_new(object, "code", json_string(code));
    json_object_set_new(object, "name", json_string(kd_result_name(error->code)));
    json_object_set_new(object, "text", cli_json_text(error->text));
    json_object_set_new(object, "path", *error->path ? cli_json_text(error->path) : json_null());
    return object;
}

static void report_finding(cli_call *call, const char *file, const kd_finding *finding)
{
    if (call->json)
        json_array_append_new(call->findings, report_json(file, finding));
    else if (!call->quiet || finding->severity == KD_SEVERITY_ERROR)
        report_print(file, finding);
}

cli_exit cli_report(cli_call *call, const char *file, kd_findings *findings)
{
    cli_exit result = findings->counts[KD_SEVERITY_ERROR] > 0 ? CLI_WRONG_INPUT : CLI_GOOD;
    size_t all = 0;
    for (size_t i = 0; i < findings->count; i++)
        report_finding(call, file, &findings->items[i]);
    for (int severity = 0; severity < 3; severity++) {
        call->counts[severity] += findings->counts[severity];
        all += findings->counts[severity];
    }
    if (all > findings->count && !call->json && !call->quiet)
        fprintf(stderr, "%zu more findings are not shown\n", all - findings->count);
    kd_findings_free(findings);
    return result;
}

cli_exit cli_report_one(cli_call *call, kd_severity severity, kd_result code, const char *file, const char *format, ...)
{
    kd_finding finding;
    memset(&finding, 0, sizeof finding);
    finding.severity = severity;
    finding.error.code = code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding.error.text, sizeof finding.error.text, format, arguments);
    va_end(arguments);
    call->counts[severity]++;
    report_finding(call, file, &finding);
    return severity == KD_SEVERITY_ERROR ? CLI_WRONG_INPUT : CLI_GOOD;
}

cli_exit cli_report_begin(cli_call *call)
{
    if (!call->json)
        return CLI_GOOD;
    call->findings = json_array();
    call->result = json_object();
    if (call->findings && call->result)
        return CLI_GOOD;
    fputs("kinedriver: out of memory\n", stderr);
    return CLI_WRONG_INPUT;
}

static void report_count(const cli_call *call, kd_severity severity, const char **comma)
{
    size_t count = call->counts[severity];
    if (count == 0)
        return;
    fprintf(stderr, "%s%zu %s%s", *comma, count, kd_severity_text(severity), count == 1 ? "" : "s");
    *comma = ", ";
}

static void report_summary(const cli_call *call)
{
    const char *comma = "";
    report_count(call, KD_SEVERITY_ERROR, &comma);
    report_count(call, KD_SEVERITY_WARNING, &comma);
    report_count(call, KD_SEVERITY_NOTE, &comma);
    if (*comma)
        fputc('\n', stderr);
}

static cli_exit report_document(const cli_call *call, cli_exit code)
{
    json_t *document = json_object();
    json_t *counts = json_object();
    json_object_set_new(counts, "errors", json_integer((json_int_t)call->counts[KD_SEVERITY_ERROR]));
    json_object_set_new(counts, "warnings", json_integer((json_int_t)call->counts[KD_SEVERITY_WARNING]));
    json_object_set_new(counts, "notes", json_integer((json_int_t)call->counts[KD_SEVERITY_NOTE]));
    json_object_set_new(document, "command", json_string(call->command->name));
    json_object_set_new(document, "good", json_boolean(code == CLI_GOOD));
    json_object_set_new(document, "counts", counts);
    json_object_set(document, "findings", call->findings);
    json_object_set(document, "result", call->result);
    cli_exit problem = cli_json_print(document);
    json_decref(document);
    return problem;
}

cli_exit cli_report_end(cli_call *call, cli_exit from_command)
{
    if (from_command == CLI_WRONG_USE)
        return CLI_WRONG_USE;
    cli_exit code = call->counts[KD_SEVERITY_ERROR] > 0 ? CLI_WRONG_INPUT : from_command;
    cli_exit problem = CLI_GOOD;
    if (call->json)
        problem = report_document(call, code);
    else if (!call->quiet)
        report_summary(call);
    return problem ? problem : code;
}

cli_exit cli_flush_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return CLI_GOOD;
    fprintf(stderr, "kinedriver: cannot write to the standard output: %s\n", strerror(errno));
    return CLI_WRONG_INPUT;
}
