#include "simulate/audit/audit.h"
#include "simulate/audit/audit_tolerances.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"

/* First in `out`. */
enum { H, T, U, POWERS };

static const double *rows_of(const vv_audit *a) { return a->out + POWERS + a->npowers; }

static const double *integrals_of(const vv_audit *a) { return rows_of(a) + a->nfinite + a->nrows; }

/* ---- a step --------------------------------------------------------------------------------- */

static void run(vv_ctx *c, vv_jit *m, const double *in, double *out, double *scratch) {
    vv_jit_count_run(c, m);
    vv_jit_run(m, in, out, scratch);
}

/* At the state in a->in. */
static void evaluate_in(vv_audit *a, const vv_stepper *s, double after) {
    int nq = a->nq;
    memcpy(a->state, a->in, (size_t)nq * sizeof *a->state);
    run(a->c, a->rates, a->in, a->state + nq, a->rates_scratch);
    a->state[2 * nq] = s->t + (s->t_low + after);
    memcpy(a->state + 2 * nq + 1, a->in + nq, (size_t)a->nfree * sizeof *a->state);
    if (a->forces) {
        run(a->c, a->forces, a->state, a->found, a->forces_scratch);
        memcpy(a->state + a->known, a->found + nq, (size_t)a->nlambda * sizeof *a->state);
        if (a->accelerations)
            memcpy(a->state + a->known + a->nlambda, a->found, (size_t)nq * sizeof *a->state);
    }
    if (a->laws)
        memcpy(a->state + a->known, a->in + a->along, (size_t)a->nlambda * sizeof *a->state);
    run(a->c, a->values, a->state, a->out, a->values_scratch);
}

static void evaluate(vv_audit *a, const vv_stepper *s, double after) {
    vv_step_interpolate(s, after, a->in);
    evaluate_in(a, s, after);
}

static double larger(double a, double b) { return !(b <= a) ? b : a; } /* NaN stays */

static double energy_now(const vv_audit *a) {
    return fmax(fabs(a->out[T]), fabs(a->out[U] - a->U0));
}

static void meet_energies(vv_audit *a) {
    double now = energy_now(a);
    a->size = larger(a->size, now);
    a->step_most = larger(a->step_most, now);
}

/* Do the points know this power? What they leave out begins with the coefficient of order 16; those
 * below it fall from pair to pair, of a power that turns ever faster, of one near a singularity
 * less. A work that is nothing beside the energies needs no digits. */
static bool is_known_by_points(const vv_audit *a, const double *v, double dt) {
    double most = 0;
    for (int i = 0; i < VV_GAUSS_POINTS; i++) most = larger(most, fabs(v[i * a->npowers]));
    if (!isfinite(most) || most * dt <= VV_AUDIT_NO_WORK * a->size) return true;
    double last = vv_gauss_legendre_coefficient(6, v, a->npowers) +
                  vv_gauss_legendre_coefficient(7, v, a->npowers),
           before = vv_gauss_legendre_coefficient(4, v, a->npowers) +
                    vv_gauss_legendre_coefficient(5, v, a->npowers),
           falls = last < before ? last / before : 1;
    return last * falls * falls * falls <= VV_AUDIT_QUADRATURE_TAIL * most;
}

/* Gauss's quadrature over the part of the step from `from` on; in two halves, so
 * often, where they are too few: a motion that is prescribed has steps as long as it likes. */
static void quadrature(vv_audit *a, const vv_stepper *s, double from, double dt, int halves) {
    bool known = true;
    for (int i = 0; i < VV_GAUSS_POINTS; i++) {
        evaluate(a, s, from + dt * (1 + vv_gauss_point[i]) / 2);
        meet_energies(a);
        memcpy(a->sample + i * a->npowers, a->out + POWERS, (size_t)a->npowers * sizeof *a->out);
    }
    for (int k = 0; k < a->npowers && halves; k++)
        known &= is_known_by_points(a, a->sample + k, dt);
    if (!known) {
        quadrature(a, s, from, dt / 2, halves - 1);
        quadrature(a, s, from + dt / 2, dt / 2, halves - 1);
        return;
    }
    for (int i = 0; i < VV_GAUSS_POINTS; i++)
        for (int k = 0; k < a->npowers; k++)
            vv_compensated_add(&a->work[k],
                               vv_gauss_weight[i] * dt / 2 * a->sample[i * a->npowers + k]);
}

/* Is this one of the listed rows active now? */
static bool holds(const vv_audit *a, int i) {
    return !a->laws || a->row_of[i] >= a->s->nrows || !a->laws->released[a->row_of[i]];
}

static bool slides(const vv_audit *a) {
    for (int i = 0; a->laws && i < a->laws->n; i++)
        if (a->laws->law[i].mode != VV_CONTACT_STICKING) return true;
    return false;
}

static bool is_known(const vv_audit *a, int i) { return isinf(a->gone[i]); }

/* The energy balance at the end of a step; false: it contains a NaN. */
static bool balance(vv_audit *a) {
    double left = a->out[H] - a->h0 - (a->shocks.high + a->shocks.low);
    meet_energies(a);
    for (int k = 0; k < a->npowers; k++) {
        left -= a->work[k].high + a->work[k].low;
        a->worked_most = larger(a->worked_most, fabs(a->work[k].high));
    }
    a->size = larger(a->size, a->worked_most);
    if (!isfinite(left) || !isfinite(a->size)) return false;
    a->imbalance = larger(a->imbalance, fabs(left));
    return true;
}

/* Work and energy balance over a step. After a NaN the work remains unknown for good; earlier
 * results are kept. */
static void follow_energy(vv_audit *a, const vv_stepper *s, double dt) {
    /* steps of linear motions are so long that a power oscillates through four radians: use two
     * halves */
    enum { PARTS = 2, HALVES = 8 };
    const size_t bytes = (size_t)a->npowers * sizeof *a->work;
    bool powers = a->npowers > a->nsliding || slides(a);
    double size = a->size;
    memcpy(a->worked, a->work, bytes);
    if (powers) vv_dynamics_gather_lanes(s->f);
    for (int i = 0; powers && i < PARTS; i++) quadrature(a, s, dt * i / PARTS, dt / PARTS, HALVES);
    evaluate(a, s, dt);
    if (balance(a)) {
        a->energy_sum += dt * a->step_most;
        a->step_most = energy_now(a);
        return;
    }
    a->gone[a->nintegrals + VV_AUDIT_ENERGY] = s->t;
    a->size = size;
    memcpy(a->work, a->worked, bytes);
}

static void compare_rows(vv_audit *a, double t, int kind, int first, int n, double *most) {
    const double *rows = rows_of(a);
    double *gone = &a->gone[a->nintegrals + kind];
    for (int r = first; r < first + n; r++) {
        if (!holds(a, r)) continue;
        if (!isfinite(rows[r])) {
            *gone = fmin(*gone, t);
            continue;
        }
        a->residual[r] = larger(a->residual[r], fabs(rows[r]));
        *most = larger(*most, a->residual[r]);
    }
}

static void compare_integrals(vv_audit *a, double t, double dt) {
    const double *integral = integrals_of(a), *term = integral + a->nintegrals;
    for (int i = 0; i < a->nintegrals; i++) {
        double size = 0;
        for (int k = 0; k < a->integral_terms[i]; k++) size += fabs(*term++);
        if (!isfinite(size) || !isfinite(a->integral0[i])) a->gone[i] = fmin(a->gone[i], t);
        if (!is_known(a, i)) continue;
        a->integral_size[i] = larger(a->integral_size[i], size);
        a->integral_sum[i] += dt * fmax(size, a->terms_before[i]);
        a->terms_before[i] = size;
        if (slides(a)) /* a claim applies while all contacts stick */
            a->integral0[i] = integral[i];
        else
            a->drift[i] = larger(a->drift[i], fabs(integral[i] - a->integral0[i]));
    }
}

void vv_audit_step(vv_audit *a, const vv_stepper *s, double dt) {
    if (!a->begun) {
        evaluate(a, s, 0);
        a->h0 = a->out[H];
        a->U0 = a->out[U];
        memcpy(a->integral0, integrals_of(a), (size_t)a->nintegrals * sizeof *a->integral0);
        a->begun = true;
        a->from_zero = true;
        for (int i = 0; i < s->n; i++) a->from_zero &= s->x[i] == 0;
    }
    a->span += dt;
    if (is_known(a, a->nintegrals + VV_AUDIT_ENERGY))
        follow_energy(a, s, dt);
    else
        evaluate(a, s, dt);
    vv_audit_coordinates(a, s, dt);
    compare_rows(a, s->t, VV_AUDIT_POSITIONS, 0, a->nfinite, &a->position);
    compare_rows(a, s->t, VV_AUDIT_VELOCITIES, a->nfinite, a->nrows, &a->velocity);
    compare_integrals(a, s->t, dt);
}

void vv_audit_impact(vv_audit *a, const vv_stepper *s, bool after) {
    const double *rows = rows_of(a), *integral = integrals_of(a);
    evaluate(a, s, 0);
    if (!after) {
        a->before[0] = a->out[H];
        memcpy(a->before + 1, integral, (size_t)a->nintegrals * sizeof *integral);
        memcpy(a->before + 1 + a->nintegrals, rows, (size_t)(a->nfinite + a->nrows) * sizeof *rows);
        return;
    }
    a->shocked = true;
    a->path_begun = false;
    if (isfinite(a->out[H] - a->before[0]))
        vv_compensated_add(&a->shocks, a->out[H] - a->before[0]);
    else
        a->gone[a->nintegrals + VV_AUDIT_ENERGY] =
            fmin(a->gone[a->nintegrals + VV_AUDIT_ENERGY], s->t);
    for (int i = 0; i < a->nintegrals; i++) a->integral0[i] += integral[i] - a->before[1 + i];
}

/* The rows, and their values when each value of the state is changed by a fraction of its size,
 * with different fractions for different values: a dimensionless scale of a row. NULL if out of
 * memory. */
static const double *move_rows(vv_audit *a, const vv_stepper *s, const double *size, double share) {
    const double *rows = rows_of(a);
    int n = a->nfinite + a->nrows;
    double *now = VV_ARRAY(a->c, double, 2 * n + 1);
    if (!now) return NULL;
    evaluate(a, s, 0);
    memcpy(now, rows, (size_t)n * sizeof *now);
    for (int i = 0; i < s->n; i++) a->in[i] += share * size[i] * (0.5 + fmod(0.618 * (i + 1), 1));
    evaluate_in(a, s, 0);
    for (int i = 0; i < n; i++) now[n + i] = fabs(rows[i] - now[i]);
    return now;
}

bool vv_audit_constraints_hold(vv_audit *a, const vv_stepper *s, const double *size) {
    const double SHARE =
        fmax(VV_AUDIT_STEP_SHARE, 10 * s->tolerance); /* above the error of steps and events */
    const double *before = a->before + 1 + a->nintegrals, *now = move_rows(a, s, size, SHARE);
    int n = a->nfinite + a->nrows;
    for (int i = 0; now && i < n; i++) {
        bool changed = !(fabs(now[i]) <= 2 * fabs(before[i]));
        if (holds(a, i) && changed && !(fabs(now[i]) <= now[n + i])) return false;
    }
    return now != NULL;
}

/* Relative to the largest magnitude over the whole motion: a start from rest has none of its
 * own. */
static double relative(double error, double size) { return size > 0 ? error / size : error; }

/* What was large for a moment only, as the kinetic energy of a comet at its perihelion, would hide
 * an error that is all there is for the rest of the time: then the mean over the time. */
static double lasting(const vv_audit *a, double most, double sum) {
    double mean = a->span > 0 ? sum / a->span : most;
    return mean > 0 && mean < VV_AUDIT_MOMENT * most ? mean : most;
}

/* If nothing moves except by rounding, the energy itself is the scale. */
static double energy_size(const vv_audit *a) {
    double still = fabs(a->U0), size = fmax(a->worked_most, lasting(a, a->size, a->energy_sum));
    return a->size > 4096 * DBL_EPSILON * still || !isfinite(still) ? size : still;
}

static double relative_drift(const vv_audit *a, int i) {
    return relative(a->drift[i], lasting(a, a->integral_size[i], a->integral_sum[i]));
}

/* ---- report --------------------------------------------------------------------------------- */

static bool sets_parameters(const vv_audit *a) {
    for (int i = 0; i < a->s->m->nwhens; i++)
        if (a->s->m->when[i].nsets) return true;
    return false;
}

/* The time up to which a line applies. */
static void tell_end(const vv_audit *a, int i, vv_buffer *account) {
    if (!is_known(a, i))
        vv_buffer_printf(account, " up to t = %.9g, not a number after that", a->gone[i]);
    vv_buffer_char(account, '\n');
}

static const char *name_of(const vv_audit *a, int i) {
    return vv_symbol_get(a->c, a->s->q[i])->name;
}

void vv_audit_report(const vv_audit *a, vv_buffer *account) {
    vv_buffer_printf(account, "energy balance: within %.2g of %.4g",
                     relative(a->imbalance, energy_size(a)), energy_size(a));
    tell_end(a, a->nintegrals + VV_AUDIT_ENERGY, account);
    for (int k = 0; k < a->npowers; k++)
        vv_buffer_printf(account, "work of %s: %.12g\n", a->power_name[k],
                         vv_unsigned_zero(a->work[k].high + a->work[k].low));
    if (a->shocked)
        vv_buffer_printf(account, "work of impacts%s: %.12g\n",
                         sets_parameters(a) ? " and parameter changes" : "",
                         vv_unsigned_zero(a->shocks.high + a->shocks.low));
    if (a->nfinite) {
        vv_buffer_printf(account, "constraints, positions: residual at most %.2g", a->position);
        tell_end(a, a->nintegrals + VV_AUDIT_POSITIONS, account);
    }
    if (a->nrows) {
        vv_buffer_printf(account, "constraints, velocities: residual at most %.2g", a->velocity);
        tell_end(a, a->nintegrals + VV_AUDIT_VELOCITIES, account);
    }
    for (int i = 0; i < a->nintegrals; i++) {
        vv_buffer_printf(account, "%s: drift at most %.2g%s", a->integral_name[i],
                         relative_drift(a, i), a->laws ? " while all contacts stick" : "");
        tell_end(a, i, account);
    }
    if (a->nq) {
        int which;
        double off = vv_audit_coordinates_worst(a, &which);
        vv_buffer_printf(
            account, "coordinates: deviate from the integral of their rates by at most %.2g", off);
        if (off > 0) vv_buffer_printf(account, ", %s", name_of(a, which));
        vv_buffer_char(account, '\n');
    }
    for (int i = 0; i < a->nwithout; i++)
        vv_buffer_printf(account,
                         "%s: not audited, since it involves more than positions, velocities and "
                         "accelerations\n",
                         a->without[i]);
}

static void number(vv_json *j, const char *key, double x) {
    vv_json_key(j, key);
    vv_json_double(j, x);
}

void vv_audit_json(const vv_audit *a, vv_json *j) {
    number(j, "energy_imbalance", a->imbalance);
    number(j, "energy_size", energy_size(a));
    number(j, "energy_relative", relative(a->imbalance, energy_size(a)));
    vv_json_key(j, "works");
    vv_json_object(j);
    for (int k = 0; k < a->npowers; k++)
        number(j, a->power_name[k], a->work[k].high + a->work[k].low);
    if (a->shocked) number(j, "shocks", a->shocks.high + a->shocks.low);
    vv_json_end_object(j);
    if (a->nfinite) number(j, "residual_positions", a->position);
    if (a->nrows) number(j, "residual_velocities", a->velocity);
    number(j, "coordinates_relative", vv_audit_coordinates_worst(a, &(int){0}));
    vv_json_key(j, "integrals");
    vv_json_object(j);
    for (int i = 0; i < a->nintegrals; i++) number(j, a->integral_name[i], relative_drift(a, i));
    vv_json_end_object(j);
    double from;
    if (vv_audit_undefined(a, &from)) number(j, "audited_to", from);
}

void vv_audit_serialize(vv_audit *a, vv_serializer *k) {
    VV_SERIALIZE(k, a->begun);
    VV_SERIALIZE(k, a->from_zero);
    VV_SERIALIZE(k, a->shocked);
    VV_SERIALIZE(k, a->shocks);
    VV_SERIALIZE(k, a->h0);
    VV_SERIALIZE(k, a->U0);
    VV_SERIALIZE(k, a->size);
    VV_SERIALIZE(k, a->worked_most);
    VV_SERIALIZE(k, a->span);
    VV_SERIALIZE(k, a->energy_sum);
    VV_SERIALIZE(k, a->step_most);
    VV_SERIALIZE_ARRAY(k, a->terms_before, a->nintegrals);
    VV_SERIALIZE(k, a->imbalance);
    VV_SERIALIZE(k, a->position);
    VV_SERIALIZE(k, a->velocity);
    VV_SERIALIZE_ARRAY(k, a->residual, a->nfinite + a->nrows);
    VV_SERIALIZE_ARRAY(k, a->work, a->npowers);
    VV_SERIALIZE_ARRAY(k, a->integral0, a->nintegrals);
    VV_SERIALIZE_ARRAY(k, a->drift, a->nintegrals);
    VV_SERIALIZE_ARRAY(k, a->integral_size, a->nintegrals);
    VV_SERIALIZE_ARRAY(k, a->integral_sum, a->nintegrals);
    VV_SERIALIZE_ARRAY(k, a->gone, a->nintegrals + VV_AUDIT_KINDS);
    VV_SERIALIZE(k, a->path_begun);
    VV_SERIALIZE_ARRAY(k, a->expected, a->nq);
    VV_SERIALIZE_ARRAY(k, a->path, a->nq);
    VV_SERIALIZE_ARRAY(k, a->path_most, a->nq);
    VV_SERIALIZE_ARRAY(k, a->path_size, a->nq);
}

/* At rest at 0 but for rounding: what friction holds, say. Nothing there has a size but the unit.
 */
static bool is_at_rest(const vv_audit *a) {
    double most = 0;
    for (int i = 0; i < a->nq; i++) most = fmax(most, a->path_size[i]);
    return a->from_zero && most <= VV_AUDIT_AT_REST;
}

double vv_audit_worst(vv_audit *a, const vv_stepper *s, const char **name) {
    bool rest = s && is_at_rest(a);
    double worst = rest ? 0 : relative(a->imbalance, energy_size(a));
    int n = a->nfinite + a->nrows;
    const double *moved = n && s ? move_rows(a, s, s->error_scale, VV_AUDIT_PROBE) : NULL;
    *name = "the energy balance";
    for (int i = 0; i < n; i++) {
        double large = moved && isfinite(moved[n + i]) ? fmax(1, moved[n + i] / VV_AUDIT_PROBE) : 1,
               off = a->residual[i] / large;
        if (!(off <= worst))
            worst = off, *name = i < a->nfinite ? "the position residual" : "the velocity residual";
    }
    for (int i = 0; i < a->nintegrals; i++)
        if (!(relative_drift(a, i) <= worst))
            worst = relative_drift(a, i), *name = a->integral_name[i];
    int which;
    double path = vv_audit_coordinates_worst(a, &which);
    if (!rest && !(path <= worst))
        worst = path, *name = vv_format(a->c, "%s against its rate", name_of(a, which));
    return worst;
}

bool vv_audit_is_claim(const vv_audit *a, const char *name) {
    for (int i = 0; i < a->nintegrals; i++)
        if (name == a->integral_name[i]) return true;
    return false;
}

const char *vv_audit_undefined(const vv_audit *a, double *from) {
    static const char *const name[] = {"the energy balance", "the position residual",
                                       "the velocity residual"};
    int first = -1;
    for (int i = 0; i < a->nintegrals + VV_AUDIT_KINDS; i++)
        if (!is_known(a, i) && (first < 0 || a->gone[i] < a->gone[first])) first = i;
    if (first < 0) return NULL;
    *from = a->gone[first];
    return first < a->nintegrals ? a->integral_name[first] : name[first - a->nintegrals];
}
