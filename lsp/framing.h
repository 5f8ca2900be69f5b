/* Messages on a stream, each after a header with its length. Bytes that are no header are passed
 * over up to the next one. */
#ifndef LSP_FRAMING_H
#define LSP_FRAMING_H

#include <stdbool.h>
#include <stddef.h>

typedef struct frames {
    int fd;
    char *data; /* read and not yet taken: from `at`, `n` bytes in all */
    size_t at, n, capacity;
    bool ended;
} frames;

/* The next message, valid until the next call. false: the stream has ended, or (unless `wait`)
 * nothing whole has come yet. */
bool frames_next(frames *f, bool wait, const char **text, size_t *length);
void frames_free(frames *f);
/* Writes a message; false if nobody reads any longer. */
bool frames_write(int fd, const char *text, size_t length);

#endif
