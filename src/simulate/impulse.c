/* Contacts with friction in a shock. Their impulses obey in sum what their reactions obey at every
 * instant: nothing is pulled, friction holds within its limit or is the limit against the velocity
 * that is left [Moreau1988, inelastic shocks with Coulomb's friction; M-FRICTION]. So a ball that
 * rolls against a smooth wall keeps its spin: without an impulse along the normal the ground holds
 * nothing. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "simulate/shock.h"

static const double WITHIN = 1e-10; /* of the largest impulse, of the largest velocity: rounding */

static int width(const vv_flow *f) { return f->nq + f->s->nrows; }

int vv_impulse_count(const vv_flow *f) {
    const vv_laws *w = f->laws;
    return w ? w->nnormals * (2 + width(f)) + 2 * w->n * width(f) : 0;
}

/* Reactions are linear in accelerations and multipliers, hence impulses in their integrals over the
 * shock: changes of velocities, impulses. */
static int put_gradient(const vv_flow *f, vv_expr e, vv_expr *out) {
    vv_gradient(f->c, e, f->eq->nunknowns, f->eq->unknown, out);
    return width(f);
}

int vv_impulse_results(const vv_flow *f, vv_expr *out) {
    const vv_laws *w = f->laws;
    int n = 0;
    for (int i = 0; w && i < w->nnormals; i++) {
        out[n++] = w->normal[i].u.id ? w->normal[i].u : VV_ZERO;
        out[n++] = w->normal[i].restitution.id ? w->normal[i].restitution : VV_ZERO;
        n += put_gradient(f, w->normal[i].N, out + n);
    }
    for (int l = 0; w && l < w->n; l++) {
        n += put_gradient(f, w->law[l].limit, out + n);
        n += put_gradient(f, w->law[l].rest, out + n);
    }
    return n;
}

static const double *of_contact(const vv_shock *k, int i) {
    int nq = k->f->nq;
    return k->out + k->nrows * (nq + 1) + nq * nq + k->nlaws + i * (2 + width(k->f));
}

const double *vv_impulse_limit(const vv_shock *k, int law) {
    return of_contact(k, k->f->laws->nnormals) + 2 * law * width(k->f);
}

/* Of the changes of q' and the impulses as they are found. */
static double in_sum(const vv_shock *k, const double *by) {
    int nq = k->f->nq;
    double sum = 0;
    for (int i = 0; i < nq; i++) sum += by[i] * (k->now[nq + i] - k->before[i]);
    for (int r = 0; r < k->nrows - k->nlaws; r++) sum += by[nq + r] * k->impulse[r];
    return sum;
}

/* ---- does it agree? ------------------------------------------------------------------------- */

/* Impulses below rounding of the momenta are none: where a law says again what a contact keeps, the
 * two share what is left of either. */
static double size_of_impulses(const vv_shock *k) {
    int nq = k->f->nq;
    const double *M = k->out + k->nrows * (nq + 1);
    double most = vv_largest(k->nrows, k->impulse);
    for (int i = 0; i < nq; i++) {
        double momentum = 0;
        for (int j = 0; j < nq; j++) momentum += M[i * nq + j] * k->before[j];
        most = fmax(most, fabs(momentum));
    }
    return most;
}

static bool law_agrees(const vv_shock *k, int law, double size, double speed) {
    const vv_law *l = &k->f->laws->law[law];
    double R = 0, ahead = 0;
    if (k->blow[l->row[0]] == VV_BLOW_FREE) return true;
    for (int j = 0; j < l->n; j++) {
        R = hypot(R, k->impulse[l->row[j]]);
        ahead += k->aim[l->row[j]] * k->out[l->row[j]];
    }
    if (k->blow[l->row[0]] == VV_BLOW_SLIDES) return ahead >= -WITHIN * speed;
    return R <= in_sum(k, vv_impulse_limit(k, law) + width(k->f)) + WITHIN * size;
}

static bool agrees(const vv_shock *k) {
    const vv_laws *w = k->f->laws;
    double size = size_of_impulses(k),
           speed = fmax(vv_largest(k->f->nq, k->before), vv_largest(k->f->nq, k->now + k->f->nq));
    for (int i = 0; i < w->nnormals; i++) {
        const vv_normal *n = &w->normal[i];
        const double *found = of_contact(k, i);
        bool free = n->row >= 0 && k->blow[n->row] == VV_BLOW_FREE,
             idle = n->row < 0 && n->slip >= 0 && k->blow[w->law[n->slip].row[0]] == VV_BLOW_FREE;
        if ((n->apart && !n->lands) || idle) continue;
        if (free ? found[0] <= WITHIN * speed : in_sum(k, found + 2) < -WITHIN * size) return false;
    }
    for (int l = 0; l < w->n; l++)
        if (!law_agrees(k, l, size, speed)) return false;
    return true;
}

/* Slips in two dimensions: each against the velocity that it leaves, found by going half-way. */
static bool aim(vv_shock *k) {
    enum { ROUNDS = 400 };
    const vv_laws *w = k->f->laws;
    double turned = 1;
    for (int round = 0; round < ROUNDS && turned > 1e-14; round++) {
        if (!vv_shock_strike(k)) return false;
        turned = 0;
        for (int l = 0; l < w->n; l++) {
            const int *r = w->law[l].row;
            if (w->law[l].n < 2 || k->blow[r[0]] != VV_BLOW_SLIDES) continue;
            double u = hypot(k->out[r[0]], k->out[r[1]]), to[2];
            if (!(u > 0)) return false;
            for (int j = 0; j < 2; j++) to[j] = (k->aim[r[j]] + k->out[r[j]] / u) / 2;
            double length = round ? hypot(to[0], to[1]) : 0.5;
            for (int j = 0; j < 2; j++) {
                to[j] /= length;
                turned = fmax(turned, fabs(to[j] - k->aim[r[j]]));
                k->aim[r[j]] = to[j];
            }
        }
    }
    return turned < 1e-9;
}

/* ---- all combinations ----------------------------------------------------------------------- */

static bool try_contact(vv_shock *k, int contact);

static void set_law(vv_shock *k, int law, vv_blow blow, double first) {
    const vv_law *l = &k->f->laws->law[law];
    for (int j = 0; j < l->n; j++) {
        k->blow[l->row[j]] = blow;
        k->aim[l->row[j]] = l->n > 1 ? 0 : first; /* two components: as it would be without */
        k->friction[l->row[j]] = law;
    }
}

/* A contact that keeps touching: what each of its laws from `law` on does. */
static bool try_laws(vv_shock *k, int contact, int law) {
    const vv_laws *w = k->f->laws;
    while (law < w->n && w->law[law].normal != contact) law++;
    if (law == w->n) return try_contact(k, contact + 1);
    set_law(k, law, VV_BLOW_HOLDS, 0);
    if (try_laws(k, contact, law + 1)) return true;
    for (double first = 1; first >= -1; first -= 2) {
        set_law(k, law, VV_BLOW_SLIDES, first);
        if (try_laws(k, contact, law + 1)) return true;
        if (w->law[law].n > 1) break;
    }
    return false;
}

/* No impulse at this contact. */
static bool try_without(vv_shock *k, int contact) {
    const vv_laws *w = k->f->laws;
    if (w->normal[contact].row >= 0) k->blow[w->normal[contact].row] = VV_BLOW_FREE;
    for (int l = 0; l < w->n; l++)
        if (w->law[l].normal == contact) set_law(k, l, VV_BLOW_FREE, 0);
    return try_contact(k, contact + 1);
}

/* First whether the bodies part by themselves: an impulse is there only where they would not. */
static bool try_contact(vv_shock *k, int contact) {
    const vv_laws *w = k->f->laws;
    if (contact == w->nnormals) return aim(k) && agrees(k);
    const vv_normal *n = &w->normal[contact];
    if (n->apart && !n->lands) return try_without(k, contact);
    if (n->row >= 0 && try_without(k, contact)) return true;
    if (n->row >= 0) k->blow[n->row] = VV_BLOW_HOLDS;
    return try_laws(k, contact, 0) || (n->row < 0 && try_without(k, contact));
}

/* Newton's law of impact for contacts that land: the relation along the normal is a multiple of the
 * velocity, which is turned round. */
bool vv_impulse_search(vv_shock *k) {
    const vv_laws *w = k->f->laws;
    for (int i = 0; i < w->nnormals; i++) {
        int row = w->normal[i].row;
        if (row >= 0) k->target[row] = w->normal[i].lands ? -of_contact(k, i)[1] * k->out[row] : 0;
    }
    return try_contact(k, 0);
}

bool vv_impulse_rest(vv_shock *k) {
    const vv_laws *w = k->f->laws;
    for (int i = 0; i < w->nnormals; i++)
        if (w->normal[i].row >= 0 && w->normal[i].apart) k->blow[w->normal[i].row] = VV_BLOW_FREE;
    for (int l = 0; l < w->n; l++)
        set_law(k, l, w->law[l].mode == VV_HOLDS ? VV_BLOW_HOLDS : VV_BLOW_FREE, 0);
    return vv_shock_strike(k);
}
