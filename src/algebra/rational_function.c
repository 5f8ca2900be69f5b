#include "algebra/rational_function.h"
#include "algebra/algebra_tolerances.h"

#include <stdlib.h>
#include <string.h>

#include "algebra/factor_budget.h"
#include "algebra/print_layout.h"

/* Multiples of an angle up to this are expanded; beyond, the argument stays unsplit. */
enum { MOST_MULTIPLE = 6, MOST_ATOMS = 120 };

/* ---- collecting the atoms ------------------------------------------------------------------ */

/* The nodes of e that are sums and products above the atoms, and the atoms, ascending by id. */
typedef struct nodes {
    uint32_t *id;
    int n;
    bool *inner; /* a sum or product to be evaluated; otherwise an atom or a function of an angle */
} nodes;

static int by_id(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static int find_node(const nodes *s, uint32_t id) {
    int low = 0, high = s->n - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_inner(vv_op op) { return op == VV_ADD || op == VV_MUL || op == VV_CONST; }

/* Collects what is reachable from e without entering an atom, except roots, whose square is
 * known. */
static bool collect_nodes(vv_ctx *c, vv_expr e, int most, nodes *out) {
    int count;
    nodes all = {.id = vv_expr_topological_order(c, 1, &e, &count)};
    if (!all.id || count > most) return false;
    qsort(all.id, (size_t)count, sizeof *all.id, by_id);
    all.n = count;
    bool *needed = VV_ARRAY(c, bool, count);
    out->id = VV_ARRAY(c, uint32_t, count);
    out->inner = VV_ARRAY(c, bool, count);
    if (!needed || !out->id || !out->inner) return false;
    needed[count - 1] = true;
    for (int i = count - 1; i >= 0; i--) { /* parents before children */
        vv_expr x = {all.id[i]};
        vv_op op = vv_expr_op(c, x);
        if (!needed[i] || (!is_inner(op) && op != VV_SQRT) || op == VV_CONST) continue;
        for (int k = 0; k < vv_expr_arity(c, x); k++)
            needed[find_node(&all, vv_expr_child(c, x, k).id)] = true;
    }
    out->n = 0;
    for (int i = 0; i < count; i++) {
        if (!needed[i]) continue;
        out->inner[out->n] = is_inner(vv_expr_op(c, (vv_expr){all.id[i]}));
        out->id[out->n++] = all.id[i];
    }
    return true;
}

/* An argument as a sum of rational multiples: how many, and which. */
static int parts(vv_ctx *c, vv_expr argument) {
    return vv_expr_op(c, argument) == VV_ADD ? vv_expr_arity(c, argument) : 1;
}

static vv_expr part(vv_ctx *c, vv_expr argument, int i, vv_rat *k) {
    *k = vv_rat_int(1);
    if (vv_expr_op(c, argument) != VV_ADD) return argument;
    *k = vv_expr_coefficient(c, argument, i);
    return vv_expr_child(c, argument, i);
}

/* It can be split if the parts are plain; the constructors fold pi and inverse functions. */
static bool splits(vv_ctx *c, vv_expr argument) {
    for (int i = 0; i < parts(c, argument); i++) {
        vv_rat k;
        vv_op op = vv_expr_op(c, part(c, argument, i, &k));
        if ((op != VV_SYM && op != VV_MUL && op != VV_FUNC) || k.big) return false;
    }
    return true;
}

/* Common measure by Euclid's algorithm; 0 means none yet. */
static vv_rat measure(vv_ctx *c, vv_rat a, vv_rat b) {
    for (int round = 0; vv_rat_sign(b) != 0 && round < VV_MEASURE_ROUNDS; round++) {
        if (a.big || b.big) return vv_rat_int(1);
        vv_rat q = vv_rat_sign(a) ? vv_rat_div(c, a, b) : vv_rat_int(0);
        if (q.big) return vv_rat_int(1);
        vv_rat rest = vv_rat_sub(c, a, vv_rat_mul(c, vv_rat_int(q.num / q.den), b));
        a = b;
        b = rest;
    }
    return vv_rat_sign(a) < 0 ? vv_rat_neg(c, a) : a;
}

typedef struct unit {
    vv_expr u;
    vv_rat measure;
} unit;
typedef struct units {
    unit *at;
    int n;
} units;

static void note_unit(vv_ctx *c, units *s, vv_expr u, vv_rat k) {
    for (int i = 0; i < s->n; i++)
        if (vv_same(s->at[i].u, u)) {
            s->at[i].measure = measure(c, s->at[i].measure, k);
            return;
        }
    if (s->n < MOST_ATOMS) s->at[s->n++] = (unit){u, vv_rat_sign(k) < 0 ? vv_rat_neg(c, k) : k};
}

/* Records the units of every argument of sin, cos and tan. */
static void note_argument(vv_atoms *a, units *s, vv_expr argument) {
    vv_ctx *c = a->c;
    if (!a->expand || !splits(c, argument)) {
        note_unit(c, s, argument, vv_rat_int(1));
        return;
    }
    for (int i = 0; i < parts(c, argument); i++) {
        vv_rat k;
        vv_expr u = part(c, argument, i, &k);
        note_unit(c, s, u, k);
    }
}

static bool is_angle_function(vv_op op) { return op == VV_SIN || op == VV_COS || op == VV_TAN; }

typedef struct candidate {
    vv_expr e;
    int moving;
} candidate; /* moving: 2 acceleration, 1 speed */

static int moving(vv_ctx *c, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(c, e);
    vv_symbol_role is = s ? vv_symbol_role_of(s) : (vv_symbol_role)0;
    return is == VV_HAS_ACCELERATION ? 2 : is == VV_HAS_SPEED;
}

static void sort_candidates(vv_layout *l, candidate *s, int n) {
    for (int i = 1; i < n; i++) {
        candidate x = s[i];
        int k = i;
        for (; k > 0; k--) {
            int order = x.moving - s[k - 1].moving;
            if (!order) order = vv_layout_compare(l, s[k - 1].e, x.e, 0);
            if (order <= 0) break;
            s[k] = s[k - 1];
        }
        s[k] = x;
    }
}

/* Assigns the variables: sorted atoms; each angle gives cosine and sine. */
static bool number_variables(vv_atoms *a, candidate *s, int n, const units *u) {
    vv_layout l = {.c = a->c, .steps = 1000000};
    for (int i = 0; i < u->n; i++) {
        vv_expr angle = vv_scale(a->c, u->at[i].measure, u->at[i].u);
        vv_expr cosine = vv_cos(a->c, angle), sine = vv_sin(a->c, angle);
        if (vv_expr_op(a->c, cosine) != VV_COS || vv_expr_op(a->c, sine) != VV_SIN) return false;
        s[n++] = (candidate){cosine, 0};
        s[n++] = (candidate){sine, 0};
        a->angle[i] = (vv_angle){angle, -1, -1};
    }
    a->nangles = u->n;
    sort_candidates(&l, s, n);
    for (int i = 0; i < n; i++) {
        a->atom[i] = s[i].e;
        a->nmoving += s[i].moving > 0;
        for (int k = 0; k < u->n; k++) {
            if (vv_same(s[i].e, vv_cos(a->c, a->angle[k].unit))) a->angle[k].cosine = i;
            if (vv_same(s[i].e, vv_sin(a->c, a->angle[k].unit))) a->angle[k].sine = i;
        }
    }
    a->n = n;
    return !l.too_large;
}

vv_atoms *vv_atoms_new(vv_ctx *c, vv_expr e, bool expand, int most_nodes, int most_terms,
                       long *effort) {
    nodes s;
    vv_atoms *a = VV_NEW(c, vv_atoms);
    if (!a || vv_is_poison(e) || !collect_nodes(c, e, most_nodes, &s)) return NULL;
    *a = (vv_atoms){.c = c, .expand = expand, .effort = effort};
    candidate *list = VV_ARRAY(c, candidate, MOST_ATOMS * 3);
    units u = {.at = VV_ARRAY(c, unit, MOST_ATOMS)};
    a->atom = VV_ARRAY(c, vv_expr, MOST_ATOMS * 3);
    a->angle = VV_ARRAY(c, vv_angle, MOST_ATOMS);
    a->square = VV_ARRAY(c, vv_poly, MOST_ATOMS * 3);
    if (!list || !u.at || !a->atom || !a->angle || !a->square) return NULL;
    for (int i = 0; i < MOST_ATOMS * 3; i++) a->square[i] = VV_POLY_NONE;
    int n = 0;
    for (int i = 0; i < s.n; i++) {
        vv_expr x = {s.id[i]};
        if (s.inner[i]) continue;
        if (is_angle_function(vv_expr_op(c, x)))
            note_argument(a, &u, vv_expr_child(c, x, 0));
        else if (n < MOST_ATOMS)
            list[n++] = (candidate){x, moving(c, x)};
        if (n == MOST_ATOMS || u.n == MOST_ATOMS) return NULL;
    }
    if (!number_variables(a, list, n, &u)) return NULL;
    a->ring = vv_polyring_new(c, a->n, (size_t)most_terms);
    return a->ring ? a : NULL;
}

void vv_atoms_free(vv_atoms *a) {
    if (a) vv_polyring_free(a->ring);
}

bool vv_atoms_spend(vv_atoms *a, long work) {
    *a->effort -= work;
    return *a->effort > 0;
}

vv_rat vv_atoms_content(vv_atoms *a, vv_poly p) {
    vv_rat k = vv_rat_int(0);
    for (int i = 0; i < vv_poly_terms(a->ring, p); i++)
        k = measure(a->c, k, vv_poly_term(a->ring, p, i, NULL));
    return vv_rat_sign(k) ? k : vv_rat_int(1);
}

/* ---- reduction ----------------------------------------------------------------------------- */

vv_poly vv_atoms_reduce(vv_atoms *a, vv_poly p, bool sines) {
    for (int i = 0; i < a->nangles; i++) {
        int pair[1][2] = {{a->angle[i].sine, a->angle[i].cosine}};
        if (sines) pair[0][0] = a->angle[i].cosine, pair[0][1] = a->angle[i].sine;
        p = vv_poly_reduce_circle(a->ring, p, 1, (const int(*)[2])pair);
    }
    for (int v = 0; v < a->n && p >= 0; v++)
        if (a->square[v] >= 0 && vv_poly_degree(a->ring, p, v) > 1)
            p = vv_poly_reduce_square(a->ring, p, v, a->square[v]);
    return p;
}

/* Same monomial apart from the variables of the angle? */
static bool same_rest(const vv_atoms *a, const int *x, const int *y, const vv_angle *angle) {
    for (int v = 0; v < a->n; v++)
        if (x[v] != y[v] && v != angle->sine && v != angle->cosine) return false;
    return true;
}

vv_poly vv_atoms_reduce_least(vv_atoms *a, vv_poly p, const vv_angle *angle) {
    vv_polyring *r = a->ring;
    int cosines[1][2] = {{angle->sine, angle->cosine}},
        sines[1][2] = {{angle->cosine, angle->sine}};
    p = vv_poly_reduce_circle(r, p, 1, (const int(*)[2])cosines);
    int n = vv_poly_terms(r, p);
    if (vv_poly_degree(r, p, angle->cosine) < 2 || n > 200) return p;
    int *key = VV_ARRAY(a->c, int, a->n + 1), *x = VV_ARRAY(a->c, int, a->n + 1);
    bool *done = VV_ARRAY(a->c, bool, n + 1);
    if (!key || !x || !done) return VV_POLY_NONE;
    vv_poly out = vv_poly_int(r, 0);
    for (int i = 0; i < n; i++) {
        if (done[i]) continue;
        vv_poly group = vv_poly_int(r, 0);
        vv_poly_term(r, p, i, key);
        for (int k = i; k < n; k++) {
            vv_rat coefficient = vv_poly_term(r, p, k, x);
            if (done[k] || !same_rest(a, key, x, angle)) continue;
            done[k] = true;
            group = vv_poly_add(r, group, vv_poly_monomial(r, coefficient, x));
        }
        vv_poly other = vv_poly_reduce_circle(r, group, 1, (const int(*)[2])sines);
        bool fewer = vv_poly_terms(r, other) < vv_poly_terms(r, group);
        out = vv_poly_add(r, out, fewer ? other : group);
    }
    return out;
}

/* ---- unit vectors -------------------------------------------------------------------------- */

static int variable_of(const vv_atoms *a, vv_expr e) {
    for (int v = 0; v < a->n; v++)
        if (vv_same(a->atom[v], e)) return v;
    return -1;
}

void vv_atoms_set_units(vv_atoms *a, int n, const vv_unit_vector *known) {
    a->unit = n ? VV_ARRAY(a->c, vv_atoms_unit, n) : NULL;
    a->nunits = 0;
    for (int i = 0; a->unit && i < n; i++) {
        int *at = a->unit[a->nunits].at;
        bool all = true;
        at[3] = -1;
        for (int k = 0; k < known[i].n; k++)
            all = (at[k] = variable_of(a, known[i].x[k])) >= 0 && all;
        a->nunits += all;
    }
}

vv_poly vv_atoms_reduce_unit(vv_atoms *a, vv_poly p, int vector, int component) {
    const int *at = a->unit[vector].at;
    vv_polyring *r = a->ring;
    vv_poly rest = vv_poly_int(r, 1);
    for (int k = 0; k < 4; k++)
        if (at[k] >= 0 && k != component)
            rest = vv_poly_sub(r, rest, vv_poly_pow(r, vv_poly_var(r, at[k]), 2));
    if (p < 0 || at[component] < 0 || vv_poly_degree(r, p, at[component]) < 2) return p;
    return vv_poly_reduce_square(r, p, at[component], rest);
}

/* ---- quotients ----------------------------------------------------------------------------- */

static bool is_one(vv_polyring *r, vv_poly p) {
    return vv_poly_is_const(r, p) && vv_rat_equal(vv_poly_term(r, p, 0, NULL), vv_rat_int(1));
}

static vv_rational_function divide_common(vv_polyring *r, vv_rational_function q) {
    vv_poly g = vv_poly_gcd(r, q.n, q.d);
    if (g < 0 || vv_poly_is_const(r, g)) return q;
    return (vv_rational_function){vv_poly_div_exact(r, q.n, g), vv_poly_div_exact(r, q.d, g)};
}

/* In Q[s, c]/(s^2 + c^2 - 1), with basis 1, c over Q[s], a power of s divides p iff it divides
 * the form linear in c, and vice versa: so both forms are tried. */
vv_rational_function vv_rational_function_cancel(vv_atoms *a, vv_rational_function q) {
    vv_polyring *r = a->ring;
    /* the shortest form of the denominator: 1 - c^2 is s^2 */
    vv_poly form[2] = {vv_atoms_reduce(a, q.d, false), vv_atoms_reduce(a, q.d, true)};
    if (vv_poly_is_zero(r, q.d) || vv_poly_is_zero(r, form[0])) /* s^2 + c^2 - 1: no quotient */
        return (vv_rational_function){VV_POLY_NONE, VV_POLY_NONE};
    if (vv_poly_is_zero(r, q.n)) return (vv_rational_function){q.n, vv_poly_int(r, 1)};
    for (int i = 0; i < 2; i++)
        if (form[i] >= 0 && vv_poly_terms(r, form[i]) < vv_poly_terms(r, q.d)) q.d = form[i];
    for (int i = 0; i < 2 && !vv_poly_is_const(r, q.d); i++) {
        vv_poly n = vv_atoms_reduce(a, q.n, i == 0);
        if (n >= 0) q = divide_common(r, (vv_rational_function){n, q.d});
    }
    q.n = vv_atoms_reduce(a, q.n, false);
    if (vv_poly_is_const(r, q.d) && !is_one(r, q.d)) {
        q.n = vv_poly_scale(r, vv_rat_inv(a->c, vv_poly_term(r, q.d, 0, NULL)), q.n);
        q.d = vv_poly_int(r, 1);
    }
    return q;
}

static vv_rational_function add(vv_atoms *a, vv_rational_function x, vv_rational_function y) {
    vv_polyring *r = a->ring;
    if (vv_poly_equal(r, x.d, y.d)) return (vv_rational_function){vv_poly_add(r, x.n, y.n), x.d};
    vv_poly g = vv_poly_gcd(r, x.d, y.d);
    vv_poly xd = vv_poly_div_exact(r, x.d, g), yd = vv_poly_div_exact(r, y.d, g);
    vv_poly n = vv_poly_add(r, vv_poly_mul(r, x.n, yd), vv_poly_mul(r, y.n, xd));
    return (vv_rational_function){n, vv_poly_mul(r, x.d, yd)};
}

static vv_rational_function mul(vv_atoms *a, vv_rational_function x, vv_rational_function y) {
    vv_polyring *r = a->ring;
    vv_rational_function u = {x.n, y.d}, v = {y.n, x.d};
    if (!is_one(r, u.d)) u = divide_common(r, u);
    if (!is_one(r, v.d)) v = divide_common(r, v);
    return (vv_rational_function){vv_poly_mul(r, u.n, v.n), vv_poly_mul(r, u.d, v.d)};
}

static vv_rational_function power(vv_atoms *a, vv_rational_function x, int k) {
    int m = k < 0 ? -k : k;
    vv_rational_function q = {vv_poly_pow(a->ring, x.n, m), vv_poly_pow(a->ring, x.d, m)};
    return k < 0 ? (vv_rational_function){q.d, q.n} : q;
}

/* ---- from expressions ---------------------------------------------------------------------- */

static int find_atom(const vv_atoms *a, vv_expr e) {
    for (int i = 0; i < a->n; i++)
        if (vv_same(a->atom[i], e)) return i;
    return -1;
}

/* cos and sin of m times the angle: (c + i s)^m. */
static void multiple(vv_atoms *a, const vv_angle *angle, int m, vv_poly *cosine, vv_poly *sine) {
    vv_polyring *r = a->ring;
    vv_poly x = vv_poly_var(r, angle->cosine), y = vv_poly_var(r, angle->sine);
    *cosine = vv_poly_int(r, 1);
    *sine = vv_poly_int(r, 0);
    for (int i = 0; i < abs(m); i++) {
        vv_poly u = vv_poly_sub(r, vv_poly_mul(r, *cosine, x), vv_poly_mul(r, *sine, y));
        *sine = vv_poly_add(r, vv_poly_mul(r, *cosine, y), vv_poly_mul(r, *sine, x));
        *cosine = u;
    }
    if (m < 0) *sine = vv_poly_neg(r, *sine);
}

static const vv_angle *find_angle(vv_atoms *a, vv_expr u, vv_rat k, int *m) {
    for (int i = 0; i < a->nangles; i++) {
        vv_rat measure;
        vv_expr unit_u = vv_split_rational(a->c, a->angle[i].unit, &measure);
        vv_rat kk, ratio;
        vv_expr base = vv_split_rational(a->c, u, &kk);
        if (!vv_same(unit_u, base)) continue;
        ratio = vv_rat_div(a->c, vv_rat_mul(a->c, k, kk), measure);
        if (!vv_rat_is_int(ratio) || llabs((long long)ratio.num) > MOST_MULTIPLE) continue;
        *m = (int)ratio.num;
        return &a->angle[i];
    }
    return NULL;
}

/* cos and sin of an argument as polynomials in those of the units. */
static bool angle_polys(vv_atoms *a, vv_expr argument, vv_poly *cosine, vv_poly *sine) {
    vv_polyring *r = a->ring;
    int m, at = -1;
    for (int i = 0; i < a->nangles && at < 0; i++)
        if (vv_same(a->angle[i].unit, argument)) at = i;
    if (at >= 0) {
        multiple(a, &a->angle[at], 1, cosine, sine);
        return true;
    }
    if (!a->expand || !splits(a->c, argument)) return false;
    *cosine = vv_poly_int(r, 1);
    *sine = vv_poly_int(r, 0);
    for (int i = 0; i < parts(a->c, argument); i++) {
        vv_rat k;
        vv_expr unit_of = part(a->c, argument, i, &k);
        const vv_angle *angle = find_angle(a, unit_of, k, &m);
        if (!angle) return false;
        vv_poly x, y, u;
        multiple(a, angle, m, &x, &y);
        u = vv_poly_sub(r, vv_poly_mul(r, *cosine, x), vv_poly_mul(r, *sine, y));
        *sine = vv_poly_add(r, vv_poly_mul(r, *cosine, y), vv_poly_mul(r, *sine, x));
        *cosine = u;
    }
    return true;
}

static bool leaf(vv_atoms *a, vv_expr e, vv_rational_function *out) {
    vv_op op = vv_expr_op(a->c, e);
    vv_poly cosine, sine, one = vv_poly_int(a->ring, 1);
    if (op == VV_CONST) {
        *out = (vv_rational_function){vv_poly_const(a->ring, vv_expr_rational(a->c, e)), one};
        return true;
    }
    if (is_angle_function(op)) {
        if (!angle_polys(a, vv_expr_child(a->c, e, 0), &cosine, &sine)) return false;
        *out = (vv_rational_function){op == VV_COS ? cosine : sine, op == VV_TAN ? cosine : one};
        return true;
    }
    int v = find_atom(a, e);
    if (v < 0) return false;
    *out = (vv_rational_function){vv_poly_var(a->ring, v), one};
    return true;
}

/* sqrt(u)^2 = u where u is a polynomial. */
static void note_root(vv_atoms *a, vv_expr e, const nodes *s, const vv_rational_function *value) {
    int v = find_atom(a, e);
    vv_rational_function u = value[find_node(s, vv_expr_child(a->c, e, 0).id)];
    if (v >= 0 && is_one(a->ring, u.d) && vv_poly_degree(a->ring, u.n, v) <= 0) a->square[v] = u.n;
}

static vv_rational_function combine(vv_atoms *a, vv_expr e, const nodes *s,
                                    const vv_rational_function *value) {
    vv_polyring *r = a->ring;
    bool sum = vv_expr_op(a->c, e) == VV_ADD;
    vv_rational_function q = {vv_poly_int(r, sum ? 0 : 1), vv_poly_int(r, 1)};
    for (int i = 0; i < vv_expr_arity(a->c, e); i++) {
        vv_rational_function x = value[find_node(s, vv_expr_child(a->c, e, i).id)];
        if (sum) {
            x.n = vv_poly_scale(r, vv_expr_coefficient(a->c, e, i), x.n);
            q = add(a, q, x);
        } else {
            int k = vv_expr_exponent(a->c, e, i);
            if (k < 0 && vv_poly_is_zero(r, vv_atoms_reduce(a, x.n, false)))
                return (vv_rational_function){-1, -1};
            q = mul(a, q, k == 1 ? x : power(a, x, k));
        }
        q.n = vv_atoms_reduce(a, q.n, false);
        bool more = vv_atoms_spend(a, 10 + vv_poly_terms(r, q.n) + vv_poly_terms(r, q.d));
        if (q.n < 0 || q.d < 0 || !more) return (vv_rational_function){-1, -1};
    }
    return is_one(r, q.d) ? q : vv_rational_function_cancel(a, q);
}

static bool is_beyond(vv_atoms *a, const nodes *s) {
    for (int i = 0; a->remember && i < s->n; i++)
        if (vv_factor_budget_exceeded(a, (vv_expr){s->id[i]})) return true;
    return false;
}

bool vv_rational_function_of(vv_atoms *a, vv_expr e, vv_rational_function *out) {
    nodes s;
    if (!collect_nodes(a->c, e, 1 << 30, &s) || is_beyond(a, &s)) return false;
    vv_rational_function *value = VV_ARRAY(a->c, vv_rational_function, s.n);
    for (int i = 0; value && i < s.n; i++) {
        vv_expr x = {s.id[i]};
        vv_op op = vv_expr_op(a->c, x);
        if (op == VV_ADD || op == VV_MUL)
            value[i] = combine(a, x, &s, value);
        else if (!leaf(a, x, &value[i]))
            return false;
        if (op == VV_SQRT) note_root(a, x, &s, value);
        if (value[i].n >= 0 && value[i].d >= 0) continue;
        if (a->remember) vv_factor_budget_note(a, x);
        return false;
    }
    if (!value || !vv_ctx_ok(a->c)) return false;
    *out = value[s.n - 1];
    return true;
}

vv_expr vv_atoms_monomial(vv_atoms *a, vv_rat k, const int *exponent) {
    vv_expr *base = VV_ARRAY(a->c, vv_expr, a->n + 1);
    int *power_of = VV_ARRAY(a->c, int, a->n + 1), n = 0;
    if (!base || !power_of) return VV_POISON;
    for (int v = 0; v < a->n; v++)
        if (exponent[v]) base[n] = a->atom[v], power_of[n++] = exponent[v];
    return vv_scale(a->c, k, vv_product_powers(a->c, n, base, power_of));
}

bool vv_atoms_compound(const vv_atoms *a) {
    for (int i = 0; i < a->nangles; i++)
        if (vv_expr_op(a->c, a->angle[i].unit) == VV_ADD) return true;
    return false;
}
