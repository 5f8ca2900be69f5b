/* Numbers in (-1, 1) that are the same in every run. */
#ifndef VV_TESTS_RANDOM_MATRIX_H
#define VV_TESTS_RANDOM_MATRIX_H

#include <stdint.h>

static uint64_t random_state = 1;

static double draw(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) * 0x1p-52 - 1;
}

static void draw_matrix(int n, double *a) {
    for (int i = 0; i < n; i++) a[i] = draw();
}

#endif
