/* How to integrate a motion, as a caller asks for it. */
#ifndef VV_SIMULATE_RUN_OPTIONS_H
#define VV_SIMULATE_RUN_OPTIONS_H

#include "base/base.h"

/* How to integrate a motion. All zero: as in the model's run statement, with a hundred
 * intervals. */
typedef struct vv_run_options {
    const char *form;           /* "minimal" or "multipliers"; NULL: chosen automatically */
    const char *method;         /* name of an integrator; NULL: chosen automatically */
    bool witness;               /* cross-check: integrate again by another method and report the
                                 * difference */
    const char *witness_method; /* NULL: chosen automatically */
    bool has_until;
    double until;  /* duration */
    double every;  /* interval between rows; 0: see intervals */
    int intervals; /* number of intervals if neither every nor at is given; 0: a hundred */
    int nat;
    const double *at; /* additional instants (nat) */
    double tolerance; /* relative tolerance of a step; 0: chosen automatically */
    double audit;     /* limit of the audit; 0: none */
    int nsensitivities;
    const char *const *sensitivity; /* parameters, coordinates, rates, speeds  (nsensitivities) */
    int lyapunov;                   /* number of Lyapunov exponents */
    double disturb;                 /* for tests: added to the first speed halfway; 0: never */
    int disturb_place; /* index of another component to disturb instead; negative: a coordinate;
                        * ignored if out of range */
    bool dense;        /* one row per step, with its Taylor coefficients */
    /* A motion that is known already, which a picture shows instead of integrating: rows of time,
     * q, q', inputs (nrecorded x vv_run_recorded_width). */
    int nrecorded;
    const double *recorded;
    /* The table goes to a file, or in pieces to a function, or is returned. */
    const char *output;
    bool (*write)(void *data, const char *bytes, size_t n);
    void *write_data;
    const char *output_format; /* see vv_output_name; NULL: by the extension of output, or csv */
    bool resume;               /* resume from the checkpoint next to output, if there is one */
    double checkpoint;         /* seconds between checkpoints; 0: default */
    void (*progress)(void *data, double t, double until, long steps); /* NULL: no progress
                                                                       * reports */
    void *progress_data;
    const char *account;      /* out: summary of the run and its accuracy, as lines of text */
    const char *account_json; /* out: the same as a JSON object */
    bool written;             /* out: a table was written, complete or (see partial) not */
    const char *partial;      /* out: why the table is incomplete; NULL: it is complete */
    bool failed_audit;        /* out: the audit exceeds its limit, or a value is no number */
} vv_run_options;

static inline int vv_run_recorded_width(int nq, int ninputs) { return 1 + 2 * nq + ninputs; }

#endif
