/* Initial rates from minimal speeds, and where these do not determine them. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "evaluate/tape/tape.h"
#include "simulate/initial/assembly.h"
#include "simulate/diagnostics.h"
#include "simulate/initial/initial.h"
#include "simulate/initial/initial_tolerances.h"

/* Values of expressions in q, w, t; NULL if out of memory. */
static double *values_at(const vv_dynamics *f, double t, const double *state, int n,
                         const vv_expr *out) {
    int nin = f->nq + f->n;
    vv_tape *tape = vv_dynamics_state_tape(f, n, out);
    double *in = VV_ARRAY(f->c, double, nin + 1), *value = VV_ARRAY(f->c, double, n + 1),
           *scratch = tape ? VV_ARRAY(f->c, double, tape->nslots + 1) : NULL;
    if (!in || !value || !scratch) return NULL;
    memcpy(in, state, (size_t)nin * sizeof *in);
    in[nin] = t;
    vv_tape_prepare(tape, scratch);
    vv_tape_run(tape, in, value, scratch);
    return value;
}

static bool same_rates(const vv_dynamics *f, const double *state, const double *a,
                       const double *b) {
    double most = fmax(vv_norm_inf_or_nan(f->nq, b), vv_norm_inf_or_nan(f->n, state + f->nq));
    for (int i = 0; i < f->nq; i++)
        if (!(fabs(a[i] - b[i]) <= VV_ASSEMBLY_SAME_RATES * most)) return false;
    return true;
}

/* The rank of n rows of this length, which are spoilt. */
static int rank_of(int n, int length, double *row) {
    int rank = 0;
    for (int r = 0; r < n; r++) {
        memmove(row + rank * length, row + r * length, (size_t)length * sizeof *row);
        rank += vv_orthonormal_extend(length, rank, row, VV_SELECT_DEPENDENT);
    }
    return rank;
}

/* Do the constraints determine as many rates as the speeds leave open, at a distance `way` from
 * this position, relative to its size? Not if a parameter value removes one, as k does in k (x' -
 * y') = 0. */
static bool bind_all(const vv_dynamics *f, double t, const double *state, double way) {
    int nq = f->nq - f->nfree, rows = f->s->nrows, n = 0;
    if (!rows) return true;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, rows * nq + 1);
    double *beside = VV_ARRAY(f->c, double, f->nq + f->n + 1), most = vv_norm_inf(nq, state);
    if (!out || !beside) return false;
    memcpy(beside, state, (size_t)(f->nq + f->n) * sizeof *beside);
    for (int i = 0; i < nq; i++)
        beside[i] += way * (most > 0 ? most : 1) * (1 + 0.37 * (i % 7)) * (i % 2 ? -1 : 1);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < nq; i++) out[n++] = f->s->row[r].coefficient[i];
    if (vv_dynamics_express(f, n, out, out) != VV_OK) return false;
    double *value = values_at(f, t, beside, n, out);
    if (!value) return false;
    return isnan(vv_norm_inf_or_nan(n, value)) || rank_of(rows, nq, value) >= nq - f->n;
}

bool vv_initial_state_determines_rates(const vv_dynamics *f, double t, const double *state,
                                       const double *rates) {
    const double *led = f->multipliers ? rates : values_at(f, t, state, f->nq, f->eq->rate);
    return f->multipliers ||
           (led && same_rates(f, state, led, rates) && bind_all(f, t, state, VV_ASSEMBLY_BESIDE));
}

static void refuse_rate(const assembly *a, int i, double led) {
    const char *name = vv_symbol_get(a->c, a->f->s->q[i])->name;
    vv_diag_hint(a->c,
                 vv_diag_add(a->c, VV_ERROR, VV_D_START, a->row[0]->span,
                             "the initial conditions violate the constraints next to their "
                             "position, where one constraint vanishes: %s' = %.9g there",
                             name, led),
                 "state velocities that the constraints allow, or fewer of them");
    vv_ctx_fail(a->c, VV_E_MODEL);
}

bool vv_assembly_rates_from_speeds(assembly *a, double t, const double *state, double *rates) {
    const vv_dynamics *f = a->f;
    int nq = a->nq;
    const double *led = a->nrows ? values_at(f, t, state, nq, f->eq->rate) : NULL;
    if (!led || !isfinite(vv_norm_inf_or_nan(nq, led)) || same_rates(f, state, led, rates) ||
        bind_all(f, t, state, 0) || !bind_all(f, t, state, VV_ASSEMBLY_BESIDE))
        return vv_ctx_ok(f->c);
    for (int i = 0; i < nq; i++) {
        if (a->stated[nq + i] &&
            fabs(led[i] - rates[i]) > VV_ASSEMBLY_AS_STATED * vv_norm_inf_or_nan(nq, led))
            return refuse_rate(a, i, led[i]), false;
        rates[i] = led[i];
        a->value[nq + i] = led[i] / a->unit[nq + i];
    }
    return true;
}
