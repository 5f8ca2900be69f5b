/* The derivation of the equations as a textbook would write it: sentences, each followed by the
 * formulas it announces. A formalism records its intermediate results as it goes; little is
 * computed for the steps alone. */
#ifndef VV_EQUATIONS_DERIVATION_H
#define VV_EQUATIONS_DERIVATION_H

#include "equations/equation_record.h"
#include "kinematics/kinematics.h"

typedef enum vv_derivation_step_kind {
    VV_DERIVATION_TITLE,     /* a new step: title and sentence */
    VV_DERIVATION_VALUE,     /* letter = value */
    VV_DERIVATION_TWICE,     /* 2 letter = 2 value, as books do to avoid fractions */
    VV_DERIVATION_COMPONENT, /* letter_x = value */
    VV_DERIVATION_PARTIAL,   /* d letter / d x = value */
    VV_DERIVATION_RATE,      /* d/dt (d letter / d x) = value */
} vv_derivation_step_kind;

typedef struct vv_derivation_step {
    vv_derivation_step_kind kind;
    const char *letter; /* or the title */
    const char *text;   /* a sentence, or NULL */
    vv_expr x, value;
    const vv_symbol_map *rates; /* RATE: d/dt in the variables of the value */
} vv_derivation_step;

typedef struct vv_derivation {
    int n, room;
    vv_derivation_step *step;
    const char *law; /* what the equations state, in one sentence; or NULL */
} vv_derivation;

/* Strings must be in the context's arena or outlive it. */
void vv_derivation_begin(vv_ctx *c, vv_equations *out, const char *title, const char *text);
void vv_derivation_value(vv_ctx *c, vv_equations *out, const char *letter, vv_expr value);
void vv_derivation_twice(vv_ctx *c, vv_equations *out, const char *letter, vv_expr value);
/* letter_x[i] = value[i] */
void vv_derivation_components(vv_ctx *c, vv_equations *out, const char *letter, int n,
                              const vv_expr *x, const vv_expr *value);
/* d letter / d x[i] = value[i] */
void vv_derivation_partials(vv_ctx *c, vv_equations *out, const char *letter, int n,
                            const vv_expr *x, const vv_expr *value);
/* d/dt (d letter / d x[i]) = value[i], with d/dt by this map */
void vv_derivation_rates(vv_ctx *c, vv_equations *out, const char *letter, int n, const vv_expr *x,
                         const vv_expr *value, const vv_symbol_map *rates);
void vv_derivation_law(vv_ctx *c, vv_equations *out, const char *law);

#endif
