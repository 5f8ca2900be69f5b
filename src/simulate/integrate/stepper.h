/* Stepping a motion in time, independent of the integrator.
 *
 * The interpolant of a step is a polynomial in time for every value of the state: a Taylor series,
 * held as the coefficients of the dynamics (vv_dynamics_coefficients), or the dense output of
 * another integrator. The state may be changed freely between two steps (by an impact, or a test):
 * an integrator with a history compares the state with what it left and restarts.
 *
 * The table of integrators is integrators.def. */
#ifndef VV_SIMULATE_INTEGRATE_STEPPER_H
#define VV_SIMULATE_INTEGRATE_STEPPER_H

#include <math.h>

#include "numeric/numeric.h"
#include "simulate/formulation/formulation.h"
#include "base/base.h"
#include "simulate/integrate/rhs.h"
#include "simulate/integrate/integrate_tolerances.h"

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

/* How the distance of the constraints from dependence fell on the way to a singular configuration:
 * one point for each time it halved (singular_branch.c). */
enum { VV_APPROACH_MOST = 12 };
typedef struct vv_approach {
    int n;
    double time[VV_APPROACH_MOST], strength[VV_APPROACH_MOST];
} vv_approach;

/* Rank of the KKT matrix along the motion: singular configurations. */
typedef struct vv_singularity_monitor {
    int rank;       /* highest so far                                                       */
    bool deficient; /* it is lower now: a singular configuration is passed                  */
    int count;      /* singular configurations, ...                                         */
    double first_time;
    int first_row;         /* ... the time of the first, and the row that is dependent there */
    double smallest_pivot; /* of the last step's matrix                                     */
    double crossed;     /* end of the last step over a singular configuration                   */
    double chart_pivot; /* smallest pivot of the mass matrix alone, of a scaled matrix, ... */
    double chart_time;  /* ... and when: coordinates that come near a pole                  */
    struct vv_singularity_crossing *crossing; /* room for such a step; NULL: not needed yet */
    vv_approach approach;
    bool tangent; /* branches of the constraints touch where the motion is now */
    int tangent_row;
    double tangent_time;
} vv_singularity_monitor;

/* Where a branch of a constraint switches and the velocities would have to jump. */
typedef struct vv_jump_monitor {
    double time;                        /* infinite: nowhere in this step                   */
    int row;                            /* of the equations; -1: not known                  */
    bool changed;                       /* an event has changed the state since the last step */
    struct vv_velocity_jump *functions; /* NULL: not needed yet                             */
} vv_jump_monitor;

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
    vv_jump_monitor jump;
    /* state */
    double t, t_low;        /* time as a sum of two                                           */
    double *x, *x_low;      /* state as a sum of two                                  (n x 1) */
    double *error_scale;    /* by which errors are measured                           (n x 1) */
    double *speed_floor;    /* least error scale of a speed, from the energy       (f->n x 1) */
    double h;               /* size of the step that is expanded                              */
    double past_switch;     /* by how much it ends behind a switch; 0: not at one             */
    bool to_switch;         /* the limit of this step is a switch: behind it all is different */
    int limiting;           /* index of the value that limits it                              */
    long transitions;       /* of contact modes so far                                        */
    long transitions_known; /* when the step was expanded: if fewer, its memory is void    */
    bool void_memory;       /* it is, at the step that begins                              */
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

/* x, x_low, error_scale, speed_floor and ahead are followed by room for this many more numbers,
 * since a batch reads and writes as many at once. */
enum { VV_STEP_MARGIN = 8 };
enum { VV_STEP_SPEED_FLOOR = 100 }; /* divisor: its energy bound over the floor of a speed */
enum { VV_INTERPOLANT_DEGREE = 12, VV_INTERPOLANT_COEFFICIENTS = VV_INTERPOLANT_DEGREE + 1 };
enum { VV_INTERPOLANT_NODES = 8 }; /* of the interpolants of accelerations and multipliers */

typedef enum vv_step_fault {
    VV_STEP_OK,
    VV_STEP_NAN,
    VV_STEP_SINGULAR,
    VV_STEP_SIZE_TOO_SMALL,
    VV_STEP_CHATTERING, /* branches switch without end */
    VV_STEP_JUMP,       /* a constraint has a corner, at which the velocities would jump */
    VV_STEP_RANGE       /* coefficients of the series overflow or underflow */
} vv_step_fault;

/* Which integrator a run uses if none is given by name. */
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
    double tolerance, constrained; /* of a step by default; with multipliers              */
    /* smallest tolerance that may be given, since rounding dominates below it. Free, and with
     * multipliers. 0: none */
    double least[2];
    /* Capabilities: other files test these, never the identity of the row. */
    vv_integrator_role role;
    bool series; /* a step is the Taylor series of the equations: the state is known to rounding,
                    not just to the tolerance                                         */
    bool high_order; /* accurate also where the equations grow towards a singularity      */
    bool stiff;      /* the step size is not limited by fast decay                        */
    bool multistep;  /* keeps a history: starts with small steps, whatever the motion */
    bool batch;      /* several motions in SIMD lanes, parameters among their coordinates  */
    bool friction;   /* contacts with Coulomb friction                                    */
    bool lyapunov;   /* tangent vectors of Lyapunov exponents                             */
    bool library;    /* needs SUNDIALS; without it the fields below are empty             */
    bool projects;   /* the end of a step is projected onto the constraints               */
    bool repeats;    /* a step can be repeated with a smaller size                        */
    const char
        *cross_check[2]; /* names of the integrators to compare with: the first that can run */
    /* Allocates the integrator's own memory, s->memory. false if out of memory. NULL: nothing. */
    bool (*open)(vv_stepper *s);
    /* Computes the step that starts at the state, at most `limit` long if the integrator can take
     * this into account; sets h and the coefficients. The state may be projected onto the
     * constraints. */
    vv_step_fault (*expand)(vv_stepper *s, double limit);
    /* Values at a time `after` the start of the step, 0 <= after <= h: q, w, w', lambda, t as the
     * tapes of the dynamics take them. */
    void (*interpolate)(const vv_stepper *s, double after, double *in);
    /* Advances by dt <= h. */
    void (*advance)(vv_stepper *s, double dt);
    /* Advances by dt as the library does by itself, without dense output: for comparisons. NULL:
     * step by step. */
    vv_step_fault (*leap)(vv_stepper *s, double dt);
    /* Releases memory not owned by the context. NULL: none. */
    void (*close)(vv_stepper *s);
    /* Saves or restores its memory besides the stepper's own (vv_stepper_serialize). NULL:
     * nothing. */
    void (*serialize)(vv_stepper *s, vv_serializer *k);
    /* Between two steps: does serialize capture all of its memory? NULL: always. */
    bool (*can_checkpoint)(const vv_stepper *s);
} vv_integrator;

int vv_integrator_count(void);
const vv_integrator *vv_integrator_at(int i);
const vv_integrator *vv_integrator_find(const char *name); /* NULL if there is none */
/* NULL: it needs a library that is missing. */
const vv_integrator *vv_integrator_for(vv_integrator_role role);
/* Another integrator of the same kind that can run here; NULL: none. */
const vv_integrator *vv_integrator_cross_check(const vv_integrator *by);

/* false if out of memory. The result is closed by vv_stepper_close, also after failure. */
bool vv_stepper_new(vv_dynamics *f, const vv_integrator *by, double tolerance, vv_stepper *out);
void vv_stepper_close(vv_stepper *s);
/* Saves or restores the part that is state. */
void vv_stepper_serialize(vv_stepper *s, vv_serializer *k);
/* Another stepper continues the motion: transfers the time and the statistics so far. The caller
 * sets the state and its error scales, which depend on the other formulation. */
void vv_stepper_transfer(vv_stepper *s, vv_stepper *to);

/* Expands up to the first branch switch. */
vv_step_fault vv_step_expand(vv_stepper *s, double limit);
static inline void vv_step_interpolate(const vv_stepper *s, double after, double *in) {
    s->integrator->interpolate(s, after, in);
}
static inline void vv_step_advance(vv_stepper *s, double dt) { s->integrator->advance(s, dt); }

/* ---- for the integrators -------------------------------------------------------------------- */

/* The matrix that stands in f->kkt.a is factored, and its rank watched. */
vv_dynamics_fault vv_step_factor(vv_stepper *s);
/* The same bookkeeping where the matrix was inverted instead. */
void vv_step_note_inverse(vv_stepper *s);
/* Evaluates and factors the matrix at the state and projects the state onto the constraints:
 * positions, then velocities, by the least change in the mass metric. */
vv_dynamics_fault vv_step_project(vv_stepper *s);
/* Extends the current series to a longer polynomial if it crosses a singular configuration
 * (singularity_crossing.c). */
void vv_step_cross_singularity(vv_stepper *s);
/* Remembers how far from dependence the constraints are at s->t. */
void vv_approach_note(vv_approach *a, double t, double strength);
/* Branches touch at t: the step is the last. */
void vv_step_note_tangent(vv_stepper *s, double t, int row);
/* Did the distance fall faster than the time left? Then branches touch at t (singular_branch.c).
 */
bool vv_approach_is_tangent(const vv_approach *a, double t);
/* How far the current state, already projected and with current factors, would be moved by another
 * projection: rounding. s->interpolant.noise keeps the largest change. */
void vv_step_measure_noise(vv_stepper *s);
/* The fault of a step whose equations failed. */
vv_step_fault vv_step_fault_of(vv_stepper *s, vv_dynamics_fault fault);
/* For integrators without Taylor series: their right-hand side and memory for their interpolants;
 * values within a step and at its end from these. Before a step, a state other than the end of the
 * previous step is projected onto the constraints, and the error scales are updated. */
bool vv_step_open_interpolant(vv_stepper *s, bool derivatives);
vv_step_fault vv_step_begin(vv_stepper *s);
/* Projects the end of the step onto the constraints and corrects the interpolant to match. */
void vv_step_project_end(vv_stepper *s);
/* Behind a switch within the step the constraint may be another one: did projection move the end
 * far? */
bool vv_step_is_behind_switch(const vv_stepper *s, const double *from, const double *to);
/* The size to try after a step of size h, whose error allows `by` times as much: at most `most`
 * times. `proposed` was the size to try before its limit cut it short, which is then kept; 0: that
 * was rejected. */
static inline double vv_step_propose_size(const vv_stepper *s, double h, double by, double most,
                                          double proposed) {
    double grown = h * fmin(most, by);
    return by < most || s->to_switch ? grown : fmax(grown, proposed);
}
/* A Taylor step instead, within another integrator: degree 0. Needed where a slip or a separation
 * begins, and where only a sliver of time is left. */
bool vv_step_needs_series(const vv_stepper *s, double limit);
vv_step_fault vv_step_by_series(vv_stepper *s);
void vv_step_interpolant_at(const vv_stepper *s, double after, double *in);
double vv_step_interpolant_value(const vv_stepper *s, int i, double after);
void vv_step_interpolant_advance(vv_stepper *s, double dt);
/* Converts interpolants in powers of the time to the end of the step to powers of the time since
 * its start, where they begin at the state. */
void vv_step_interpolant_from_end(vv_stepper *s);
/* Values that have always vanished take their error scale from what their rates would produce. */
void vv_step_floor_error_scales(vv_stepper *s, const double *rates, double span);
/* With friction, the largest acceleration that one reaction alone would give to any speed; else 0.
 * A value that contacts hold at rest has no other scale: the forces on it cancel. multiplier: at
 * the state. */
double vv_step_reaction_scale(vv_stepper *s, const double *multiplier);
/* One error scale for all coordinates and one for all speeds: for a long span without updating the
 * scales. */
void vv_step_uniform_error_scales(vv_stepper *s);
/* s->limiting: the value that changes fastest relative to its scale. */
void vv_step_find_limiting_value(vv_stepper *s, const double *rates);
/* The rates at the start are NaN: finds the speed at fault. */
vv_step_fault vv_step_report_nan(vv_stepper *s, const double *rates);
/* The interpolants from `from` on over `length`, as coefficients of the dynamics; those of w' and
 * the multipliers, if `forces` is set, by interpolation of their values. */
void vv_step_interpolant_series(const vv_stepper *s, double from, double length, bool forces);
/* Counts a step that was taken, and its time. */
void vv_step_count(vv_stepper *s, double dt);
/* A line for --trace=step, after a step that was taken. */
void vv_step_trace(const vv_stepper *s, double dt);

#endif
