/* The laboratory: a page served to this machine only, in which a mechanism is edited and
 * watched. */
#ifndef VV_LAB_SERVER_H
#define VV_LAB_SERVER_H

#include <stddef.h>

enum { LAB_PORT = 8137 };

typedef struct lab_options {
    int port;         /* 0: LAB_PORT, or the next free one */
    const char *text; /* model shown first; NULL: one of the gallery */
    size_t length;
} lab_options;

/* Serves until SIGINT or SIGTERM; returns the exit code of the command. */
int lab_serve(const lab_options *o);

#endif
