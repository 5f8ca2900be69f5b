/* analysis/equilibria/: equilibria and the small motions about them.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_ANALYSIS_EQUILIBRIA_EQUILIBRIA_H
#define VV_ANALYSIS_EQUILIBRIA_EQUILIBRIA_H

#include "analysis/equilibria/equilibrium_solver.h"
#include "analysis/equilibria/singular_charts.h"
#include "analysis/equilibria/small_motions.h"
#include "analysis/equilibria/study_values.h"
#include "analysis/equilibria/unique_equilibrium.h"

#endif
