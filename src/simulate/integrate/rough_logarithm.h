/* A template of a width: L, NAME and TARGET as simd_lane_types.h has them.
 *
 * Logarithm and power to the base of 2, to parts in a thousand; where x is not within the bounds
 * `plain` becomes 0, and the result is nothing. */
#if L == 1
union NAME(cell) {
    double number;
    int64_t bits;
};
#define BITS_OF(v) ((union NAME(cell)){.number = (v)}.bits)
#define NUMBER_OF(v) ((union NAME(cell)){.bits = (v)}.number)
#define CONVERT(x, T) ((T)(x))
#define MINUS_ONE_WHERE(test) (-(mask)(test))
#else
#define BITS_OF(x) ((mask)(x))
#define NUMBER_OF(b) ((vector)(b))
#define CONVERT(x, T) __builtin_convertvector(x, T)
#define MINUS_ONE_WHERE(test) ((mask)(test))
#endif

TARGET INLINE vector NAME(rough_log2)(vector x, mask *plain) {
    mask bits = BITS_OF(x);
    *plain &= (mask)(x > 0x1p-1000) & (mask)(x < 0x1p1000);
    whole exponent = CONVERT(bits >> 52, whole) - 1023;
    vector m = NUMBER_OF((bits & (INT64_MAX >> 11)) | (INT64_C(1023) << 52)); /* the mantissa */
    return VV_TAYLOR_LOG2(CONVERT(exponent, vector), m, m * m);
}

TARGET INLINE vector NAME(rough_exp2)(vector x, mask *plain) {
    *plain &= (mask)(x > -1000) & (mask)(x < 1000);
    mask below = CONVERT(CONVERT(x, whole), mask) + MINUS_ONE_WHERE(x < 0);
    vector power = NUMBER_OF((below + 1023) << 52);
    x -= CONVERT(CONVERT(below, whole), vector);
    return VV_TAYLOR_EXP2(power, x, x * x);
}

#undef BITS_OF
#undef NUMBER_OF
#undef CONVERT
#undef MINUS_ONE_WHERE
