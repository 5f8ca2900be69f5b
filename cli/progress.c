#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/platform.h"

void progress_begin(progress *p) {
    const char *term = getenv("TERM");
    *p = (progress){.shown = isatty(STDERR_FILENO) && !(term && !strcmp(term, "dumb")), .from = -1};
    p->began = vv_monotonic_seconds();
    p->next = p->began + 0.5; /* short tasks need no bar */
}

/* 75 s -> 1:15, 4000 s -> 1:06:40 */
static void put_time(char *out, size_t room, double s) {
    if (!(s < 360000)) s = 359999;
    long all = lround(s), h = all / 3600, m = all / 60 % 60;
    if (h)
        snprintf(out, room, "%ld:%02ld:%02ld", h, m, all % 60);
    else
        snprintf(out, room, "%ld:%02ld", m, all % 60);
}

void progress_show(progress *p, double part, const char *text) {
    enum { WIDTH = 30 };
    if (!p->shown) return;
    double now = vv_monotonic_seconds();
    if (p->from < 0) p->from = part, p->began = now;
    if (now < p->next) return;
    p->next = now + 0.2;
    char bar[WIDTH + 1], left[32] = "?";
    int full = (int)(part * WIDTH);
    memset(bar, '.', WIDTH);
    memset(bar, '#', full < 0 ? 0 : full > WIDTH ? WIDTH : (size_t)full);
    bar[WIDTH] = '\0';
    if (part > p->from)
        put_time(left, sizeof left, (now - p->began) * (1 - part) / (part - p->from));
    fprintf(stderr, "\r[%s] %5.1f %%  %s, %s left\033[K", bar, 100 * part, text, left);
    fflush(stderr);
    p->drawn = true;
}

void progress_end(progress *p) {
    if (p->drawn) fputs("\r\033[K", stderr);
    p->drawn = false;
}
