/* Simulations: what a caller asks for (vv_sim), and the engine that is built for it anew whenever
 * that changes its equations. Private to capi/simulation*.c and trajectory.c. */
#ifndef VV_CAPI_SIMULATION_HANDLE_H
#define VV_CAPI_SIMULATION_HANDLE_H

#include <pthread.h>
#include <stdatomic.h>

#include "capi/handle.h"
#include "simulate/run/run.h"

enum { VV_SIM_DEGREE = 3 };

typedef enum vv_input_kind { VV_INPUT_HELD, VV_INPUT_TABLE, VV_INPUT_TEXT } vv_input_kind;

typedef struct vv_sim_input {
    vv_input_kind kind;
    double held;
    char *text;
    /* of a table: piece k from t[k] on, before t[0] and after t[n - 1] the end values */
    int degree;
    size_t n;
    double *t, *coefficient; /* (n), (n x (VV_SIM_DEGREE + 1)) by powers of the time since t[k] */
} vv_sim_input;

typedef struct vv_sim_event_request {
    char *text;       /* of an expression */
    vv_root_fn *root; /* or a function */
    int direction;
    vv_on_event *action;
    void *data;
    double sign;  /* of a function, when last seen; 0: not known          */
    double after; /* its zero in this step, from its start; infinite: none */
} vv_sim_event_request;

typedef struct vv_sim_control_law {
    vv_controller *law; /* NULL: none */
    void *data;
    double period, begins;
    int64_t calls; /* so far: the next one is at begins + calls * period */
} vv_sim_control_law;

/* The last step: dense output of q, and what its rows need. */
typedef struct vv_sim_last_step {
    bool valid;
    double t, dt;
    int degree;
    double *coefficient; /* (nq x (degree + 1))                    */
    double *x, *x_low;   /* state at its start; its time           */
    double time, time_low, h;
    double *cell;   /* inputs and parameters                  */
    double *series; /* of all values, which contacts overwrite; NULL: not needed */
    double *where;  /* they stand                             */
} vv_sim_last_step;

/* Everything in one context. */
typedef struct vv_sim_engine {
    vv_ctx *c;
    vv_command_mechanism *m;
    vv_model *model; /* whose initial values are those of the cells, or stated */
    vv_system system;
    int nstarts; /* as stated */
    vv_assignment *start, *given;
    vv_simulation r;
    vv_run_options o;
    vv_buffer account, blank, keep; /* blank: the state before the start */
    size_t said;                    /* length of the account then        */
    int nq, ninputs, nmodel;        /* nmodel: events of the model       */
    int ncells;
    double *cell;      /* initial values (2 nq), inputs ((degree + 2) each), parameters */
    double *input;     /* among them: VV_SIM_DEGREE + 2 for each input                  */
    double *parameter; /* among them: one for each variable parameter                   */
    bool potential;    /* forces with a potential depend on inputs                      */
    double *rates;     /* scratch (2 nq)                                                */
    vv_feedback feedback;
    vv_parameter_domain domain; /* of the variable parameters */
    size_t bytes;               /* of the context when it was built                              */
    vv_sim_last_step step;
    bool changed; /* something was set since the last step */
} vv_sim_engine;

typedef enum vv_sim_callback { VV_NO_CALLBACK, VV_READING, VV_ACTING } vv_sim_callback;

struct vv_trajectory {
    struct vv_trajectory *next;
    struct vv_sim_memory *of; /* NULL: freed */
    int nq;
    size_t n, room; /* pieces                               */
    double *knot;   /* (n + 1)                              */
    size_t *first;  /* of its coefficients              (n) */
    int *degree;    /*                                  (n) */
    double *coefficient;
    size_t ncoefficients, coefficients_room;
    size_t most;  /* bytes                       */
    bool refused; /* memory for a step           */
    bool ended;   /* the motion was begun anew   */
};

/* All of a simulation; handles are read through const pointers. */
typedef struct vv_sim_memory {
    /* as asked for */
    char *text, *file;
    size_t length;
    vv_options *budget;
    char *integrator, *form;
    double tolerance, max_step;
    int nvariable, nsensitivities, ncolumns;
    char **variable, **sensitivity, **column;
    int *variable_at; /* index of the parameter             (nvariable) */
    int nparameters;
    double *parameter; /* values in force; NaN: none is stated (nparameters) */
    bool *set;         /* these were set                       (nparameters) */
    int ninputs;
    vv_sim_input *input;
    vv_sim_control_law control;
    int nevents;
    vv_sim_event_request *event;
    /* state */
    vv_sim_engine *e;
    bool given; /* the motion began at a state that was set ... */
    double *start, start_time;
    double *q, *qd, t; /* of the present state */
    int last_event;
    int rapid; /* events of functions in succession that took no time */
    double rapid_since;
    vv_trajectory *trajectory;
    vv_diags *diags;
    atomic_int busy;
    _Atomic(pthread_t) owner; /* of the call that is under way; other threads look at it */
    _Atomic(vv_sim_callback) callback;
    vv_next wish;                /* of the law that is asked at every state */
    struct vv_sim_engine *asked; /* whose law is asked at every state */
    vv_sim *handle;              /* NULL: freed */
    vv_entry *here;              /* the call that is under way */
    vv_status told;              /* the reasons of this failure are told  */
    bool doomed;                 /* freed within a callback               */
} vv_sim_memory;

struct vv_sim {
    vv_sim_memory *x;
};

/* ---- engines (simulation_build.c) ---- */

/* An engine for what is asked for, before its start. On failure *out is NULL, and vv_error() has
 * the reasons. */
vv_status vv_sim_engine_new(vv_sim_memory *x, vv_sim_engine **out);
void vv_sim_engine_free(vv_sim_engine *e);
/* The start that the model states, or that was set. */
vv_status vv_sim_engine_start(vv_sim_memory *x, vv_sim_engine *e);
/* Writes the initial values (q, q') into the cells; NULL: those of the model count. */
void vv_sim_engine_begin_at(vv_sim_engine *e, const double *rates);
/* Another engine, after a change of what is asked for: the motion goes on from the present state;
 * `same`: to the last digit, since the equations are the same. */
vv_status vv_sim_rebuild(vv_sim_memory *x, bool same);
/* Takes an engine, instead of the present one. */
void vv_sim_adopt(vv_sim_memory *x, vv_sim_engine *to);
/* Equations, method or values are no longer those of its beginning. */
bool vv_sim_engine_is_spent(const vv_sim_engine *e);
/* Too much memory is left over from changes. */
vv_status vv_sim_tidy(vv_sim_memory *x);
/* The present state, after every change. */
void vv_sim_refresh(vv_sim_memory *x);
/* q, q' within a step, from the inputs of the tapes. */
void vv_sim_rates_from(vv_sim_engine *e, const double *in, double *rates);

/* ---- inputs (simulation_inputs.c) ---- */

/* The pieces of tables at the present time, in the cells. */
void vv_sim_place_inputs(vv_sim_memory *x, vv_sim_engine *e);
/* The next instant at which an input changes or the control law is asked. */
double vv_sim_next_change(const vv_sim_memory *x);
/* Is a law asked at every state? */
static inline bool vv_sim_is_continuous(const vv_sim_memory *x) {
    return x->control.law && x->control.period == 0;
}
/* This law; state: q, q'. */
void vv_sim_feedback(void *data, double t, const double *state);
/* What changes at the present time. */
vv_status vv_sim_change_inputs(vv_sim_memory *x, vv_next *next);
void vv_sim_inputs_free(vv_sim_memory *x);
/* All are held at 0. *equations: these change by that. */
void vv_sim_inputs_reset(vv_sim_memory *x, bool *equations);
bool vv_sim_input_copy(vv_sim_input *to, const vv_sim_input *from);

/* ---- events (simulation_events.c) ---- */

double vv_sim_shorten(void *data, vv_simulation *r, double dt);
/* What happened at the end of a step: *stops. */
vv_status vv_sim_act(vv_sim_memory *x, bool *stops);
/* The signs of functions at the end of a step of length dt that is about to be taken. */
void vv_sim_note_signs(vv_sim_memory *x, double dt);
int vv_sim_count_expressions(const vv_sim_memory *x);

/* ---- steps (simulation_steps.c), trajectories (trajectory.c) ---- */

void vv_sim_see(void *data, vv_simulation *r, double dt);
void vv_trajectory_add(vv_trajectory *r, const vv_sim_last_step *s);
/* The value of a derivative of a polynomial. */
double vv_sim_polynomial(int degree, const double *c, int derivative, double at);

/* ---- calls (simulation.c) ---- */

/* Begins a call on s; `callback`: also within the callback of an event. false: refused, *status. */
bool vv_sim_enter(vv_entry *here, const vv_sim *s, const char *name, bool callback,
                  vv_status *status);
vv_status vv_sim_leave(vv_entry *here, const vv_sim *s, vv_status status);
void vv_sim_begin_callback(vv_sim_memory *x, vv_sim_callback kind);
void vv_sim_end_callback(vv_sim_memory *x);
/* VV_GIVE_UP is a failure. */
vv_status vv_sim_answer(vv_sim_memory *x, vv_next next, const char *who);

#endif
