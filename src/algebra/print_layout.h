/* The order in which a reader meets the parts of an expression: terms of a sum, factors of a
 * product.
 *
 * The DAG sorts children by id, which is an accident of construction. A printed sum puts
 * accelerations first, then the highest degree in the speeds, then the rest; a printed product
 * reads rational, parameters, coordinates, speeds, functions, accelerations. The order is decided
 * by kinds and by the order of declaration only, never by names or ids. Nested sums with factor 1
 * or -1 are opened, and cos/sin of one angle become cot or tan. Everything stands in the arena of
 * the context. */
#ifndef VV_ALGEBRA_PRINT_LAYOUT_H
#define VV_ALGEBRA_PRINT_LAYOUT_H

#include "expr/expr.h"

typedef enum vv_layout_form { VV_LAYOUT_PLAIN, VV_LAYOUT_TAN, VV_LAYOUT_COT } vv_layout_form;

typedef struct vv_layout_factor {
    vv_layout_form form;
    vv_expr base; /* plain: the base; tan, cot: the angle */
    int exponent; /* != 0; positive for tan and cot       */
    int place;    /* class in the product, see print_layout.c   */
} vv_layout_factor;

typedef struct vv_layout_term {
    vv_rat k; /* != 0 */
    int n;
    vv_layout_factor *factor; /* sorted; none: the term is the number k  */
    int acceleration;         /* number of the first acceleration in it, or a large one */
    int degree;               /* in the speeds */
} vv_layout_term;

/* A bound on the work, since the text of a DAG may be exponentially larger than the DAG. */
typedef struct vv_layout {
    vv_ctx *c;
    long steps;     /* left */
    bool too_large; /* the bound was met: results are meaningless */
    bool unsorted;  /* order does not matter: for counting */
} vv_layout;

enum { VV_LAYOUT_DEPTH = 150, VV_NO_ACCELERATION = 1 << 30 };

/* The terms of e in order; a lone term counts as a sum of one, 0 as a sum of none. The first term
 * is positive when any is. Returns their number. */
int vv_layout_terms(vv_layout *l, vv_expr e, int depth, vv_layout_term **out);
/* -1, 0, 1: the order of two expressions as atoms of a product. */
int vv_layout_compare(vv_layout *l, vv_expr a, vv_expr b, int depth);

typedef enum vv_symbol_role {
    VV_HAS_COORDINATE = 1,
    VV_HAS_SPEED = 2,
    VV_HAS_ACCELERATION = 4,
    VV_HAS_OTHER = 8
} vv_symbol_role;
/* What a symbol is to a reader: 0 for a parameter, otherwise one of the above. */
vv_symbol_role vv_symbol_role_of(const vv_symbol *s);

#endif
