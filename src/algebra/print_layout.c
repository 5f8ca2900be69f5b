#include "algebra/print_layout.h"

#include <string.h>

/* Classes of factors in printing order. */
enum {
    AT_PARAMETER,
    AT_CONSTANT_SUM,
    AT_COORDINATE,
    AT_SUM,
    AT_SPEED,
    AT_OTHER,
    AT_FUNCTION,
    AT_ACCELERATION
};

static bool step(vv_layout *l, int depth) {
    if (--l->steps < 0 || depth > VV_LAYOUT_DEPTH) l->too_large = true;
    return !l->too_large;
}

/* ---- contents of an expression ------------------------------------------------------------- */

vv_symbol_role vv_symbol_role_of(const vv_symbol *s) {
    switch (s->kind) {
    case VV_SYM_PARAMETER: return (vv_symbol_role)0;
    case VV_SYM_COORDINATE:
        return s->order == 0   ? VV_HAS_COORDINATE
               : s->order == 1 ? VV_HAS_SPEED
                               : VV_HAS_ACCELERATION;
    case VV_SYM_SPEED: return s->order == 0 ? VV_HAS_SPEED : VV_HAS_ACCELERATION;
    case VV_SYM_TIME: return VV_HAS_COORDINATE;
    case VV_SYM_MULTIPLIER:
    case VV_SYM_OTHER: return VV_HAS_OTHER;
    }
    return (vv_symbol_role)0;
}

/* Order of declaration; a rate ranks with its base. */
static int rank(vv_ctx *c, const vv_symbol *s) { return vv_symbol_get(c, s->base)->index; }

typedef struct content {
    int flags, acceleration;
} content;

static void scan(vv_layout *l, vv_expr e, int depth, content *out) {
    if (!step(l, depth)) return;
    const vv_symbol *s = vv_symbol_get(l->c, e);
    if (s) {
        vv_symbol_role is = vv_symbol_role_of(s);
        out->flags |= (int)is;
        int r = rank(l->c, s);
        if (is == VV_HAS_ACCELERATION && r < out->acceleration) out->acceleration = r;
        return;
    }
    if (vv_is_const(l->c, e)) return;
    for (int i = 0; i < vv_expr_arity(l->c, e); i++)
        scan(l, vv_expr_child(l->c, e, i), depth + 1, out);
}

static content contents(vv_layout *l, vv_expr e, int depth) {
    content x = {0, VV_NO_ACCELERATION};
    scan(l, e, depth, &x);
    return x;
}

/* Degree in the speeds: the sum for products, the maximum for sums. */
static int degree(vv_layout *l, vv_expr e, int depth) {
    if (!step(l, depth)) return 0;
    const vv_symbol *s = vv_symbol_get(l->c, e);
    if (s) return vv_symbol_role_of(s) == VV_HAS_SPEED;
    vv_op op = vv_expr_op(l->c, e);
    int d = 0, n = op == VV_MUL || op == VV_ADD ? vv_expr_arity(l->c, e) : 0;
    for (int i = 0; i < n; i++) {
        int k = degree(l, vv_expr_child(l->c, e, i), depth + 1);
        if (op == VV_MUL)
            d += k * vv_expr_exponent(l->c, e, i);
        else if (k > d)
            d = k;
    }
    return d;
}

static int place_of(vv_layout *l, vv_expr base, int depth) {
    const vv_symbol *s = vv_symbol_get(l->c, base);
    content x = contents(l, base, depth);
    if (s) {
        if (x.flags & VV_HAS_ACCELERATION) return AT_ACCELERATION;
        if (x.flags & VV_HAS_SPEED) return AT_SPEED;
        if (x.flags & VV_HAS_COORDINATE) return AT_COORDINATE;
        return x.flags ? AT_OTHER : AT_PARAMETER;
    }
    vv_op op = vv_expr_op(l->c, base);
    if (op == VV_PI) return AT_PARAMETER;
    if (x.flags == 0) return AT_CONSTANT_SUM; /* including functions of parameters */
    if (x.flags & VV_HAS_ACCELERATION) return AT_ACCELERATION;
    return op == VV_ADD ? AT_SUM : AT_FUNCTION;
}

/* ---- comparing ----------------------------------------------------------------------------- */

static int compare_ints(int a, int b) { return a < b ? -1 : a > b; }

static int compare_factors(vv_layout *l, const vv_layout_factor *a, const vv_layout_factor *b,
                           int depth) {
    if (a->place != b->place) return compare_ints(a->place, b->place);
    int k;
    if (a->form == VV_LAYOUT_PLAIN && b->form == VV_LAYOUT_PLAIN) {
        k = vv_layout_compare(l, a->base, b->base, depth + 1);
    } else {
        /* tan and cot by their angle, next to other functions */
        bool plain_a = a->form == VV_LAYOUT_PLAIN, plain_b = b->form == VV_LAYOUT_PLAIN;
        vv_expr x = plain_a ? vv_expr_child(l->c, a->base, 0) : a->base;
        vv_expr y = plain_b ? vv_expr_child(l->c, b->base, 0) : b->base;
        k = vv_layout_compare(l, x, y, depth + 1);
        if (k == 0) k = compare_ints((int)a->form, (int)b->form);
    }
    return k ? k : -compare_ints(a->exponent, b->exponent);
}

/* Lexicographic over the factors inside (or outside) the class of speeds; longer first. */
static int compare_lists(vv_layout *l, const vv_layout_term *a, const vv_layout_term *b,
                         bool speeds, int depth) {
    for (int i = 0, k = 0;; i++, k++) {
        while (i < a->n && (a->factor[i].place == AT_SPEED) != speeds) i++;
        while (k < b->n && (b->factor[k].place == AT_SPEED) != speeds) k++;
        if (i >= a->n || k >= b->n) return (i >= a->n) - (k >= b->n);
        int order = compare_factors(l, &a->factor[i], &b->factor[k], depth);
        if (order) return order;
    }
}

static int compare_terms(vv_layout *l, const vv_layout_term *a, const vv_layout_term *b,
                         int depth) {
    int k = compare_ints(a->acceleration, b->acceleration);
    if (!k) k = -compare_ints(a->degree, b->degree);
    if (!k) k = compare_lists(l, a, b, true, depth);
    return k ? k : compare_lists(l, a, b, false, depth);
}

static int compare_sums(vv_layout *l, vv_expr a, vv_expr b, int depth) {
    vv_layout_term *x, *y;
    int n = vv_layout_terms(l, a, depth + 1, &x), m = vv_layout_terms(l, b, depth + 1, &y), k = 0;
    for (int i = 0; i < n && i < m && !k && !l->too_large; i++) {
        k = compare_terms(l, &x[i], &y[i], depth + 1);
        if (!k) k = vv_rat_cmp(l->c, x[i].k, y[i].k);
    }
    return k ? k : compare_ints(n, m);
}

static int compare_calls(vv_layout *l, vv_expr a, vv_expr b, int depth) {
    vv_ctx *c = l->c;
    vv_op op = vv_expr_op(c, a), other = vv_expr_op(c, b);
    int n = vv_expr_arity(c, a), k = 0;
    bool both = op == VV_FUNC && other == VV_FUNC;
    if ((op == VV_FUNC) != (other == VV_FUNC)) return op == VV_FUNC ? -1 : 1;
    if (both) k = compare_ints(vv_expr_function(c, a), vv_expr_function(c, b));
    if (!k && n != vv_expr_arity(c, b)) k = compare_ints(n, vv_expr_arity(c, b));
    for (int i = 0; i < n && !k; i++)
        k = vv_layout_compare(l, vv_expr_child(c, a, i), vv_expr_child(c, b, i), depth + 1);
    for (int i = 0; both && i < n && !k; i++)
        k = compare_ints(vv_expr_func_order(c, a, i), vv_expr_func_order(c, b, i));
    return k ? k : compare_ints((int)op, (int)other);
}

/* Symbols, then pi, then sums and products, then functions by their arguments. */
static int kind_of(vv_op op) {
    switch ((int)op) {
    case VV_CONST: return 0;
    case VV_SYM: return 1;
    case VV_PI: return 2;
    case VV_ADD:
    case VV_MUL: return 3;
    default: return 4;
    }
}

int vv_layout_compare(vv_layout *l, vv_expr a, vv_expr b, int depth) {
    if (vv_same(a, b) || !step(l, depth)) return 0;
    vv_op x = vv_expr_op(l->c, a), y = vv_expr_op(l->c, b);
    int k = compare_ints(kind_of(x), kind_of(y));
    if (k) return k;
    if (x == VV_CONST)
        return vv_rat_cmp(l->c, vv_expr_rational(l->c, a), vv_expr_rational(l->c, b));
    if (x == VV_ADD || x == VV_MUL) return compare_sums(l, a, b, depth);
    if (x != VV_SYM) return compare_calls(l, a, b, depth);
    const vv_symbol *s = vv_symbol_get(l->c, a), *t = vv_symbol_get(l->c, b);
    k = compare_ints(rank(l->c, s), rank(l->c, t));
    return k ? k : compare_ints(s->order, t->order);
}

/* ---- products ------------------------------------------------------------------------------ */

/* sin(u)^j cos(u)^-k becomes tan(u)^min * rest, and cot the other way round. */
static void pair_angles(vv_layout *l, vv_layout_factor *f, int n) {
    for (int i = 0; i < n; i++) {
        vv_op op = vv_expr_op(l->c, f[i].base);
        if (f[i].form != VV_LAYOUT_PLAIN || f[i].exponent == 0) continue;
        if (op == VV_TAN && f[i].exponent < 0) {
            f[i] = (vv_layout_factor){VV_LAYOUT_COT, vv_expr_child(l->c, f[i].base, 0),
                                      -f[i].exponent, 0};
            continue;
        }
        if ((op != VV_SIN && op != VV_COS) || f[i].exponent < 0) continue;
        vv_op partner = op == VV_SIN ? VV_COS : VV_SIN;
        vv_expr angle = vv_expr_child(l->c, f[i].base, 0);
        for (int k = 0; k < n; k++) {
            bool match = f[k].form == VV_LAYOUT_PLAIN && f[k].exponent < 0 &&
                         vv_expr_op(l->c, f[k].base) == partner &&
                         vv_same(vv_expr_child(l->c, f[k].base, 0), angle);
            if (!match) continue;
            int up = f[i].exponent, down = -f[k].exponent, m = up < down ? up : down;
            vv_layout_factor both = {op == VV_SIN ? VV_LAYOUT_TAN : VV_LAYOUT_COT, angle, m, 0};
            /* the exhausted one makes room */
            f[i].exponent -= m;
            f[k].exponent += m;
            if (f[i].exponent == 0)
                f[i] = both;
            else
                f[k] = both;
            break;
        }
    }
}

static void sort_factors(vv_layout *l, vv_layout_factor *f, int n, int depth) {
    for (int i = 1; i < n && !l->too_large; i++) {
        vv_layout_factor x = f[i];
        int k = i;
        for (; k > 0 && compare_factors(l, &f[k - 1], &x, depth) > 0; k--) f[k] = f[k - 1];
        f[k] = x;
    }
}

static bool make_term(vv_layout *l, vv_rat k, vv_expr body, int depth, vv_layout_term *out) {
    vv_ctx *c = l->c;
    bool product = vv_expr_op(c, body) == VV_MUL;
    int n = vv_same(body, VV_ONE) ? 0 : product ? vv_expr_arity(c, body) : 1;
    *out = (vv_layout_term){.k = k, .n = n, .acceleration = VV_NO_ACCELERATION};
    out->factor = VV_ARRAY(c, vv_layout_factor, n + 1);
    if (!out->factor) return false;
    for (int i = 0; i < n; i++)
        out->factor[i] = (vv_layout_factor){
            .base = product ? vv_expr_child(c, body, i) : body,
            .exponent = product ? vv_expr_exponent(c, body, i) : 1,
        };
    pair_angles(l, out->factor, n);
    int m = 0; /* a pair of equal powers leaves a gap */
    for (int i = 0; i < n; i++)
        if (out->factor[i].exponent) out->factor[m++] = out->factor[i];
    out->n = m;
    if (l->unsorted) return true;
    for (int i = 0; i < m; i++) {
        vv_layout_factor *f = &out->factor[i];
        f->place = f->form != VV_LAYOUT_PLAIN && contents(l, f->base, depth + 1).flags
                       ? AT_FUNCTION
                       : place_of(l, f->base, depth + 1);
        if (f->form != VV_LAYOUT_PLAIN && f->place != AT_FUNCTION) f->place = AT_CONSTANT_SUM;
    }
    sort_factors(l, out->factor, m, depth + 1);
    out->acceleration = contents(l, body, depth + 1).acceleration;
    out->degree = degree(l, body, depth + 1);
    return !l->too_large;
}

/* ---- sums ---------------------------------------------------------------------------------- */

typedef struct flat {
    vv_rat *k;
    vv_expr *body;
    int n, capacity;
} flat;

static bool push(vv_layout *l, flat *f, vv_rat k, vv_expr body) {
    if (f->n == f->capacity) {
        int grown = f->capacity ? 2 * f->capacity : 16;
        vv_rat *ks = VV_ARRAY(l->c, vv_rat, grown);
        vv_expr *bodies = VV_ARRAY(l->c, vv_expr, grown);
        if (!ks || !bodies) return false;
        if (f->n) memcpy(ks, f->k, (size_t)f->n * sizeof *ks);
        if (f->n) memcpy(bodies, f->body, (size_t)f->n * sizeof *bodies);
        *f = (flat){ks, bodies, f->n, grown};
    }
    f->k[f->n] = k;
    f->body[f->n++] = body;
    return true;
}

/* Children of e with nested sums of factor 1 or -1 opened; breadth first, no recursion. */
static bool open_sum(vv_layout *l, vv_expr e, flat *f) {
    vv_ctx *c = l->c;
    if (!push(l, f, vv_rat_int(1), e)) return false;
    for (int i = 0; i < f->n;) {
        vv_expr x = f->body[i];
        vv_rat k = f->k[i];
        bool unit = vv_rat_equal(k, vv_rat_int(1)) || vv_rat_equal(k, vv_rat_int(-1));
        int n = vv_expr_arity(c, x);
        if (vv_expr_op(c, x) == VV_CONST) {
            f->k[i] = vv_rat_mul(c, k, vv_expr_rational(c, x));
            f->body[i++] = VV_ONE;
            continue;
        }
        if (vv_expr_op(c, x) != VV_ADD || (!unit && n > 1)) {
            i++;
            continue;
        }
        if (!step(l, 0)) return false;
        for (int j = n - 1; j >= 0; j--) {
            vv_rat kj = vv_rat_mul(c, k, vv_expr_coefficient(c, x, j));
            if (j == 0)
                f->k[i] = kj, f->body[i] = vv_expr_child(c, x, 0);
            else if (!step(l, 0) || !push(l, f, kj, vv_expr_child(c, x, j)))
                return false;
        }
    }
    return true;
}

/* x'' - y' - y' becomes x'' - 2*y', 1/2 + k - k becomes 1/2: equal terms of sums that were opened.
 * The first of them stays in its place. */
static void merge_equal(vv_layout *l, flat *f) {
    int room = 16, n = 0;
    while (room < 2 * f->n) room *= 2;
    int *at = VV_ARRAY(l->c, int, room); /* one more than the place of a body; 0: none */
    if (!at) return;
    for (int i = 0; i < f->n; i++) {
        uint32_t h = f->body[i].id * UINT32_C(2654435761) & (uint32_t)(room - 1);
        while (at[h] && !vv_same(f->body[at[h] - 1], f->body[i]))
            h = (h + 1) & (uint32_t)(room - 1);
        if (at[h]) {
            f->k[at[h] - 1] = vv_rat_add(l->c, f->k[at[h] - 1], f->k[i]);
            continue;
        }
        f->body[n] = f->body[i];
        f->k[n++] = f->k[i];
        at[h] = n;
    }
    f->n = 0;
    for (int i = 0; i < n; i++)
        if (vv_rat_sign(f->k[i]) != 0) f->k[f->n] = f->k[i], f->body[f->n++] = f->body[i];
}

/* Merge sort, stable: sums may have thousands of terms. */
static void sort_terms(vv_layout *l, vv_layout_term *t, int n, int depth) {
    vv_layout_term *from = t, *to = n > 1 ? VV_ARRAY(l->c, vv_layout_term, n) : NULL;
    if (!to) return;
    for (int run = 1; run < n; run *= 2) {
        for (int low = 0; low < n; low += 2 * run) {
            int middle = low + run < n ? low + run : n, high = middle + run < n ? middle + run : n;
            int i = low, k = middle;
            for (int out = low; out < high; out++) {
                bool right =
                    i == middle || (k < high && compare_terms(l, &from[i], &from[k], depth) > 0);
                to[out] = right ? from[k++] : from[i++];
            }
        }
        vv_layout_term *swap = from;
        from = to;
        to = swap;
    }
    if (from != t) memcpy(t, from, (size_t)n * sizeof *t);
}

/* a - b, not -b + a: moves the first positive term to the front. */
static void lead_positive(vv_layout_term *t, int n) {
    int k = 0;
    while (k < n && vv_rat_sign(t[k].k) < 0) k++;
    if (k == 0 || k == n) return;
    vv_layout_term x = t[k];
    memmove(t + 1, t, (size_t)k * sizeof *t);
    t[0] = x;
}

int vv_layout_terms(vv_layout *l, vv_expr e, int depth, vv_layout_term **out) {
    *out = NULL;
    if (vv_is_zero(e) || vv_is_poison(e) || !step(l, depth)) return 0;
    flat f = {0};
    bool sum = vv_expr_op(l->c, e) == VV_ADD, opened = open_sum(l, e, &f);
    if (opened && sum && f.n > vv_expr_arity(l->c, e)) merge_equal(l, &f);
    vv_layout_term *t = opened ? VV_ARRAY(l->c, vv_layout_term, f.n + 1) : NULL;
    int n = 0;
    for (; t && n < f.n; n++)
        if (!make_term(l, f.k[n], f.body[n], depth, &t[n])) break;
    if (n < f.n) l->too_large = true;
    if (l->too_large) return 0;
    if (!l->unsorted) sort_terms(l, t, n, depth);
    lead_positive(t, n);
    *out = t;
    return n;
}
