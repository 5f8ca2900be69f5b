/* Dry friction in the dynamics: constraints u = 0 on velocities whose reactions R have a limit. A
 * sticking law is a constraint like any other; otherwise the law of its reaction replaces its rows
 * in the equations, R = - limit d with the direction d of u, or R = 0 where the bodies are
 * separated. The limit is linear in the multipliers (a coefficient times the normal reaction), so
 * the law is solved together with the accelerations [Coulomb; Appell1899, no. 9]. */
#ifndef VV_SIMULATE_FORMULATION_COULOMB_H
#define VV_SIMULATE_FORMULATION_COULOMB_H

#include "evaluate/jet/jet.h"
#include "evaluate/jit/jit.h"

enum { VV_SLIP_DIRECTION_ORDER = 10 };

typedef enum vv_contact_mode {
    VV_CONTACT_STICKING, /* u = 0 */
    VV_CONTACT_SLIDING, /* d = u/|u|, two components                                              */
    VV_CONTACT_SLIDING_DIRECTED, /* d given: the sign of one component, or where u is about to
                                  * begin or to end */
    VV_CONTACT_SEPARATED         /* R = 0: the bodies are separated, or the contact is smooth     */
} vv_contact_mode;

typedef struct vv_coulomb_law {
    int n;               /* components, 1 or 2                                          */
    int normal;          /* its contact                                                 */
    const char *name;    /* "slip, rolling of hoop on world at P"                       */
    int row[2];          /* constraints u = 0, of the equations                        (n) */
    vv_expr u[2];        /* in q, q', t                                                (n) */
    vv_expr limit, rest; /* of |R|: while u moves, and while it rests; in q, q', q'', multipliers */
    bool smooth;         /* both are 0 now: nothing sticks, and nothing opposes u          */
    vv_contact_mode mode;
    double direction[2]; /* VV_CONTACT_SLIDING_DIRECTED: d ... */
    double direction_series[2][VV_SLIP_DIRECTION_ORDER +
                               1]; /* ... and the further coefficients of its series, from 1 on */
    int first;       /* of its results behind the residuals: limit, rest, limit u/|u| (2) */
    double size[2];  /* of the terms of u, which cancel to it                    */
    double reach[2]; /* of its coefficients                                      */
    /* HOLDS, where the relation follows from others: R is a matter of choice
     * (friction_force_distribution.c), gives + slope (t - since) */
    bool given[2], gave[2]; /* gave: it was given since */
    double gives[2], slope[2], since;
} vv_coulomb_law;

typedef struct vv_contact_normal {
    const char *point;   /* its name */
    int rolling;         /* the contact of the model, by index */
    int slip;            /* its slip law, or -1                                               */
    int row;             /* the normal constraint; -1: it holds by the choice of coordinates */
    vv_expr N;           /* the normal reaction, in q, q', q'', multipliers                     */
    vv_expr gap;         /* poison: unknown                                                     */
    vv_expr u;           /* the velocity along the normal, if there is such a row               */
    int first;           /* of its results: N, gap (0 where unknown)                            */
    vv_expr restitution; /* at impacts; poison: the model has other impact laws           */
    bool separated;
    bool impacting; /* an impact is due now */
    bool kept; /* separated, but other contacts keep it where it is (normal_force_distribution.c) */
    double velocity, height; /* u and gap at the state in f->in                         */
    double size;             /* magnitude of the terms of u                             */
} vv_contact_normal;

typedef struct vv_coulomb {
    int n, nnormals;
    vv_coulomb_law *law;
    vv_contact_normal *normal;
    int nresults; /* after the residuals                                         */
    /* The next step is a Taylor step, whatever the integrator: a two-dimensional slip begins, whose
     * direction is then a series, or is about to end, where its direction rotates ever faster; or a
     * gap begins, which opens with the third power of time. */
    bool by_series;
    /* replaces the normal constraint `sharing`: a linear combination of all N that vanishes
     * (normal_force_distribution.c) */
    int nshared, *sharing;
    double *shared;
    bool undivided; /* prescribed reactions are not imposed: their constraints are in the matrix */
    bool *released; /* constraints not active now, of the equations            (rows) */
    vv_jit *matrix; /* in: q, w, t.  out, for each law: u (2), limit by the unknowns;
                     * for each contact: u, gap */
    double *scratch, *out;
    /* While all contacts stick the motion has closed jets, and these with them: of each law the
     * static limit, of each contact N and the gap; NULL: it has not. */
    vv_jet *watch;
    double *watch_work;
} vv_coulomb;

struct vv_dynamics;
/* The magnitude of the friction force at a contact that has a slip law. */
vv_expr vv_coulomb_friction_force(const struct vv_dynamics *f, const vv_contact_normal *at);
/* The results that follow the residuals; out has room for l->nresults. */
void vv_coulomb_outputs(vv_ctx *c, vv_coulomb *l, vv_expr *out);
bool vv_coulomb_build(struct vv_dynamics *f);
/* Replaces constraint rows in f->kkt.a by those of the laws, at the state in f->in. */
void vv_coulomb_matrix_rows(struct vv_dynamics *f);
/* Coefficient k of their right-hand sides, in f->x. */
void vv_coulomb_rhs_coefficient(struct vv_dynamics *f, int k);
/* Are only constraints among the equations now? */
bool vv_coulomb_all_sticking(const vv_coulomb *l);
/* After the closed jets: series of the monitored quantities. */
void vv_coulomb_expand_watched(struct vv_dynamics *f);
/* Current series: the static limit of law i; the normal reaction of a contact, its gap. */
const double *vv_coulomb_static_limit(const struct vv_dynamics *f, int i);
const double *vv_coulomb_normal_force(const struct vv_dynamics *f, int i);
const double *vv_coulomb_gap(const struct vv_dynamics *f, int i);
/* Call after a change of modes. */
void vv_coulomb_apply_modes(struct vv_dynamics *f);

#endif
