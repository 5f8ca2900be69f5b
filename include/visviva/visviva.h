/* visviva: turns the textual description of a mechanism into equations of motion, with proofs.
 *
 * A context owns everything made in it; vv_ctx_free releases it all. Functions return a vv_status;
 * the context records the first failure. Errors in a model are diagnostics, read with vv_diag_at.
 * The library prints nothing, never exits and raises no signals. Returned strings live as long as
 * the context.
 *
 *     vv_ctx *c = vv_ctx_new(NULL);
 *     vv_mechanism *m;
 *     const char *text;
 *     if (vv_mechanism_load(c, "hoop.vv", source, length, 0, NULL, &m) == VV_OK &&
 *         vv_mechanism_derive(c, m, NULL, &text) == VV_OK)
 *         puts(text);
 *     vv_ctx_free(c);
 */
#ifndef VISVIVA_H
#define VISVIVA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define VV_API __attribute__((visibility("default")))
#else
#define VV_API
#endif

/* ---- outcomes ------------------------------------------------------------------------------ */

/* Each entry gives the enumerator, the exit code of the command and the message. */
/* clang-format off */
#define VV_STATUS_LIST(X) \
    X(VV_OK,            0,   "done") \
    X(VV_E_NO,          1,   "the question was answered no") \
    X(VV_E_USAGE,       2,   "wrong use of the command") \
    X(VV_E_MODEL,       3,   "the model has errors") \
    X(VV_E_BEYOND,      4,   "beyond our methods, or undecided") \
    X(VV_E_NOMEM,       5,   "memory budget exceeded") \
    X(VV_E_TIME,        5,   "time budget exceeded") \
    X(VV_E_IO,          6,   "input or output failed") \
    X(VV_E_INTERNAL,    70,  "internal error") \
    X(VV_E_INTERRUPTED, 130, "interrupted")
/* clang-format on */

typedef enum vv_status {
#define X(name, code, text) name,
    VV_STATUS_LIST(X)
#undef X
} vv_status;

VV_API const char *vv_status_text(vv_status s);
VV_API int vv_status_exit_code(vv_status s);

/* ---- context ------------------------------------------------------------------------------- */

typedef struct vv_ctx vv_ctx;

typedef struct vv_limits {
    size_t bytes;   /* memory budget; 0: the default (1 GiB) */
    double seconds; /* time budget; 0: none */
    long refuse_at; /* for tests: refuse the allocation with this number; 0: never */
} vv_limits;

/* Returns NULL only if there is no memory for the context itself. limits may be NULL. */
VV_API vv_ctx *vv_ctx_new(const vv_limits *limits);
VV_API void vv_ctx_free(vv_ctx *c); /* NULL allowed */
/* The first failure of this context; VV_OK if there was none. */
VV_API vv_status vv_ctx_status(const vv_ctx *c);
/* Asks long computations to stop soon. May be called from another thread or a signal handler. */
VV_API void vv_ctx_cancel(vv_ctx *c);
/* Registers a callback that receives the current activity and the fraction completed (0 to 1;
 * negative if unknown). `what` is valid only during the call. NULL unregisters. */
typedef void vv_listener(void *data, const char *what, double part);
VV_API void vv_ctx_listen(vv_ctx *c, vv_listener *listener, void *data);
/* Have the stations of a set (a bit each, by their numbers) write what they received and produced,
 * line by line. NULL: none does. Names and texts: the i-th, NULL beyond the last. */
typedef void vv_trace_writer(void *data, const char *line);
VV_API void vv_ctx_trace(vv_ctx *c, uint32_t stations, vv_trace_writer *write, void *data);
VV_API const char *vv_trace_station_name(int i);
VV_API const char *vv_trace_station_text(int i);

/* ---- diagnostics --------------------------------------------------------------------------- */

typedef struct vv_span {
    uint32_t begin, end;
} vv_span; /* bytes of the source, then of the requests; empty: no place */
typedef enum vv_severity { VV_NOTE, VV_WARNING, VV_ERROR } vv_severity;

typedef struct vv_diag {
    vv_severity severity;
    int code; /* printed as VV0103; listed in doc/diagnostics.md */
    vv_span span;
    const char *message; /* one sentence without a full stop that names the culprit */
    const char *hint;    /* how to fix it, or NULL */
    vv_span related;     /* location of the conflict or of the opening bracket; empty if none */
    const char *related_text;
} vv_diag;

VV_API int vv_diag_count(vv_ctx *c);
VV_API const vv_diag *vv_diag_at(vv_ctx *c, int i);
VV_API int vv_diag_errors(vv_ctx *c); /* errors reported, those beyond the limit included */
/* 1-based line and column (in characters) of a byte of the source; line 0: of a request. */
VV_API void vv_diag_place(vv_ctx *c, uint32_t offset, int *line, int *column);
/* All diagnostics as text with source lines and carets; colour adds terminal escape codes. */
VV_API const char *vv_diag_text(vv_ctx *c, bool colour);
/* The same as JSON. */
VV_API const char *vv_diag_json(vv_ctx *c);

/* ---- a mechanism --------------------------------------------------------------------------- */

typedef struct vv_mechanism vv_mechanism;
typedef struct vv_setting {
    const char *name, *value;
} vv_setting; /* --set NAME=VALUE */

/* An expression of the language with which a caller asks something of a model (an option of the
 * command). Parsed as a source of its own and evaluated in the scope of the model. */
typedef enum vv_request_kind {
    VV_REQUEST_COLUMN,  /* a column of the table: EXPR {, EXPR}, as after `show`                 */
    VV_REQUEST_MOTION,  /* a motion whose variational equations are studied: q = EXPR {, ...}   */
    VV_REQUEST_INTEGRAL /* is it a first integral? EXPR, as after `claim integral`              */
} vv_request_kind;
typedef struct vv_request {
    vv_request_kind kind;
    const char *option; /* names the text in diagnostics: "--column" */
    const char *text;
} vv_request;

/* The text of a model, its settings, and the requests made of it. */
typedef struct vv_source {
    const char *file; /* names it in diagnostics */
    const char *text;
    size_t length;
    int nsettings;
    const vv_setting *setting;
    int nrequests;
    const vv_request *request;
    bool at_values; /* put the parameters' values in place of their symbols, exactly */
} vv_source;

/* Parse, elaborate, and find its kinematics. All texts must outlive the context. VV_E_MODEL when
 * the model or a request has errors. */
VV_API vv_status vv_mechanism_open(vv_ctx *c, const vv_source *source, vv_mechanism **out);
/* The same without requests. */
VV_API vv_status vv_mechanism_load(vv_ctx *c, const char *file, const char *text, size_t length,
                                   int nsettings, const vv_setting *setting, vv_mechanism **out);

/* A second motion for comparison: of another model, or of the same model with other values. */
typedef struct vv_beside {
    const char *file, *text; /* text NULL: same model as the first */
    size_t length;
    int nsettings, nfirst; /* the first nfirst settings are not shown to the reader */
    const vv_setting *setting;
} vv_beside;

typedef struct vv_options {
    int nby;
    const char *const *by; /* names of formalisms; none: chosen automatically (prove: all) */
    const char *format;    /* "text" (default), "latex", "html", "json" */
    bool exact;            /* prove: require exact certificates */
    uint64_t seed;         /* prove: seed of the random points; 0: the default seed */
    const char *target;    /* export: target language; NULL: "c" */
    const char *name;      /* export: prefix of the generated names; NULL: the file name */
    bool contact;          /* derive, prove: also the counterpart whose contacts maintain the servo
                            * constraints */
    bool steps;            /* derive: write out the derivation */
    const char *relative_to; /* derive, prove: a frame whose motion is a given function of time;
                              * NULL: none */
    int ntopics;             /* study: names of topics; none: all that apply */
    const char *const *topic;
    /* study of a model without requests that are claims: */
    int nclaims; /* its last so many claims are decided too                             */
    bool about;  /* the claim before these, `equilibrium`, is a motion whose variations are
                    asked for                                                           */
    const vv_beside *beside; /* report: a second motion, NULL: none                               */
    const char **certificate; /* prove, study: set to the certificate (JSON); NULL: none wanted */
} vv_options;

/* Each function writes a report in the arena. options may be NULL. */
VV_API vv_status vv_mechanism_check(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                    const char **text);
/* VV_E_BEYOND if a requested method does not apply; the report then gives the reason. */
VV_API vv_status vv_mechanism_derive(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                     const char **text);
/* VV_OK: all proved; VV_E_NO: something refuted; VV_E_BEYOND: something undecided. */
VV_API vv_status vv_mechanism_prove(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                    const char **text);

/* Checks a certificate of prove or study with a kernel that shares no code with the prover. VV_OK:
 * every verdict is verified; VV_E_NO: one does not check; VV_E_BEYOND: nothing is wrong, but not
 * everything could be checked; VV_E_MODEL: not a certificate of this version, with a diagnostic. */
enum { VV_CERTIFICATE_BYTES = 256 << 20 }; /* longer ones are refused */
VV_API vv_status vv_certificate_verify(vv_ctx *c, const char *text, size_t length,
                                       const char **report);

/* Writes a self-contained program that computes rates, accelerations, Jacobian, mass matrix,
 * constraint residuals and multipliers as functions of parameters, time and state. At most one
 * formalism. */
VV_API vv_status vv_mechanism_export(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                     const char **text);
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

/* Integrates the motion. *table is set if neither a file nor a function receives the table. The
 * table ends early on VV_E_BEYOND (the motion could not be continued), VV_E_INTERRUPTED and
 * VV_E_TIME. VV_E_NO: the audit exceeds its limit. VV_E_IO: FILE.part has the rows written so
 * far. */
VV_API vv_status vv_mechanism_run(vv_ctx *c, const vv_mechanism *m, vv_run_options *options,
                                  const char **table);

/* Many motions of one mechanism with varied parameters and initial values. */
typedef struct vv_sweep_options {
    vv_run_options run; /* form, until, tolerance, audit, output, output_format, write, resume and
                         * checkpoint apply; every and at request intermediate rows, otherwise each
                         * member has its last row only */
    int nvary;
    const char *const
        *vary;    /* "a=0.3:0.7:100", "a=1,2,5", "θ=normal(0.5,0.01)", "x'=uniform(0,1)" */
    long members; /* number of random draws per grid point */
    uint64_t seed;
    int threads; /* 0: one per processor */
    int lanes;   /* at most this many SIMD lanes per thread; 0: as many as the processor has */
    int nsettings;
    const vv_setting *setting; /* the settings with which the mechanism was loaded */
    vv_limits limits;          /* memory per thread; total time */
    void (*progress)(void *data, long members, long total);
    void *progress_data;
    long total, written, failed; /* out: members, members written, members that failed */
    long doubtful;               /* out: of these, members whose audit exceeds its limit */
} vv_sweep_options;

/* Writes a table with one row per member, in order: its number, the varied values, the columns
 * of a run at the final time, the worst audit value, the status, and the reason of a failure.
 * The result of a member depends on its number and the seed only. VV_E_NO if the audit of a
 * member exceeds its limit, VV_E_BEYOND if all members failed otherwise. */
VV_API vv_status vv_mechanism_sweep(vv_ctx *c, const vv_mechanism *m, vv_sweep_options *options);

/* A curve of a plot, given by column names: time, coordinates, rates, speeds, `show`
 * expressions. */
typedef struct vv_curve {
    const char *x, *y; /* x NULL: same as for the previous curve; for the first one: time */
    bool joins;        /* drawn into the plot of the previous curve */
} vv_curve;

typedef struct vv_plot_options {
    int ncurves;
    const vv_curve *curve;     /* none: the model's `show` expressions, or all columns of a table */
    bool sketch;               /* the mechanism itself, at several instants */
    const char *format;        /* "svg" (default), "png" or "pdf" */
    const vv_run_options *run; /* or NULL */
} vv_plot_options;

/* Plots the motion: *length bytes at *bytes, in the arena. VV_E_BEYOND if the run ended early,
 * and for "png" and "pdf" without cairo (with a diagnostic). */
VV_API vv_status vv_mechanism_plot(vv_ctx *c, const vv_mechanism *m, const vv_plot_options *options,
                                   const char **bytes, size_t *length);
/* The same from a table of numbers (CSV with a header line). */
VV_API vv_status vv_table_plot(vv_ctx *c, const char *file, const char *text, size_t length,
                               const vv_plot_options *options, const char **bytes,
                               size_t *out_length);
/* The animation of one run as JSON: bodies with shapes, frames, paths, forces. */
VV_API vv_status vv_mechanism_scene(vv_ctx *c, const vv_mechanism *m, const vv_run_options *options,
                                    const char **json);

/* Writes one document about the mechanism in options->format: the model, a sketch, its
 * structure, equations, proofs, studies, the motion with its audit, plots, and in HTML an
 * animation. If the model has errors or a method or the run fails, the report contains what
 * could be computed and the reason; the status is then VV_E_MODEL or VV_E_BEYOND. */
VV_API vv_status vv_report_write(vv_ctx *c, const char *file, const char *text, size_t length,
                                 int nsettings, const vv_setting *setting,
                                 const vv_options *options, const vv_run_options *run,
                                 const char **report);

/* Studies a mechanism, one section per topic. VV_E_BEYOND if a requested topic does not apply or
 * something remains undecided, VV_E_NO if a claim is refuted; the report says which. */
VV_API vv_status vv_mechanism_study(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                    const char **text);

/* Formalisms: name and title of the i-th; NULL beyond the last. */
VV_API const char *vv_formalism_name(int i);
VV_API const char *vv_formalism_title(int i);
/* Topics of study: name and one-line description of the i-th; NULL beyond the last. */
VV_API const char *vv_study_name(int i);
VV_API const char *vv_study_text(int i);
/* Integrators: name and one-line description of the i-th; NULL beyond the last. */
VV_API const char *vv_integrator_name(int i);
VV_API const char *vv_integrator_text(int i);
/* Report formats: name and description of the i-th; NULL beyond the last. */
VV_API const char *vv_format_name(int i);
VV_API const char *vv_format_text(int i);
/* Table formats: name and description of the i-th; NULL beyond the last. */
VV_API const char *vv_output_name(int i);
VV_API const char *vv_output_text(int i);
/* Export targets: name and description of the i-th; NULL beyond the last. */
VV_API const char *vv_export_name(int i);
VV_API const char *vv_export_title(int i);
VV_API const char *vv_version(void);        /* "0.1.0" */
VV_API const char *vv_solver_library(void); /* "SUNDIALS 6.4.1", "no SUNDIALS" */
VV_API const char *vv_libraries(void);      /* "FLINT 2.9.0, Arb 2.23.0, GMP 6.2.1, ..." */

#ifdef __cplusplus
}
#endif

#endif
