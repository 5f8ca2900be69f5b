/* One thread of a sweep: a context with the mechanism at the present values of its parameters, and
 * the motions that share them. Members of a chunk become lines of text. */
#ifndef VV_API_CREW_H
#define VV_API_CREW_H

#include "api/mechanism.h"
#include "api/sweep_table.h"
#include "api/sweep_design.h"
#include "simulate/ensemble/ensemble.h"

typedef struct vv_sweep_worker {
    const vv_mechanism *model; /* its text                                                        */
    const vv_sweep_options *o;
    const vv_sweep_design *v;
    vv_run_options run; /* of each member                                                         */
    bool last_only;     /* one row of each                                                        */
    double deadline;    /* seconds of the monotonic clock; 0: none                                */
    const vv_ctx *leader; /* stops it                                                         */
    vv_ctx *c;            /* NULL: none stands                                                */
    vv_mechanism *m;
    vv_ensemble *e;
    size_t base;     /* bytes of the context when it was built                                    */
    long built_for;  /* a member with the parameters it was built for                             */
    int *start;      /* of each varied value its place among the starts of the model, -1          */
    long first, end; /* the chunk                                                                 */
    long at;         /* the next of them                                                          */
    char **line;     /* of each member                                             (end - first) */
    long failed;     /* of all chunks                                                             */
    int width;       /* columns of a run                                                          */
    double *value;   /* scratch: of the parameters varied                                         */
    bool apart_only; /* parameters are numbers                                                    */
    long *apart;     /* members to be followed so                                   (end - first) */
    long napart;
} vv_sweep_worker;

/* All columns, kept in c, which is the context of the model; k->c must stand. */
vv_status vv_sweep_worker_columns(const vv_sweep_worker *k, vv_ctx *c, vv_sweep_columns *out);
/* The context and mechanism for a member. VV_OK, or a status whose diagnostics stand in k->c. */
vv_status vv_sweep_worker_build(vv_sweep_worker *k, long member);
/* Lines of members first .. end - 1, to be freed. false: interrupted, out of time or memory;
 * *status says which. */
bool vv_sweep_worker_run(vv_sweep_worker *k, long first, long end, vv_status *status);
void vv_sweep_worker_close(vv_sweep_worker *k);

#endif
