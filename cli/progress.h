/* Progress of a long computation: one line on a terminal, with rate and estimated time of
 * completion. */
#ifndef VV_CLI_PROGRESS_H
#define VV_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct progress {
    bool shown;         /* only on a terminal */
    double began, next; /* clock, in seconds */
    double from;        /* fraction completed at the start; < 0: not yet known */
    bool drawn;
} progress;

void progress_begin(progress *p);
/* part: fraction completed, 0 to 1; text: printed after the bar. */
void progress_show(progress *p, double part, const char *text);
/* Clears the line. */
void progress_end(progress *p);

#endif
