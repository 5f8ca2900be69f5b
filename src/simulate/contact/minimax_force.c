/* The minimax problem min max |r + Z c| over n lengths, which is convex. A barrier method with ρ² -
 * |r|² > 0 for every force decreases ρ until the barrier gap is 1e-12 of it
 * [NesterovNemirovskii1994]; Newton's method on the optimality conditions of the active lengths
 * then gives the last digits: all equal ρ, and a convex combination of their gradients vanishes. */
#include "simulate/contact/minimax_force.h"
#include "simulate/contact/contact_tolerances.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "numeric/numeric.h"

enum { FORCES = VV_MINIMAX_MAX_FORCES, MOST = 2 * FORCES, UNKNOWNS = MOST + 1 + FORCES };

typedef struct even {
    int n, d;
    const double *r, *Z;
    double c[MOST], rho;
    double at[MOST]; /* r + Z c */
} even;

static void place(even *k) {
    for (int i = 0; i < 2 * k->n; i++) {
        k->at[i] = k->r[i];
        for (int j = 0; j < k->d; j++) k->at[i] += k->Z[i * k->d + j] * k->c[j];
    }
}

static double length(const even *k, int i) { return hypot(k->at[2 * i], k->at[2 * i + 1]); }

static double largest(const even *k) {
    double most = 0;
    for (int i = 0; i < k->n; i++) most = fmax(most, length(k, i));
    return most;
}

/* ρ² - |r|² */
static double room(const even *k, int i) {
    double size = length(k, i);
    return (k->rho - size) * (k->rho + size);
}

/* Half the gradient of |r|² with respect to c. */
static void slope(const even *k, int i, double *out) {
    for (int j = 0; j < k->d; j++)
        out[j] =
            k->Z[2 * i * k->d + j] * k->at[2 * i] + k->Z[(2 * i + 1) * k->d + j] * k->at[2 * i + 1];
}

/* Half the second derivative of |r|² with respect to c_a and c_b. */
static double curvature(const even *k, int i, int a, int b) {
    const double *Z = k->Z + 2 * i * k->d;
    return Z[a] * Z[b] + Z[k->d + a] * Z[k->d + b];
}

/* Minus the gradient, and the Hessian, of τ ρ - Σ log(ρ² - |r|²) with respect to c and ρ. */
static void barrier(const even *k, double tau, double *g, double *H) {
    int d = k->d, n = d + 1;
    memset(H, 0, (size_t)(n * n) * sizeof *H);
    memset(g, 0, (size_t)n * sizeof *g);
    g[d] = -tau;
    for (int i = 0; i < k->n; i++) {
        double by[MOST + 1], left = room(k, i);
        slope(k, i, by);
        for (int j = 0; j < d; j++) by[j] *= -2;
        by[d] = 2 * k->rho;
        for (int a = 0; a < n; a++) {
            g[a] += by[a] / left;
            for (int b = 0; b < n; b++) H[a * n + b] += by[a] / left * (by[b] / left);
            for (int b = 0; b < d && a < d; b++) H[a * n + b] += 2 * curvature(k, i, a, b) / left;
        }
        H[d * n + d] -= 2 / left;
    }
}

/* One damped Newton step for a self-concordant barrier; returns the Newton decrement. */
static double step(even *k, double tau) {
    double g[MOST + 1], x[MOST + 1], H[(MOST + 1) * (MOST + 1)], pivot[MOST + 1];
    int n = k->d + 1;
    barrier(k, tau, g, H);
    memcpy(x, g, (size_t)n * sizeof *x);
    if (!vv_lu_factor(n, H, pivot)) return -1;
    vv_lu_solve(n, H, pivot, x);
    double square = vv_dot(n, g, x);
    if (!(square >= 0)) return -1;
    double by = square > 0.1 ? 1 / (1 + sqrt(square)) : 1;
    even before = *k;
    for (int i = 0; i < k->d; i++) k->c[i] += by * x[i];
    k->rho += by * x[k->d];
    place(k);
    if (k->rho > largest(k)) return sqrt(square);
    *k = before; /* rounding */
    return -1;
}

/* The optimality conditions: |r|² = ρ² for the active forces, Σ λ ∂|r|² = 0, Σ λ = 1. */
static void optimum(const even *k, int met, const int *force, const double *weight, double *x,
                    double *J) {
    int d = k->d, n = d + 1 + met;
    memset(J, 0, (size_t)(n * n) * sizeof *J);
    memset(x, 0, (size_t)n * sizeof *x);
    x[n - 1] = 1;
    for (int m = 0; m < met; m++) {
        double by[MOST];
        slope(k, force[m], by);
        x[m] = room(k, force[m]) / 2;
        J[m * n + d] = -k->rho;
        for (int a = 0; a < d; a++) {
            J[m * n + a] = by[a];
            J[(met + a) * n + d + 1 + m] = by[a];
            x[met + a] -= weight[m] * by[a];
            for (int b = 0; b < d; b++)
                J[(met + a) * n + b] += weight[m] * curvature(k, force[m], a, b);
        }
        J[(n - 1) * n + d + 1 + m] = 1;
        x[n - 1] -= weight[m];
    }
}

static void polish(even *k) {
    double weight[FORCES], all = 0, most = 0, x[UNKNOWNS], J[UNKNOWNS * UNKNOWNS], pivot[UNKNOWNS];
    int force[FORCES], met = 0;
    for (int i = 0; i < k->n; i++) most = fmax(most, 1 / room(k, i));
    for (int i = 0; i < k->n; i++)
        if (1 / room(k, i) > VV_MINIMAX_INACTIVE * most)
            force[met] = i, weight[met++] = 1 / room(k, i);
    for (int m = 0; m < met; m++) all += weight[m];
    for (int m = 0; m < met; m++) weight[m] /= all;
    for (int round = 0; round < 3; round++) {
        even before = *k;
        int n = k->d + 1 + met;
        optimum(k, met, force, weight, x, J);
        if (!vv_lu_factor(n, J, pivot)) return;
        vv_lu_solve(n, J, pivot, x);
        for (int i = 0; i < k->d; i++) k->c[i] += x[i];
        k->rho += x[k->d];
        for (int m = 0; m < met; m++) weight[m] += x[k->d + 1 + m];
        place(k);
        if (largest(k) <= largest(&before)) continue;
        *k = before;
        return;
    }
}

double vv_minimax_force(int n, int d, const double *r, const double *Z, double *c) {
    enum { STEPS = 400 };
    even k = {.n = n, .d = d, .r = r, .Z = Z};
    place(&k);
    double tau = largest(&k), known = 0;
    k.rho = 1.25 * tau;
    if (!(tau > 0) || isinf(tau)) return memset(c, 0, (size_t)d * sizeof *c), tau;
    tau = n / tau;
    for (int i = 0; i < STEPS && 2 * n / tau > VV_MINIMAX_GAP * k.rho; i++) {
        double moved = step(&k, tau);
        if (moved < 0) break;
        known = 2 * n / tau;
        if (moved < VV_MINIMAX_CENTERED) tau *= VV_MINIMAX_FASTER;
    }
    if (known < VV_MINIMAX_POLISH * k.rho) polish(&k);
    memcpy(c, k.c, (size_t)d * sizeof *c);
    return largest(&k);
}
