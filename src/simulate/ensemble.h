/* Many motions of one system from different starts, side by side in the lanes of vectors where the
 * system allows it, else one after another. A member's numbers do not depend on the others or on
 * how many lanes there are. */
#ifndef VV_SIMULATE_ENSEMBLE_H
#define VV_SIMULATE_ENSEMBLE_H

#include "simulate/batch.h"
#include "simulate/motion.h"

typedef struct vv_ensemble {
    vv_ctx *c;
    int lanes;
    vv_motion motion[VV_BATCH_MOST];
    vv_buffer account; /* of all: nobody reads it                       */
    vv_batch batch;
    vv_buffer state; /* of a motion before its start                   */
    bool spent;      /* a member changed its form: build another one   */
} vv_ensemble;

/* Who the members are and what becomes of them. */
typedef struct vv_ensemble_work {
    void *data;
    /* The next member: its start is put in the model. false: there are no more. */
    bool (*next)(void *data, long *member);
    /* It has ended: rows in m->record.rows. VV_OK, VV_E_NO, VV_E_BEYOND or VV_E_MODEL with its
     * reason; m is NULL when it could not begin. */
    void (*done)(void *data, long member, vv_motion *m, vv_status status, const char *reason);
} vv_ensemble_work;

/* most: lanes. VV_E_MODEL, VV_E_BEYOND with a diagnostic when there is no such motion. */
vv_status vv_ensemble_new(vv_ctx *c, const vv_system *s, vv_run_options *o, int most,
                          vv_ensemble *out);
/* Until there are no more members, or it is spent. A failure of the context ends it. */
vv_status vv_ensemble_run(vv_ensemble *e, const vv_ensemble_work *w);
/* What is not the context's: also after failure. */
void vv_ensemble_close(vv_ensemble *e);

#endif
