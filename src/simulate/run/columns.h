/* The columns of a table: time, coordinates, rates, declared speeds, then the model's `show` values
 * and the reactions and slip of frictional contacts. */
#ifndef VV_SIMULATE_RUN_COLUMNS_H
#define VV_SIMULATE_RUN_COLUMNS_H

#include "simulate/formulation/formulation.h"

typedef struct vv_columns {
    int n; /* values computed, excluding the time and the trailing columns    */
    int coordinates, state, own; /* how many are coordinates; with rates and speeds; all except
                                  * derivatives of others */
    const char **name;
    vv_expr *value; /* in the variables of the tapes of the dynamics                (n) */
    bool *force;    /* a multiplier that is a force: its name does not give its unit        (n) */
    vv_tape *tape;
    double *scratch;
    bool events; /* a last column gives the number of the event, 0 for other rows, negative
                  * for a contact transition (contact_modes.h) */
    int series;  /* dense: number of coordinates whose Taylor coefficients are written, else 0 */
    int order;   /* the highest order written                                         */
    int width;   /* of a row                                                          */
    const char **head, **unit; /* of all columns                              (width) */
    double *row;
    bool *doubted; /* columns for which NaN has been reported                 (width) */
    int undefined; /* the first that was not a finite number; 0: none             */
    double undefined_time;
} vv_columns;

vv_status vv_columns_build(const vv_dynamics *f, bool dense, vv_columns *out);
/* The same for another formulation of the motion: omitted columns were reported before. */
vv_status vv_columns_rebuild(const vv_dynamics *f, bool dense, vv_columns *out);
/* "kg*m*s^-2", "1"; "" if unknown. */
const char *vv_columns_dimension_text(vv_ctx *c, vv_dimension d);
/* Of an expression; "" if unknown. */
const char *vv_columns_unit(vv_ctx *c, const vv_model *m, vv_expr e);
/* Fills k->row; in: q, w, w', lambda, t as the tapes of the dynamics take them. */
void vv_columns_row(vv_columns *k, const double *in, double t, int event);
/* Appends, to the values at the start of a step, its size and the Taylor coefficients of each
 * coordinate, q(t + u) = sum of c_i u^i for 0 <= u <= length. */
void vv_columns_series(vv_columns *k, const vv_dynamics *f, double length);

#endif
