/* Expressions that the kernel makes itself, appended to the graph of a certificate: derivatives and
 * determinants. -1: there is none. */
#ifndef VV_VERIFY_BUILD_H
#define VV_VERIFY_BUILD_H

#include "verify/statement.h"

int vv_build_number(vv_certificate *k, long n);
int vv_build_symbol(vv_certificate *k, const char *name);
int vv_build_sum(vv_certificate *k, int a, long factor, int b); /* a + factor b */
int vv_build_product(vv_certificate *k, int a, int b);
int vv_build_power(vv_certificate *k, int a, int n);
int vv_build_root(vv_certificate *k, int a); /* square root */
int vv_build_cosine(vv_certificate *k, int a);
typedef struct vv_slope {
    int of, by, is;
} vv_slope;

/* By a symbol, as if no rules held. */
int vv_build_derivative(vv_certificate *k, int node, int symbol);
/* Of the n x n matrix; n <= VV_BUILD_MOST. */
enum { VV_BUILD_MOST = 8, VV_BUILD_SLOPES = 4000 };
int vv_build_determinant(vv_certificate *k, int n, const int *a);

#endif
