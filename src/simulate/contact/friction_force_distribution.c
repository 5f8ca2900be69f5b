/* Distribution of statically indeterminate friction forces: as evenly as possible, relative to
 * their limits. No contact then slips as long as some distribution can hold the body; and where
 * none can, the reactions are those of the incipient slip, since the optimality conditions of the
 * minimax problem say that forces at their limits are along velocities that the constraints allow
 * [GoyalRuinaPapadopoulos1991]. A distribution is chosen at an instant and kept, with the rate of
 * the last two, until a contact reaches its limit. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/contact/minimax_force.h"
#include "simulate/contact/contact_modes.h"
#include "simulate/contact/contact_tolerances.h"

enum { LAWS = VV_MINIMAX_MAX_FORCES, PARTS = 2 * LAWS };

typedef struct sharing {
    vv_contact_modes *m;
    int n; /* laws */
    const int *law;
    int d;                   /* indeterminate reactions */
    int chosen[PARTS];       /* among the components 2 law + component                 (d) */
    double z[PARTS * PARTS]; /* all components per chosen one, self-stresses     (2n * d) */
} sharing;

static const vv_coulomb_law *law_of(const sharing *k, int i) {
    return &k->m->friction->coulomb.law[k->law[i]];
}

/* ---- which reactions are indeterminate ------------------------------------------------------ */

/* Is it one of slip, or along the normal of a contact that is apart? */
static bool is_of_contact(const sharing *k, int row) {
    const vv_coulomb *w = &k->m->friction->coulomb;
    for (int i = 0; i < w->nnormals; i++)
        if (w->normal[i].row == row && w->normal[i].separated) return true;
    for (int l = 0; l < w->n; l++)
        for (int j = 0; j < w->law[l].n; j++)
            if (w->law[l].row[j] == row) return true;
    return false;
}

/* Orthonormal directions of the constraints that belong to no contact; returns their number. */
static int other_relations(const sharing *k, double *to) {
    const vv_dynamics *f = k->m->f;
    int n = 0;
    for (int r = 0; r < f->eq->nrows; r++) {
        double *own = to + n * f->n;
        if (is_of_contact(k, r)) continue;
        memcpy(own, f->kkt.a + (size_t)(f->n + r) * (size_t)f->kkt.n, (size_t)f->n * sizeof *own);
        n += vv_orthonormal_extend(f->n, n, to, VV_SELECT_DEPENDENT);
    }
    return n;
}

/* a: rows of the components. Those that depend linearly on others are free to choose: the kept ones
 * balance them. */
static void divide(sharing *k, int columns, double *a) {
    int parts = 2 * k->n;
    double by[PARTS * (PARTS + 1)];
    bool kept[PARTS];
    vv_select_independent_rows(parts, columns, a, by, kept);
    k->d = 0;
    for (int p = 0; p < parts; p++)
        if (!kept[p] && p % 2 < law_of(k, p / 2)->n) k->chosen[k->d++] = p;
    for (int p = 0; p < parts; p++)
        for (int j = 0; j < k->d; j++) k->z[p * k->d + j] = by[k->chosen[j] * parts + p];
}

static bool find_choice(sharing *k, const vv_stepper *s) {
    vv_dynamics *f = k->m->f;
    vv_coulomb *w = &k->m->friction->coulomb;
    vv_mark mark = vv_arena_mark(f->c);
    double *hard = VV_MATRIX(f->c, double, f->eq->nrows + 1, f->n),
           *a = VV_MATRIX(f->c, double, PARTS, f->n);
    w->undivided = true;
    bool good = hard && a && vv_dynamics_evaluate_matrix(f, s->x, s->t) == VV_DYNAMICS_OK;
    w->undivided = false;
    int n = good ? other_relations(k, hard) : 0;
    for (int p = 0; good && p < 2 * k->n; p++) {
        const vv_coulomb_law *l = law_of(k, p / 2);
        const double *own = f->kkt.a + (size_t)(f->n + l->row[p % 2]) * (size_t)f->kkt.n;
        if (p % 2 < l->n) memcpy(a + p * f->n, own, (size_t)f->n * sizeof *a);
        vv_orthogonalize(f->n, n, hard, a + p * f->n);
    }
    if (good) divide(k, f->n, a);
    vv_arena_release(f->c, mark);
    return good && k->d > 0;
}

/* ---- the distribution ----------------------------------------------------------------------- */

/* At `after` in the current series; at: the reactions. Returns the largest ratio of a reaction to
 * its limit; negative: nothing is indeterminate. */
static double divide_load(sharing *k, double after, double *at) {
    const vv_dynamics *f = k->m->f;
    double limit[LAWS], most = 0, r[PARTS] = {0}, z[PARTS * PARTS], c[PARTS];
    for (int i = 0; i < k->n; i++) {
        limit[i] = vv_polynomial_value(f->order - 1, vv_coulomb_static_limit(f, k->law[i]), after);
        most = fmax(most, limit[i]);
    }
    if (!(most > 0)) return -1;
    for (int p = 0; p < 2 * k->n; p++) {
        const vv_coulomb_law *l = law_of(k, p / 2);
        double least = fmax(limit[p / 2], VV_FRICTION_NO_LIMIT * most);
        at[p] = 0;
        if (p % 2 < l->n)
            at[p] = vv_polynomial_value(
                f->order - 1, vv_dynamics_coefficients(f, f->nq + 2 * f->n + l->row[p % 2]), after);
        r[p] = at[p] / least;
        for (int j = 0; j < k->d; j++) z[p * k->d + j] = k->z[p * k->d + j] / least;
    }
    double largest = vv_minimax_force(k->n, k->d, r, z, c);
    for (int p = 0; p < 2 * k->n; p++)
        for (int j = 0; j < k->d; j++) at[p] += k->z[p * k->d + j] * c[j];
    return largest;
}

void vv_friction_forces_clear(vv_contact_modes *m) {
    vv_coulomb *w = &m->friction->coulomb;
    for (int l = 0; l < w->n; l++) memset(w->law[l].given, 0, sizeof w->law[l].given);
}

/* at: the reactions prescribed from now on. */
static void give(const sharing *k, const double *at, double t, bool goes_on) {
    for (int j = 0; j < k->d; j++) {
        vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[k->chosen[j] / 2]];
        int i = k->chosen[j] % 2;
        bool rate = goes_on && l->gave[i] && t > l->since;
        l->slope[i] = rate ? (at[k->chosen[j]] - l->gives[i]) / (t - l->since) : 0;
        l->gives[i] = at[k->chosen[j]];
        l->given[i] = l->gave[i] = true;
    }
    for (int j = 0; j < k->d; j++) k->m->friction->coulomb.law[k->law[k->chosen[j] / 2]].since = t;
}

bool vv_friction_forces_distribute(vv_contact_modes *m, const vv_stepper *s, int n, const int *law,
                                   bool goes_on, vv_friction_forces *out) {
    sharing k = {.m = m, .n = n, .law = law};
    double at[PARTS];
    if (n < 2 || n > LAWS || !find_choice(&k, s)) return false;
    out->most = divide_load(&k, 0, at);
    if (!(out->most >= 0)) return false;
    for (int i = 0; i < n; i++) {
        double size = hypot(at[2 * i], at[2 * i + 1]),
               limit = vv_coulomb_static_limit(m->f, law[i])[0];
        out->met[i] = size > 0 && size >= (1 - VV_FRICTION_MET) * out->most * limit;
        for (int j = 0; j < 2; j++) out->aim[i][j] = size > 0 ? -at[2 * i + j] / size : 0;
    }
    give(&k, at, s->t, goes_on);
    return true;
}

bool vv_friction_forces_feasible_at(vv_contact_modes *m, const vv_stepper *s, double after) {
    const vv_coulomb *w = &m->friction->coulomb;
    sharing k = {.m = m};
    int law[LAWS];
    double at[PARTS];
    bool chosen = false; /* in one dimension not always */
    for (int l = 0; l < w->n; l++) {
        if (w->law[l].mode != VV_CONTACT_STICKING) continue;
        if (k.n == LAWS) return false;
        law[k.n++] = l;
        chosen |= w->law[l].n > 1 || w->law[l].given[0];
    }
    k.law = law;
    if (k.n < 2 || !chosen || !find_choice(&k, s)) return false;
    double most = divide_load(&k, after, at);
    return most >= 0 && most < VV_FRICTION_FORCES_LIMIT;
}
