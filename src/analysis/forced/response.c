/* Forced small motions [Appell1896, no. 451; M-FORCED, M-RESONANCE]: at each equilibrium, the
 * model's perturbations act as functions of time alone on the linearized equations
 *     M δπ'' + G δπ' + K δπ = Σ b A cos(ω t + α).
 * For each frequency ω: amplitudes in closed form, A/(r^2 - ω^2) in normal coordinates; whether
 * ω is a natural frequency, and the secular term in that case; with parameter values, detuning
 * and amplification, and a table over the range of a parameter that has a box. */
#include <math.h>

#include "analysis/forced/harmonic_forcing.h"
#include "numeric/numeric.h"
#include "algebra/algebra.h"
#include "analysis/forced/forced_tolerances.h"

enum {
    MOST = VV_DETERMINANT_MAX,
    MOST_SYMBOLS = 4,
    ROWS = 25,
    MOST_NUMBERS = VV_HARMONIC_RESPONSE_MOST
};

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_linearized *m;
    const vv_equilibrium *at;
    int n, ndrives;
    vv_harmonic_force drive[VV_HARMONICS_MOST];
    vv_status status;
} work;

static const char *name_of(work *w, int i) { return vv_deviation_name(w->c, w->study->s, i); }

static const char *latex_of(work *w, const char *what, int i) {
    return vv_format(w->c, "\\text{%s }%s", what, vv_deviation_latex(w->c, w->study->s, i));
}

/* ---- the forces ---------------------------------------------------------------------------- */

/* The perturbations at the equilibrium by frequency. False: one is not a sum of harmonic terms. */
static bool gather(work *w) {
    const char *no;
    w->ndrives = vv_harmonic_forces_find(w->c, w->study, w->at, w->drive, &no);
    if (no) {
        vv_document_paragraph(w->d, "remark", "%s is not a sum of harmonic terms", no);
        w->status = VV_E_BEYOND;
    }
    return w->ndrives >= 0;
}

/* ---- closed form --------------------------------------------------------------------------- */

static void stiffness(work *w, vv_expr square, vv_expr *a) {
    for (int i = 0; i < w->n * w->n; i++)
        a[i] = vv_sub(w->c, w->m->K[i], vv_mul(w->c, square, w->m->M[i]));
}

/* As a product of factors, with common factors cancelled. */
static vv_expr cancelled(vv_ctx *c, vv_expr e) {
    vv_factors f;
    if (!vv_factorise(c, e, &f)) return e;
    vv_expr out = vv_rational(c, f.number);
    for (int i = 0; i < f.n; i++) out = vv_mul(c, out, vv_pow_int(c, f.factor[i], f.power[i]));
    return out;
}

static void put_amplitude(work *w, int i, vv_expr x) {
    x = cancelled(w->c, x);
    vv_document_named(w->d, "amplitude", vv_format(w->c, "    amplitude of %s", name_of(w, i)),
                      latex_of(w, "amplitude of", i), x);
}

/* A mode shape at ρ: cofactors of a row that do not all vanish. False for a multiple root. */
static bool free_motion(work *w, const vv_expr *a, vv_expr *v) {
    int n = w->n;
    vv_expr part[MOST * MOST];
    for (int r = 0; r < n; r++) {
        bool any = false;
        for (int j = 0; j < n; j++) {
            int at = 0;
            for (int x = 0; x < n; x++)
                for (int y = 0; y < n; y++)
                    if (x != r && y != j) part[at++] = a[x * n + y];
            v[j] = vv_determinant(w->c, n - 1, part);
            if ((r + j) % 2) v[j] = vv_neg(w->c, v[j]);
            vv_clear_zeros(w->c, &w->study->s->facts, 1, &v[j]);
            any |= !vv_is_zero(v[j]);
        }
        if (any) return true;
    }
    return false;
}

static void argue_resonance(work *w, const vv_harmonic_force *k, const vv_expr *v) {
    vv_ctx *c = w->c;
    int n = w->n;
    vv_proof_record *r = vv_proof_record_theorem(c, "resonance", &w->study->s->facts, VV_REFUTED);
    vv_expr square = vv_mul(c, k->frequency, k->frequency);
    vv_proof_record_list(r, "mass", n * n, w->m->M);
    vv_proof_record_list(r, "stiffness", n * n, w->m->K);
    vv_proof_record_list(r, "direction", n, v);
    vv_proof_record_list(r, "force", n, k->b);
    vv_proof_record_list(r, "factor", 1, &square);
    vv_document_argue(w->d, r);
}

/* ω is a natural frequency with mode shape v: the secular term (v.b / v.M v) A t/(2 ω) sin(ω t +
 * α) v is added. */
static void put_resonance(work *w, const vv_harmonic_force *k, const vv_expr *a) {
    vv_ctx *c = w->c;
    int n = w->n;
    vv_expr v[MOST], work_done = VV_ZERO, inertia = VV_ZERO;
    if (!free_motion(w, a, v)) {
        vv_document_verdict(w->d, "resonance", "the response stays bounded", "not decided",
                            "resonance with a multiple root", NULL);
        w->status = VV_E_BEYOND;
        return;
    }
    for (int i = 0; i < n; i++) {
        work_done = vv_add(c, work_done, vv_mul(c, v[i], k->b[i]));
        for (int j = 0; j < n; j++)
            inertia = vv_add(c, inertia, vv_mul(c, w->m->M[i * n + j], vv_mul(c, v[i], v[j])));
    }
    if (vv_vanishes(c, &w->study->s->facts, work_done)) {
        vv_document_verdict(
            w->d, "resonance", "the response stays bounded", "proved",
            "the frequency is a natural frequency, but the force does no work on that mode", NULL);
        return;
    }
    vv_document_verdict(w->d, "resonance", "the response stays bounded", "refuted",
                        "resonance: the frequency is a natural frequency; a term grows linearly in "
                        "time, and the linear equations hold only while it is small",
                        NULL);
    argue_resonance(w, k, v);
    vv_expr rate = vv_div(c, work_done, vv_mul(c, vv_mul(c, vv_int(c, 2), k->frequency), inertia));
    for (int i = 0; i < n; i++)
        vv_document_named(w->d, "secular",
                          vv_format(c, "    growth of %s, times t*sin(ω*t + α)", name_of(w, i)),
                          latex_of(w, "growth of", i), vv_mul(c, rate, v[i]));
    if (w->status == VV_OK) w->status = VV_E_NO;
}

/* Amplitudes as functions of ω. */
static void put_symbols(work *w, const vv_harmonic_force *k) {
    vv_ctx *c = w->c;
    vv_expr a[MOST * MOST], x[MOST], square = vv_mul(c, k->frequency, k->frequency);
    if (w->n > MOST_SYMBOLS || !w->m->conservative) return;
    stiffness(w, square, a);
    vv_clear_zeros(c, &w->study->s->facts, w->n * w->n, a);
    vv_expr det = vv_determinant(c, w->n, a);
    if (vv_vanishes(c, &w->study->s->facts, det)) {
        put_resonance(w, k, a);
        return;
    }
    if (vv_solve_cramer(c, &w->study->s->facts, w->n, a, 1, k->b, x))
        for (int i = 0; i < w->n; i++)
            if (!vv_is_zero(x[i])) put_amplitude(w, i, x[i]);
}

/* One damped direction: amplitude A/sqrt((K - M ω^2)^2 + G^2 ω^2), phase lag atan2(G ω, K - M
 * ω^2). */
static void put_damped(work *w, const vv_harmonic_force *k) {
    vv_ctx *c = w->c;
    if (w->n != 1 || w->m->conservative) return;
    vv_expr square = vv_mul(c, k->frequency, k->frequency), a;
    stiffness(w, square, &a);
    vv_expr g = vv_mul(c, w->m->G[0], k->frequency),
            size = vv_sqrt(c, vv_add(c, vv_mul(c, a, a), vv_mul(c, g, g))), lag[2] = {g, a};
    put_amplitude(w, 0, vv_div(c, k->b[0], size));
    vv_document_named(w->d, "lag", "    phase lag behind the force",
                      "\\text{phase lag behind the force}", vv_call(c, VV_ATAN2, 2, lag));
}

/* |p + i q|^2 */
static vv_expr modulus(vv_ctx *c, vv_expr p, vv_expr q) {
    p = vv_factored(c, p), q = vv_factored(c, q);
    return vv_add(c, vv_mul(c, p, p), vv_mul(c, q, q));
}

/* Two directions with velocity-dependent terms, Z = K - M ω^2 + i ω G: the moduli of the
 * solution of Z x = b. */
static void put_two_damped(work *w, const vv_harmonic_force *k) {
    vv_ctx *c = w->c;
    vv_expr a[4], g[4], re, im, square = vv_mul(c, k->frequency, k->frequency);
    if (w->n != 2 || w->m->conservative) return;
    stiffness(w, square, a);
    for (int i = 0; i < 4; i++) g[i] = vv_mul(c, w->m->G[i], k->frequency);
    re = vv_sub(c, vv_sub(c, vv_mul(c, a[0], a[3]), vv_mul(c, g[0], g[3])),
                vv_sub(c, vv_mul(c, a[1], a[2]), vv_mul(c, g[1], g[2])));
    im = vv_sub(c, vv_add(c, vv_mul(c, a[0], g[3]), vv_mul(c, g[0], a[3])),
                vv_add(c, vv_mul(c, a[1], g[2]), vv_mul(c, g[1], a[2])));
    vv_expr size = modulus(c, re, im);
    if (vv_vanishes(c, &w->study->s->facts, size)) {
        vv_document_verdict(w->d, "resonance", "the response stays bounded", "not decided",
                            "resonance: the frequency is a natural frequency", NULL);
        w->status = VV_E_BEYOND;
        return;
    }
    for (int i = 0; i < 2; i++) { /* b_i Z_jj - b_j Z_ij over the determinant */
        int j = 1 - i;
        re = vv_sub(c, vv_mul(c, k->b[i], a[3 * j]), vv_mul(c, k->b[j], a[2 * i + j]));
        im = vv_sub(c, vv_mul(c, k->b[i], g[3 * j]), vv_mul(c, k->b[j], g[2 * i + j]));
        vv_expr x = vv_div(c, modulus(c, re, im), size);
        if (!vv_vanishes(c, &w->study->s->facts, x)) put_amplitude(w, i, vv_sqrt(c, x));
    }
}

/* ---- numerical ----------------------------------------------------------------------------- */

typedef struct numbers {
    double *M, *G, *K, *b;
    double frequency, phase;
} numbers;

/* A double as the rational that is printed. */
static vv_expr printed_rational(vv_ctx *c, double x) {
    vv_rat r;
    const char *text = vv_format(c, "%.17g", fabs(x));
    if (!text || !vv_rat_parse(c, text, &r)) return VV_POISON;
    vv_expr e = vv_rational(c, r);
    return x < 0 ? vv_neg(c, e) : e;
}

/* With one parameter at a given value (poison: none). */
static bool evaluate(work *w, const vv_harmonic_force *k, vv_expr parameter, double value,
                     numbers *x) {
    vv_ctx *c = w->c;
    int n = w->n, all = 3 * n * n + n + 2, at = 0;
    vv_expr *e = VV_ARRAY(c, vv_expr, all + 1);
    double *out = VV_ARRAY(c, double, all + 1);
    if (!e || !out || n > MOST_NUMBERS) return false;
    for (int i = 0; i < n * n; i++) e[at++] = w->m->M[i];
    for (int i = 0; i < n * n; i++) e[at++] = w->m->G[i];
    for (int i = 0; i < n * n; i++) e[at++] = w->m->K[i];
    for (int i = 0; i < n; i++) e[at++] = k->b[i];
    e[at++] = k->frequency, e[at++] = k->phase;
    if (!vv_is_poison(parameter)) {
        vv_expr number = printed_rational(c, value);
        vv_subst(c, 1, &parameter, &number, all, e, e);
    }
    if (!vv_study_numbers(c, w->study, w->at, all, e, out)) {
        /* only the phase may lack a value */
        e[all - 1] = VV_ZERO;
        if (!vv_study_numbers(c, w->study, w->at, all, e, out)) return false;
    }
    *x = (numbers){out,         out + n * n, out + 2 * n * n, out + 3 * n * n, fabs(out[all - 2]),
                   out[all - 1]};
    return true;
}

/* Each normal coordinate: its natural frequency, the detuning of ω, A/(r^2 - ω^2). */
static void put_principal(work *w, const numbers *x) {
    vv_ctx *c = w->c;
    int n = w->n, rows = 0;
    double *v = VV_MATRIX(c, double, n, n), *rho = VV_ARRAY(c, double, n + 1);
    const char **cell = VV_ARRAY(c, const char *, (n + 1) * 4 + 1);
    bool at_resonance = false;
    if (!v || !rho || !cell || !w->m->conservative) return;
    for (int i = 0; i < n * n; i++) v[i] = x->K[i];
    if (!vv_eigen_symmetric_pencil(c, n, v, x->M, rho)) return;
    cell[0] = "frequency r", cell[1] = "detuning (ω - r)/r", cell[2] = "amplification";
    cell[3] = "amplitude A/(r^2 - ω^2)";
    for (int k = 0; k < n; k++) {
        double force = 0, square = x->frequency * x->frequency, r = rho[k] > 0 ? sqrt(rho[k]) : 0;
        for (int i = 0; i < n; i++) force += v[i * n + k] * x->b[i];
        const char **row = cell + ++rows * 4;
        double off = (x->frequency - r) / r;
        row[0] = r > 0 ? vv_format(c, "%.12g", r) : "no oscillation";
        row[1] = r > 0 ? vv_format(c, "%.6g%s", vv_unsigned_zero(off),
                                   fabs(off) < VV_RESPONSE_NEAR_RESONANCE ? " (near)" : "")
                       : "-";
        row[2] = r > 0 ? vv_format(c, "%.6g", 1 / fabs(1 - square / rho[k])) : "-";
        row[3] = vv_format(c, "%.12g",
                           fabs(force) < VV_RESPONSE_NO_FORCE ? 0 : force / (rho[k] - square));
        if (r == 0 || fabs(off) > VV_RESPONSE_RESONANCE || fabs(force) < VV_RESPONSE_NO_FORCE)
            continue;
        row[2] = "resonance"; /* s'' + r^2 s = A cos(r t): s = A t/(2 r) sin(r t) */
        row[3] = vv_format(c, "grows: %.12g t", force / (2 * r));
        at_resonance = true;
    }
    vv_document_table(w->d, "principal",
                      "principal coordinates (T = 1/2 Σ s'^2), computed numerically", 4, rows,
                      cell);
    if (at_resonance)
        vv_document_paragraph(
            w->d, "resonance",
            "for the given parameter values the force is at resonance: the motion grows linearly "
            "in time, and the linear equations hold only while it is small");
}

/* Velocity-dependent forces, each coordinate with its own phase; or too many directions for a
 * closed form. */
static void put_phases(work *w, const numbers *x) {
    vv_ctx *c = w->c;
    double re[MOST_NUMBERS], im[MOST_NUMBERS];
    const char **cell = VV_ARRAY(c, const char *, (w->n + 1) * 3 + 1);
    if (!cell || (w->m->conservative && w->n <= MOST_SYMBOLS)) return;
    if (!vv_harmonic_response(w->n, x->M, x->G, x->K, x->b, x->frequency, re, im)) {
        vv_document_paragraph(w->d, "resonance",
                              "for the given parameter values the force is at resonance: its "
                              "frequency is a natural frequency");
        return;
    }
    cell[0] = "coordinate", cell[1] = "amplitude", cell[2] = "phase lag behind the force";
    for (int i = 0; i < w->n; i++) {
        const char **row = cell + 3 * (i + 1);
        row[0] = name_of(w, i);
        row[1] = vv_format(c, "%.12g", hypot(re[i], im[i]));
        row[2] = vv_format(c, "%.6g", vv_unsigned_zero(atan2(-im[i], re[i])));
    }
    vv_document_table(w->d, "lagging", "for the given parameter values", 3, w->n, cell);
}

/* ---- over a range -------------------------------------------------------------------------- */

/* The parameter with a box on which the frequency depends, or poison. */
static vv_expr swept_parameter(work *w, const vv_harmonic_force *k, double *low, double *high) {
    const vv_model *m = w->study->s->m;
    double inner;
    for (int i = 0; i < m->nboxes; i++)
        if (vv_symbol_get(w->c, m->box[i].symbol)->kind == VV_SYM_PARAMETER &&
            vv_depends(w->c, k->frequency, 1, &m->box[i].symbol) &&
            vv_study_bounds(w->c, w->study, NULL, m->box[i].low, low, &inner) &&
            vv_study_bounds(w->c, w->study, NULL, m->box[i].high, &inner, high))
            return m->box[i].symbol;
    return VV_POISON;
}

static void put_row(work *w, const char **row, double value, const numbers *x) {
    double re[MOST_NUMBERS], im[MOST_NUMBERS];
    bool finite = vv_harmonic_response(w->n, x->M, x->G, x->K, x->b, x->frequency, re, im),
         lag = !w->m->conservative;
    row[0] = vv_format(w->c, "%.9g", value);
    row[1] = vv_format(w->c, "%.9g", x->frequency);
    for (int i = 0; i < w->n; i++) {
        const char **cell = row + 2 + i * (lag ? 2 : 1);
        double size = lag ? hypot(re[i], im[i]) : re[i];
        cell[0] = finite ? vv_format(w->c, "%.9g", size) : "resonance";
        if (lag)
            cell[1] =
                finite ? vv_format(w->c, "%.6g", vv_unsigned_zero(atan2(-im[i], re[i]))) : "-";
    }
}

/* Frequency response: a table for display and plotting. */
static void put_range(work *w, const vv_harmonic_force *k) {
    vv_ctx *c = w->c;
    double low, high;
    vv_expr parameter = swept_parameter(w, k, &low, &high);
    bool lag = !w->m->conservative;
    int columns = 2 + w->n * (lag ? 2 : 1);
    const char **cell = VV_MATRIX(c, const char *, ROWS + 1, columns);
    if (vv_is_poison(parameter) || !cell || w->n > MOST_NUMBERS) return;
    cell[0] = vv_symbol_get(c, parameter)->name, cell[1] = "ω";
    for (int i = 0; i < w->n; i++) {
        cell[2 + i * (lag ? 2 : 1)] = name_of(w, i);
        if (lag) cell[3 + 2 * i] = vv_format(c, "phase of %s", name_of(w, i));
    }
    for (int j = 0; j < ROWS && vv_ctx_tick(c); j++) {
        double value = low + (high - low) * j / (ROWS - 1);
        numbers x;
        if (!evaluate(w, k, parameter, value, &x)) {
            vv_document_paragraph(w->d, "remark",
                                  "a table over the range needs values of the other parameters");
            return;
        }
        put_row(w, cell + (j + 1) * columns, value, &x);
    }
    vv_document_table(
        w->d, "range",
        lag ? "frequency response: amplitude and phase lag behind the force"
            : "frequency response: amplitudes, negative when in antiphase with the force",
        columns, ROWS, cell);
}

/* Where the frequency, linear in a parameter, equals a natural frequency: v = (r - ω0)/ω'. */
static void put_speeds(work *w, const vv_harmonic_force *k) {
    vv_ctx *c = w->c;
    double low, high;
    vv_expr p = swept_parameter(w, k, &low, &high);
    if (vv_is_poison(p) || !w->m->conservative) return;
    vv_expr slope = vv_diff(c, k->frequency, p), rest = vv_subst1(c, k->frequency, p, VV_ZERO);
    double line[2], *rho = VV_ARRAY(c, double, w->n + 1), *v = VV_MATRIX(c, double, w->n, w->n);
    vv_expr both[2] = {slope, rest};
    numbers x;
    if (vv_depends(c, slope, 1, &p) || !rho || !v || !evaluate(w, k, p, low, &x) ||
        !vv_study_numbers(c, w->study, w->at, 2, both, line) || line[0] == 0)
        return;
    for (int i = 0; i < w->n * w->n; i++) v[i] = x.K[i];
    if (!vv_eigen_symmetric_pencil(c, w->n, v, x.M, rho)) return;
    for (int i = 0; i < w->n; i++) {
        if (!(rho[i] > 0)) continue;
        double at = (sqrt(rho[i]) - line[1]) / line[0];
        const char *what = at < fmin(low, high) || at > fmax(low, high) ? ", outside the box" : "";
        vv_document_fact(w->d, "resonant", "resonance at",
                         vv_format(c, "%s = %.12g (r = %.12g)%s", vv_symbol_get(c, p)->name, at,
                                   sqrt(rho[i]), what));
    }
}

/* ---- one equilibrium ----------------------------------------------------------------------- */

static void put_force(work *w, const vv_harmonic_force *k) {
    vv_ctx *c = w->c;
    numbers x;
    vv_expr name = vv_symbol_new(c, "ω", VV_SYM_OTHER), phase = vv_symbol_new(c, "α", VV_SYM_OTHER);
    vv_document_begin(w->d, "drive", true, NULL);
    if (vv_is_zero(k->frequency)) {
        vv_document_paragraph(w->d, "constant", "a constant force: it shifts the equilibrium");
    } else {
        vv_document_definition(w->d, "frequency", name, k->frequency, "of the force");
        if (!vv_is_zero(k->phase)) vv_document_definition(w->d, "phase", phase, k->phase, NULL);
    }
    put_symbols(w, k);
    put_damped(w, k);
    put_two_damped(w, k);
    if (vv_ctx_ok(c) && evaluate(w, k, VV_POISON, 0, &x)) {
        put_principal(w, &x);
        put_phases(w, &x);
    } else if (vv_ctx_ok(c) && !w->m->conservative && w->n > 2) {
        vv_document_paragraph(w->d, "remark", "the amplitudes need parameter values");
        w->status = VV_E_BEYOND;
    }
    if (vv_ctx_ok(c)) put_speeds(w, k);
    if (vv_ctx_ok(c)) put_range(w, k);
    vv_document_end(w->d);
}

static vv_status visit(vv_ctx *c, const vv_study *study, vv_document *d, const vv_linearized *m,
                       const vv_equilibrium *at) {
    work *w = VV_NEW(c, work);
    if (!w) return vv_ctx_status(c);
    if (m->timed || m->rough) {
        vv_status status = vv_small_motions_put_hindrance(c, study, d, m, at);
        return status == VV_OK ? VV_E_BEYOND : status;
    }
    *w = (work){.c = c, .d = d, .study = study, .m = m, .at = at, .n = m->n};
    if (!gather(w)) return vv_ctx_ok(c) ? w->status : vv_ctx_status(c);
    for (int i = 0; i < w->ndrives && vv_ctx_tick(c); i++) put_force(w, &w->drive[i]);
    return w->status;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    return vv_small_motions_each(c, study, d, visit);
}

const vv_topic vv_topic_response = {
    .name = "response",
    .title = "Forced small motions",
    .text = "response to perturbations: amplitudes, resonance, frequency response",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR | VV_NEEDS_PERTURBATION,
    .fill = fill,
};
