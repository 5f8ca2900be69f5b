/* Every equation that `derive` prints, for every model, in coordinates, with multipliers and in
 * speeds, holds on the motion; and a flipped sign, a dropped term or a changed coefficient in it is
 * refuted.
 *
 * The printed text is read back as a claim of the model, so that what is judged is what a reader
 * sees. A fault that changes nothing is skipped, not passed: it is recognized by deciding
 * separately that the affected term vanishes on every motion (as in A*q'' = 0). */
#include "planted_fault.h"
#include "model_file.h"
#include "printed_equations.h"
#include "tap.h"

enum { MOST_TERMS = 200 };

/* ---- terms of a printed equation ------------------------------------------------------------- */

typedef struct term {
    const char *begin, *end; /* without its sign */
    const char *sign;        /* location of its sign; NULL: none, it is + */
    bool minus;
    int outer; /* the top-level term that contains it */
} term;

/* The terms of one sum, from `begin` to its closing bracket, comma, equals sign or end. */
static const char *sum_terms(const char *begin, term *out, int *n) {
    const char *p = begin + strspn(begin, " ");
    term t = {.begin = p, .sign = *p == '-' ? p : NULL, .minus = *p == '-'};
    if (t.minus) t.begin = ++p;
    int depth = 0;
    for (;; p++) {
        bool stop = depth == 0 && (!*p || strchr("),=", *p));
        bool next = depth == 0 && (!strncmp(p, " + ", 3) || !strncmp(p, " - ", 3));
        depth += (*p == '(') - (*p == ')' && depth > 0);
        if (!stop && !next) continue;
        t.end = p;
        while (t.end > t.begin && t.end[-1] == ' ') t.end--;
        if (*n < MOST_TERMS && strncmp(t.begin, "0", (size_t)(t.end - t.begin))) out[(*n)++] = t;
        if (stop) return p;
        p += 2;
        t = (term){.begin = p + 1, .sign = p - 1, .minus = p[-1] == '-'};
    }
}

/* All terms: of both sides, then of every bracket inside. The single argument of a function is
 * not treated as a sum: cos(-x) is not a fault, and cot(0) not an equation. */
static int all_terms(const char *text, term *out) {
    int n = 0;
    const char *right = sum_terms(text, out, &n);
    if (*right == '=') sum_terms(right + 1, out, &n);
    int sides = n;
    for (const char *p = text; *p; p++)
        if (*p == '(') {
            int before = n;
            sum_terms(p + 1, out, &n);
            if (n == before + 1) n = before;
        }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < sides; k++)
            if (out[i].begin >= out[k].begin && out[i].end <= out[k].end) out[i].outer = k;
    return n;
}

/* The text with a fault in one term. */
static void write_fault(FILE *out, const char *text, const term *t, fault_kind kind) {
    const char *from = t->sign ? t->sign : t->begin;
    fprintf(out, "%.*s", (int)(from - text), text);
    if (kind == DROPPED_TERM)
        fprintf(out, t->sign && from > text && from[-1] == ' ' ? "+ 0" : "0");
    else if (kind == FLIPPED_SIGN)
        fprintf(out, "%s%.*s", t->minus ? "+ " : "- ", (int)(t->end - t->begin), t->begin);
    else
        fprintf(out, "%s3/2*%.*s", t->minus ? "- " : "+ ", (int)(t->end - t->begin), t->begin);
    fputs(t->end, out);
}

/* ---- deciding ----------------------------------------------------------------------------------
 */

typedef struct judge {
    subject s;
    int n; /* symbols that the motion determines: w', multipliers */
    vv_expr *from, *to;
    int ncall; /* multipliers as named in the text */
    vv_expr *call, *called;
} judge;

/* Solves as many independent residuals for the multipliers, with the motion known: the other
 * residuals are then tested. */
static bool solve_multipliers(judge *j, const vv_equations *by) {
    vv_ctx *c = j->s.c;
    int m = by->nmultipliers, n = by->nequations, rank;
    vv_expr *r = VV_ARRAY(c, vv_expr, n + 1), *a = VV_ARRAY(c, vv_expr, n * m + 1),
            *zero = VV_ARRAY(c, vv_expr, m + 1);
    vv_expr *square = VV_ARRAY(c, vv_expr, m * m + 1), *b = VV_ARRAY(c, vv_expr, m + 1),
            *x = VV_ARRAY(c, vv_expr, m + 1);
    int *row = VV_ARRAY(c, int, n + 1), *column = VV_ARRAY(c, int, n + 1);
    if (!vv_ctx_ok(c)) return false;
    for (int i = 0; i < m; i++) zero[i] = VV_ZERO;
    for (int i = 0; i < n; i++) {
        r[i] = vv_expr_in_speeds(c, &j->s.system, by->residual[i]);
        vv_subst(c, j->n, j->from, j->to, 1, &r[i], &r[i]);
        vv_gradient(c, r[i], m, by->lambda, a + i * m);
    }
    vv_generic_rank(c, &j->s.system.facts, n, m, a, &rank, row, column, NULL);
    if (rank < m) return false;
    vv_subst(c, m, by->lambda, zero, n, r, r);
    for (int i = 0; i < m; i++) {
        memcpy(square + i * m, a + row[i] * m, (size_t)m * sizeof *a);
        b[i] = vv_neg(c, r[row[i]]);
    }
    vv_solve(c, m, vv_factor(c, m, square), b, x);
    for (int i = 0; i < m; i++) j->from[j->n] = by->lambda[i], j->to[j->n++] = x[i];
    return vv_ctx_ok(c);
}

/* w' and the multipliers as functions of the state. */
static bool solve_motion(judge *j, const char *method) {
    vv_ctx *c = j->s.c;
    const vv_system *s = &j->s.system;
    const vv_equations *own = NULL, *by = NULL;
    for (int i = 0; i < j->s.nmethods; i++) {
        if (j->s.method[i].w == s->w && (!own || j->s.method[i].nmultipliers == 0))
            own = &j->s.method[i];
        if (!strcmp(j->s.method[i].method, method)) by = &j->s.method[i];
    }
    if (!own || !by) return false;
    vv_expr *x = VV_ARRAY(c, vv_expr, own->nunknowns + 1);
    j->from = VV_ARRAY(c, vv_expr, own->nunknowns + by->nmultipliers + 1);
    j->to = VV_ARRAY(c, vv_expr, own->nunknowns + by->nmultipliers + 1);
    if (!vv_ctx_ok(c) || vv_equations_solve(c, own, x) != VV_OK) return false;
    /* multipliers from the residuals under test: those of servos are the same symbols in both */
    int known = own == by ? own->nunknowns : own->n;
    for (int i = 0; i < known; i++) j->from[j->n] = own->unknown[i], j->to[j->n++] = x[i];
    if (own != by && by->nmultipliers && !solve_multipliers(j, by)) return false;
    /* the text names them by parameters declared for this purpose, in the same order */
    j->ncall = by->nmultipliers;
    j->call = VV_ARRAY(c, vv_expr, j->ncall + 1);
    j->called = by->lambda;
    for (int i = 0; j->call && i < j->ncall; i++)
        j->call[i] = j->s.model.parameter[j->s.model.nparameters - j->ncall + i].symbol;
    return vv_ctx_ok(c);
}

/* Does it hold on every motion? */
static vv_verdict decide(judge *j, vv_expr e) {
    vv_ctx *c = j->s.c;
    vv_proof p = {.verdict = VV_UNDECIDED};
    vv_subst(c, j->ncall, j->call, j->called, 1, &e, &e);
    e = vv_expr_in_speeds(c, &j->s.system, e);
    vv_subst(c, j->n, j->from, j->to, 1, &e, &e);
    if (vv_prove_zero(c, &j->s.system.facts, 1, &e, NULL, &p) != VV_OK) return VV_UNDECIDED;
    return p.verdict;
}

/* ---- one equation
 * ------------------------------------------------------------------------------ */

typedef struct trial {
    const char *path, *method, *text;
    int nterms;
    term term[MOST_TERMS];
} trial;

/* The model with the equation, its faults and its terms as claims. */
static char *claims_text(const char *model, const printed *p, const trial *t) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "%s\n", model);
    printed_names(p, out);
    fprintf(out, "claim equation %s\n", t->text);
    for (int i = 0; i < t->nterms; i++) {
        for (int k = 0; k < FAULT_KINDS; k++) {
            fprintf(out, "claim equation ");
            write_fault(out, t->text, &t->term[i], (fault_kind)k);
            fprintf(out, "\n");
        }
        fprintf(out, "claim equation %.*s = 0\n", (int)(t->term[i].end - t->term[i].begin),
                t->term[i].begin);
    }
    fclose(out);
    return text;
}

/* One kind of fault in every term of the equation. */
static void judge_faults(judge *j, const trial *t, const vv_claim *first, fault_kind kind,
                         const vv_verdict *vanishes) {
    int refuted = 0, nothing = 0;
    for (int i = 0; i < t->nterms; i++) {
        const vv_claim *k = &first[i * (FAULT_KINDS + 1) + kind];
        vv_verdict v = decide(j, k->value);
        bool same =
            v == VV_PROVED && (vanishes[i] == VV_PROVED || vanishes[t->term[i].outer] == VV_PROVED);
        refuted += v == VV_REFUTED;
        nothing += same;
        if (v != VV_REFUTED && !same)
            diag("%s: %s", v == VV_PROVED ? "proved" : "not decided", k->text);
    }
    const char *name =
        vv_format(j->s.c, "%s by %s: %s in %s", t->path, t->method, fault_name[kind], t->text);
    if (refuted == 0 && nothing == t->nterms)
        skip(vv_format(j->s.c, "%s: every term vanishes on every motion", name));
    else
        ok(refuted + nothing == t->nterms, "%s is refuted (%d; %d terms vanish on every motion)",
           name, refuted, nothing);
}

static void judge_equation(const char *model, const printed *p, trial *t) {
    judge j = {.s = {.c = vv_ctx_new(NULL)}};
    char *text = claims_text(model, p, t);
    int mine = 1 + t->nterms * (FAULT_KINDS + 1);
    vv_verdict vanishes[MOST_TERMS];
    if (!text || !subject_load(&j.s, t->path, text) || j.s.model.nclaims < mine ||
        !solve_motion(&j, t->method)) {
        fail("%s by %s: %s is read back", t->path, t->method, t->text);
        diag("%.3000s", vv_diag_text(j.s.c, false));
    } else {
        const vv_claim *k = j.s.model.claim + j.s.model.nclaims - mine;
        vv_verdict v = decide(&j, k->value);
        if (v != VV_PROVED) diag(v == VV_REFUTED ? "refuted" : "not decided");
        if (ok(v == VV_PROVED, "%s by %s: %s holds", t->path, t->method, t->text)) {
            for (int i = 0; i < t->nterms; i++)
                vanishes[i] = decide(&j, k[1 + i * (FAULT_KINDS + 1) + FAULT_KINDS].value);
            for (int f = 0; f < FAULT_KINDS; f++)
                judge_faults(&j, t, k + 1, (fault_kind)f, vanishes);
        }
    }
    free(text);
    vv_ctx_free(j.s.c);
}

/* ---- equations that the language cannot state
 * -------------------------------------------------- */

/* Does a definition contain a linear system not solved in closed form? */
static bool has_solve(const printed *p) {
    for (int i = 0; i < p->n; i++)
        if (printed_in(&p->line[i], "definitions") && strstr(p->line[i].text, "component"))
            return true;
    return false;
}

/* Injects the fault in the residual itself, which must make the method differ from another. */
static void judge_residual(subject *s, const char *path, const vv_equations *good,
                           const vv_equations *other, int i, fault_kind kind) {
    vv_ctx *c = s->c;
    vv_proof p = {.verdict = VV_UNDECIDED};
    vv_equations bad = *good;
    bad.residual = VV_ARRAY(c, vv_expr, good->nequations + 1);
    if (!bad.residual) return;
    for (int tries = 0; tries < 20 && p.verdict != VV_REFUTED; tries++) {
        memcpy(bad.residual, good->residual, (size_t)good->nequations * sizeof(vv_expr));
        vv_expr top = vv_flatten_sum(c, good->residual[i], 1);
        bad.residual[i] = tries ? fault_in(c, top, kind) : fault_in_term(c, top, 0, kind);
        if (!vv_ctx_ok(c))
            vv_ctx_clear_failure(c); /* the fault made a divisor vanish */
        else
            vv_equations_prove_equivalent(c, &s->system, &bad, other, NULL, &p);
        if (p.verdict == VV_UNDECIDED) break;
    }
    if (p.verdict == VV_PROVED)
        skip(vv_format(c, "%s by %s: residual %d does no work on any motion", path, good->method,
                       i + 1));
    else
        ok(p.verdict == VV_REFUTED, "%s by %s: %s in residual %d is refuted", path, good->method,
           fault_name[kind], i + 1);
}

static void judge_residuals(const char *path, const char *model, const char *method) {
    subject s = {.c = vv_ctx_new(NULL)};
    const vv_equations *good = NULL, *other = NULL;
    if (subject_load(&s, path, model))
        for (int i = 0; i < s.nmethods; i++)
            *(strcmp(s.method[i].method, method) ? &other : &good) = &s.method[i];
    for (int i = 0; good && other && i < good->nequations; i++)
        for (int k = 0; k < FAULT_KINDS; k++)
            judge_residual(&s, path, good, other, i, (fault_kind)k);
    if (!good || !other) fail("%s by %s: there is another method", path, method);
    vv_ctx_free(s.c);
}

/* ---- all of them
 * ------------------------------------------------------------------------------- */

/* Does it have named subexpressions, or more terms than can be tried one by one? */
static bool is_long(const printed *p) {
    static term t[MOST_TERMS];
    int terms = 0;
    for (int i = 0; i < p->n; i++) {
        if (printed_in(&p->line[i], "definitions")) return true;
        terms += all_terms(p->line[i].text, t);
    }
    return terms > 300;
}

/* Is the line read back? Names are not; for long systems only a few lines are, while all
 * residuals get faults. */
static bool judged(const printed *p, int line) {
    const statement *s = &p->line[line];
    bool servos = !strncmp(s->section, "servo", 5) || printed_in(s, "equilibrium");
    if (servos || printed_in(s, "definitions") || printed_in(s, "multipliers") || has_solve(p))
        return false;
    int stated = 0;
    for (int i = 0; i < p->n; i++) stated += !printed_in(&p->line[i], "definitions");
    return !is_long(p) || line % (stated / (int)effort(3) + 1) == 0;
}

static void judge_model(const char *path, const char *model) {
    static printed p;
    int methods = 0;
    for (int i = 0; i < vv_formalism_count(); i++) {
        const char *method = vv_formalism_at(i)->name;
        if (!is_read(method) || !printed_by(path, model, method, &p)) continue;
        methods++;
        if (is_long(&p)) judge_residuals(path, model, method);
        for (int k = 0; k < p.n; k++) {
            if (!judged(&p, k)) continue;
            trial t = {.path = strrchr(path, '/') + 1, .method = method, .text = p.line[k].text};
            t.nterms = all_terms(t.text, t.term);
            int most = (int)effort(is_long(&p) ? 6 : 60);
            if (t.nterms > most) t.nterms = most;
            judge_equation(model, &p, &t);
        }
        printed_free(&p);
    }
    if (!methods) skip("no method applies");
}

int main(int argc, char **argv) {
    static char *path[MOST_MODELS];
    int n = model_files(path);
    ok(n > 40, "%d models were found", n);
    for (int i = 0; i < n; i++) {
        char *model = file_text(path[i]);
        if (!model)
            fail("%s is read", path[i]);
        else if (argc < 2 || strstr(path[i], argv[1]))
            judge_model(path[i], model);
        free(model);
        free(path[i]);
    }
    return done_testing();
}
