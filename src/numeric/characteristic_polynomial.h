/* The characteristic polynomial of a small dense matrix. */
#ifndef VV_NUMERIC_CHARACTERISTIC_POLYNOMIAL_H
#define VV_NUMERIC_CHARACTERISTIC_POLYNOMIAL_H

/* det(x - A) = out[0] + out[1] x + ... + x^n by the method of Faddeev and Le Verrier; scratch: 2
 * n*n.
 */
void vv_matrix_characteristic_polynomial(int n, const double *A, double *out, double *scratch);

#endif
