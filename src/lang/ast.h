/* Syntax tree of a model file: one plain node type; each kind documents the roles of its
 * children. Nothing is resolved here: names are canonical (vv_name_canonical) but not looked up,
 * numbers are exact text, units are checked text. A statement that declares several things
 * (`coordinate x, y`) becomes several statements, one per thing. Sums and products are n-ary and
 * nesting is limited: a tree has height at most VV_TREE_HEIGHT_MAX, so traversals may recurse. */
#ifndef VV_LANG_AST_H
#define VV_LANG_AST_H

#include "base/base.h"
#include "lang/request.h"

enum {
    VV_NESTING_MAX = 1000,         /* nested brackets */
    VV_TREE_HEIGHT_MAX = 1000,     /* height of a statement's tree */
    VV_NAME_BYTES_MAX = 1000,      /* bytes of a name or a number */
    VV_PRIMES_MAX = 9,             /* primes per operand */
    VV_SOURCE_BYTES_MAX = 16 << 20 /* bytes of a model file */
};

/* Roles of the children. `[x]` may be NULL, `x...` is a list of any length up to n. `idx` is an
 * INDICES node or NULL, as in `point P[i] = ...`. `ref` is NAME or INDEX: a frame, a body ...
 * `equation` and `condition` are COMPARE nodes; `list` is a LIST node. flag is 0 unless stated
 * otherwise. */
/* clang-format off */
#define VV_NODE_LIST(X) \
    /* expressions */ \
    X(NUMBER,      "number")      /* number; kid: none, or unit */ \
    X(QUANTITY,    "quantity")    /* value, unit: a bracketed expression with a unit, (1/3) [m] */ \
    X(NAME,        "name")        /* name */ \
    X(INDEX,       "index")       /* name; index...                θ[3], θ[i-1], A[i, j] */ \
    X(PRIME,       "prime")       /* operand; primes >= 1; the operand is never itself a PRIME */ \
    X(ADD,         "sum")         /* term... (two or more); a subtracted term is a NEGATE */ \
    X(NEGATE,      "minus")       /* operand */ \
    X(MULTIPLY,    "product")     /* factor... (two or more); OVER for a divisor, never first */ \
    X(OVER,        "over")        /* divisor: only as a child of MULTIPLY */ \
    X(POWER,       "power")       /* base, exponent */ \
    X(CALL,        "call")        /* name; argument... (one or more); primes: f'(E) */ \
    X(MEMBER,      "member")      /* name (the field); object      world.x, P[i].y, B.origin */ \
    X(TUPLE,       "tuple")       /* component... (two or more) */ \
    X(VECTOR_IN,   "vector in")   /* TUPLE, ref                    (a, b, c) in R */ \
    X(SUMMATION,   "sum for")     /* name (the index); body, RANGE */ \
    X(DELTA,       "δ")           /* operand */ \
    X(PARTIAL,     "D")           /* function, variable... (one or more) */ \
    X(PIECEWISE,   "piecewise")   /* condition, value, ..., otherwise (an odd number) */ \
    X(COMPARE,     "comparison")  /* name: one of = != < > <= >= ; left, right */ \
    X(RANGE,       "range")       /* low, high                     1..n */ \
    X(UNIT,        "unit")        /* name: its text without spaces, known to vv_unit_parse */ \
    /* parts of statements */ \
    X(INDICES,     "indices")     /* index... each an expression or a RANGE */ \
    X(LIST,        "list")        /* item... (one or more) */ \
    X(TURN,        "turn")        /* angle, axis (NAME x, y or z, or a vector) */ \
    X(INERTIA,     "inertia")     /* value, [about axis], [along ref], [at point] */ \
    X(ASSIGN,      "assignment")  /* target (NAME, INDEX, or PRIME of one), value */ \
    X(SHAPE,       "shape")       /* name: plane, sphere, ...; size...; flag 1: inside */ \
    X(ACTION,      "action")      /* name: record or stop */ \
    /* statements */ \
    X(FOR,         "for")         /* name (the index); RANGE, statement (may be a FOR again) */ \
    X(SYSTEM,      "system")      /* name: the title, as written between the quotes */ \
    X(PARAMETER,   "parameter")   /* name; [idx], [value], [unit] */ \
    X(ASSUME,      "assume")      /* condition */ \
    X(COORDINATE,  "coordinate")  /* name; [idx], [unit]; flag 1: dependent */ \
    X(KINETIC,     "kinetic energy") /* expression */ \
    X(FORCE_FUNCTION, "force function") /* expression */ \
    X(LAGRANGIAN,  "lagrangian")  /* expression */ \
    X(HAMILTONIAN, "hamiltonian") /* expression, LIST of NAME: the momenta */ \
    X(POTENTIAL,   "potential")   /* expression */ \
    X(FRAME,       "frame")       /* name; [idx], parent ref, [at origin], [turning vector], \
        [free TUPLE of NAME or INDEX], [free ... along ref], TURN... */ \
    X(POINT,       "point")       /* name; [idx], position */ \
    X(BODY,        "body")        /* name; [idx], [mass], [centre], [frame ref], [INERTIA] */ \
    X(MASS,        "mass")        /* mass, point */ \
    X(GRAVITY,     "gravity")     /* vector */ \
    X(APPARENT_GRAVITY, "apparent gravity") /* vector, frame ref */ \
    X(ROLLING,     "rolling")     /* body ref, on ref, [by ref], [at point], [normal], [friction], \
        [static], [by LIST of parameter values], [on LIST ...], \
        [LIST of angles], [resistance], [pivoting], [restitution]; flag 1: without pivoting */ \
    X(SPEED,       "speed")       /* name; [idx], expression */ \
    X(START,       "start")       /* target (NAME, INDEX, or PRIME of one), value */ \
    X(START_FRAME, "start frame") /* frame ref, parent ref, TURN... */ \
    X(RUN,         "run")         /* duration */ \
    X(SHOW,        "show")        /* expression */ \
    X(CONSTRAINT,  "constraint")  /* equation (or inequality: COMPARE) */ \
    X(SERVO,       "servo")       /* equation, through...: expressions, or equations in δ */ \
    X(LET,         "let")         /* name; [idx], expression */ \
    X(FUNCTION,    "function")    /* name; LIST of NAME or INDEX, [definition] */ \
    X(RELATION,    "relation")    /* equation */ \
    X(GIVEN,       "given")       /* name; [idx], expression */ \
    X(AUXILIARY,   "auxiliary")   /* name; primes >= 1; [idx], expression */ \
    X(DIRECTION,   "direction")   /* TUPLE of three NAME or INDEX, vector, frame ref */ \
    X(FORCE,       "force")       /* vector, point, body or frame ref or NULL */ \
    X(TORQUE,      "torque")      /* vector, body or frame ref */ \
    X(SPRING,      "spring")      /* stiffness, A, [B], [length]; B NULL: `on θ`, A scalar */ \
    X(DAMPER,      "damper")      /* coefficient, A, [B]; B NULL: `damper c on θ`, A scalar */ \
    X(WORK,        "work")        /* expression */ \
    X(PERTURBATION,"perturbation")/* expression, scalar */ \
    X(SURFACE,     "surface")     /* name; on ref, [LIST of parameters], [implicit equation], \
        [parametric value], [support], [profile TUPLE], [SHAPE], BOX...: where the \
        parameters may vary; flag 1: of revolution */ \
    X(CURVE,       "curve")       /* name; on ref, LIST of parameters (one), value, BOX... */ \
    X(VISUAL,      "shape")       /* name; [idx], [on ref], [from], [to], [at], [along], size...; \
        flag: row of vv_visual_kinds */ \
    X(WHEN,        "when")        /* condition, action... (ACTION or ASSIGN) */ \
    X(INPUT,       "input")       /* name; [idx], [unit] */ \
    X(OUTPUT,      "output")      /* name; [idx], expression */ \
    X(BOX,         "box")         /* target, low, high */ \
    X(CLAIM,       "claim")       /* name: equation, integral, equilibrium, frequency, stable, \
        identity or combination; flag 1: not; what is claimed (equation: COMPARE; \
        integral, frequency: expression; equilibrium: LIST of COMPARE; \
        identity: COMPARE; combination: COMPARE; stable: NULL), \
        [when LIST], [neglecting LIST], [if LIST], [at LIST]; the lists \
        of when, if and at hold COMPARE, that of neglecting expressions  */

/* Indices of the children of a ROLLING node, which has many. */
enum {
    VV_ROLLING_BODY,
    VV_ROLLING_ON,
    VV_ROLLING_BY,
    VV_ROLLING_AT,
    VV_ROLLING_NORMAL,
    VV_ROLLING_FRICTION,
    VV_ROLLING_STATIC,
    VV_ROLLING_BY_NAMES,
    VV_ROLLING_ON_NAMES,
    VV_ROLLING_ANGLE,
    VV_ROLLING_RESISTANCE,
    VV_ROLLING_PIVOTING,
    VV_ROLLING_RESTITUTION,
    VV_ROLLING_SLOTS
};

/* Indices of the children of a VISUAL node; its sizes follow in the order of vv_visual_kinds. */
enum {
    VV_VISUAL_INDICES,
    VV_VISUAL_ON,
    VV_VISUAL_FROM,
    VV_VISUAL_TO,
    VV_VISUAL_AT,
    VV_VISUAL_ALONG,
    VV_VISUAL_SIZES
};
enum { VV_VISUAL_SIZES_MAX = 3 };

typedef enum vv_node_kind {
#define X(id, text) VV_N_##id,
    VV_NODE_LIST(X)
#undef X
    VV_N_COUNT
} vv_node_kind;
/* clang-format on */

typedef struct vv_node vv_node;
struct vv_node {
    vv_node_kind kind;
    vv_span span;       /* the whole construct */
    vv_span name_span;  /* the name only, for carets; empty if there is none */
    const char *name;   /* canonical name, operator or keyword text; otherwise NULL */
    const char *number; /* exact text of a number: digits[.digits][e[+|-]digits]; otherwise NULL */
    int primes;
    int flag;
    int height; /* 1 for a leaf */
    int n;
    vv_node **kid; /* n children, NULL where an optional part is absent */
};

typedef struct vv_tree {
    int n;
    vv_node **statement;
    int nrequests;
    vv_node **request; /* SHOW, CLAIM, or FOR over one: asked for by the caller, in no file */
    const char *file;  /* as given to vv_parse; not copied */
    const char *text;  /* the source; not copied           */
    size_t length;
} vv_tree;

/* Parses a model. Text and file must outlive the context. Sets vv_diag_source; every error
 * becomes a diagnostic, and parsing continues with the next statement. Returns VV_OK, VV_E_MODEL
 * if there was an error (out then holds the valid statements), or a failure of the context such
 * as VV_E_NOMEM. */
vv_status vv_parse(vv_ctx *c, const char *file, const char *text, size_t length, vv_tree *out);

/* Parse requests, each from the text of its option, into tree->request. After vv_parse of the model
 * with the same context; results as there. */
vv_status vv_parse_requests(vv_ctx *c, int n, const vv_request *request, vv_tree *tree);

/* Parse one expression, as after `--set NAME=` in a command: a source of its own, named `option` in
 * diagnostics. NULL when there was an error. */
vv_node *vv_parse_expression(vv_ctx *c, const char *option, const char *text, size_t length);

/* Shapes that are only seen; the last has no name. */
typedef struct vv_visual_kind {
    const char *name;
    int nsizes;
    const char *size[VV_VISUAL_SIZES_MAX];
    bool axis; /* may lie along a direction */
    bool ends; /* lies between two points */
} vv_visual_kind;
extern const vv_visual_kind vv_visual_kinds[];

const char *vv_node_kind_name(vv_node_kind k);

#endif
