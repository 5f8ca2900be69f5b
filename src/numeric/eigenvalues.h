/* Eigenvalues of small dense matrices in doubles, by LAPACK if available. Row-major. */
#ifndef VV_ANALYSIS_EIGEN_H
#define VV_ANALYSIS_EIGEN_H

#include "base/base.h"

bool vv_eigen_available(void);
/* K v = ρ M v, both symmetric, M positive definite: ρ ascending; K is overwritten by the
 * eigenvectors as columns, normalized by v^T M v = 1. False if M is not definite, or without
 * LAPACK. */
bool vv_eigen_symmetric_pencil(vv_ctx *c, int n, double *K, const double *M, double *rho);
/* The 2 n roots of det(M λ^2 + G λ + K) = 0, largest real part first. False if M is singular, or
 * without LAPACK. */
bool vv_eigen_quadratic(vv_ctx *c, int n, const double *M, const double *G, const double *K,
                        double *re, double *im);
/* The eigenvalues of a matrix, in the same order. */
bool vv_eigen_general(vv_ctx *c, int n, const double *A, double *re, double *im);

#endif
