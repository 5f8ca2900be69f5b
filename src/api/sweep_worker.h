/* One thread of a sweep: a context with the mechanism at the current parameter values, and the
 * motions that share them. The members of a chunk become lines of text. */
#ifndef VV_API_SWEEP_WORKER_H
#define VV_API_SWEEP_WORKER_H

#include "api/mechanism.h"
#include "api/sweep_table.h"
#include "api/sweep_design.h"
#include "simulate/ensemble/ensemble.h"

/* Where the last rows of members go instead of lines: the varied values, the columns of a run, the
 * audit; NaN for a member that has none. */
enum { VV_SWEEP_UNKNOWN = 255 }; /* status of a member that has not ended */
typedef struct vv_sweep_array {
    long first; /* the member of the first row */
    int width;
    double *row;
    uint8_t *status; /* vv_status of each member */
} vv_sweep_array;

typedef struct vv_sweep_worker {
    const vv_command_mechanism *model; /* source of the model text */
    const vv_sweep_options *o;
    const vv_sweep_design *v;
    vv_run_options run;   /* of each member */
    bool last_only;       /* only the last row of each */
    double deadline;      /* monotonic clock, seconds; 0: none */
    const vv_ctx *leader; /* its cancellation stops the worker */
    vv_ctx *c;            /* NULL: not built */
    vv_command_mechanism *m;
    vv_ensemble *e;
    size_t base;     /* bytes used by the context once built */
    long built_for;  /* member whose parameters it was built for */
    int *start;      /* index of each varied value among the model's initial conditions, or -1 */
    long first, end; /* the chunk */
    long at;         /* next member */
    const vv_sweep_array *array; /* NULL: lines */
    char **line;   /* of each member (end - first); NULL: none yet, or an array has its row */
    long failed;   /* in all chunks */
    long doubtful; /* of these: by their audit */
    int width;     /* columns of a run */
    double *value; /* scratch: values of the varied parameters */
    bool numeric_parameters; /* parameters were substituted as numbers */
    long *individual;        /* members to run individually (end - first) */
    long nindividual;
} vv_sweep_worker;

/* All columns, allocated in c, the context of the model; k->c must exist. */
vv_status vv_sweep_worker_columns(const vv_sweep_worker *k, vv_ctx *c, vv_sweep_columns *out);
/* Builds the context and mechanism for a member. Returns VV_OK, or a status with diagnostics in
 * k->c. */
vv_status vv_sweep_worker_build(vv_sweep_worker *k, long member);
/* Lines of members first .. end - 1; the caller frees them. False: interrupted, out of time or
 * memory, as *status says. */
bool vv_sweep_worker_run(vv_sweep_worker *k, long first, long end, vv_status *status);
void vv_sweep_worker_close(vv_sweep_worker *k);

#endif
