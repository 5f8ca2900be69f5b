/* Contacts with friction, in symbols: what the statement `rolling ... friction f` says of
 * velocities and reactions. Each contact has the relation along its normal, whose reaction N does
 * not pull, and velocities that dry friction opposes: slip with the limit f N, rolling with k N,
 * pivoting with c N [Appell1899, no. 9; M-FRICTION]. */
#ifndef VV_SIMULATE_FRICTION_H
#define VV_SIMULATE_FRICTION_H

#include "equations/equations.h"
#include "kinematics/system.h"
#include "simulate/formulation/coulomb.h"

typedef enum vv_dry_kind { VV_DRY_SLIP, VV_DRY_PIVOTING, VV_DRY_ROLLING } vv_dry_kind;

typedef struct vv_touch {
    const vv_rolling *rolling;
    const char *point;                  /* its name in columns                                    */
    vv_expr n[3], along[2][3], slip[3]; /* unit normal, tangents, slip: in the support's axes    */
    vv_expr scale;                      /* N = multiplier * scale, where a relation has one      */
    vv_expr by_newton;                  /* N where the coordinates keep the contact; or poison    */
    int law[3]; /* of each vv_dry_kind; -1                                 */
} vv_touch;

typedef struct vv_friction {
    int n; /* contacts with friction                                                            */
    vv_touch *touch;
    const vv_system *s; /* the system with their relations along normals and tangents             */
    vv_laws laws;       /* normals by contact, in the same order                                 */
    int *contact;       /* of each law                                                           */
    vv_dry_kind *kind;
} vv_friction;

bool vv_friction_stated(const vv_model *m);
/* Is there a motion to be run? Contacts with friction may slide where rolling leaves no freedom,
 * and relations may drive what they leave none. Otherwise an error says what binds it. */
bool vv_motion_possible(vv_ctx *c, const vv_system *s);
/* s: with all rows (vv_form_all_rows). VV_E_MODEL or VV_E_BEYOND with a diagnostic where a normal
 * reaction is not determined. */
vv_status vv_friction_build(vv_ctx *c, const vv_system *s, vv_friction *out);
/* Limits by the multipliers of equations formed of out->s. */
vv_status vv_friction_laws(vv_ctx *c, const vv_equations *eq, vv_friction *out);

#endif
