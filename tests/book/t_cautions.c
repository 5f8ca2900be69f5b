/* What the sources warn of.
 *
 * Two systems with the same kinetic energy and force function need not move alike [Appell, Traité
 * II, no. 469; M-NO-T]. The action varied under relations between velocities does not give the
 * motion [Rolling motions, no. 23; M-HAMILTON-CAUTION]: neither with the relations put into T, nor
 * with multipliers in the action; where the relations are finite it does, which is seen here too.
 */
#include "equations/equivalence.h"
#include "formalism/formalism.h"
#include "kinematics/coordinate_partition.h"
#include "lang/parser.h"
#include "tap.h"

enum { MOST = 8 };

static char *file_text(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    if (f && text && fread(text, 1, (1 << 16) - 1, f) == 0) text[0] = '\0';
    if (f) fclose(f);
    return text;
}

typedef struct mechanism {
    vv_tree tree;
    vv_model model;
    vv_system s;
    char *text;
} mechanism;

static bool load(vv_ctx *c, const char *path, mechanism *m) {
    m->text = file_text(path);
    return m->text && vv_parse(c, path, m->text, strlen(m->text), &m->tree) == VV_OK &&
           vv_model_build(c, &m->tree, 0, NULL, &m->model) == VV_OK &&
           vv_system_build(c, &m->model, &m->s) == VV_OK;
}

static vv_equations derived(vv_ctx *c, const vv_system *s, const char *method) {
    vv_equations eq = {0};
    const char *why = NULL;
    if (vv_formalism_run(c, vv_formalism_find(method), s, &eq, &why) != VV_OK)
        diag("%s: %s", method, why ? why : "failed");
    return eq;
}

static vv_verdict zero(vv_ctx *c, const vv_system *s, vv_expr e) {
    vv_proof p;
    return vv_prove_zero(c, &s->facts, 1, &e, NULL, &p) == VV_OK ? p.verdict : VV_UNDECIDED;
}

/* ---- two systems --------------------------------------------------------------------------- */

static int find(vv_ctx *c, int n, const vv_expr *x, const char *name) {
    for (int i = 0; i < n; i++)
        if (!strcmp(vv_symbol_get(c, x[i])->name, name)) return i;
    return -1;
}

/* An expression of the second system in the symbols of the first that have the same names. */
static vv_expr renamed(vv_ctx *c, const mechanism *from, const mechanism *to, vv_expr e) {
    vv_expr a[64], b[64];
    int n = 0;
    for (int i = 0; i < from->s.nq; i++) {
        int k = find(c, to->s.nq, to->s.q, vv_symbol_get(c, from->s.q[i])->name);
        if (k < 0) return VV_POISON;
        a[n] = from->s.q[i], b[n++] = to->s.q[k];
        a[n] = from->s.qd[i], b[n++] = to->s.qd[k];
        a[n] = from->s.qdd[i], b[n++] = to->s.qdd[k];
    }
    for (int i = 0; i < from->model.nparameters; i++)
        for (int k = 0; k < to->model.nparameters; k++) {
            vv_expr x = from->model.parameter[i].symbol, y = to->model.parameter[k].symbol;
            if (!strcmp(vv_symbol_get(c, x)->name, vv_symbol_get(c, y)->name)) a[n] = x, b[n++] = y;
        }
    vv_expr out;
    vv_subst(c, n, a, b, 1, &e, &out);
    return out;
}

static void two_systems(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    mechanism first, second;
    if (!ok(load(c, "models/book/twosystems_first.vv", &first) &&
                load(c, "models/book/twosystems_second.vv", &second),
            "M-NO-T: both systems are understood"))
        return;
    vv_expr T = first.s.T;
    vv_subst(c, first.s.nq, first.s.qd, first.s.rate, 1, &T, &T);
    is_int(zero(c, &first.s, vv_sub(c, T, renamed(c, &second, &first, second.s.T))), VV_PROVED,
           "M-NO-T: T is the same when the constraints are put in");
    is_int(zero(c, &first.s, vv_sub(c, first.s.U, renamed(c, &second, &first, second.s.U))),
           VV_PROVED, "M-NO-T: U is the same");
    vv_equations a = derived(c, &first.s, "appell"), b = derived(c, &second.s, "lagrange");
    for (int i = 0; i < a.n && b.n; i++) {
        const char *name = vv_symbol_get(c, a.w[i])->name;
        int k = find(c, b.n, b.w, name);
        vv_expr other = k < 0 ? VV_POISON : renamed(c, &second, &first, b.residual[k]);
        bool same = !strcmp(name, "θ");
        is_int(zero(c, &first.s, vv_sub(c, a.residual[i], other)), same ? VV_PROVED : VV_REFUTED,
               "M-NO-T: the equation of %s is %s", name, same ? "the same" : "another");
    }
    free(first.text);
    free(second.text);
    vv_ctx_free(c);
}

/* ---- the action varied --------------------------------------------------------------------- */

/* T reduced by the relations, as if its coordinates were free: E(T_red) = Q. */
static bool reduced_action(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *k,
                           vv_equations *out) {
    int n = k->n, nq = s->nq;
    vv_expr T = vv_add(c, s->T, s->U), dL[MOST], p[MOST];
    *out = (vv_equations){.nq = nq, .q = s->q, .qd = s->qd, .qdd = s->qdd, .n = n};
    out->nequations = n;
    out->w = out->speed = k->w;
    out->wd = k->wd;
    out->rate = k->rate;
    out->rate_rate = k->rate_rate;
    out->test = k->direction;
    out->residual = VV_ARRAY(c, vv_expr, n);
    if (!out->residual) return false;
    vv_coordinate_partition_insert(c, s, k, 1, &T);
    vv_gradient(c, T, n, k->w, p);
    vv_total_derivative(c, k->rates.n, k->rates.from, k->rates.to, n, p, p);
    vv_gradient(c, T, nq, s->q, dL);
    for (int i = 0; i < n; i++) out->residual[i] = vv_sub(c, p[i], dL[k->independent[i]]);
    return vv_ctx_ok(c);
}

/* The action of T + U + sum mu_k f_k, all coordinates and mu varied: the mu are functions of time
 * with values of their own, so that they and their rates count as unknowns. */
static bool constrained_action(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq, m = s->nrows;
    vv_expr L = vv_add(c, s->T, s->U), p[MOST], dL[MOST], from[4 * MOST], to[4 * MOST];
    *out = (vv_equations){.nq = n, .q = s->q, .qd = s->qd, .qdd = s->qdd, .n = n};
    out->nequations = n;
    out->w = out->rate = out->speed = s->qd;
    out->wd = out->rate_rate = s->qdd;
    out->residual = VV_ARRAY(c, vv_expr, n);
    out->test = VV_ARRAY(c, vv_expr, n * n);
    if (!out->residual || !out->test) return false;
    int k = s->maps.coordinate_rates.n;
    for (int i = 0; i < k; i++)
        from[i] = s->maps.coordinate_rates.from[i], to[i] = s->maps.coordinate_rates.to[i];
    for (int r = 0; r < m; r++) {
        vv_expr mu = vv_symbol_new(c, "μ", VV_SYM_MULTIPLIER), f = s->row[r].velocity;
        if (s->row[r].finite.id) f = s->row[r].finite; /* where it is finite: itself */
        L = vv_add(c, L, vv_mul(c, mu, f));
        from[k] = mu, to[k++] = vv_symbol_new(c, "ν", VV_SYM_MULTIPLIER);
    }
    vv_gradient(c, L, n, s->qd, p);
    vv_total_derivative(c, k, from, to, n, p, p);
    vv_gradient(c, L, n, s->q, dL);
    for (int a = 0; a < n; a++) out->residual[a] = vv_sub(c, p[a], dL[a]);
    for (int a = 0; a < n * n; a++) out->test[a] = a % (n + 1) ? VV_ZERO : VV_ONE;
    return vv_ctx_ok(c);
}

/* Finite relations: the action may be varied; otherwise it gives other equations. */
static void varied(const char *path, bool finite) {
    vv_ctx *c = vv_ctx_new(NULL);
    mechanism m;
    vv_coordinate_partition k;
    vv_equations action;
    vv_proof p;
    const char *why = NULL;
    if (!ok(load(c, path, &m) && m.s.nq <= MOST && m.s.maps.coordinate_rates.n <= 3 * MOST &&
                vv_coordinate_partition_build(c, &m.s, &k) == VV_OK,
            "M-HAMILTON-CAUTION: %s is understood", path))
        return;
    vv_equations sound = derived(c, &m.s, "multipliers"), hamilton;
    vv_status status = vv_formalism_run(c, vv_formalism_find("hamilton"), &m.s, &hamilton, &why);
    if (!finite)
        ok(status == VV_E_BEYOND && why && strstr(why, "does not give the motion"),
           "M-HAMILTON-CAUTION: %s: Hamilton's equations refuse with the reason", path);
    ok(constrained_action(c, &m.s, &action) &&
           vv_equations_prove_equivalent(c, &m.s, &sound, &action, NULL, &p) == VV_OK &&
           p.verdict == (finite ? VV_PROVED : VV_REFUTED),
       "M-HAMILTON-CAUTION: %s: the action with multipliers %s", path,
       finite ? "gives the motion" : "does not give the motion");
    if (!finite) {
        ok(reduced_action(c, &m.s, &k, &action) &&
               vv_equations_prove_equivalent(c, &m.s, &sound, &action, NULL, &p) == VV_OK &&
               p.verdict == VV_REFUTED,
           "M-HAMILTON-CAUTION: %s: the action of the reduced T does not give the motion", path);
    }
    free(m.text);
    vv_ctx_free(c);
}

int main(void) {
    two_systems();
    varied("models/book/hoop.vv", false);
    varied("models/chaplygin_sleigh.vv", false);
    varied("models/nonholonomic_particle.vv", false);
    varied("models/pendulum_cartesian.vv", true);
    return done_testing();
}
