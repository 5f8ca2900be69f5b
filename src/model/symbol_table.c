/* Names: definitions, families and their indices, and integers known while the model is built. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "lang/lang.h"
#include "model/elaborate.h"

vv_diag *vv_model_error(elaborator *el, int code, vv_span span, const char *fmt, ...) {
    va_list ap, copy;
    va_start(ap, fmt);
    va_copy(copy, ap);
    int n = vsnprintf(NULL, 0, fmt, copy);
    va_end(copy);
    char *text = n >= 0 ? vv_alloc(el->c, (size_t)n + 1) : NULL;
    if (text) vsnprintf(text, (size_t)n + 1, fmt, ap);
    va_end(ap);
    /* a statement for every i has the same error for every i: reported once */
    for (int i = 0; span.end && i < vv_diag_count(el->c); i++) {
        const vv_diag *d = vv_diag_at(el->c, i);
        if (d->code == code && d->span.begin == span.begin && d->span.end == span.end)
            return &el->repeated;
    }
    return vv_diag_add(el->c, VV_ERROR, code, span, "%s", text ? text : "out of memory");
}

void *vv_array_grow(elaborator *el, void **array, int n, int *capacity, size_t each) {
    if (n < *capacity) return *array;
    int grown = *capacity ? 2 * *capacity : 8;
    void *p = vv_block_resize(el->c, *array, (size_t)grown * each);
    if (!p) return NULL;
    *capacity = grown;
    return *array = p;
}

void vv_dimension_check_add(elaborator *el, vv_expr value, vv_span span, vv_quantity quantity) {
    if (el->saw_unit) return; /* a number has no dimension of its own: its unit is ignored */
    vv_dimension_check *k = VV_PUSH(el, el->m->check, el->m->nchecks, el->chcap);
    if (k) *k = (vv_dimension_check){value, span, quantity};
}

static unsigned hash_of(vv_name_space space, const char *key) {
    unsigned h = 2166136261u + (unsigned)space;
    for (const char *s = key; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
    return h ^ h >> 15;
}

static bool grow_slots(elaborator *el) {
    unsigned slots = el->slots ? 4 * el->slots : 256;
    vv_def **slot = VV_ARRAY(el->c, vv_def *, slots);
    if (!slot) return false;
    for (int i = 0; i < el->ndefs; i++) {
        vv_def *d = el->order[i], **place = &slot[hash_of(d->space, d->key) & (slots - 1)];
        d->next = *place;
        *place = d;
    }
    el->slot = slot;
    el->slots = slots;
    return true;
}

vv_def *vv_def_find(elaborator *el, vv_name_space space, const char *key) {
    if (!el->slots) return NULL;
    for (vv_def *d = el->slot[hash_of(space, key) & (el->slots - 1)]; d; d = d->next)
        if (d->space == space && !strcmp(d->key, key)) return d;
    return NULL;
}

vv_def *vv_def_add(elaborator *el, vv_name_space space, vv_def_kind kind, const char *key,
                   const vv_node *node, const vv_env *env, vv_span span) {
    vv_def *had = vv_def_find(el, space, key);
    if (had) {
        vv_diag *d = vv_model_error(el, VV_D_TWICE, span, "'%s' is declared twice", key);
        d->related = had->span;
        d->related_text = "first declared here";
        vv_diag_hint(el->c, d, "give one of them another name");
        return NULL;
    }
    if ((unsigned)el->ndefs >= el->slots && !grow_slots(el)) return NULL;
    vv_def *d = VV_NEW(el->c, vv_def);
    vv_def **place = d ? VV_PUSH(el, el->order, el->ndefs, el->defs_capacity) : NULL;
    if (!place) return NULL;
    *d = (vv_def){.key = key,
                  .space = space,
                  .kind = kind,
                  .node = node,
                  .env = env,
                  .span = span,
                  .index = -1};
    unsigned k = hash_of(space, key) & (el->slots - 1);
    d->next = el->slot[k];
    el->slot[k] = d;
    return *place = d;
}

/* ---- integers ------------------------------------------------------------------------------ */

static bool structural_parameter(elaborator *el, const char *name, int64_t *out) {
    vv_def *d = vv_def_find(el, SPACE_SCALAR, name);
    if (!d || d->kind != DEF_PARAMETER || !vv_define(el, d)) return false;
    vv_parameter *p = &el->m->parameter[d->index];
    p->shapes = p->used = true;
    if (!p->has_value || !vv_is_const(el->c, p->value)) return false;
    vv_rat r = vv_expr_rational(el->c, p->value);
    *out = r.num;
    return vv_rat_is_int(r);
}

static bool integer_of_name(elaborator *el, const vv_node *n, const vv_env *env, int64_t *out) {
    for (const vv_env *e = env; e; e = e->up)
        if (!strcmp(e->name, n->name)) {
            *out = e->value;
            return true;
        }
    if (structural_parameter(el, n->name, out)) return true;
    vv_def *p = vv_def_find(el, SPACE_SCALAR, n->name);
    if (p && p->kind == DEF_PARAMETER && ((p->state == 2 && !p->ok) || p->no_integer))
        return false; /* reported */
    if (p) p->no_integer = true;
    bool parameter = p && p->kind == DEF_PARAMETER,
         valued = parameter && el->m->parameter[p->index].has_value;
    vv_diag *d = vv_model_error(el, VV_D_INDEX, n->span,
                                valued      ? "the value of '%s' is not an integer"
                                : parameter ? "'%s' has no value here"
                                            : "'%s' is not an integer known here",
                                n->name);
    if (parameter)
        vv_diag_hint(el->c, d,
                     "a bound or an index needs an integer: parameter %s = 10, or --set %s=10",
                     n->name, n->name);
    else
        vv_diag_hint(
            el->c, d,
            "an index consists of integers, loop variables and parameters with an integer value");
    return false;
}

static bool too_large(elaborator *el, const vv_node *n) {
    vv_model_error(el, VV_D_RANGE, n->span, "this index is too large");
    return false;
}

static bool integer_at(elaborator *el, const vv_node *n, const vv_env *env, int64_t *out) {
    int64_t v;
    vv_rat r;
    switch ((int)n->kind) {
    case VV_N_NUMBER:
        if (n->n > 0 || !vv_rat_parse(el->c, n->number, &r)) break;
        if (r.den == 0) return too_large(el, n);
        *out = r.num;
        if (vv_rat_is_int(r)) return true;
        break;
    case VV_N_NAME: return integer_of_name(el, n, env, out);
    case VV_N_NEGATE:
        if (!integer_at(el, n->kid[0], env, &v)) return false;
        if (__builtin_sub_overflow((int64_t)0, v, out)) break;
        return true;
    case VV_N_ADD:
    case VV_N_MULTIPLY:
        *out = n->kind == VV_N_ADD ? 0 : 1;
        for (int i = 0; i < n->n; i++) {
            if (!integer_at(el, n->kid[i], env, &v)) return false;
            bool over = n->kind == VV_N_ADD ? __builtin_add_overflow(*out, v, out)
                                            : __builtin_mul_overflow(*out, v, out);
            if (over) return too_large(el, n);
        }
        return true;
    default: break;
    }
    vv_diag_hint(
        el->c, vv_model_error(el, VV_D_INDEX, n->span, "expected an integer"),
        "an index consists of integers, loop variables and parameters with an integer value");
    return false;
}

bool vv_eval_integer(elaborator *el, const vv_node *n, const vv_env *env, int64_t *out) {
    if (!integer_at(el, n, env, out)) return false;
    if (*out > -1000000000 && *out < 1000000000) return true;
    vv_model_error(el, VV_D_RANGE, n->span, "the index %" PRId64 " is too large", *out);
    return false;
}

/* A key is built for every evaluated name with an index: printf would dominate the cost. */
char *vv_write_integer(char *end, int64_t v) {
    char digit[24];
    int n = 0;
    uint64_t rest = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    do digit[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (v < 0) *end++ = '-';
    while (n) *end++ = digit[--n];
    return end;
}

/* Before evaluating its index: path[G] is not a member of a family. */
static bool index_fits(elaborator *el, const vv_node *ref) {
    if (!vv_call_is_known(ref->name) || vv_indexed_family_find(el, ref->name, strlen(ref->name)))
        return true;
    vv_diag *d = vv_model_error(el, VV_D_INDEX, ref->span, "'%s' takes no index", ref->name);
    vv_diag_hint(el->c, d, "write the argument in parentheses: %s(...)", ref->name);
    return false;
}

const char *vv_def_key(elaborator *el, const vv_node *ref, const vv_env *env) {
    if (ref->kind == VV_N_NAME) return ref->name;
    if (ref->kind != VV_N_INDEX) {
        vv_model_error(el, VV_D_KIND, ref->span, "expected a name here");
        return NULL;
    }
    enum { MOST_DIGITS = 12 }; /* of an index that vv_eval_integer accepts, with sign and comma */
    size_t stem = strlen(ref->name);
    char *key = vv_alloc(el->c, stem + (size_t)ref->n * MOST_DIGITS + 2), *end = key;
    if (!key) return NULL;
    memcpy(end, ref->name, stem);
    end += stem;
    if (ref->n && !index_fits(el, ref)) return NULL;
    for (int i = 0; i < ref->n; i++) {
        int64_t v;
        if (!vv_eval_integer(el, ref->kid[i], env, &v)) return NULL;
        *end++ = i ? ',' : '[';
        end = vv_write_integer(end, v);
    }
    if (ref->n == 0) *end++ = '[';
    *end = ']';
    return key;
}

static const char *const SPACE_WORD[] = {"name", "frame", "point", "body", "surface"};

vv_indexed_family *vv_indexed_family_find(elaborator *el, const char *name, size_t length) {
    for (int i = 0; i < el->nfamilies; i++)
        if (strlen(el->family[i].name) == length && !strncmp(el->family[i].name, name, length))
            return &el->family[i];
    return NULL;
}

static int count_indices(const char *key) {
    int n = *key == '[';
    for (const char *s = key; *s; s++) n += *s == ',';
    return n;
}

/* An error about a name is reported once; the next occurrence is added as a note. */
static bool already_reported(elaborator *el, int code, const char *message, vv_span span) {
    vv_diag *d = vv_diag_find(el->c, code, message);
    if (!d || d->span.begin == span.begin || d->related.begin == span.begin) return d != NULL;
    bool third = d->related.begin < d->related.end;
    if (!third) d->related = span;
    d->related_text = third ? "used here too, and further on" : "used here too";
    return true;
}

/* A family name without its index, with too many indices, or out of range; an index on a name
 * that takes none. */
static bool unknown_member(elaborator *el, vv_name_space space, const char *key, vv_span span) {
    size_t stem = strcspn(key, "[");
    const vv_indexed_family *f = vv_indexed_family_find(el, key, stem);
    int indices = count_indices(key + stem);
    if (f && f->low > f->high)
        return vv_diag_errors(el->c) > 0; /* its declaration has an error: reported */
    if (f && !key[stem]) {
        const char *text = vv_format(el->c, "'%s' is a family and needs an index", key);
        if (text && !already_reported(el, VV_D_INDEX, text, span))
            vv_diag_hint(el->c, vv_model_error(el, VV_D_INDEX, span, "%s", text),
                         "write %s[%" PRId64 "]", key, f->low);
    } else if (f && indices != f->indices) {
        vv_model_error(el, VV_D_INDEX, span, "'%s' takes %d %s, not %d", f->name, f->indices,
                       f->indices == 1 ? "index" : "indices", indices);
    } else if (f) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_RANGE, span, "index out of range: '%s' does not exist", key),
            "'%s' was declared for %s %" PRId64 " to %" PRId64, f->name,
            f->indices == 1 ? "indices" : "first indices", f->low, f->high);
    } else if (key[stem] && vv_def_find(el, space, vv_strndup(el->c, key, stem))) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_INDEX, span,
                                    "'%.*s' is not a family and takes no index", (int)stem, key),
                     "a family is declared with a range: %.*s[1..n]", (int)stem, key);
    } else {
        return false;
    }
    return true;
}

/* Nearest name to a misspelt one: in an expression scalars and points, before a dot or `about`
 * anything with axes. */
static const char *nearest_name(elaborator *el, vv_name_space space, const char *key) {
    const char **known = VV_ARRAY(el->c, const char *, el->ndefs + 2);
    int n = 0;
    for (int i = 0; known && i < el->ndefs; i++) {
        vv_name_space s = el->order[i]->space;
        bool fits = s == space || (space == SPACE_SCALAR && s == SPACE_POINT) ||
                    (space == SPACE_FRAME && s == SPACE_BODY);
        if (fits && *el->order[i]->key) known[n++] = el->order[i]->key;
    }
    if (known && space == SPACE_FRAME) known[n++] = "world";
    if (known && space == SPACE_SCALAR) known[n++] = "energy";
    return known ? vv_nearest_name(el->c, key, n, known) : NULL;
}

static bool is_scalar(elaborator *el, const char *name, size_t n) {
    const char *key = vv_name_canonical(el->c, name, n);
    return key && vv_def_find(el, SPACE_SCALAR, key);
}

/* "xdot", "x_dot", "dx" before "/dt": the name in it, if there is one. */
static const char *rate_of(elaborator *el, const char *key, vv_span span) {
    size_t n = strlen(key), left;
    const char *behind = vv_source_at(el, span.end, &left);
    bool quotient = key[0] == 'd' && n > 1 && left >= 3 && !memcmp(behind, "/dt", 3);
    if (quotient && is_scalar(el, key + 1, n - 1)) return vv_name_canonical(el->c, key + 1, n - 1);
    if (n < 4 || strcmp(key + n - 3, "dot")) return NULL;
    n -= n > 4 && key[n - 4] == '_' ? 4 : 3;
    return is_scalar(el, key, n) ? vv_name_canonical(el->c, key, n) : NULL;
}

/* Two names without an operator between them: "v*d" for vd. */
static const char *product_of(elaborator *el, const char *key) {
    enum { NAME_MOST = 32 }; /* longer ones are not typing errors */
    size_t n = strlen(key);
    for (size_t i = 1; i < n && n <= NAME_MOST && !strchr(key, '['); i++) {
        bool whole = (key[i] & 0xc0) != 0x80, letter = key[i] < '0' || key[i] > '9';
        bool twice = n == 2 * i && !memcmp(key, key + i, i); /* φφ: a doubled keystroke */
        if (whole && letter && !twice && is_scalar(el, key, i) && is_scalar(el, key + i, n - i))
            return vv_format(el->c, "%.*s*%s", (int)i, key, key + i);
    }
    return NULL;
}

/* What the name is known as, if it is known. */
static bool hint_other_kind(elaborator *el, vv_diag *d, vv_name_space space, const char *key) {
    bool world = !strcmp(key, "world");
    for (int s = 0; s <= SPACE_SURFACE; s++) {
        if (!vv_def_find(el, (vv_name_space)s, key) && !(world && s == SPACE_FRAME)) continue;
        const char *kind = s == SPACE_SCALAR ? "scalar" : SPACE_WORD[s];
        if (s == SPACE_FRAME && space == SPACE_SCALAR)
            vv_diag_hint(el->c, d,
                         "'%s' is the name of a frame: its axes are %s.x, %s.y, %s.z, its origin "
                         "is %s.origin",
                         key, key, key, key, key);
        else
            vv_diag_hint(el->c, d, "'%s' is the name of a %s", key, kind);
        return true;
    }
    return false;
}

/* How to declare it. */
static void hint_declaration(elaborator *el, vv_diag *d, vv_name_space space, const char *key) {
    if (space == SPACE_FRAME)
        vv_diag_hint(el->c, d, "declare it: frame %s = world turned ψ about z", key);
    else if (space == SPACE_BODY)
        vv_diag_hint(el->c, d, "declare it: body %s: mass m, centre G, ...", key);
    else if (strchr(key, '['))
        vv_diag_hint(el->c, d, "declare it as a family, as in coordinate %.*s[1..n]",
                     (int)strcspn(key, "["), key);
    else
        vv_diag_hint(el->c, d,
                     "declare it: parameter %s, coordinate %s, let %s = ... or point %s = ...", key,
                     key, key, key);
}

/* A typing error or a foreign notation that results in an undeclared name. */
static bool hint_slip(elaborator *el, vv_diag *d, const char *key, vv_span span, const char *near) {
    const char *whole = rate_of(el, key, span), *product = product_of(el, key);
    size_t stem = strcspn(key, "_"), delta = strlen("δ"); /* θ_0, δx */
    if (!strcmp(key, "e"))
        vv_diag_hint(el->c, d, "the exponential function is exp(x)");
    else if (!strncmp(key, "δ", delta) && is_scalar(el, key + delta, strlen(key) - delta))
        vv_diag_hint(el->c, d, "write a variation with parentheses: δ(%s)", key + delta);
    else if (whole) {
        uint32_t quotient = key[0] == 'd' && strcmp(key + strlen(key) - 3, "dot") ? 3 : 0;
        vv_diag_hint(el->c, d, "the rate of %s is %s'", whole, whole);
        vv_diag_set_cure(el->c, d, (vv_span){span.begin, span.end + quotient}, "%s'", whole);
    } else if (product)
        vv_diag_hint(el->c, d, "write a product with *: %s%s%s%s", product,
                     near ? "; or did you mean '" : "", near ? near : "", near ? "'?" : "");
    else if (!near && key[stem] && is_scalar(el, key, stem))
        vv_diag_hint(el->c, d, "did you mean '%.*s'?", (int)stem, key);
    else
        return false;
    return true;
}

/* Reports an unknown name: possibly a family without its index, an index out of range, or a
 * misspelling. */
void vv_model_unknown_name(elaborator *el, vv_name_space space, const char *key, vv_span span) {
    if (unknown_member(el, space, key, span)) return;
    if (el->contact_faulty && space == SPACE_SCALAR) return; /* possibly one of its coordinates */
    const char *text = vv_format(el->c, "unknown %s '%s'", SPACE_WORD[space], key);
    if (!text || already_reported(el, VV_D_UNKNOWN, text, span)) return;
    vv_diag *d = vv_model_error(el, VV_D_UNKNOWN, span, "%s", text);
    if (hint_other_kind(el, d, space, key)) return;
    const char *near = nearest_name(el, space, key);
    if (vv_keyword_is_function(key) || vv_call_is_known(key))
        vv_diag_hint(el->c, d, "it is a function: %s(...)", key);
    else if (!strcmp(key, "origin") && space <= SPACE_POINT)
        vv_diag_hint(el->c, d, "did you mean 'world.origin'?");
    else if (space == SPACE_SCALAR &&
             (vv_hint_derivative(el, d, key, span) || vv_hint_axis(el, d, key, span)))
        return;
    else if (space == SPACE_SCALAR && hint_slip(el, d, key, span, near))
        return;
    else if (near)
        vv_diag_hint(el->c, d, "did you mean '%s'?", near);
    else
        hint_declaration(el, d, space, key);
}
