/* Parts of random models: names, frames, points, bodies, forces, constraints, speeds, each
 * written as a statement of the language and recorded by the maker. */
#ifndef VV_TESTS_PROPERTY_RANDOM_PARTS_H
#define VV_TESTS_PROPERTY_RANDOM_PARTS_H

#include <stdint.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 24, NAME = 48 };

typedef struct place {
    char name[NAME];
} place;

typedef struct maker {
    uint64_t state;
    FILE *out;
    FILE *power, *force_function; /* power and force function of the applied forces, in the language
                                     itself */
    int nmass;
    place mass[MOST], centre[MOST];
    bool clock;     /* explicit dependence on time: the energy balance is different */
    bool massless;  /* a coordinate may have no inertia */
    bool no_claims; /* forces were stated that these texts do not include */
    int nq, nparameter, nframe, npoint, nbody, nfunction;
    place q[MOST], parameter[4 * MOST], frame[MOST], point[MOST], body[MOST];
    bool length[MOST];    /* a coordinate that is a length, not an angle */
    bool dependent[MOST]; /* its rate is determined by a constraint */
    bool rigid[MOST];     /* the body has a frame, so a torque can act on it */
    bool has_free, speeds_stated, no_gravity;
    int family_freedom; /* of the coordinates that a family declares itself */
    bool no_more_constraints;
} maker;

static inline uint64_t bits(maker *m) {
    uint64_t z = m->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int below(maker *m, int n) { return (int)(bits(m) % (uint64_t)n); }
static inline bool chance(maker *m, int percent) { return below(m, 100) < percent; }

__attribute__((format(printf, 2, 3))) static inline void say(maker *m, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vfprintf(m->out, fmt, ap);
    va_end(ap);
}

__attribute__((format(printf, 2, 3))) static inline void tell(FILE *where, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vfprintf(where, fmt, ap);
    va_end(ap);
}

/* Records a mass and its position, for the force function of gravity. */
__attribute__((format(printf, 3, 4))) static inline const char *mass_at(maker *m, const char *mass,
                                                                        const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    snprintf(m->mass[m->nmass].name, NAME, "%s", mass);
    vsnprintf(m->centre[m->nmass].name, NAME, fmt, ap);
    va_end(ap);
    return m->centre[m->nmass++].name;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* A positive parameter: new or, occasionally, an existing one. */
static inline const char *parameter(maker *m, const char *stem) {
    if (m->nparameter >= 4 * MOST) return m->parameter[0].name;
    place *p = &m->parameter[m->nparameter++];
    snprintf(p->name, NAME, "%s%d", stem, m->nparameter);
    return p->name;
}

static inline const char *coordinate(maker *m, bool length) {
    static const char *const angles[] = {"θ", "φ", "ψ", "α", "χ"}, *const lengths[] = {"x", "y",
                                                                                       "s", "u"};
    int i = m->nq++;
    m->length[i] = length;
    snprintf(m->q[i].name, NAME, "%s%d", length ? lengths[below(m, 4)] : angles[below(m, 5)],
             i + 1);
    return m->q[i].name;
}

static inline const char *some_coordinate(maker *m) { return m->q[below(m, m->nq)].name; }
static inline const char *some_point(maker *m) { return m->point[below(m, m->npoint)].name; }
static inline const char *some_frame(maker *m) { return m->frame[below(m, m->nframe)].name; }
static inline char axis(maker *m) { return "xyz"[below(m, 3)]; }

static inline const char *new_frame(maker *m) {
    place *f = &m->frame[m->nframe++];
    snprintf(f->name, NAME, "F%d", m->nframe - 1);
    return f->name;
}

static inline const char *new_point(maker *m) {
    place *p = &m->point[m->npoint++];
    snprintf(p->name, NAME, "P%d", m->npoint);
    return p->name;
}

static inline const char *new_body(maker *m, bool rigid) {
    m->rigid[m->nbody] = rigid;
    place *b = &m->body[m->nbody++];
    snprintf(b->name, NAME, "b%d", m->nbody);
    return b->name;
}

static inline void number(maker *m) {
    static const char *const list[] = {"2", "3", "1/2", "2/3", "5/4", "0.7", "3/5", "7"};
    say(m, "%s", list[below(m, 8)]);
}

/* A factor that is not identically zero: a number, a parameter, a function of a coordinate. */
static inline void factor(maker *m) {
    const char *q = some_coordinate(m);
    switch (below(m, 8)) {
    case 0: number(m); break;
    case 1: say(m, "sin(%s)", q); break;
    case 2: say(m, "cos(%s)", q); break;
    case 3: say(m, "(1 + %s^2)", q); break;
    case 4: say(m, "(2 + cos(%s - %s))", q, some_coordinate(m)); break;
    default: say(m, "%s", parameter(m, "c"));
    }
}

/* ---- frames and points ---------------------------------------------------------------------- */

static inline void angle(maker *m, int percent_new) {
    if (m->nq < 5 && chance(m, percent_new)) {
        say(m, "%s", coordinate(m, false));
        return;
    }
    switch (below(m, 8)) {
    case 0: say(m, "pi/6"); break;
    case 1: say(m, "2/5"); break;
    case 2: say(m, "pi/4"); break;
    case 3: say(m, "%s", parameter(m, "β")); break;
    case 4:
        m->clock = true;
        say(m, "%s*t%s", parameter(m, "μ"), chance(m, 30) ? "^2/2" : "");
        break;
    case 5:
        m->clock = true;
        say(m, "%s*sin(%s*t)", parameter(m, "β"), parameter(m, "ω"));
        break;
    default:
        if (m->nq == 0)
            say(m, "%s", coordinate(m, false));
        else if (m->nq > 1 && chance(m, 30))
            say(m, "(2*%s - %s)", m->q[0].name, m->q[1].name);
        else
            say(m, "%s", some_coordinate(m));
    }
}

static inline void component(maker *m) {
    if (m->nq < 5 && chance(m, 25)) {
        say(m, "%s", coordinate(m, true));
        return;
    }
    switch (below(m, 8)) {
    case 0: number(m); break;
    case 1:
        if (m->nq)
            say(m, "%s*sin(%s)", parameter(m, "l"), some_coordinate(m));
        else
            say(m, "%s", parameter(m, "l"));
        break;
    case 2:
        m->clock |= chance(m, 50);
        say(m, "%s*%s", parameter(m, "v"), m->clock ? "t" : "2");
        break;
    case 3:
        if (m->nq)
            say(m, "(%s + %s)", parameter(m, "l"), some_coordinate(m));
        else
            number(m);
        break;
    case 4:
        if (m->nfunction)
            say(m, "f");
        else
            say(m, "%s", parameter(m, "l"));
        break;
    default: say(m, "%s", parameter(m, "l"));
    }
}

/* Axes of frames, each with a component: " + l1*F2.x - 2*F1.z". */
static inline void offset(maker *m) {
    for (int k = 0, n = 1 + below(m, 2); k < n; k++) {
        say(m, " %c ", chance(m, 70) ? '+' : '-');
        component(m);
        say(m, "*%s.%c", some_frame(m), axis(m));
    }
}

static inline void frame_statement(maker *m) {
    char parent[NAME];
    snprintf(parent, NAME, "%s", chance(m, 60) ? m->frame[m->nframe - 1].name : some_frame(m));
    bool origin = m->npoint > 0 && chance(m, 25), skew = chance(m, 8);
    char at[NAME] = "";
    if (origin) snprintf(at, NAME, "%s", some_point(m));
    const char *name = new_frame(m);
    say(m, "frame %s = %s", name, parent);
    if (origin) say(m, " at %s + %s*%s.%c", at, parameter(m, "l"), parent, axis(m));
    say(m, " turned ");
    angle(m, 70);
    if (skew)
        say(m, " about %s.x + 2*%s.y + 2*%s.z", parent, parent, parent);
    else
        say(m, " about %c", axis(m));
    if (chance(m, 35)) {
        say(m, ", ");
        angle(m, 50);
        say(m, " about %c", axis(m));
    }
    say(m, "\n");
}

static inline void point_statement(maker *m) {
    char base[2 * NAME] = "";
    if (m->npoint && chance(m, 60))
        snprintf(base, sizeof base, "%s", some_point(m));
    else
        snprintf(base, sizeof base, "%s.origin", m->frame[m->nframe - 1].name);
    const char *name = new_point(m);
    say(m, "point %s = %s", name, base);
    offset(m);
    say(m, "\n");
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static inline void full_tensor(maker *m) {
    const char *A = parameter(m, "A"), *B = parameter(m, "A"), *C = parameter(m, "A");
    const char *D = parameter(m, "E"), *E = parameter(m, "E"), *F = parameter(m, "E");
    if (chance(m, 30))
        say(m, "((4, -1/2, 1/3), (-1/2, 5, 2/7), (1/3, 2/7, 6))");
    else
        say(m, "((%s, %s, %s), (%s, %s, %s), (%s, %s, %s))", A, D, E, D, B, F, E, F, C);
}

/* A body of revolution in axes that do not spin with it. */
static inline void spinning_body(maker *m, const char *at) {
    char axes[NAME], A[NAME], C[NAME];
    snprintf(axes, NAME, "%s", some_frame(m));
    snprintf(A, NAME, "%s", parameter(m, "A"));
    snprintf(C, NAME, "%s", parameter(m, "C"));
    char z = axis(m);
    const char *own = new_frame(m), *spin = coordinate(m, false), *name = new_body(m, true);
    say(m, "frame %s = %s turned %s about %c\n", own, axes, spin, z);
    const char *mass = parameter(m, "m");
    say(m, "body %s: mass %s, centre %s, frame %s, inertia (%s, %s, %s) along %s\n", name, mass,
        mass_at(m, mass, "%s", at), own, z == 'x' ? C : A, z == 'y' ? C : A, z == 'z' ? C : A,
        axes);
}

static inline void body_statement(maker *m, const char *at) {
    if (m->nq < 6 && chance(m, 20)) {
        spinning_body(m, at);
        return;
    }
    if (chance(m, 35)) {
        const char *particle = parameter(m, "m");
        say(m, "mass %s at %s\n", particle, mass_at(m, particle, "%s", at));
        return;
    }
    const char *name = new_body(m, true), *mass = parameter(m, "m");
    say(m, "body %s: mass %s, centre %s, frame %s, inertia ", name, mass,
        mass_at(m, mass, "%s", at), m->frame[m->nframe - 1].name);
    if (chance(m, 40))
        full_tensor(m);
    else
        say(m, "(%s, %s, %s)", parameter(m, "A"), parameter(m, "A"), parameter(m, "A"));
    if (m->npoint > 1 && chance(m, 15))
        say(m, " at %s + %s*%s.y", at, parameter(m, "l"), m->frame[m->nframe - 1].name);
    say(m, "\n");
}

/* ---- forces ---------------------------------------------------------------------------------- */

static inline void vector(maker *m, char *out) {
    const char *f = some_frame(m), *k = parameter(m, "f");
    if (chance(m, 30))
        snprintf(out, 3 * NAME, "((%s, 2, -%s) in %s)", k, parameter(m, "f"), f);
    else
        snprintf(out, 3 * NAME, "%s*%s.%c", k, f, axis(m));
}

static inline void spring_between(maker *m) {
    const char *a = some_point(m), *k = parameter(m, "k"),
               *l = chance(m, 40) ? parameter(m, "l") : NULL;
    char b[2 * NAME];
    if (chance(m, 60) || m->npoint < 2)
        snprintf(b, sizeof b, "%s*world.x - 3*world.y", parameter(m, "l"));
    else
        snprintf(b, sizeof b, "%s + 2*world.z - %s*world.x", some_point(m), parameter(m, "l"));
    say(m, "spring %s between %s and %s%s%s\n", k, a, b, l ? ", length " : "", l ? l : "");
    tell(m->force_function, " - %s/2*(norm(%s - (%s)) - %s)^2", k, a, b, l ? l : "0");
}

static inline void damper_between(maker *m) {
    const char *d = parameter(m, "d"), *p = some_point(m), *l = parameter(m, "l");
    say(m, "damper %s between %s and %s*world.y\n", d, p, l);
    tell(m->power, " - %s*(norm(%s - %s*world.y)')^2", d, p, l);
}

static inline void force_at(maker *m) {
    char F[3 * NAME];
    vector(m, F);
    const char *p = some_point(m), *d = chance(m, 30) ? parameter(m, "d") : "0", *v = some_point(m);
    say(m, "force %s - %s*velocity(%s) at %s\n", F, d, v, p);
    tell(m->power, " + dot(%s - %s*velocity(%s), velocity(%s))", F, d, v, p);
}

static inline void torque_on(maker *m) {
    char L[3 * NAME];
    vector(m, L);
    const char *b = m->body[0].name, *d = chance(m, 40) ? parameter(m, "d") : "0";
    say(m, "torque %s - %s*spin(%s) on %s\n", L, d, b, b);
    tell(m->power, " + dot(%s - %s*spin(%s), spin(%s))", L, d, b, b);
}

static inline void one_force(maker *m) {
    const char *q = some_coordinate(m), *other = some_coordinate(m), *k = parameter(m, "k"),
               *l = parameter(m, "l");
    switch (below(m, 11)) {
    case 0:
    case 1:
        if (m->npoint) spring_between(m);
        break;
    case 2:
        say(m, "spring %s on %s, length %s\n", k, q, l);
        tell(m->force_function, " - %s/2*(%s - %s)^2", k, q, l);
        break;
    case 3:
        say(m, "damper %s on sin(%s) + %s\n", k, q, other);
        tell(m->power, " - %s*((sin(%s) + %s)')^2", k, q, other);
        break;
    case 4:
        if (m->npoint) damper_between(m);
        break;
    case 5:
    case 6:
        if (m->npoint) force_at(m);
        break;
    case 7:
        if (m->nbody && m->rigid[0]) torque_on(m);
        break;
    case 8:
        say(m, "work %s*δ(%s*sin(%s)) - %s'*δ(%s)\n", k, q, other, q, other);
        tell(m->power, " + %s*(%s*sin(%s))' - %s'*%s'", k, q, other, q, other);
        break;
    case 9:
        say(m, "potential %s*cos(%s)*(%s + %s)\n", k, q, l, other);
        tell(m->force_function, " - %s*cos(%s)*(%s + %s)", k, q, l, other);
        break;
    default:
        say(m, "perturbation %s*cos(%s*t) on %s\n", k, l, q);
        tell(m->power, " + %s*cos(%s*t)*%s'", k, l, q);
    }
}

static inline void forces(maker *m) {
    if (chance(m, 70) && !m->no_gravity) {
        char g[3 * NAME];
        if (chance(m, 80))
            snprintf(g, sizeof g, "-%s*world.%c", parameter(m, "g"), axis(m));
        else
            snprintf(g, sizeof g, "%s*(world.x - 2*world.z)", parameter(m, "g"));
        say(m, "gravity %s\n", g);
        for (int i = 0; i < m->nmass; i++)
            tell(m->force_function, " + %s*dot(%s, %s)", m->mass[i].name, g, m->centre[i].name);
    }
    for (int k = below(m, 4); k > 0; k--) one_force(m);
}

/* The sum of the powers is the rate of the energy; U is the sum of the stated terms. */
static inline void claims(maker *m, const char *power, const char *force_function) {
    if (m->no_claims) return;
    say(m, "claim identity U = 0%s\n", force_function);
    if (!m->clock && !m->massless) say(m, "claim equation (energy)' = 0%s\n", power);
}

/* ---- constraints ------------------------------------------------------------------------------
 */

static inline int free_coordinates(const maker *m) {
    int n = 0;
    for (int i = 0; i < m->nq; i++) n += !m->dependent[i];
    return n;
}

/* A coordinate not yet determined by a constraint, other than `but`. */
static inline int undetermined(maker *m, int but) {
    for (int tries = 0; tries < 100; tries++) {
        int i = below(m, m->nq);
        if (!m->dependent[i] && i != but) return i;
    }
    return -1;
}

/* The dependent coordinate is given by others that stay free, so there is no contradiction. */
static inline void finite_constraint(maker *m) {
    int d = undetermined(m, -1), i = undetermined(m, d);
    if (d < 0 || i < 0) return;
    const char *y = m->q[d].name, *x = m->q[i].name;
    m->dependent[d] = true;
    switch (below(m, 6)) {
    case 0: say(m, "constraint %s^2 + %s^2 = %s^2\n", x, y, parameter(m, "R")); break;
    case 1: say(m, "constraint %s = %s*sin(%s)\n", y, parameter(m, "l"), x); break;
    case 2: say(m, "constraint 2*%s - 3*%s = %s\n", y, x, parameter(m, "l")); break;
    case 3:
        m->clock = true;
        say(m, "constraint %s*(2 + cos(%s)) = %s + %s*t\n", y, x, parameter(m, "l"),
            parameter(m, "v"));
        break;
    case 4:
        say(m, "constraint %s^2/%s + %s^2 + %s*%s = %s\n", y, parameter(m, "l"), x, x, y,
            parameter(m, "R"));
        break;
    default: say(m, "constraint %s = %s^2/%s\n", y, x, parameter(m, "l"));
    }
}

static inline void differential_constraint(maker *m) {
    int d = undetermined(m, -1), i = undetermined(m, d), k = undetermined(m, d);
    if (d < 0 || i < 0 || k < 0) return;
    m->dependent[d] = true;
    say(m, "constraint %s' - ", m->q[d].name);
    factor(m);
    say(m, "*%s' + ", m->q[i].name);
    factor(m);
    say(m, "*%s*%s'", some_coordinate(m), m->q[k].name);
    bool moving = chance(m, 40);
    m->clock |= moving;
    if (moving && chance(m, 50))
        say(m, " = %s", parameter(m, "v"));
    else if (moving)
        say(m, " = %s*sin(%s*t)*%s", parameter(m, "v"), parameter(m, "ω"), some_coordinate(m));
    else
        say(m, " = 0");
    say(m, "\n");
}

static inline void constraints(maker *m) {
    if (m->no_more_constraints) return;
    if (free_coordinates(m) > 2 && chance(m, 25)) finite_constraint(m);
    for (int k = 0; k < 2 && free_coordinates(m) > 1; k++)
        if (chance(m, 25)) differential_constraint(m);
    /* stated twice: redundant, otherwise no change */
    if (free_coordinates(m) > 1 && chance(m, 5)) {
        int d = undetermined(m, -1), i = undetermined(m, d);
        m->dependent[d] = true;
        say(m, "constraint %s' = 2*%s'\nconstraint 3*%s' - 6*%s' = 0\n", m->q[d].name, m->q[i].name,
            m->q[d].name, m->q[i].name);
    }
}

/* ---- speeds -----------------------------------------------------------------------------------
 */

/* u_i = factor * q_i' + earlier rates: triangular, so always invertible; some have an offset. */
static inline void declared_speeds(maker *m) {
    int order[MOST], n = 0;
    for (int i = 0; i < m->nq; i++)
        if (!m->dependent[i]) order[n++] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = below(m, i + 1), swap = order[i];
        order[i] = order[j], order[j] = swap;
    }
    for (int i = 0; i < n; i++) {
        say(m, "speed w%d = ", i + 1);
        factor(m);
        say(m, "*%s'", m->q[order[i]].name);
        for (int j = 0; j < i; j++)
            if (chance(m, 40)) {
                say(m, " - ");
                factor(m);
                say(m, "*%s'", m->q[order[j]].name);
            }
        if (chance(m, 15)) say(m, " + %s*%s", parameter(m, "v"), some_coordinate(m));
        if (chance(m, 8)) say(m, " + %s*t", parameter(m, "v"));
        say(m, "\n");
    }
}

static inline void speeds(maker *m) {
    if (m->has_free || m->speeds_stated || m->nq == 0) return;
    if (chance(m, 40)) {
        declared_speeds(m);
    } else if (chance(m, 10)) {
        int i = undetermined(m, -1);
        say(m, "auxiliary λ1' = ");
        factor(m);
        say(m, "*%s'\n", m->q[i].name);
    }
}

#endif
