/* The elaborated mechanism: names resolved, families unrolled, vectors and scalars as
 * expressions. Built once from a syntax tree, constant afterwards. Arrays are in the arena. */
#ifndef VV_MODEL_MODEL_H
#define VV_MODEL_MODEL_H

#include "lang/lang.h"
#include "model/vector.h"
#include "prove/prove.h"
#include "model/diagnostic_codes.h"

/* Exponents of kg, m, s; known is false for a quantity without a stated unit. */
typedef struct vv_dimension {
    bool known;
    int kg, m, s;
} vv_dimension;

typedef struct vv_parameter {
    vv_expr symbol;
    bool has_value;
    bool shapes;     /* the structure depends on its value: a bound, an index, part of another
                      * value */
    bool structural; /* a bound or an index: expressions have its integer instead of the symbol */
    bool used;       /* named by more than assumptions, or shapes */
    vv_expr value;   /* constant expression (rationals and pi) */
    vv_expr law;     /* the same as stated, in other parameters; poison without a value */
    vv_dimension dimension;
    const char *unit; /* as stated, if it is one of SI without a factor: N/m; else NULL */
    vv_span span;
    vv_span replaced; /* the value in the text where --set replaces it, empty where it has none; its
                       * end is 0 for all others */
} vv_parameter;

typedef struct vv_coordinate {
    vv_expr q, qd, qdd;
    vv_dimension dimension;
    const char *unit; /* as of a parameter */
    bool dependent;   /* declared dependent: preferred for elimination */
    bool internal;    /* Euler parameter of a free frame */
    int begins;       /* initial value if none is stated: 0, except that a free frame is aligned
                       * with its parent */
    vv_span span;
} vv_coordinate;

/* A free frame restated by three angles about axes of its own (vv_model_build_by_angles). */
typedef struct vv_turned_frame {
    const char *name;
    vv_expr angle[3];
} vv_turned_frame;

/* A quasi-velocity: declared by speed or auxiliary, or of a free frame. */
typedef struct vv_speed {
    vv_expr symbol; /* w */
    vv_expr value;  /* in q, q', t: linear in q' */
    bool auxiliary; /* may be completed by coordinate rates */
    bool free;      /* of a free frame: already used in angular velocities */
    vv_dimension dimension;
    vv_span span;
} vv_speed;

typedef struct vv_body {
    const char *name; /* NULL for a particle */
    vv_expr mass;
    vv_vec centre;
    int frame;          /* -1 for a particle */
    int inertia_frame;  /* axes of the tensor */
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
    vv_expr value; /* left - right (equation, servo), = 0 */
    int order;     /* highest derivative of a coordinate: 0 holonomic, 1 on velocities */
    const char *label;
    const char *text; /* as written */
    vv_span span;
    int rolling;      /* index of its rolling contact, -1 */
    int touch;        /* holonomic, maintains a contact: 1 + index of its rolling; otherwise 0 */
    bool lies;        /* ... more precisely: the contact point lies on a surface given by an
                       * equation */
    bool implied;     /* implied by the holonomic constraints of its contact */
    int nthrough;     /* servo: number of constraints on the dq that annul its work */
    vv_expr *through; /* coefficients of the dq (nthrough * nq) */
} vv_constraint;

typedef struct vv_rolling {
    int body;
    int support_frame;       /* frame carried by the support (0 for the world) */
    int support_body;        /* -1: world or frame */
    vv_vec support_velocity; /* of the support's material point at `at` */
    vv_vec slip;             /* relative velocity of the body's material point at `at` */
    vv_vec at, normal;
    bool normal_stated, has_friction;
    bool kept; /* holonomic constraints maintain the contact: only two components of the slip are
                * free */
    vv_expr friction, friction_static;
    vv_expr resistance, pivoting; /* lengths: moments of rolling and pivoting friction per N; or
                                   * poison */
    vv_expr restitution;          /* Newton's coefficient of restitution e; poison: no impacts
                                   * allowed */
    const char *label;            /* "hoop on world at P" */
    vv_vec apart;  /* from the support's point to the body's point if holonomic constraints hold
                    * them together; zero if the contact places the body */
    bool on_plane; /* `at` is then the body's point, otherwise the support's */
    int nplaces;   /* contact coordinates */
    vv_expr place[6];
    vv_span span;
} vv_rolling;

/* Quantities that stay positive during a motion: the distance from the edge of a surface patch,
 * the area element of its chart, and the invariants of the difference of curvatures that allow
 * two surfaces to touch at a single point only. */
typedef enum vv_guard_kind { VV_GUARD_EDGE, VV_GUARD_CHART, VV_GUARD_CURVATURE } vv_guard_kind;
typedef struct vv_guard {
    vv_guard_kind kind;
    vv_expr value;
    const char *surface;
    const char *edge; /* "u = 1" */
    vv_span span;
} vv_guard;

typedef struct vv_load { /* a force at a point or a torque on a body or frame */
    vv_vec force, at;
    vv_vec torque, spin;
    bool is_torque;
    bool material; /* a force on the material of a body or frame that is now at the point; otherwise
                    * on the point as it moves */
    vv_vec velocity; /* of that material */
    int body;        /* of a torque or a material force; -1: a frame that carries none, or none */
    vv_span span;
} vv_load;

/* A spring or damper between two points; its effect is contained in U or the works. Pictures
 * draw it, and reactions use the forces at its ends, pull (to - from) and its opposite. */
typedef struct vv_spring_damper {
    bool damper;
    vv_vec from, to;
    vv_expr square; /* square of their distance */
    vv_expr pull;   /* tension divided by distance */
    vv_expr U;      /* of a spring */
    vv_span span;
} vv_spring_damper;

typedef struct vv_point {
    const char *name;
    vv_vec at;
    vv_span span;
} vv_point;

/* Direction cosines as stated: their names and values. */
typedef struct vv_direction {
    const char *name[3];
    vv_expr value[3];
} vv_direction;

/* A surface as stated, for pictures: in the axes of its carrier frame, from its origin. */
typedef struct vv_stated_surface {
    const char *name, *parameter[2]; /* names of the parameters, u and v if none are stated */
    int frame, body;                 /* body: -1 if the world or a frame carries it */
    vv_vec origin;
    const struct vv_surface *shape;
} vv_stated_surface;

/* A shape that is only seen: on a body, a frame (body -1) or the world (frame 0). */
typedef struct vv_visual {
    const char *name, *kind;
    int body, frame;
    bool has_axis, has_ends; /* has_ends: from `at` to `to` */
    vv_vec at, to, axis;
    vv_expr size[3];
    vv_span span;
} vv_visual;

typedef enum vv_claim_kind {
    VV_CLAIM_EQUATION,
    VV_CLAIM_IDENTITY,
    VV_CLAIM_INTEGRAL,
    VV_CLAIM_EQUILIBRIUM,
    VV_CLAIM_FREQUENCY, /* angular frequency */
    VV_CLAIM_COMBINATION,
    VV_CLAIM_STABLE,
    VV_CLAIM_LATER
} vv_claim_kind;

typedef struct vv_claim {
    vv_claim_kind kind;
    const char *word; /* equation, identity, … */
    bool negated;
    vv_expr value; /* left - right, the integral, the frequency */
    int nwhen;
    vv_expr *when; /* each = 0 */
    int nat;
    vv_expr *at; /* the equilibrium position, each = 0 */
    int npositive;
    vv_expr *positive; /* inequality conditions, each > 0 */
    bool *weak;        /* (npositive) stated as >= 0 */
    int nnonzero;
    vv_expr *nonzero; /* each != 0 */
    int nneglect;
    vv_expr *neglect; /* powers to neglect: symbol^k */
    int nreal;
    vv_expr *real; /* each >= 0 where all parts of the claim as written are real */
    int ndivisors;
    vv_expr *divisor; /* of the claim as written; none is 0 where it has a value */
    const char *text;
    const char *undefined; /* why it has no meaning at the values put in; NULL: it has one */
    bool requested;        /* by the caller, not in the model's file   */
    vv_span span;
} vv_claim;

/* Expected kind of a value, besides a sum of terms of the same dimension. */
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

/* A value whose dimension is checked if units are given everywhere. */
typedef struct vv_dimension_check {
    vv_expr value;
    vv_span span;
    vv_quantity quantity;
} vv_dimension_check;

typedef struct vv_assignment {
    vv_expr symbol, value;
    vv_span span;
} vv_assignment;

/* An event: zero crossing of `value`. */
typedef struct vv_model_event {
    vv_expr value; /* left - right */
    int direction; /* 0: an equation; 1, -1: only where it becomes > 0, < 0 */
    bool record, stop;
    bool external; /* of the caller, who may change the state there */
    bool quiet;    /* from a surface, after those of the model: reported only if it occurs */
    int nlaws;
    vv_assignment *law; /* rate or speed afterwards, in terms of the state before (nlaws) */
    int nsets;
    vv_assignment *set; /* parameter, value in terms of the state before (nsets) */
    const char *text;   /* the condition as written */
    vv_span span;
} vv_model_event;

/* A value shown in tables: a scalar, or a vector shown by its components in the world. */
typedef struct vv_show {
    const char *text; /* as written; for path(P) the P */
    bool vector, reaction, path;
    vv_expr value;
    vv_vec v;
    vv_span span;
} vv_show;

/* A chart over parameters instead of time: response(p), the frequency response over a parameter
 * or an input, or stability(p, q) of the equilibria over two parameters. */
typedef struct vv_parameter_chart {
    const char *text; /* as written */
    bool map;         /* stability(p, q) */
    vv_expr over[2];  /* one for response */
    vv_span span;
} vv_parameter_chart;

/* Interval in which a coordinate is searched. */
typedef struct vv_search_interval {
    vv_expr symbol, low, high;
    vv_span span;
} vv_search_interval;

/* A small periodic force on a scalar: its virtual work is force*δ(on). Also contained in `work`. */
typedef struct vv_perturbation {
    vv_expr force, on;
    const char *text; /* as written */
    vv_span span;
} vv_perturbation;

/* A constraint force in an expression: reaction(P), its normal component N(P), the magnitude F(P)
 * of its tangential part, or a multiplier. The motion determines it; until then symbols represent
 * it: the components in the world, or one for all three (kinematics/contact_reaction.h). */
typedef enum vv_reaction_kind {
    VV_REACTION_FORCE,
    VV_REACTION_NORMAL,
    VV_REACTION_TANGENTIAL,
    VV_REACTION_MULTIPLIER
} vv_reaction_kind;
typedef struct vv_reaction {
    vv_reaction_kind kind;
    int rolling; /* the contact, by index; -1: none there */
    int number;  /* of the multiplier, from 1 */
    vv_vec at;
    vv_expr component[3];
    const char *text; /* as written */
    vv_span span;
} vv_reaction;

/* An observed quantity, for linearization; each component of a vector in the world is one. */
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
    vv_point *point; /* stated */
    int ndirections;
    vv_direction *direction;
    int nsurfaces;
    vv_stated_surface *surface;
    int nvisuals;
    vv_visual *visual;
    bool has_kinetic;
    bool has_lagrangian;            /* T and U contain parts of a Lagrangian */
    vv_expr kinetic;                /* stated directly, added to that of the bodies */
    vv_span kinetic_span;           /* its last statement */
    vv_vec gravity;                 /* stated directly (not the apparent one) */
    int napparent;                  /* number of apparent gravity statements; of the last one: */
    vv_vec apparent, apparent_spin; /* its direction and the angular velocity of its frame */
    vv_expr whole_kinetic;          /* result of vv_kinetic_energy, once a statement needs it */
    vv_expr centrifugal;            /* centrifugal part removed by apparent gravity: contained in
                                     * force_function */
    vv_expr force_function;         /* all potentials: gravity, springs, stated */
    vv_expr *work;                  /* generalized forces of dampers and `work` (nq) */
    vv_facts facts;
    int nweak;
    const vv_expr *weak; /* elements of facts.positive stated as >= 0 */
    int njudged; /* values that must be nonnegative for given parameters: masses, moments, sizes,
                  * assumptions */
    vv_expr *judged;
    int nclaims;
    vv_claim *claim;
    vv_expr *effort; /* effort(q) in claims: symbol of the servos' generalized force on each
                      * coordinate; NULL or poison if unused (nq) */
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
    vv_expr *input; /* symbols of external inputs (ninputs) */
    int noutputs;
    vv_output *output;
    int nboxes;
    vv_search_interval *box;
    int nperturbations;
    vv_perturbation *perturbation;
    int nfree; /* number of free frames */
    int nturned;
    vv_turned_frame *turned; /* free frames restated by angles                    (nturned x 1) */
    int nchecks;
    vv_dimension_check *check;
} vv_model;

/* Elaborates a model. VV_E_MODEL if there were errors (see the diagnostics). */
vv_status vv_model_build(vv_ctx *c, const vv_tree *tree, int nsettings, const vv_setting *setting,
                         vv_model *out);

/* The coordinate, rate (a name with one prime) or speed of this name, which an initial value can
 * be stated for; poison if there is none. */
vv_expr vv_model_find_start(vv_ctx *c, const vv_model *m, const char *name);

/* The same; with at_values, each parameter that has a value is replaced by it, exactly, except
 * those that events set, that something is differentiated by, and that a claim neglects. Boxes
 * and charts over replaced parameters are left out. */
vv_status vv_model_build_with(vv_ctx *c, const vv_tree *tree, int nsettings,
                              const vv_setting *setting, bool at_values, vv_model *out);

/* The mechanism of a model with free frames, each restated as turned ψ about z, θ about x, φ about
 * z, or, as the other chart, ψ about z, α about x, β about y: its speeds are then names of
 * functions of angles and their rates. Statements about runs and claims are left out. The first is
 * singular where the axes z of the frame and its parent are parallel, where the other is regular.
 */
vv_status vv_model_build_by_angles(vv_ctx *c, const vv_tree *tree, int nsettings,
                                   const vv_setting *setting, bool at_values, bool other,
                                   vv_model *out);

/* Prints the elements of the model, for --trace=model. */
void vv_model_trace(vv_ctx *c, const vv_model *m);

/* Dimension of an expression all of whose symbols have units; unknown if it has half-integer
 * exponents; *clash describes a mismatch, or is NULL. */
vv_dimension vv_model_dimension(vv_ctx *c, const vv_model *m, vv_expr e, const char **clash);

/* Kinetic energy of the bodies plus the stated one, in the raw velocity variables. */
vv_expr vv_kinetic_energy(vv_ctx *c, const vv_model *m);

/* The same mechanism with contacts in place of its servos: their constraints become ordinary
 * ones, and there may be more declared speeds than needed. Without claims; shares everything
 * else. */
vv_status vv_model_servos_as_contacts(vv_ctx *c, const vv_model *m, vv_model *out);

/* Does the model have a parameter, coordinate or speed whose name begins with this letter? */
bool vv_model_has_letter(vv_ctx *c, const vv_model *m, const char *letter);
bool vv_model_has_servo(const vv_model *m);
/* The multipliers are called λ, or Λ if the model has a λ of its own; with servos, λ belongs to
 * the servos and the contacts have Λ, or ρ [Appell1896, no. 470]. */
const char *vv_model_multiplier_letter(vv_ctx *c, const vv_model *m);
/* The contact at this point; -1 if none. */
int vv_model_contact_at(vv_ctx *c, const vv_model *m, vv_vec at);
/* How columns and queries name a contact: its point, or the rolling surface. */
const char *vv_model_contact_name(vv_ctx *c, const vv_rolling *r);

/* "c = 0, th = 1/6*pi": the parameters that are used and have values, as far as they fit a line. */
const char *vv_model_values_text(vv_ctx *c, const vv_model *m);

/* Name of a frame for messages: world, R, ... */
const char *vv_frame_name(const vv_model *m, int frame);

/* The velocity on which a force works, or the angular velocity of what a torque turns. */
vv_vec vv_load_velocity(vv_ctx *c, const vv_model *m, const vv_load *l);

#endif
