#include "verify/statement.h"

#include <stdlib.h>
#include <string.h>

typedef struct loader {
    vv_certificate *k;
    vv_ctx *c;
    const char *why;
} loader;

static bool refuse(loader *l, const char *why, int at) {
    if (!l->why) l->why = at < 0 ? why : vv_format(l->c, "%s (entry %d)", why, at);
    return false;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void clear_number(void *data, size_t size) {
    (void)size;
    mpq_clear(data);
}

/* "-3/2": digits only, and a denominator that is not 0. */
static bool read_rational(loader *l, const vv_json_value *v, mpq_t *out) {
    const char *s = v && v->kind == VV_JSON_STRING ? v->text : NULL;
    if (!s || strlen(s) > 1 << 20) return false;
    const char *p = s + (*s == '-');
    size_t digits = strspn(p, "0123456789");
    bool good = digits && (!p[digits] || p[digits] == '/');
    if (good && p[digits]) {
        const char *q = p + digits + 1;
        size_t below = strspn(q, "0123456789");
        good = below && !q[below] && strspn(q, "0") < below;
    }
    if (!good) return false;
    mpq_init(*out);
    vv_ctx_on_free(l->c, clear_number, out, 0);
    mpq_set_str(*out, s, 10);
    mpq_canonicalize(*out);
    return true;
}

/* An index below n. */
static bool read_index(const vv_json_value *v, int n, int *out) {
    return vv_json_get_int(v, out) && *out >= 0 && *out < n;
}

static bool read_list(loader *l, const vv_json_value *v, int most, vv_list *out) {
    if (!v || v->kind != VV_JSON_ARRAY) return false;
    out->n = 0;
    out->at = VV_ARRAY(l->c, int, v->n + 1);
    for (const vv_json_value *e = v->first; e && out->at; e = e->next)
        if (!read_index(e, most, &out->at[out->n++])) return false;
    return out->at != NULL;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static int shape_of(vv_node_op op) {
    static const int shape[] = {
#define X(name, text, shape) shape,
#include "verify/operations.def"
#undef X
    };
    return shape[op];
}

static bool find_op(const char *text, vv_node_op *out) {
    static const char *const name[] = {
#define X(name, text, shape) text,
#include "verify/operations.def"
#undef X
    };
    for (int i = 0; i < VV_N_COUNT; i++)
        if (!strcmp(name[i], text)) return *out = (vv_node_op)i, true;
    return false;
}

/* Pairs of a coefficient or exponent and a child. */
static bool read_pairs(loader *l, const vv_json_value *v, int at, int count, vv_graph_node *d) {
    if (count % 2 || !count) return false;
    d->n = count / 2;
    d->child = VV_ARRAY(l->c, int, d->n);
    d->number = VV_ARRAY(l->c, int, d->n);
    d->factor = VV_ARRAY(l->c, mpq_t, d->n);
    if (!d->child || !d->number || !d->factor) return false;
    for (int i = 0; i < d->n; i++, v = v->next->next) {
        if (d->op == VV_N_ADD ? !read_rational(l, v, &d->factor[i])
                              : !vv_json_get_int(v, &d->number[i]) || abs(d->number[i]) > 100000)
            return false;
        if (!read_index(v->next, at, &d->child[i])) return false;
    }
    return true;
}

static bool read_children(loader *l, const vv_json_value *v, int at, int count, vv_graph_node *d) {
    d->n = 0;
    d->child = VV_ARRAY(l->c, int, count + 1);
    for (; v && d->child; v = v->next)
        if (!read_index(v, at, &d->child[d->n++])) return false;
    return d->child != NULL;
}

static bool read_function(loader *l, const vv_json_value *v, int at, int count, vv_graph_node *d) {
    if (!v || !read_index(v, l->k->nfunctions, &d->which)) return false;
    int n = l->k->arity[d->which];
    if (count != 1 + 2 * n) return false;
    d->number = VV_ARRAY(l->c, int, n + 1);
    v = v->next;
    for (int i = 0; d->number && i < n; i++, v = v->next)
        if (!read_index(v, 1000, &d->number[i])) return false;
    return d->number && read_children(l, v, at, n, d);
}

/* Is this the right number of children, each of the right kind: numbers, systems, solutions? */
static bool fits(const vv_certificate *k, const vv_graph_node *d) {
    int shape = shape_of(d->op);
    if (shape >= 0 && d->n != shape) return false;
    if (d->op == VV_N_PIECEWISE && d->n % 2 == 0) return false;
    if (d->op == VV_N_FACTOR && (d->which < 1 || d->which > 1000 || d->n != d->which * d->which))
        return false;
    for (int i = 0; i < d->n; i++) {
        vv_node_op below = k->node[d->child[i]].op;
        vv_node_op want = d->op == VV_N_COMP              ? VV_N_SOLVE
                          : d->op == VV_N_SOLVE && i == 0 ? VV_N_FACTOR
                                                          : VV_N_COUNT;
        if (want != VV_N_COUNT ? below != want : below == VV_N_FACTOR || below == VV_N_SOLVE)
            return false;
    }
    if (d->op == VV_N_SOLVE) return d->n > 1 && d->n == 1 + k->node[d->child[0]].which;
    return d->op != VV_N_COMP || (d->n == 1 && d->which < k->node[d->child[0]].n - 1);
}

static bool read_node(loader *l, const vv_json_value *v, int at) {
    vv_graph_node *d = &l->k->node[at];
    if (v->kind != VV_JSON_ARRAY || !v->n || v->first->kind != VV_JSON_STRING ||
        !find_op(v->first->text, &d->op))
        return false;
    const vv_json_value *e = v->first->next;
    int count = v->n - 1;
    switch ((int)d->op) {
    case VV_N_NUM:
        d->factor = VV_ARRAY(l->c, mpq_t, 1);
        return count == 1 && d->factor && read_rational(l, e, d->factor);
    case VV_N_SYM: return count == 1 && read_index(e, l->k->nsymbols, &d->which);
    case VV_N_ADD:
    case VV_N_MUL:
        if (!read_pairs(l, e, at, count, d)) return false;
        break;
    case VV_N_FUNC:
        if (!read_function(l, e, at, count, d)) return false;
        break;
    case VV_N_FACTOR:
    case VV_N_COMP:
        if (!count || !read_index(e, 1 << 20, &d->which)) return false;
        e = e->next, count--;
        /* fall through */
    default:
        if (!read_children(l, e, at, count, d)) return false;
    }
    return fits(l->k, d);
}

/* ---- the parts of a certificate -------------------------------------------------------------- */

typedef bool reading(loader *l, const vv_json_value *v, int at);

/* An array whose elements are read one by one; *n of them. */
static bool read_each(loader *l, const vv_json_value *top, const char *key, reading *one) {
    const vv_json_value *v = vv_json_get(top, key);
    int at = 0;
    if (!v || v->kind != VV_JSON_ARRAY)
        return refuse(l, vv_format(l->c, "the list \"%s\" is missing", key), -1);
    for (const vv_json_value *e = v->first; e; e = e->next, at++)
        if (!vv_ctx_tick(l->c) || !one(l, e, at))
            return refuse(l, vv_format(l->c, "an entry of \"%s\" cannot be read", key), at);
    return true;
}

static int count_of(const vv_json_value *top, const char *key) {
    const vv_json_value *v = vv_json_get(top, key);
    return v && v->kind == VV_JSON_ARRAY ? v->n : 0;
}

static bool read_symbol(loader *l, const vv_json_value *v, int at) {
    static const char *const word[] = {"any", "positive", "negative", "nonnegative", "nonzero"};
    if (v->kind != VV_JSON_ARRAY || v->n != 2) return false;
    const vv_json_value *name = v->first, *sign = name->next;
    if (name->kind != VV_JSON_STRING || sign->kind != VV_JSON_STRING) return false;
    l->k->name[at] = name->text;
    for (int i = 0; i < 5; i++)
        if (!strcmp(word[i], sign->text)) return l->k->sign[at] = (vv_s_sign)i, true;
    return false;
}

static bool read_arity(loader *l, const vv_json_value *v, int at) {
    return v->kind == VV_JSON_ARRAY && v->n == 2 &&
           read_index(v->first->next, 100, &l->k->arity[at]);
}

/* A value, not a factored matrix or a vector. */
static bool are_values(const vv_certificate *k, const vv_list *x) {
    for (int i = 0; i < x->n; i++) {
        vv_node_op op = k->node[x->at[i]].op;
        if (op == VV_N_FACTOR || op == VV_N_SOLVE) return false;
    }
    return true;
}

static bool read_facts(loader *l, const vv_json_value *v, int at) {
    vv_premises *f = &l->k->facts[at];
    const vv_json_value *rules = vv_json_get(v, "rules");
    struct {
        const char *key;
        vv_list *to;
    } list[] = {{"positive", &f->positive},
                {"nonzero", &f->nonzero},
                {"branches", &f->branches},
                {"open", &f->open}};
    for (int i = 0; i < 4; i++)
        if (!read_list(l, vv_json_get(v, list[i].key), l->k->nnodes, list[i].to) ||
            !are_values(l->k, list[i].to))
            return false;
    if (!rules || rules->kind != VV_JSON_ARRAY) return false;
    f->from.at = VV_ARRAY(l->c, int, rules->n + 1);
    f->to.at = VV_ARRAY(l->c, int, rules->n + 1);
    if (!f->from.at || !f->to.at) return false;
    for (const vv_json_value *e = rules->first; e; e = e->next) {
        if (e->kind != VV_JSON_ARRAY || e->n != 2 ||
            !read_index(e->first, l->k->nnodes, &f->from.at[f->from.n++]) ||
            !read_index(e->first->next, l->k->nnodes, &f->to.at[f->to.n++]))
            return false;
        vv_node_op op = l->k->node[f->from.at[f->from.n - 1]].op;
        if (op != VV_N_SYM && op != VV_N_FUNC) return false;
    }
    return are_values(l->k, &f->to);
}

static bool read_word(const vv_json_value *v, bool *proved) {
    const char *word = vv_json_get_text(v, "verdict");
    *proved = !strcmp(word, "proved");
    return *proved || !strcmp(word, "refuted");
}

static bool read_point(loader *l, const vv_json_value *v, vv_statement *p) {
    const vv_json_value *list = vv_json_get(v, "point");
    const char *residual = vv_json_get_text(v, "residual");
    char *end;
    if (!vv_json_get_int(vv_json_get(v, "which"), &p->which)) return false;
    if (!list) return true;
    p->at_point = true;
    p->residual = strtod(residual, &end);
    if (list->kind != VV_JSON_ARRAY || end == residual || *end) return false;
    p->point.at = VV_ARRAY(l->c, int, list->n + 1);
    p->value = VV_ARRAY(l->c, mpq_t, list->n + 1);
    if (!p->point.at || !p->value) return false;
    for (const vv_json_value *e = list->first; e; e = e->next) {
        int i = p->point.n++;
        if (e->kind != VV_JSON_ARRAY || e->n != 2 ||
            !read_index(e->first, l->k->nnodes, &p->point.at[i]) ||
            !read_rational(l, e->first->next, &p->value[i]))
            return false;
        vv_node_op op = l->k->node[p->point.at[i]].op;
        if (op != VV_N_SYM && op != VV_N_FUNC) return false;
    }
    return true;
}

static bool read_theorem(loader *l, const vv_json_value *v, vv_statement *p) {
    static const char *const key[] = {
#define X(name) #name,
        VV_THEOREM_LISTS(X)
#undef X
    };
    p->kind = VV_K_THEOREM;
    p->data = VV_NEW(l->c, vv_theorem_data);
    if (!p->data || !read_index(vv_json_get(v, "facts"), l->k->nfacts, &p->facts)) return false;
    p->data->name = vv_json_get_text(v, "theorem");
    vv_list *const list[] = {
#define X(name) &p->data->name,
        VV_THEOREM_LISTS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const vv_json_value *e = vv_json_get(v, key[i]);
        if (e && (!read_list(l, e, l->k->nnodes, list[i]) || !are_values(l->k, list[i])))
            return false;
    }
    return read_word(v, &p->proved);
}

static bool read_proof(loader *l, const vv_json_value *v, int at) {
    vv_statement *p = &l->k->proof[at];
    const char *kind = vv_json_get_text(v, "kind");
    p->which = -1;
    if (!strcmp(kind, "all")) {
        p->kind = VV_K_ALL;
        p->proved = true;
        return read_list(l, vv_json_get(v, "of"), at, &p->of) &&
               read_index(vv_json_get(v, "trusted"), 1000, &p->trusted);
    }
    if (!strcmp(kind, "theorem")) return read_theorem(l, v, p);
    p->kind = !strcmp(kind, "zero") ? VV_K_ZERO : VV_K_ROW_SPACE;
    if (p->kind == VV_K_ROW_SPACE && strcmp(kind, "row_space")) return false;
    if (!read_index(vv_json_get(v, "facts"), l->k->nfacts, &p->facts) ||
        !read_list(l, vv_json_get(v, "of"), l->k->nnodes, &p->of) || !are_values(l->k, &p->of) ||
        !read_word(v, &p->proved))
        return false;
    if (p->kind == VV_K_ROW_SPACE &&
        (!read_index(vv_json_get(v, "columns"), 1 << 20, &p->columns) || !p->columns || !p->of.n ||
         p->of.n % p->columns))
        return false;
    return p->proved || (read_point(l, v, p) && p->which < p->of.n);
}

static bool read_verdict(loader *l, const vv_json_value *v, int at) {
    vv_said *s = &l->k->verdict[at];
    const vv_json_value *proof = vv_json_get(v, "proof"), *negated = vv_json_get(v, "negated"),
                        *premises = vv_json_get(v, "premises");
    s->section = vv_json_get_text(v, "section");
    s->what = vv_json_get_text(v, "what");
    s->theorem = vv_json_get_text(v, "theorem");
    s->proof = s->argument = -1;
    s->negated = negated && negated->yes;
    if (!read_word(v, &s->proved)) return false;
    const vv_json_value *argument = vv_json_get(v, "argument");
    if (argument && (!read_index(argument, l->k->nproofs, &s->argument) ||
                     l->k->proof[s->argument].kind != VV_K_THEOREM))
        return false;
    if (premises && !read_list(l, premises, l->k->nproofs, &s->premises)) return false;
    return proof ? read_index(proof, l->k->nproofs, &s->proof) : s->theorem[0] != '\0';
}

/* Do the counts at the end match? A list that lost an entry is noticed here. */
static bool check_counts(loader *l, const vv_json_value *top) {
    int count[2] = {0}, told[2] = {-1, -1};
    for (int i = 0; i < l->k->nverdicts; i++) count[!l->k->verdict[i].proved]++;
    vv_json_get_int(vv_json_get(top, "proved"), &told[0]);
    vv_json_get_int(vv_json_get(top, "refuted"), &told[1]);
    return (count[0] == told[0] && count[1] == told[1]) ||
           refuse(l, "the counts at its end do not match its verdicts", -1);
}

/* The proof that the rules satisfy the finite constraints, if there is one. */
static bool read_manifold(loader *l, const vv_json_value *top) {
    const vv_json_value *v = vv_json_get(top, "manifold");
    l->k->manifold = -1;
    return !v || read_index(v, l->k->nproofs, &l->k->manifold) ||
           refuse(l, "the proof of its manifold cannot be read", -1);
}

static bool allocate(loader *l, const vv_json_value *top) {
    vv_certificate *k = l->k;
    k->nsymbols = count_of(top, "symbols");
    k->nfunctions = count_of(top, "functions");
    k->nnodes = count_of(top, "nodes");
    k->nfacts = count_of(top, "facts");
    k->nproofs = count_of(top, "proofs");
    k->nverdicts = count_of(top, "verdicts");
    k->symbol_room = k->nsymbols + 2 * k->nproofs + 2; /* the kernel's own */
    k->room = k->nnodes + 1;
    k->name = VV_ARRAY(l->c, const char *, k->symbol_room);
    k->sign = VV_ARRAY(l->c, vv_s_sign, k->symbol_room);
    k->arity = VV_ARRAY(l->c, int, k->nfunctions + 1);
    k->node = VV_ARRAY(l->c, vv_graph_node, k->nnodes + 1);
    k->facts = VV_ARRAY(l->c, vv_premises, k->nfacts + 1); /* and those of one case */
    k->proof = VV_ARRAY(l->c, vv_statement, k->nproofs + 1);
    k->verdict = VV_ARRAY(l->c, vv_said, k->nverdicts + 1);
    return k->name && k->sign && k->arity && k->node && k->facts && k->proof && k->verdict;
}

static bool load(loader *l, const vv_json_value *top) {
    int version = 0;
    if (top->kind != VV_JSON_OBJECT || !vv_json_get(top, "visviva_certificate"))
        return refuse(l, "it is not a certificate of visviva", -1);
    if (!vv_json_get_int(vv_json_get(top, "visviva_certificate"), &version) ||
        version != VV_CERTIFICATE_VERSION)
        return refuse(l,
                      vv_format(l->c, "its format has version %s, this command reads version %d",
                                vv_json_get(top, "visviva_certificate")->text
                                    ? vv_json_get(top, "visviva_certificate")->text
                                    : "?",
                                VV_CERTIFICATE_VERSION),
                      -1);
    l->k->engine = vv_json_get_text(top, "engine");
    l->k->command = vv_json_get_text(top, "command");
    l->k->file = vv_json_get_text(vv_json_get(top, "model"), "file");
    l->k->hash = vv_json_get_text(vv_json_get(top, "model"), "sha256");
    return allocate(l, top) && read_each(l, top, "symbols", read_symbol) &&
           read_each(l, top, "functions", read_arity) && read_each(l, top, "nodes", read_node) &&
           read_each(l, top, "facts", read_facts) && read_each(l, top, "proofs", read_proof) &&
           read_each(l, top, "verdicts", read_verdict) && read_manifold(l, top) &&
           check_counts(l, top);
}

vv_certificate *vv_certificate_read(vv_ctx *c, const char *text, size_t length, const char **why) {
    vv_certificate *k = VV_NEW(c, vv_certificate);
    loader l = {.k = k, .c = c};
    if (!k) return NULL;
    k->c = c;
    const vv_json_value *top = vv_json_read(c, text, length, why);
    if (!top || load(&l, top)) return top ? k : NULL;
    *why = l.why;
    return NULL;
}

/* ---- order ----------------------------------------------------------------------------------- */

int vv_rule_target(const vv_premises *f, int node) {
    for (int i = 0; f && i < f->from.n; i++)
        if (f->from.at[i] == node) return f->to.at[i];
    return node;
}

enum { UNSEEN, OPEN, DONE };

/* The next child of a node that is not yet done, or -1; a rule replaces all children by one. */
static int next_child(const vv_certificate *k, int target, int node, const char *state) {
    if (target != node) return state[target] != DONE ? target : -1;
    for (int i = 0; i < k->node[node].n; i++)
        if (state[k->node[node].child[i]] != DONE) return k->node[node].child[i];
    return -1;
}

static bool visit(const vv_certificate *k, const int *target, int root, char *state, int *stack,
                  vv_list *out) {
    int depth = 0;
    if (state[root] == DONE) return true;
    stack[depth++] = root;
    state[root] = OPEN;
    while (depth) {
        int node = stack[depth - 1], next = next_child(k, target[node], node, state);
        if (next >= 0) {
            if (state[next] == OPEN) return false;
            state[next] = OPEN;
            stack[depth++] = next;
        } else {
            state[node] = DONE;
            out->at[out->n++] = node;
            depth--;
        }
    }
    return true;
}

vv_list *vv_certificate_order(const vv_certificate *k, const vv_premises *f, int n,
                              const int *roots) {
    char *state = VV_ARRAY(k->c, char, k->nnodes + 1);
    int *stack = VV_ARRAY(k->c, int, k->nnodes + 1), *target = VV_ARRAY(k->c, int, k->nnodes + 1);
    vv_list *out = VV_NEW(k->c, vv_list);
    if (!state || !stack || !target || !out) return NULL;
    out->at = VV_ARRAY(k->c, int, k->nnodes + 1);
    if (!out->at) return NULL;
    for (int i = 0; i < k->nnodes; i++) target[i] = i;
    for (int i = f ? f->from.n - 1 : -1; i >= 0; i--) target[f->from.at[i]] = f->to.at[i];
    for (int i = 0; i < n; i++)
        if (!visit(k, target, roots[i], state, stack, out)) return NULL;
    return out;
}
