#include "random_model.h"

#include "random_parts.h"

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
    /* one mass that certainly moves */
    const char *at = new_point(m), *f = m->frame[m->nframe - 1].name;
    const char *q = m->nq ? some_coordinate(m) : coordinate(m, true);
    say(m, "point %s = %s*%s.%c + %s*%s.%c\n", at, q, some_frame(m), axis(m), parameter(m, "l"), f,
        axis(m));
    for (int i = 0; i < bodies; i++) body_statement(m, m->point[m->npoint - 1 - i].name);
    /* a coordinate without inertia leaves the motion, and its energy balance, undetermined */
    bool heavy = chance(m, 50);
    m->massless = !heavy;
    for (int i = 0; heavy && i < m->nq; i++)
        say(m, "kinetic energy %s/2*%s'^2\n", parameter(m, "J"), m->q[i].name);
    constraints(m);
}

/* The support of a wheel or ball: the world, a rotating table, a body that slides and rotates. */
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

/* A ball on a plane or on another ball; its rotation by angles or free. */
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
    if (m->nq < 6 && !m->speeds_stated && chance(m, 20)) { /* with a pendulum attached */
        const char *f = new_frame(m), *q = coordinate(m, false), *p = new_point(m);
        say(m, "frame %s = world turned %s about y\npoint %s = %s - %s*%s.z\n", f, q, p,
            m->point[0].name, parameter(m, "l"), f);
        const char *mass = parameter(m, "m");
        say(m, "mass %s at %s\n", mass, mass_at(m, mass, "%s", p));
    }
    m->no_more_constraints = true;
}

/* A rigid body that rotates freely about a point or in flight, by Euler parameters. */
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

/* A rod in the plane, its centre at a fraction of its length from a point. */
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

/* Stated energies, with constraints of any kind. */
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
    if (chance(m, 20)) { /* T0: the conserved quantity is then T2 - T0 - U */
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
    m->npoint = 0; /* their positions in the world are unknown: no other forces on them */
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
    /* everything used is declared first */
    fprintf(out, "system \"random %s\"\n", k->name);
    declarations(&m, out);
    fprintf(out, "%s", text);
    fclose(out);
    free(text);
    free(power);
    free(force_function);
    return whole;
}
