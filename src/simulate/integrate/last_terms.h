/* A template of a width, of the values of one motion (taylor.c) and of one value of several motions
 * (taylor_batch.c): L, NAME and TARGET as simd_lane_types.h has them.
 *
 * The size of a value, from its first two coefficients, the step `before`, its floor (NULL: none)
 * and the size it had; *by: 1 over tolerance and size. */
TARGET INLINE void NAME(measure_value)(const vector *zero, const vector *first,
                                       const vector *before, const vector *least, double tolerance,
                                       vector *size, vector *by) {
    vector own = SIZE_OF(*zero) + SIZE_OF(*first) * *before;
    if (least) own = LARGER(own, *least);
    *size = LARGER(own, VV_TAYLOR_FORGET * *size);
    *by = 1 / PICK(*size > 0, tolerance * *size, tolerance - (vector){0});
}

/* A term of the value `number`, so measured: is it the largest so far? */
TARGET INLINE void NAME(compare_term)(const vector *term, const vector *by, const vector *number,
                                      vector *most, vector *of) {
    vector ratio = SIZE_OF(*term) * *by;
    mask more = ratio > *most;
    *of = PICK(more, *number, *of);
    *most = PICK(more, ratio, *most);
}
