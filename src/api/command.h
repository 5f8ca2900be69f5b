/* What the command and the laboratory ask of the library: text in, report out.
 *
 * A context owns everything made in it; vv_ctx_free releases it all. Functions return a vv_status;
 * the context records the first failure. Errors in a model are diagnostics, read with vv_diag_at.
 * Returned strings live as long as the context.
 *
 *     vv_ctx *c = vv_ctx_new(NULL);
 *     vv_command_mechanism *m;
 *     const char *text;
 *     if (vv_command_load(c, "hoop.vv", source, length, 0, NULL, &m) == VV_OK &&
 *         vv_command_derive(c, m, NULL, &text) == VV_OK)
 *         puts(text);
 *     vv_ctx_free(c);
 */
#ifndef VV_API_COMMAND_H
#define VV_API_COMMAND_H

#include "base/base.h"
#include "lang/lang.h"
#include "scene/scene.h"
#include "simulate/run_options.h"
#include "verify/verify.h"

typedef struct vv_command_mechanism vv_command_mechanism;
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
vv_status vv_command_open(vv_ctx *c, const vv_source *source, vv_command_mechanism **out);
/* The same without requests. */
vv_status vv_command_load(vv_ctx *c, const char *file, const char *text, size_t length,
                          int nsettings, const vv_setting *setting, vv_command_mechanism **out);

/* A second motion for comparison: of another model, or of the same model with other values. */
typedef struct vv_beside {
    const char *file, *text; /* text NULL: same model as the first */
    size_t length;
    int nsettings, nfirst; /* the first nfirst settings are not shown to the reader */
    const vv_setting *setting;
} vv_beside;

typedef struct vv_command_options {
    int nby;
    const char *const *by; /* names of formalisms; none: chosen automatically (prove: all) */
    const char *format;    /* "text" (default), "latex", "fragment", "html", "json" */
    const char *arrays;    /* study: a table format in which the matrices alone are written; NULL:
                            * a report. It may contain any bytes: */
    size_t *length;        /* set to their number; NULL: not wanted */
    bool exact;            /* prove: require exact certificates */
    uint64_t seed;         /* prove: seed of the random points; 0: the default seed */
    const char *target;    /* export: target language; NULL: "c" */
    const char *name;      /* export: prefix of the generated names; NULL: the file name */
    bool contact;          /* derive, prove: also the counterpart whose contacts maintain the servo
                            * constraints */
    bool steps;            /* derive: write out the derivation */
    bool full;             /* long formulas are written out, without named parts */
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
} vv_command_options;

/* Each function writes a report in the arena. options may be NULL. */
vv_status vv_command_check(vv_ctx *c, const vv_command_mechanism *m,
                           const vv_command_options *options, const char **text);
/* VV_E_BEYOND if a requested method does not apply; the report then gives the reason. */
vv_status vv_command_derive(vv_ctx *c, const vv_command_mechanism *m,
                            const vv_command_options *options, const char **text);
/* VV_OK: all proved; VV_E_NO: something refuted; VV_E_BEYOND: something undecided. */
vv_status vv_command_prove(vv_ctx *c, const vv_command_mechanism *m,
                           const vv_command_options *options, const char **text);

/* Two mechanisms beside each other, o->beside the second, which must be a text: energies,
 * equations, and motions if both state them. VV_OK: the equations are the same; VV_E_NO: they are
 * not; VV_E_BEYOND: not decided, or not to be compared. */
vv_status vv_command_compare(vv_ctx *c, const vv_source *first, const vv_command_options *o,
                             const vv_run_options *run, const char **text);

/* Writes a self-contained program that computes rates, accelerations, Jacobian, mass matrix,
 * constraint residuals and multipliers as functions of parameters, time and state. At most one
 * formalism. */
vv_status vv_command_export(vv_ctx *c, const vv_command_mechanism *m,
                            const vv_command_options *options, const char **text);
/* Integrates the motion. *table is set if neither a file nor a function receives the table. The
 * table ends early on VV_E_BEYOND (the motion could not be continued), VV_E_INTERRUPTED and
 * VV_E_TIME. VV_E_NO: the audit exceeds its limit. VV_E_IO: FILE.part has the rows written so
 * far. */
vv_status vv_command_run(vv_ctx *c, const vv_command_mechanism *m, vv_run_options *options,
                         const char **table);

/* Many motions of one mechanism with varied parameters and initial values. */
/* Values that a caller gives, one for each member; not copied. */
typedef struct vv_sweep_given {
    const char *name;
    long n;
    const double *value;
} vv_sweep_given;

typedef struct vv_sweep_options {
    vv_run_options run; /* form, until, tolerance, audit, output, output_format, write, resume and
                         * checkpoint apply; every and at request intermediate rows, otherwise each
                         * member has its last row only */
    int nvary;
    const char *const
        *vary;  /* "a=0.3:0.7:100", "a=1,2,5", "θ=normal(0.5,0.01)", "x'=uniform(0,1)" */
    int ngiven; /* sweeps into arrays: values that are given, one for each member */
    const vv_sweep_given *given;
    long members;   /* number of random draws per grid point */
    bool later;     /* it may come with values that are given later */
    bool recorded;  /* of each member the rows that `record` writes */
    bool has_after; /* and only those from a time on */
    double after;
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
vv_status vv_command_sweep(vv_ctx *c, const vv_command_mechanism *m, vv_sweep_options *options);

/* The same into arrays: of each member the varied values, the last row of its run and the worst
 * audit value. Output, checkpoints, every and at do not apply. */
typedef struct vv_sweep_shape {
    long members; /* 0: not known yet */
    int width;    /* of a row */
    const char *const *column, *const *unit;
} vv_sweep_shape;
vv_status vv_command_sweep_shape(vv_ctx *c, const vv_command_mechanism *m,
                                 vv_sweep_options *options, vv_sweep_shape *out);
/* Members first .. first + n - 1: n rows, NaN where a member has none, and the vv_status of each;
 * 255: it had not ended when the sweep was stopped. */
vv_status vv_command_sweep_rows(vv_ctx *c, const vv_command_mechanism *m, vv_sweep_options *options,
                                long first, long n, double *row, uint8_t *status);

typedef struct vv_plot_options {
    int ncurves;
    const vv_curve *curve; /* none: the model's `show` expressions, or all columns of a table */
    bool sketch;           /* the mechanism itself, at several instants */
    bool portrait;         /* the phase plane of its only coordinate */
    const char *format;    /* "svg" (default), "png" or "pdf" */
    vv_plot_style style;
    const vv_sweep_options *sweep; /* a motion of every member; NULL: of the model alone */
    const vv_run_options *run;     /* or NULL */
} vv_plot_options;

/* Plots the motion: *length bytes at *bytes, in the arena. VV_E_BEYOND if the run ended early,
 * and for "png" and "pdf" without cairo (with a diagnostic). */
vv_status vv_command_plot(vv_ctx *c, const vv_command_mechanism *m, const vv_plot_options *options,
                          const char **bytes, size_t *length);
/* The same from a table of numbers: CSV with a header line, or what a run writes in another format.
 * options is not NULL. */
vv_status vv_command_plot_table(vv_ctx *c, const char *file, const char *text, size_t length,
                                const vv_plot_options *options, const char **bytes,
                                size_t *out_length);
typedef struct vv_animation_options {
    const char *format;        /* of vv_animation_name */
    double rate;               /* frames a second, for formats that have frames; 0: the default */
    const vv_run_options *run; /* or NULL */
} vv_animation_options;

/* The motion as one file: *length bytes at *bytes, in the arena. VV_E_BEYOND if the run ended
 * early, or with a diagnostic if the format cannot hold it. */
vv_status vv_command_animate(vv_ctx *c, const vv_command_mechanism *m,
                             const vv_animation_options *options, const char **bytes,
                             size_t *length);
/* A page with a scene, the JSON of vv_command_scene, and nothing else. */
const char *vv_scene_page(vv_ctx *c, const char *scene);
/* The animation of one run as JSON: bodies with shapes, frames, paths, forces. */
vv_status vv_command_scene(vv_ctx *c, const vv_command_mechanism *m, const vv_run_options *options,
                           const char **json);

/* Writes one document about the mechanism in options->format: the model, a sketch, its
 * structure, equations, proofs, studies, the motion with its audit, plots, and in HTML an
 * animation. If the model has errors or a method or the run fails, the report contains what
 * could be computed and the reason; the status is then VV_E_MODEL or VV_E_BEYOND. */
vv_status vv_command_report(vv_ctx *c, const char *file, const char *text, size_t length,
                            int nsettings, const vv_setting *setting,
                            const vv_command_options *options, const vv_run_options *run,
                            const char **report);

/* Studies a mechanism, one section per topic. VV_E_BEYOND if a requested topic does not apply or
 * something remains undecided, VV_E_NO if a claim is refuted; the report says which. */
vv_status vv_command_study(vv_ctx *c, const vv_command_mechanism *m,
                           const vv_command_options *options, const char **text);

/* An exercise: a model with a hole (doc/exercises.md). */
typedef struct vv_exercise_options {
    int nanswers; /* lines of an answer; 0: the exercise is shown */
    const char *const *answer;
    int hints;     /* so many of them are shown */
    bool solution; /* shows an answer that is right */
    const char *format;
} vv_exercise_options;
/* Shows an exercise, or judges an answer to it: VV_OK if it is right, VV_E_NO if it is not or
 * cannot be judged, VV_E_BEYOND if the prover does not decide. VV_E_MODEL: the file has errors. */
vv_status vv_command_exercise(vv_ctx *c, const char *file, const char *text, size_t length,
                              const vv_exercise_options *options, const char **report);

/* Formalisms: name and title of the i-th; NULL beyond the last. */
const char *vv_formalism_name(int i);
const char *vv_formalism_title(int i);
/* The same with those of another problem than the motion, which `derive` alone takes. */
const char *vv_derivation_name(int i);
const char *vv_derivation_title(int i);
/* Topics of study: name and one-line description of the i-th; NULL beyond the last. */
const char *vv_study_name(int i);
const char *vv_study_text(int i);
/* Integrators: name and one-line description of the i-th; NULL beyond the last. */
const char *vv_integrator_name(int i);
const char *vv_integrator_text(int i);
const char *vv_solver_library(void); /* "SUNDIALS 6.4.1", "no SUNDIALS" */
/* Report formats: name, ending of files and description of the i-th; NULL beyond the last. */
const char *vv_format_name(int i);
const char *vv_format_ending(int i);
const char *vv_format_text(int i);
/* Table formats: name, ending of files and description of the i-th; NULL beyond the last. */
const char *vv_output_name(int i);
const char *vv_output_ending(int i);
bool vv_output_has_arrays(int i); /* can it hold the matrices of a study? */
const char *vv_output_text(int i);
/* Export targets: name, ending of files and description of the i-th; NULL beyond the last. */
const char *vv_export_name(int i);
const char *vv_export_ending(int i);
const char *vv_export_title(int i);
/* Formats of animations: name, ending of files and description of the i-th; NULL beyond the last.
 */
const char *vv_animation_name(int i);
const char *vv_animation_ending(int i);
const char *vv_animation_text(int i);

#endif
