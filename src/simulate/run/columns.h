/* The columns of a table: time, coordinates, rates, declared speeds, then what the model shows and
 * the reactions and slip of contacts with friction. */
#ifndef VV_SIMULATE_RUN_COLUMNS_H
#define VV_SIMULATE_RUN_COLUMNS_H

#include "simulate/formulation/dynamics.h"

typedef struct vv_columns {
    int n; /* values computed: without the time and what stands behind them   */
    int coordinates, state, own; /* the first of them: coordinates; with rates and speeds; all but
                                    derivatives of others                                      */
    const char **name;
    vv_expr *value; /* in the variables of the flow's tapes                         (n) */
    bool *force;    /* a multiplier that is a force: its unit does not follow from its name (n) */
    vv_tape *tape;
    double *scratch;
    bool events; /* a last column tells the number of the event, 0 of other rows, a negative
                    one of a contact's transition (contact_modes.h) */
    int series;  /* dense: of so many coordinates the coefficients of the step, else 0 */
    int order;   /* the last of them                                                  */
    int width;   /* of a row                                                          */
    const char **head, **unit; /* of all columns                              (width) */
    double *row;
    bool *doubted; /* columns of which was said that they are not a number    (width) */
} vv_columns;

vv_status vv_columns_build(const vv_dynamics *f, bool dense, vv_columns *out);
/* The same for other equations of a motion: what has no column was said before. */
vv_status vv_columns_rebuild(const vv_dynamics *f, bool dense, vv_columns *out);
/* "" where none is known. */
const char *vv_columns_unit(vv_ctx *c, const vv_model *m, vv_expr e);
/* k->row; in: q, w, w', lambda, t as the flow's tapes take them. */
void vv_columns_row(vv_columns *k, const double *in, double t, int event);
/* Behind the values at the beginning of a step: its length, and the coefficients of each
 * coordinate, q(t + u) = sum of c_i u^i for 0 <= u <= length. */
void vv_columns_series(vv_columns *k, const vv_dynamics *f, double length);

#endif
