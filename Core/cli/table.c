/* A JSON object as aligned lines and tables. */
#include "table.h"

#include "terminal.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { TABLE_CELL = 256, TABLE_STEP = 2, TABLE_COLUMNS = 16 };

static void table_spaces(int count)
{
    printf("%*s", count > 0 ? count : 0, "");
}

/* A plain value as text; lists of plain values are joined by blanks. */
static void table_cell(const json_t *value, char *text, size_t size)
{
    text[0] = 0;
    if (json_is_string(value)) {
        snprintf(text, size, "%s", json_string_value(value));
    } else if (json_is_integer(value)) {
        snprintf(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else if (json_is_real(value)) {
        double number = json_real_value(value);
        snprintf(text, size, "%.6g", number == 0 ? 0.0 : number); /* no "-0" */
    } else if (json_is_boolean(value)) {
        snprintf(text, size, "%s", json_is_true(value) ? "yes" : "no");
    } else if (json_is_array(value)) {
        size_t index, length = 0;
        const json_t *item;
        json_array_foreach(value, index, item)
        {
            char one[TABLE_CELL];
            table_cell(item, one, sizeof one);
            int added = snprintf(text + length, size - length, "%s%s", index > 0 ? " " : "", one);
            if (added < 0 || (size_t)added >= size - length)
                break;
            length += (size_t)added;
        }
    } else {
        snprintf(text, size, "-");
    }
}

static void table_key(const char *key, char *text, size_t size)
{
    snprintf(text, size, "%s", key);
    for (char *c = text; *c; c++)
        if (*c == '_')
            *c = ' ';
}

static int table_column_width(const json_t *rows, const char *key)
{
    char text[TABLE_CELL];
    size_t index;
    const json_t *row;
    table_key(key, text, sizeof text);
    int widest = cli_terminal_width(text);
    json_array_foreach(rows, index, row)
    {
        table_cell(json_object_get(row, key), text, sizeof text);
        int width = cli_terminal_width(text);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Numbers stand at the right of their column, all else at the left; nothing follows the last text of a line. */
static void table_print_cell(const char *text, int width, bool right, bool last)
{
    int spaces = width - cli_terminal_width(text);
    if (right)
        table_spaces(spaces);
    cli_terminal_print(stdout, text);
    if (!right && !last)
        table_spaces(spaces);
    if (!last)
        table_spaces(TABLE_STEP);
}

static void table_print_rows(const json_t *rows, int indent)
{
    json_t *first = json_array_get(rows, 0);
    char text[TABLE_CELL];
    int widths[TABLE_COLUMNS], index = 0;
    for (void *column = json_object_iter(first); column; column = json_object_iter_next(first, column)) {
        assert(index < TABLE_COLUMNS);
        widths[index++] = table_column_width(rows, json_object_iter_key(column));
    }
    for (size_t line = 0; line <= json_array_size(rows); line++) {
        const json_t *row = line > 0 ? json_array_get(rows, line - 1) : NULL;
        table_spaces(indent);
        index = 0;
        for (void *column = json_object_iter(first); column; column = json_object_iter_next(first, column)) {
            const char *key = json_object_iter_key(column);
            if (row)
                table_cell(json_object_get(row, key), text, sizeof text);
            else
                table_key(key, text, sizeof text);
            table_print_cell(text, widths[index++], json_is_number(json_object_iter_value(column)),
                             !json_object_iter_next(first, column));
        }
        putchar('\n');
    }
}

static bool table_is_block(const json_t *value)
{
    return json_is_object(value) || json_is_object(json_array_get(value, 0));
}

static bool table_is_empty(const json_t *value)
{
    return json_is_array(value) && json_array_size(value) == 0;
}

static int table_key_width(const json_t *object)
{
    int widest = 0;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        int width = table_is_block(value) || table_is_empty(value) ? 0 : (int)strlen(key);
        widest = width > widest ? width : widest;
    }
    return widest;
}

void cli_table_print(const json_t *object, int indent)
{
    int key_width = table_key_width(object);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        char text[TABLE_CELL];
        if (table_is_empty(value))
            continue;
        table_spaces(indent);
        table_key(key, text, sizeof text);
        if (table_is_block(value)) {
            printf("%s\n", text);
            if (json_is_object(value))
                cli_table_print(value, indent + TABLE_STEP);
            else
                table_print_rows(value, indent + TABLE_STEP);
            continue;
        }
        printf("%-*s", key_width + TABLE_STEP, text);
        table_cell(value, text, sizeof text);
        cli_terminal_print(stdout, text);
        putchar('\n');
    }
}
