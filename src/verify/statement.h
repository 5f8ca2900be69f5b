/* A certificate as it is checked: expressions as a graph, facts, proofs and verdicts. */
#ifndef VV_VERIFY_STATEMENT_H
#define VV_VERIFY_STATEMENT_H

#include <gmp.h>

#include "verify/json_reader.h"

enum { VV_CERTIFICATE_VERSION = 1 };

typedef enum vv_node_op {
#define X(name, text, shape) VV_N_##name,
#include "verify/operations.def"
#undef X
    VV_N_COUNT
} vv_node_op;

typedef enum { VV_S_ANY, VV_S_POSITIVE, VV_S_NEGATIVE, VV_S_NONNEGATIVE, VV_S_NONZERO } vv_s_sign;

/* One node; its children come before it. */
typedef struct vv_graph_node {
    vv_node_op op;
    int n, *child;
    int *number;   /* mul: exponents (n); func: orders (n) */
    mpq_t *factor; /* add: coefficients (n); num: the value (1) */
    int which;     /* sym, func: index; comp: component; factor: size */
} vv_graph_node;

typedef struct vv_list {
    int n, *at;
} vv_list;

typedef struct vv_premises {
    vv_list from, to; /* rules: the first is replaced by the second */
    vv_list positive, nonzero, branches, open;
} vv_premises;

typedef enum { VV_K_ZERO, VV_K_ROW_SPACE, VV_K_ALL, VV_K_THEOREM } vv_proof_kind;

/* X(name): the lists to which theorems are applied (theorems.h). */
#define VV_THEOREM_LISTS(X)                                                                        \
    X(rows)                                                                                        \
    X(stiffness)                                                                                   \
    X(force)                                                                                       \
    X(coordinate)                                                                                  \
    X(direction)                                                                                   \
    X(speed)                                                                                       \
    X(minors)                                                                                      \
    X(triangle)                                                                                    \
    X(mass)                                                                                        \
    X(mass_minors)                                                                                 \
    X(mass_triangle)                                                                               \
    X(damping)                                                                                     \
    X(damping_minors)                                                                              \
    X(system)                                                                                      \
    X(unknown)                                                                                     \
    X(middle)                                                                                      \
    X(radius)                                                                                      \
    X(left)                                                                                        \
    X(right)                                                                                       \
    X(zeros)                                                                                       \
    X(degree)                                                                                      \
    X(power)                                                                                       \
    X(factor)                                                                                      \
    X(printed)                                                                                     \
    X(rest)                                                                                        \
    X(more)                                                                                        \
    X(by)                                                                                          \
    X(equation)                                                                                    \
    X(parent)                                                                                      \
    X(known)                                                                                       \
    X(end)                                                                                         \
    X(given)                                                                                       \
    X(splits)                                                                                      \
    X(goal)                                                                                        \
    X(bound)                                                                                       \
    X(first)                                                                                       \
    X(second)

typedef struct vv_theorem_data {
    const char *name;
#define X(name) vv_list name;
    VV_THEOREM_LISTS(X)
#undef X
} vv_theorem_data;

typedef struct vv_statement {
    vv_proof_kind kind;
    int facts, columns, which, trusted;
    bool proved, at_point;
    vv_list of;
    vv_list point; /* nodes with values */
    mpq_t *value;
    double residual;
    vv_theorem_data *data; /* VV_K_THEOREM */
} vv_statement;

typedef struct vv_said {
    const char *section, *what, *theorem;
    bool proved, negated;
    int proof;    /* -1: by a theorem alone */
    int argument; /* the proof of kind theorem; -1: there is none */
    vv_list premises;
} vv_said;

typedef struct vv_certificate {
    vv_ctx *c;
    const char *file, *hash, *engine, *command;
    int nsymbols, symbol_room;
    const char **name;
    vv_s_sign *sign;
    int nfunctions, *arity;
    int nnodes, room;
    struct vv_slope *slope; /* derivatives made so far */
    int nslopes;
    vv_graph_node *node;
    int nfacts;
    vv_premises *facts;
    int nproofs;
    vv_statement *proof;
    int manifold; /* the proof that the rules satisfy the constraints; -1: there is none */
    int nverdicts;
    vv_said *verdict;
} vv_certificate;

/* Reads a certificate; NULL if it is none, with a sentence in *why. */
vv_certificate *vv_certificate_read(vv_ctx *c, const char *text, size_t length, const char **why);
/* The nodes on which the roots depend, with the rules of the facts, children first; NULL if the
 * rules go in a circle. */
vv_list *vv_certificate_order(const vv_certificate *k, const vv_premises *f, int n,
                              const int *roots);
/* The node that replaces this one under the rules, or itself. */
int vv_rule_target(const vv_premises *f, int node);

#endif
