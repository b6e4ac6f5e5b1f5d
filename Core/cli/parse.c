/* The words of a call, sorted into options and arguments by the command's table. Options may stand anywhere; "--" ends
 * them. A word like -3 or -.5 is a number, since no option's letter is a digit. */
#include "call.h"

#include "kinedriver/suggestion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct parse_state {
    cli_call *call;
    char **words;
    int word_count;
    int next; /* the word to be read */
    int argument_count;
    bool options_ended;
} parse_state;

static const cli_param *parse_find_option(const cli_command *command, const char *name, size_t length)
{
    const cli_param *param;
    for (int i = 0; (param = cli_option_at(command, i)) != NULL; i++)
        if (strlen(param->name) == length && strncmp(param->name, name, length) == 0)
            return param;
    return NULL;
}

static const cli_param *parse_find_letter(const cli_command *command, char letter)
{
    const cli_param *param;
    for (int i = 0; (param = cli_option_at(command, i)) != NULL; i++)
        if (param->letter == letter)
            return param;
    return NULL;
}

/* Checks a value against its kind and keeps it. `dashes` and name tell the user which one is meant. */
static cli_exit parse_keep(parse_state *state, const cli_param *param, const char *text)
{
    const cli_command *command = state->call->command;
    const char *dashes = param->name ? "--" : "";
    const char *name = param->name ? param->name : param->placeholder;
    double number;
    if (param->kind == CLI_NUMBER && !cli_parse_number(text, &number))
        return cli_wrong_use(command, "%s%s needs a number, not '%s'", dashes, name, text);
    if (param->kind == CLI_CHOICE && cli_parse_choice(cli_param_values(param), text) < 0)
        return cli_wrong_use(command, "%s%s is one of %s, not '%s'", dashes, name, cli_param_values(param), text);
    if (param->kind == CLI_PATH && *text == 0)
        return cli_wrong_use(command, "%s%s needs a file name, which is empty here", dashes, name);
    cli_given *given = &state->call->given[state->call->given_count++];
    given->param = param;
    given->text = text;
    return CLI_GOOD;
}

static cli_exit parse_keep_flag(parse_state *state, const cli_param *param)
{
    if (param == &cli_common_options[CLI_OPTION_HELP])
        state->call->help = true;
    else if (param == &cli_common_options[CLI_OPTION_QUIET])
        state->call->quiet = true;
    else if (param == &cli_common_options[CLI_OPTION_JSON])
        state->call->json = true;
    else
        return parse_keep(state, param, "");
    return CLI_GOOD;
}

/* The value of an option that has none attached: the next word, whatever it looks like, unless it names an option. */
static cli_exit parse_next_value(parse_state *state, const cli_param *param)
{
    const cli_command *command = state->call->command;
    const char *word = state->next < state->word_count ? state->words[state->next] : NULL;
    bool is_option = word && word[0] == '-' && word[1] == '-' &&
                     (word[2] == 0 || parse_find_option(command, word + 2, strcspn(word + 2, "=")));
    if (!word || is_option)
        return cli_wrong_use(command, "--%s needs a value: --%s %s", param->name, param->name, param->placeholder);
    state->next++;
    return parse_keep(state, param, word);
}

static cli_exit parse_unknown(const cli_command *command, const char *word, int length)
{
    char name[64];
    if ((size_t)length >= sizeof name)
        length = (int)sizeof name - 1;
    memcpy(name, word, (size_t)length);
    name[length] = 0;
    const char *bare = name + strspn(name, "-");
    kd_suggestion suggestion = kd_suggestion_make(bare, strlen(bare));
    const cli_param *param;
    for (int i = 0; (param = cli_option_at(command, i)) != NULL; i++)
        kd_suggestion_offer(&suggestion, param->name);
    if (suggestion.best)
        return cli_wrong_use(command, "unknown option '%s'; did you mean '--%s'?", name, suggestion.best);
    return cli_wrong_use(command, "unknown option '%s'", name);
}

static cli_exit parse_long(parse_state *state, const char *word)
{
    const cli_command *command = state->call->command;
    size_t length = strcspn(word + 2, "=");
    const char *value = word[2 + length] == '=' ? word + 2 + length + 1 : NULL;
    const cli_param *param = parse_find_option(command, word + 2, length);
    if (!param)
        return parse_unknown(command, word, (int)length + 2);
    if (param->kind != CLI_FLAG)
        return value ? parse_keep(state, param, value) : parse_next_value(state, param);
    if (value)
        return cli_wrong_use(command, "--%s takes no value", param->name);
    return parse_keep_flag(state, param);
}

/* -q, several flags as in -qx, and -s2 or -s 2 with a value. */
static cli_exit parse_letters(parse_state *state, const char *word)
{
    const cli_command *command = state->call->command;
    for (const char *letter = word + 1; *letter; letter++) {
        const cli_param *param = parse_find_letter(command, *letter);
        if (!param && letter == word + 1)
            return parse_unknown(command, word, (int)strlen(word));
        if (!param)
            return cli_wrong_use(command, "unknown option '-%c' in '%s'", *letter, word);
        if (param->kind != CLI_FLAG)
            return letter[1] ? parse_keep(state, param, letter + 1) : parse_next_value(state, param);
        cli_exit problem = parse_keep_flag(state, param);
        if (problem)
            return problem;
    }
    return CLI_GOOD;
}

static cli_exit parse_argument(parse_state *state, const char *word)
{
    const cli_command *command = state->call->command;
    int last = command->argument_count - 1;
    int place = state->argument_count++;
    if (place > last && last >= 0 && command->arguments[last].repeats)
        place = last;
    if (place > last)
        return cli_wrong_use(command, "unexpected argument '%s'", word);
    return parse_keep(state, &command->arguments[place], word);
}

static cli_exit parse_word(parse_state *state, const char *word)
{
    bool is_number = word[0] == '-' && (isdigit((unsigned char)word[1]) || word[1] == '.');
    if (state->options_ended || word[0] != '-' || word[1] == 0 || is_number)
        return parse_argument(state, word);
    if (word[1] != '-')
        return parse_letters(state, word);
    if (word[2] != 0)
        return parse_long(state, word);
    state->options_ended = true;
    return CLI_GOOD;
}

cli_exit cli_call_parse(cli_call *call, const cli_command *command, int word_count, char **words)
{
    memset(call, 0, sizeof *call);
    call->command = command;
    call->given = calloc((size_t)word_count + 1, sizeof *call->given);
    if (!call->given)
        return cli_wrong_use(command, "no memory for the command line");
    parse_state state = {call, words, word_count, 0, 0, false};
    while (state.next < word_count && !call->help) {
        cli_exit problem = parse_word(&state, words[state.next++]);
        if (problem)
            return problem;
    }
    for (int i = state.argument_count; i < command->argument_count && !call->help; i++)
        if (!command->arguments[i].optional)
            return cli_wrong_use(command, "%s is missing", command->arguments[i].placeholder);
    return CLI_GOOD;
}
