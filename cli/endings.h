/* What a command writes, by the ending of -o FILE. */
#ifndef VV_CLI_ENDINGS_H
#define VV_CLI_ENDINGS_H

#include "command.h"

/* 0, or the exit code of a usage error that lists the endings which the command can write. */
int refuse_foreign_ending(const command *k, const arguments *a);
/* The report format: that of --format, else of the ending, else text. */
const char *report_format(const arguments *a);
/* The language in which the equations are exported, by the ending alone; NULL: it says none. */
const char *target_of_ending(const arguments *a);
/* The format in which a study writes its matrices; NULL: it writes a report. */
const char *array_format(const arguments *a);

#endif
