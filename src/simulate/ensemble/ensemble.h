/* Many motions of one system from different starts, and with different values of some parameters
 * where the equations can have these among their coordinates (free_parameters.h); side by side in
 * the lanes of vectors where the system allows it, else one after another. A member's numbers do
 * not depend on the others or on how many lanes there are. */
#ifndef VV_SIMULATE_ENSEMBLE_ENSEMBLE_H
#define VV_SIMULATE_ENSEMBLE_ENSEMBLE_H

#include "simulate/ensemble/taylor_batch.h"
#include "simulate/formulation/free_parameters.h"
#include "simulate/run/simulation.h"

typedef struct vv_ensemble {
    vv_ctx *c;
    int lanes;
    vv_simulation motion[VV_TAYLOR_BATCH_MAX_LANES];
    vv_buffer account; /* of all: nobody reads it                       */
    vv_taylor_batch batch;
    vv_buffer state;             /* of a motion before its start                   */
    vv_parameter_domain demands; /* on the values of parameters that differ                  */
    bool loose;                  /* these may differ                                         */
    bool spent;                  /* a member changed its form, method or values: build another */
} vv_ensemble;

/* Who the members are and what becomes of them. */
typedef struct vv_ensemble_callbacks {
    void *data;
    /* The next member: its start is put in the model. false: there are no more. */
    bool (*next)(void *data, long *member);
    /* Values of the parameters that differ, where they may. */
    void (*values)(void *data, long member, double *out);
    /* It has ended: rows in m->record.rows. VV_OK, VV_E_NO, VV_E_BEYOND or VV_E_MODEL with its
     * reason; m is NULL when it could not begin. */
    void (*done)(void *data, long member, vv_simulation *m, vv_status status, const char *reason);
    /* It has not: it must be followed with its parameters as numbers. */
    void (*apart)(void *data, long member);
} vv_ensemble_callbacks;

/* Parameters that differ between members. */
typedef struct vv_ensemble_parameters {
    int n;
    const vv_expr *symbol;
} vv_ensemble_parameters;

/* Where out->loose is not set, all members have the values of the model. VV_E_MODEL, VV_E_BEYOND
 * with a diagnostic when there is no such motion. */
vv_status vv_ensemble_new(vv_ctx *c, const vv_system *s, vv_run_options *o,
                          vv_ensemble_parameters free, vv_ensemble *out);
/* At most so many lanes, if the system has any; one without it. */
vv_status vv_ensemble_set_lanes(vv_ensemble *e, int most);
/* Until there are no more members, or it is spent. A failure of the context ends it. */
vv_status vv_ensemble_run(vv_ensemble *e, const vv_ensemble_callbacks *w);
/* What is not the context's: also after failure. */
void vv_ensemble_close(vv_ensemble *e);

#endif
