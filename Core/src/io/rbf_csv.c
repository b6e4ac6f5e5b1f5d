/* Keys of an RBF as a table of numbers: the first line names the columns `in:NAME`, `out:NAME` and perhaps `name`;
 * every other line is a key. Columns are parted by commas, semicolons or tabs, whichever the first line has first;
 * empty lines and lines that begin with # are skipped. */
#include "io/rbf_validate.h"
#include "kinedriver/rbf.h"
#include "model/rig.h"
#include "text/findings.h"
#include "text/number.h"

#include <string.h>

enum { CSV_COLUMNS_MAX = 2 * KD_RBF_COMPONENT_MAX + 1 };
typedef enum csv_column { CSV_IN, CSV_OUT, CSV_NAME } csv_column;

typedef struct csv_reader {
    const char *at, *end; /* of the whole text */
    const char *line_end;
    const kd_read_desc *desc;
    kd_findings *findings;
    kd_rig *rig;
    kd_node *node;
    char separator;
    int line;
    const char *line_start;
    int column_count;
    uint8_t columns[CSV_COLUMNS_MAX]; /* csv_column */
} csv_reader;

static kd_result csv_fail(csv_reader *reader, const char *at, kd_result code, const char *text)
{
    const kdi_place place = {reader->line, at ? (int)(at - reader->line_start) + 1 : 0, NULL};
    return KDI_ERROR(reader->findings, code, &place, "%s", text);
}

/* Moves to the next line that holds something; false at the end. */
static bool csv_next_line(csv_reader *reader)
{
    while (reader->at < reader->end) {
        const char *start = reader->at;
        const char *stop = (const char *)memchr(start, '\n', (size_t)(reader->end - start));
        reader->at = stop ? stop + 1 : reader->end;
        reader->line_start = start;
        reader->line_end = stop ? stop : reader->end;
        if (reader->line_end > start && reader->line_end[-1] == '\r')
            reader->line_end--;
        reader->line++;
        while (start < reader->line_end && *start == ' ')
            start++;
        if (start < reader->line_end && *start != '#')
            return true;
    }
    return false;
}

/* The next cell of the line without blanks and quotes around it; false behind the last. */
static bool csv_next_cell(csv_reader *reader, const char **at, const char **cell, size_t *length)
{
    if (!*at)
        return false;
    const char *start = *at, *stop = start;
    while (stop < reader->line_end && *stop != reader->separator)
        stop++;
    *at = stop < reader->line_end ? stop + 1 : NULL;
    while (start < stop && *start == ' ')
        start++;
    while (stop > start && stop[-1] == ' ')
        stop--;
    if (stop - start >= 2 && *start == '"' && stop[-1] == '"')
        start++, stop--;
    *cell = start;
    *length = (size_t)(stop - start);
    return true;
}

static kd_result csv_add_port(csv_reader *reader, const char *cell, size_t length, bool is_input)
{
    size_t prefix = is_input ? 3 : 4;
    const kd_rbf_interp *rbf = &reader->node->as.rbf;
    if (length == prefix || length - prefix > reader->desc->limits.name_bytes)
        return csv_fail(reader, cell, KD_NAME_INVALID, "a column needs a name behind 'in:' or 'out:'");
    if (rbf->input_count >= KD_RBF_COMPONENT_MAX || rbf->output_count >= KD_RBF_COMPONENT_MAX)
        return csv_fail(reader, cell, KD_LIMIT, "there are more than 1024 inputs or outputs");
    const char *name = kdi_arena_text(reader->rig->arena, cell + prefix, length - prefix);
    void *port = name ? kd_rig_add_child(reader->rig, reader->node, is_input ? "Input" : "Output") : NULL;
    if (!port)
        return csv_fail(reader, cell, KD_OUT_OF_MEMORY, "no memory for the columns");
    if (is_input)
        ((kd_rbf_input *)port)->name = name;
    else
        ((kd_rbf_output *)port)->name = name;
    reader->columns[reader->column_count++] = is_input ? CSV_IN : CSV_OUT;
    return KD_OK;
}

static kd_result csv_read_head(csv_reader *reader)
{
    const char *cell;
    size_t length;
    if (!csv_next_line(reader))
        return csv_fail(reader, NULL, KD_EMPTY, "the table has no first line with 'in:NAME' and 'out:NAME' columns");
    reader->separator = ',';
    for (const char *c = reader->line_start; c < reader->line_end; c++)
        if (*c == ',' || *c == ';' || *c == '\t') {
            reader->separator = *c;
            break;
        }
    const char *at = reader->line_start;
    while (csv_next_cell(reader, &at, &cell, &length)) {
        kd_result result = KD_OK;
        if (reader->column_count >= CSV_COLUMNS_MAX)
            return csv_fail(reader, cell, KD_LIMIT, "there are more columns than inputs and outputs may have");
        if (length >= 3 && memcmp(cell, "in:", 3) == 0)
            result = csv_add_port(reader, cell, length, true);
        else if (length >= 4 && memcmp(cell, "out:", 4) == 0)
            result = csv_add_port(reader, cell, length, false);
        else if (length == 4 && memcmp(cell, "name", 4) == 0)
            reader->columns[reader->column_count++] = CSV_NAME;
        else
            result = csv_fail(reader, cell, KD_ATTRIBUTE_UNKNOWN,
                              "a column is named neither 'in:NAME' nor 'out:NAME' nor 'name'");
        if (result != KD_OK)
            return result;
    }
    if (reader->node->as.rbf.input_count == 0 || reader->node->as.rbf.output_count == 0)
        return csv_fail(reader, NULL, KD_ELEMENT_MISSING, "the table needs an 'in:NAME' and an 'out:NAME' column");
    return KD_OK;
}

static kd_result csv_read_cell(csv_reader *reader, kd_rbf_key *key, csv_column kind, const char *cell, size_t length)
{
    if (kind == CSV_NAME) {
        key->name = length > reader->desc->limits.name_bytes ? NULL : kdi_arena_text(reader->rig->arena, cell, length);
        return key->name ? KD_OK : csv_fail(reader, cell, KD_LIMIT, "the name of a key is too long");
    }
    kd_number_list *list = kind == CSV_IN ? &key->in : &key->out;
    double value;
    const char *stop = kdi_number_parse(cell, cell + length, &value);
    if (!stop || stop != cell + length)
        return csv_fail(reader, cell, KD_NUMBER, "this is not a finite decimal number");
    list->items[list->count++] = value;
    return KD_OK;
}

static kd_result csv_read_key(csv_reader *reader)
{
    const kd_rbf_interp *rbf = &reader->node->as.rbf;
    if (rbf->key_count >= KD_RBF_KEY_MAX)
        return csv_fail(reader, NULL, KD_LIMIT, "there are more than 2048 keys");
    kd_rbf_key *key = (kd_rbf_key *)kd_rig_add_child(reader->rig, reader->node, "Key");
    if (key) {
        key->in.items = KDI_ARENA_PUSH(reader->rig->arena, double, (size_t)rbf->input_count);
        key->out.items = KDI_ARENA_PUSH(reader->rig->arena, double, (size_t)rbf->output_count);
    }
    if (!key || !key->in.items || !key->out.items)
        return csv_fail(reader, NULL, KD_OUT_OF_MEMORY, "no memory for the keys");
    key->item.line = reader->line;
    const char *at = reader->line_start, *cell;
    size_t length;
    int column = 0;
    for (; csv_next_cell(reader, &at, &cell, &length); column++) {
        if (column >= reader->column_count)
            return csv_fail(reader, cell, KD_COUNT_MISMATCH, "the line has more cells than the first line has columns");
        kd_result result = csv_read_cell(reader, key, (csv_column)reader->columns[column], cell, length);
        if (result != KD_OK)
            return result;
    }
    if (column < reader->column_count)
        return csv_fail(reader, NULL, KD_COUNT_MISMATCH, "the line has fewer cells than the first line has columns");
    return KD_OK;
}

kd_result kd_rbf_read_csv(const void *data, size_t size, const kd_read_desc *desc, kd_rig **out, kd_findings *findings)
{
    csv_reader reader;
    memset(&reader, 0, sizeof reader);
    *out = NULL;
    if (size > desc->limits.file_bytes)
        return KDI_ERROR(findings, KD_LIMIT, NULL, "the file is larger than %zu bytes", desc->limits.file_bytes);
    reader.at = data ? (const char *)data : "";
    if (size >= 3 && memcmp(reader.at, "\xEF\xBB\xBF", 3) == 0) {
        reader.at += 3;
        size -= 3;
    }
    reader.end = reader.at + size;
    reader.line_start = reader.at;
    reader.desc = desc;
    reader.findings = findings;
    reader.rig = kd_rig_make(&desc->allocator, &desc->limits);
    reader.node = reader.rig ? kd_rig_add_node(reader.rig, KD_NODE_RBF_INTERP, "rbf") : NULL;
    kd_result result =
        reader.node ? csv_read_head(&reader) : csv_fail(&reader, NULL, KD_OUT_OF_MEMORY, "no memory for an RBF model");
    while (result == KD_OK && csv_next_line(&reader))
        result = csv_read_key(&reader);
    if (result == KD_OK && reader.node->as.rbf.key_count == 0)
        result = csv_fail(&reader, NULL, KD_EMPTY, "the table has no keys: add a line of numbers for each");
    if (result == KD_OK)
        result = kdi_rbf_validate(reader.rig, findings);
    if (result == KD_OK)
        *out = reader.rig;
    else if (reader.rig)
        kd_rig_free(reader.rig);
    return result;
}
