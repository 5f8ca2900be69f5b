/* In a jet the product of two series is a convolution, whereas a sum or a multiple of series
 * costs next to nothing. Rewriting that does not pay for a tape therefore pays here: x (1 / b) =
 * x / b if 1 / b is not used elsewhere, x (b c) = (x b) c if x b is known and b c is not used
 * elsewhere, k x a + l x b + ... = x (k a + l b + ...), after opening nested sums. The double
 * pendulum then has 8 convolutions instead of 10, the hoop 14 instead of 21. */
#include "evaluate/jet/factoring.h"

#include <math.h>
#include <string.h>

#define NOBODY UINT32_MAX

/* k x y, or k x if y is NOBODY. */
typedef struct term {
    double k;
    uint32_t x, y;
} term;

/* A sum that is kept: its terms, with all inner sums opened. */
typedef struct list {
    uint32_t first, n;
} list;

typedef struct factoring {
    vv_jet *j;
    vv_jet_instruction *from;
    bool *late;
    uint32_t *uses;  /* number of uses of a variable by instructions and results (nvariables) */
    uint32_t *maker; /* instruction that defines it, or NOBODY (nvariables) */
    uint32_t *here;  /* uses of it by the current sum (nvariables) */
    uint32_t *at;    /* its index + 1 in that sum (nvariables) */
    bool *gone;      /* for each instruction: opened, or unused */
    list *sum;       /* for each instruction that remains a sum */
    term *term;      /* terms of all sums */
    uint32_t nterms;
    uint32_t *open; /* variables of the current sum that are to be opened */
    uint32_t nopen;
    uint32_t *product;  /* hash table of known products: instruction + 1 */
    uint32_t nproducts; /* its size, a power of 2 */
    vv_jet_instruction *to;
    int nto;
    uint32_t *unused; /* variables no longer in use */
    uint32_t nunused;
    term *part; /* k x + l y + ...: sums made here, as (k, x), (l, y), ..., (0, variable) */
    uint32_t nparts;
} factoring;

static bool is_sum(const vv_jet_instruction *i) {
    return i->op == VV_JET_LINEAR || i->op == VV_JET_MUL || i->op == VV_JET_MADD;
}

static bool has_product(const vv_jet_instruction *i) {
    return i->op == VV_JET_MUL || i->op == VV_JET_MADD;
}

/* Terms of an instruction that is a sum. */
static int terms_of(const vv_jet_instruction *i, term *t) {
    int n = 0;
    if (has_product(i)) t[n++] = (term){i->op == VV_JET_MUL ? 1 : i->ka, i->a, i->b};
    if (i->op == VV_JET_LINEAR && i->ka != 0) t[n++] = (term){i->ka, i->a, NOBODY};
    if (i->op == VV_JET_LINEAR && i->kb != 0) t[n++] = (term){i->kb, i->b, NOBODY};
    if (i->op == VV_JET_MADD && i->kb != 0) t[n++] = (term){i->kb, i->c, NOBODY};
    return n;
}

static void count_uses(factoring *f, const vv_jet_instruction *i, uint32_t by) {
    term t[2];
    if (!is_sum(i)) {
        f->uses[i->a] += by, f->uses[i->b] += by, f->uses[i->c] += by;
        return;
    }
    for (int k = terms_of(i, t); k-- > 0;) {
        f->uses[t[k].x] += by;
        if (t[k].y != NOBODY) f->uses[t[k].y] += by;
    }
}

/* ---- known products ------------------------------------------------------------------------- */

/* The table entry of the product of x and y. */
static uint32_t *find_product(factoring *f, uint32_t x, uint32_t y) {
    uint32_t low = x < y ? x : y, high = x < y ? y : x;
    uint32_t at = (low * 0x9e3779b1u ^ high * 0x85ebca77u) >> 7;
    for (;; at++) {
        uint32_t *slot = &f->product[at & (f->nproducts - 1)];
        const vv_jet_instruction *i = *slot ? &f->from[*slot - 1] : NULL;
        if (!i || (i->a == x && i->b == y) || (i->a == y && i->b == x)) return slot;
    }
}

/* Index + 1 of an instruction that computes it, other than `but`; 0: none. */
static uint32_t known_product(factoring *f, uint32_t x, uint32_t y, uint32_t but) {
    uint32_t known = *find_product(f, x, y);
    return known && !f->gone[known - 1] && f->from[known - 1].out != but ? known : 0;
}

/* x (b c) = (x b) c with a known x b. */
static bool regroup(factoring *f, vv_jet_instruction *i, uint32_t x, uint32_t y) {
    const vv_jet_instruction *inner = f->maker[y] == NOBODY ? NULL : &f->from[f->maker[y]];
    if (!inner || inner->op != VV_JET_MUL || f->uses[y] != 1) return false;
    uint32_t c = inner->b, known = known_product(f, x, inner->a, y);
    if (!known) c = inner->a, known = known_product(f, x, inner->b, y);
    if (!known) return false;
    uint32_t v = f->from[known - 1].out;
    f->uses[x]--, f->uses[y]--, f->uses[v]++, f->uses[c]++;
    count_uses(f, inner, (uint32_t)-1);
    f->gone[f->maker[y]] = true;
    i->a = v, i->b = c;
    if (i->op == VV_JET_MUL) i->c = v;
    return true;
}

static bool is_one(const factoring *f, uint32_t v) {
    uint32_t first = (uint32_t)f->j->nin;
    return v >= first && v < first + (uint32_t)f->j->nconstants && f->j->constant[v - first] == 1;
}

/* x (1 / b) = x / b, for a plain product. */
static bool divide(factoring *f, vv_jet_instruction *i, uint32_t x, uint32_t y) {
    const vv_jet_instruction *inner = f->maker[y] == NOBODY ? NULL : &f->from[f->maker[y]];
    if (i->op != VV_JET_MUL || !inner || inner->op != VV_JET_DIV || f->uses[y] != 1 ||
        !is_one(f, inner->a))
        return false;
    uint32_t b = inner->b;
    f->gone[f->maker[y]] = true;
    f->uses[y]--;
    i->op = VV_JET_DIV, i->a = i->c = x, i->b = b;
    return true;
}

static void use_quotients(factoring *f) {
    for (int k = 0; k < f->j->ninstructions; k++) {
        vv_jet_instruction *i = &f->from[k];
        if (f->gone[k] || divide(f, i, i->a, i->b)) continue;
        divide(f, i, i->b, i->a);
    }
}

static void use_products(factoring *f) {
    for (int k = 0; k < f->j->ninstructions; k++) {
        vv_jet_instruction *i = &f->from[k];
        if (f->gone[k] || !has_product(i)) continue;
        while (regroup(f, i, i->a, i->b) || regroup(f, i, i->b, i->a)) continue;
        uint32_t *known = find_product(f, i->a, i->b);
        if (i->op == VV_JET_MUL && !*known) *known = (uint32_t)k + 1;
    }
}

/* ---- sums opened ---------------------------------------------------------------------------- */

static void add_term(factoring *f, list *l, term t) {
    uint32_t *at = t.y == NOBODY ? &f->at[t.x] : NULL;
    if (at && *at) {
        f->term[*at - 1].k += t.k;
    } else {
        f->term[f->nterms++] = t;
        l->n++;
        if (at) *at = f->nterms;
    }
    if (!at || ++f->here[t.x] < f->uses[t.x] || f->maker[t.x] == NOBODY) return;
    if (is_sum(&f->from[f->maker[t.x]])) f->open[f->nopen++] = t.x; /* not used elsewhere */
}

static void add_terms(factoring *f, list *l, const vv_jet_instruction *i, double by) {
    term t[2];
    int n = terms_of(i, t);
    for (int k = 0; k < n; k++) add_term(f, l, (term){by * t[k].k, t[k].x, t[k].y});
}

static bool is_exact_product(double a, double b) { return fma(a, b, -(a * b)) == 0; }

/* Rounded constants would change the mechanism, by 1e-16 in a frequency: over a thousand periods
 * such a phase error dominates. */
static bool can_be_opened(const factoring *f, uint32_t maker, double by) {
    term t[2];
    for (int k = terms_of(&f->from[maker], t); k-- > 0;)
        if (!is_exact_product(by, t[k].k)) return false;
    return true;
}

/* All terms of instruction k; sums used by it alone are opened. */
static void open_sum(factoring *f, int k) {
    list *l = &f->sum[k];
    *l = (list){f->nterms, 0};
    add_terms(f, l, &f->from[k], 1);
    while (f->nopen) {
        uint32_t v = f->open[--f->nopen], maker = f->maker[v];
        term *t = &f->term[f->at[v] - 1];
        double by = t->k;
        if (!can_be_opened(f, maker, by)) continue;
        t->k = 0;
        f->gone[maker] = true;
        f->unused[f->nunused++] = v;
        add_terms(f, l, &f->from[maker], by);
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        term t = f->term[l->first + i];
        if (t.y == NOBODY) f->here[t.x] = f->at[t.x] = 0;
        if (t.k != 0) f->term[l->first + n++] = t;
    }
    l->n = n;
}

/* From last to first: a sum is opened before its operands. */
static void open_sums(factoring *f) {
    for (int k = f->j->ninstructions; k-- > 0;) {
        if (!f->gone[k] && is_sum(&f->from[k])) open_sum(f, k);
    }
}

/* ---- output --------------------------------------------------------------------------------- */

static uint32_t write(factoring *f, vv_jet_instruction i) {
    f->late[i.out] = f->late[i.second] = f->late[i.a] || f->late[i.b] || f->late[i.c];
    f->to[f->nto++] = i;
    return i.out;
}

/* ka a b + kb c; if b is NOBODY: ka a + kb c. */
static uint32_t write_sum(factoring *f, uint32_t out, term t, double kb, uint32_t c) {
    vv_jet_instruction i = {.out = out, .second = out, .a = t.x, .ka = t.k, .kb = kb};
    i.op = t.y == NOBODY ? VV_JET_LINEAR : kb != 0 || t.k != 1 ? VV_JET_MADD : VV_JET_MUL;
    i.b = t.y != NOBODY ? t.y : kb != 0 ? c : t.x;
    i.c = t.y != NOBODY && kb != 0 ? c : t.x;
    if (i.op == VV_JET_MUL) i.ka = 0;
    return write(f, i);
}

static uint32_t take_unused(factoring *f) { return f->unused[--f->nunused]; }

/* Finds a sum made here; each ends with its variable, k 0. */
static uint32_t find_part(const factoring *f, const term *t, uint32_t n) {
    for (uint32_t i = 0; i < f->nparts; i++) {
        uint32_t k = 0;
        while (k < n && f->part[i + k].k == t[k].k && f->part[i + k].x == t[k].x) k++;
        if (k == n && f->part[i + n].k == 0) return f->part[i + n].x;
        while (f->part[i].k != 0) i++;
    }
    return NOBODY;
}

static void sort_by_variable(term *t, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        term held = t[i];
        uint32_t k = i;
        for (; k > 0 && t[k - 1].x > held.x; k--) t[k] = t[k - 1];
        t[k] = held;
    }
}

/* Merges equal variables and divides by the returned number: the first weight if no quotient is
 * rounded. */
static double normalise(term *t, uint32_t *n) {
    uint32_t kept = 0;
    sort_by_variable(t, *n);
    for (uint32_t i = 0; i < *n; i++) {
        if (kept && t[kept - 1].x == t[i].x)
            t[kept - 1].k += t[i].k;
        else
            t[kept++] = t[i];
    }
    *n = 0;
    for (uint32_t i = 0; i < kept; i++)
        if (t[i].k != 0) t[(*n)++] = t[i];
    double by = *n ? t[0].k : 0;
    for (uint32_t i = 0; i < *n; i++)
        if (fma(t[i].k / by, by, -t[i].k) != 0) by = by < 0 ? -1 : 1;
    for (uint32_t i = 0; i < *n; i++) t[i].k /= by;
    return by;
}

/* The variable for k_0 x_0 + k_1 x_1 + ...; a single one has weight 1. */
static uint32_t write_part(factoring *f, const term *t, uint32_t n) {
    uint32_t v = n == 1 ? t[0].x : find_part(f, t, n);
    if (v != NOBODY) return v;
    v = t[0].x;
    for (uint32_t i = 1; i < n; i++)
        v = write_sum(f, take_unused(f), (term){t[i].k, t[i].x, NOBODY}, i > 1 ? 1 : t[0].k, v);
    memcpy(f->part + f->nparts, t, n * sizeof *t);
    f->part[f->nparts + n] = (term){0, v, NOBODY};
    f->nparts += n + 1;
    return v;
}

/* The variable that occurs in most products of the list; NOBODY: none occurs twice. */
static uint32_t common_factor(factoring *f, const list *l) {
    uint32_t best = NOBODY, most = 1;
    for (uint32_t i = 0; i < l->n; i++) {
        const term *t = &f->term[l->first + i];
        if (t->y == NOBODY || t->k == 0) continue;
        if (++f->here[t->x] > most) most = f->here[t->x], best = t->x;
        if (t->y != t->x && ++f->here[t->y] > most) most = f->here[t->y], best = t->y;
    }
    for (uint32_t i = 0; i < l->n; i++) {
        const term *t = &f->term[l->first + i];
        f->here[t->x] = 0;
        if (t->y != NOBODY) f->here[t->y] = 0;
    }
    return best;
}

/* Collects the products that contain x into one, in the place of the first. */
static void collect(factoring *f, const list *l, uint32_t x) {
    term *own = f->term + l->first, *other = f->part + f->nparts + l->n + 1, *first = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        term *t = &own[i];
        if (t->y == NOBODY || t->k == 0 || (t->x != x && t->y != x)) continue;
        other[n++] = (term){t->k, t->x == x ? t->y : t->x, NOBODY};
        if (!first) first = t;
        t->k = 0;
    }
    double by = normalise(other, &n);
    if (n) *first = (term){by, x, write_part(f, other, n)};
}

static void write_list(factoring *f, uint32_t out, const list *l) {
    uint32_t x, v = NOBODY, left = 0;
    while ((x = common_factor(f, l)) != NOBODY) collect(f, l, x);
    term *t = f->term + l->first;
    double by = 0; /* weight of v */
    for (uint32_t i = 0; i < l->n; i++) left += t[i].k != 0;
    for (int product = 0; product < 2; product++) /* products last: they wait for convolutions */
        for (uint32_t i = 0; i < l->n; i++) {
            if (t[i].k == 0 || (t[i].y != NOBODY) != product) continue;
            left--;
            if (v == NOBODY && !product && left) {
                v = t[i].x, by = t[i].k;
                continue;
            }
            v = write_sum(f, left ? take_unused(f) : out, t[i], by, v), by = 1;
        }
    if (v == NOBODY) write_sum(f, out, (term){0, 0, NOBODY}, 0, 0); /* everything cancelled */
}

static bool allocate(vv_ctx *c, factoring *f) {
    size_t v = (size_t)f->j->nvariables + 1, n = (size_t)f->j->ninstructions + 1;
    f->uses = VV_ARRAY(c, uint32_t, v);
    f->maker = VV_ARRAY(c, uint32_t, v);
    f->here = VV_ARRAY(c, uint32_t, v);
    f->at = VV_ARRAY(c, uint32_t, v);
    f->open = VV_ARRAY(c, uint32_t, v);
    f->unused = VV_ARRAY(c, uint32_t, v);
    f->gone = VV_ARRAY(c, bool, n);
    f->sum = VV_ARRAY(c, list, n);
    f->term = VV_ARRAY_UNINIT(c, term, 2 * n);
    f->part = VV_ARRAY(c, term, 8 * n); /* completed ones, and one under construction */
    f->to = VV_ARRAY_UNINIT(c, vv_jet_instruction, n);
    for (f->nproducts = 64; f->nproducts < 2 * n;) f->nproducts *= 2;
    f->product = VV_ARRAY(c, uint32_t, f->nproducts);
    return vv_ctx_ok(c);
}

bool vv_jet_factor_products(vv_ctx *c, vv_jet *j, vv_jet_instruction *all, const uint32_t *out,
                            bool *late) {
    factoring f = {.j = j, .from = all, .late = late};
    vv_mark mark = vv_arena_mark(c);
    if (!allocate(c, &f)) return false;
    for (int v = 0; v < j->nvariables; v++) f.maker[v] = NOBODY;
    for (int i = 0; i < j->nout; i++) f.uses[out[i]]++;
    for (int k = j->ninstructions; k-- > 0;) {
        f.maker[all[k].out] = f.maker[all[k].second] = (uint32_t)k;
        f.gone[k] = !f.uses[all[k].out] && !f.uses[all[k].second];
        if (!f.gone[k]) count_uses(&f, &all[k], 1);
    }
    use_products(&f);
    use_quotients(&f); /* after products have been regrouped */
    open_sums(&f);
    for (int k = 0; k < j->ninstructions; k++) {
        if (f.gone[k]) continue;
        if (is_sum(&all[k]))
            write_list(&f, all[k].out, &f.sum[k]);
        else
            write(&f, all[k]);
    }
    memcpy(all, f.to, (size_t)f.nto * sizeof *f.to);
    j->ninstructions = f.nto;
    vv_arena_release(c, mark);
    return true;
}
