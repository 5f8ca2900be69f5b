/* Gauss's quadrature with eight points on (-1, 1), exact for polynomials of degree 15. */
#ifndef VV_NUMERIC_GAUSS_LEGENDRE_H
#define VV_NUMERIC_GAUSS_LEGENDRE_H

enum { VV_GAUSS_POINTS = 8 };

extern const double vv_gauss_point[VV_GAUSS_POINTS], vv_gauss_weight[VV_GAUSS_POINTS];

/* The absolute value of Legendre's coefficient k = 4 .. 7 of the function that has the values v at
 * the points, `stride` apart. How they fall tells what the points leave out. */
double vv_gauss_legendre_coefficient(int k, const double *v, int stride);

#endif
