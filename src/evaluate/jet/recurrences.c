/* Recurrences of jets, coefficient by coefficient [Moore1966; GriewankWalther2008, ch. 13]. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "evaluate/jet/jet_code.h"

/* sum of a_i b_(k-i), i = first .. last */
static double convolve(const double *a, const double *b, int k, int first, int last) {
    double even = 0, odd = 0;
    int i = first;
    for (; i < last; i += 2) {
        even += a[i] * b[k - i];
        odd += a[i + 1] * b[k - i - 1];
    }
    if (i == last) even += a[i] * b[k - i];
    return even + odd;
}

/* sum of i a_i b_(k-i), i = 1 .. last: k times a coefficient of the integral of a' b */
static double convolve_rate(const double *a, const double *b, int k, int last) {
    double even = 0, odd = 0;
    int i = 1;
    for (; i < last; i += 2) {
        even += i * a[i] * b[k - i];
        odd += (i + 1) * a[i + 1] * b[k - i - 1];
    }
    if (i == last) even += i * a[i] * b[k - i];
    return even + odd;
}

/* Sign of a series just after 0, as far as it is known. */
static double side(const double *a, int k) {
    for (int i = 0; i <= k; i++)
        if (a[i] != 0) return a[i]; /* also NaN */
    return 0;
}

typedef struct row {
    const vv_jet *j;
    double *work;
} row;

static double *at(const row *r, uint32_t v) { return r->work + (size_t)v * (size_t)r->j->stride; }

/* ---- functions ------------------------------------------------------------------------------ */

static double power(const double *a, double e, const double *out, int k) {
    double sum = 0;
    if (k == 0) return vv_tape_op_apply(VV_TAPE_POW, a[0], e, 0);
    for (int i = 1; i <= k; i++) sum += (e * i - (k - i)) * a[i] * out[k - i];
    return sum / (k * a[0]);
}

static double square_root(const double *a, const double *out, int k) {
    if (k == 0) return sqrt(a[0]);
    return (a[k] - convolve(out, out, k, 1, k - 1)) / (2 * out[0]);
}

static double primitive(const vv_jet_instruction *i, const double *a, const double *by,
                        const double *out, int k) {
    if (k == 0) return vv_tape_op_apply(i->kind, a[0], a[0], a[0]);
    return (i->ka * a[k] - convolve_rate(out, by, k, k - 1) / k) / by[0];
}

static double angle(const double *a, const double *b, const double *square, const double *out,
                    int k) {
    if (k == 0) return atan2(a[0], b[0]);
    double turn = convolve_rate(a, b, k, k) - convolve_rate(b, a, k, k);
    return (turn - convolve_rate(out, square, k, k - 1)) / (k * square[0]);
}

static void pair(const vv_jet_instruction *i, const double *a, double *out, double *second, int k) {
    if (i->op == VV_JET_TAN) {
        out[k] = k ? convolve_rate(a, second, k, k) / k : i->ka > 0 ? tan(a[0]) : tanh(a[0]);
        second[k] = (k == 0) + i->ka * convolve(out, out, k, 0, k);
    } else if (k == 0 && i->op == VV_JET_SINCOS) {
        sincos(a[0], out, second);
    } else if (k == 0) {
        out[0] = sinh(a[0]), second[0] = cosh(a[0]);
    } else {
        double sign = i->op == VV_JET_SINCOS ? -1 : 1;
        out[k] = convolve_rate(a, second, k, k) / k;
        second[k] = sign * convolve_rate(a, out, k, k) / k;
    }
}

/* ---- linear systems ------------------------------------------------------------------------- */

/* As in the interpreter: a singular matrix gives NaN. */
static void factor(const row *r, const vv_jet_system *s) {
    int n = s->n;
    double *lu = r->work + s->lu;
    for (int e = 0; e < n * n; e++) lu[e] = at(r, s->entry[e])[0];
    if (!vv_lu_factor(n, lu, lu + n * n))
        for (int e = 0; e < n; e++) lu[e * n + e] = (double)NAN, lu[n * n + e] = e;
}

/* A_0 x_k = b_k - sum A_i x_(k-i) */
static void solve(const row *r, const vv_jet_instruction *i, int k) {
    const vv_jet_system *s = &r->j->system[i->system];
    const uint32_t *rhs = r->j->args + i->first;
    int n = s->n, stride = r->j->stride;
    double *lu = r->work + s->lu, *y = lu + n * n + n, *x = at(r, i->out);
    for (int a = 0; a < n; a++) {
        double sum = at(r, rhs[a])[k];
        for (int b = 0; k && b < n; b++)
            sum -= convolve(at(r, s->entry[a * n + b]), x + (size_t)b * (size_t)stride, k, 1, k);
        y[a] = sum;
    }
    vv_lu_solve(n, lu, lu + n * n, y);
    for (int a = 0; a < n; a++) x[(size_t)a * (size_t)stride + (size_t)k] = y[a];
}

/* ---- one coefficient ------------------------------------------------------------------------ */

static double pick(const vv_jet_instruction *i, const double *a, const double *b, const double *c,
                   int k) {
    double s = i->ka * side(c, k);
    return isnan(s) ? s : s < 0 ? a[k] : b[k];
}

static void apply(const row *r, const vv_jet_instruction *i, int k) {
    double *out = at(r, i->out);
    const double *a = at(r, i->a), *b = at(r, i->b), *c = at(r, i->c);
    switch (i->op) {
    case VV_JET_LINEAR: out[k] = i->ka * a[k] + i->kb * b[k]; break;
    case VV_JET_MUL: out[k] = convolve(a, b, k, 0, k); break;
    case VV_JET_MADD: out[k] = i->ka * convolve(a, b, k, 0, k) + i->kb * c[k]; break;
    case VV_JET_DIV: out[k] = (a[k] - (k ? convolve(b, out, k, 1, k) : 0)) / b[0]; break;
    case VV_JET_EXP: out[k] = k ? convolve_rate(a, out, k, k) / k : exp(a[0]); break;
    case VV_JET_SINCOS:
    case VV_JET_SINHCOSH:
    case VV_JET_TAN: pair(i, a, out, at(r, i->second), k); break;
    case VV_JET_SQRT: out[k] = square_root(a, out, k); break;
    case VV_JET_POWER: out[k] = power(a, i->ka, out, k); break;
    case VV_JET_PRIMITIVE: out[k] = primitive(i, a, b, out, k); break;
    case VV_JET_ATAN2: out[k] = angle(a, b, c, out, k); break;
    case VV_JET_ABS: out[k] = side(a, k) < 0 ? -a[k] : a[k]; break;
    case VV_JET_MINMAX: out[k] = pick(i, a, b, c, k); break;
    case VV_JET_STEP_FUNCTION: out[k] = k ? 0 : vv_tape_op_apply(i->kind, a[0], b[0], 0); break;
    case VV_JET_CHOOSE: out[k] = isnan(a[0]) ? a[0] : a[0] != 0 ? b[k] : c[k]; break;
    case VV_JET_RATE: break; /* closed motions only: JIT-compiled */
    case VV_JET_FACTOR:
        if (k == 0) factor(r, &r->j->system[i->system]);
        break;
    case VV_JET_SOLVE: solve(r, i, k); break;
    }
}

void vv_jet_prepare(const vv_jet *j, double *work) {
    memset(work, 0, j->doubles * sizeof *work);
    for (int i = 0; i < j->nconstants; i++)
        for (int l = 0; l < j->lanes; l++) vv_jet_input(j, work, j->nin + i)[l] = j->constant[i];
    if (j->code) vv_jet_code_prepare(j, work);
}

void vv_jet_fetch_cells(const vv_jet *j, double *work) {
    assert(!j->ncells || j->lanes == 1);
    for (int i = 0; i < j->ncells; i++) {
        double *to = vv_jet_input(j, work, j->nin - j->ncells + i);
        memset(to, 0, (size_t)j->stride * sizeof *to);
        to[0] = *j->cell[i];
    }
}

void vv_jet_compute_order(const vv_jet *j, int k, double *work) {
    row r = {j, work};
    if (j->ncells && k == 0) vv_jet_fetch_cells(j, work);
    if (j->code) {
        vv_jet_code_order(j, k, work);
        return;
    }
    for (const vv_jet_instruction *i = j->instruction, *end = i + j->ninstructions; i < end; i++)
        apply(&r, i, k);
}

/* ---- correction ----------------------------------------------------------------------------- */

/* Change of coefficient k > 0 if those of the operands change by da, db, dc: only products with
 * coefficients of order 0 are affected. False: no short rule. */
static bool change(const row *r, const vv_jet_instruction *i, const double *d, double *out,
                   double *second) {
    const double *a = at(r, i->a), *b = at(r, i->b);
    double da = d[i->a], db = d[i->b], dc = d[i->c];
    switch ((int)i->op) {
    case VV_JET_LINEAR: *out = i->ka * da + i->kb * db; return true;
    case VV_JET_MUL: *out = a[0] * db + b[0] * da; return true;
    case VV_JET_MADD: *out = i->ka * (a[0] * db + b[0] * da) + i->kb * dc; return true;
    case VV_JET_DIV: *out = (da - at(r, i->out)[0] * db) / b[0]; return true;
    case VV_JET_SINCOS:
        *out = at(r, i->second)[0] * da;
        *second = -at(r, i->out)[0] * da;
        return true;
    default: return false;
    }
}

/* Applies the full rule again, and computes the change of its results. */
static void apply_again(const row *r, const vv_jet_instruction *i, int k, double *d) {
    uint32_t n = i->op == VV_JET_SOLVE ? (uint32_t)r->j->system[i->system].n : 1;
    for (uint32_t a = 0; a < n; a++) d[i->out + a] = -at(r, i->out + a)[k];
    if (i->second != i->out) d[i->second] = -at(r, i->second)[k];
    apply(r, i, k);
    for (uint32_t a = 0; a < n; a++) d[i->out + a] += at(r, i->out + a)[k];
    if (i->second != i->out) d[i->second] += at(r, i->second)[k];
}

void vv_jet_correct(const vv_jet *j, int k, double *work) {
    row r = {j, work};
    double *d = work + j->delta;
    if (j->code) {
        vv_jet_code_correct(j, k, work);
        return;
    }
    if (k == 0) { /* products of two new values: the full rule costs no more */
        for (int n = 0; n < j->nlate; n++) apply(&r, &j->instruction[j->late[n]], 0);
        return;
    }
    for (int n = 0; n < j->nlate_inputs; n++)
        d[j->late_input[n]] = at(&r, (uint32_t)j->late_input[n])[k];
    for (int n = 0; n < j->nlate; n++) {
        const vv_jet_instruction *i = &j->instruction[j->late[n]];
        double *out = at(&r, i->out) + k, *second = at(&r, i->second) + k, ds = 0;
        if (!change(&r, i, d, &d[i->out], &ds)) {
            apply_again(&r, i, k, d);
            continue;
        }
        *out += d[i->out];
        if (i->second != i->out) *second += ds, d[i->second] = ds;
    }
}
