/* Internals of vv_model_build: definitions by name, and evaluation of syntax to expressions. */
#ifndef VV_MODEL_ELABORATE_H
#define VV_MODEL_ELABORATE_H

#include "geometry/geometry.h"
#include "model/diagnostic_codes.h"
#include "model/model.h"

typedef struct vv_env {
    const char *name;
    int64_t value;
    const struct vv_env *up;
} vv_env;

typedef enum vv_def_kind {
    DEF_PARAMETER,
    DEF_COORDINATE,
    DEF_SPEED,
    DEF_LET,
    DEF_GIVEN,
    DEF_AUXILIARY,
    DEF_FUNCTION,
    DEF_DIRECTION,
    DEF_INPUT,
    DEF_OUTPUT,
    DEF_FREE_SPEED,
    DEF_FRAME,
    DEF_POINT,
    DEF_BODY,
    DEF_SURFACE,
    DEF_MOMENTUM
} vv_def_kind;

typedef enum vv_name_space {
    SPACE_SCALAR,
    SPACE_FRAME,
    SPACE_POINT,
    SPACE_BODY,
    SPACE_SURFACE
} vv_name_space;

typedef enum vv_value_kind { VALUE_BAD, VALUE_SCALAR, VALUE_VECTOR } vv_value_kind;
typedef struct vv_value {
    vv_value_kind kind;
    vv_expr s;
    vv_vec v;
} vv_value;

typedef struct vv_def {
    const char *key; /* θ, θ[3] */
    vv_name_space space;
    vv_def_kind kind;
    const vv_node *node; /* its statement */
    const vv_env *env;
    vv_span span;
    int state; /* 0: untouched, 1: being evaluated, 2: done */
    bool ok;
    vv_value value;  /* scalars and points */
    bool saw_unit;   /* see elaborator */
    bool no_integer; /* reported as a bound that is not an integer */
    bool structural; /* a parameter used as a bound or in an index: replaced by its integer */
    bool varies;     /* a parameter that an event sets: its value is only the first one */
    bool stays;      /* a parameter that must stay a symbol: differentiated by, or neglected */
    int index; /* coordinate, speed, parameter, frame, body, function; component of a direction */
    const struct vv_def *needed_by; /* while it is evaluated */
    struct vv_def *next;            /* chain of the hash table */
} vv_def;

enum {
    MOST_STATEMENTS = 1 << 18, /* after unrolling; also the total number of terms of sums */
    MOST_COORDINATES = 20000,  /* so that its square fits an int */
    MOST_NESTED_DEFINITIONS = 200,
    MOST_NESTED_VALUES =
        2500 /* nesting during evaluation, definitions included: limits the C stack */
};

/* Indexed names: number of indices, and range of the first. low > high after an error in the
 * declaration: its members are then not reported as unknown. */
typedef struct vv_indexed_family {
    const char *name;
    int64_t low, high;
    int indices;
} vv_indexed_family;

typedef struct vv_function_def {
    const vv_node *node;
    const vv_env *env;
    int function;
    vv_expr *args;
    int n;
    vv_expr body;
} vv_function_def;

/* A surface or curve as stated: its shape in its own symbols, its carrier not yet looked up. */
typedef struct vv_surface_def {
    vv_surface shape;
    const char *name[2]; /* names of the parameters, NULL if not stated */
    bool has_trihedron;
    vv_trihedron trihedron; /* if the shape has a chart */
} vv_surface_def;

enum { MOST_CONTACT_EQUATIONS = 8 };

/* `rolling B by S on T`: the contact coordinates, and what they place (contacts.c). */
typedef struct vv_surface_contact {
    const vv_node *node;
    const vv_env *env;
    vv_def *body, *by, *on;
    bool frame_stated, centre_stated;
    int nown, nother, nangles;
    vv_expr own[3], other[3], angle[2]; /* parameters on S, on T, angles between them */
    int state;                          /* as for a definition */
    bool ok;
    int support_frame, frame; /* frame carrying T; frame of the body */
    vv_vec origin;            /* of T's axes */
    int axes;                 /* frame in which the constraints are written */
    vv_vec at, normal, centre, rho, slip, apart;
    bool has_slip; /* slip is already known; otherwise it follows from the velocity of the centre */
    int nfinite;
    vv_expr finite[MOST_CONTACT_EQUATIONS];
    const char *finite_text[MOST_CONTACT_EQUATIONS];
    bool finite_lies[MOST_CONTACT_EQUATIONS]; /* of one surface alone */
} vv_surface_contact;

/* A name bound during the evaluation of an expression; hides other uses of the name. */
typedef struct vv_binding {
    const char *name;
    vv_expr symbol;
    struct vv_binding *up;
} vv_binding;

/* How free frames are described. */
typedef enum vv_rotation_chart {
    CHART_EULER_PARAMETERS,
    CHART_ZXZ, /* angles */
    CHART_ZXY
} vv_rotation_chart;

/* The axis of the i-th turn: 0, 1, 2 for x, y, z. */
static inline int vv_chart_axis(vv_rotation_chart chart, int i) {
    return i == 0 ? 2 : i == 1 ? 0 : chart == CHART_ZXZ ? 2 : 1;
}

typedef struct elaborator {
    vv_ctx *c;
    vv_model *m;
    vv_rotation_chart chart;
    int turnedcap;
    const vv_tree *tree;
    int nsettings;
    const vv_setting *setting;
    bool *setting_used;
    bool at_values; /* parameters are replaced by their values */
    vv_def **slot;  /* hash table of the definitions; slots is a power of two */
    unsigned slots;
    vv_def **order; /* all definitions in order of declaration */
    int ndefs, defs_capacity;
    vv_indexed_family *family; /* declared families */
    int nfamilies, families_capacity;
    vv_function_def *function;
    int nfunctions, functions_capacity;
    vv_surface_def *surface;
    int nsurfaces, surfaces_capacity;
    vv_surface_contact *contact;
    int ncontacts, contacts_capacity;
    bool contact_faulty; /* error reported: do not report missing names that it would have
                          * introduced */
    vv_binding *bound;
    int ninstances;         /* members of unrolled families */
    int nterms;             /* total over all sums */
    bool too_deep;          /* already reported */
    int height;             /* nested values being evaluated */
    const vv_def *current;  /* definition being evaluated */
    vv_diag repeated;       /* receives repeated diagnostics for the same location */
    int depth;              /* nested definitions being evaluated */
    vv_expr *symbol, *rate; /* the rate map */
    int nrates, rates_capacity;
    vv_expr *virtual_;   /* dq symbols (nq) */
    bool in_work;        /* δ(...) is allowed */
    bool assuming;       /* evaluating an assumption: names in it do not count as used */
    bool energies_known; /* T, U, energy, reactions, efforts are available */
    int nlate, latecap;
    int nvisited;            /* statements met in this stage, members of families one by one */
    int *late;               /* the statements so deferred, by nvisited */
    bool mechanics_saw_unit; /* one of them saw a unit */
    bool too_early;          /* a definition used one of them before that, and is deferred */
    bool wants_vector;       /* the value being evaluated is to be a vector */
    bool is_force;           /* a force, torque or work: it may depend on constraint forces ... */
    bool deferred;           /* ... and is then read after all constraints are known */
    bool saw_unit; /* a number with a unit occurred: the dimension of this statement is not
                    * checked */
    bool in_claim; /* `real` and `divisor` are kept */
    vv_expr *real; /* each >= 0 where the roots, logarithms, ... of this claim are real */
    int nreal, realcap;
    vv_expr *divisor; /* of this claim as written */
    int ndivisors, divisorcap;
    const vv_node *hamiltonian; /* the statement, once it is read ... */
    vv_expr legendre;           /* ... and its Lagrangian, poison after an error */
    int nconjugate;             /* while H is read: its momenta, which have no rates */
    const vv_expr *conjugate;
    int stage;                      /* of pass 2 */
    vv_span run_span, gravity_span; /* location of their first statement */
    int linkcap, pointcap, visualcap, directioncap, unitcap;
    int qcap, scap, pcap, bcap, ccap, rcap, lcap, kcap, stcap, shcap, picap, whcap, bxcap, pertcap,
        recap, factcap, weakcap, rulecap, nzcap, chcap, gdcap, judgedcap;
} elaborator;

vv_diag *vv_model_error(elaborator *el, int code, vv_span span, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* definitions */
vv_def *vv_def_find(elaborator *el, vv_name_space space, const char *key);
vv_def *vv_def_add(elaborator *el, vv_name_space space, vv_def_kind kind, const char *key,
                   const vv_node *node, const vv_env *env, vv_span span);
/* Key of a NAME or INDEX node (indices evaluated); NULL after a diagnostic. */
const char *vv_def_key(elaborator *el, const vv_node *ref, const vv_env *env);
/* Decimal digits without a terminator, at most VV_INTEGER_DIGITS_MAX; returns their end. */
enum { VV_INTEGER_DIGITS_MAX = 20 };
char *vv_write_integer(char *end, int64_t v);
void vv_model_unknown_name(elaborator *el, vv_name_space space, const char *key, vv_span span);
vv_indexed_family *vv_indexed_family_find(elaborator *el, const char *name, size_t length);
bool vv_eval_integer(elaborator *el, const vv_node *n, const vv_env *env, int64_t *out);

/* Grows an array of the model by one; NULL on refusal. */
void *vv_array_grow(elaborator *el, void **array, int n, int *capacity, size_t each);
#define VV_PUSH(el, array, n, capacity)                                                            \
    (vv_array_grow((el), (void **)&(array), (n), &(capacity), sizeof *(array)) ? &(array)[(n)++]   \
                                                                               : NULL)

/* Adds a symbol and its rate, for d/dt of expressions that contain it. */
void vv_rate_map_add(elaborator *el, vv_expr symbol, vv_expr rate);

/* evaluation */
vv_value vv_eval(elaborator *el, const vv_node *n, const vv_env *env);
/* In a claim: keeps the condition under which op(a, b) is real; b is the exponent of a power. */
void vv_real_condition_keep(elaborator *el, vv_op op, vv_expr a, vv_expr b);
void vv_divisor_keep(elaborator *el, vv_expr e);
vv_expr vv_eval_scalar(elaborator *el, const vv_node *n,
                       const vv_env *env); /* poison after a diagnostic */
bool vv_eval_vector(elaborator *el, const vv_node *n, const vv_env *env, vv_vec *out);
bool vv_eval_equation(elaborator *el, const vv_node *compare, const vv_env *env,
                      vv_expr *out); /* left - right */
bool vv_eval_quantity(elaborator *el, const vv_node *n, const vv_env *env, vv_expr *out,
                      vv_dimension *dim);
/* Are T, energy, reaction(P) and the like available? False: the error is reported, or the
 * definition deferred. */
bool vv_require_whole_model(elaborator *el, const vv_node *n);
/* The same for constraint forces, which forces may depend on once all constraints are stated. */
bool vv_require_constraints(elaborator *el, const vv_node *n);
bool vv_eval_unit(elaborator *el, const vv_node *unit, vv_expr *scale, vv_dimension *dim);
/* The axis x, y or z of the current frame that a turn names, 0 to 2; -1 if it is an expression.
 * For -y the angle is negated here. */
int vv_eval_named_axis(elaborator *el, const vv_node *axis, vv_expr *angle);
int vv_eval_frame(elaborator *el, const vv_node *ref, const vv_env *env,
                  bool bodies_too); /* frame index; -1 if none */
int vv_eval_body(elaborator *el, const vv_node *ref, const vv_env *env);
vv_expr vv_eval_time_derivative(elaborator *el, vv_expr e);
bool vv_has_derivative_of_order(elaborator *el, vv_expr e,
                                int order); /* derivative of a coordinate: 1 velocities, 2
                                             * accelerations */
bool vv_certainly_negative(elaborator *el, vv_expr e);
/* Nonnegative and constant; name NULL for a particle. */
bool vv_check_mass(elaborator *el, const vv_node *n, vv_expr mass, const char *name);
/* Reports an error unless the relative orientation of all axes in which a and b are written is
 * known. */
bool vv_check_frames_related(elaborator *el, vv_span span, vv_vec a, vv_vec b);
/* A position: must not contain velocities. */
bool vv_check_position(elaborator *el, const vv_node *n, vv_vec a);
/* Source text of a part of the model, on one line; for a member of a family with the values of
 * its indices. Call after it was evaluated without errors. */
const char *vv_source_text(elaborator *el, const vv_node *n, const vv_env *env);
/* What is written at the offset of a span, in the model or in an option; *left bytes of it. */
const char *vv_source_at(const elaborator *el, uint32_t offset, size_t *left);
void vv_define_all(elaborator *el);
/* settings (parameter_values.c) with the canonical names of the text, in the arena */
const vv_setting *vv_settings_canonical(vv_ctx *c, int n, const vv_setting *setting);
/* the value set for a parameter, NULL if there is none */
const char *vv_setting_find(elaborator *el, const char *key);
/* Errors in the text after --set have no location in the model: the messages from `first` on name
 * the option. */
void vv_setting_locate_faults(elaborator *el, int first, const char *name, const char *text);
void vv_apply_start_settings(elaborator *el); /* after the start statements */
void vv_check_settings(elaborator *el);       /* reports settings that name nothing */
bool vv_call_is_known(const char *name);      /* path, contact, velocity: is it a function of the
                                               * language? */
vv_value vv_eval_call(elaborator *el, const vv_node *n, const vv_env *env);
bool vv_eval_support_velocity(elaborator *el, const vv_node *ref, const vv_env *env, vv_vec at,
                              vv_vec *out, int *frame, int *body);

/* hints (expression_hints.c): what to write instead, with a cure */
bool vv_hint_derivative(elaborator *el, vv_diag *d, const char *key, vv_span span); /* d/dt(x) */
void vv_hint_derivative_call(elaborator *el, vv_diag *d, const vv_node *n, int order);
bool vv_hint_axis(elaborator *el, vv_diag *d, const char *key, vv_span span);
void vv_hint_scalar_for_vector(elaborator *el, vv_diag *d, const vv_node *n);
void vv_hint_tuple(elaborator *el, vv_diag *d, const vv_node *n);

/* evaluates one definition, on demand */
bool vv_define(elaborator *el, vv_def *d);
void vv_parameter_make_structural(elaborator *el, vv_def *d);
/* What a parameter stands for in expressions, once its value is read: its symbol, with the value
 * noted as stated, or the value (parameter_values.c). */
void vv_parameter_take_value(elaborator *el, vv_def *d);
/* Marks the parameters that vary and those that stay symbols, once all are declared. */
void vv_parameters_mark_symbols(elaborator *el, const vv_node *n);
/* Is it the name of a parameter that was replaced by its value? Statements about its symbol are
 * passed over then. */
bool vv_parameter_is_replaced(elaborator *el, const vv_node *n);
/* e with the values of the parameters that have one, for tests of signs. */
vv_expr vv_parameter_values_insert(elaborator *el, vv_expr e);
bool vv_define_body(elaborator *el, vv_def *d);
void vv_model_unplaced_body(elaborator *el,
                            const vv_def *d); /* neither a centre nor a contact: reported */

/* surfaces and contacts */
/* Velocity of the body's material point at the contact relative to the support's. */
vv_vec vv_surface_contact_slip(elaborator *el, const vv_surface_contact *k, const vv_rolling *r);
bool vv_define_surface(elaborator *el, vv_def *d);
vv_value vv_eval_surface_member(elaborator *el, const vv_node *n, const vv_env *env, vv_def *d);
void vv_declare_surface_contacts(elaborator *el); /* after all other names: the contact
                                                   * coordinates */
/* A contact coordinate: the one declared under this name, or a new one; poison after a
 * diagnostic. */
vv_expr vv_surface_contact_coordinate(elaborator *el, const char *key, const vv_node *at,
                                      const vv_env *env);
/* The contact that places a body whose position is not stated; NULL if none. */
vv_surface_contact *vv_surface_contact_of_body(elaborator *el, const vv_def *body);
/* Places the body's frame (-1: the contact defines it). */
bool vv_surface_contact_place_body(elaborator *el, vv_surface_contact *k, int frame);
void vv_move_quiet_events_last(elaborator *el);
void vv_state_contact(elaborator *el, const vv_node *n, const vv_env *env);
vv_value vv_eval_contact_query(elaborator *el, const vv_node *n, const vv_env *env);
bool vv_check_arity(elaborator *el, const vv_node *n, int low, int high);
/* Energies stated as a whole (lagrangian.c). */
bool vv_is_quadratic_in_velocities(elaborator *el, vv_expr e);
void vv_state_lagrangian(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_hamiltonian(elaborator *el, const vv_node *n, const vv_env *env);
bool vv_define_momentum(elaborator *el, vv_def *d);
/* T - U; of a model with a Lagrangian q'.∂L/∂q' - L. */
vv_expr vv_model_energy(vv_ctx *c, elaborator *el);
vv_value vv_eval_momentum(elaborator *el, const vv_node *n, const vv_env *env);
/* reaction(P); N(P), F(P); effort(q). */
vv_value vv_eval_reaction(elaborator *el, const vv_node *n, const vv_env *env);
vv_value vv_eval_contact_force(elaborator *el, const vv_node *n, const vv_env *env);
vv_value vv_eval_effort(elaborator *el, const vv_node *n, const vv_env *env);
/* λ1, if there is no other use for the name. */
vv_value vv_eval_multiplier(elaborator *el, const vv_node *n, const vv_env *env, bool *found);
/* Relative velocity of the body's material point at the contact: three constraints. */
void vv_push_rolling(elaborator *el, const vv_node *n, const vv_rolling *r, vv_vec slip, int axes,
                     const char *axes_name);
bool vv_elaborate_friction(elaborator *el, const vv_node *n, const vv_env *env, vv_rolling *r);
vv_constraint *vv_push_constraint(elaborator *el, vv_constraint proto);

/* pass 1: declare all names; pass 2: statements that are not definitions */
void vv_declare_all(elaborator *el);
void vv_check_speeds(elaborator *el); /* reports speeds that are defined in terms of themselves */
void vv_elaborate_statements(
    elaborator *el, int stage); /* 0 assumptions, 1 mechanics, 2 gravity, 3 start and claims */
/* Calls `each` on every unrolled statement. */
void vv_unroll_statements(elaborator *el,
                          void (*each)(elaborator *, const vv_node *, const vv_env *));

/* Statements of pass 2 implemented in other files, one function per kind. */

void vv_state_kinetic(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_force_function(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_particle(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_gravity(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_apparent_gravity(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_load(elaborator *el, const vv_node *n, const vv_env *env);
/* After all statements: warns of forces at points that wander over a body. */
void vv_check_loads(elaborator *el);
void vv_state_visual(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_spring(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_damper(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_work(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_perturbation(elaborator *el, const vv_node *n, const vv_env *env);
/* Coefficients of the virtual displacements; false if the expression is not linear in them. */
bool vv_linear_in_virtual_displacements(elaborator *el, vv_expr e, vv_expr *coefficient);
void vv_state_start(elaborator *el, const vv_node *n, const vv_env *env);
/* Reads an initial value of `symbol`; false: its fault is reported. */
bool vv_start_value(elaborator *el, vv_expr symbol, const vv_node *value, const vv_env *env,
                    vv_expr *out);
void vv_state_start_frame(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_run(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_show(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_when(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_box(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_relation(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_claim(elaborator *el, const vv_node *n, const vv_env *env);

/* Records a value whose dimension is checked at the end. */
void vv_dimension_check_add(elaborator *el, vv_expr value, vv_span span, vv_quantity quantity);
void vv_check_dimensions(vv_ctx *c, const vv_model *m);

/* Copies all valid surfaces into the model. */
void vv_collect_surfaces(elaborator *el);

#endif
