/* Expressions as callers see them: a table of nodes, each once, of few kinds. Numbers are operands
 * like others: k*x is "mul", x^3 is "pow". Private to capi/.
 *
 * Not safe for threads: the owner of the context has a lock. */
#ifndef VV_CAPI_FORMULA_NODES_H
#define VV_CAPI_FORMULA_NODES_H

#include "expr/expr.h"
#include "visviva/base.h"

enum { VV_D_TOO_LONG = 1104 }; /* a formula */
/* VV_E_BEYOND with that diagnostic, or what the context has failed with. */
vv_status vv_formula_too_long(vv_ctx *c);

typedef struct vv_node_record {
    const char *op, *text; /* as vv_eom_node gives them */
    int n;
    uint32_t *operand;
    vv_expr e; /* poison for "solve", which is a vector */
} vv_node_record;

typedef struct vv_node_table {
    vv_ctx *c;
    uint32_t n, capacity;
    vv_node_record **node; /* node 0 stands for what has no value */
    uint32_t *of;          /* node of each expression, by its id; 0: none yet */
    uint32_t known;        /* length of `of` */
} vv_node_table;

vv_status vv_nodes_begin(vv_ctx *c, vv_node_table *t);
/* Their nodes; 0 for poison. */
vv_status vv_nodes_add(vv_node_table *t, int n, const vv_expr *e, uint32_t *out);

/* n nodes as vv_eom_write has them. */
vv_status vv_nodes_write(vv_node_table *t, int n, const uint32_t *entry, vv_syntax s,
                         vv_buffer *out);
/* Text for SymPy; as the language has it: infix that both understand. */
vv_status vv_nodes_sympy(vv_node_table *t, int n, const uint32_t *entry, vv_buffer *out);
vv_status vv_nodes_json(vv_node_table *t, int n, const uint32_t *entry, vv_buffer *out);

/* The nodes below these, operands first; *n of them. NULL on refusal. */
uint32_t *vv_nodes_order(vv_node_table *t, int nroots, const uint32_t *root, int *n);

#endif
