/* Source text of statements, for messages and column names: as written, on one line. */
#include <string.h>

#include "model/elaborate.h"

/* Replacements of parts of the text, in source order. */
typedef struct reading {
    vv_span span;
    int64_t value;
    bool index; /* inside the brackets of an index: needs no brackets of its own */
} reading;

typedef struct readings {
    elaborator *el;
    const vv_env *env;
    reading *of;
    int n, capacity;
} readings;

static bool is_bound(const vv_env *env, const char *name, int64_t *value) {
    for (; env; env = env->up)
        if (!strcmp(env->name, name)) return *value = env->value, true;
    return false;
}

static bool mentions(const vv_node *n, const vv_env *env) {
    int64_t value;
    bool any = n && n->kind == VV_N_NAME && is_bound(env, n->name, &value);
    for (int i = 0; n && !any && i < n->n; i++) any = mentions(n->kid[i], env);
    return any;
}

static void note(readings *r, vv_span span, int64_t value, bool index) {
    reading *place = VV_PUSH(r->el, r->of, r->n, r->capacity);
    int k = r->n - 1;
    if (!place) return;
    /* children of a node need not be in source order */
    for (; k > 0 && r->of[k - 1].span.begin > span.begin; k--) r->of[k] = r->of[k - 1];
    r->of[k] = (reading){span, value, index};
}

static void read(readings *r, const vv_node *n) {
    int64_t value;
    if (!n) return;
    if (n->kind == VV_N_NAME && is_bound(r->env, n->name, &value)) note(r, n->span, value, false);
    /* the index of a sum hides an outer one of the same name */
    bool other = n->kind == VV_N_SUMMATION && is_bound(r->env, n->name, &value);
    for (int i = other ? 1 : 0; i < n->n; i++) {
        bool whole = n->kind == VV_N_INDEX && mentions(n->kid[i], r->env) &&
                     vv_eval_integer(r->el, n->kid[i], r->env, &value);
        if (whole)
            note(r, n->kid[i]->span, value, true);
        else
            read(r, n->kid[i]);
    }
}

const char *vv_source_at(const elaborator *el, uint32_t offset, size_t *left) {
    const vv_tree *t = el->tree;
    if (offset > t->length) return vv_diag_source_text(el->c, offset, left);
    *left = t->length - offset;
    return t->text + offset;
}

/* Runs of white space, comments and line ends become a space. */
static void copy(const elaborator *el, uint32_t begin, uint32_t end, vv_buffer *out) {
    bool comment = false;
    size_t left;
    const char *text = vv_source_at(el, begin, &left);
    for (size_t i = 0; i < end - begin && i < left; i++) {
        char ch = text[i];
        comment = ch != '\n' && (comment || ch == '#');
        if (comment) continue;
        bool space = ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r';
        if (space && (out->length == 0 || out->text[out->length - 1] == ' ')) continue;
        vv_buffer_char(out, space ? ' ' : ch);
    }
}

const char *vv_source_text(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_buffer out = VV_BUFFER(el->c);
    readings r = {.el = el, .env = env};
    uint32_t from = n->span.begin;
    if (env) read(&r, n);
    for (int i = 0; i < r.n; i++) {
        vv_span s = r.of[i].span;
        bool bracket = r.of[i].value < 0 && !r.of[i].index;
        if (s.begin < from || s.end > n->span.end) continue;
        copy(el, from, s.begin, &out);
        vv_buffer_printf(&out, bracket ? "(%lld)" : "%lld", (long long)r.of[i].value);
        from = s.end;
    }
    copy(el, from, n->span.end, &out);
    const char *text = vv_strdup(el->c, vv_buffer_text(&out));
    vv_buffer_free(&out);
    return text;
}
