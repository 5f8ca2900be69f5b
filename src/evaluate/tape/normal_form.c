/* Normal form of sums and products, after parameters have been replaced by numbers: factors move
 * outwards, sums used once are merged into the enclosing sum if that saves work, like terms are
 * combined, and equal lists become one value. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/tape/value_numbering.h"

typedef struct form {
    values *v;
    double *factor; /* the value is factor times its list (count) */
    uint32_t *uses; /* (count) */
    uint32_t *same; /* an earlier equal value, or itself (count) */
    uint32_t *slot; /* hash table of the lists seen: value + 1 */
    uint32_t slots;
    item *work; /* the current list */
    uint32_t n, capacity;
} form;

static void count_use(void *data, uint32_t user, uint32_t operand) {
    (void)user;
    ((form *)data)->uses[operand]++;
}

static void count_uses(form *f, int nout, const uint32_t *out) {
    for (int i = 0; i < nout; i++) f->uses[out[i]]++;
    for (uint32_t i = 0; i < f->v->count; i++) {
        const value *x = &f->v->list[i];
        if (x->op != VALUE_SUM && x->op != VALUE_PRODUCT)
            vv_value_visit(f->v, i, count_use, f);
        else
            for (uint32_t k = 0; k < x->b; k++) f->uses[f->v->item[x->a + k].v]++;
    }
}

static bool put(form *f, uint32_t v, double weight) {
    if (f->n == f->capacity) {
        uint32_t wanted = f->capacity ? 2 * f->capacity : 64;
        item *grown = vv_block_resize_uninit(f->v->ctx, f->work, wanted * sizeof *grown);
        if (!grown) return false;
        f->work = grown;
        f->capacity = wanted;
    }
    f->work[f->n++] = (item){v, weight};
    return true;
}

/* A product used once fuses with the sum it is added to, unless it has a factor. */
static bool is_lone_product(const form *f, uint32_t v) {
    return f->v->list[v].op == VALUE_PRODUCT && f->uses[v] == 1;
}

/* Is it cheaper to merge a sum used once into another one with factor `weight`? That saves one
 * operation; each lone product that must now be scaled costs one. */
static bool is_better_inside(const form *f, const value *sum, double weight) {
    if (fabs(weight) == 1) return true;
    int cost = -1;
    for (uint32_t k = 0; k < sum->b; k++) {
        const item *t = &f->v->item[sum->a + k];
        if (fabs(t->weight) == 1) cost += is_lone_product(f, t->v) || k == 0;
    }
    return cost <= 0;
}

static bool collect(form *f, value *x) {
    f->n = 0;
    for (uint32_t k = 0; k < x->b; k++) {
        item t = f->v->item[x->a + k];
        value *inner = &f->v->list[t.v];
        double weight = x->op == VALUE_SUM ? t.weight * f->factor[t.v] : t.weight;
        bool once = inner->op == VALUE_SUM && f->uses[t.v] == 1 && f->same[t.v] == t.v;
        if (x->op == VALUE_SUM && once && is_better_inside(f, inner, weight)) {
            for (uint32_t m = 0; m < inner->b; m++) {
                const item *u = &f->v->item[inner->a + m];
                if (!put(f, u->v, weight * u->weight)) return false;
            }
            inner->b = 0; /* nothing is left of it */
        } else if (!put(f, f->same[t.v], weight)) {
            return false;
        }
    }
    return true;
}

static int by_value(const void *a, const void *b) {
    const item *x = a, *y = b;
    return x->v < y->v ? -1 : x->v > y->v;
}

static void sort(item *t, uint32_t n) {
    if (n > 64) qsort(t, n, sizeof *t, by_value);
    for (uint32_t i = 1; i < n; i++) {
        item x = t[i];
        uint32_t k = i;
        for (; k > 0 && t[k - 1].v > x.v; k--) t[k] = t[k - 1];
        t[k] = x;
    }
}

/* Sorts by value and merges equal ones. Exact cancellation leaves a term with weight 0 if it is
 * the last one. */
static void merge(form *f) {
    item *t = f->work;
    sort(t, f->n);
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        if (n && t[n - 1].v == t[i].v)
            t[n - 1].weight += t[i].weight;
        else {
            if (n > 1 && t[n - 1].weight == 0) n--;
            t[n++] = t[i];
        }
    }
    if (n > 1 && t[n - 1].weight == 0) n--;
    if (n > 1 && t[0].weight == 0) memmove(t, t + 1, --n * sizeof *t);
    f->n = n;
}

/* The factor to extract from a sum: the magnitude that leaves most weights 1, lone products
 * counting twice, and the sign of the first term. */
static double outside(const form *f) {
    double best = fabs(f->work[0].weight);
    int most = -1;
    for (uint32_t i = 0; i < f->n && i < 16; i++) {
        double size = fabs(f->work[i].weight);
        if (i && size == best) continue; /* already considered */
        int gain = 0;
        for (uint32_t k = 0; k < f->n; k++)
            if (fabs(f->work[k].weight) == size) gain += is_lone_product(f, f->work[k].v) ? 2 : 1;
        if (gain > most && size != 0) most = gain, best = size;
    }
    if (best == 0 || !isfinite(best)) best = 1;
    return f->work[0].weight < 0 ? -best : best;
}

static uint32_t hash_list(int op, uint32_t n, const item *t) {
    uint64_t h = (uint64_t)op * 0x9e3779b97f4a7c15u;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t bits;
        memcpy(&bits, &t[k].weight, sizeof bits);
        h = (h ^ bits ^ t[k].v) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 31;
    }
    return (uint32_t)(h ^ h >> 32);
}

static bool same_list(const values *v, uint32_t i, uint32_t j) {
    const value *x = &v->list[i], *y = &v->list[j];
    if (x->op != y->op || x->b != y->b) return false;
    for (uint32_t k = 0; k < x->b; k++) {
        const item *s = &v->item[x->a + k], *t = &v->item[y->a + k];
        if (s->v != t->v || s->weight != t->weight) return false;
    }
    return true;
}

static void find_same(form *f, uint32_t i) {
    const value *x = &f->v->list[i];
    uint32_t at = hash_list(x->op, x->b, f->v->item + x->a) & (f->slots - 1);
    while (f->slot[at] && !same_list(f->v, f->slot[at] - 1, i)) at = (at + 1) & (f->slots - 1);
    if (!f->slot[at]) {
        f->slot[at] = i + 1;
        return;
    }
    f->same[i] = f->slot[at] - 1;
    f->uses[f->same[i]] += f->uses[i];
    f->v->list[i].b = 0;
}

static bool normalise_list(form *f, uint32_t i) {
    value *x = &f->v->list[i];
    double factor = 1;
    if (!collect(f, x)) return false;
    if (x->op == VALUE_PRODUCT) {
        for (uint32_t k = 0; k < x->b; k++) {
            const item *t = &f->v->item[x->a + k];
            double own = f->factor[t->v];
            if (own != 1) factor *= t->weight == 1 ? own : pow(own, t->weight);
        }
    }
    merge(f);
    if (x->op == VALUE_SUM) {
        factor = outside(f);
        for (uint32_t k = 0; k < f->n; k++) f->work[k].weight /= factor;
    }
    /* factors that over- or underflow are not extracted */
    uint32_t first = vv_value_add_items(f->v, f->n, f->work);
    if (first == NO_VALUE) return false;
    x = &f->v->list[i];
    x->a = first;
    x->b = f->n;
    f->factor[i] = factor;
    if (f->n == 1 && f->work[0].weight == 1)
        f->same[i] = f->work[0].v, x->b = 0;
    else
        find_same(f, i);
    return true;
}

bool vv_values_normalize(values *v, int nout, const uint32_t *out, double *factor, uint32_t *same) {
    form f = {.v = v, .factor = factor, .same = same, .slots = 64};
    while (f.slots < 2 * v->count) f.slots *= 2;
    f.uses = VV_ARRAY(v->ctx, uint32_t, v->count + 1);
    f.slot = VV_ARRAY(v->ctx, uint32_t, f.slots);
    if (!f.uses || !f.slot) return false;
    count_uses(&f, nout, out);
    bool done = true;
    for (uint32_t i = 0; i < v->count && done; i++) {
        int op = v->list[i].op;
        factor[i] = 1;
        same[i] = i;
        if (op == VALUE_SUM || op == VALUE_PRODUCT) done = normalise_list(&f, i);
    }
    vv_block_resize(v->ctx, f.work, 0);
    return done;
}
