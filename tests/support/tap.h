/* Test Anything Protocol for one test program: one line per case on stdout, plan at the end.
 *
 *     int main(void) {
 *         ok(1 + 1 == 2, "sums");
 *         is_int(2 * 2, 4, "products");
 *         return done_testing();
 *     }
 *
 * A failing case prints its location and the value found; the program then returns 1. */
#ifndef VV_TESTS_SUPPORT_TAP_H
#define VV_TESTS_SUPPORT_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tap_run, tap_failed;

/* The name of a case must fit on one line: newlines and '#' would be read as protocol. */
__attribute__((format(printf, 1, 0))) static inline void tap_name(const char *fmt, va_list ap) {
    char text[512];
    vsnprintf(text, sizeof text, fmt, ap);
    for (char *p = text; *p; p++)
        if (*p == '\n' || *p == '#') *p = ' ';
    puts(text);
}

__attribute__((format(printf, 4, 5))) static inline bool tap_ok(bool pass, const char *file,
                                                                int line, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    printf("%s %d - ", pass ? "ok" : "not ok", ++tap_run);
    tap_name(fmt, ap);
    va_end(ap);
    if (!pass) {
        tap_failed++;
        printf("# failed at %s:%d\n", file, line);
    }
    fflush(stdout);
    return pass;
}

/* A remark; each line of the text becomes a TAP comment. */
__attribute__((format(printf, 1, 2))) static inline void diag(const char *fmt, ...) {
    char text[8192];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    for (char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        printf("#   %.*s\n", (int)n, p);
        p += n + (p[n] == '\n');
    }
    fflush(stdout);
}

#define ok(condition, ...) tap_ok((condition), __FILE__, __LINE__, __VA_ARGS__)
#define fail(...) tap_ok(false, __FILE__, __LINE__, __VA_ARGS__)

#define is_int(got, expected, ...)                                                                 \
    do {                                                                                           \
        long long tap_got = (got), tap_want = (expected);                                          \
        if (!tap_ok(tap_got == tap_want, __FILE__, __LINE__, __VA_ARGS__))                         \
            diag("got      %lld\nexpected %lld", tap_got, tap_want);                               \
    } while (0)

#define is_text(got, expected, ...)                                                                \
    do {                                                                                           \
        const char *tap_got = (got), *tap_want = (expected);                                       \
        bool tap_same =                                                                            \
            tap_got && tap_want ? strcmp(tap_got, tap_want) == 0 : tap_got == tap_want;            \
        if (!tap_ok(tap_same, __FILE__, __LINE__, __VA_ARGS__))                                    \
            diag("got      %s\nexpected %s", tap_got ? tap_got : "(null)",                         \
                 tap_want ? tap_want : "(null)");                                                  \
    } while (0)

/* A case that cannot run here, counted as skipped. */
static inline void skip(const char *why) {
    printf("ok %d # SKIP %s\n", ++tap_run, why);
    fflush(stdout);
}

static inline int done_testing(void) {
    printf("1..%d\n", tap_run);
    if (tap_failed) printf("# %d of %d failed\n", tap_failed, tap_run);
    return tap_failed || tap_run == 0;
}

/* Amount of work for a random test: VV_TEST_EFFORT times n, at least 1. */
static inline long effort(long n) {
    const char *s = getenv("VV_TEST_EFFORT");
    double scale = s && *s ? atof(s) : 1.0;
    double work = scale * (double)n;
    return work < 1 ? 1 : (long)work;
}

/* Random numbers of a test (splitmix64): print the seed with the case, repeat it with
 * VV_TEST_SEED. */
static uint64_t tap_random_state;

static inline uint64_t seed_random(uint64_t standard) {
    const char *s = getenv("VV_TEST_SEED");
    tap_random_state = s && *s ? strtoull(s, NULL, 0) : standard;
    diag("seed 0x%llx", (unsigned long long)tap_random_state);
    return tap_random_state;
}

static inline uint64_t random_bits(void) {
    uint64_t z = tap_random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* 0 <= result < n */
static inline long random_below(long n) { return (long)(random_bits() % (uint64_t)n); }

#endif
