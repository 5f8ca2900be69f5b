#include "framing.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HEADER_MOST = 1 << 13, MESSAGE_MOST = 1 << 26, BLOCK = 1 << 16 }; /* bytes */

/* Waits up to `ms` (-1: for ever) and appends what comes; false if nothing did. */
static bool read_more(frames *f, int ms) {
    struct pollfd p = {.fd = f->fd, .events = POLLIN};
    if (f->ended) return false;
    int ready = poll(&p, 1, ms);
    if (ready < 0 && errno == EINTR) return false;
    if (ready <= 0) return f->ended = ready < 0, false;
    if (f->at) memmove(f->data, f->data + f->at, f->n -= f->at), f->at = 0;
    if (f->n + BLOCK > f->capacity) {
        char *grown = realloc(f->data, f->capacity = 2 * f->capacity + BLOCK);
        if (!grown) return f->ended = true, false;
        f->data = grown;
    }
    ssize_t got = read(f->fd, f->data + f->n, BLOCK);
    if (got <= 0) return f->ended = got == 0 || errno != EINTR, false;
    f->n += (size_t)got;
    return true;
}

/* The length that a line of a header states; false if it states none. */
static bool stated_length(const char *line, size_t n, size_t *length) {
    static const char NAME[] = "content-length:";
    size_t m = sizeof NAME - 1, i = 0;
    while (i + m <= n && strncasecmp(line + i, NAME, m))
        i++; /* after the rest of a broken message */
    if (i + m > n) return false;
    for (i += m; i < n && line[i] == ' ';) i++;
    size_t value = 0, digits = 0;
    for (; i < n && line[i] >= '0' && line[i] <= '9' && value <= MESSAGE_MOST; i++, digits++)
        value = 10 * value + (size_t)(line[i] - '0');
    *length = value;
    return digits && value <= MESSAGE_MOST;
}

/* The header at the front, if it is whole: its bytes; 0 if more is needed. *length is MESSAGE_MOST
 * + 1 if it states none. */
static size_t header(const char *s, size_t n, size_t *length) {
    *length = (size_t)MESSAGE_MOST + 1;
    for (size_t begin = 0;;) {
        const char *stop = memchr(s + begin, '\n', n - begin);
        if (!stop) return n - begin > HEADER_MOST ? n : 0;
        size_t end = (size_t)(stop - s), stated;
        bool blank = end == begin || (end == begin + 1 && s[begin] == '\r');
        if (blank) return end + 1;
        if (stated_length(s + begin, end - begin, &stated)) *length = stated;
        begin = end + 1;
    }
}

bool frames_next(frames *f, bool wait, const char **text, size_t *length) {
    for (;;) {
        size_t stated, head = f->n > f->at ? header(f->data + f->at, f->n - f->at, &stated) : 0;
        bool known = head && stated <= MESSAGE_MOST;
        if (head && !known) {
            f->at += head; /* no header: passed over */
            continue;
        }
        if (known && f->n - f->at - head >= stated) {
            *text = f->data + f->at + head;
            *length = stated;
            f->at += head + stated;
            return true;
        }
        if (!read_more(f, wait ? -1 : 0) && (!wait || f->ended)) return false;
    }
}

void frames_free(frames *f) {
    free(f->data);
    *f = (frames){.fd = -1, .ended = true};
}

static bool write_all(int fd, const char *s, size_t n) {
    while (n) {
        ssize_t put = write(fd, s, n);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        s += put, n -= (size_t)put;
    }
    return true;
}

bool frames_write(int fd, const char *text, size_t length) {
    char head[64];
    int n = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", length);
    return write_all(fd, head, (size_t)n) && write_all(fd, text, length);
}
