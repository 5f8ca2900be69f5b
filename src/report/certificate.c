/* Certificates: the verdicts of a document with the questions behind them, as data that another
 * program can check (doc/certificates.md has the format). */
#include <string.h>

#include "document/document.h"
#include "report/report.h"

/* The lists of a certificate; records and facts in the order in which they are written. */
typedef struct writer {
    vv_ctx *c;
    vv_buffer *out;
    int nrecords, room;
    vv_proof_record **record;
    int nfacts;
    const vv_facts **facts;
    int *place; /* index of a node by its id */
    int nsymbols;
    vv_expr *symbol;
    int nfunctions;
    int *function;
} writer;

/* ---- collecting ------------------------------------------------------------------------------ */

static void collect_record(writer *w, vv_proof_record *r) {
    if (!r || r->index) return;
    for (int i = 0; i < 2 && r->kind == VV_RECORD_ALL; i++) collect_record(w, r->part[i]);
    if (w->nrecords == w->room) {
        w->room = 2 * w->room + 16;
        vv_proof_record **grown =
            vv_block_resize(w->c, w->record, (size_t)w->room * sizeof *w->record);
        if (!grown) return;
        w->record = grown;
    }
    w->record[w->nrecords++] = r;
    r->index = w->nrecords;
}

/* The verdict of a block; the printed word may say more: "proved at the stated values". */
vv_verdict vv_certificate_verdict(const vv_block *b) {
    if (b->kind != VV_BLOCK_VERDICT || !b->word) return VV_UNDECIDED;
    if (b->proof) return b->proof->verdict;
    return !strcmp(b->word, "proved")    ? VV_PROVED
           : !strcmp(b->word, "refuted") ? VV_REFUTED
                                         : VV_UNDECIDED;
}

/* What the theorem of a verdict was applied to. */
static vv_proof_record *argument_of(const vv_block *b) {
    return b->argument ? b->argument : b->proof ? b->proof->argument : NULL;
}

static void collect_blocks(writer *w, const vv_block *b) {
    for (; b; b = b->next) {
        if (vv_certificate_verdict(b) && b->proof) collect_record(w, b->proof->record);
        if (vv_certificate_verdict(b)) collect_record(w, argument_of(b));
        collect_blocks(w, b->first);
    }
}

static bool same_list(int n, const vv_expr *a, int m, const vv_expr *b) {
    return n == m && (!n || !memcmp(a, b, (size_t)n * sizeof *a));
}

static bool same_facts(const vv_facts *a, const vv_facts *b) {
    return same_list(a->nrules, a->from, b->nrules, b->from) &&
           same_list(a->nrules, a->to, b->nrules, b->to) &&
           same_list(a->npositive, a->positive, b->npositive, b->positive) &&
           same_list(a->nnonzero, a->nonzero, b->nnonzero, b->nonzero) &&
           same_list(a->nbranches, a->branch, b->nbranches, b->branch) &&
           same_list(a->nopen, a->open, b->nopen, b->open);
}

static int facts_index(writer *w, const vv_facts *f) {
    for (int i = 0; i < w->nfacts; i++)
        if (same_facts(w->facts[i], f)) return i;
    w->facts[w->nfacts] = f;
    return w->nfacts++;
}

static int add_roots(vv_expr *roots, int n, int m, const vv_expr *e) {
    for (int i = 0; i < m; i++) roots[n + i] = e[i];
    return n + m;
}

static int roots_of(const vv_proof_record *r, vv_expr *out) {
    const vv_facts *f = &r->facts;
    const struct {
        int n;
        const vv_expr *e;
    } lists[] = {{r->n, r->e},
                 {r->proof.nwitness, r->proof.witness_symbol},
                 {f->nrules, f->from},
                 {f->nrules, f->to},
                 {f->npositive, f->positive},
                 {f->nnonzero, f->nonzero},
                 {f->nbranches, f->branch},
                 {f->nopen, f->open}};
    int n = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        n = out ? add_roots(out, n, lists[i].n, lists[i].e) : n + lists[i].n;
    for (int i = 0; i < r->nlists; i++)
        n = out ? add_roots(out, n, r->list[i].n, r->list[i].e) : n + r->list[i].n;
    return n;
}

static uint32_t *nodes_of(writer *w, int *count) {
    int n = 0;
    for (int i = 0; i < w->nrecords; i++) n += roots_of(w->record[i], NULL);
    vv_expr *roots = VV_ARRAY(w->c, vv_expr, n + 1);
    w->facts = VV_ARRAY(w->c, const vv_facts *, w->nrecords + 1);
    w->place = VV_ARRAY(w->c, int, vv_expr_count(w->c) + 1);
    w->function = VV_ARRAY(w->c, int, vv_expr_count(w->c) + 1);
    if (!roots || !w->facts || !w->place || !w->function) return NULL;
    n = 0;
    for (int i = 0; i < w->nrecords; i++) n += roots_of(w->record[i], roots + n);
    w->symbol = vv_expr_symbols(w->c, n, roots, &w->nsymbols);
    return vv_expr_topological_order(w->c, n, roots, count);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_text(writer *w, const char *text) {
    vv_json j;
    vv_json_begin(&j, w->out);
    vv_json_string(&j, text);
}

static void put_field(writer *w, const char *key, const char *text) {
    vv_buffer_printf(w->out, "\"%s\":", key);
    put_text(w, text);
}

static void put_rational(writer *w, vv_rat r) {
    vv_buffer_char(w->out, '"');
    vv_rat_write(w->out, r);
    vv_buffer_char(w->out, '"');
}

static void put_list(writer *w, const char *key, int n, const vv_expr *e) {
    vv_buffer_printf(w->out, "\"%s\":[", key);
    for (int i = 0; i < n; i++) vv_buffer_printf(w->out, "%s%d", i ? "," : "", w->place[e[i].id]);
    vv_buffer_char(w->out, ']');
}

static const char *sign_word(vv_sign sign) {
    static const char *const word[] = {[VV_ANY_SIGN] = "any",
                                       [VV_POSITIVE] = "positive",
                                       [VV_NEGATIVE] = "negative",
                                       [VV_NONNEGATIVE] = "nonnegative",
                                       [VV_NONZERO] = "nonzero"};
    return word[sign];
}

static void put_symbols(writer *w) {
    vv_buffer_add(w->out, "\"symbols\":[");
    for (int i = 0; i < w->nsymbols; i++) {
        vv_buffer name = VV_BUFFER(w->c);
        vv_expr_write(w->c, w->symbol[i], &name);
        vv_buffer_add(w->out, i ? ",\n[" : "\n[");
        put_text(w, vv_buffer_text(&name));
        vv_buffer_printf(w->out, ",\"%s\"]", sign_word(vv_symbol_get(w->c, w->symbol[i])->sign));
        vv_buffer_free(&name);
    }
    vv_buffer_add(w->out, "\n],\n");
}

static int symbol_index(const writer *w, vv_expr e) {
    for (int i = 0; i < w->nsymbols; i++)
        if (vv_same(w->symbol[i], e)) return i;
    return -1;
}

static int function_index(writer *w, int function) {
    for (int i = 0; i < w->nfunctions; i++)
        if (w->function[i] == function) return i;
    w->function[w->nfunctions] = function;
    return w->nfunctions++;
}

static void put_children(writer *w, vv_expr e) {
    for (int i = 0; i < vv_expr_arity(w->c, e); i++)
        vv_buffer_printf(w->out, ",%d", w->place[vv_expr_child(w->c, e, i).id]);
}

static void put_pairs(writer *w, vv_expr e, bool sum) {
    vv_buffer_add(w->out, sum ? "\"add\"" : "\"mul\"");
    for (int i = 0; i < vv_expr_arity(w->c, e); i++) {
        vv_buffer_char(w->out, ',');
        if (sum)
            put_rational(w, vv_expr_coefficient(w->c, e, i));
        else
            vv_buffer_printf(w->out, "%d", vv_expr_exponent(w->c, e, i));
        vv_buffer_printf(w->out, ",%d", w->place[vv_expr_child(w->c, e, i).id]);
    }
}

static void put_function(writer *w, vv_expr e) {
    vv_buffer_printf(w->out, "\"func\",%d", function_index(w, vv_expr_function(w->c, e)));
    for (int i = 0; i < vv_expr_arity(w->c, e); i++)
        vv_buffer_printf(w->out, ",%d", vv_expr_func_order(w->c, e, i));
    put_children(w, e);
}

static void put_node(writer *w, vv_expr e) {
    vv_op op = vv_expr_op(w->c, e);
    switch ((int)op) {
    case VV_CONST:
        vv_buffer_add(w->out, "\"num\",");
        put_rational(w, vv_expr_rational(w->c, e));
        return;
    case VV_SYM: vv_buffer_printf(w->out, "\"sym\",%d", symbol_index(w, e)); return;
    case VV_ADD:
    case VV_MUL: put_pairs(w, e, op == VV_ADD); return;
    case VV_FUNC: put_function(w, e); return;
    case VV_FACTOR: vv_buffer_printf(w->out, "\"factor\",%d", vv_expr_size(w->c, e)); break;
    case VV_COMP: vv_buffer_printf(w->out, "\"comp\",%d", vv_expr_component(w->c, e)); break;
    case VV_POW: vv_buffer_add(w->out, "\"pow\""); break;
    case VV_LESS: vv_buffer_add(w->out, "\"less\""); break;
    case VV_LESSEQ: vv_buffer_add(w->out, "\"lesseq\""); break;
    default: vv_buffer_printf(w->out, "\"%s\"", vv_op_text(op));
    }
    put_children(w, e);
}

static void put_nodes(writer *w, int n, const uint32_t *order) {
    for (int i = 0; i < n; i++) w->place[order[i]] = i;
    vv_buffer_add(w->out, "\"nodes\":[");
    for (int i = 0; i < n; i++) {
        vv_buffer_add(w->out, i ? ",\n[" : "\n[");
        put_node(w, (vv_expr){order[i]});
        vv_buffer_char(w->out, ']');
    }
    vv_buffer_add(w->out, "\n],\n\"functions\":[");
    for (int i = 0; i < w->nfunctions; i++) {
        const vv_function *f = vv_function_get(w->c, w->function[i]);
        vv_buffer_add(w->out, i ? ",[" : "[");
        put_text(w, f->name);
        vv_buffer_printf(w->out, ",%d]", f->arity);
    }
    vv_buffer_add(w->out, "],\n");
}

static void put_facts(writer *w) {
    for (int i = 0; i < w->nrecords; i++)
        if (w->record[i]->kind != VV_RECORD_ALL) facts_index(w, &w->record[i]->facts);
    vv_buffer_add(w->out, "\"facts\":[");
    for (int i = 0; i < w->nfacts; i++) {
        const vv_facts *f = w->facts[i];
        vv_buffer_add(w->out, i ? ",\n{\"rules\":[" : "\n{\"rules\":[");
        for (int k = 0; k < f->nrules; k++)
            vv_buffer_printf(w->out, "%s[%d,%d]", k ? "," : "", w->place[f->from[k].id],
                             w->place[f->to[k].id]);
        vv_buffer_add(w->out, "],");
        put_list(w, "positive", f->npositive, f->positive);
        vv_buffer_char(w->out, ',');
        put_list(w, "nonzero", f->nnonzero, f->nonzero);
        vv_buffer_char(w->out, ',');
        put_list(w, "branches", f->nbranches, f->branch);
        vv_buffer_char(w->out, ',');
        put_list(w, "open", f->nopen, f->open);
        vv_buffer_char(w->out, '}');
    }
    vv_buffer_add(w->out, "\n],\n");
}

static const char *verdict_word(vv_verdict v) { return v == VV_PROVED ? "proved" : "refuted"; }

static const char *means_word(vv_means m) {
    return m == VV_MEANS_EXACT ? "exact" : m == VV_MEANS_BALL ? "ball" : "modular";
}

static void put_witness(writer *w, const vv_proof *p) {
    vv_buffer_printf(w->out, ",\"which\":%d", p->which);
    if (p->means != VV_MEANS_BALL) return;
    vv_buffer_add(w->out, ",\"point\":[");
    for (int i = 0; i < p->nwitness; i++) {
        vv_buffer_printf(w->out, "%s[%d,", i ? "," : "", w->place[p->witness_symbol[i].id]);
        put_rational(w, p->witness_value[i]);
        vv_buffer_char(w->out, ']');
    }
    vv_buffer_printf(w->out, "],\"residual\":\"%.17g\"", p->witness_residual);
}

static void put_theorem(writer *w, const vv_proof_record *r) {
    vv_buffer_add(w->out, "{\"kind\":\"theorem\",");
    put_field(w, "theorem", r->theorem);
    vv_buffer_printf(w->out, ",\"facts\":%d,\"verdict\":\"%s\"", facts_index(w, &r->facts),
                     verdict_word(r->proof.verdict));
    for (int i = 0; i < r->nlists; i++) {
        vv_buffer_char(w->out, ',');
        put_list(w, r->list[i].key, r->list[i].n, r->list[i].e);
    }
    vv_buffer_char(w->out, '}');
}

static void put_record(writer *w, const vv_proof_record *r) {
    const vv_proof *p = &r->proof;
    if (r->kind == VV_RECORD_THEOREM) {
        put_theorem(w, r);
        return;
    }
    if (r->kind == VV_RECORD_ALL) {
        int parts[2] = {0}, n = 0;
        for (int i = 0; i < 2; i++)
            if (r->part[i]) parts[n++] = r->part[i]->index - 1;
        vv_buffer_printf(w->out, "{\"kind\":\"all\",\"of\":[%d", parts[0]);
        if (n == 2) vv_buffer_printf(w->out, ",%d", parts[1]);
        vv_buffer_printf(w->out, "],\"trusted\":%d}", 2 - n);
        return;
    }
    vv_buffer_printf(w->out, "{\"kind\":\"%s\",\"facts\":%d,",
                     r->kind == VV_RECORD_ZERO ? "zero" : "row_space", facts_index(w, &r->facts));
    if (r->kind == VV_RECORD_ROW_SPACE) vv_buffer_printf(w->out, "\"columns\":%d,", r->columns);
    put_list(w, "of", r->n, r->e);
    vv_buffer_printf(w->out, ",\"verdict\":\"%s\",\"means\":\"%s\"", verdict_word(p->verdict),
                     means_word(p->means));
    if (p->verdict == VV_PROVED && p->means == VV_MEANS_MODULAR)
        vv_buffer_printf(w->out, ",\"bound\":%.1f", p->log2_bound);
    if (p->verdict == VV_REFUTED) put_witness(w, p);
    vv_buffer_char(w->out, '}');
}

static void put_records(writer *w) {
    vv_buffer_add(w->out, "\"proofs\":[");
    for (int i = 0; i < w->nrecords; i++) {
        vv_buffer_add(w->out, i ? ",\n" : "\n");
        put_record(w, w->record[i]);
    }
    vv_buffer_add(w->out, "\n],\n");
}

/* A theorem, or what the report says, where no record describes the proof. */
static void put_trusted(writer *w, const vv_block *b) {
    const vv_proof *p = b->proof;
    const char *name = p && p->theorem ? p->theorem : b->text;
    vv_buffer_add(w->out, ",\"means\":\"theorem\",");
    put_field(w, "theorem", name ? name : "the engine's own reasoning");
    if (p && p->record) vv_buffer_printf(w->out, ",\"premises\":[%d]", p->record->index - 1);
    const vv_proof_record *argument = argument_of(b);
    if (argument)
        vv_buffer_printf(w->out, ",\"argument\":%d,\"negated\":%s", argument->index - 1,
                         argument->proof.verdict == vv_certificate_verdict(b) ? "false" : "true");
}

static void put_verdict(writer *w, const vv_block *b) {
    const vv_proof *p = b->proof;
    vv_buffer_char(w->out, '{');
    put_field(w, "section", b->parent && b->parent->key ? b->parent->key : "");
    vv_buffer_char(w->out, ',');
    put_field(w, "what", b->title ? b->title : "");
    vv_buffer_char(w->out, ',');
    put_field(w, "verdict", verdict_word(vv_certificate_verdict(b)));
    vv_buffer_char(w->out, ',');
    put_field(w, "word", b->word);
    if (p && p->record && !p->theorem) {
        vv_buffer_char(w->out, ',');
        put_field(w, "how", vv_proof_text(w->c, p));
        vv_buffer_printf(w->out, ",\"negated\":%s,\"proof\":%d",
                         p->verdict == p->record->proof.verdict ? "false" : "true",
                         p->record->index - 1);
    } else
        put_trusted(w, b);
    vv_buffer_char(w->out, '}');
}

static void put_verdicts(writer *w, const vv_block *b, int count[2]) {
    for (; b; b = b->next) {
        vv_verdict verdict = vv_certificate_verdict(b);
        if (verdict != VV_UNDECIDED) {
            vv_buffer_add(w->out, count[0] + count[1] ? ",\n" : "\n");
            put_verdict(w, b);
            count[verdict == VV_REFUTED]++;
        }
        put_verdicts(w, b->first, count);
    }
}

static void put_header(writer *w, const vv_document *d, const vv_certificate_source *s) {
    char hash[65];
    vv_sha256_hex(s->text, s->length, hash);
    vv_buffer_add(w->out, "{\"visviva_certificate\":1,\n");
    put_field(w, "engine", VV_VERSION);
    vv_buffer_add(w->out, ",\n");
    put_field(w, "command", d->kind);
    vv_buffer_add(w->out, ",\n\"model\":{");
    put_field(w, "file", s->file);
    vv_buffer_char(w->out, ',');
    put_field(w, "sha256", hash);
    vv_buffer_add(w->out, "},\n");
}

const char *vv_certificate_write(const vv_document *d, const vv_certificate_source *s) {
    vv_buffer out = VV_BUFFER(d->c);
    writer w = {.c = d->c, .out = &out};
    int nodes = 0, count[2] = {0};
    vv_proof_recording_end(d->c);
    collect_record(&w, s->manifold);
    collect_blocks(&w, d->root);
    uint32_t *order = nodes_of(&w, &nodes);
    if (!order) return NULL;
    put_header(&w, d, s);
    put_symbols(&w);
    put_nodes(&w, nodes, order);
    put_facts(&w);
    put_records(&w);
    if (s->manifold) vv_buffer_printf(&out, "\"manifold\":%d,\n", s->manifold->index - 1);
    vv_buffer_add(&out, "\"verdicts\":[");
    put_verdicts(&w, d->root, count);
    vv_buffer_printf(&out, "\n],\n\"proved\":%d,\"refuted\":%d}\n", count[0], count[1]);
    return vv_ctx_ok(d->c) ? vv_buffer_text(&out) : NULL;
}
