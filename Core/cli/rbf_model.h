/* RBF models in and out of files, for the rbf commands. */
#ifndef CLI_RBF_MODEL_H
#define CLI_RBF_MODEL_H

#include "call.h"

#include <kinedriver/rbf.h>

#define CLI_RBF_MODEL_ARGUMENT                                                      \
    {                                                                               \
        .kind = CLI_PATH, .placeholder = "MODEL.json", .values = "json",            \
        .help = "a model that \"rbf solve\" has written; \"-\": the standard input" \
    }

/* The table of keys or the model at `path`: *rig has it as its first node. On CLI_WRONG_INPUT *rig is NULL and the
 * reason has been reported. */
cli_exit cli_rbf_load(cli_call *call, const char *path, bool is_table, kd_rig **rig);

/* Writes a text to `path`, "-" being the standard output, and reports what goes wrong. */
cli_exit cli_rbf_save(cli_call *call, const char *path, const kd_buffer *text);

/* The report on a solved model as an object for tables and --json. */
json_t *cli_rbf_report_object(const kd_rbf_interp *rbf, const kd_rbf_report *report);

#endif
