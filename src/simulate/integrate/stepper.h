/* A motion followed step by step, whatever the method.
 *
 * A step is a polynomial of the time for every value of the state: a Taylor series, which stands in
 * the coefficients of the flow (vv_dynamics_coefficients), or the dense output of another method.
 * Whoever changes the state between two steps (a shock, a test) just does: a method that remembers
 * the past compares the state with what it left and begins anew.
 *
 * The table of methods is integrators.def. */
#ifndef VV_SIMULATE_INTEGRATE_STEPPER_H
#define VV_SIMULATE_INTEGRATE_STEPPER_H

#include "simulate/formulation/dynamics.h"
#include "base/serializer.h"
#include "simulate/integrate/rhs.h"

struct vv_integrator;

typedef struct vv_stepper {
    const struct vv_integrator *by;
    void *own; /* what the method keeps for itself                         */
    vv_dynamics *f;
    int n;             /* of a state: q, w                                         */
    double tolerance;  /* of a step, of each value's own size                      */
    double loosen;     /* of the tolerance, where it is below rounding             */
    double t, t_low;   /* the time as a sum of two                                 */
    double *x, *x_low; /* the state as a sum of two                            (n) */
    double *size;      /* what each value is measured by                       (n) */
    double *ahead;     /* of a batch, if `whole`: sums of the series over the whole step, then
                          the state behind it, high and low parts                             */
    bool whole;
    double h;      /* length of the step that now stands                       */
    int shortest;  /* number of the value that limits it                       */
    double *floor; /* least size of a speed: what the energy would give it (n of the flow) */
    int rank;      /* highest of the matrix so far                             */
    bool faded;    /* it is lower now: a singular configuration is passed      */
    int nsingular; /* such places, the first at singular_time by singular_row  */
    double singular_time;
    int singular_row;
    double weak;    /* smallest pivot of the last step's matrix                                */
    double crossed; /* end of the last step over a singular configuration                  */
    struct vv_singularity_crossing
        *crossing; /* room for such a step (singularity_crossing.c), once there was need        */
    double last;   /* length of the last step                                  */
    long steps;
    long switches;      /* steps that ended where a branch changes                  */
    int hurried;        /* such steps one after another, very short                 */
    double least, most; /* lengths of steps taken                                  */
    long tiny;          /* those below VV_STEP_TINY of the longest before them, ... */
    double tiny_at;     /* ... and the time of the last of them                     */
    double worst_position, worst_velocity; /* residuals of the constraints met so far */
    vv_jit *rows; /* residuals of the constraints, in: q, w, t; that of the matrix, too, where
                         it has them                                              */
    int nfinite, nvelocity;
    double *rows_scratch, *rows_in, *rows_all;
    double *rows_out; /* the residuals among all of its results                   */
    /* methods that are no series */
    vv_rhs rhs;
    int degree;            /* of the polynomials of a step; 0: a series                        */
    double *poly;          /* state - x by powers of the time since the beginning (n *
                              VV_INTERPOLANT_COEFFICIENTS) */
    double *end, *end_low; /* the state after a whole step                        (n) */
    bool plain;            /* for comparisons: Adams' formulas, nothing projected           */
    const char *formula;   /* which of the method's formulas; NULL: it has one            */
    double *noise;         /* what rounding of the constraints has made of each value     (n) */
    double *here, *there, *nodes; /* scratch                                             */
    struct vv_switching_functions
        *branches; /* what abs, sign, min, max and conditions ask for (switching.c) */
    /* times that other laws of friction took hold, and how many a step has begun with: what was
     * remembered is void */
    long turns, turned;
} vv_stepper;

/* Behind x, x_low, size, floor and ahead there is room for so many more numbers: a batch reads and
 * writes as many at once. */
enum { VV_STEP_MARGIN = 8 };
#define VV_STEP_TINY 1e-6
#define VV_TOLERANCE_MOST 1e-2      /* of a step that can be asked for */
enum { VV_STEP_SPEED_FLOOR = 100 }; /* of what the energy would give a speed: its floor */
enum { VV_INTERPOLANT_DEGREE = 12, VV_INTERPOLANT_COEFFICIENTS = VV_INTERPOLANT_DEGREE + 1 };
enum { VV_INTERPOLANT_NODES = 8 }; /* of the polynomials of accelerations and multipliers */

typedef enum vv_step_fault {
    VV_STEP_OK,
    VV_STEP_NAN,
    VV_STEP_SINGULAR,
    VV_STEP_SIZE_TOO_SMALL,
    VV_STEP_CHATTERING, /* branches change without end */
    VV_STEP_RANGE       /* coefficients of series are no numbers of the machine any more */
} vv_step_fault;

typedef struct vv_integrator {
    const char *name;  /* --method NAME                                                  */
    const char *title; /* one line for --help                                            */
    double tolerance, constrained; /* of a step unless asked otherwise; with multipliers  */
    /* no less can be asked for: rounding rules below it. Free, and with multipliers. 0: none */
    double least[2];
    bool library;  /* needs SUNDIALS; without it there is nothing below                    */
    bool projects; /* the end of a step is moved onto the constraints                      */
    bool repeats;  /* a step can be made again, shorter                                    */
    /* What the method needs for itself, s->own. false on refusal of memory. NULL: nothing. */
    bool (*open)(vv_stepper *s);
    /* The step that begins at the state, at most `limit` long where the method can tell before;
     * sets h and the coefficients. The state may be moved onto the constraints. */
    vv_step_fault (*expand)(vv_stepper *s, double limit);
    /* Values at a time `after` the beginning of the step, 0 <= after <= h: q, w, w', lambda, t as
     * the flow's tapes take them. */
    void (*at)(const vv_stepper *s, double after, double *in);
    /* Move on by dt <= h. */
    void (*advance)(vv_stepper *s, double dt);
    /* Move on by dt as the method does by itself, without what lies between: for comparisons. NULL:
     * step by step. */
    vv_step_fault (*leap)(vv_stepper *s, double dt);
    /* Memory that is not the context's. NULL: none. */
    void (*close)(vv_stepper *s);
    /* What it remembers besides the stepper's own (vv_stepper_serialize). NULL: nothing. */
    void (*keep)(vv_stepper *s, vv_serializer *k);
    /* Between two steps: is what it remembers kept all by that? NULL: always. */
    bool (*rests)(const vv_stepper *s);
} vv_integrator;

#define X(name) extern const vv_integrator vv_integrator_##name;
#include "simulate/integrate/integrators.def"
#undef X

int vv_integrator_count(void);
const vv_integrator *vv_integrator_at(int i);
const vv_integrator *vv_integrator_find(const char *name); /* NULL if there is none */

/* false on refusal of memory. What it returns is closed by vv_stepper_close, also after failure. */
bool vv_stepper_new(vv_dynamics *f, const vv_integrator *by, double tolerance, vv_stepper *out);
void vv_stepper_close(vv_stepper *s);
/* What of it is state. */
void vv_stepper_serialize(vv_stepper *s, vv_serializer *k);
/* Another stepper goes on with the motion: the time, and what is told of the way behind. Its state,
 * and the sizes of it, are put by whoever knows what they are in the other equations. */
void vv_stepper_transfer(vv_stepper *s, vv_stepper *to);

/* As far as no branch changes. */
vv_step_fault vv_step_expand(vv_stepper *s, double limit);
static inline void vv_step_interpolate(const vv_stepper *s, double after, double *in) {
    s->by->at(s, after, in);
}
static inline void vv_step_advance(vv_stepper *s, double dt) { s->by->advance(s, dt); }

/* ---- for the methods ------------------------------------------------------------------------ */

/* a + b = *high + *low exactly [Knuth] */
static inline void vv_two_sum(double a, double b, double *high, double *low) {
    double s = a + b, c = s - a;
    *high = s;
    *low = (a - (s - c)) + (b - c);
}
/* The matrix that stands in f->kkt.a is factored, and its rank watched. */
vv_dynamics_fault vv_step_factor(vv_stepper *s);
/* As if it had been, by its inverse. */
void vv_step_note_inverse(vv_stepper *s);
/* Matrix at the state, factored, and the state moved onto the constraints: positions, then
 * velocities, least in the measure of the masses. */
vv_dynamics_fault vv_step_project(vv_stepper *s);
/* A series that stands: a longer polynomial where it leads over a singular configuration
 * (singularity_crossing.c).
 */
void vv_step_cross_singularity(vv_stepper *s);
/* How far the present state, which was moved onto the constraints and whose factor stands, would be
 * moved again: rounding. s->noise has the largest of it. */
void vv_step_measure_noise(vv_stepper *s);
/* The fault of a step whose equations failed. */
vv_step_fault vv_step_fault_of(vv_stepper *s, vv_dynamics_fault fault);
/* Methods that are no series: their right-hand side and room for their polynomials; values within
 * a step and its end by these. Before a step a state that is not the end of the one before is moved
 * onto the constraints, and the sizes by which errors are measured are found. */
bool vv_step_open_interpolant(vv_stepper *s, bool derivatives);
vv_step_fault vv_step_begin(vv_stepper *s);
/* The end of the step is moved onto the constraints, its polynomials with it. */
void vv_step_project_end(vv_stepper *s);
/* A step by the flow's series instead, within a method that is none: degree 0. Wanted where a
 * contact begins to move or to part, and where no more than a sliver is left. */
bool vv_step_needs_series(const vv_stepper *s, double limit);
vv_step_fault vv_step_by_series(vv_stepper *s);
void vv_step_interpolant_at(const vv_stepper *s, double after, double *in);
void vv_step_interpolant_advance(vv_stepper *s, double dt);
/* Polynomials that stand by powers of the time until the end: to those since the beginning, where
 * they begin at the state. */
void vv_step_interpolant_from_end(vv_stepper *s);
/* Values that vanish, also in the past, are measured by what their rates would make of them. */
void vv_step_floor_error_scales(vv_stepper *s, const double *rates, double span);
/* With friction, what one reaction alone would give a speed in a unit of time, the largest of all;
 * else 0. What contacts hold at rest has no other measure: forces on it cancel. multiplier: at the
 * state. */
double vv_step_reaction_scale(vv_stepper *s, const double *multiplier);
/* All coordinates by the largest, and all speeds: a long way without looking at sizes again. */
void vv_step_uniform_error_scales(vv_stepper *s);
/* s->shortest: what changes fastest of its size. */
void vv_step_find_limiting_value(vv_stepper *s, const double *rates);
/* The rates at the beginning are no numbers: which speed it is. */
vv_step_fault vv_step_report_nan(vv_stepper *s, const double *rates);
/* The polynomials from `from` on for a `length`, to the coefficients of the flow; those of w' and
 * the multipliers, where `forces` asks for them, through their values. */
void vv_step_interpolant_series(const vv_stepper *s, double from, double length, bool forces);
/* Time and counts of a step that was taken. */
void vv_step_count(vv_stepper *s, double dt);
/* A line for --trace=step, after a step that was taken. */
void vv_step_trace(const vv_stepper *s, double dt);

#endif
