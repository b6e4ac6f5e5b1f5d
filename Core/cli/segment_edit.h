/* The commands of the segment group, and what they share. */
#ifndef CLI_SEGMENT_EDIT_H
#define CLI_SEGMENT_EDIT_H

#include "command.h"

extern const cli_command cli_segment_loop;
extern const cli_command cli_segment_stride;
extern const cli_command cli_segment_join;
extern const cli_command cli_segment_reach;

/* Of the motion that findings are about; NULL where there are several, which findings tell by number. */
const char *cli_segment_input_name(const cli_call *call);

#endif
