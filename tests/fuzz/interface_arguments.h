/* Arguments for fuzz_interface.c, chosen by bytes: right ones, and the wrong ones that people pass.
 */
#ifndef VV_TESTS_FUZZ_INTERFACE_ARGUMENTS_H
#define VV_TESTS_FUZZ_INTERFACE_ARGUMENTS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include <visviva/visviva.h>

typedef struct reader {
    const uint8_t *at, *end;
} reader;

/* 0 when there are no more. */
static inline int byte(reader *r) { return r->at < r->end ? *r->at++ : 0; }

#define CHOOSE(r, table) ((table)[(size_t)byte(r) % (sizeof(table) / sizeof *(table))])

static inline double number(reader *r) {
    static const double x[] = {0,    1,    -1,    0.3,  1e-9, 1e9,  2.5,
                               -0.5, 1e-3, 1e300, 0.05, 2,    -0.3, 1e-320};
    int k = byte(r);
    return k == 255 ? (double)NAN : k == 254 ? (double)INFINITY : x[k % 14];
}

static inline int64_t whole(reader *r) {
    static const int64_t x[] = {0, 1, 2, -1, 5, 1000, INT32_MAX, INT64_MAX, INT64_MIN, 1LL << 33};
    return CHOOSE(r, x);
}

static inline const char *name(reader *r) {
    static const char *const x[] = {"l", "m", "k", "k[1]", "k[2]", "x",  "θ",    "theta", "x'",
                                    "F", "n", "",  "y",    "kg",   NULL, "\xff", "world", "P"};
    return CHOOSE(r, x);
}

/* Of any table of words. */
static inline const char *word(reader *r) {
    static const char *const table[] = {"methods", "topics",     "integrators", "formats",
                                        "outputs", "quantities", "exports"};
    static const char *const x[] = {
        "text",   "json",  "html",   "latex", "check", "derive", "prove",   "study", "report",
        "plot",   "table", "sketch", "scene", "svg",   "export", "minimal", "c",     "multipliers",
        "speeds", "title", "word",   "proof", NULL,    "",       "nothing"};
    int k = byte(r);
    if (k % 2) return CHOOSE(r, x);
    const char *found = vv_word(CHOOSE(r, table), k / 2 % 16, NULL);
    return found ? found : "text";
}

static inline const char *expression(reader *r) {
    static const char *const x[] = {"x",
                                    "θ - 0.1",
                                    "sin(3*t)",
                                    "x^2/2",
                                    "k[1]*x",
                                    "1/x",
                                    "velocity(P)",
                                    "energy",
                                    "accelerations",
                                    "d(accelerations, x)",
                                    "F",
                                    "d(mass_matrix, p)",
                                    "d(k[1]*x^2, k[1])",
                                    "x +",
                                    "",
                                    NULL,
                                    "sqrt(x - 1)",
                                    "l",
                                    "x'",
                                    "nothing",
                                    "forcing",
                                    "d(energy, t)",
                                    "atan2(x, x')",
                                    "if(x > 0, 1, 2)"};
    return CHOOSE(r, x);
}

static inline const char *variation(reader *r) {
    static const char *const x[] = {
        "l = 0.3:0.7:3",     "x = normal(0, 1)", "k[1] = uniform(1, 2)", "x = 0:1:0",
        "l = 1:2:100000000", "nothing = 1:2:3",  "x' = 0:1:2",           "l",
        "x = normal(0, -1)"};
    return CHOOSE(r, x);
}

static inline const char *property(reader *r) {
    static const char *const x[] = {"value",   "origin", "spin", "position", "velocity", "mass",
                                    "inertia", "centre", "law",  "source",   "point",    "nothing"};
    return CHOOSE(r, x);
}

static inline vv_syntax syntax(reader *r) { return (vv_syntax)(byte(r) % 7); }

/* Small ones, of each kind: free, with inputs, constraints, rolling, contact, events, families. */
static inline const char *model(reader *r) {
    static const char *const x[] = {
        "parameter m = 2, k[1..2] = 4, l = 1\ncoordinate x\ninput F\npoint P = x*world.x\nmass m "
        "at P\n"
        "force F*world.x at P\npotential k[1]*x^2/2\nstart x = 1\nshow k[2]*x\nrun 1\n",
        "parameter m = 1, l = 1, g = 9.81\nassume l > 0\ncoordinate x, z\ninput F\n"
        "point P = x*world.x + z*world.z\nmass m at P\ngravity -g*world.z\nforce F*world.x at P\n"
        "constraint x^2 + z^2 = l^2\nstart x = 0.6, z = -0.8\nrun 1\n",
        "parameter m = 1, l = 1, g = 9.81\ncoordinate θ\npoint P = l*(sin(θ)*world.x - "
        "cos(θ)*world.z)\n"
        "mass m at P\ngravity -g*world.z\nstart θ = 2\nwhen θ = 0.125 then record\nrun 1\n"
        "claim integral θ'\n",
        "parameter m = 1, g = 10, k = 3\ncoordinate x, y\nkinetic energy m*(x'^2 + y'^2)/2\n"
        "potential m*g*y\nstart y = 1, x' = 1\nwhen y = 0 then y' = -0.8*y'\nrun 1\n",
        "parameter A = 0.5, C = 1, a = 1, g = 9.81\ncoordinate x, y, ψ, θ, φ\n"
        "frame R = world turned ψ about z, θ about x\nframe H = R turned φ about z\n"
        "point G = x*world.x + y*world.y + a*sin(θ)*world.z\npoint P = G - a*R.y\n"
        "body hoop: mass 1, centre G, frame H, inertia (A, A, C) along R\ngravity -g*world.z\n"
        "rolling hoop on world at P, normal world.z\nstart θ = 70 [deg], φ' = 3\nrun 1\n"};
    return CHOOSE(r, x);
}

static inline const char *statement(reader *r) {
    static const char *const x[] = {"coordinate x",
                                    "coordinate y",
                                    "kinetic energy x'^2/2",
                                    "potential x^2",
                                    "parameter k[1..3] = 2",
                                    "input F",
                                    "start x = 1",
                                    "mass m at P",
                                    "point P = x*world.x",
                                    "when x = 0 then stop",
                                    "constraint x = y",
                                    "run 2",
                                    "parameter m",
                                    "show x^2",
                                    "gravity -9.81*world.z",
                                    "x +",
                                    NULL,
                                    "",
                                    "coordinate x\nstart x = 1",
                                    "parameter n = 2"};
    return CHOOSE(r, x);
}

#endif
