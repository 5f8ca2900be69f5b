#include "prove/proof_record.h"

#include <string.h>

#include "base/base.h"

/* Whether proofs are recorded; the slot of the context points to one of these. */
struct vv_recorder {
    bool on;
};

void vv_proof_recording_begin(vv_ctx *c) {
    struct vv_recorder **slot = vv_ctx_recorder(c);
    if (!*slot) *slot = vv_block_resize(c, NULL, sizeof **slot);
    if (*slot) (*slot)->on = true;
}

void vv_proof_recording_end(vv_ctx *c) {
    struct vv_recorder **slot = vv_ctx_recorder(c);
    if (*slot) (*slot)->on = false;
}

bool vv_proof_is_recorded(vv_ctx *c) {
    struct vv_recorder *r = *vv_ctx_recorder(c);
    return r && r->on;
}

/* Copies outlive the scratch memory of the prover. */
static const vv_expr *copy(vv_ctx *c, int n, const vv_expr *e) {
    vv_expr *out = vv_block_resize(c, NULL, ((size_t)n + 1) * sizeof *out);
    if (out && n > 0) memcpy(out, e, (size_t)n * sizeof *out);
    return out;
}

static void copy_facts(vv_ctx *c, const vv_facts *f, vv_facts *out) {
    *out = f ? *f : (vv_facts){0};
    out->positive = copy(c, out->npositive, out->positive);
    out->nonzero = copy(c, out->nnonzero, out->nonzero);
    out->from = copy(c, out->nrules, out->from);
    out->to = copy(c, out->nrules, out->to);
    out->branch = copy(c, out->nbranches, out->branch);
    out->open = copy(c, out->nopen, out->open);
}

static void record(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, vv_proof *p,
                   vv_record_kind kind, int columns) {
    p->record = NULL;
    if (!vv_proof_is_recorded(c) || p->verdict == VV_UNDECIDED) return;
    vv_proof_record *r = vv_block_resize(c, NULL, sizeof *r);
    if (!r) return;
    *r = (vv_proof_record){
        .c = c, .kind = kind, .proof = *p, .n = n, .e = copy(c, n, e), .columns = columns};
    copy_facts(c, f, &r->facts);
    if (vv_ctx_ok(c)) p->record = r;
}

void vv_proof_record_zero(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, vv_proof *p) {
    record(c, f, n, e, p, VV_RECORD_ZERO, 0);
}

void vv_proof_record_rows(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, int columns,
                          vv_proof *p) {
    record(c, f, n, e, p, VV_RECORD_ROW_SPACE, columns);
}

vv_proof_record *vv_proof_record_theorem(vv_ctx *c, const char *theorem, const vv_facts *f,
                                         vv_verdict verdict) {
    if (!vv_proof_is_recorded(c)) return NULL;
    vv_proof_record *r = vv_block_resize(c, NULL, sizeof *r);
    if (!r) return NULL;
    *r = (vv_proof_record){.c = c, .kind = VV_RECORD_THEOREM, .theorem = theorem};
    r->proof = (vv_proof){.verdict = verdict, .which = -1};
    copy_facts(c, f, &r->facts);
    return r;
}

void vv_proof_record_list(vv_proof_record *r, const char *key, int n, const vv_expr *e) {
    if (!r || r->nlists == VV_RECORD_LISTS) return;
    r->list[r->nlists++] = (vv_record_list){key, n, copy(r->c, n, e)};
}

vv_proof_record *vv_proof_record_join(vv_proof_record *a, vv_proof_record *b) {
    if (!a && !b) return NULL;
    vv_ctx *c = a ? a->c : b->c;
    vv_proof_record *r = vv_block_resize(c, NULL, sizeof *r);
    if (!r) return NULL;
    *r = (vv_proof_record){.c = c, .kind = VV_RECORD_ALL, .part = {a, b}};
    r->proof.verdict = VV_PROVED;
    return r;
}
