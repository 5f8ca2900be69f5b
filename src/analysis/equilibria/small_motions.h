/* Small motions about an equilibrium [Appell1896, nos. 449-453; M-SMALL-*].
 *
 * With δq = B δπ, δπ' = δw the equations are  M δπ'' + G δπ' + K δπ = 0. If the constraints are
 * holonomic and the forces have a force function, G = 0 and K is the Hessian of -U on the
 * constraint manifold. */
#ifndef VV_ANALYSIS_EQUILIBRIA_SMALL_MOTIONS_H
#define VV_ANALYSIS_EQUILIBRIA_SMALL_MOTIONS_H

#include "analysis/equilibria/study_values.h"
#include "equations/stability/stability.h"

/* All rates vanish with the speeds, in every configuration. */
bool vv_rates_are_homogeneous(vv_ctx *c, const vv_system *s);

/* VV_E_BEYOND if something moves while the speeds vanish, a force is nonsmooth there (`rough`), or
 * the speeds are singular at the equilibrium. */
vv_status vv_small_motions_make(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                                vv_linearized *out);
/* What the deviation of speed i is the rate of: a coordinate, or the integral of a speed; plain,
 * and in LaTeX. */
const char *vv_deviation_name(vv_ctx *c, const vv_system *s, int i);
const char *vv_deviation_latex(vv_ctx *c, const vv_system *s, int i);
/* Equations of motion without perturbations and with zero inputs; NULL if memory is exhausted. */
const vv_equations *vv_study_unforced_equations(vv_ctx *c, const vv_study *study);
/* The same with the inputs kept. */
const vv_equations *vv_study_unperturbed_equations(vv_ctx *c, const vv_study *study);
/* Opens a section for the equilibrium: heading and coordinate values. */
void vv_equilibrium_begin_section(vv_document *d, const vv_study *study, const vv_equilibrium *e,
                                  int k);
/* The coordinate values alone. */
void vv_equilibrium_put_values(vv_document *d, const vv_system *s, const vv_equilibrium *e);
/* Why there are no frequencies, modes or exponents: the linearized equations depend on the time
 * (m->timed), or there are none (m->rough). VV_OK if Floquet multipliers stand instead, else
 * VV_E_BEYOND. */
vv_status vv_small_motions_put_hindrance(vv_ctx *c, const vv_study *study, vv_document *d,
                                         const vv_linearized *m, const vv_equilibrium *at);
/* Callback of a topic that fills the open section of one equilibrium. */
typedef vv_status vv_small_motions_visit(vv_ctx *c, const vv_study *study, vv_document *d,
                                         const vv_linearized *m, const vv_equilibrium *at);
/* One section per equilibrium: `visit`, which may find m->timed or m->rough set; a remark where the
 * speeds are singular. */
vv_status vv_small_motions_each(vv_ctx *c, const vv_study *study, vv_document *d,
                                vv_small_motions_visit *visit);

#endif
