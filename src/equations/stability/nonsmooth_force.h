/* Configurations at which a force is nonsmooth: derivatives there are one-sided, or missing. */
#ifndef VV_EQUATIONS_STABILITY_NONSMOOTH_FORCE_H
#define VV_EQUATIONS_STABILITY_NONSMOOTH_FORCE_H

#include "equations/stability/stability_theorems.h"

enum { VV_KINKS_MOST = 4, VV_KINK_NODES_MOST = 32 };

/* Where functions of coordinates and speeds change their branch at rest in a position: abs, sign,
 * min, max, a condition. */
typedef struct vv_kinks {
    bool rough; /* there is more: the root, a power, the arcsine of an argument at the end of its
                 * range, atan2 at its cut, too many branches */
    int n;      /* arguments that vanish there; on either side of each is another branch */
    vv_expr argument[VV_KINKS_MOST];
    int nnodes;
    vv_expr node[VV_KINK_NODES_MOST];
    int of[VV_KINK_NODES_MOST]; /* index of its argument */
} vv_kinks;

vv_kinks vv_kinks_find(vv_ctx *c, const vv_system *s, const vv_facts *f, int n, const vv_expr *e,
                       vv_position_evaluator *at, const void *data);
/* e with the branches that hold where argument i is positive if bit i of `sides` is set, else
 * negative. */
vv_expr vv_kinks_on_sides(vv_ctx *c, const vv_kinks *k, unsigned sides, vv_expr e);

/* Does T or U jump at the position, as sign(x) does? Then it is no energy. */
bool vv_energy_jumps(vv_ctx *c, const vv_system *s, const vv_facts *f, vv_position_evaluator *at,
                     const void *data);

/* May the first derivatives at rest in this position not exist? They do if the branches agree on
 * all sides, with their first derivatives: x*abs(x). Of the forces, and of the mass matrix as far
 * as it is continuous; true also if the energy jumps. *kinked: higher derivatives may be missing;
 * may be NULL. */
bool vv_force_is_nonsmooth(vv_ctx *c, const vv_system *s, const vv_facts *f, const vv_equations *eq,
                           vv_position_evaluator *at, const void *data, bool *kinked);
/* The same of n expressions e that also depend on nx other symbols, as inputs. */
bool vv_is_nonsmooth(vv_ctx *c, const vv_system *s, const vv_facts *f, int n, const vv_expr *e,
                     int nx, const vv_expr *x, vv_position_evaluator *at, const void *data);

#endif
