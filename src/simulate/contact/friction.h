/* Frictional contacts, symbolically: what the statement `rolling ... friction f` says about
 * velocities and reactions. Each contact has a constraint along its normal, whose reaction N cannot
 * pull, and velocities opposed by dry friction: slip with the limit f N, rolling with k N, pivoting
 * with c N [Appell1899, no. 9; M-FRICTION]. */
#ifndef VV_SIMULATE_CONTACT_FRICTION_H
#define VV_SIMULATE_CONTACT_FRICTION_H

#include "equations/equations.h"
#include "kinematics/kinematics.h"
#include "simulate/formulation/formulation.h"

typedef enum vv_friction_kind {
    VV_FRICTION_SLIP,
    VV_FRICTION_PIVOTING,
    VV_FRICTION_ROLLING
} vv_friction_kind;

typedef struct vv_friction_contact {
    const vv_rolling *rolling;
    const char *point;                  /* its name in column headings                            */
    vv_expr n[3], along[2][3], slip[3]; /* unit normal, tangents, slip: in support axes          */
    vv_expr scale;                      /* N = multiplier * scale, if a constraint gives N       */
    vv_expr by_newton;                  /* N if the coordinates keep the contact; or poison       */
    int law[3]; /* by vv_friction_kind; -1 none                                 */
} vv_friction_contact;

typedef struct vv_friction {
    int n; /* frictional contacts                                                               */
    vv_friction_contact *touch;
    const vv_system *s; /* the system with their relations along normals and tangents             */
    vv_coulomb coulomb; /* normals by contact, in the same order                                 */
    int *contact;       /* of each law                                                           */
    vv_friction_kind *kind;
} vv_friction;

bool vv_model_has_friction(const vv_model *m);
/* Is there a motion to simulate? Frictional contacts may slide where rolling leaves no freedom, and
 * constraints may drive a system without any. Otherwise an error names the constraints at fault. */
bool vv_simulation_possible(vv_ctx *c, const vv_system *s);
/* s: with all rows (vv_formulation_with_redundant_rows). VV_E_MODEL or VV_E_BEYOND with a
 * diagnostic if a normal reaction is not determined. */
vv_status vv_friction_build(vv_ctx *c, const vv_system *s, vv_friction *out);
/* Friction limits in terms of the multipliers of equations derived from out->s. */
vv_status vv_friction_limits(vv_ctx *c, const vv_equations *eq, vv_friction *out);

#endif
