#include "report/named_subexpressions.h"

#include <stdlib.h>
#include <string.h>

#include "expr/dag.h"

/* Named if it costs more than a line, or if its uses together cost more by this than with a name.
 */
enum { SMALL = 3, LINE = 40, DEFINITION = 3 };

static bool worth_naming(int uses, int cost) {
    return cost > LINE || (cost > SMALL && (uses - 1) * cost > DEFINITION + uses);
}

typedef struct slot {
    uint32_t id;
    int uses, cost;
    vv_expr as; /* the rewritten node, or its name */
} slot;

static int by_id(const void *a, const void *b) {
    uint32_t x = ((const slot *)a)->id, y = ((const slot *)b)->id;
    return x < y ? -1 : x > y;
}

static slot *find(slot *s, int n, uint32_t id) {
    int low = 0, high = n - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return &s[low];
}

/* ---- names --------------------------------------------------------------------------------- */

/* Does the name consist of the prefix and digits? */
static bool clashes(const char *name, const char *prefix) {
    size_t n = strlen(prefix);
    return strncmp(name, prefix, n) == 0 && strspn(name + n, "0123456789") == strlen(name + n);
}

/* z, zz, zzz, ...: the first prefix whose numbered names are free. Names given by earlier
 * reports (kind OTHER) may be reused unless they occur here. */
static char *choose_prefix(vv_ctx *c, int nroots, const vv_expr *root) {
    const vv_expr_table *t = vv_expr_table_get(c);
    int n;
    vv_expr *here = vv_expr_symbols(c, nroots, root, &n);
    char *prefix = vv_strdup(c, "z");
    for (bool clash = true; prefix && here && clash;) {
        clash = false;
        for (int i = 0; i < t->nsymbols; i++)
            clash = clash ||
                    (t->symbol[i]->kind != VV_SYM_OTHER && clashes(t->symbol[i]->name, prefix));
        for (int i = 0; i < n; i++)
            clash = clash || clashes(vv_symbol_get(c, here[i])->name, prefix);
        for (int i = 0; i < t->nfunctions; i++)
            clash = clash || clashes(t->function[i]->name, prefix);
        if (clash) prefix = vv_format(c, "%sz", prefix);
    }
    return prefix;
}

/* ---- cost ---------------------------------------------------------------------------------- */

/* Tokens of a node from those of its children; powers, coefficients and signs are estimated at
 * 1. */
static int node_cost(vv_ctx *c, slot *s, int n, uint32_t id) {
    vv_expr e = {id};
    vv_op op = vv_expr_op(c, e);
    if (op == VV_CONST || op == VV_SYM || op == VV_PI) return 1;
    bool sum = op == VV_ADD, product = op == VV_MUL;
    int cost = sum || product ? -1 : 1;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        slot *child = find(s, n, vv_expr_child(c, e, i).id);
        bool unit = (!sum || vv_rat_equal(vv_expr_coefficient(c, e, i), vv_rat_int(1))) &&
                    (!product || vv_expr_exponent(c, e, i) == 1);
        cost += child->cost + (sum || product) + (unit ? 0 : 2);
    }
    return cost;
}

static slot *collect(vv_ctx *c, int n, const uint32_t *order) {
    slot *s = VV_ARRAY(c, slot, n + 1);
    if (!s) return NULL;
    for (int i = 0; i < n; i++) s[i].id = order[i];
    qsort(s, (size_t)n, sizeof *s, by_id);
    for (int i = 0; i < n; i++) {
        vv_expr e = {s[i].id};
        bool leaf = vv_is_const(c, e) || vv_symbol_get(c, e);
        for (int k = 0; !leaf && k < vv_expr_arity(c, e); k++)
            find(s, n, vv_expr_child(c, e, k).id)->uses++;
    }
    return s;
}

/* ---- rewriting ----------------------------------------------------------------------------- */

static vv_expr rewrite(vv_ctx *c, slot *s, int n, uint32_t id) {
    vv_expr e = {id};
    int arity = vv_is_const(c, e) || vv_symbol_get(c, e) ? 0 : vv_expr_arity(c, e);
    if (arity == 0) return e;
    vv_expr *child = VV_ARRAY(c, vv_expr, arity);
    if (!child) return VV_POISON;
    for (int i = 0; i < arity; i++) child[i] = find(s, n, vv_expr_child(c, e, i).id)->as;
    return vv_expr_rebuild(c, id, child);
}

/* Vectors and factored matrices are not scalars: they stay inside the component that uses them. */
static bool nameable(vv_op op) {
    return op != VV_CONST && op != VV_SYM && op != VV_PI && op != VV_FACTOR && op != VV_SOLVE &&
           op != VV_LESS && op != VV_LESSEQ;
}

vv_status vv_name_subexpressions(vv_ctx *c, int n, const vv_expr *in, vv_expr *out,
                                 int *ndefinitions, vv_definition **definitions) {
    int count;
    const uint32_t *order = vv_expr_canonical_order(c, n, in, &count);
    slot *s = order ? collect(c, count, order) : NULL;
    char *prefix = s ? choose_prefix(c, n, in) : NULL;
    vv_definition *list = prefix ? VV_ARRAY(c, vv_definition, count + 1) : NULL;
    *ndefinitions = 0;
    *definitions = list;
    if (!list) return vv_ctx_status(c);
    for (int i = 0; i < count; i++) { /* children first, numbered in reading order */
        slot *k = find(s, count, order[i]);
        k->cost = node_cost(c, s, count, k->id);
        k->as = rewrite(c, s, count, k->id);
        bool unknown = vv_expr_op(c, k->as) == VV_COMP; /* of a linear system */
        if ((!unknown && (k->uses == 0 || !worth_naming(k->uses, k->cost))) ||
            !nameable(vv_expr_op(c, k->as)))
            continue;
        char *name = vv_format(c, "%s%d", prefix, *ndefinitions + 1);
        vv_expr symbol = name ? vv_symbol_new(c, name, VV_SYM_OTHER) : VV_POISON;
        list[(*ndefinitions)++] = (vv_definition){symbol, k->as, NULL};
        k->as = symbol;
        k->cost = 1;
    }
    for (int i = 0; i < n; i++) out[i] = vv_is_poison(in[i]) ? in[i] : find(s, count, in[i].id)->as;
    return vv_ctx_status(c);
}

/* ---- numbers ------------------------------------------------------------------------------- */

int vv_part_number(vv_ctx *c, vv_expr symbol) {
    const vv_symbol *s = vv_symbol_get(c, symbol);
    size_t letters = s && s->kind == VV_SYM_OTHER ? strspn(s->name, "z") : 0;
    return letters && clashes(s->name + letters, "") ? atoi(s->name + letters) : 0;
}

void vv_renumber_parts(vv_ctx *c, int first, int n, vv_expr *e, int nparts, vv_definition *part) {
    vv_expr *from = VV_ARRAY(c, vv_expr, nparts + 1), *to = VV_ARRAY(c, vv_expr, nparts + 1);
    if (!from || !to || nparts == 0 || first == 1) return;
    int letters = (int)strspn(vv_symbol_get(c, part[0].symbol)->name, "z");
    for (int i = 0; i < nparts; i++) {
        const char *name = vv_symbol_get(c, from[i] = part[i].symbol)->name;
        name = vv_format(c, "%.*s%d", letters, name, first + i);
        to[i] = name ? vv_symbol_new(c, name, VV_SYM_OTHER) : VV_POISON;
    }
    for (int i = 0; i < nparts; i++) {
        vv_subst(c, nparts, from, to, 1, &part[i].value, &part[i].value);
        part[i].symbol = to[i];
    }
    vv_subst(c, nparts, from, to, n, e, e);
}

/* ---- linear systems ------------------------------------------------------------------------ */

/* The solution of which the definition is a component; poison: it is none. */
static vv_expr solution_of(vv_ctx *c, const vv_definition *d) {
    if (vv_expr_op(c, d->value) != VV_COMP) return VV_POISON;
    vv_expr s = vv_expr_child(c, d->value, 0);
    return vv_expr_op(c, s) == VV_SOLVE ? s : VV_POISON;
}

/* The k-th unknown: a definition's name, or one after the first of them. */
static vv_expr unknown_of(vv_ctx *c, int n, const vv_definition *part, int first, vv_expr s,
                          int k) {
    for (int i = first; i < n; i++)
        if (vv_same(solution_of(c, &part[i]), s) && vv_expr_component(c, part[i].value) == k)
            return part[i].symbol;
    const char *name = vv_format(c, "%s_%d", vv_symbol_get(c, part[first].symbol)->name, k + 1);
    return name ? vv_symbol_new(c, name, VV_SYM_OTHER) : VV_POISON;
}

/* The equations of the system solved by s, whose first component among the parts is `first`. */
static int put_system(vv_ctx *c, int n, const vv_definition *part, int first, vv_expr s,
                      vv_part_line *out) {
    int size = vv_expr_arity(c, s) - 1;
    vv_expr matrix = vv_expr_child(c, s, 0), *x = VV_ARRAY(c, vv_expr, size + 1),
            *term = VV_ARRAY(c, vv_expr, size + 1);
    if (!x || !term) return 0;
    for (int k = 0; k < size; k++) x[k] = unknown_of(c, n, part, first, s, k);
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < size; k++)
            term[k] = vv_mul(c, vv_expr_child(c, matrix, i * size + k), x[k]);
        out[i] = (vv_part_line){vv_sum(c, size, term), vv_expr_child(c, s, i + 1), true};
    }
    return size;
}

int vv_part_lines(vv_ctx *c, int n, const vv_definition *part, vv_part_line **out) {
    int room = n, count = 0;
    for (int i = 0; i < n; i++) {
        vv_expr s = solution_of(c, &part[i]);
        if (!vv_is_poison(s)) room += vv_expr_arity(c, s);
    }
    vv_part_line *line = *out = VV_ARRAY(c, vv_part_line, room + 1);
    for (int i = 0; line && i < n; i++) {
        vv_expr s = solution_of(c, &part[i]);
        bool again = false;
        for (int k = 0; k < i && !vv_is_poison(s); k++)
            again = again || vv_same(solution_of(c, &part[k]), s);
        if (vv_is_poison(s))
            line[count++] = (vv_part_line){part[i].symbol, part[i].value, false};
        else if (!again)
            count += put_system(c, n, part, i, s, line + count);
    }
    return count;
}
