/* A formalism derives equations of motion from a system. Each computes from its own primitive
 * and fills the same record; formalisms do not call each other. The table is formalisms.def. */
#ifndef VV_FORMALISM_FORMALISM_H
#define VV_FORMALISM_FORMALISM_H

#include "equations/equations.h"
#include "equations/mass_matrix.h"
#include "kinematics/system.h"

/* Treatment of servo constraints: refused; added, since the residuals are virtual works on the
 * displacements `test`, to which the work of the unknown servo efforts is added; or handled by
 * the method itself. */
typedef enum vv_servo_support {
    VV_SERVOS_REFUSED,
    VV_SERVOS_ADDED,
    VV_SERVOS_OWN
} vv_servo_support;

typedef struct vv_formalism {
    const char *name;        /* --by NAME */
    const char *title;       /* "Lagrange's equations with multipliers" */
    const char *source;      /* author, year, section */
    vv_servo_support servos; /* of servo constraints */
    bool relative;           /* motion relative to a chosen frame */
    const char *primitive;   /* what it starts from */
    /* NULL if the hypotheses hold, otherwise one sentence naming the one that fails. Methods
     * that always apply have no function here. */
    const char *(*refusal)(vv_ctx *c, const vv_system *s);
    vv_status (*derive)(vv_ctx *c, const vv_system *s, vv_equations *out);
} vv_formalism;

#define X(name) extern const vv_formalism vv_formalism_##name;
#include "formalism/formalisms.def"
#undef X

int vv_formalism_count(void);
const vv_formalism *vv_formalism_at(int i);
const vv_formalism *vv_formalism_find(const char *name); /* NULL if unknown */
/* The method used if none is given. */
const vv_formalism *vv_formalism_default(const vv_system *s);
/* One whose equations are in the system's own speeds, with the fewest multipliers. */
const vv_formalism *vv_formalism_in_speeds(const vv_system *s);
/* Checks the hypotheses, derives, fills in method, title and source. VV_E_BEYOND with *why if
 * refused. */
vv_status vv_formalism_run(vv_ctx *c, const vv_formalism *f, const vv_system *s, vv_equations *out,
                           const char **why);

#endif
