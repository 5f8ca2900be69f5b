/* Orthonormal rows by the method of Gram and Schmidt. Rows of a basis stand one after another. */
#ifndef VV_NUMERIC_GRAM_SCHMIDT_H
#define VV_NUMERIC_GRAM_SCHMIDT_H

#include <stdbool.h>

/* x without its components along the n orthonormal rows of `basis`; twice, so that rounding leaves
 * none of them. */
void vv_orthogonalize(int columns, int n, const double *basis, double *x);

/* Row n of `basis` becomes orthonormal to the n rows before it. False, with the row spoilt, when no
 * more than `least` of the square of its length is left: it depends on the others. */
bool vv_orthonormal_extend(int columns, int n, double *basis, double least);

#endif
