/* kinedriver rbf: the group of commands about radial basis functions. */
#include "commands.h"

extern const cli_command cli_command_rbf_solve, cli_command_rbf_eval, cli_command_rbf_report, cli_command_rbf_plot;

static const cli_command *const rbf_commands[] = {&cli_command_rbf_solve, &cli_command_rbf_eval,
                                                  &cli_command_rbf_report, &cli_command_rbf_plot};

const cli_command cli_command_rbf = {
    .name = "rbf",
    .summary = "interpolate keys in several dimensions",
    .description = "Radial basis functions: driven keys with any number of inputs. Keys come from a table, the solved "
                   "model is a JSON file.",
    CLI_GROUP(rbf_commands),
};
