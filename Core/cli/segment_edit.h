/* The commands of the segment group that edit motions. */
#ifndef CLI_SEGMENT_EDIT_H
#define CLI_SEGMENT_EDIT_H

#include "command.h"

extern const cli_command cli_segment_loop;
extern const cli_command cli_segment_stride;
extern const cli_command cli_segment_join;
extern const cli_command cli_segment_reach;

#endif
