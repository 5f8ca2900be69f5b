#include "verify/verify.h"

#include <string.h>

#include "verify/interval.h"
#include "verify/modular.h"
#include "verify/verify_length.h"

typedef enum { UNASKED, HOLDS, FAILS, OPEN } answer;

typedef struct found {
    answer word;
    const char *why;
    int lanes, points;
} found;

/* ---- one proof ------------------------------------------------------------------------------- */

static found check_proved(const vv_certificate *k, const vv_statement *p) {
    found out = {HOLDS, NULL, 0, 0};
    if (p->kind == VV_K_ZERO && vv_interval_refutes(k, p, &out.points)) {
        out.word = FAILS;
        out.why = "it is not zero at a real point that satisfies the facts";
        return out;
    }
    vv_modular_answer m = vv_modular_check(k, p);
    out.lanes = m.lanes;
    if (m.word == VV_M_ZERO) return out;
    out.word = m.word == VV_M_NONZERO && !out.points ? FAILS : OPEN;
    out.why = m.word == VV_M_UNKNOWN ? m.why
              : out.points           ? "it vanishes at real points, but not modulo primes"
                                     : "it does not vanish modulo a prime";
    return out;
}

static found check_refuted(const vv_certificate *k, const vv_statement *p) {
    found out = {HOLDS, NULL, 0, 0};
    int rank = -1;
    if (p->kind == VV_K_ROW_SPACE) {
        vv_modular_answer m = vv_modular_check(k, p);
        if (m.word == VV_M_ZERO)
            return (found){FAILS, "the row is a combination of the others", 0, 0};
        if (m.word == VV_M_UNKNOWN) return (found){OPEN, m.why, 0, 0};
        rank = m.rank;
    }
    if (p->at_point) {
        if (vv_interval_check_witness(k, p, rank, &out.why) != VV_POINT_TRUE) out.word = FAILS;
        return out;
    }
    if (p->kind == VV_K_ZERO && vv_interval_refutes(k, p, &out.points)) return out;
    vv_modular_answer m = vv_modular_check(k, p);
    out.word = m.word == VV_M_ZERO ? FAILS : OPEN;
    out.why = m.word == VV_M_ZERO ? "it vanishes modulo primes" : "it has no witness";
    return out;
}

/* A conjunction: what its parts are. */
static found check_all(const vv_statement *p, const vv_certificate *k, const found *before) {
    found out = {HOLDS, NULL, 0, 0};
    if (p->trusted) out = (found){OPEN, "a case was excluded by the engine's own reasoning", 0, 0};
    for (int i = 0; i < p->of.n; i++) {
        const found *part = &before[p->of.at[i]];
        if (!k->proof[p->of.at[i]].proved)
            return (found){FAILS, "a part of it is refuted, not proved", 0, 0};
        if (part->word == FAILS) return *part;
        if (part->word == OPEN) out = *part;
    }
    return out;
}

/* ---- one verdict ----------------------------------------------------------------------------- */

typedef struct tally {
    int verified, refused, open;
    vv_buffer *out;
} tally;

static void say(tally *t, const char *word, const vv_said *s, const char *why) {
    vv_buffer_printf(t->out, "  %s: %s: %s", word, s->proved ? "proved" : "refuted", s->what);
    if (why && *why) vv_buffer_printf(t->out, "\n      %s", why);
    vv_buffer_char(t->out, '\n');
}

static void judge(const vv_certificate *k, const found *all, const vv_said *s, tally *t) {
    const found *f = s->proof < 0 ? NULL : &all[s->proof];
    static const found contrary = {FAILS, "a premise of it is refuted, not proved", 0, 0};
    for (int i = 0; i < s->premises.n; i++) {
        if (all[s->premises.at[i]].word == FAILS) f = &all[s->premises.at[i]];
        if (!k->proof[s->premises.at[i]].proved) f = &contrary;
    }
    bool matches = s->proof < 0 || k->proof[s->proof].proved != (s->negated == s->proved);
    if (f && (f->word == FAILS || !matches)) {
        t->refused++;
        say(t, "refused", s, matches ? f->why : "its proof has the opposite verdict");
    } else if (!f || f->word != HOLDS) {
        t->open++;
        say(t, "not checked", s, f ? f->why : s->theorem);
    } else
        t->verified++;
}

/* ---- a certificate --------------------------------------------------------------------------- */

static found check(const vv_certificate *k, int i, const found *before) {
    const vv_statement *p = &k->proof[i];
    return p->kind == VV_K_ALL ? check_all(p, k, before)
           : p->proved         ? check_proved(k, p)
                               : check_refuted(k, p);
}

/* All statements use the rules: they must satisfy the constraints. */
static void judge_manifold(const vv_certificate *k, const found *all, tally *t) {
    const found *f = k->manifold < 0 ? NULL : &all[k->manifold];
    vv_said s = {.what = "the rules satisfy the finite constraints", .proved = true};
    if (!f || (f->word == HOLDS && k->proof[k->manifold].proved)) return;
    bool fails = f->word == FAILS || !k->proof[k->manifold].proved;
    if (fails)
        t->refused++;
    else
        t->open++;
    say(t, fails ? "refused" : "not checked", &s, f->why);
}

static void write_end(const vv_certificate *k, const tally *t) {
    vv_buffer_printf(t->out, "%d verified, %d refused, %d not checked\n", t->verified, t->refused,
                     t->open);
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
    found *all = VV_ARRAY(c, found, k->nproofs + 1);
    if (!all || !vv_interval_ready(c)) return vv_ctx_status(c);
    vv_buffer_printf(&b, "visviva %s %s, engine %s\n", k->command, k->file, k->engine);
    for (int i = 0; i < k->nproofs && vv_ctx_tick(c); i++) all[i] = check(k, i, all);
    judge_manifold(k, all, &t);
    for (int i = 0; i < k->nverdicts; i++) judge(k, all, &k->verdict[i], &t);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    write_end(k, &t);
    *report = vv_buffer_text(&b);
    return t.refused ? VV_E_NO : t.open ? VV_E_BEYOND : VV_OK;
}
