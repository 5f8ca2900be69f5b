/* Where a family of steady motions exists: reality of its values, assumptions on coordinates,
 * smooth forces. */
#ifndef VV_ANALYSIS_STEADY_STEADY_EXISTENCE_H
#define VV_ANALYSIS_STEADY_STEADY_EXISTENCE_H

#include "analysis/analysis.h"
#include "analysis/steady/steady_numeric.h"

/* Do its conditions exclude each other, or the assumptions of the model? */
bool vv_steady_is_contradictory(const vv_steady_unknowns *u, const vv_solution_family *f);
/* The conditions under which it exists, as far as they are not known to hold. */
void vv_steady_put_existence(const vv_steady_unknowns *u, const vv_study *study,
                             const vv_solution_family *f);
/* May a force have no derivatives on these motions? Linearized equations then say nothing. */
bool vv_steady_is_nonsmooth(const vv_steady_unknowns *u, const vv_study *study,
                            const vv_solution_family *f);

#endif
