/* Inputs of an expression on the command line. One word is one input; the number of its parts tells its type. */
#include "expr_values.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_PARTS = 4 };

/* Reads what stands behind the name, sets the type, and moves *numbers behind what it has written. */
typedef cli_exit (*values_reader)(const cli_call *call, const char *text, kd_expr_type *type, float **numbers);

static int values_word_count(const cli_call *call, int first)
{
    int count = 0;
    while (cli_argument(call, first + count))
        count++;
    return count;
}

/* Room for the inputs of all words. */
static bool values_make(const cli_call *call, int first, cli_expr_values *values)
{
    size_t count = (size_t)values_word_count(call, first), bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(cli_argument(call, first + (int)i)) + 1;
    values->inputs = calloc(count + 1, sizeof *values->inputs);
    values->numbers = calloc(count * VALUES_PARTS + 1, sizeof *values->numbers);
    values->names = calloc(bytes + 1, 1);
    values->count = 0;
    return values->inputs && values->numbers && values->names;
}

void cli_expr_values_free(cli_expr_values *values)
{
    free(values->inputs);
    free(values->numbers);
    free(values->names);
    memset(values, 0, sizeof *values);
}

static bool values_is_name(const char *text, size_t length)
{
    bool begins = length > 0 && !(text[0] >= '0' && text[0] <= '9');
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        begins = begins && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                            (unsigned char)c >= 0x80);
    }
    return begins;
}

/* Takes "name" and the sign behind it off a word, where it has them; NULL after a message. */
static const char *values_take_name(const cli_call *call, const char *word, char sign, cli_expr_values *values,
                                    char *room)
{
    const char *end = strchr(word, sign);
    if (!end)
        return word;
    size_t length = (size_t)(end - word);
    if (!values_is_name(word, length)) {
        cli_wrong_use(call->command, "the name of an input is made of letters, digits and '_', unlike that of '%s'",
                      word);
        return NULL;
    }
    memcpy(room, word, length);
    room[length] = 0;
    for (int i = 0; i < values->count; i++)
        if (values->inputs[i].name && strcmp(values->inputs[i].name, room) == 0) {
            cli_wrong_use(call->command, "the input '%s' is given twice", room);
            return NULL;
        }
    values->inputs[values->count].name = room;
    return end + 1;
}

/* Numbers with commas between them; how many, 0 if anything is wrong. */
static int values_parts(const char *text, float parts[VALUES_PARTS])
{
    char word[64];
    for (int count = 0; count < VALUES_PARTS;) {
        size_t length = strcspn(text, ",");
        double number;
        if (length >= sizeof word)
            return 0;
        memcpy(word, text, length);
        word[length] = 0;
        if (!cli_parse_number(word, &number) || fabs(number) > (double)FLT_MAX)
            return 0;
        parts[count++] = (float)number;
        if (text[length] == 0)
            return count;
        text += length + 1;
    }
    return 0;
}

static cli_exit values_read_value(const cli_call *call, const char *text, kd_expr_type *type, float **numbers)
{
    int count = values_parts(text, *numbers);
    if (count != 1 && count != 3 && count != 4)
        return cli_wrong_use(call->command, "'%s' is no value; write a float as 2, a vec3 as 1,0,0, a quat as 0,0,0,1",
                             text);
    *type = count == 1 ? KD_EXPR_FLOAT : count == 3 ? KD_EXPR_VEC3 : KD_EXPR_QUAT;
    *numbers += count;
    return CLI_GOOD;
}

static cli_exit values_read_type(const cli_call *call, const char *text, kd_expr_type *type, float **numbers)
{
    static const char names[] = "float|vec3|quat"; /* in the order of the types */
    int found = cli_parse_choice(names, text);
    (void)numbers;
    if (found < 0)
        return cli_wrong_use(call->command, "the type of an input is one of %s, not '%s'", names, text);
    *type = (kd_expr_type)found;
    return CLI_GOOD;
}

static cli_exit values_read(const cli_call *call, int first, char sign, values_reader read, cli_expr_values *values)
{
    if (!values_make(call, first, values))
        return cli_wrong_use(call->command, "no memory for the inputs");
    float *numbers = values->numbers;
    char *room = values->names;
    const char *word;
    for (int i = first; (word = cli_argument(call, i)) != NULL; i++) {
        const char *text = values_take_name(call, word, sign, values, room);
        cli_exit problem = text ? read(call, text, &values->inputs[values->count].type, &numbers) : CLI_WRONG_USE;
        if (problem)
            return problem;
        room += strlen(room) + 1;
        values->count++;
    }
    return CLI_GOOD;
}

cli_exit cli_expr_values_read(const cli_call *call, int first, cli_expr_values *values)
{
    return values_read(call, first, '=', values_read_value, values);
}

cli_exit cli_expr_types_read(const cli_call *call, int first, cli_expr_values *values)
{
    return values_read(call, first, ':', values_read_type, values);
}
