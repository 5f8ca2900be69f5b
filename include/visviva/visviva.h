/* visviva: a mechanism stated as text becomes equations of motion, proven.
 *
 * One context owns everything made in it; vv_ctx_free is the only release there is. Functions
 * return a vv_status; the context remembers the first failure. Faults of a model are diagnostics,
 * data to be read with vv_diag_at. The library prints nothing, ends no process and raises no
 * signal. Strings handed out live as long as the context.
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

/* One list gives enumerator, exit code of the command, and text. */
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
    size_t bytes;   /* memory budget; 0 means the default (1 GiB)            */
    double seconds; /* time budget; 0 means none                             */
    long refuse_at; /* tests: refuse the allocation with this number; 0 never */
} vv_limits;

/* NULL only when not even the context itself fits. limits may be NULL. */
VV_API vv_ctx *vv_ctx_new(const vv_limits *limits);
VV_API void vv_ctx_free(vv_ctx *c); /* NULL allowed */
/* First failure of this context, VV_OK if none. */
VV_API vv_status vv_ctx_status(const vv_ctx *c);
/* Stop long work soon: may be called from another thread or a signal handler. */
VV_API void vv_ctx_cancel(vv_ctx *c);
/* Be told what is being done, and which part of it is behind (0 .. 1, negative: it is not known).
 * `what` is gone after the call. NULL: nobody listens. */
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
} vv_span; /* bytes of the source; empty: no place */
typedef enum vv_severity { VV_NOTE, VV_WARNING, VV_ERROR } vv_severity;

typedef struct vv_diag {
    vv_severity severity;
    int code; /* printed as VV0103; the list is doc/diagnostics.md        */
    vv_span span;
    const char *message; /* one sentence, no full stop, names the thing              */
    const char *hint;    /* how to mend it, or NULL                                  */
    vv_span related;     /* where the clash or the opening bracket is; empty if none */
    const char *related_text;
} vv_diag;

VV_API int vv_diag_count(vv_ctx *c);
VV_API const vv_diag *vv_diag_at(vv_ctx *c, int i);
VV_API int vv_diag_errors(vv_ctx *c); /* errors reported, those beyond the limit included */
/* 1-based line and column (in characters) of a byte of the source. */
VV_API void vv_diag_place(vv_ctx *c, uint32_t offset, int *line, int *column);
/* All diagnostics as text with source lines and carets; colour adds terminal colours. */
VV_API const char *vv_diag_text(vv_ctx *c, bool colour);
/* From a byte of the text on its lines are no file's: an option of the caller has added them, each
 * as WORDS EXPRESSION (of which the first `words` bytes are not the user's). Diagnostics then speak
 * of the option. Before the text is loaded; up to eight. */
VV_API void vv_diag_option(vv_ctx *c, const char *text, size_t from, size_t words,
                           const char *option);
/* The same as JSON. */
VV_API const char *vv_diag_json(vv_ctx *c);

/* ---- a mechanism --------------------------------------------------------------------------- */

typedef struct vv_mechanism vv_mechanism;
typedef struct vv_setting {
    const char *name, *value;
} vv_setting; /* --set NAME=VALUE */

/* Parse, elaborate, and find its kinematics. file names it in diagnostics; text must outlive the
 * context. VV_E_MODEL when it has errors. */
VV_API vv_status vv_mechanism_load(vv_ctx *c, const char *file, const char *text, size_t length,
                                   int nsettings, const vv_setting *setting, vv_mechanism **out);

/* A second motion to be seen beside the first: of another model, or of the same with other values.
 */
typedef struct vv_beside {
    const char *file, *text; /* text NULL: the first model                                        */
    size_t length;
    int nsettings, nfirst; /* the first so many are of no interest to the reader                */
    const vv_setting *setting;
} vv_beside;

typedef struct vv_options {
    int nby;
    const char *const *by; /* names of formalisms; none: the one that suits, or for prove all     */
    const char *format;    /* "text" (default), "latex", "html", "json"                           */
    bool exact;            /* prove: insist on exact certificates                                 */
    uint64_t seed;         /* prove: of the random points; 0 means the standard seed              */
    const char *target;    /* export: form of the program; NULL: "c"                              */
    const char *name;      /* export: prefix of its names; NULL: the name of the file             */
    bool contact; /* derive, prove: also the twin in which contacts keep the servos' relations */
    bool steps;   /* derive: the derivation written out                                  */
    const char *relative_to; /* derive, prove: a frame that time alone moves; NULL: none          */
    int ntopics; /* study: names of topics; none: all that apply                        */
    const char *const *topic;
    int nclaims; /* study: the last so many claims of the model are decided too         */
    bool about;  /* study: the claim before these, `equilibrium`, is a motion whose variations
                    are asked for                                                       */
    const vv_beside *beside; /* report: a second motion, NULL: none                               */
} vv_options;

/* Each writes a report in the arena. options may be NULL. */
VV_API vv_status vv_mechanism_check(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                    const char **text);
/* VV_E_BEYOND when a method asked for does not apply; the report then says why. */
VV_API vv_status vv_mechanism_derive(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                     const char **text);
/* VV_OK: all proved; VV_E_NO: something refuted; VV_E_BEYOND: something undecided. */
VV_API vv_status vv_mechanism_prove(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                    const char **text);

/* A program that computes the motion by itself: rates, accelerations, Jacobian, mass matrix,
 * constraints, multipliers as functions of parameters, time and state. At most one formalism. */
VV_API vv_status vv_mechanism_export(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                     const char **text);
/* How a motion is run. All zero: from the model's run statement, a hundred intervals. */
typedef struct vv_run_options {
    const char *form;           /* "minimal" or "multipliers"; NULL: the one that suits        */
    const char *method;         /* name of an integrator; NULL: the one that suits             */
    bool witness;               /* the motion again by another method, and the difference      */
    const char *witness_method; /* NULL: one that suits                                */
    bool has_until;
    double until;  /* duration                                                    */
    double every;  /* interval of the rows; 0: see above                          */
    int intervals; /* without every and at: so many; 0: a hundred                */
    int nat;
    const double *at; /* further instants                                  (nat)     */
    double tolerance; /* of a step, relative; 0: as suits                              */
    double audit;     /* limit of the audit; 0: none                                 */
    int nsensitivities;
    const char *const *sensitivity; /* parameters, coordinates, rates, speeds  (nsensitivities) */
    int lyapunov;      /* so many exponents of Lyapunov                               */
    double disturb;    /* tests: added to the first speed half-way; 0 never           */
    int disturb_place; /* not the first: from there on, coordinates below 0; ignored beyond */
    bool dense;        /* a row for each step, with the coefficients of its series    */
    /* the table goes to a file; or to a function that takes its bytes; or is returned */
    const char *output;
    bool (*write)(void *data, const char *bytes, size_t n);
    void *write_data;
    const char *output_format; /* see vv_output_name; NULL: by the ending of output, csv   */
    bool resume;               /* go on from the checkpoint beside output, if there is one */
    double checkpoint;         /* seconds between them; 0: as suits                       */
    void (*progress)(void *data, double t, double until, long steps); /* NULL: nobody asks */
    void *progress_data;
    const char *account;      /* out: what was done and how well, in lines                */
    const char *account_json; /* out: the same as a JSON object                           */
    bool written;             /* out: a table was written, whole or (partial) not         */
    const char *partial;      /* out: why it is not whole; NULL: it is                    */
} vv_run_options;

/* Integrate the motion. *table is what neither a file nor a function takes. VV_E_BEYOND when it
 * could be followed only for a part of the time, VV_E_INTERRUPTED and VV_E_TIME: the table then
 * ends there. VV_E_NO when the audit exceeds its limit. VV_E_IO: FILE.part has the rows so far. */
VV_API vv_status vv_mechanism_run(vv_ctx *c, const vv_mechanism *m, vv_run_options *options,
                                  const char **table);

/* Many motions of one mechanism: parameters and start values varied. */
typedef struct vv_sweep_options {
    vv_run_options
        run; /* form, until, tolerance, audit, output, output_format, write, resume, checkpoint as
                there; every, at: rows on the way, otherwise the last one of each member      */
    int nvary;
    const char *const
        *vary;    /* "a=0.3:0.7:100", "a=1,2,5", "θ=normal(0.5,0.01)", "x'=uniform(0,1)" */
    long members; /* of random draws, for each point of the grids                       */
    uint64_t seed;
    int threads; /* 0: as many as processors */
    int lanes; /* at most so many motions side by side in a thread; 0: as many as there are      */
    int nsettings;
    const vv_setting *setting; /* those the mechanism was loaded with */
    vv_limits limits; /* memory of each thread, time of all                               */
    void (*progress)(void *data, long members, long total);
    void *progress_data;
    long total, written, failed; /* out: members, rows of members written, failed among them */
} vv_sweep_options;

/* A table with a row for each member, in their order: its number, the values varied, the
 * columns of a run at the end, the worst of its audit, its status and the reason of a failure. What
 * a member gives depends on its number and the seed alone. VV_E_BEYOND when all members failed. */
VV_API vv_status vv_mechanism_sweep(vv_ctx *c, const vv_mechanism *m, vv_sweep_options *options);

/* A curve of a plot, by the names of columns: time, coordinates, rates, speeds, what the model
 * shows. */
typedef struct vv_curve {
    const char *x, *y; /* x NULL: that of the curve before, at first the time */
    bool joins;        /* drawn into the plot of the curve before             */
} vv_curve;

typedef struct vv_plot_options {
    int ncurves;
    const vv_curve *curve;     /* none: what the model shows, or all columns of a table */
    bool sketch;               /* the mechanism itself, drawn at several instants       */
    const char *format;        /* "svg" (default), "png" or "pdf"                       */
    const vv_run_options *run; /* or NULL                                               */
} vv_plot_options;

/* Pictures of the motion; *bytes of *length in the arena. VV_E_BEYOND also when only a part of the
 * time could be followed, or for "png" and "pdf" in a program built without cairo (a diagnostic
 * says so). */
VV_API vv_status vv_mechanism_plot(vv_ctx *c, const vv_mechanism *m, const vv_plot_options *options,
                                   const char **bytes, size_t *length);
/* The same from a table of numbers (CSV with a line of names). */
VV_API vv_status vv_table_plot(vv_ctx *c, const char *file, const char *text, size_t length,
                               const vv_plot_options *options, const char **bytes,
                               size_t *out_length);
/* What is seen of the motion as JSON: bodies with shapes, frames, paths, forces, along one run. */
VV_API vv_status vv_mechanism_scene(vv_ctx *c, const vv_mechanism *m, const vv_run_options *options,
                                    const char **json);

/* One document with all that is known of a mechanism, in options->format: the model, a sketch, its
 * account, equations, proofs, studies, the motion with its audit, plots, in HTML an animation. The
 * text may have errors, a method or the run may fail: the report then has what could be found, and
 * the reason; VV_E_MODEL and VV_E_BEYOND with a report. */
VV_API vv_status vv_report_write(vv_ctx *c, const char *file, const char *text, size_t length,
                                 int nsettings, const vv_setting *setting,
                                 const vv_options *options, const vv_run_options *run,
                                 const char **report);

/* Answers to questions about a mechanism, one section for each topic. VV_E_BEYOND when a topic
 * asked for does not apply or something stays undecided, VV_E_NO when a claim is refuted; the
 * report says what. */
VV_API vv_status vv_mechanism_study(vv_ctx *c, const vv_mechanism *m, const vv_options *options,
                                    const char **text);

/* The formalisms: name and title of the i-th, NULL beyond the last. */
VV_API const char *vv_formalism_name(int i);
VV_API const char *vv_formalism_title(int i);
/* The topics of study: name and one line on the i-th, NULL beyond the last. */
VV_API const char *vv_study_name(int i);
VV_API const char *vv_study_text(int i);
/* The integrators: name and one line on the i-th, NULL beyond the last. */
VV_API const char *vv_integrator_name(int i);
VV_API const char *vv_integrator_text(int i);
/* Forms of a report: name and what it is of the i-th, NULL beyond the last. */
VV_API const char *vv_format_name(int i);
VV_API const char *vv_format_text(int i);
/* Forms of a table of numbers: name and what it is of the i-th, NULL beyond the last. */
VV_API const char *vv_output_name(int i);
VV_API const char *vv_output_text(int i);
/* Forms of a program: name and what it is of the i-th, NULL beyond the last. */
VV_API const char *vv_export_name(int i);
VV_API const char *vv_export_title(int i);
VV_API const char *vv_version(void);        /* "0.1.0"                                   */
VV_API const char *vv_solver_library(void); /* "SUNDIALS 6.4.1", "no SUNDIALS"              */
VV_API const char *vv_libraries(void);      /* "FLINT 2.9.0, Arb 2.23.0, GMP 6.2.1, ..." */

#ifdef __cplusplus
}
#endif

#endif
