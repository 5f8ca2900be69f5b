/* The derivation of a record as a reader would write it out: sentences, each followed by the
 * formulas it announces. A formalism notes what it computes from as it goes; little is computed
 * for the steps alone. */
#ifndef VV_EQUATIONS_STEPS_H
#define VV_EQUATIONS_STEPS_H

#include "equations/equations.h"
#include "kinematics/system.h"

typedef enum vv_step_kind {
    VV_STEP_TITLE,   /* a new step: title and sentence     */
    VV_STEP_VALUE,   /* letter = value                     */
    VV_STEP_TWICE,   /* 2 letter = 2 value, as books do to be rid of halves */
    VV_STEP_OF,      /* letter_x = value                   */
    VV_STEP_PARTIAL, /* d letter / d x = value             */
    VV_STEP_RATE,    /* d/dt (d letter / d x) = value      */
} vv_step_kind;

typedef struct vv_step {
    vv_step_kind kind;
    const char *letter; /* or the title                                                    */
    const char *text;   /* a sentence, or NULL                                             */
    vv_expr x, value;
    const vv_rates *rates; /* RATE: d/dt in the variables of the value */
} vv_step;

typedef struct vv_steps {
    int n, room;
    vv_step *step;
    const char *law; /* what the equations say, in one sentence; or NULL */
} vv_steps;

/* Strings must outlive the context's arena or be in it. */
void vv_steps_begin(vv_ctx *c, vv_equations *out, const char *title, const char *text);
void vv_steps_value(vv_ctx *c, vv_equations *out, const char *letter, vv_expr value);
void vv_steps_twice(vv_ctx *c, vv_equations *out, const char *letter, vv_expr value);
/* letter_x[i] = value[i] */
void vv_steps_of(vv_ctx *c, vv_equations *out, const char *letter, int n, const vv_expr *x,
                 const vv_expr *value);
/* d letter / d x[i] = value[i] */
void vv_steps_partials(vv_ctx *c, vv_equations *out, const char *letter, int n, const vv_expr *x,
                       const vv_expr *value);
/* d/dt (d letter / d x[i]) = value[i], d/dt by this map */
void vv_steps_rates(vv_ctx *c, vv_equations *out, const char *letter, int n, const vv_expr *x,
                    const vv_expr *value, const vv_rates *rates);
void vv_steps_law(vv_ctx *c, vv_equations *out, const char *law);

#endif
