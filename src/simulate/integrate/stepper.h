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

#include "numeric/two_sum.h"
#include "simulate/formulation/dynamics.h"
#include "base/serializer.h"
#include "simulate/integrate/rhs.h"

struct vv_integrator;

/* Counts and sizes of the steps taken. */
typedef struct vv_step_statistics {
    long steps;
    double last;           /* size of the last step                                         */
    double least, most;    /* sizes                                                         */
    long tiny;             /* steps below VV_STEP_TINY of the longest before them, ...      */
    double tiny_time;      /* ... and the time of the last of them                          */
    long switches;         /* steps that end where a switching function changes its sign    */
    int short_switches;    /* such steps in succession, very short                          */
    double worst_position; /* largest residuals of the constraints                          */
    double worst_velocity;
} vv_step_statistics;

/* Rank of the KKT matrix along the motion: singular configurations. */
typedef struct vv_singularity_monitor {
    int rank;       /* highest so far                                                       */
    bool deficient; /* it is lower now: a singular configuration is passed                  */
    int count;      /* singular configurations, ...                                         */
    double first_time;
    int first_row;         /* ... the time of the first, and the row that is dependent there */
    double smallest_pivot; /* of the last step's matrix                                     */
    double crossed; /* end of the last step over a singular configuration                   */
    struct vv_singularity_crossing *crossing; /* room for such a step; NULL: not needed yet */
} vv_singularity_monitor;

/* Residuals of the constraints at a state: positions, then velocities. */
typedef struct vv_step_residuals {
    vv_jit *code;  /* in: q, w, t.  out: the residuals; or the dynamics' matrix with them */
    int nfinite;   /* residuals of positions                                              */
    int nvelocity; /* of velocities                                                       */
    double *scratch, *in, *out;
    double *value; /* the residuals in `out`                       (nfinite + nvelocity) */
} vv_step_residuals;

/* Dense output of a step, by integrators that are not series. */
typedef struct vv_interpolant {
    int degree;            /* 0: the step is a series                                       */
    double *coefficients;  /* of state - x by powers of the time since the beginning
                              (n x VV_INTERPOLANT_COEFFICIENTS)                            */
    double *end, *end_low; /* the state after the whole step                       (n x 1) */
    double *noise;         /* rounding of the constraints in each value            (n x 1) */
} vv_interpolant;

typedef struct vv_stepper {
    /* description */
    const struct vv_integrator *integrator;
    void *memory; /* of the integrator itself                                              */
    vv_dynamics *f;
    int n;               /* size of a state: q, w                                          */
    double tolerance;    /* of a step, relative to each value's error scale                */
    double rounding;     /* factor of the tolerance where it is below rounding; else 1     */
    const char *formula; /* which of the integrator's formulas; NULL: it has one           */
    bool plain;          /* for benchmarks: Adams' formulas, nothing projected             */
    vv_rhs rhs;          /* of integrators that are not series                             */
    struct vv_switching_functions *switching; /* abs, sign, min, max, conditions; or NULL  */
    /* state */
    double t, t_low;        /* time as a sum of two                                           */
    double *x, *x_low;      /* state as a sum of two                                  (n x 1) */
    double *error_scale;    /* by which errors are measured                           (n x 1) */
    double *speed_floor;    /* least error scale of a speed, from the energy       (f->n x 1) */
    double h;               /* size of the step that is expanded                              */
    int limiting;           /* index of the value that limits it                              */
    long transitions;       /* of contact modes so far                                        */
    long transitions_known; /* when the step was expanded: if fewer, its memory is void    */
    vv_step_statistics stats;
    vv_singularity_monitor singularity;
    vv_step_residuals residuals;
    vv_interpolant interpolant;
    /* scratch */
    double *here, *there, *nodes;
    bool summed; /* by a batch: `ahead` holds sums of the series over the whole step, then the state
                    after it, high and low parts                                           */
    double *ahead; /* (3 n + f->n x 1) */
} vv_stepper;

/* After x, x_low, error_scale, speed_floor and ahead there is room for so many more numbers: a
 * batch reads and writes as many at once. */
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

/* Which integrator a run takes where nobody asks for one by name. */
typedef enum vv_integrator_role {
    VV_INTEGRATOR_NO_ROLE,
    VV_INTEGRATOR_DEFAULT,
    VV_INTEGRATOR_EXPLICIT,   /* one-step: the step size that accuracy alone allows from a state */
    VV_INTEGRATOR_STIFF,      /* where a run turns out to be stiff                               */
    VV_INTEGRATOR_STIFF_LARGE /* the same with very many unknowns                                */
} vv_integrator_role;

typedef struct vv_integrator {
    const char *name;  /* --method NAME                                                  */
    const char *title; /* one line for --help                                            */
    double tolerance, constrained; /* of a step unless asked otherwise; with multipliers  */
    /* no less can be asked for: rounding rules below it. Free, and with multipliers. 0: none */
    double least[2];
    /* Capabilities: other files ask for these, never which row it is. */
    vv_integrator_role role;
    bool series; /* a step is the Taylor series of the equations: the state is known to rounding,
                    not just to the tolerance                                         */
    bool high_order; /* accurate also where the equations grow towards a singularity      */
    bool stiff;      /* the step size is not limited by fast decay                        */
    bool multistep;  /* remembers past steps: begins with short ones, whatever the motion */
    bool batch;      /* several motions in SIMD lanes, parameters among their coordinates  */
    bool friction;   /* contacts with Coulomb friction                                    */
    bool lyapunov;   /* tangent vectors of Lyapunov exponents                             */
    bool library;    /* needs SUNDIALS; without it there is nothing below                 */
    bool projects;   /* the end of a step is moved onto the constraints                   */
    bool repeats;    /* a step can be made again, shorter                                 */
    const char
        *cross_check[2]; /* names of the integrators to compare with: the first that can run */
    /* What the method needs for itself, s->memory. false on refusal of memory. NULL: nothing. */
    bool (*open)(vv_stepper *s);
    /* The step that begins at the state, at most `limit` long where the method can tell before;
     * sets h and the coefficients. The state may be moved onto the constraints. */
    vv_step_fault (*expand)(vv_stepper *s, double limit);
    /* Values at a time `after` the beginning of the step, 0 <= after <= h: q, w, w', lambda, t as
     * the flow's tapes take them. */
    void (*interpolate)(const vv_stepper *s, double after, double *in);
    /* Move on by dt <= h. */
    void (*advance)(vv_stepper *s, double dt);
    /* Move on by dt as the method does by itself, without what lies between: for comparisons. NULL:
     * step by step. */
    vv_step_fault (*leap)(vv_stepper *s, double dt);
    /* Memory that is not the context's. NULL: none. */
    void (*close)(vv_stepper *s);
    /* What it remembers besides the stepper's own (vv_stepper_serialize). NULL: nothing. */
    void (*serialize)(vv_stepper *s, vv_serializer *k);
    /* Between two steps: is what it remembers kept all by that? NULL: always. */
    bool (*can_checkpoint)(const vv_stepper *s);
} vv_integrator;

int vv_integrator_count(void);
const vv_integrator *vv_integrator_at(int i);
const vv_integrator *vv_integrator_find(const char *name); /* NULL if there is none */
/* NULL: it needs a library that is missing. */
const vv_integrator *vv_integrator_for(vv_integrator_role role);
/* Another method of the same kind, which can run here; NULL: none. */
const vv_integrator *vv_integrator_cross_check(const vv_integrator *by);

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
    s->integrator->interpolate(s, after, in);
}
static inline void vv_step_advance(vv_stepper *s, double dt) { s->integrator->advance(s, dt); }

/* ---- for the methods ------------------------------------------------------------------------ */

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
 * moved again: rounding. s->interpolant.noise has the largest of it. */
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
/* s->limiting: what changes fastest of its size. */
void vv_step_find_limiting_value(vv_stepper *s, const double *rates);
/* The rates at the beginning are no numbers: which speed it is. */
vv_step_fault vv_step_report_nan(vv_stepper *s, const double *rates);
/* The polynomials from `from` on for a `length`, to the coefficients of the flow; those of w' and
 * the multipliers, where `forces` asks for them, through their values. */
void vv_step_interpolant_series(const vv_stepper *s, double from, double length, bool forces);
/* Time and counts of a step that was taken. */
void vv_step_count(vv_stepper *s, double dt);

#endif
