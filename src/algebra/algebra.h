/* algebra/: expressions as quotients of polynomials, their signs, factors and printed order.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_ALGEBRA_ALGEBRA_H
#define VV_ALGEBRA_ALGEBRA_H

#include "algebra/exact_form.h"
#include "algebra/factor.h"
#include "algebra/linear_form.h"
#include "algebra/polynomial_integrals.h"
#include "algebra/print_layout.h"
#include "algebra/rational_function.h"
#include "algebra/signs.h"

#endif
