/* First integrals and events: an impact or a new value of a parameter may change what is constant
 * between events. */
#ifndef VV_EQUATIONS_CLAIMS_INTEGRAL_EVENTS_H
#define VV_EQUATIONS_CLAIMS_INTEGRAL_EVENTS_H

#include "equations/equations.h"
#include "equations/stability/stability.h"

/* The events that change e in q, w, t, or may change it: "y = 0, x > 1"; NULL if none does. eq, in
 * the system's speeds, may be NULL. */
const char *vv_events_that_change(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                  const vv_facts *facts, vv_expr e);
/* An event that acts on motions arbitrarily near a position, where the theorems on stability do not
 * see it; NULL if there is none. energy_kept: those that keep T - U do no harm. */
const char *vv_events_near(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                           const vv_facts *facts, vv_position_evaluator *at, const void *data,
                           bool energy_kept);

#endif
