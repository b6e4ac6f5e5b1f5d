/* The command line: finds the subcommand and calls it. */
#include "kinedriver/version.h"

#include <stdio.h>

int main(void)
{
    puts("kinedriver " KD_VERSION_TEXT);
    return 0;
}
