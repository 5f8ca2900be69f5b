/* How far a long work is: one line on a terminal, with rate and estimated end. */
#ifndef VV_CLI_PROGRESS_H
#define VV_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct progress {
    bool shown;         /* only on a terminal                    */
    double began, next; /* seconds of the clock                  */
    double from;        /* part that was done when it began, < 0: not known yet */
    bool drawn;
} progress;

void progress_begin(progress *p);
/* part: 0 to 1; text: what stands behind the bar. */
void progress_show(progress *p, double part, const char *text);
/* The line is cleared. */
void progress_end(progress *p);

#endif
