/* analysis/solve/: roots, zeros and solution families of equations, certified.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_ANALYSIS_SOLVE_SOLVE_H
#define VV_ANALYSIS_SOLVE_SOLVE_H

#include "analysis/solve/angle_periodicity.h"
#include "analysis/solve/certified_period.h"
#include "analysis/solve/inverse_functions.h"
#include "analysis/solve/krawczyk.h"
#include "analysis/solve/solution_cases.h"
#include "analysis/solve/solution_families.h"
#include "analysis/solve/symbolic_roots.h"
#include "analysis/solve/zero_isolation.h"

#endif
