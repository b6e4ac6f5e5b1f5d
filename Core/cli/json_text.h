/* JSON values and documents as this program writes them. */
#ifndef CLI_JSON_TEXT_H
#define CLI_JSON_TEXT_H

#include "command.h"

#include <jansson.h>
#include <kinedriver/types.h>

/* A text of any bytes: what is no UTF-8 becomes U+FFFD. Never NULL except without memory. */
json_t *cli_json_text(const char *text);

/* A number; null if it is not finite. A float gives the shortest decimal that means the same float. */
json_t *cli_json_double(double value);
json_t *cli_json_float(float value);
json_t *cli_json_vec3(kd_vec3 v);

/* Prints a document on the standard output. */
cli_exit cli_json_print(const json_t *document);

#endif
