/* Hamel's equations in quasi-velocities: d/dt dT/dω_i + sum g_{iμν} ω_μ dT/dω_ν - dT/dϑ_i = Q_i,
 * with the speeds completed by the left-hand sides of the constraints, which are set to zero
 * after T has been differentiated [Hamel1904; Poschl1913, (5); M-HAMEL-5; ERRATA 003-05]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"
#include "kinematics/kinematics.h"

/* (dT/dϑ_i) = sum beta_ia dT/dq_a with the quasi-velocities held fixed. */
static void derivatives(vv_ctx *c, const vv_system *s, vv_expr T, vv_expr *out) {
    int nq = s->nq;
    vv_expr *dT = VV_ARRAY(c, vv_expr, nq + 1);
    if (!dT) return;
    vv_kinetic_energy_gradient(c, s, T, nq, s->q, dT);
    vv_virtual_work_on(c, s->n, nq, dT, s->direction, out);
}

/* Displays the nonzero Hamel coefficients g; of very many speeds they are not computed one by one.
 */
static void show_table(vv_ctx *c, const vv_system *s, const vv_quasi_velocities *k,
                       vv_equations *out) {
    enum { MOST = 32 };
    int n = k->n, m = 0;
    if (n > MOST || k->count > 2 * MOST) {
        vv_equations_add_note(
            c, out, vv_format(c, "The table of g is computed for at most %d speeds.", MOST));
        return;
    }
    out->definition = VV_ARRAY(c, vv_definition, (n + 1) * (n + 1) * k->count + 1);
    out->definitions_title = "Table of g (the last index: the speeds, then the constraints)";
    for (int i = 0; out->definition && i < n; i++)
        for (int mu = i + 1; mu <= n; mu++)
            for (int nu = 0; nu < k->count; nu++) {
                vv_expr g = vv_quasi_hamel_coefficient(k, i, mu, nu);
                if (vv_is_zero(g) || vv_vanishes(c, &s->facts, g)) continue;
                const char *name = vv_format(c, "g_%d_%d_%d", i + 1, mu < n ? mu + 1 : 0, nu + 1);
                vv_expr symbol = vv_symbol_new(c, name ? name : "g", VV_SYM_OTHER);
                out->definition[m++] = (vv_definition){symbol, g, NULL};
            }
    out->ndefinitions = m;
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->n;
    vv_quasi_velocities k;
    if (vv_equations_init_in_speeds(c, s, out) != VV_OK) return vv_ctx_status(c);
    if (vv_quasi_velocities_build(c, s, &k) != VV_OK) return vv_ctx_status(c);
    vv_expr *p = VV_ARRAY(c, vv_expr, k.count + 1), *pd = VV_ARRAY(c, vv_expr, n + 1),
            *turning = VV_ARRAY(c, vv_expr, n + 1), *dT = VV_ARRAY(c, vv_expr, n + 1),
            *Q = VV_ARRAY(c, vv_expr, n + 1), T = vv_quasi_kinetic_energy(c, s);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_status status = vv_quasi_momenta(c, s, &k, T, p);
    if (status != VV_OK) return status;
    vv_total_derivative(c, s->maps.speed_rates.n, s->maps.speed_rates.from, s->maps.speed_rates.to,
                        n, p, pd);
    vv_quasi_gyroscopic_terms(c, &k, s->w, p, turning);
    derivatives(c, s, T, dT);
    show_table(c, s, &k, out);
    vv_generalized_forces_on_speeds(c, s, Q);
    vv_derivation_begin(c, out, "Energy", "In the speeds, with the constraints satisfied:");
    vv_derivation_value(c, out, "T", T);
    vv_derivation_begin(
        c, out, "Momenta",
        "Derivatives of T with respect to the speeds, and along the coordinates at fixed speeds:");
    vv_derivation_partials(c, out, "T", n, s->w, p);
    vv_derivation_rates(c, out, "T", n, s->w, pd, &s->maps.speed_rates);
    vv_derivation_components(c, out, "D", n, s->w, dT);
    vv_derivation_begin(c, out, "Turning",
                        "The sums of g, speeds and momenta, including those of the constraints:");
    vv_derivation_components(c, out, "G", n, s->w, turning);
    vv_derivation_forces(c, out, n, s->w, Q);
    vv_derivation_law(c, out, "d/dt(∂T/∂w) + G - D = Q for each speed w:");
    for (int i = 0; i < n; i++)
        out->residual[i] = vv_sub(c, vv_add(c, pd[i], turning[i]), vv_add(c, dT[i], Q[i]));
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_hamel = {
    .name = "hamel",
    .title = "Hamel's equations in quasi-velocities",
    .source = "Pöschl 1913, (5)",
    .primitive = "T in quasi-velocities and the table g",
    .servos = VV_SERVOS_ADDED,
    .refusal = vv_refuse_nonlinear,
    .derive = derive,
};
