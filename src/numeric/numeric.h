/* numeric/: dense linear algebra, roots, eigenvalues and quadrature in doubles.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_NUMERIC_NUMERIC_H
#define VV_NUMERIC_NUMERIC_H

#include "numeric/characteristic_polynomial.h"
#include "numeric/cholesky.h"
#include "numeric/complete_pivoting.h"
#include "numeric/dense_vector.h"
#include "numeric/eigenvalues.h"
#include "numeric/elimination.h"
#include "numeric/gauss_legendre.h"
#include "numeric/gram_schmidt.h"
#include "numeric/ldu.h"
#include "numeric/lu.h"
#include "numeric/polynomial_value.h"
#include "numeric/power_series.h"
#include "numeric/rk4.h"
#include "numeric/root_isolation.h"
#include "numeric/row_selection.h"
#include "numeric/two_sum.h"

#endif
