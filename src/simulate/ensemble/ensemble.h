/* Many motions of one system with different initial conditions, and with different values of some
 * parameters if the equations can have these among their coordinates (free_parameters.h); in SIMD
 * lanes if the system allows it, otherwise one after another. The results of a member depend
 * neither on the others nor on the number of lanes. */
#ifndef VV_SIMULATE_ENSEMBLE_ENSEMBLE_H
#define VV_SIMULATE_ENSEMBLE_ENSEMBLE_H

#include "simulate/ensemble/taylor_batch.h"
#include "simulate/formulation/formulation.h"
#include "simulate/run/run.h"

typedef struct vv_ensemble {
    vv_ctx *c;
    int lanes;
    vv_simulation motion[VV_TAYLOR_BATCH_MAX_LANES];
    vv_buffer account; /* of all: not read by anyone                    */
    vv_taylor_batch batch;
    vv_buffer state;             /* of a simulation before its start               */
    vv_parameter_domain demands; /* on the values of the varied parameters                   */
    bool loose;                  /* these may vary                                           */
    bool spent;                  /* form, integrator or values were switched: build another */
} vv_ensemble;

/* Where members come from and where their results go. */
typedef struct vv_ensemble_callbacks {
    void *data;
    /* The next member: its initial conditions are set in the model. false: there are no more. */
    bool (*next)(void *data, long *member);
    /* Values of the varied parameters, if they may vary. */
    void (*values)(void *data, long member, double *out);
    /* It has ended: rows in m->output.record.rows. VV_OK, VV_E_NO, VV_E_BEYOND or VV_E_MODEL with
     * its reason; m is NULL if it could not start. */
    void (*done)(void *data, long member, vv_simulation *m, vv_status status, const char *reason);
    /* It has not ended: it must be run by itself, with its parameters as constants. */
    void (*run_alone)(void *data, long member);
} vv_ensemble_callbacks;

/* Parameters that vary between members. */
typedef struct vv_ensemble_parameters {
    int n;
    const vv_expr *symbol;
} vv_ensemble_parameters;

/* If out->loose is not set, all members have the values of the model. VV_E_MODEL, VV_E_BEYOND with
 * a diagnostic if there is no such motion. */
vv_status vv_ensemble_new(vv_ctx *c, const vv_system *s, vv_run_options *o,
                          vv_ensemble_parameters free, vv_ensemble *out);
/* At most `most` lanes, if the system supports them; otherwise one. */
vv_status vv_ensemble_set_lanes(vv_ensemble *e, int most);
/* Runs until there are no more members, or it is spent. A failure of the context ends it. */
vv_status vv_ensemble_run(vv_ensemble *e, const vv_ensemble_callbacks *w);
/* Releases what is not owned by the context: also after failure. */
void vv_ensemble_close(vv_ensemble *e);

#endif
