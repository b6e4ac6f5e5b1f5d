/* JSON values and documents. */
#include "json_text.h"

#include "terminal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_DIGITS = 15 }; /* as many as a double always keeps: 0.1 stays 0.1 */

json_t *cli_json_text(const char *text)
{
    static const char replacement[] = "\xef\xbf\xbd";
    json_t *value = json_string(text);
    if (value)
        return value;
    char *copy = malloc(strlen(text) * (sizeof replacement - 1) + 1), *end = copy;
    if (!copy)
        return NULL;
    while (*text) {
        int length = cli_utf8_length(text);
        const char *from = length > 0 ? text : replacement;
        size_t count = length > 0 ? (size_t)length : sizeof replacement - 1;
        memcpy(end, from, count);
        end += count;
        text += length > 0 ? length : 1;
    }
    *end = 0;
    value = json_string(copy);
    free(copy);
    return value;
}

json_t *cli_json_double(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *cli_json_float(float value)
{
    char text[32];
    if (!isfinite(value))
        return json_null();
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    return json_real(strtod(text, NULL));
}

json_t *cli_json_vec3(kd_vec3 v)
{
    json_t *array = json_array();
    json_array_append_new(array, cli_json_float(v.x));
    json_array_append_new(array, cli_json_float(v.y));
    json_array_append_new(array, cli_json_float(v.z));
    return array;
}

cli_exit cli_json_print(const json_t *document)
{
    char *text = json_dumps(document, JSON_INDENT(2) | JSON_REAL_PRECISION(JSON_DIGITS));
    if (!text) {
        fputs("kinedriver: no memory for the JSON document\n", stderr);
        return CLI_WRONG_INPUT;
    }
    puts(text);
    free(text);
    return CLI_GOOD;
}
