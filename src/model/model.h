/* The elaborated mechanism: names resolved, families unrolled, vectors and scalars as expressions.
 * Built once from a syntax tree, constant afterwards. Arrays are in the arena. */
#ifndef VV_MODEL_MODEL_H
#define VV_MODEL_MODEL_H

#include "lang/ast.h"
#include "model/vector.h"
#include "prove/prove.h"

/* Exponents of kg, m, s; known is false for a quantity whose unit was not stated. */
typedef struct vv_dimension {
    bool known;
    int kg, m, s;
} vv_dimension;

typedef struct vv_parameter {
    vv_expr symbol;
    bool has_value;
    bool shapes;   /* the model is made for its value: a bound, an index, part of another value */
    bool used;     /* named by more than assumptions, or shapes                                */
    vv_expr value; /* constant expression (rationals and pi) */
    vv_dimension dimension;
    vv_span span;
} vv_parameter;

typedef struct vv_coordinate {
    vv_expr q, qd, qdd;
    vv_dimension dimension;
    bool dependent; /* declared: the one to eliminate           */
    bool internal;  /* Euler parameter of a free frame          */
    int begins;     /* where nothing is stated: 0, but a free frame lies along its parent */
    vv_span span;
} vv_coordinate;

/* A quasi-velocity: declared by speed, auxiliary, or a free frame. */
typedef struct vv_speed {
    vv_expr symbol; /* w                                        */
    vv_expr value;  /* in q, q', t: linear in q'                */
    bool auxiliary; /* may be completed by coordinate rates     */
    bool free;      /* of a free frame: already used in spins   */
    vv_dimension dimension;
    vv_span span;
} vv_speed;

typedef struct vv_body {
    const char *name; /* NULL for a particle          */
    vv_expr mass;
    vv_vec centre;
    int frame;          /* -1 for a particle            */
    int inertia_frame;  /* axes of the tensor           */
    vv_expr inertia[9]; /* about the centre, row-major; zeros for a particle */
    bool planar;        /* `inertia I about z`: only that moment is known */
    int planar_axis;
    vv_span span, inertia_span;
} vv_body;

typedef enum vv_constraint_kind {
    VV_CON_EQUATION,
    VV_CON_ROLLING,
    VV_CON_SERVO,
    VV_CON_NORM
} vv_constraint_kind;

typedef struct vv_constraint {
    vv_constraint_kind kind;
    vv_expr value; /* left - right (equation, servo), = 0     */
    int order;     /* highest derivative of a coordinate: 0 finite, 1 differential */
    const char *label;
    const char *text; /* as written                              */
    vv_span span;
    int rolling;      /* index of the rolling it belongs to, -1  */
    int touch;        /* finite, keeps a contact together: 1 + index of its rolling; 0 */
    bool lies;        /* ... of them, that the contact lies on a surface by its equation     */
    bool implied;     /* it follows from the finite relations of its contact                 */
    int nthrough;     /* servo: relations between the dq that annul its work */
    vv_expr *through; /* coefficients of the dq (nthrough * nq)  */
} vv_constraint;

typedef struct vv_rolling {
    int body;
    int support_frame;       /* frame carried by the support (0 for the world) */
    int support_body;        /* -1: world or frame                             */
    vv_vec support_velocity; /* of the support's material point at `at`        */
    vv_vec slip;             /* velocity of the body's material point at `at` relative to it   */
    vv_vec at, normal;
    bool normal_stated, has_friction;
    bool kept; /* finite relations keep it in contact: of the slip two components are free */
    vv_expr friction, friction_static;
    vv_expr resistance, pivoting; /* lengths: couples of rolling and pivoting by N; or poison */
    vv_expr restitution;          /* Newton's e of its impacts; or poison: none are allowed   */
    const char *label;            /* "hoop on world at P" */
    vv_vec apart;  /* from the support's point to the body's where finite relations keep
                      the two together; zero where the contact places the body        */
    bool on_plane; /* `at` is the body's point then, else the support's */
    int nplaces;   /* coordinates of the contact                                       */
    vv_expr place[6];
    vv_span span;
} vv_rolling;

/* What stays positive in a motion: distance from the edge of a surface's patch, the area that its
 * parametrisation gives to du dv, and the invariants of the curvature that two surfaces have less
 * than touching at one point allows. */
typedef enum vv_guard_kind { VV_GUARD_EDGE, VV_GUARD_CHART, VV_GUARD_CURVATURE } vv_guard_kind;
typedef struct vv_guard {
    vv_guard_kind kind;
    vv_expr value;
    const char *surface;
    const char *edge; /* "u = 1" */
    vv_span span;
} vv_guard;

typedef struct vv_load { /* a force at a point or a torque on a body */
    vv_vec force, at;
    vv_vec torque, spin;
    bool is_torque;
    int body; /* of a torque                              */
    vv_span span;
} vv_load;

/* A spring or damper between two points: what it does is in U or the works. Pictures show it, and
 * reactions know the forces at its ends, pull (to - from) and the contrary. */
typedef struct vv_spring_damper {
    bool damper;
    vv_vec from, to;
    vv_expr square; /* of their distance                     */
    vv_expr pull;   /* tension by distance                   */
    vv_expr U;      /* of a spring                           */
} vv_spring_damper;

/* A surface as stated, for pictures: in the axes of the frame that carries it, from its origin. */
typedef struct vv_stated_surface {
    const char *name, *parameter[2]; /* names of the parameters, u and v where none are stated */
    int frame, body;                 /* body: -1 when the world or a frame carries it           */
    vv_vec origin;
    const struct vv_surface *shape;
} vv_stated_surface;

typedef enum vv_claim_kind {
    VV_CLAIM_EQUATION,
    VV_CLAIM_IDENTITY,
    VV_CLAIM_INTEGRAL,
    VV_CLAIM_EQUILIBRIUM,
    VV_CLAIM_FREQUENCY, /* angular */
    VV_CLAIM_COMBINATION,
    VV_CLAIM_STABLE,
    VV_CLAIM_LATER
} vv_claim_kind;

typedef struct vv_claim {
    vv_claim_kind kind;
    const char *word; /* equation, identity, …                    */
    bool negated;
    vv_expr value; /* left - right, the integral, the frequency */
    int nwhen;
    vv_expr *when; /* each = 0                                 */
    int nat;
    vv_expr *at; /* the position of rest, each = 0           */
    int npositive;
    vv_expr *positive; /* conditions of inequality, each > 0       */
    bool *weak;        /* (npositive) stated as >= 0               */
    int nnonzero;
    vv_expr *nonzero; /* each != 0                                */
    int nneglect;
    vv_expr *neglect; /* powers to neglect: symbol^k              */
    const char *text;
    vv_span span;
} vv_claim;

/* What a value must be, beside a sum of things of one kind. */
typedef enum vv_quantity {
    VV_QUANTITY_ANY,
    VV_QUANTITY_ENERGY,
    VV_QUANTITY_POWER,
    VV_QUANTITY_FORCE,
    VV_QUANTITY_TORQUE,
    VV_QUANTITY_MASS,
    VV_QUANTITY_INERTIA,
    VV_QUANTITY_ACCELERATION,
    VV_QUANTITY_NUMBER,
    VV_QUANTITY_LENGTH
} vv_quantity;

/* A value whose dimension is checked when units are given everywhere. */
typedef struct vv_dimension_check {
    vv_expr value;
    vv_span span;
    vv_quantity quantity;
} vv_dimension_check;

typedef struct vv_assignment {
    vv_expr symbol, value;
    vv_span span;
} vv_assignment;

/* An event: where `value` reaches zero. */
typedef struct vv_model_event {
    vv_expr value; /* left - right                                           */
    int direction; /* 0: of an equation; 1, -1: only where it becomes > 0, < 0 */
    bool record, stop;
    bool quiet; /* of a surface itself, behind those of the model: told only where it happens */
    int nlaws;
    vv_assignment *law; /* rate or speed after, value by what is before    (nlaws) */
    int nsets;
    vv_assignment *set; /* parameter, value by what is before              (nsets) */
    const char *text;   /* the condition as written                                */
    vv_span span;
} vv_model_event;

/* A value asked for in tables: a scalar, or a vector whose components in the world are shown. */
typedef struct vv_show {
    const char *text; /* as written; of path(P) the P */
    bool vector, reaction, path;
    vv_expr value;
    vv_vec v;
    vv_span span;
} vv_show;

/* A picture over parameters instead of time: response(p) of forced small motions over a parameter
 * or an input, stability(p, q) of the positions of equilibrium over two parameters. */
typedef struct vv_parameter_chart {
    const char *text; /* as written */
    bool map;         /* stability(p, q) */
    vv_expr over[2];  /* one of response */
    vv_span span;
} vv_parameter_chart;

/* Where a coordinate is looked for in searches. */
typedef struct vv_search_interval {
    vv_expr symbol, low, high;
    vv_span span;
} vv_search_interval;

/* A small periodic force on a scalar: its virtual work is force*δ(on). It is a part of `work` too.
 */
typedef struct vv_perturbation {
    vv_expr force, on;
    const char *text; /* as written */
    vv_span span;
} vv_perturbation;

/* reaction(P) in an expression: the motion determines it, so symbols stand for its components in
 * the world until then (kinematics/contact_reaction.h). */
typedef struct vv_reaction {
    vv_vec at;
    vv_expr component[3];
    vv_span span;
} vv_reaction;

/* A quantity observed, for linearisation; of a vector each component in the world is one. */
typedef struct vv_output {
    const char *name;
    vv_expr value;
} vv_output;

typedef struct vv_model {
    const char *title, *file;
    vv_expr t;
    int nparameters;
    vv_parameter *parameter;
    int nq;
    vv_coordinate *coordinate;
    int nspeeds;
    vv_speed *speed;
    vv_frames frames; /* frame 0 is world; rates q -> q', q' -> q'', t -> 1 */
    int nbodies;
    vv_body *body;
    int nconstraints;
    vv_constraint *constraint;
    int nrollings;
    vv_rolling *rolling;
    int nguards;
    vv_guard *guard;
    int nloads;
    vv_load *load;
    int nlinks;
    vv_spring_damper *link;
    int npoints;
    vv_vec *point; /* those stated, for pictures */
    int nsurfaces;
    vv_stated_surface *surface;
    bool has_kinetic;
    vv_expr kinetic;                /* given outright, added to the bodies'     */
    vv_span kinetic_span;           /* where, the last statement of it          */
    vv_vec gravity;                 /* stated outright (not the apparent one)   */
    int napparent;                  /* statements of apparent gravity; of the last:  */
    vv_vec apparent, apparent_spin; /* its direction and the rotation of its frame */
    vv_expr whole_kinetic;  /* what vv_kinetic_energy gives, once a statement asked for it */
    vv_expr centrifugal;    /* what apparent gravity takes off: a part of force_function     */
    vv_expr force_function; /* all potentials: gravity, springs, given  */
    vv_expr *work;          /* generalised forces of dampers and `work`       (nq) */
    vv_facts facts;
    int nweak;
    const vv_expr *weak; /* of facts.positive those stated as >= 0 */
    int njudged; /* what must not be negative with values of the parameters: masses, moments,
                    sizes, assumptions                                                       */
    vv_expr *judged;
    int nclaims;
    vv_claim *claim;
    vv_expr *effort; /* effort(q) in claims, by coordinate: what stands for the generalised force
                        of the servos; NULL or poison where it is not used (nq)         */
    int nreactions;
    vv_reaction *reaction;
    int nstarts;
    vv_assignment *start;
    int nshows;
    vv_show *show;
    int ncharts;
    vv_parameter_chart *chart;
    int nwhens;
    vv_model_event *when;
    bool has_run;
    vv_expr run;
    int ninputs;
    vv_expr *input; /* symbols: what acts from outside                  (ninputs) */
    int noutputs;
    vv_output *output;
    int nboxes;
    vv_search_interval *box;
    int nperturbations;
    vv_perturbation *perturbation;
    int nfree; /* free frames */
    int nchecks;
    vv_dimension_check *check;
} vv_model;

/* Elaborate. VV_E_MODEL when there were errors (diagnostics say which). */
vv_status vv_model_build(vv_ctx *c, const vv_tree *tree, int nsettings, const vv_setting *setting,
                         vv_model *out);

/* Its parts in lines, for --trace=model. */
void vv_model_trace(vv_ctx *c, const vv_model *m);

/* Dimension of an expression where all its symbols have units, not known where it has half
 * exponents; *clash says what does not fit, or NULL. */
vv_dimension vv_model_dimension(vv_ctx *c, const vv_model *m, vv_expr e, const char **clash);

/* Kinetic energy of the bodies and the given one, in the raw velocity variables. */
vv_expr vv_kinetic_energy(vv_ctx *c, const vv_model *m);

/* The same mechanism with contacts in place of its servos: their relations become constraints, the
 * speeds declared may be more than are needed. Without claims; shares all else. */
vv_status vv_model_servos_as_contacts(vv_ctx *c, const vv_model *m, vv_model *out);

/* Has the model a parameter, coordinate or speed whose name begins with this letter? */
bool vv_model_has_letter(vv_ctx *c, const vv_model *m, const char *letter);

/* Name of a frame for messages: world, R, ... */
const char *vv_frame_name(const vv_model *m, int frame);

#endif
