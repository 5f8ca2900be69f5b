/* Times the right-hand side of a file written by `visviva export --c`: compiled together with
 * it, with -DMODEL=prefix -DNP=number of parameters. Prints seconds per call: best and median. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PASTE(a, b) a##_##b
#define NAME(a, b) PASTE(a, b)

void NAME(MODEL, rates)(const double p[], double t, const double x[], double out[]);
extern const double NAME(MODEL, default)[];

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(void) {
    enum { CALLS = 1000, TIMES = 500, MOST = 1024 };
    static double p[NP + 1], x[MOST], out[MOST], spent[TIMES];
    for (int i = 0; i < NP; i++) {
        double given = NAME(MODEL, default)[i];
        p[i] = given == given ? given : 0.5 + 0.1 * i; /* as in bench.c */
    }
    for (int i = 0; i < MOST; i++) x[i] = 0.3 + 0.05 * i;
    for (int k = 0; k < TIMES; k++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        for (int i = 0; i < CALLS; i++) NAME(MODEL, rates)(p, 0, x, out);
        clock_gettime(CLOCK_MONOTONIC, &b);
        spent[k] = ((double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec)) / CALLS;
    }
    qsort(spent, TIMES, sizeof *spent, by_size);
    printf("{\"best\": %.4g, \"median\": %.4g}\n", spent[0], spent[TIMES / 2]);
    return 0;
}
