/* What a call tells the user: findings, summary, result. Without --json findings go to the standard error as they come;
 * with it, all of it is one document on the standard output at the end. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "call.h"

/* Reports the findings made in a file and frees the list. file is its name for the user, NULL: none in particular.
 * Returns CLI_WRONG_INPUT if there is an error among them. */
cli_exit cli_report(cli_call *call, const char *file, kd_findings *findings);

/* Reports one finding of the command itself. */
cli_exit cli_report_one(cli_call *call, kd_severity severity, kd_result code, const char *file, const char *format, ...)
    CLI_PRINTF(5, 6);

/* Prepares the call for findings and result; CLI_WRONG_INPUT without memory. */
cli_exit cli_report_begin(cli_call *call);

/* Summary or document, once the command has run; returns the exit code of the program. */
cli_exit cli_report_end(cli_call *call, cli_exit from_command);

/* Flushes the standard output; CLI_WRONG_INPUT, with a message, if not all of it could be written. */
cli_exit cli_flush_output(void);

#endif
