/* A template of a width, of one motion (stepper.c) and of several side by side (taylor_batch.c):
 * L, NAME and TARGET as simd_lane_types.h has them, ROOT(x) the square root.
 *
 * A speed is not measured by less than a part of what the kinetic energy, all in it, would give:
 * values that vanish but for rounding must not rule the step. Nor by more than the fastest: the
 * length of Euler's parameters has no mass, and any energy could give it any speed. M: the mass
 * matrix, rows `row` apart. */
TARGET static inline void NAME(speed_floors)(int n, int row, const vector *M, const vector *w,
                                             vector *out) {
    vector twice = {0}, fastest = {0}, zero = {0};
    for (int i = 0; i < n; i++) { /* rows do not depend on each other */
        vector p = {0}, own = SIZE_OF(w[i]);
        for (int k = 0; k < n; k++) p += M[i * row + k] * w[k];
        twice += w[i] * p;
        fastest = LARGER(own, fastest);
    }
    vector most = PICK(twice > 0, ROOT(twice) / VV_STEP_SPEED_FLOOR, zero);
    for (int i = 0; i < n; i++) {
        vector own = M[i * row + i], least = PICK(own > 0, most / ROOT(own), zero);
        out[i] = PICK(least < fastest, least, fastest);
    }
}
