#include "verify/verify.h"

#include <string.h>

#include "verify/interval.h"
#include "verify/proof_check.h"
#include "verify/theorems.h"
#include "verify/verify_length.h"

/* ---- one verdict ----------------------------------------------------------------------------- */

typedef struct tally {
    int verified, by_theorem, refused, open;
    vv_buffer *out;
} tally;

static void say(tally *t, const char *word, const vv_said *s, const char *why) {
    vv_buffer_printf(t->out, "  %s: %s: %s", word, s->proved ? "proved" : "refuted", s->what);
    if (why && *why) vv_buffer_printf(t->out, "\n      %s", why);
    vv_buffer_char(t->out, '\n');
}

static void judge(const vv_certificate *k, const vv_found *all, const vv_said *s, tally *t) {
    int at = s->proof < 0 ? s->argument : s->proof;
    const vv_found *f = at < 0 ? NULL : &all[at];
    static const vv_found contrary = {.word = VV_FAILS,
                                      .why = "a premise of it is refuted, not proved"};
    for (int i = 0; i < s->premises.n; i++) {
        if (all[s->premises.at[i]].word == VV_FAILS) f = &all[s->premises.at[i]];
        if (!k->proof[s->premises.at[i]].proved) f = &contrary;
    }
    bool matches = at < 0 || k->proof[at].proved != (s->negated == s->proved);
    if (f && (f->word == VV_FAILS || !matches)) {
        t->refused++;
        say(t, "refused", s, matches ? f->why : "its proof has the opposite verdict");
    } else if (!f || f->word != VV_HOLDS) {
        t->open++;
        say(t, "not checked", s, f ? f->why : s->theorem);
    } else
        ++*(s->proof < 0 ? &t->by_theorem : &t->verified);
}

/* ---- a certificate --------------------------------------------------------------------------- */

/* All statements use the rules: they must satisfy the constraints. */
static void judge_manifold(const vv_certificate *k, const vv_found *all, tally *t) {
    const vv_found *f = k->manifold < 0 ? NULL : &all[k->manifold];
    vv_said s = {.what = "the rules satisfy the finite constraints", .proved = true};
    if (!f || (f->word == VV_HOLDS && k->proof[k->manifold].proved)) return;
    bool fails = f->word == VV_FAILS || !k->proof[k->manifold].proved;
    if (fails)
        t->refused++;
    else
        t->open++;
    say(t, fails ? "refused" : "not checked", &s, f->why);
}

static void write_end(const vv_certificate *k, const tally *t) {
    vv_buffer_printf(t->out, "%d verified, %d by theorems whose premises were verified, ",
                     t->verified, t->by_theorem);
    vv_buffer_printf(t->out, "%d refused, %d not checked\n", t->refused, t->open);
    for (int i = 0; i < k->nproofs; i++) {
        bool again = k->proof[i].kind != VV_K_THEOREM;
        for (int j = 0; j < i && !again; j++)
            again = k->proof[j].kind == VV_K_THEOREM &&
                    !strcmp(vv_theorem_trusts(&k->proof[i]), vv_theorem_trusts(&k->proof[j]));
        if (!again) vv_buffer_printf(t->out, "trusted: %s\n", vv_theorem_trusts(&k->proof[i]));
    }
    vv_buffer_printf(t->out,
                     "trusted: that these expressions say what the text of the model says (%s, "
                     "sha256 %.16s)\n",
                     k->file, k->hash);
    vv_buffer_printf(t->out, "kernel: %d lines\n", VV_VERIFY_LENGTH);
}

static vv_status unreadable(vv_ctx *c, const char *why) {
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_diag_add(c, VV_ERROR, VV_D_CERTIFICATE, (vv_span){0}, "the certificate cannot be read: %s",
                why ? why : "memory was refused");
    return VV_E_MODEL;
}

vv_status vv_certificate_verify(vv_ctx *c, const char *text, size_t length, const char **report) {
    const char *why = NULL;
    *report = "";
    if (length > VV_CERTIFICATE_BYTES) return unreadable(c, "it is longer than 256 MiB");
    vv_certificate *k = vv_certificate_read(c, text, length, &why);
    if (!k || !vv_ctx_ok(c)) return unreadable(c, why);
    vv_buffer b = VV_BUFFER(c);
    tally t = {.out = &b};
    vv_found *all = VV_ARRAY(c, vv_found, k->nproofs + 1);
    if (!all || !vv_interval_ready(c)) return vv_ctx_status(c);
    vv_buffer_printf(&b, "visviva %s %s, engine %s\n", k->command, k->file, k->engine);
    for (int i = 0; i < k->nproofs && vv_ctx_tick(c); i++) all[i] = vv_proof_check(k, i, all);
    judge_manifold(k, all, &t);
    for (int i = 0; i < k->nverdicts; i++) judge(k, all, &k->verdict[i], &t);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    write_end(k, &t);
    *report = vv_buffer_text(&b);
    return t.refused ? VV_E_NO : t.open ? VV_E_BEYOND : VV_OK;
}
