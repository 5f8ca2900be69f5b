/* Sums that keep their rounding error: an unevaluated sum high + low of two doubles. */
#ifndef VV_NUMERIC_TWO_SUM_H
#define VV_NUMERIC_TWO_SUM_H

/* Defines NAME(a, b, &high, &low) of the type T, a double or a vector of doubles:
 * a + b = high + low exactly [Knuth]. By pointers: a vector that the compiler's target does not
 * have is not passed by value. `SCOPE`: storage class and attributes. */
#define VV_TWO_SUM(SCOPE, T, NAME)                                                                 \
    SCOPE void NAME(const T *a, const T *b, T *high, T *low) {                                     \
        T s = *a + *b, c = s - *a;                                                                 \
        *low = (*a - (s - c)) + (*b - c);                                                          \
        *high = s;                                                                                 \
    }

VV_TWO_SUM(static inline, double, vv_two_sum_of)

static inline void vv_two_sum(double a, double b, double *high, double *low) {
    vv_two_sum_of(&a, &b, high, low);
}

/* A sum of many terms: high, and low what rounding took from it. */
typedef struct vv_compensated_sum {
    double high, low;
} vv_compensated_sum;

static inline void vv_compensated_add(vv_compensated_sum *s, double x) {
    double low;
    vv_two_sum(s->high, x, &s->high, &low);
    s->low += low;
}

#endif
