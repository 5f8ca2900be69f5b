#include "document_text.h"

#include <string.h>

/* ---- places ---------------------------------------------------------------------------------- */

static const char *line_end(const char *s, const char *end) {
    while (s < end && *s != '\n' && *s != '\r') s++;
    return s;
}

static const char *next_line(const char *s, const char *end) {
    s = line_end(s, end);
    if (s == end) return NULL;
    return s + (*s == '\r' && s + 1 < end && s[1] == '\n' ? 2 : 1);
}

/* Bytes of the character at s, and the units of UTF-16 that it takes. */
static size_t step(const char *s, const char *end, long *units) {
    uint32_t u = 0;
    size_t k = vv_utf8_decode(s, (size_t)(end - s), &u);
    *units = k && u >= 0x10000 ? 2 : 1;
    return k ? k : 1;
}

size_t text_offset(const document_text *t, long line, long column) {
    const char *s = t->text, *end = t->text + t->length;
    for (const char *next; line > 0; line--, s = next)
        if (!(next = next_line(s, end))) return t->length;
    const char *stop = line_end(s, end);
    for (long units; s < stop && column > 0; column -= units) s += step(s, stop, &units);
    return (size_t)(s - t->text);
}

size_t text_line_begin(const document_text *t, size_t offset) {
    while (offset > 0 && t->text[offset - 1] != '\n' && t->text[offset - 1] != '\r') offset--;
    return offset;
}

void text_put_position(const document_text *t, vv_json *j, size_t offset) {
    const char *at = t->text + (offset < t->length ? offset : t->length), *s = t->text;
    long line = 0, column = 0, units;
    for (const char *next; (next = next_line(s, at)); s = next) line++;
    for (; s < at; column += units) s += step(s, at, &units);
    vv_json_object(j);
    vv_json_key(j, "line"), vv_json_int(j, line);
    vv_json_key(j, "character"), vv_json_int(j, column);
    vv_json_end_object(j);
}

void text_put_range(const document_text *t, vv_json *j, const char *key, size_t begin, size_t end) {
    vv_json_key(j, key);
    vv_json_object(j);
    vv_json_key(j, "start"), text_put_position(t, j, begin);
    vv_json_key(j, "end"), text_put_position(t, j, end);
    vv_json_end_object(j);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

text_tokens text_read_tokens(vv_ctx *c, const document_text *t) {
    text_tokens out = {0, NULL};
    int capacity = 0, n;
    for (vv_name_reader r = vv_names_begin(c, t->text, t->length); vv_names_next(&r);) {
        if (out.n == capacity) {
            capacity = capacity ? 2 * capacity : 1024;
            struct text_token *grown = VV_ARRAY(c, struct text_token, capacity);
            if (!grown) return out;
            if (out.n) memcpy(grown, out.of, (size_t)out.n * sizeof *grown);
            out.of = grown;
        }
        const char *key = vv_name_canonical(c, t->text + r.span.begin, r.span.end - r.span.begin);
        out.of[out.n++] = (struct text_token){r.span.begin, r.span.end, true, r.after_dot, key};
        n = out.n;
        if (!key) return out.n = n - 1, out;
    }
    return out;
}

const struct text_token *text_token_at(const text_tokens *k, size_t offset) {
    for (int i = 0; i < k->n; i++)
        if (k->of[i].begin <= offset && offset <= k->of[i].end) return &k->of[i];
    return NULL;
}

/* ---- declarations ---------------------------------------------------------------------------- */

static const vv_node *child(const vv_node *n, int i) { return i < n->n ? n->kid[i] : NULL; }

/* The unit written on a value: 5 [kg], -(1/3) [m]. */
static const vv_node *unit_of(const vv_node *value) {
    if (value && value->kind == VV_N_NEGATE) value = value->kid[0];
    if (value && value->kind == VV_N_NUMBER) return child(value, 0);
    return value && value->kind == VV_N_QUANTITY ? child(value, 1) : NULL;
}

static declaration declared_by(const vv_node *n) {
    declaration d = {.key = n->name, .name = n->name_span, .statement = n->span, .node = n};
    switch ((int)n->kind) {
    case VV_N_PARAMETER:
        d.value = child(n, 1);
        d.unit = child(n, 2) ? child(n, 2) : unit_of(d.value);
        break;
    case VV_N_COORDINATE:
    case VV_N_INPUT: d.unit = child(n, 1); break;
    case VV_N_LET:
    case VV_N_GIVEN:
    case VV_N_SPEED:
    case VV_N_AUXILIARY:
    case VV_N_POINT:
    case VV_N_OUTPUT: d.value = child(n, 1); break;
    case VV_N_FUNCTION:
    case VV_N_FRAME:
    case VV_N_BODY:
    case VV_N_SURFACE:
    case VV_N_CURVE: break;
    default: d.key = NULL;
    }
    return d;
}

static void add(declaration *out, int *n, int most, declaration d) {
    if (d.key && d.name.end && *n < most) out[(*n)++] = d;
}

declaration *text_declarations(vv_ctx *c, const document_text *t, int *n) {
    vv_tree tree;
    *n = 0;
    vv_parse(c, t->name, t->text, t->length, &tree);
    int most = 3 * tree.n + 1;
    declaration *out = VV_ARRAY(c, declaration, most);
    for (int i = 0; out && i < tree.n; i++) {
        const vv_node *s = tree.statement[i];
        while (s->kind == VV_N_FOR) s = s->kid[1];
        add(out, n, most, declared_by(s));
        /* direction (α, β, γ) = ...; frame B = world free (p, q, r) */
        const vv_node *names = s->kind == VV_N_DIRECTION ? s->kid[0] : NULL;
        for (int k = 0; s->kind == VV_N_FRAME && k < s->n; k++)
            if (s->kid[k] && s->kid[k]->kind == VV_N_TUPLE) names = s->kid[k];
        for (int k = 0; names && k < names->n; k++)
            add(out, n, most,
                (declaration){.key = names->kid[k]->name,
                              .name = names->kid[k]->span,
                              .statement = s->span,
                              .node = s});
    }
    return out;
}

const declaration *text_find_declaration(const declaration *d, int n, const char *key, int *count) {
    const declaration *found = NULL;
    *count = 0;
    for (int i = n - 1; i >= 0; i--) {
        if (strcmp(d[i].key, key)) continue;
        (*count)++;
        found = &d[i];
    }
    return found;
}
