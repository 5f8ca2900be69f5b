#include "random_model.h"

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
    FILE *power, *force_function; /* what the given forces do, in the language itself */
    int nmass;
    place mass[MOST], centre[MOST];
    bool clock;     /* something depends on the time itself: the energy balance is another */
    bool massless;  /* a coordinate may have no inertia                                     */
    bool no_claims; /* forces were stated that these texts do not cover                     */
    int nq, nparameter, nframe, npoint, nbody, nfunction;
    place q[MOST], parameter[4 * MOST], frame[MOST], point[MOST], body[MOST];
    bool length[MOST];    /* a coordinate that is a length, not an angle          */
    bool dependent[MOST]; /* its rate is given by a constraint                    */
    bool rigid[MOST];     /* the body has a frame, so it can bear a torque        */
    bool has_free, speeds_stated, no_gravity;
    int family_freedom; /* of the coordinates a family declares itself */
    bool no_more_constraints;
} maker;

static uint64_t bits(maker *m) {
    uint64_t z = m->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int below(maker *m, int n) { return (int)(bits(m) % (uint64_t)n); }
static bool chance(maker *m, int percent) { return below(m, 100) < percent; }

__attribute__((format(printf, 2, 3))) static void say(maker *m, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vfprintf(m->out, fmt, ap);
    va_end(ap);
}

__attribute__((format(printf, 2, 3))) static void tell(FILE *where, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vfprintf(where, fmt, ap);
    va_end(ap);
}

/* Note a mass and its place, for the force function of gravity. */
__attribute__((format(printf, 3, 4))) static const char *mass_at(maker *m, const char *mass,
                                                                 const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    snprintf(m->mass[m->nmass].name, NAME, "%s", mass);
    vsnprintf(m->centre[m->nmass].name, NAME, fmt, ap);
    va_end(ap);
    return m->centre[m->nmass++].name;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* A positive parameter, new or, now and then, one that exists. */
static const char *parameter(maker *m, const char *stem) {
    if (m->nparameter >= 4 * MOST) return m->parameter[0].name;
    place *p = &m->parameter[m->nparameter++];
    snprintf(p->name, NAME, "%s%d", stem, m->nparameter);
    return p->name;
}

static const char *coordinate(maker *m, bool length) {
    static const char *const angles[] = {"θ", "φ", "ψ", "α", "χ"}, *const lengths[] = {"x", "y",
                                                                                       "s", "u"};
    int i = m->nq++;
    m->length[i] = length;
    snprintf(m->q[i].name, NAME, "%s%d", length ? lengths[below(m, 4)] : angles[below(m, 5)],
             i + 1);
    return m->q[i].name;
}

static const char *some_coordinate(maker *m) { return m->q[below(m, m->nq)].name; }
static const char *some_point(maker *m) { return m->point[below(m, m->npoint)].name; }
static const char *some_frame(maker *m) { return m->frame[below(m, m->nframe)].name; }
static char axis(maker *m) { return "xyz"[below(m, 3)]; }

static const char *new_frame(maker *m) {
    place *f = &m->frame[m->nframe++];
    snprintf(f->name, NAME, "F%d", m->nframe - 1);
    return f->name;
}

static const char *new_point(maker *m) {
    place *p = &m->point[m->npoint++];
    snprintf(p->name, NAME, "P%d", m->npoint);
    return p->name;
}

static const char *new_body(maker *m, bool rigid) {
    m->rigid[m->nbody] = rigid;
    place *b = &m->body[m->nbody++];
    snprintf(b->name, NAME, "b%d", m->nbody);
    return b->name;
}

static void number(maker *m) {
    static const char *const list[] = {"2", "3", "1/2", "2/3", "5/4", "0.7", "3/5", "7"};
    say(m, "%s", list[below(m, 8)]);
}

/* A factor that is not zero everywhere: a number, a parameter, a function of a coordinate. */
static void factor(maker *m) {
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

static void angle(maker *m, int percent_new) {
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

static void component(maker *m) {
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
static void offset(maker *m) {
    for (int k = 0, n = 1 + below(m, 2); k < n; k++) {
        say(m, " %c ", chance(m, 70) ? '+' : '-');
        component(m);
        say(m, "*%s.%c", some_frame(m), axis(m));
    }
}

static void frame_statement(maker *m) {
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

static void point_statement(maker *m) {
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

static void full_tensor(maker *m) {
    const char *A = parameter(m, "A"), *B = parameter(m, "A"), *C = parameter(m, "A");
    const char *D = parameter(m, "E"), *E = parameter(m, "E"), *F = parameter(m, "E");
    if (chance(m, 30))
        say(m, "((4, -1/2, 1/3), (-1/2, 5, 2/7), (1/3, 2/7, 6))");
    else
        say(m, "((%s, %s, %s), (%s, %s, %s), (%s, %s, %s))", A, D, E, D, B, F, E, F, C);
}

/* A body of revolution in axes that do not spin with it. */
static void spinning_body(maker *m, const char *at) {
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

static void body_statement(maker *m, const char *at) {
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

static void vector(maker *m, char *out) {
    const char *f = some_frame(m), *k = parameter(m, "f");
    if (chance(m, 30))
        snprintf(out, 3 * NAME, "((%s, 2, -%s) in %s)", k, parameter(m, "f"), f);
    else
        snprintf(out, 3 * NAME, "%s*%s.%c", k, f, axis(m));
}

static void spring_between(maker *m) {
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

static void damper_between(maker *m) {
    const char *d = parameter(m, "d"), *p = some_point(m), *l = parameter(m, "l");
    say(m, "damper %s between %s and %s*world.y\n", d, p, l);
    tell(m->power, " - %s*(norm(%s - %s*world.y)')^2", d, p, l);
}

static void force_at(maker *m) {
    char F[3 * NAME];
    vector(m, F);
    const char *p = some_point(m), *d = chance(m, 30) ? parameter(m, "d") : "0", *v = some_point(m);
    say(m, "force %s - %s*velocity(%s) at %s\n", F, d, v, p);
    tell(m->power, " + dot(%s - %s*velocity(%s), velocity(%s))", F, d, v, p);
}

static void torque_on(maker *m) {
    char L[3 * NAME];
    vector(m, L);
    const char *b = m->body[0].name, *d = chance(m, 40) ? parameter(m, "d") : "0";
    say(m, "torque %s - %s*spin(%s) on %s\n", L, d, b, b);
    tell(m->power, " + dot(%s - %s*spin(%s), spin(%s))", L, d, b, b);
}

static void one_force(maker *m) {
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

static void forces(maker *m) {
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

/* The sum of the powers is the rate of the energy; U is what was stated, term by term. */
static void claims(maker *m, const char *power, const char *force_function) {
    if (m->no_claims) return;
    say(m, "claim identity U = 0%s\n", force_function);
    if (!m->clock && !m->massless) say(m, "claim equation (energy)' = 0%s\n", power);
}

/* ---- constraints ------------------------------------------------------------------------------
 */

static int free_coordinates(const maker *m) {
    int n = 0;
    for (int i = 0; i < m->nq; i++) n += !m->dependent[i];
    return n;
}

/* A coordinate not yet determined by a constraint, other than `but`. */
static int undetermined(maker *m, int but) {
    for (int tries = 0; tries < 100; tries++) {
        int i = below(m, m->nq);
        if (!m->dependent[i] && i != but) return i;
    }
    return -1;
}

/* The dependent coordinate is given by others that stay free: never a contradiction. */
static void finite_constraint(maker *m) {
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

static void differential_constraint(maker *m) {
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

static void constraints(maker *m) {
    if (m->no_more_constraints) return;
    if (free_coordinates(m) > 2 && chance(m, 25)) finite_constraint(m);
    for (int k = 0; k < 2 && free_coordinates(m) > 1; k++)
        if (chance(m, 25)) differential_constraint(m);
    /* stated twice, it is redundant and nothing else changes */
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
static void declared_speeds(maker *m) {
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

static void speeds(maker *m) {
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

/* ---- kinds of models ---------------------------------------------------------------------------
 */

static void general_function(maker *m) {
    if (!chance(m, 15) || m->nq == 0) return;
    m->nfunction = 1;
    if (chance(m, 70))
        say(m, "function f(%s)\n", m->q[0].name);
    else
        say(m, "function f(%s) = %s*(1 + sin(%s)^2)\n", m->q[0].name, parameter(m, "l"),
            m->q[0].name);
}

static void tree(maker *m) {
    if (chance(m, 30)) coordinate(m, true);
    general_function(m);
    int frames = below(m, 4), bodies = 1 + below(m, 3);
    for (int i = 0; i < frames; i++) {
        frame_statement(m);
        if (chance(m, 40)) point_statement(m);
    }
    while (m->npoint < bodies - 1) point_statement(m);
    /* one mass that moves for certain */
    const char *at = new_point(m), *f = m->frame[m->nframe - 1].name;
    const char *q = m->nq ? some_coordinate(m) : coordinate(m, true);
    say(m, "point %s = %s*%s.%c + %s*%s.%c\n", at, q, some_frame(m), axis(m), parameter(m, "l"), f,
        axis(m));
    for (int i = 0; i < bodies; i++) body_statement(m, m->point[m->npoint - 1 - i].name);
    /* a coordinate without inertia leaves the motion undetermined, and its energy balance with it
     */
    bool heavy = chance(m, 50);
    m->massless = !heavy;
    for (int i = 0; heavy && i < m->nq; i++)
        say(m, "kinetic energy %s/2*%s'^2\n", parameter(m, "J"), m->q[i].name);
    constraints(m);
}

/* What a wheel or ball rolls on: the world, a table that turns, a body that slides and turns. */
static void support(maker *m, char *axes, char *on) {
    snprintf(axes, NAME, "world");
    snprintf(on, NAME, "world");
    int what = below(m, 4);
    if (what == 0) return;
    if (what == 1) {
        snprintf(axes, NAME, "%s", new_frame(m));
        snprintf(on, NAME, "%s", axes);
        m->clock = true;
        say(m, "frame %s = world turned %s*t%s about z\n", axes, parameter(m, "μ"),
            chance(m, 30) ? "^2" : "");
        return;
    }
    if (what == 2) return;
    snprintf(axes, NAME, "%s", new_frame(m));
    const char *u = coordinate(m, true);
    say(m, "frame %s = world at %s*world.x", axes, u);
    if (chance(m, 60)) say(m, " turned %s about z", coordinate(m, false));
    const char *plate = new_body(m, true), *mass = parameter(m, "m");
    snprintf(on, NAME, "%s", plate);
    mass_at(m, mass, "%s.origin", axes);
    say(m, "\nbody %s: mass %s, centre %s.origin, frame %s, inertia (%s, %s, %s)\n", plate, mass,
        axes, axes, parameter(m, "A"), parameter(m, "A"), parameter(m, "A"));
}

static void spin_speeds(maker *m, const char *body, const char *axes, int others) {
    for (int i = 0; i < 3; i++)
        say(m, "speed w%d = dot(spin(%s), %s.%c)\n", i + 1, body, axes, "xyz"[i]);
    for (int i = 0; i < others; i++) say(m, "speed w%d = %s'\n", i + 4, m->q[i].name);
}

/* A disc, thin or with an eccentric mass, leaning or upright. */
static void disc(maker *m) {
    char axes[NAME], on[NAME], R[NAME], H[NAME], a[NAME], A[NAME], C[NAME];
    support(m, axes, on);
    int others = m->nq;
    const char *psi = coordinate(m, false);
    bool upright = chance(m, 15);
    snprintf(R, NAME, "%s", new_frame(m));
    snprintf(a, NAME, "%s", parameter(m, "a"));
    snprintf(A, NAME, "%s", parameter(m, "A"));
    snprintf(C, NAME, "%s", parameter(m, "C"));
    const char *theta = upright ? "pi/2" : coordinate(m, false);
    say(m, "frame %s = %s turned %s about z, %s about x\n", R, axes, psi, theta);
    const char *phi = coordinate(m, false);
    snprintf(H, NAME, "%s", new_frame(m));
    say(m, "frame %s = %s turned %s about z\n", H, R, phi);
    const char *x = coordinate(m, true), *y = coordinate(m, true), *G = new_point(m);
    m->dependent[m->nq - 1] = m->dependent[m->nq - 2] = true;
    say(m, "point %s = %s.origin + %s*%s.x + %s*%s.y + %s*sin(%s)*%s.z\n", G, axes, x, axes, y,
        axes, a, theta, axes);
    const char *P = new_point(m), *b = new_body(m, true);
    say(m, "point %s = %s - %s*%s.y\n", P, G, a, R);
    const char *mass = parameter(m, "m");
    if (chance(m, 25))
        say(m, "body %s: mass %s, centre %s, frame %s, inertia (%s, %s, %s)\n", b, mass,
            mass_at(m, mass, "%s + %s*%s.x", G, parameter(m, "e"), H), H, A, parameter(m, "A"), C);
    else
        say(m, "body %s: mass %s, centre %s, frame %s, inertia (%s, %s, %s) along %s\n", b, mass,
            mass_at(m, mass, "%s", G), H, A, A, C, R);
    if (chance(m, 25)) {
        mass = parameter(m, "m");
        say(m, "mass %s at %s\n", mass, mass_at(m, mass, "%s + %s*%s.x", G, parameter(m, "l"), H));
    }
    say(m, "rolling %s on %s at %s, normal %s.z\n", b, on, P, axes);
    if (!upright && chance(m, 40)) {
        spin_speeds(m, b, R, others);
        m->speeds_stated = true;
    }
}

/* A ball on a plane or on another ball; its own rotation by angles or free. */
static void ball(maker *m) {
    char axes[NAME], on[NAME], a[NAME], body[NAME];
    bool on_ball = chance(m, 25), free = chance(m, 30), eccentric = chance(m, 20);
    snprintf(axes, NAME, "world");
    snprintf(on, NAME, "world");
    snprintf(a, NAME, "%s", parameter(m, "a"));
    const char *G = new_point(m), *P = new_point(m);
    int others = 0;
    if (on_ball) {
        snprintf(axes, NAME, "%s", new_frame(m));
        const char *R = parameter(m, "R"), *u = coordinate(m, false), *v = coordinate(m, false);
        say(m, "frame %s = world turned %s about z, %s about y\n", axes, u, v);
        say(m, "point %s = (%s + %s)*%s.z, %s = %s*%s.z\n", G, R, a, axes, P, R, axes);
        m->dependent[0] = m->dependent[1] = true;
    } else {
        support(m, axes, on);
        others = m->nq;
        const char *x = coordinate(m, true), *y = coordinate(m, true);
        m->dependent[m->nq - 1] = m->dependent[m->nq - 2] = true;
        say(m, "point %s = %s.origin + %s*%s.x + %s*%s.y + %s*%s.z\n", G, axes, x, axes, y, axes, a,
            axes);
        say(m, "point %s = %s - %s*%s.z\n", P, G, a, axes);
    }
    char own[NAME];
    snprintf(own, NAME, "%s", new_frame(m));
    if (free) {
        say(m, "frame %s = world free (p, q, r)%s\n", own, chance(m, 40) ? " along world" : "");
        m->has_free = true;
    } else {
        const char *i = coordinate(m, false), *j = coordinate(m, false), *k = coordinate(m, false);
        say(m, "frame %s = %s turned %s about z, %s about x, %s about z\n", own,
            on_ball ? "world" : axes, i, j, k);
    }
    snprintf(body, NAME, "%s", new_body(m, true));
    const char *mass = parameter(m, "m"), *I = parameter(m, "A"),
               *e = eccentric ? parameter(m, "e") : "0";
    say(m, "body %s: mass %s, centre %s", body, mass, mass_at(m, mass, "%s + %s*%s.x", G, e, own));
    say(m, ", frame %s, inertia (%s, %s, %s)\n", own, I, eccentric ? parameter(m, "A") : I, I);
    say(m, "rolling %s on %s at %s, normal %s.z\n", body, on, P, axes);
    if (!free && !on_ball && chance(m, 40)) {
        spin_speeds(m, body, chance(m, 50) ? axes : "world", others);
        m->speeds_stated = true;
    }
}

static void rolling(maker *m) {
    if (chance(m, 55))
        disc(m);
    else
        ball(m);
    if (m->nq < 6 && !m->speeds_stated && chance(m, 20)) { /* a pendulum carried along */
        const char *f = new_frame(m), *q = coordinate(m, false), *p = new_point(m);
        say(m, "frame %s = world turned %s about y\npoint %s = %s - %s*%s.z\n", f, q, p,
            m->point[0].name, parameter(m, "l"), f);
        const char *mass = parameter(m, "m");
        say(m, "mass %s at %s\n", mass, mass_at(m, mass, "%s", p));
    }
    m->no_more_constraints = true;
}

/* A solid that turns freely about a point or flies, by Euler parameters. */
static void free_solid(maker *m) {
    const char *f = new_frame(m), *g = new_point(m);
    say(m, "frame %s = world free (p, q, r)%s\n", f, chance(m, 30) ? " along world" : "");
    if (chance(m, 50)) {
        const char *x = coordinate(m, true), *y = coordinate(m, true), *z = coordinate(m, true);
        say(m, "point %s = %s*world.x + %s*world.y + %s*world.z\n", g, x, y, z);
        if (chance(m, 50))
            say(m, "constraint %s' = %s*%s' + %s*p\n", z, y, x, parameter(m, "a")),
                m->dependent[2] = true;
    } else {
        say(m, "point %s = %s*%s.x + %s*%s.z\n", g, parameter(m, "l"), f, parameter(m, "l"), f);
    }
    body_statement(m, g);
    const char *b = new_body(m, true), *mass = parameter(m, "m");
    say(m, "body %s: mass %s, centre %s, frame %s, inertia (%s, %s, %s)\n", b, mass,
        mass_at(m, mass, "%s + %s*%s.y", g, parameter(m, "l"), f), f, parameter(m, "A"),
        parameter(m, "A"), parameter(m, "A"));
    if (m->nq == 0 || chance(m, 30)) {
        const char *inner = new_frame(m), *q = coordinate(m, false);
        int about = below(m, 3);
        say(m, "frame %s = %s turned %s about %c\n", inner, f, q, "xyz"[about]);
        mass = parameter(m, "m");
        say(m, "mass %s at %s\n", mass,
            mass_at(m, mass, "%s + %s*%s.%c", g, parameter(m, "l"), inner, "yzx"[about]));
    }
    m->has_free = true;
    m->no_more_constraints = true;
}

/* A rod in the plane, its centre a part of its length from a point. */
static void rod(maker *m, const char *from, const char *length, const char *frame) {
    const char *mass = parameter(m, "m");
    say(m, "body %s: mass %s, centre %s, frame %s, inertia %s about z\n", new_body(m, true), mass,
        mass_at(m, mass, "%s + %s/3*%s.x", from, length, frame), frame, parameter(m, "A"));
}

/* A closed loop of rods in a plane: four bars, or a crank with a slider. */
static void loop(maker *m) {
    const char *a = coordinate(m, false), *b = coordinate(m, false), *l1 = parameter(m, "l"),
               *l2 = parameter(m, "l");
    const char *e1 = new_frame(m), *e2 = new_frame(m), *p = new_point(m), *q = new_point(m);
    say(m, "frame %s = world turned %s about z\nframe %s = world turned %s about z\n", e1, a, e2,
        b);
    say(m, "point %s = %s*%s.x, %s = %s + %s*%s.x\n", p, l1, e1, q, p, l2, e2);
    rod(m, "world.origin", l1, e1);
    rod(m, p, l2, e2);
    if (chance(m, 50)) {
        const char *c = coordinate(m, false), *l3 = parameter(m, "l"), *d = parameter(m, "R"),
                   *e3 = new_frame(m), *o = new_point(m);
        say(m, "frame %s = world turned %s about z\npoint %s = %s*world.x\n", e3, c, o, d);
        rod(m, o, l3, e3);
        say(m, "constraint dot(%s - %s - %s*%s.x, world.x) = 0\n", q, o, l3, e3);
        say(m, "constraint dot(%s - %s - %s*%s.x, world.y) = 0\n", q, o, l3, e3);
        m->dependent[1] = m->dependent[2] = true;
    } else {
        const char *mass = parameter(m, "m");
        say(m, "mass %s at %s\nconstraint dot(%s, world.y) = %s\n", mass, mass_at(m, mass, "%s", q),
            q, parameter(m, "R"));
        m->dependent[1] = true;
    }
    m->no_more_constraints = true;
}

static void family(maker *m) {
    int n = 2 + below(m, 3);
    say(m,
        "parameter n = %d, l[1..n], M[1..n]\ncoordinate θ[1..n]\nassume l[i] > 0, M[i] > 0 for i "
        "in 1..n\n",
        n);
    say(m, "point P[0] = %s\n", chance(m, 40) ? "0*world.x" : "world.origin");
    bool space = chance(m, 40);
    if (space) {
        int about = below(m, 3);
        say(m, "frame E[0] = world\nframe E[i] = E[i-1] turned θ[i] about %c for i in 1..n\n",
            "xyz"[about]);
        say(m, "point P[i] = P[i-1] + l[i]*E[i].%c for i in 1..n\n", "yzx"[about]);
    } else {
        say(m,
            "point P[i] = P[i-1] + l[i]*(sin(θ[i])*world.x - cos(θ[i])*world.z) for i in 1..n\n");
    }
    say(m, "mass M[i] at P[i] for i in 1..n\ngravity -%s*world.%c\n", parameter(m, "g"), axis(m));
    if (chance(m, 40)) say(m, "spring %s on θ[i] - θ[i-1] for i in 2..n\n", parameter(m, "k"));
    if (chance(m, 30)) say(m, "damper %s on θ[i] for i in 1..n\n", parameter(m, "d"));
    m->family_freedom = n;
    if (chance(m, 30))
        say(m, "constraint θ[1]' = %s*θ[2]'\n", parameter(m, "c")), m->family_freedom--;
    else if (chance(m, 40))
        say(m, "speed w[i] = sum(θ[k]' for k in 1..i) for i in 1..n\n");
    m->no_more_constraints = m->speeds_stated = m->no_claims = true;
}

/* Energies given outright, with constraints of any kind. */
static void energies(maker *m) {
    int n = 2 + below(m, 3);
    for (int i = 0; i < n; i++) coordinate(m, chance(m, 50));
    general_function(m);
    say(m, "kinetic energy ");
    for (int i = 0; i < n; i++) {
        say(m, "%s%s/2*%s'^2", i ? " + " : "", parameter(m, "m"), m->q[i].name);
        if (chance(m, 60)) say(m, "*"), factor(m);
    }
    if (chance(m, 60)) {
        say(m, " + %s*%s'*%s'*", parameter(m, "e"), m->q[0].name, m->q[1].name);
        factor(m);
    }
    if (chance(m, 30)) {
        m->clock = true;
        say(m, " + %s*%s'*sin(%s*t)", parameter(m, "e"), m->q[0].name, parameter(m, "ω"));
    }
    if (chance(m, 20)) { /* T0: what is kept is then T2 - T0 - U */
        m->clock = true;
        say(m, " + %s*%s^2", parameter(m, "e"), m->q[0].name);
    }
    const char *k = parameter(m, "k"), *q = some_coordinate(m), *f = m->nfunction ? "*f" : "";
    say(m, "\nforce function %s*sin(%s)^2%s\n", k, q, f);
    tell(m->force_function, " + %s*sin(%s)^2%s", k, q, f);
    constraints(m);
}

/* Motion seen from a frame of which only the rotation is known. */
static void earth(maker *m) {
    say(m, "frame earth = world turning %s*(%s*earth.x + earth.z)\n", parameter(m, "Ω"),
        parameter(m, "n"));
    const char *q = coordinate(m, false), *f = new_frame(m), *g = new_point(m),
               *b = new_body(m, true);
    say(m, "frame %s = earth turned %s about %c", f, q, axis(m));
    if (chance(m, 60)) say(m, ", %s about %c", coordinate(m, false), axis(m));
    say(m, "\npoint %s = %s*%s.z\n", g, parameter(m, "l"), f);
    say(m, "body %s: mass %s, centre %s, frame %s, inertia (%s, %s, %s)\n", b, parameter(m, "m"), g,
        f, parameter(m, "A"), parameter(m, "A"), parameter(m, "A"));
    say(m, "apparent gravity %s*(earth.x - 2*earth.z) in earth\n", parameter(m, "g"));
    if (chance(m, 50)) say(m, "damper %s on %s\n", parameter(m, "d"), q);
    m->no_more_constraints = m->no_claims = true;
    m->npoint = 0; /* their places in the world are not known: no other forces on them */
    m->no_gravity = true;
    m->nframe = 1;
    m->nbody = 0;
}

typedef struct kind {
    const char *name;
    void (*make)(maker *);
    int weight;
} kind;

static const kind KINDS[] = {
    {"tree", tree, 44},          {"rolling", rolling, 22}, {"free solid", free_solid, 7},
    {"loop", loop, 6},           {"family", family, 6},    {"energies", energies, 10},
    {"turning frame", earth, 5},
};

static const kind *choose(maker *m) {
    int total = 0, n = (int)(sizeof KINDS / sizeof *KINDS);
    for (int i = 0; i < n; i++) total += KINDS[i].weight;
    int at = below(m, total);
    for (int i = 0; i < n; i++)
        if ((at -= KINDS[i].weight) < 0) return &KINDS[i];
    return &KINDS[0];
}

static void declarations(maker *m, FILE *out) {
    if (m->nparameter) fprintf(out, "parameter ");
    for (int i = 0; i < m->nparameter; i++)
        fprintf(out, "%s%s", i ? ", " : "", m->parameter[i].name);
    if (m->nparameter) fprintf(out, "\nassume ");
    for (int i = 0; i < m->nparameter; i++)
        fprintf(out, "%s%s > 0", i ? ", " : "", m->parameter[i].name);
    if (m->nq) fprintf(out, "\ncoordinate ");
    for (int i = 0; i < m->nq; i++) fprintf(out, "%s%s", i ? ", " : "", m->q[i].name);
    fprintf(out, "\n");
}

char *random_model(uint64_t seed, const char **kind_name, int *freedom) {
    maker m = {.state = seed, .nframe = 1};
    char *text = NULL, *whole = NULL, *power = NULL, *force_function = NULL;
    size_t size;
    snprintf(m.frame[0].name, NAME, "world");
    const kind *k = choose(&m);
    *kind_name = k->name;
    m.out = open_memstream(&text, &size);
    m.power = open_memstream(&power, &size);
    m.force_function = open_memstream(&force_function, &size);
    FILE *out = open_memstream(&whole, &size);
    if (!m.out || !m.power || !m.force_function || !out) abort();
    k->make(&m);
    *freedom = free_coordinates(&m) + (m.has_free ? 3 : 0) + m.family_freedom;
    if (m.nq) forces(&m);
    fclose(m.power);
    fclose(m.force_function);
    if (m.nq) {
        claims(&m, power, force_function);
        speeds(&m);
    }
    fclose(m.out);
    /* what was used is declared in front */
    fprintf(out, "system \"random %s\"\n", k->name);
    declarations(&m, out);
    fprintf(out, "%s", text);
    fclose(out);
    free(text);
    free(power);
    free(force_function);
    return whole;
}
