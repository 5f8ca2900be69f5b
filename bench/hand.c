#include "hand.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* A, C, a, g; ξ, η, ψ, θ, φ; p, q, r [Appell, Traité II, no. 462] */
static void hoop(const double *P, double t, const double *x, double *out) {
    (void)t;
    double A = P[0], C = P[1], a = P[2], g = P[3], p = x[5], q = x[6], r = x[7];
    double sin_t, cos_t, sin_p, cos_p;
    sincos(x[3], &sin_t, &cos_t);
    sincos(x[2], &sin_p, &cos_p);
    double turn = q / sin_t, R = turn * cos_t, k = A * R - C * r;
    out[0] = a * (sin_p * sin_t * p - cos_p * r);
    out[1] = -a * (cos_p * sin_t * p + sin_p * r);
    out[2] = turn;
    out[3] = p;
    out[4] = r - R;
    out[5] = (k * q - a * a * q * r - g * a * cos_t) / (A + a * a);
    out[6] = -k * p / A;
    out[7] = a * a * p * q / (C + a * a);
}

/* m1, m2, l1, l2, g; the angles from the vertical */
static void double_pendulum(const double *P, double t, const double *x, double *out) {
    (void)t;
    double m1 = P[0], m2 = P[1], l1 = P[2], l2 = P[3], g = P[4], s, c;
    sincos(x[0] - x[1], &s, &c);
    double both = m1 + m2, divisor = m1 + m2 * s * s;
    double f1 = -g * both * sin(x[0]) - m2 * x[3] * x[3] * l2 * s,
           f2 = -g * sin(x[1]) + x[2] * x[2] * l1 * s;
    out[0] = x[2];
    out[1] = x[3];
    out[2] = (f1 - m2 * c * f2) / (l1 * divisor);
    out[3] = (both * f2 - c * f1) / (l2 * divisor);
}

/* n, m, l, g; point masses: cos(θi - θj) from one sine and cosine per link; dense Cholesky */
static void chain(const double *P, double t, const double *x, double *out) {
    enum { N = 10 };
    double m = P[1], l = P[2], g = P[3], s[N], c[N], M[N][N], f[N];
    (void)t;
    for (int i = 0; i < N; i++) sincos(x[i], &s[i], &c[i]), out[i] = x[N + i];
    for (int i = 0; i < N; i++) {
        f[i] = -(N - i) * m * g * l * s[i];
        for (int j = 0; j < N; j++) {
            double weight = m * l * l * (N - (i > j ? i : j));
            if (j <= i) M[i][j] = weight * (c[i] * c[j] + s[i] * s[j]);
            f[i] -= weight * (s[i] * c[j] - c[i] * s[j]) * x[N + j] * x[N + j];
        }
    }
    for (int k = 0; k < N; k++) {
        for (int j = 0; j < k; j++) M[k][k] -= M[k][j] * M[k][j];
        M[k][k] = 1 / sqrt(M[k][k]);
        for (int i = k + 1; i < N; i++) {
            for (int j = 0; j < k; j++) M[i][k] -= M[i][j] * M[k][j];
            M[i][k] *= M[k][k];
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) f[i] -= M[i][j] * f[j];
        f[i] *= M[i][i];
    }
    for (int i = N - 1; i >= 0; i--) {
        for (int j = i + 1; j < N; j++) f[i] -= M[j][i] * f[j];
        out[N + i] = f[i] *= M[i][i];
    }
}

hand_written *hand_find(const char *model) {
    if (strstr(model, "double_pendulum.vv")) return double_pendulum;
    if (strstr(model, "chain.vv")) return chain;
    return strstr(model, "book/hoop.vv") ? hoop : NULL;
}
