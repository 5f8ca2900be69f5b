/* A formalism derives equations of motion from a system. Each computes from its own primitive
 * and fills the same record; formalisms do not call each other. The table is formalisms.def. */
#ifndef VV_FORMALISM_FORMALISM_H
#define VV_FORMALISM_FORMALISM_H

#include "equations/equations.h"
#include "kinematics/kinematics.h"
#include "formalism/equation_builder.h"

/* Treatment of servo constraints: refused; added, since the residuals are virtual works on the
 * displacements `test`, to which the work of the unknown servo efforts is added; or handled by
 * the method itself. */
typedef enum vv_servo_support {
    VV_SERVOS_REFUSED,
    VV_SERVOS_ADDED,
    VV_SERVOS_OWN
} vv_servo_support;

/* Which formalism is taken where nobody asks for one by name: analysis, simulate and scene ask by
 * role, only report and api by name. */
typedef enum vv_formalism_role {
    VV_FORMALISM_NO_ROLE,
    VV_FORMALISM_SPEEDS,      /* in independent speeds, without multipliers, short to read     */
    VV_FORMALISM_BODIES,      /* the same, summed over the bodies, short to evaluate           */
    VV_FORMALISM_MULTIPLIERS, /* all coordinates and the constraints with their multipliers    */
    VV_FORMALISM_SERVO,       /* all coordinates, with servo constraints                       */
    VV_FORMALISM_SERVO_SPEEDS /* in the speeds of the contacts, with servo constraints         */
} vv_formalism_role;

typedef struct vv_formalism {
    const char *name;        /* --by NAME                                                   */
    const char *title;       /* "Lagrange's equations with multipliers"                      */
    const char *source;      /* author, year, section                                       */
    vv_servo_support servos; /* of servo constraints                                        */
    vv_formalism_role role;
    bool another_problem;  /* its solutions are not the motion: only `derive` knows it        */
    bool relative;         /* about motion relative to a chosen frame                     */
    const char *primitive; /* what it computes from                                     */
    /* NULL when the hypotheses hold, else one sentence that says which does not. A method that
     * always applies has none. */
    const char *(*refusal)(vv_ctx *c, const vv_system *s);
    vv_status (*derive)(vv_ctx *c, const vv_system *s, vv_equations *out);
} vv_formalism;

/* Those whose equations are the motion: all that is said of the methods is said of these. */
int vv_formalism_count(void);
const vv_formalism *vv_formalism_at(int i);
const vv_formalism *vv_formalism_find(const char *name); /* NULL if there is none */
/* The same with those of another problem, which stand last. */
int vv_formalism_count_all(void);
const vv_formalism *vv_formalism_find_any(const char *name);
const vv_formalism *vv_formalism_for(vv_formalism_role role);
/* The one used when none is asked for. */
const vv_formalism *vv_formalism_default(const vv_system *s);
/* One whose equations are in the system's own speeds, with the fewest multipliers. */
const vv_formalism *vv_formalism_in_speeds(const vv_system *s);
/* Checks the hypotheses, derives, fills in method, title and source. VV_E_BEYOND with *why if
 * refused. */
vv_status vv_formalism_run(vv_ctx *c, const vv_formalism *f, const vv_system *s, vv_equations *out,
                           const char **why);

#endif
