/* The laboratory: a page on this machine only, where a mechanism is edited and watched. */
#ifndef VV_LAB_SERVER_H
#define VV_LAB_SERVER_H

#include <stddef.h>

enum { LAB_PORT = 8137 };

typedef struct lab_options {
    int port;         /* 0: LAB_PORT, or the next one that is free                        */
    const char *text; /* the model that the page opens with; NULL: one of the gallery     */
    size_t length;
} lab_options;

/* Serves until SIGINT or SIGTERM; the exit code of the command. */
int lab_serve(const lab_options *o);

#endif
