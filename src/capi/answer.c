/* Answers: studies and proofs as trees of nodes. */
#include <stdlib.h>
#include <string.h>

#include "capi/answer_tree.h"
#include "capi/handle.h"
#include "capi/requests.h"
#include "capi/formula/formula.h"
#include "report/render/render.h"
#include "report/simplify/simplify.h"

struct vv_answer {
    vv_ctx *c; /* under the lock, to write formulas */
    vv_handle_lock lock;
    vv_command_mechanism *m;
    vv_document *document;
    vv_study values; /* for numbers */
    vv_answer_tree tree;
    const char *certificate; /* NULL: not asked for */
    const char **proof;      /* how each verdict is proved (tree.n) */
    vv_verdict whole;
};

/* ---- making ---- */

void vv_answer_free(vv_answer *a) {
    if (!a) return;
    vv_ctx_free(a->c);
    vv_handle_lock_destroy(&a->lock);
    free(a);
}

static void judge(vv_answer *a) {
    bool refuted = false, open = false;
    for (int i = 0; i < a->tree.n; i++) {
        if (a->tree.node[i].kind != VV_ANSWER_VERDICT) continue;
        vv_verdict v = vv_answer_block_verdict(a->tree.node[i].block);
        refuted |= v == VV_REFUTED, open |= v == VV_UNDECIDED;
    }
    a->whole = refuted ? VV_REFUTED : open ? VV_UNDECIDED : VV_PROVED;
}

static vv_status take_document(vv_answer *a, vv_document *d) {
    vv_ctx *c = a->c;
    a->document = d;
    a->values = (vv_study){.s = &a->m->system};
    a->tree = (vv_answer_tree){.c = c, .values = &a->values};
    if (!vv_answer_tree_build(&a->tree, d)) return vv_ctx_status(c);
    a->proof = VV_ARRAY(c, const char *, a->tree.n + 1);
    if (!a->proof) return vv_ctx_status(c);
    for (int i = 0; i < a->tree.n; i++) {
        const vv_block *b = a->tree.node[i].block;
        if (a->tree.node[i].kind == VV_ANSWER_VERDICT && b->proof)
            a->proof[i] = vv_proof_text(c, b->proof);
    }
    judge(a);
    return vv_ctx_status(c);
}

/* No and unknown are data: the document says them. */
static bool is_answer(vv_status s) { return s == VV_OK || s == VV_E_NO || s == VV_E_BEYOND; }

typedef vv_status vv_document_maker(vv_ctx *c, const vv_command_mechanism *m,
                                    const vv_command_options *o, vv_document **out);

static vv_status fill(vv_answer *a, const vv_options *o, vv_document_maker *make, int ntopics,
                      const char *const *topic) {
    vv_document *d = NULL;
    vv_command_options own = vv_command_options_of(o);
    own.ntopics = ntopics, own.topic = topic;
    if (vv_option_int(o, "certificate", 0)) own.certificate = &a->certificate;
    vv_status s = make(a->c, a->m, &own, &d);
    if (!is_answer(s) || !d) return s;
    vv_ctx_clear_failure(a->c);
    return take_document(a, d);
}

static vv_status answer(const vv_mechanism *m, const vv_options *o, vv_document_maker *make,
                        int ntopics, const char *const *topic, vv_answer **out) {
    vv_answer *a = calloc(1, sizeof *a);
    if (!a) return vv_failed(VV_E_NOMEM);
    vv_status s = vv_handle_open_asking(m, o, &a->c, &a->m);
    if (s != VV_OK) {
        free(a);
        return s;
    }
    vv_handle_lock_init(&a->lock);
    s = fill(a, o, make, ntopics, topic);
    if (s == VV_OK) {
        *out = a;
        return VV_OK;
    }
    vv_call_end(a->c, s);
    vv_answer_free(a);
    return s;
}

vv_status vv_mechanism_study(const vv_mechanism *m, const char *topic, const vv_options *o,
                             vv_answer **out) {
    if (!out) return vv_usage("vv_mechanism_study: out is NULL");
    *out = NULL;
    vv_entry here;
    vv_enter(&here, NULL);
    vv_status s = vv_known_word("topic", "topics", topic);
    if (s == VV_OK) s = answer(m, o, vv_command_study_document, topic != NULL, &topic, out);
    return vv_leave(&here, s);
}

vv_status vv_mechanism_prove(const vv_mechanism *m, const vv_options *o, vv_answer **out) {
    if (!out) return vv_usage("vv_mechanism_prove: out is NULL");
    *out = NULL;
    vv_entry here;
    vv_enter(&here, NULL);
    vv_status s = vv_known_words(o, "by", "method", "methods");
    if (s == VV_OK) s = answer(m, o, vv_command_prove_document, 0, NULL, out);
    return vv_leave(&here, s);
}

vv_verdict vv_answer_whole(const vv_answer *a) { return a ? a->whole : VV_UNDECIDED; }

/* ---- the tree ---- */

static const vv_answer_node *node_of(const vv_answer *a, int i) {
    return a && i >= 0 && i < a->tree.n ? &a->tree.node[i] : NULL;
}

vv_answer_type vv_answer_type_of(const vv_answer *a, int node) {
    const vv_answer_node *k = node_of(a, node);
    return k ? k->kind : VV_ANSWER_TEXT;
}

int vv_answer_count(const vv_answer *a, int node) {
    const vv_answer_node *k = node_of(a, node);
    return k ? k->count : 0;
}

int vv_answer_child(const vv_answer *a, int node, int i) {
    const vv_answer_node *k = node_of(a, node);
    return k && i >= 0 && i < k->count ? k->first + i : -1;
}

const char *vv_answer_key(const vv_answer *a, int node) {
    const vv_answer_node *k = node_of(a, node);
    return k && k->key ? k->key : "";
}

/* The child of this name, n bytes long; of an array with one element that of the element. */
static int child_named(const vv_answer *a, int node, const char *name, size_t n) {
    const vv_answer_node *k = &a->tree.node[node];
    if (k->kind == VV_ANSWER_ARRAY && k->count == 1) return child_named(a, k->first, name, n);
    if (k->kind != VV_ANSWER_OBJECT) return -1;
    for (int i = k->first; i < k->first + k->count; i++)
        if (strlen(a->tree.node[i].key) == n && !strncmp(a->tree.node[i].key, name, n)) return i;
    return -1;
}

int vv_answer_find(const vv_answer *a, int node, const char *path) {
    if (!node_of(a, node) || !path) return -1;
    while (node >= 0 && *path) {
        if (*path == '[') {
            char *end;
            long i = strtol(path + 1, &end, 10);
            if (end == path + 1 || *end != ']' || i < 0 || i > a->tree.n) return -1;
            node = vv_answer_child(a, node, (int)i);
            path = end + 1;
        } else {
            size_t n = strcspn(path, ".[");
            node = child_named(a, node, path, n);
            path += n;
        }
        if (*path == '.') path++;
    }
    return node;
}

const char *vv_answer_text(const vv_answer *a, int node, const char *field) {
    const vv_answer_node *k = node_of(a, node);
    if (!k || !field) return NULL;
    const vv_block *b = k->block;
    bool verdict = k->kind == VV_ANSWER_VERDICT;
    if (!strcmp(field, "text")) return k->text;
    if (!strcmp(field, "name")) return k->name;
    if (!b) return NULL;
    if (!strcmp(field, "title")) return verdict ? NULL : b->title;
    if (!strcmp(field, "remark")) return b->text;
    if (!verdict) return NULL;
    if (!strcmp(field, "what")) return b->title;
    if (!strcmp(field, "word")) return b->word;
    return strcmp(field, "proof") ? NULL : a->proof[node];
}

/* ---- numbers, formulas, verdicts ---- */

vv_status vv_answer_matrix(const vv_answer *a, int node, int *rows, int *columns, const double **x,
                           const double **radius) {
    const vv_answer_node *k = node_of(a, node);
    if (!k) return vv_usage("the answer has no node %d", node);
    if (k->kind != VV_ANSWER_NUMBER) return vv_usage("'%s' is no number", vv_answer_key(a, node));
    if (rows) *rows = k->rows;
    if (columns) *columns = k->columns;
    if (x) *x = k->x;
    if (radius) *radius = k->radius;
    return VV_OK;
}

int vv_answer_entries(const vv_answer *a, int node) {
    const vv_answer_node *k = node_of(a, node);
    if (!k) return 0;
    if (k->data) return k->data->entry ? k->rows * k->columns : 0;
    if (!k->block) return 0;
    if (k->block->list) return k->block->n;
    if (k->block->kind == VV_BLOCK_EQUATION) return 3;
    return k->block->kind == VV_BLOCK_DEFINITION && !vv_is_poison(k->block->right);
}

/* left = right; SymPy says it by a function. */
static vv_status write_equation(vv_ctx *c, const vv_block *b, vv_syntax syntax, vv_buffer *out) {
    const char *sign = b->relation ? b->relation : "=";
    bool sympy = syntax == VV_SYNTAX_SYMPY;
    if (sympy) vv_buffer_add(out, *sign == '=' ? "Eq(" : *sign == '>' ? "Gt(" : "Lt(");
    vv_status s = vv_syntax_write(c, b->left, syntax, out);
    if (sympy)
        vv_buffer_add(out, ", ");
    else
        vv_buffer_printf(out, " %s ", sign);
    if (s == VV_OK) s = vv_syntax_write(c, b->right, syntax, out);
    if (sympy) vv_buffer_char(out, ')');
    return s;
}

/* In its shortest form, proved equal. */
static vv_status write_shortest(const vv_answer *a, vv_expr e, vv_syntax syntax, vv_buffer *out) {
    const vv_simplify_options how = {.facts = &a->m->system.facts};
    vv_simplify(a->c, &how, e, &e);
    return vv_syntax_write(a->c, e, syntax, out);
}

static vv_status write_entry(const vv_answer *a, const vv_answer_node *k, int entry,
                             vv_syntax syntax, vv_buffer *out) {
    const vv_block *b = k->block;
    if (k->data) return write_shortest(a, k->data->entry[entry], syntax, out);
    if (b->list) return vv_syntax_write(a->c, b->list[entry], syntax, out);
    if (b->kind == VV_BLOCK_DEFINITION) return vv_syntax_write(a->c, b->right, syntax, out);
    if (entry) return vv_syntax_write(a->c, entry == 1 ? b->left : b->right, syntax, out);
    return write_equation(a->c, b, syntax, out);
}

/* Work on the context of an answer, which it leaves as it was. */
typedef vv_status vv_answer_writer(const vv_answer *a, const void *data, vv_buffer *out);

static vv_status locked(const vv_answer *a, const char *function, vv_answer_writer *write,
                        const void *data, char **out) {
    vv_answer *own = (vv_answer *)(uintptr_t)a; /* what is locked is not seen from outside */
    vv_entry here;
    vv_status s = vv_handle_lock_take(&own->lock, function);
    if (s != VV_OK) return s;
    s = VV_E_INTERNAL;
    if (vv_enter(&here, a->c)) {
        vv_buffer b = VV_BUFFER(a->c);
        s = write(a, data, &b);
        if (s == VV_OK && !vv_ctx_ok(a->c)) s = vv_ctx_status(a->c);
        if (s == VV_OK) s = vv_give(vv_buffer_text(&b), b.length, out);
        vv_buffer_free(&b);
        s = vv_leave(&here, s);
    }
    vv_handle_lock_give(&own->lock);
    return s;
}

typedef struct place {
    const vv_answer_node *k;
    int entry;
    vv_syntax syntax;
} place;

static vv_status put_entry(const vv_answer *a, const void *data, vv_buffer *out) {
    const place *p = data;
    return write_entry(a, p->k, p->entry, p->syntax, out);
}

vv_status vv_answer_write(const vv_answer *a, int node, int entry, vv_syntax syntax, char **out) {
    if (!out) return vv_usage("vv_answer_write: out is NULL");
    *out = NULL;
    int n = vv_answer_entries(a, node);
    if (entry < 0 || entry >= n)
        return vv_usage("'%s' has %d formulas; there is no entry %d", vv_answer_key(a, node), n,
                        entry);
    const place p = {node_of(a, node), entry, syntax};
    bool equation = !p.k->data && p.k->block->kind == VV_BLOCK_EQUATION && !entry;
    if (equation && (syntax == VV_SYNTAX_JSON || syntax == VV_SYNTAX_MATHML))
        return vv_usage("an equation is written as text, LaTeX or SymPy; its sides, entries 1 "
                        "and 2, in every syntax");
    return locked(a, "vv_answer_write", put_entry, &p, out);
}

static const char *means_of(const vv_proof *p) {
    if (!p) return NULL;
    if (p->theorem) return "theorem";
    switch (p->means) {
    case VV_MEANS_NONE: return NULL;
    case VV_MEANS_EXACT: return "exact";
    case VV_MEANS_MODULAR: return "modular";
    case VV_MEANS_BALL: return "ball";
    }
    return NULL;
}

vv_verdict vv_answer_verdict(const vv_answer *a, int node, const char **means) {
    const vv_answer_node *k = node_of(a, node);
    if (means) *means = NULL;
    if (!k || k->kind != VV_ANSWER_VERDICT) return VV_NOT_APPLICABLE;
    if (means) *means = means_of(k->block->proof);
    return vv_answer_block_verdict(k->block);
}

static vv_status put_report(const vv_answer *a, const void *data, vv_buffer *out) {
    const vv_report_format *format = data;
    return vv_document_render(vv_document_with_parts(a->document), *format, out);
}

vv_status vv_answer_report(const vv_answer *a, const char *format, char **out) {
    if (!a || !format || !out) return vv_usage("vv_answer_report: an argument is NULL");
    *out = NULL;
    vv_report_format f;
    if (!vv_report_format_by_name(format, &f)) return vv_known_word("format", "formats", format);
    return locked(a, "vv_answer_report", put_report, &f, out);
}

/* ---- certificates ---- */

/* The verdicts within a block, each a line of the certificate. */
typedef struct excerpt {
    const vv_block *of;
    const char *line; /* of the next verdict of the document */
    vv_buffer *out;
    int count[2]; /* proved, refuted */
} excerpt;

static void put_verdicts(excerpt *e, const vv_block *b, bool within) {
    for (; b; b = b->next) {
        bool chosen = within || b == e->of;
        vv_verdict v = vv_certificate_verdict(b);
        if (v != VV_UNDECIDED) {
            size_t n = strcspn(e->line, "\n"), length = n - (n && e->line[n - 1] == ',');
            if (chosen) {
                vv_buffer_add(e->out, e->count[0] + e->count[1] ? ",\n" : "");
                vv_buffer_add_n(e->out, e->line, length);
                e->count[v == VV_REFUTED]++;
            }
            e->line += n + (e->line[n] == '\n');
        }
        put_verdicts(e, b->first, chosen);
    }
}

static vv_status put_certificate(const vv_answer *a, const void *data, vv_buffer *out) {
    static const char HEAD[] = "\n\"verdicts\":[\n";
    int node = *(const int *)data;
    const char *whole = a->certificate, *verdicts = strstr(whole, HEAD);
    if (node == 0 || !verdicts) return vv_buffer_add(out, whole), VV_OK;
    excerpt e = {.of = a->tree.node[node].block, .line = verdicts + strlen(HEAD), .out = out};
    vv_buffer_add_n(out, whole, (size_t)(e.line - whole));
    if (e.of) put_verdicts(&e, a->document->root, false);
    if (!e.count[0] && !e.count[1]) return vv_usage("this part of the answer has no certificate");
    vv_buffer_printf(out, "\n],\n\"proved\":%d,\"refuted\":%d}\n", e.count[0], e.count[1]);
    return VV_OK;
}

vv_status vv_answer_certificate(const vv_answer *a, int node, char **json) {
    if (json) *json = NULL;
    if (!a || !json || node < 0 || node >= a->tree.n)
        return vv_usage("vv_answer_certificate: an argument is NULL, or there is no such node");
    if (!a->certificate)
        return vv_usage("no certificate was asked for: set the option certificate = 1");
    return locked(a, "vv_answer_certificate", put_certificate, &node, json);
}

/* Does the certificate name the text of this model? Another program may have set it in other lines.
 */
static bool is_of(const vv_mechanism *m, const char *json, size_t length) {
    static const char KEY[] = "\"sha256\"", SPACE[] = " \t\r\n";
    char hash[65];
    vv_sha256_hex(m->text, m->length, hash);
    const char *end = json + length, *at = memmem(json, length, KEY, strlen(KEY));
    if (!at) return false;
    for (at += strlen(KEY); at < end && (*at == ':' || strchr(SPACE, *at)); at++) {
    }
    return end - at > 66 && at[0] == '"' && !memcmp(at + 1, hash, 64) && at[65] == '"';
}

static vv_status check(vv_ctx *c, const vv_mechanism *m, const char *json, size_t length,
                       vv_verdict *out, char **report) {
    const char *text = "";
    vv_status s = vv_certificate_verify(c, json, length, &text);
    if (s != VV_OK && s != VV_E_NO && s != VV_E_BEYOND) return s;
    vv_ctx_clear_failure(c);
    if (m && !is_of(m, json, length)) return vv_usage("the certificate is of another model");
    *out = s == VV_OK ? VV_PROVED : s == VV_E_NO ? VV_REFUTED : VV_UNDECIDED;
    return report ? vv_give(text, strlen(text), report) : VV_OK;
}

vv_status vv_certificate_check(const vv_mechanism *m, const char *json, size_t length,
                               vv_verdict *out, char **report) {
    if (!json || !out) return vv_usage("vv_certificate_check: an argument is NULL");
    if (report) *report = NULL;
    *out = VV_UNDECIDED;
    vv_entry here;
    vv_enter(&here, NULL);
    vv_ctx *c = vv_handle_ctx(NULL);
    vv_status s = c ? check(c, m, json, length, out, report) : VV_E_NOMEM;
    if (c && s != VV_OK && s != VV_E_USAGE) vv_call_end(c, s);
    vv_ctx_free(c);
    return vv_leave(&here, s);
}
