/* Reading the values of a call. */
#include "call.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool cli_parse_number(const char *text, double *value)
{
    if (strspn(text, "+-.0123456789eE") != strlen(text)) /* strtod alone would take "nan", "inf" and hexadecimal */
        return false;
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == 0 && isfinite(*value);
}

int cli_parse_choice(const char *values, const char *text)
{
    const char *part = NULL;
    int length, index = 0;
    for (; cli_values_next(values, &part, &length); index++)
        if (strlen(text) == (size_t)length && strncmp(text, part, (size_t)length) == 0)
            return index;
    return -1;
}

static const cli_param *call_option(const cli_call *call, int option)
{
    assert(option >= 0 && option < call->command->option_count);
    return &call->command->options[option];
}

bool cli_is_given(const cli_call *call, int option)
{
    return cli_text_at(call, option, 0) != NULL;
}

const char *cli_text_at(const cli_call *call, int option, int nth)
{
    const cli_param *param = call_option(call, option);
    for (int i = 0; i < call->given_count; i++)
        if (call->given[i].param == param && nth-- == 0)
            return call->given[i].text;
    return NULL;
}

const char *cli_text(const cli_call *call, int option)
{
    const cli_param *param = call_option(call, option);
    for (int i = call->given_count - 1; i >= 0; i--)
        if (call->given[i].param == param)
            return call->given[i].text;
    return param->fallback;
}

static double call_number(const char *text)
{
    double value = 0;
    if (text)
        cli_parse_number(text, &value);
    return value;
}

double cli_number(const cli_call *call, int option)
{
    return call_number(cli_text(call, option));
}

int cli_choice(const cli_call *call, int option)
{
    const char *text = cli_text(call, option);
    return text ? cli_parse_choice(cli_param_values(call_option(call, option)), text) : -1;
}

const char *cli_argument(const cli_call *call, int place)
{
    for (int i = 0; i < call->given_count; i++)
        if (!call->given[i].param->name && place-- == 0)
            return call->given[i].text;
    return NULL;
}

double cli_argument_number(const cli_call *call, int place)
{
    return call_number(cli_argument(call, place));
}

void cli_call_free(cli_call *call)
{
    free(call->given);
    json_decref(call->findings);
    json_decref(call->result);
    memset(call, 0, sizeof *call);
}
