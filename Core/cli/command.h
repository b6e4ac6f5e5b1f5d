/* What a command is: one table of facts from which parsing, usage, help, man page, completion and machine-readable help
 * all come. A new command is one file that defines a cli_command and one row in commands.h. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>

typedef struct cli_call cli_call;

typedef enum cli_exit {
    CLI_GOOD = 0,
    CLI_WRONG_INPUT = 1,
    CLI_WRONG_USE = 2,
} cli_exit;

typedef enum cli_kind {
    CLI_FLAG,
    CLI_NUMBER, /* finite, decimal */
    CLI_TEXT,
    CLI_CHOICE,
    CLI_PATH,
    CLI_COMMAND, /* a command of this program; the command itself checks it */
} cli_kind;

/* An option, or (without a name) an argument that is known by its position. */
typedef struct cli_param {
    const char *name; /* of an option, without its dashes; NULL for an argument */
    char letter;      /* short form of an option; 0: none */
    cli_kind kind;
    bool optional; /* of an argument; options always are */
    bool repeats;  /* an option may be given several times; an argument takes all that remain and must be the last */
    const char *placeholder; /* what stands for the value in the help; NULL for a flag */
    const char *values;      /* "x|y|z": the choices, or the file name extensions that completion offers; NULL: any */
    const char *(*make_values)(void); /* instead of values, where only the program at work knows them; or NULL */
    const char *fallback;             /* the value if it is not given; NULL: none */
    const char *help;                 /* begins in lower case, no final stop */
} cli_param;

/* A line to type. The tests run every one of them in a folder that has the files it names. */
typedef struct cli_example {
    const char *line;
    const char *help;
} cli_example;

typedef struct cli_command cli_command;

struct cli_command {
    const char *name;        /* as typed after the program's name: "check", "expr compile" */
    const char *summary;     /* one line; begins in lower case, no final stop */
    const char *description; /* sentences; paragraphs are parted by an empty line */
    const cli_param *arguments;
    int argument_count;
    const cli_param *options; /* without the common ones */
    int option_count;
    const cli_example *examples;
    int example_count;
    const cli_command *const *commands; /* the commands of a group, which has no run */
    int command_count;
    bool has_json; /* takes --json and fills cli_call.result */
    cli_exit (*run)(cli_call *call);
};

/* A list and its count, two members of a cli_command at once. */
#define CLI_COUNT(array)     ((int)(sizeof(array) / sizeof *(array)))
#define CLI_ARGUMENTS(array) .arguments = (array), .argument_count = CLI_COUNT(array)
#define CLI_OPTIONS(array)   .options = (array), .option_count = CLI_COUNT(array)
#define CLI_EXAMPLES(array)  .examples = (array), .example_count = CLI_COUNT(array)
#define CLI_GROUP(array)     .commands = (array), .command_count = CLI_COUNT(array)

#endif
