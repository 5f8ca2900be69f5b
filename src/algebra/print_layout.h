/* Order in which the parts of an expression are printed: terms of a sum, factors of a product.
 * The DAG sorts children by id, which is an accident of construction. A printed sum starts with
 * accelerations, then the highest degree in the speeds, then the rest; a printed product reads
 * rational, parameters, coordinates, speeds, functions, accelerations. The order depends on
 * kinds and the order of declaration only, never on names or ids. Nested sums with factor 1 or
 * -1 are opened, and cos/sin of the same angle becomes cot or tan. Everything lives in the arena
 * of the context. */
#ifndef VV_ALGEBRA_PRINT_LAYOUT_H
#define VV_ALGEBRA_PRINT_LAYOUT_H

#include "expr/expr.h"

typedef enum vv_layout_form { VV_LAYOUT_PLAIN, VV_LAYOUT_TAN, VV_LAYOUT_COT } vv_layout_form;

typedef struct vv_layout_factor {
    vv_layout_form form;
    vv_expr base; /* plain: the base; tan, cot: the angle */
    int exponent; /* nonzero; positive for tan and cot */
    int place;    /* class within the product, see print_layout.c */
} vv_layout_factor;

typedef struct vv_layout_term {
    vv_rat k; /* nonzero */
    int n;
    vv_layout_factor *factor; /* sorted; none: the term is the number k */
    int acceleration;         /* index of the first acceleration in it, or a large number */
    int degree;               /* in the speeds */
} vv_layout_term;

/* A bound on the work, because the text of a DAG may be exponentially larger than the DAG. */
typedef struct vv_layout {
    vv_ctx *c;
    long steps;     /* remaining */
    bool too_large; /* the bound was exceeded: results are meaningless */
    bool unsorted;  /* skip sorting: for counting */
} vv_layout;

enum { VV_LAYOUT_DEPTH = 600, VV_NO_ACCELERATION = 1 << 30 };

/* The terms of e in order; a single term counts as a sum of one, 0 as an empty sum. The first
 * term is positive if any is. Returns their number. */
int vv_layout_terms(vv_layout *l, vv_expr e, int depth, vv_layout_term **out);
/* -1, 0, 1: the order of two expressions as atoms of a product. */
int vv_layout_compare(vv_layout *l, vv_expr a, vv_expr b, int depth);

typedef enum vv_symbol_role {
    VV_HAS_COORDINATE = 1,
    VV_HAS_SPEED = 2,
    VV_HAS_ACCELERATION = 4,
    VV_HAS_OTHER = 8
} vv_symbol_role;
/* Role of a symbol for the reader: 0 for a parameter, otherwise one of the above. */
vv_symbol_role vv_symbol_role_of(const vv_symbol *s);

#endif
