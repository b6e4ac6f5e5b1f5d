/* The KDI reader: guard, parse, check the whole, put into order. Findings of all steps come out in file order; checks
 * of the whole run even after errors, without what only repeats them. */
#include "io/kdi_read.h"

#include "base/allocator.h"
#include "io/kdi_guard.h"
#include "model/rig_names.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_MOST_ERRORS = KD_FINDINGS_DEFAULT_LIMIT,
    READ_MOST_LOSSES = 100,    /* warnings of reading; the others are only counted */
    READ_MOST_FINDINGS = 4096, /* more than are shown: errors must not drown in warnings that are left out */
};

/* The name of the item that a frame is about, or "". */
static const char *read_frame_name(const kdi_read_frame *frame)
{
    const kdi_attribute *row = kdi_element_attribute(frame->element, 0);
    bool named = row && (row->kind == KDI_KIND_NAME || row->kind == KDI_KIND_JOINT || row->kind == KDI_KIND_PORT_NAME);
    return named ? *kdi_value_text(row, frame->object) : "";
}

/* "KineDriver/Nodes", and further inside "SourceOp elbow/Source lowerarm". */
static void read_path(const kdi_reader *reader, char path[KDI_READ_PATH_SIZE])
{
    size_t used = 0;
    path[0] = '\0';
    for (int i = reader->depth > 2 ? 2 : 0; i < reader->depth && used < KDI_READ_PATH_SIZE; i++) {
        char name[KDI_NAME_SHOW_SIZE];
        kdi_name_show(read_frame_name(&reader->frames[i]), name, sizeof name);
        int added = snprintf(path + used, KDI_READ_PATH_SIZE - used, "%s%s%s%s", used > 0 ? "/" : "",
                             reader->frames[i].element->name, name[0] ? " " : "", name);
        used += added > 0 ? (size_t)added : 0;
    }
}

static kd_result read_report(kdi_reader *reader, kd_severity severity, kd_result code, const kdi_place *where,
                             const char *format, va_list arguments)
{
    char text[512], path[KDI_READ_PATH_SIZE];
    kdi_place place = *where;
    if (severity != KD_SEVERITY_ERROR && reader->findings->counts[severity] >= READ_MOST_LOSSES) {
        reader->findings->counts[severity]++;
        return code;
    }
    vsnprintf(text, sizeof text, format, arguments);
    read_path(reader, path);
    place.path = path;
    kdi_report(reader->findings, severity, code, &place, "%s", text);
    if (severity == KD_SEVERITY_ERROR) {
        if (reader->first_error == KD_OK)
            reader->first_error = code;
        if (++reader->error_count >= READ_MOST_ERRORS)
            reader->stopped = true;
    }
    return code;
}

kd_result kdi_read_error_at(kdi_reader *reader, kd_result code, int line, int column, const char *format, ...)
{
    kdi_place place = {line, column, NULL};
    va_list arguments;
    va_start(arguments, format);
    read_report(reader, KD_SEVERITY_ERROR, code, &place, format, arguments);
    va_end(arguments);
    return code;
}

static kdi_place read_tag_place(const kdi_reader *reader, const char *attribute)
{
    kdi_place place = {reader->tag.line, reader->tag.column, NULL};
    bool is_tag = reader->tag.kind == KDI_XML_START || reader->tag.kind == KDI_XML_EMPTY;
    if (attribute && is_tag)
        kdi_xml_attribute_place(&reader->tag, attribute, &place.line, &place.column);
    return place;
}

kd_result kdi_read_error(kdi_reader *reader, kd_result code, const char *attribute, const char *format, ...)
{
    kdi_place place = read_tag_place(reader, attribute);
    va_list arguments;
    va_start(arguments, format);
    read_report(reader, KD_SEVERITY_ERROR, code, &place, format, arguments);
    va_end(arguments);
    return code;
}

void kdi_read_loss(kdi_reader *reader, const char *attribute, const char *format, ...)
{
    kdi_place place = read_tag_place(reader, attribute);
    va_list arguments;
    va_start(arguments, format);
    read_report(reader, reader->desc.strict ? KD_SEVERITY_ERROR : KD_SEVERITY_WARNING, KD_LOSSY, &place, format,
                arguments);
    va_end(arguments);
}

void kdi_read_memory_error(kdi_reader *reader)
{
    if (reader->stopped)
        return;
    const kdi_arena *arena = reader->rig->arena;
    if (arena->limit_hit)
        kdi_read_error(reader, KD_LIMIT, NULL, "the rig needs more than the limit of %zu bytes of memory",
                       arena->limit_bytes);
    else
        kdi_read_error(reader, KD_OUT_OF_MEMORY, NULL, "no memory to read the rig");
    reader->stopped = true;
}

static bool read_error_is_at(const kd_findings *findings, size_t count, int line)
{
    for (size_t i = 0; i < count; i++)
        if (findings->items[i].severity == KD_SEVERITY_ERROR && findings->items[i].error.line == line)
            return true;
    return false;
}

/* Findings that an element left out may have caused. */
static bool read_counts_elements(kd_result code)
{
    return code == KD_NODE_UNKNOWN || code == KD_GROUP_UNKNOWN || code == KD_PORT_UNKNOWN || code == KD_KEY ||
           code == KD_ELEMENT_MISSING || code == KD_COUNT_MISMATCH;
}

/* Takes over what the checks of the whole say, without what may follow from an error: warnings, and errors about
 * something that an error of reading was about already. */
static void read_take_checks(kdi_reader *reader, const kd_findings *checks)
{
    size_t read_count = reader->findings->count;
    size_t kept[3] = {0};
    bool broken = reader->error_count > 0;
    bool warnings = !broken && checks->counts[KD_SEVERITY_ERROR] == 0;
    for (size_t i = 0; i < checks->count; i++) {
        const kd_error *error = &checks->items[i].error;
        kd_severity severity = checks->items[i].severity;
        kept[severity]++;
        if (error->code == KD_ORDER && reader->desc.strict)
            severity = KD_SEVERITY_ERROR;
        if (severity != KD_SEVERITY_ERROR && !warnings)
            continue;
        if (broken && ((reader->lost && read_counts_elements(error->code)) ||
                       read_error_is_at(reader->findings, read_count, error->line)))
            continue;
        kdi_place place = {error->line, error->column, error->path};
        kdi_report(reader->findings, severity, error->code, &place, "%s", error->text);
        if (severity == KD_SEVERITY_ERROR && reader->first_error == KD_OK)
            reader->first_error = error->code;
    }
    for (int i = warnings ? 0 : KD_SEVERITY_ERROR; i < 3 && !broken; i++) /* those that were only counted */
        reader->findings->counts[i] += checks->counts[i] - kept[i];
}

static void read_check_whole(kdi_reader *reader)
{
    kd_findings checks = kd_findings_make(&reader->findings->allocator);
    checks.limit = READ_MOST_FINDINGS;
    kd_result result = kd_rig_validate(reader->rig, NULL, &checks);
    read_take_checks(reader, &checks);
    kd_findings_free(&checks);
    if (reader->first_error == KD_OK)
        reader->first_error = result;
    if (reader->first_error == KD_OK && kd_rig_sort(reader->rig, NULL) != KD_OK)
        kdi_read_memory_error(reader); /* what was moved has been reported by the check */
}

typedef struct read_order {
    int line, column;
    size_t index;
} read_order;

static int read_compare(const void *a, const void *b)
{
    const read_order *first = (const read_order *)a, *second = (const read_order *)b;
    if (first->line != second->line)
        return first->line < second->line ? -1 : 1;
    if (first->column != second->column)
        return first->column < second->column ? -1 : 1;
    return first->index < second->index ? -1 : 1;
}

/* By place; those of one place stay in the order in which they were made. Without memory all stay as they are. */
static read_order *read_sort_findings(const kd_findings *findings)
{
    read_order *order = (read_order *)kdi_allocate(&findings->allocator, findings->count, sizeof *order);
    for (size_t i = 0; order && i < findings->count; i++) {
        read_order entry = {findings->items[i].error.line, findings->items[i].error.column, i};
        order[i] = entry;
    }
    if (order)
        qsort(order, findings->count, sizeof *order, read_compare);
    return order;
}

/* The attribute that a finding of the checks is about: its path ends with "/@name". NULL for others. */
static const char *read_finding_attribute(const kd_error *error)
{
    const char *mark = strrchr(error->path, '@');
    return mark && mark > error->path && mark[-1] == '/' && error->line > 0 ? mark + 1 : NULL;
}

/* The checks know the places of elements only. One walk through the file moves what is about an attribute to it. */
static void read_place_attributes(kd_findings *findings, const char *text, size_t size)
{
    read_order *order = read_sort_findings(findings);
    kdi_xml_scan scan = kdi_xml_scan_make(text, size);
    kdi_xml_token token;
    memset(&token, 0, sizeof token);
    for (size_t i = 0; order && i < findings->count; i++) {
        kd_error *error = &findings->items[order[i].index].error;
        const char *attribute = read_finding_attribute(error);
        if (!attribute)
            continue;
        while (token.line < order[i].line || (token.line == order[i].line && token.column < order[i].column))
            if (kdi_xml_next(&scan, &token) == KDI_XML_FINISH)
                break;
        bool is_tag = token.kind == KDI_XML_START || token.kind == KDI_XML_EMPTY;
        if (is_tag && token.line == order[i].line && token.column == order[i].column)
            kdi_xml_attribute_place(&token, attribute, &error->line, &error->column);
    }
    kdi_free(&findings->allocator, order, findings->count * sizeof *order);
}

/* Hands the findings over in file order and returns the code of the first error, or `fallback` if its text was lost. */
static kd_result read_hand_over(const kd_findings *from, kd_findings *to, kd_result fallback)
{
    size_t kept[3] = {0};
    kd_result first = KD_OK;
    read_order *order = read_sort_findings(from);
    for (size_t i = 0; i < from->count; i++) {
        const kd_finding *finding = &from->items[order ? order[i].index : i];
        kdi_place place = {finding->error.line, finding->error.column, finding->error.path};
        kdi_report(to, finding->severity, finding->error.code, &place, "%s", finding->error.text);
        kept[finding->severity]++;
        if (finding->severity == KD_SEVERITY_ERROR && first == KD_OK)
            first = finding->error.code;
    }
    for (int i = 0; i < 3 && to; i++)
        to->counts[i] += from->counts[i] - kept[i];
    kdi_free(&from->allocator, order, from->count * sizeof *order);
    return first != KD_OK ? first : fallback;
}

static void read_rig(kdi_reader *reader, const char *text, size_t size)
{
    kdi_guard_counts counts;
    reader->first_error = kdi_guard_check(text, size, &reader->desc.limits, &counts, reader->findings);
    if (reader->first_error != KD_OK)
        return;
    kd_limits limits = reader->desc.limits;
    if (limits.rig_memory_bytes != 0 && (limits.memory_bytes == 0 || limits.memory_bytes > limits.rig_memory_bytes))
        limits.memory_bytes = limits.rig_memory_bytes;
    reader->rig = kd_rig_make(&reader->desc.allocator, &limits);
    if (!reader->rig) {
        reader->first_error = KDI_ERROR(reader->findings, KD_OUT_OF_MEMORY, NULL, "no memory to read the rig");
        return;
    }
    reader->last_pending = &reader->pending;
    kdi_read_xml(reader, text, size);
    reader->rig->epilogue = reader->pending;
    bool complete = reader->elements == counts.elements && reader->comments == counts.comments;
    if (!complete && reader->first_error == KD_OK)
        kdi_read_memory_error(reader); /* libxml2 can lose an event without a word when an allocation fails */
    if (!reader->stopped)
        read_check_whole(reader);
}

kd_result kd_kdi_read(const void *data, size_t size, const kd_read_desc *desc, kd_rig **rig, kd_findings *findings)
{
    kd_findings own = kd_findings_make(findings ? &findings->allocator : NULL);
    kdi_reader reader;
    memset(&reader, 0, sizeof reader);
    own.limit = READ_MOST_FINDINGS;
    reader.findings = &own;
    reader.desc = desc ? *desc : kd_read_desc_default();
    reader.text = kd_buffer_make(&reader.desc.allocator);
    *rig = NULL;
    read_rig(&reader, size > 0 ? (const char *)data : "", size);
    kd_buffer_free(&reader.text);
    if (own.count > 0)
        read_place_attributes(&own, size > 0 ? (const char *)data : "", size);
    kd_result result = read_hand_over(&own, findings, reader.first_error);
    kd_findings_free(&own);
    if (result == KD_OK)
        *rig = reader.rig;
    else
        kd_rig_free(reader.rig);
    return result;
}
