/* Inside of vv_model_build: the definitions by name, and the evaluation of syntax to expressions.
 */
#ifndef VV_MODEL_ELABORATE_H
#define VV_MODEL_ELABORATE_H

#include "geometry/surface.h"
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
    DEF_SURFACE
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
    const char *key; /* θ, θ[3]                                   */
    vv_name_space space;
    vv_def_kind kind;
    const vv_node *node; /* its statement                              */
    const vv_env *env;
    vv_span span;
    int state; /* 0 untouched, 1 being evaluated, 2 done     */
    bool ok;
    vv_value value;  /* scalars and points                         */
    bool saw_unit;   /* see elaborator             */
    bool no_integer; /* reported as a bound that is no integer */
    bool structural; /* a parameter used as a bound or in an index: stands for its integer */
    int index; /* coordinate, speed, parameter, frame, body, function; component of a direction */
    const struct vv_def *needed_by; /* while it is evaluated              */
    struct vv_def *next;            /* chain of the hash table                    */
} vv_def;

enum {
    MOST_STATEMENTS = 1 << 18, /* after unrolling; also terms of all sums  */
    MOST_COORDINATES = 20000,  /* so that the square of it is an int       */
    MOST_NESTED_DEFINITIONS = 200,
    MOST_NESTED_VALUES =
        2500 /* nodes over nodes while evaluating, definitions included: the C stack */
};

/* Names with indices: how many indices, and the range of the first. After a fault in the
 * declaration low > high: then its members are not reported as unknown. */
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

/* A surface or curve as stated: its shape by symbols of its own, its carrier not yet looked up. */
typedef struct vv_surface_def {
    vv_surface shape;
    const char *name[2]; /* of the parameters, NULL where none were stated */
    bool has_trihedron;
    vv_trihedron trihedron; /* where the shape has a chart */
} vv_surface_def;

enum { MOST_CONTACT_EQUATIONS = 8 };

/* `rolling B by S on T`: the coordinates of contact, and what they place (contacts.c). */
typedef struct vv_surface_contact {
    const vv_node *node;
    const vv_env *env;
    vv_def *body, *by, *on;
    bool frame_stated, centre_stated;
    int nown, nother, nangles;
    vv_expr own[3], other[3], angle[2]; /* parameters on S, on T, angles between them */
    int state;                          /* as of a definition                        */
    bool ok;
    int support_frame, frame; /* carrying T; of the body                    */
    vv_vec origin;            /* of T's axes                                */
    int axes;                 /* along which the relations are written      */
    vv_vec at, normal, centre, rho, slip, apart;
    bool has_slip; /* slip is known already, else by the velocity of the centre */
    int nfinite;
    vv_expr finite[MOST_CONTACT_EQUATIONS];
    const char *finite_text[MOST_CONTACT_EQUATIONS];
    bool finite_lies[MOST_CONTACT_EQUATIONS]; /* of one surface alone */
} vv_surface_contact;

/* A name bound while an expression is evaluated, whatever else bears it. */
typedef struct vv_binding {
    const char *name;
    vv_expr symbol;
    struct vv_binding *up;
} vv_binding;

typedef struct elaborator {
    vv_ctx *c;
    vv_model *m;
    const vv_tree *tree;
    int nsettings;
    const vv_setting *setting;
    bool *setting_used;
    vv_def **slot; /* hash table of the definitions; slots is a power of two */
    unsigned slots;
    vv_def **order; /* all definitions as declared */
    int ndefs, defs_capacity;
    vv_indexed_family *family; /* declared families */
    int nfamilies, families_capacity;
    vv_function_def *function;
    int nfunctions, functions_capacity;
    vv_surface_def *surface;
    int nsurfaces, surfaces_capacity;
    vv_surface_contact *contact;
    int ncontacts, contacts_capacity;
    bool contact_faulty; /* reported: what it would place and name is not missed elsewhere */
    vv_binding *bound;
    int ninstances;         /* statements after unrolling */
    int nterms;             /* of all sums                */
    bool too_deep;          /* reported                   */
    int height;             /* nested values being evaluated */
    const vv_def *current;  /* the definition being evaluated */
    vv_diag repeated;       /* takes what is said twice of the same place */
    int depth;              /* nested definitions being evaluated */
    vv_expr *symbol, *rate; /* the rate map */
    int nrates, rates_capacity;
    vv_expr *virtual_;       /* dq symbols            (nq) */
    bool in_work;            /* δ(...) is allowed          */
    bool assuming;           /* what is named by assumptions alone is not used */
    bool energies_known;     /* T, U, energy, reactions, efforts have their meaning */
    bool mechanics_saw_unit; /* one of them did            */
    bool too_early;          /* a definition met one of them before that, and is put off */
    bool saw_unit; /* a number with a unit: the dimension of this statement is not checked */
    int stage;     /* of pass 2                  */
    vv_span run_span, gravity_span; /* where they were stated first */
    int linkcap, pointcap;
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
/* Decimal digits without an end mark, at most VV_INTEGER_DIGITS_MAX; returns where they end. */
enum { VV_INTEGER_DIGITS_MAX = 20 };
char *vv_write_integer(char *end, int64_t v);
void vv_model_unknown_name(elaborator *el, vv_name_space space, const char *key, vv_span span);
vv_indexed_family *vv_indexed_family_find(elaborator *el, const char *name, size_t length);
bool vv_eval_integer(elaborator *el, const vv_node *n, const vv_env *env, int64_t *out);

/* grow an array of the model by one; NULL on refusal */
void *vv_array_grow(elaborator *el, void **array, int n, int *capacity, size_t each);
#define VV_PUSH(el, array, n, capacity)                                                            \
    (vv_array_grow((el), (void **)&(array), (n), &(capacity), sizeof *(array)) ? &(array)[(n)++]   \
                                                                               : NULL)

/* A symbol and its rate, for d/dt of whatever holds it. */
void vv_rate_map_add(elaborator *el, vv_expr symbol, vv_expr rate);

/* evaluation */
vv_value vv_eval(elaborator *el, const vv_node *n, const vv_env *env);
vv_expr vv_eval_scalar(elaborator *el, const vv_node *n,
                       const vv_env *env); /* poison after a diagnostic */
bool vv_eval_vector(elaborator *el, const vv_node *n, const vv_env *env, vv_vec *out);
bool vv_eval_equation(elaborator *el, const vv_node *compare, const vv_env *env,
                      vv_expr *out); /* left - right */
bool vv_eval_quantity(elaborator *el, const vv_node *n, const vv_env *env, vv_expr *out,
                      vv_dimension *dim);
/* T, energy, reaction(P) and the like are known; false: the fault is told, or the let put off. */
bool vv_require_whole_model(elaborator *el, const vv_node *n);
bool vv_eval_unit(elaborator *el, const vv_node *unit, vv_expr *scale, vv_dimension *dim);
/* The axis x, y or z of the frame reached that a turn names, 0 to 2, -1 where it is an expression;
 * about -y the angle counts the other way, which is done. */
int vv_eval_named_axis(elaborator *el, const vv_node *axis, vv_expr *angle);
int vv_eval_frame(elaborator *el, const vv_node *ref, const vv_env *env,
                  bool bodies_too); /* frame index, -1 */
int vv_eval_body(elaborator *el, const vv_node *ref, const vv_env *env);
vv_expr vv_eval_time_derivative(elaborator *el, vv_expr e);
bool vv_has_derivative_of_order(elaborator *el, vv_expr e,
                                int order); /* of a coordinate: 1 velocities, 2 accelerations */
bool vv_certainly_negative(elaborator *el, vv_expr e);
/* Not negative, constant; name NULL for a particle. */
bool vv_check_mass(elaborator *el, const vv_node *n, vv_expr mass, const char *name);
/* The relative position of all axes in which a and b are written is known; else a diagnostic. */
bool vv_check_frames_related(elaborator *el, vv_span span, vv_vec a, vv_vec b);
/* A place: no velocities. */
bool vv_check_position(elaborator *el, const vv_node *n, vv_vec a);
/* A part of the model as written, on one line; of a member of a family with the numbers that its
 * indices stand for. After it was evaluated without fault. */
const char *vv_source_text(elaborator *el, const vv_node *n, const vv_env *env);
void vv_define_all(elaborator *el);
bool vv_call_is_known(const char *name); /* path, contact, velocity: a function of the language */
vv_value vv_eval_call(elaborator *el, const vv_node *n, const vv_env *env);
bool vv_eval_support_velocity(elaborator *el, const vv_node *ref, const vv_env *env, vv_vec at,
                              vv_vec *out, int *frame, int *body);

/* one definition, on demand */
bool vv_define(elaborator *el, vv_def *d);
void vv_parameter_make_structural(elaborator *el, vv_def *d);
bool vv_define_body(elaborator *el, vv_def *d);
void vv_model_unplaced_body(elaborator *el,
                            const vv_def *d); /* neither a centre nor a contact: told */

/* surfaces and contacts */
/* Velocity of the body's material at the contact relative to the support's. */
vv_vec vv_surface_contact_slip(elaborator *el, const vv_surface_contact *k, const vv_rolling *r);
bool vv_define_surface(elaborator *el, vv_def *d);
vv_value vv_eval_surface_member(elaborator *el, const vv_node *n, const vv_env *env, vv_def *d);
void vv_declare_surface_contacts(elaborator *el); /* after all other names: their coordinates */
/* A coordinate of contact: the one declared under this name, or a new one; poison after a
 * diagnostic. */
vv_expr vv_surface_contact_coordinate(elaborator *el, const char *key, const vv_node *at,
                                      const vv_env *env);
/* The contact that places what is not stated of a body, NULL. */
vv_surface_contact *vv_surface_contact_of_body(elaborator *el, const vv_def *body);
/* The body's frame (-1: it is the contact that gives it) to its place. */
bool vv_surface_contact_place_body(elaborator *el, vv_surface_contact *k, int frame);
void vv_move_quiet_events_last(elaborator *el);
void vv_state_contact(elaborator *el, const vv_node *n, const vv_env *env);
vv_value vv_eval_contact_query(elaborator *el, const vv_node *n, const vv_env *env);
/* The velocity of the body's material at the contact, relative to the support's: three relations.
 */
void vv_push_rolling(elaborator *el, const vv_node *n, const vv_rolling *r, vv_vec slip, int axes,
                     const char *axes_name);
bool vv_elaborate_friction(elaborator *el, const vv_node *n, const vv_env *env, vv_rolling *r);
vv_constraint *vv_push_constraint(elaborator *el, vv_constraint proto);

/* pass 1: declare all names; pass 2: the statements that are not definitions */
void vv_declare_all(elaborator *el);
void vv_check_speeds(elaborator *el); /* no speed is stated by itself */
void vv_elaborate_statements(
    elaborator *el, int stage); /* 0 assumptions, 1 mechanics, 2 gravity, 3 start and claims */
/* Call `each` on every unrolled statement. */
void vv_unroll_statements(elaborator *el,
                          void (*each)(elaborator *, const vv_node *, const vv_env *));

/* The statements of pass 2 that stand in other files, one function for each kind. */

void vv_state_kinetic(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_force_function(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_particle(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_gravity(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_apparent_gravity(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_load(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_spring(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_damper(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_work(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_perturbation(elaborator *el, const vv_node *n, const vv_env *env);
/* Coefficients of the virtual rates; false when the expression is not linear in them. */
bool vv_linear_in_virtual_displacements(elaborator *el, vv_expr e, vv_expr *coefficient);
void vv_state_start(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_start_frame(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_run(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_show(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_when(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_box(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_relation(elaborator *el, const vv_node *n, const vv_env *env);
void vv_state_claim(elaborator *el, const vv_node *n, const vv_env *env);

/* Remember a value whose dimension is checked at the end. */
void vv_dimension_check_add(elaborator *el, vv_expr value, vv_span span, vv_quantity quantity);
void vv_check_dimensions(vv_ctx *c, const vv_model *m);

/* All surfaces that are well stated, into the model. */
void vv_collect_surfaces(elaborator *el);

#endif
