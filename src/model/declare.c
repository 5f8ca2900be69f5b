/* Pass 1: every name is declared before anything is evaluated, so that statements may come in
 * any order. */
#include <inttypes.h>
#include <string.h>

#include "lang/lang.h"
#include "model/elaborate.h"

/* ---- unrolling ----------------------------------------------------------------------------- */

/* Statements of the model, then what is requested of it. */
static int statement_count(const elaborator *el) { return el->tree->n + el->tree->nrequests; }

static const vv_node *statement_at(const elaborator *el, int i) {
    const vv_tree *t = el->tree;
    return i < t->n ? t->statement[i] : t->request[i - t->n];
}

/* False when there is no sense in going on. */
static bool unroll_one(elaborator *el, const vv_node *n, const vv_env *env,
                       void (*each)(elaborator *, const vv_node *, const vv_env *)) {
    if (n->kind != VV_N_FOR) {
        each(el, n, env);
        return vv_ctx_tick(el->c);
    }
    int64_t low, high;
    if (!vv_eval_integer(el, n->kid[0]->kid[0], env, &low) ||
        !vv_eval_integer(el, n->kid[0]->kid[1], env, &high))
        return true;
    for (int64_t i = low; i <= high && vv_ctx_tick(el->c); i++) {
        if (++el->ninstances > MOST_STATEMENTS) {
            vv_model_error(el, VV_D_RANGE, n->kid[0]->span,
                           "more than %d statements after unrolling", MOST_STATEMENTS);
            return false;
        }
        vv_env *inner = VV_NEW(el->c, vv_env);
        if (!inner) return false;
        *inner = (vv_env){n->name, i, env};
        if (!unroll_one(el, n->kid[1], inner, each)) return false;
    }
    return vv_ctx_ok(el->c);
}

void vv_unroll_statements(elaborator *el,
                          void (*each)(elaborator *, const vv_node *, const vv_env *)) {
    if (el->ninstances > MOST_STATEMENTS) return; /* an earlier pass gave up and reported it */
    el->ninstances = 0;
    for (int i = 0; i < statement_count(el); i++)
        if (!unroll_one(el, statement_at(el, i), NULL, each)) return;
}

/* ---- families ------------------------------------------------------------------------------ */

enum { MOST_MEMBERS = 100000, MOST_INDICES = 8 };

static void note_family(elaborator *el, const char *name, int indices, int64_t low, int64_t high) {
    vv_indexed_family *f = vv_indexed_family_find(el, name, strlen(name));
    if (f && low > high) {
        f->low = low, f->high = high;
    } else if (f && f->low <= f->high) {
        if (low < f->low) f->low = low;
        if (high > f->high) f->high = high;
    }
    if (f) return;
    f = VV_PUSH(el, el->family, el->nfamilies, el->families_capacity);
    if (f) *f = (vv_indexed_family){name, low, high, indices};
}

static bool range_of(elaborator *el, const vv_node *r, const vv_env *env, int64_t *low,
                     int64_t *high) {
    if (r->kind != VV_N_RANGE) {
        bool known = vv_eval_integer(el, r, env, low);
        *high = *low;
        return known;
    }
    if (!vv_eval_integer(el, r->kid[0], env, low) || !vv_eval_integer(el, r->kid[1], env, high))
        return false;
    if (*high >= *low && *high - *low < MOST_MEMBERS) return true;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_RANGE, r->span, "the range %" PRId64 "..%" PRId64 " is %s",
                                *low, *high, *high < *low ? "empty" : "too long"),
                 "a family has between 1 and %d members", MOST_MEMBERS);
    return false;
}

typedef void (*declare_function_t)(elaborator *, const char *, const vv_node *, const vv_env *);

/* The members from index `at` on; `begun` is the key so far. */
static void each_member(elaborator *el, const vv_node *n, const vv_env *env, int at,
                        const char *begun, declare_function_t declare) {
    const vv_node *idx = n->kid[0];
    int64_t low, high;
    if (!range_of(el, idx->kid[at], env, &low, &high)) {
        note_family(el, n->name, idx->n, 1, 0);
        return;
    }
    if (at == 0) note_family(el, n->name, idx->n, low, high);
    size_t length = strlen(begun);
    for (int64_t i = low; i <= high && vv_ctx_tick(el->c); i++) {
        bool last = at == idx->n - 1;
        char *key = vv_alloc(el->c, length + VV_INTEGER_DIGITS_MAX + 3), *end;
        if (!key) return;
        end = stpcpy(key, begun);
        *end++ = at ? ',' : '[';
        end = vv_write_integer(end, i);
        if (last) *end = ']';
        if (!last)
            each_member(el, n, env, at + 1, key, declare);
        else if (++el->ninstances <= MOST_STATEMENTS)
            declare(el, key, n, env);
        else
            vv_model_error(el, VV_D_RANGE, idx->span, "more than %d names", MOST_STATEMENTS);
        const vv_indexed_family *f = vv_indexed_family_find(el, n->name, strlen(n->name));
        if (el->ninstances > MOST_STATEMENTS || (f && f->low > f->high)) return; /* reported */
    }
}

/* Calls `declare` with every key that a declaration with these indices denotes. */
static void each_key(elaborator *el, const vv_node *n, const vv_env *env,
                     declare_function_t declare) {
    const vv_node *idx = n->n > 0 ? n->kid[0] : NULL;
    if (!idx || idx->kind != VV_N_INDICES)
        declare(el, n->name, n, env);
    else if (idx->n <= MOST_INDICES)
        each_member(el, n, env, 0, n->name, declare);
    else
        vv_model_error(el, VV_D_INDEX, idx->span, "more than %d indices", MOST_INDICES);
}

/* ---- symbols ------------------------------------------------------------------------------- */

void vv_rate_map_add(elaborator *el, vv_expr symbol, vv_expr rate) {
    int cap = el->rates_capacity;
    if (!vv_array_grow(el, (void **)&el->symbol, el->nrates, &cap, sizeof *el->symbol)) return;
    cap = el->rates_capacity;
    if (!vv_array_grow(el, (void **)&el->rate, el->nrates, &cap, sizeof *el->rate)) return;
    el->rates_capacity = cap;
    el->symbol[el->nrates] = symbol;
    el->rate[el->nrates++] = rate;
    el->m->frames.nrates = el->nrates;
    el->m->frames.symbol = el->symbol;
    el->m->frames.rate = el->rate;
}

/* s -> s' -> s'' -> s''': claims may contain one order more than the equations. */
static void add_rates(elaborator *el, vv_expr s, int orders) {
    for (int i = 0; i < orders; i++) {
        vv_expr r = vv_symbol_rate(el->c, s);
        vv_rate_map_add(el, s, r);
        s = r;
    }
}

static vv_dimension dimension_of_unit(const vv_node *unit) {
    vv_unit u;
    if (!unit || !vv_unit_parse(unit->name, strlen(unit->name), &u, NULL)) return (vv_dimension){0};
    return (vv_dimension){true, u.kg, u.m, u.s};
}

/* The unit as stated, with the quantity or after its value; NULL: none, or one with a factor:
 * values are in SI. */
static const char *stated_unit(const vv_node *unit, const vv_node *value) {
    vv_unit u;
    if (!unit && value && value->kind == VV_N_NUMBER && value->n) unit = value->kid[0];
    if (!unit && value && value->kind == VV_N_QUANTITY) unit = value->kid[1];
    if (!unit || !vv_unit_parse(unit->name, strlen(unit->name), &u, NULL)) return NULL;
    bool coherent = !u.two && !u.three && !u.five && !u.pi, any = u.kg || u.m || u.s;
    return coherent && any ? unit->name : NULL;
}

static vv_coordinate *add_coordinate(elaborator *el, const char *key, vv_span span) {
    if (el->m->nq == MOST_COORDINATES) {
        vv_model_error(el, VV_D_RANGE, span, "more than %d coordinates", MOST_COORDINATES);
        return NULL;
    }
    vv_coordinate *q = VV_PUSH(el, el->m->coordinate, el->m->nq, el->qcap);
    if (!q) return NULL;
    *q = (vv_coordinate){.q = vv_symbol_new(el->c, key, VV_SYM_COORDINATE), .span = span};
    q->qd = vv_symbol_rate(el->c, q->q);
    q->qdd = vv_symbol_rate(el->c, q->qd);
    return q;
}

static vv_def *scalar_def(elaborator *el, vv_def_kind kind, const char *key, const vv_node *n,
                          const vv_env *env, vv_expr symbol) {
    vv_def *d =
        vv_def_add(el, SPACE_SCALAR, kind, key, n, env, n->name_span.end ? n->name_span : n->span);
    if (d && symbol.id) {
        d->value = (vv_value){.kind = VALUE_SCALAR, .s = symbol};
        d->state = 2;
        d->ok = true;
    }
    return d;
}

static void declare_coordinate(elaborator *el, const char *key, const vv_node *n,
                               const vv_env *env) {
    if (vv_def_find(el, SPACE_SCALAR, key)) {
        scalar_def(el, DEF_COORDINATE, key, n, env, VV_POISON); /* reported there */
        return;
    }
    vv_coordinate *q = add_coordinate(el, key, n->name_span);
    if (!q) note_family(el, n->name, 1, 1, 0);
    if (!q) return;
    q->dependent = n->flag == 1;
    q->dimension = dimension_of_unit(n->kid[1]);
    q->unit = stated_unit(n->kid[1], NULL);
    add_rates(el, q->q, 3);
    vv_def *d = scalar_def(el, DEF_COORDINATE, key, n, env, q->q);
    if (d) d->index = el->m->nq - 1;
}

static vv_speed *add_speed(elaborator *el, vv_expr symbol, vv_span span) {
    vv_speed *s = VV_PUSH(el, el->m->speed, el->m->nspeeds, el->scap);
    if (s) *s = (vv_speed){.symbol = symbol, .span = span};
    return s;
}

static void declare_speed(elaborator *el, const char *key, const vv_node *n, const vv_env *env) {
    vv_def *had = vv_def_find(el, SPACE_SCALAR, key);
    if (had) {
        scalar_def(el, DEF_SPEED, key, n, env, VV_POISON);
        return;
    }
    vv_expr w = vv_symbol_new(el->c, key, VV_SYM_SPEED);
    add_rates(el, w, 2);
    vv_def *d = scalar_def(el, DEF_SPEED, key, n, env, w);
    if (d && add_speed(el, w, n->name_span)) d->index = el->m->nspeeds - 1;
}

static void declare_auxiliary(elaborator *el, const char *key, const vv_node *n,
                              const vv_env *env) {
    if (n->primes != 1) {
        vv_model_error(el, VV_D_KIND, n->span,
                       "an auxiliary parameter is defined by its first rate, %s' = ...", key);
        return;
    }
    vv_expr w = vv_symbol_rate(el->c, vv_symbol_new(el->c, key, VV_SYM_SPEED));
    add_rates(el, w, 2);
    vv_def *d = scalar_def(el, DEF_AUXILIARY, key, n, env, VV_POISON);
    if (!d || !add_speed(el, w, n->name_span)) return;
    d->index = el->m->nspeeds - 1;
    el->m->speed[d->index].auxiliary = true;
}

/* ---- free orientation ---------------------------------------------------------------------- */

/* Components of a vector after a turn of the axes about one of them, by the angle or back. */
static void turn_axes(vv_ctx *c, int axis, vv_expr angle, bool back, vv_expr *x) {
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    vv_expr co = vv_cos(c, angle), si = vv_sin(c, angle), a = x[j], b = x[k];
    if (back) si = vv_neg(c, si);
    x[j] = vv_add(c, vv_mul(c, co, a), vv_mul(c, si, b));
    x[k] = vv_sub(c, vv_mul(c, co, b), vv_mul(c, si, a));
}

/* The same rotation by angles: the speeds are the components of the angular velocity. */
static void declare_turned(elaborator *el, const char *key, const vv_node *n, const vv_env *env) {
    static const char *const NAME[2][3] = {{"ψ", "θ", "φ"}, {"ψ", "α", "β"}};
    vv_ctx *c = el->c;
    bool along_parent = n->kid[5] != NULL;
    vv_turned_frame *f = VV_PUSH(el, el->m->turned, el->m->nturned, el->turnedcap);
    vv_expr w[3] = {VV_ZERO, VV_ZERO, VV_ZERO};
    if (!f) return;
    f->name = key;
    for (int i = 0; i < 3; i++) {
        const char *name = vv_format(c, "%s.%s", key, NAME[el->chart == CHART_ZXY][i]);
        vv_coordinate *q = name ? add_coordinate(el, name, n->name_span) : NULL;
        if (!q) return;
        f->angle[i] = q->q;
        add_rates(el, q->q, 3);
    }
    for (int k = 0; k < 3; k++) { /* own axes: from the first turn on; the parent's: back to it */
        int i = along_parent ? 2 - k : k, axis = vv_chart_axis(el->chart, i);
        if (!along_parent) turn_axes(c, axis, f->angle[i], false, w);
        w[axis] = vv_add(c, w[axis], vv_symbol_rate(c, f->angle[i]));
        if (along_parent) turn_axes(c, axis, f->angle[i], true, w);
    }
    for (int i = 0; i < 3; i++) {
        const vv_node *place = n->kid[4]->kid[i];
        const char *name = vv_def_key(el, place, env);
        vv_def *d =
            name ? vv_def_add(el, SPACE_SCALAR, DEF_FREE_SPEED, name, n, env, place->span) : NULL;
        if (!d) return;
        d->value = (vv_value){.kind = VALUE_SCALAR, .s = w[i]};
        d->state = 2, d->ok = true, d->index = -1;
    }
}

/* Euler parameters e0..e3 and the speeds along the frame's own axes (or the parent's): e' = E(e)
 * w / 2. */
static void declare_free(elaborator *el, const char *key, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    const vv_node *tuple = n->kid[4];
    bool along_parent = n->kid[5] != NULL;
    vv_expr e[4], w[3];
    if (tuple->n != 3) {
        vv_model_error(el, VV_D_ARITY, tuple->span,
                       "free takes three names of speeds, as in free (p, q, r)");
        return;
    }
    if (el->chart != CHART_EULER_PARAMETERS) {
        declare_turned(el, key, n, env);
        return;
    }
    for (int i = 0; i < 4; i++) {
        vv_coordinate *q = add_coordinate(el, vv_format(c, "%s.e%d", key, i), n->name_span);
        if (!q) return;
        q->internal = true;
        q->begins = i == 0;
        q->dimension.known = true;
        e[i] = q->q;
    }
    for (int i = 0; i < 3; i++) {
        const char *name = vv_def_key(el, tuple->kid[i], env);
        if (!name) return;
        w[i] = vv_symbol_new(c, name, VV_SYM_SPEED);
        add_rates(el, w[i], 2);
        vv_def *d = vv_def_add(el, SPACE_SCALAR, DEF_FREE_SPEED, name, n, env, tuple->kid[i]->span);
        vv_speed *s = d ? add_speed(el, w[i], tuple->kid[i]->span) : NULL;
        if (!s) return;
        d->value = (vv_value){.kind = VALUE_SCALAR, .s = w[i]};
        d->state = 2, d->ok = true, d->index = el->m->nspeeds - 1;
        s->free = true;
        /* w_i = 2 (e0 ei' - ei e0' -+ (e x e')_i), minus along the frame's own axes */
        int j = (i + 1) % 3, k = (i + 2) % 3;
        vv_expr d0 = vv_symbol_rate(c, e[0]), di = vv_symbol_rate(c, e[i + 1]),
                dj = vv_symbol_rate(c, e[j + 1]), dk = vv_symbol_rate(c, e[k + 1]);
        vv_expr turn = vv_sub(c, vv_mul(c, e[j + 1], dk), vv_mul(c, e[k + 1], dj));
        vv_expr sum = vv_sub(c, vv_mul(c, e[0], di), vv_mul(c, e[i + 1], d0));
        sum = along_parent ? vv_add(c, sum, turn) : vv_sub(c, sum, turn);
        s->value = vv_scale(c, vv_rat_int(2), sum);
        s->dimension = (vv_dimension){true, 0, 0, -1};
    }
    /* e0' = -e.w/2, e' = (e0 w +- e x w)/2, plus along the frame's own axes */
    vv_rat half = vv_rat_make(c, 1, 2);
    vv_expr dot = VV_ZERO;
    for (int i = 0; i < 3; i++) dot = vv_add(c, dot, vv_mul(c, e[i + 1], w[i]));
    vv_rate_map_add(el, e[0], vv_scale(c, vv_rat_make(c, -1, 2), dot));
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        vv_expr turn = vv_sub(c, vv_mul(c, e[j + 1], w[k]), vv_mul(c, e[k + 1], w[j]));
        vv_expr sum = vv_mul(c, e[0], w[i]);
        sum = along_parent ? vv_sub(c, sum, turn) : vv_add(c, sum, turn);
        vv_rate_map_add(el, e[i + 1], vv_scale(c, half, sum));
    }
    el->m->nfree++;
}

/* ---- the rest ------------------------------------------------------------------------------ */

static void declare_parameter(elaborator *el, const char *key, const vv_node *n,
                              const vv_env *env) {
    vv_def *d = vv_def_add(el, SPACE_SCALAR, DEF_PARAMETER, key, n, env, n->name_span);
    vv_parameter *p = d ? VV_PUSH(el, el->m->parameter, el->m->nparameters, el->pcap) : NULL;
    if (!p) return;
    *p =
        (vv_parameter){.symbol = vv_symbol_new(el->c, key, VV_SYM_PARAMETER), .span = n->name_span};
    p->dimension = dimension_of_unit(n->kid[2]);
    p->unit = stated_unit(n->kid[2], n->kid[1]);
    d->index = el->m->nparameters - 1;
}

static void declare_plain(elaborator *el, const char *key, const vv_node *n, const vv_env *env) {
    static const struct {
        vv_node_kind node;
        vv_name_space space;
        vv_def_kind kind;
    } KINDS[] = {
        {VV_N_LET, SPACE_SCALAR, DEF_LET},     {VV_N_GIVEN, SPACE_SCALAR, DEF_GIVEN},
        {VV_N_INPUT, SPACE_SCALAR, DEF_INPUT}, {VV_N_OUTPUT, SPACE_SCALAR, DEF_OUTPUT},
        {VV_N_POINT, SPACE_POINT, DEF_POINT},  {VV_N_BODY, SPACE_BODY, DEF_BODY},
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (KINDS[i].node == n->kind)
            vv_def_add(el, KINDS[i].space, KINDS[i].kind, key, n, env, n->name_span);
}

static void declare_frame(elaborator *el, const char *key, const vv_node *n, const vv_env *env) {
    if (n->kid[4]) declare_free(el, key, n, env);
    vv_def_add(el, SPACE_FRAME, DEF_FRAME, key, n, env, n->name_span);
}

static void declare_function(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_def *d = vv_def_add(el, SPACE_SCALAR, DEF_FUNCTION, n->name, n, env, n->name_span);
    vv_function_def *f =
        d ? VV_PUSH(el, el->function, el->nfunctions, el->functions_capacity) : NULL;
    if (!f) return;
    *f = (vv_function_def){.node = n, .env = env, .function = -1};
    d->index = el->nfunctions - 1;
}

static void declare_direction(elaborator *el, const vv_node *n, const vv_env *env) {
    for (int i = 0; i < n->kid[0]->n && i < 3; i++) {
        const char *key = vv_def_key(el, n->kid[0]->kid[i], env);
        vv_def *d =
            key ? vv_def_add(el, SPACE_SCALAR, DEF_DIRECTION, key, n, env, n->kid[0]->kid[i]->span)
                : NULL;
        if (d) d->index = i;
    }
}

static void declare_momenta(elaborator *el, const vv_node *n, const vv_env *env) {
    for (int i = 0; i < n->kid[1]->n; i++) {
        const vv_node *name = n->kid[1]->kid[i];
        const char *key = vv_def_key(el, name, env);
        vv_def *d =
            key ? vv_def_add(el, SPACE_SCALAR, DEF_MOMENTUM, key, n, env, name->span) : NULL;
        if (d) d->index = i;
    }
}

static void declare_surface(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_def *d = vv_def_add(el, SPACE_SURFACE, DEF_SURFACE, n->name, n, env, n->name_span);
    vv_surface_def *s = d ? VV_PUSH(el, el->surface, el->nsurfaces, el->surfaces_capacity) : NULL;
    if (!s) return;
    *s = (vv_surface_def){.shape = {.side = 1}};
    d->index = el->nsurfaces - 1;
}

vv_expr vv_surface_contact_coordinate(elaborator *el, const char *key, const vv_node *at,
                                      const vv_env *env) {
    vv_def *had = vv_def_find(el, SPACE_SCALAR, key);
    if (had && had->kind == DEF_COORDINATE) return had->value.s;
    if (had) {
        vv_diag *d =
            vv_model_error(el, VV_D_CONTACT, at->span,
                           "the contact needs a coordinate '%s', but that name is taken", key);
        d->related = had->span;
        d->related_text = "declared here";
        vv_diag_hint(el->c, d, "name its coordinates: rolling B by S(a, b) on T(c, d), angle e");
        return VV_POISON;
    }
    vv_coordinate *q = add_coordinate(el, key, at->span);
    if (!q) return VV_POISON;
    add_rates(el, q->q, 3);
    vv_expr symbol = q->q;
    vv_def *d = vv_def_add(el, SPACE_SCALAR, DEF_COORDINATE, key, at, env, at->span);
    if (!d) return VV_POISON;
    *d = (vv_def){.key = d->key,
                  .space = d->space,
                  .kind = d->kind,
                  .node = at,
                  .env = env,
                  .span = at->span,
                  .state = 2,
                  .ok = true,
                  .index = el->m->nq - 1,
                  .value = {.kind = VALUE_SCALAR, .s = symbol},
                  .next = d->next};
    return symbol;
}

static void declare_parameters(elaborator *el, const vv_node *n, const vv_env *env) {
    if (n->kind != VV_N_PARAMETER) return;
    const vv_def *d = n->kid[0] ? NULL : vv_def_find(el, SPACE_SCALAR, n->name);
    if (!d || d->node != n)
        each_key(el, n, env, declare_parameter); /* not yet declared as a
                                                  * bound */
}

/* Statements may come in any order, so the bounds of ranges are declared before any range is
 * read: the plain parameters that occur in one. `searches` is the number of lookups left. */
static void declare_bounds(elaborator *el, const vv_node *n, bool inside, int *searches) {
    inside |= n->kind == VV_N_RANGE;
    bool wanted =
        inside && n->kind == VV_N_NAME && *searches > 0 && !vv_def_find(el, SPACE_SCALAR, n->name);
    if (wanted) --*searches;
    for (int i = 0; wanted && i < el->tree->n; i++) {
        const vv_node *p = el->tree->statement[i];
        if (p->kind != VV_N_PARAMETER || p->kid[0] || strcmp(p->name, n->name)) continue;
        declare_parameters(el, p, NULL);
        break;
    }
    for (int i = 0; i < n->n; i++)
        if (n->kid[i]) declare_bounds(el, n->kid[i], inside, searches);
}

static void declare_others(elaborator *el, const vv_node *n, const vv_env *env) {
    switch ((int)n->kind) {
    case VV_N_COORDINATE: each_key(el, n, env, declare_coordinate); break;
    case VV_N_SPEED: each_key(el, n, env, declare_speed); break;
    case VV_N_AUXILIARY: each_key(el, n, env, declare_auxiliary); break;
    case VV_N_FRAME: each_key(el, n, env, declare_frame); break;
    case VV_N_LET:
    case VV_N_GIVEN:
    case VV_N_INPUT:
    case VV_N_OUTPUT:
    case VV_N_POINT:
    case VV_N_BODY: each_key(el, n, env, declare_plain); break;
    case VV_N_FUNCTION: declare_function(el, n, env); break;
    case VV_N_HAMILTONIAN: declare_momenta(el, n, env); break;
    case VV_N_DIRECTION: declare_direction(el, n, env); break;
    case VV_N_SURFACE:
    case VV_N_CURVE: declare_surface(el, n, env); break;
    default: break;
    }
}

/* A parameter inside a range or an index is structural: it is replaced by its integer
 * everywhere. */
static void mark_structural(elaborator *el, const vv_node *n, bool inside) {
    if (!n) return;
    inside |= n->kind == VV_N_RANGE || n->kind == VV_N_INDICES || n->kind == VV_N_INDEX;
    vv_def *d = inside && n->kind == VV_N_NAME ? vv_def_find(el, SPACE_SCALAR, n->name) : NULL;
    if (d && d->kind == DEF_PARAMETER) vv_parameter_make_structural(el, d);
    for (int i = 0; i < n->n; i++) mark_structural(el, n->kid[i], inside);
}

void vv_declare_all(elaborator *el) {
    el->m->t = vv_symbol_new(el->c, "t", VV_SYM_TIME);
    vv_rate_map_add(el, el->m->t, VV_ONE);
    int searches = 200; /* a model has few bounds; a hostile file must not cost its square */
    for (int i = 0; i < statement_count(el); i++)
        declare_bounds(el, statement_at(el, i), false, &searches);
    vv_unroll_statements(el, declare_parameters);
    for (int i = 0; i < statement_count(el); i++) {
        mark_structural(el, statement_at(el, i), false);
        vv_parameters_mark_symbols(el, statement_at(el, i));
    }
    vv_unroll_statements(el, declare_others);
    vv_declare_surface_contacts(el);
    el->virtual_ = VV_ARRAY(el->c, vv_expr, el->m->nq + 1);
    el->m->work = VV_ARRAY(el->c, vv_expr, el->m->nq + 1);
    for (int i = 0; vv_ctx_ok(el->c) && i < el->m->nq; i++) {
        const char *name = vv_symbol_get(el->c, el->m->coordinate[i].q)->name;
        el->virtual_[i] = vv_symbol_new(el->c, vv_format(el->c, "δ%s", name), VV_SYM_OTHER);
        el->m->work[i] = VV_ZERO;
    }
}
