/* A result for people: the same JSON object that --json prints, as aligned lines and tables. A command builds one
 * object and gets both forms. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <jansson.h>

/* Prints on the standard output. Members become lines "key  value" (underscores in keys as blanks), objects become
 * indented blocks, lists of objects become tables whose columns are the members of their first object, empty lists are
 * left out. */
void cli_table_print(const json_t *object, int indent);

#endif
