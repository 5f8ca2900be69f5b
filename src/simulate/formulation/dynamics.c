#include "simulate/formulation/dynamics.h"

#include <math.h>
#include <string.h>

#include "platform/simd_vector4.h"
#include "platform/simd_targets.h"
#include "evaluate/jit/jit.h"
#include "numeric/numeric.h"
#include "simulate/formulation/variational.h"
#include "platform/platform.h"

/* No NaN or infinity. Several independent sums hide latency. */
INLINE bool all_finite(int n, const double *a) {
    vv_double4 zero = {0}, other = {0};
    double rest = 0;
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        zero += 0 * *(const vv_double4 *)(a + i);
        other += 0 * *(const vv_double4 *)(a + i + 4);
    }
    for (; i < n; i++) rest += 0 * a[i];
    zero += other;
    return ((zero[0] + zero[1]) + (zero[2] + zero[3])) + rest == 0;
}
AVX2 static bool all_finite_wide(int n, const double *a) { return all_finite(n, a); }

/* A constant matrix whose inverse is in the closed jets; sines of angles change. */
static bool is_known(const vv_dynamics *f) {
    return f->matrix_state.constant && f->matrix_state.constant_inverse && f->taylor.closed_work &&
           !f->taylor.closed->nangles;
}

vv_dynamics_fault vv_dynamics_evaluate_matrix(vv_dynamics *f, const double *state, double t) {
    int n = f->nq + f->n;
    memcpy(f->in, state, (size_t)n * sizeof *state);
    f->in[n] = t;
    if (is_known(f)) return VV_DYNAMICS_OK;
    vv_jit_count_run(f->c, f->entries.code);
    vv_jit_run(f->entries.code, f->in, f->entries.out, f->entries.scratch);
    if (f->entries.out != f->kkt.a)
        memcpy(f->kkt.a, f->entries.out, (size_t)(f->kkt.n * f->kkt.n) * sizeof *f->kkt.a);
    if (f->coulomb) vv_coulomb_matrix_rows(f);
    int all = f->kkt.n * f->kkt.n;
    if (vv_cpu_has_avx2 ? all_finite_wide(all, f->kkt.a) : all_finite(all, f->kkt.a))
        return VV_DYNAMICS_OK;
    return f->nan_equation = -1, f->nan_order = 0, VV_DYNAMICS_NAN;
}

/* B = - M^-1 gives w' = B r; its derivative is B dM B, so that dw' = B dr + B dM B r. */
static void vary_inverse(vv_dynamics *f, const double *B) {
    int n = f->nown, all = f->n;
    double *to = vv_jet_matrix(f->taylor.closed, f->taylor.closed_work), *row = f->block + n * n;
    memset(to, 0, (size_t)(all * all) * sizeof *to);
    for (int k = 0; k < all / n; k++)
        for (int i = 0; i < n; i++) {
            const double *dM = f->entries.out + k * n * n;
            double *own = to + (k * n + i) * all;
            memcpy(own + k * n, B + i * n, (size_t)n * sizeof *own);
            for (int j = 0; k && j < n; j++) { /* row i of B dM */
                row[j] = 0;
                for (int a = 0; a < n; a++) row[j] += B[i * n + a] * dM[a * n + j];
            }
            for (int j = 0; k && j < n; j++)
                for (int a = 0; a < n; a++) own[j] += row[a] * B[a * n + j];
        }
}

static bool invert_symmetric_or_not(int n, bool symmetric, const double *a, double *out,
                                    double *pivot, double *scratch) {
    if (vv_invert_spd_negated(n, symmetric, a, out, scratch, VV_DYNAMICS_LEAST_PIVOT)) return true;
    for (int i = 0; i < n * n; i++) out[i] = -a[i];
    return vv_invert(n, out, pivot, VV_DYNAMICS_LEAST_PIVOT);
}

/* Entries outside the blocks are not read by the jets. */
static bool invert_blocks(vv_dynamics *f, double *out) {
    const vv_matrix_blocks *b = &f->blocks;
    int n = f->kkt.n;
    for (int k = 0; k < b->n; k++) {
        const int *row = b->row + b->first[k];
        int m = b->first[k + 1] - b->first[k];
        double *own = b->own, *inverse = own + m * m;
        for (int i = 0; i < m * m; i++) own[i] = f->kkt.a[row[i / m] * n + row[i % m]];
        if (!invert_symmetric_or_not(m, f->matrix_state.symmetric, own, inverse, f->x, b->scratch))
            return false;
        for (int i = 0; i < m * m; i++) out[row[i / m] * n + row[i % m]] = inverse[i];
    }
    return true;
}

/* Closed jets cannot handle redundant constraints. */
static bool leaves_spare_out(const vv_dynamics *f, const double *factor) {
    int n = f->kkt.n;
    for (int i = f->nown; i < n; i++)
        if (f->kkt.redundant[i] && factor[i * n + i] != 0) return false;
    return true;
}

/* w' = - M^-1 r, or the factors of the KKT matrix. The matrix itself is kept. */
static bool invert(vv_dynamics *f) {
    int n = f->kkt.n;
    if (!f->taylor.closed_work || (f->m && !f->matrix_state.for_series)) return false;
    if (f->coulomb && !vv_coulomb_all_sticking(f->coulomb)) return false;
    if (f->matrix_state.constant && f->matrix_state.constant_inverse) return true;
    double *B = f->variational ? f->block : vv_jet_matrix(f->taylor.closed, f->taylor.closed_work);
    /* reactions that are not determined are those of full pivoting, where friction asks for them */
    if (f->m)
        return vv_kkt_factor_natural(&f->kkt, f->n, B) && (!f->coulomb || f->kkt.rank == n) &&
               leaves_spare_out(f, B);
    bool done = f->blocks.n ? invert_blocks(f, B)
                            : invert_symmetric_or_not(n, f->matrix_state.symmetric, f->kkt.a, B,
                                                      f->x, f->sweep);
    if (!done) return false;
    if (f->variational) vary_inverse(f, B);
    f->kkt.rank = n;
    return f->matrix_state.constant_inverse = true;
}

vv_dynamics_fault vv_dynamics_factor(vv_dynamics *f) {
    f->matrix_state.factored = false;
    f->matrix_state.inverted = invert(f);
    if (f->matrix_state.inverted) return VV_DYNAMICS_OK;
    enum { LEAST_EXPONENT = -33 }; /* 1e-10 of the square of a row: redundant, or faded */
    if (!vv_kkt_factor(&f->kkt, ldexp(1, LEAST_EXPONENT))) return VV_DYNAMICS_NAN;
    /* a vanishing pivot is harmless only if a multiplier is undetermined */
    for (int i = f->kkt.rank; i < f->kkt.n; i++)
        if (f->kkt.column[i] < f->nown) return VV_DYNAMICS_SINGULAR;
    f->matrix_state.factored = true;
    return VV_DYNAMICS_OK;
}

static void put_state(vv_jet *j, double *work, int n, const double *state, double t, int time) {
    for (int i = 0; i < n; i++) vv_jet_input(j, work, i)[0] = state[i];
    vv_jet_input(j, work, time)[0] = t;
    vv_jet_input(j, work, time)[1] = 1;
}

/* Coefficients of the constraint residuals `shift` orders ahead, negated, as right-hand sides. */
static void rows_ahead(const vv_dynamics *f, const vv_dynamics_constraints *r, int k, double *rhs) {
    if (!r->n) return;
    bool finite = r->shift == 2;
    int at = k + r->shift;
    double scale = finite ? (k + 1.0) * (k + 2.0) : k + 1.0;
    for (int i = 0; i < f->nq; i++)
        vv_jet_input(r->jet, r->work, i)[at] = finite ? 0 : vv_dynamics_coefficients(f, i)[at];
    for (int i = 0; i < f->n && !finite; i++) vv_jet_input(r->jet, r->work, f->nq + i)[at] = 0;
    vv_jet_compute_order(r->jet, at, r->work);
    for (int i = 0; i < r->n; i++)
        rhs[f->n + r->row[i]] = -scale * vv_jet_result(r->jet, r->work, i)[at];
}

static void correct_rows(const vv_dynamics *f, const vv_dynamics_constraints *r, int k) {
    if (!r->n) return;
    bool finite = r->shift == 2;
    int at = k + r->shift;
    for (int i = 0; i < (finite ? f->nq : f->n); i++) {
        double w = vv_dynamics_coefficients(f, f->nq + i)[k + 1]; /* w = q' here */
        vv_jet_input(r->jet, r->work, finite ? i : f->nq + i)[at] = finite ? w / at : w;
    }
    vv_jet_correct(r->jet, at, r->work);
}

static void begin_rows(const vv_dynamics *f, const vv_dynamics_constraints *r, const double *state,
                       double t) {
    if (!r->n) return;
    put_state(r->jet, r->work, f->nq + f->n, state, t, f->nq + f->n);
    vv_jet_compute_order(r->jet, 0, r->work);
    if (r->shift < 2) return;
    for (int i = 0; i < f->nq; i++) vv_jet_input(r->jet, r->work, i)[1] = state[f->nq + i];
    vv_jet_compute_order(r->jet, 1, r->work);
}

void vv_dynamics_select_rhs(vv_dynamics *f) {
    int n = f->n + f->m, all = f->n + f->eq->nrows;
    if (!f->eq->chosen) return;
    memmove(f->x + n, f->x, (size_t)all * sizeof *f->x);
    for (int i = 0; i < n; i++) f->x[i] = f->x[n + f->eq->chosen[i]];
}

/* Block by block: that of the motion, then A du = b - dA u for each direction. */
void vv_dynamics_solve(vv_dynamics *f) {
    const vv_variational *v = f->variational;
    int n = f->kkt.n, m = n - f->nown;
    if (!v && f->matrix_state.inverted) {
        for (int i = 0; i < n; i++) f->x[i] = -f->x[i];
        vv_kkt_solve_natural(&f->kkt, vv_jet_matrix(f->taylor.closed, f->taylor.closed_work), f->x);
        return;
    }
    if (!v) {
        vv_kkt_solve(&f->kkt, f->x);
        return;
    }
    double *u = f->block, *y = u;
    for (int k = 0; k <= v->n; k++, y = u + n) {
        const double *dA = f->entries.out + (size_t)k * (size_t)(n * n);
        for (int i = 0; i < n; i++) {
            double *b = &y[i];
            *b = f->x[vv_variational_index(v, f->nown, m, k, i)];
            for (int j = 0; k && j < n; j++) *b -= dA[i * n + j] * u[j];
        }
        vv_kkt_solve(&f->kkt, y);
        for (int i = 0; i < n; i++) f->x[vv_variational_index(v, f->nown, m, k, i)] = y[i];
    }
}

/* Coefficient k of w' and of the multipliers, from the residual with these set to 0. */
static bool solve_order(vv_dynamics *f, int k) {
    const vv_jet *j = f->taylor.jet;
    int nu = f->n + f->m, first = f->nq + f->n;
    for (int i = 0; i < nu; i++) vv_jet_input(j, f->taylor.work, first + i)[k] = 0;
    vv_jet_compute_order(j, k, f->taylor.work);
    for (int i = 0; i < f->nq; i++)
        vv_jet_input(j, f->taylor.work, i)[k + 1] =
            vv_jet_result(j, f->taylor.work, i)[k] / (k + 1);
    for (int i = 0; i < f->n; i++) f->x[i] = -vv_jet_result(j, f->taylor.work, f->nq + i)[k];
    rows_ahead(f, &f->finite, k, f->x);
    rows_ahead(f, &f->velocity, k, f->x);
    if (f->coulomb) vv_coulomb_rhs_coefficient(f, k);
    vv_dynamics_select_rhs(f);
    f->nan_equation = -1;
    for (int i = 0; i < nu; i++)
        if (isnan(f->x[i]) || isinf(f->x[i])) return f->nan_equation = i, f->nan_order = k, false;
    vv_dynamics_solve(f);
    for (int i = 0; i < f->n; i++) /* the inverse of a tiny mass */
        if (!isfinite(f->x[i])) return f->nan_equation = i, f->nan_order = k, false;
    for (int i = 0; i < nu; i++) vv_jet_input(j, f->taylor.work, first + i)[k] = f->x[i];
    vv_jet_correct(j, k, f->taylor.work);
    for (int i = 0; i < f->n; i++)
        vv_jet_input(j, f->taylor.work, f->nq + i)[k + 1] = f->x[i] / (k + 1);
    correct_rows(f, &f->finite, k);
    correct_rows(f, &f->velocity, k);
    return true;
}

/* Is no coefficient of q, w and w' NaN or infinite? These spread, so the last ones show it, except
 * of a uniform motion, all of whose higher ones vanish: the rates show that. */
static bool is_finite(const vv_dynamics *f) {
    double zero = 0; /* unless something is NaN */
    for (int i = 0; i < f->nq + 2 * f->n; i++) {
        const double *c = vv_dynamics_coefficients(f, i);
        zero += 0 * c[(f->order - (i >= f->nq + f->n)) * f->taylor.stride];
        zero += 0 * (i < f->nq + f->n ? c[f->taylor.stride] : c[0]);
    }
    return zero == 0;
}

static bool begin_series(vv_dynamics *f, const double *state, double t) {
    if (!vv_dynamics_ensure_jet(f)) return f->nan_equation = -1, f->nan_order = 0, false;
    vv_dynamics_use_coefficients(f, f->taylor.work, 1);
    put_state(f->taylor.jet, f->taylor.work, f->nq + f->n, state, t,
              vv_dynamics_count_inputs(f) - 1);
    begin_rows(f, &f->finite, state, t);
    begin_rows(f, &f->velocity, state, t);
    return true;
}

vv_dynamics_fault vv_dynamics_accelerations(vv_dynamics *f, const double *state, double t) {
    return begin_series(f, state, t) && solve_order(f, 0) ? VV_DYNAMICS_OK : VV_DYNAMICS_NAN;
}

/* Copies the sines found with the last matrix, or those of another state. */
static void put_sines(const vv_dynamics *f, const double *state) {
    double *to = vv_jet_sines(f->taylor.closed, f->taylor.closed_work);
    int n = f->taylor.closed->nangles;
    if (!memcmp(f->in, state, (size_t)f->nq * sizeof *state))
        memcpy(to, f->entries.sines, 2 * (size_t)n * sizeof *to);
    else
        for (int i = 0; i < n; i++)
            sincos(state[f->taylor.closed->angle[i]], &to[2 * i], &to[2 * i + 1]);
}

vv_dynamics_fault vv_dynamics_expand_series(vv_dynamics *f, const double *state, double t) {
    enum { MANY = 1000 }; /* steps, after which one program for all orders pays */
    if (f->matrix_state.inverted) {
        if (f->taylor.expansions < MANY && ++f->taylor.expansions == MANY)
            vv_jet_unroll(f->c, f->taylor.closed);
        if (f->taylor.closed->nangles) put_sines(f, state);
        put_state(f->taylor.closed, f->taylor.closed_work, f->nq + f->n, state, t,
                  vv_dynamics_count_inputs(f) - 1);
        vv_jet_expand(f->taylor.closed, f->order, f->taylor.closed_work);
        vv_dynamics_use_coefficients(f, f->taylor.closed_work, 1);
        bool finite = is_finite(f);
        if (finite && f->coulomb) vv_coulomb_expand_watched(f);
        if (finite) return VV_DYNAMICS_OK;
        /* which equation it is, the orders one by one will say; nothing of this is left behind */
        vv_jet_prepare(f->taylor.closed, f->taylor.closed_work);
        f->matrix_state.inverted = f->matrix_state.constant_inverse = false;
        if (!f->matrix_state.factored) vv_kkt_factor(&f->kkt, 0);
        f->matrix_state.factored = true;
    }
    if (!begin_series(f, state, t)) return VV_DYNAMICS_NAN;
    for (int k = 0; k < f->order; k++)
        if (!solve_order(f, k)) return VV_DYNAMICS_NAN;
    return VV_DYNAMICS_OK;
}

int vv_dynamics_list_jets(const vv_dynamics *f, vv_dynamics_jet out[VV_DYNAMICS_JETS]) {
    const vv_dynamics_constraints *rows[] = {&f->finite, &f->velocity};
    int n = 1;
    out[0] = (vv_dynamics_jet){vv_dynamics_active_jet(f), f->taylor.coefficients, f->taylor.stride};
    for (int i = 0; i < 2 && out[0].jet != f->taylor.closed; i++)
        if (rows[i]->jet) out[n++] = (vv_dynamics_jet){rows[i]->jet, rows[i]->work, 1};
    return n;
}

bool vv_dynamics_switches(const vv_dynamics *f) {
    return f->taylor.jet->nswitches || (f->finite.jet && f->finite.jet->nswitches) ||
           (f->velocity.jet && f->velocity.jet->nswitches);
}

bool vv_dynamics_saturates(const vv_dynamics *f) {
    return f->taylor.jet->nwide || (f->finite.jet && f->finite.jet->nwide) ||
           (f->velocity.jet && f->velocity.jet->nwide);
}

void vv_dynamics_gather_lanes(vv_dynamics *f) {
    if (f->taylor.stride == 1) return;
    for (int i = 0; i < vv_dynamics_count_inputs(f); i++)
        vv_dynamics_copy_coefficients(f, i, f->order + 1,
                                      vv_jet_input(f->taylor.jet, f->taylor.work, i));
    vv_dynamics_use_coefficients(f, f->taylor.work, 1);
}
