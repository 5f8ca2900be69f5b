/* Frictional contacts in an impact. The impulses obey as integrals the laws that the reactions obey
 * at every instant: none pulls; friction sticks within its limit, or equals the limit and opposes
 * the velocity that remains [Moreau1988, inelastic impacts with Coulomb friction; M-FRICTION]. A
 * ball that rolls against a smooth wall thus keeps its spin: without a normal impulse the ground
 * exerts no friction. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/contact/minimax_force.h"
#include "simulate/contact/slip_direction.h"
#include "simulate/contact/impact.h"
#include "simulate/contact/contact_tolerances.h"

static int width(const vv_dynamics *f) { return f->nq + f->s->nrows; }

int vv_impact_contact_output_count(const vv_dynamics *f) {
    const vv_coulomb *w = f->coulomb;
    return w ? w->nnormals * (2 + width(f)) + 2 * w->n * width(f) : 0;
}

/* Reactions are linear in the accelerations and multipliers; impulses are therefore linear in their
 * integrals over the impact, the velocity jumps and the impulses of the multipliers. */
static int put_gradient(const vv_dynamics *f, vv_expr e, vv_expr *out) {
    vv_gradient(f->c, e, f->eq->nunknowns, f->eq->unknown, out);
    return width(f);
}

int vv_impact_contact_outputs(const vv_dynamics *f, vv_expr *out) {
    const vv_coulomb *w = f->coulomb;
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

static const double *of_contact(const vv_impact *k, int i) {
    int nq = k->f->nq;
    return k->out + k->nrows * (nq + 1) + nq * nq + k->nlaws + i * (2 + width(k->f));
}

const double *vv_impact_friction_limit(const vv_impact *k, int law) {
    return of_contact(k, k->f->coulomb->nnormals) + 2 * law * width(k->f);
}

/* The linear form `by` of the computed jumps of q' and impulses. */
static double in_sum(const vv_impact *k, const double *by) {
    int nq = k->f->nq;
    double sum = 0;
    for (int i = 0; i < nq; i++) sum += by[i] * (k->now[nq + i] - k->before[i]);
    for (int r = 0; r < k->nrows - k->nlaws; r++) sum += by[nq + r] * k->impulse[r];
    return sum;
}

/* ---- consistency ---------------------------------------------------------------------------- */

/* Impulses below the rounding of the momenta count as zero: where a friction law duplicates what a
 * contact enforces, the two share the remainder of either. */
static double size_of_impulses(const vv_impact *k) {
    int nq = k->f->nq;
    const double *M = k->out + k->nrows * (nq + 1);
    double most = vv_norm_inf(k->nrows, k->impulse);
    for (int i = 0; i < nq; i++) {
        double momentum = 0;
        for (int j = 0; j < nq; j++) momentum += M[i * nq + j] * k->before[j];
        most = fmax(most, fabs(momentum));
    }
    return most;
}

static bool law_agrees(const vv_impact *k, int law, double size, double speed) {
    const vv_coulomb_law *l = &k->f->coulomb->law[law];
    double R = 0, ahead = 0;
    if (k->mode[l->row[0]] == VV_IMPACT_ROW_FREE) return true;
    for (int j = 0; j < l->n; j++) {
        R = hypot(R, k->impulse[l->row[j]]);
        ahead += k->direction[l->row[j]] * k->out[l->row[j]];
    }
    if (k->mode[l->row[0]] == VV_IMPACT_ROW_SLIDING) return ahead >= -VV_IMPACT_ROUNDING * speed;
    if (k->yields) return true; /* some division of impulses holds it */
    return R <=
           in_sum(k, vv_impact_friction_limit(k, law) + width(k->f)) + VV_IMPACT_ROUNDING * size;
}

static bool agrees(const vv_impact *k) {
    const vv_coulomb *w = k->f->coulomb;
    double size = size_of_impulses(k),
           speed = fmax(vv_norm_inf(k->f->nq, k->before), vv_norm_inf(k->f->nq, k->now + k->f->nq));
    for (int i = 0; i < w->nnormals; i++) {
        const vv_contact_normal *n = &w->normal[i];
        const double *found = of_contact(k, i);
        bool free = n->row >= 0 && k->mode[n->row] == VV_IMPACT_ROW_FREE,
             idle = n->row < 0 && n->slip >= 0 &&
                    k->mode[w->law[n->slip].row[0]] == VV_IMPACT_ROW_FREE;
        if ((n->separated && !n->impacting) || idle) continue;
        if (free ? found[0] <= VV_IMPACT_ROUNDING * speed
                 : in_sum(k, found + 2) < -VV_IMPACT_ROUNDING * size)
            return false;
    }
    for (int l = 0; l < w->n; l++)
        if (!law_agrees(k, l, size, speed)) return false;
    return true;
}

/* ---- directions ----------------------------------------------------------------------------- */

/* Two-component laws that slide in the impact. */
static int list_headed(const vv_impact *k, int *law) {
    const vv_coulomb *w = k->f->coulomb;
    int n = 0;
    for (int l = 0; l < w->n; l++)
        if (w->law[l].n > 1 && k->mode[w->law[l].row[0]] == VV_IMPACT_ROW_SLIDING) {
            if (n < VV_MINIMAX_MAX_FORCES) law[n] = l;
            n++;
        }
    return n;
}

static void set_aim(vv_impact *k, int law, const double aim[2]) {
    for (int j = 0; j < 2; j++) k->direction[k->f->coulomb->law[law].row[j]] = aim[j];
}

/* Deviation of the remaining velocities from the sliding directions. */
static bool off_aims(void *of, double aim[][2], double *off, bool *still) {
    vv_impact *k = of;
    int law[VV_MINIMAX_MAX_FORCES], n = list_headed(k, law);
    *still = false;
    for (int i = 0; i < n; i++) set_aim(k, law[i], aim[i]);
    if (!vv_impact_solve(k)) return false;
    for (int i = 0; i < n; i++) {
        const int *r = k->f->coulomb->law[law[i]].row;
        double u = k->out[r[0]], v = k->out[r[1]], size = hypot(u, v);
        off[i] = size > 0 ? (aim[i][0] * v - aim[i][1] * u) / size : 0;
        if (size > 0 && aim[i][0] * u + aim[i][1] * v < 0) off[i] = copysign(1, off[i]);
    }
    return true;
}

/* Directions opposite to the impulses that would make them stick. */
static bool aim_against_holding(vv_impact *k, int n, const int *law, double aim[][2]) {
    const vv_coulomb *w = k->f->coulomb;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 2; j++) k->mode[w->law[law[i]].row[j]] = VV_IMPACT_ROW_STICKING;
    bool known = vv_impact_solve(k);
    for (int i = 0; i < n; i++) {
        const int *r = w->law[law[i]].row;
        double size = hypot(k->impulse[r[0]], k->impulse[r[1]]);
        known &= size > 0;
        for (int j = 0; j < 2; j++) {
            k->mode[r[j]] = VV_IMPACT_ROW_SLIDING;
            aim[i][j] = -k->impulse[r[j]] / size;
        }
    }
    return known;
}

/* Two-dimensional slips: each opposite to the velocity that it leaves. The iteration starts from
 * the frictionless directions, and from those of the sticking impulses. */
static bool aim(vv_impact *k) {
    int law[VV_MINIMAX_MAX_FORCES], n = list_headed(k, law);
    double to[VV_MINIMAX_MAX_FORCES][2];
    bool moves = true;
    if (n > VV_MINIMAX_MAX_FORCES || !vv_impact_solve(k)) return false;
    for (int i = 0; i < n; i++) {
        const int *r = k->f->coulomb->law[law[i]].row;
        double u = hypot(k->out[r[0]], k->out[r[1]]);
        moves &= u > 0;
        for (int j = 0; j < 2; j++) to[i][j] = k->out[r[j]] / u;
    }
    if (!n || (moves && vv_slip_direction_solve(n, to, off_aims, k))) return true;
    return aim_against_holding(k, n, law, to) && vv_slip_direction_solve(n, to, off_aims, k);
}

/* ---- gradient iteration --------------------------------------------------------------------- */

static int list_sliding(const vv_impact *k, int *law) {
    const vv_coulomb *w = k->f->coulomb;
    int n = 0;
    for (int l = 0; l < w->n; l++)
        if (k->mode[w->law[l].row[0]] == VV_IMPACT_ROW_SLIDING && n < VV_MINIMAX_MAX_FORCES)
            law[n++] = l;
    return n;
}

/* The largest response of velocities to friction components: the maximum row sum. */
static double largest_answer(vv_impact *k, int n, const int *law) {
    const vv_coulomb *w = k->f->coulomb;
    double row[2 * VV_MINIMAX_MAX_FORCES] = {0}, from[2 * VV_MINIMAX_MAX_FORCES], most = 0;
    if (!vv_impact_solve(k)) return 0;
    for (int i = 0; i < 2 * n; i++) from[i] = k->out[w->law[law[i / 2]].row[i % 2]];
    for (int i = 0; i < 2 * n; i++) {
        if (i % 2 >= w->law[law[i / 2]].n) continue;
        double *part = &k->direction[w->law[law[i / 2]].row[i % 2]], was = *part;
        *part = was + VV_IMPACT_PROBE;
        bool known = vv_impact_solve(k);
        *part = was;
        for (int m = 0; known && m < 2 * n; m++)
            if (m % 2 < w->law[law[m / 2]].n)
                row[m] += fabs(k->out[w->law[law[m / 2]].row[m % 2]] - from[m]) / VV_IMPACT_PROBE;
    }
    for (int m = 0; m < 2 * n; m++) most = fmax(most, row[m]);
    return most;
}

/* One gradient step of each friction impulse against its velocity, clipped at its limit. */
static void grow(vv_impact *k, const vv_coulomb_law *l, double by) {
    double size = 0;
    for (int j = 0; j < l->n; j++) {
        k->direction[l->row[j]] += by * k->out[l->row[j]];
        size = hypot(size, k->direction[l->row[j]]);
    }
    for (int j = 0; j < l->n && size > 1; j++) k->direction[l->row[j]] /= size;
}

/* Where several contacts share indeterminate impulses, or where slips that friction-free would go
 * on end in the impact: each friction impulse grows against its velocity until this vanishes or the
 * limit is reached [Uzawa]. Laws short of their limits stick. */
static bool yield_by_degrees(vv_impact *k) {
    enum { ROUNDS = 2000 };
    const vv_coulomb *w = k->f->coulomb;
    int law[VV_MINIMAX_MAX_FORCES], n = list_sliding(k, law), headed = 0;
    double to[VV_MINIMAX_MAX_FORCES][2], most = largest_answer(k, n, law);
    for (int round = 0; round < ROUNDS && most > 0 && vv_impact_solve(k); round++)
        for (int i = 0; i < n; i++) grow(k, &w->law[law[i]], 1 / most);
    for (int i = 0; i < n; i++) {
        const vv_coulomb_law *l = &w->law[law[i]];
        double size = hypot(k->direction[l->row[0]], l->n > 1 ? k->direction[l->row[1]] : 0);
        for (int j = 0; j < l->n; j++)
            if (size > 1 - VV_IMPACT_AT_LIMIT)
                to[headed][j] = k->direction[l->row[j]] /= size;
            else
                k->mode[l->row[j]] = VV_IMPACT_ROW_STICKING;
        headed += size > 1 - VV_IMPACT_AT_LIMIT && l->n > 1;
    }
    return headed ? vv_slip_direction_solve(headed, to, off_aims, k) : vv_impact_solve(k);
}

/* ---- mode enumeration ----------------------------------------------------------------------- */

static bool try_contact(vv_impact *k, int contact);

static void set_law(vv_impact *k, int law, vv_impact_row blow, double first) {
    const vv_coulomb_law *l = &k->f->coulomb->law[law];
    for (int j = 0; j < l->n; j++) {
        k->mode[l->row[j]] = blow;
        k->direction[l->row[j]] = l->n > 1 ? 0 : first; /* two components: as it would be without */
        k->friction[l->row[j]] = law;
    }
}

/* A contact that stays closed: tries the modes of each of its laws from `law` on. */
static bool try_laws(vv_impact *k, int contact, int law) {
    const vv_coulomb *w = k->f->coulomb;
    while (law < w->n && w->law[law].normal != contact) law++;
    if (law == w->n) return try_contact(k, contact + 1);
    if (k->yields) return set_law(k, law, VV_IMPACT_ROW_SLIDING, 0), try_laws(k, contact, law + 1);
    set_law(k, law, VV_IMPACT_ROW_STICKING, 0);
    if (try_laws(k, contact, law + 1)) return true;
    for (double first = 1; first >= -1; first -= 2) {
        set_law(k, law, VV_IMPACT_ROW_SLIDING, first);
        if (try_laws(k, contact, law + 1)) return true;
        if (w->law[law].n > 1) break;
    }
    return false;
}

/* Without an impulse at this contact. */
static bool try_without(vv_impact *k, int contact) {
    const vv_coulomb *w = k->f->coulomb;
    if (w->normal[contact].row >= 0) k->mode[w->normal[contact].row] = VV_IMPACT_ROW_FREE;
    for (int l = 0; l < w->n; l++)
        if (w->law[l].normal == contact) set_law(k, l, VV_IMPACT_ROW_FREE, 0);
    return try_contact(k, contact + 1);
}

/* First tries whether the bodies separate by themselves: an impulse acts only if they would not. */
static bool try_contact(vv_impact *k, int contact) {
    const vv_coulomb *w = k->f->coulomb;
    if (contact == w->nnormals) return (k->yields ? yield_by_degrees(k) : aim(k)) && agrees(k);
    const vv_contact_normal *n = &w->normal[contact];
    if (n->separated && !n->impacting) return try_without(k, contact);
    if (n->row >= 0 && try_without(k, contact)) return true;
    if (n->row >= 0) k->mode[n->row] = VV_IMPACT_ROW_STICKING;
    return try_laws(k, contact, 0) || (n->row < 0 && try_without(k, contact));
}

/* Newton's impact law for contacts that close: the normal row is a multiple of the velocity, which
 * is reversed by the coefficient of restitution. */
bool vv_impact_mode_search(vv_impact *k) {
    const vv_coulomb *w = k->f->coulomb;
    for (int i = 0; i < w->nnormals; i++) {
        int row = w->normal[i].row;
        const double *found = of_contact(k, i);
        bool strikes = w->normal[i].impacting && found[0] < 0; /* or it only touches */
        if (row >= 0) k->target[row] = strikes ? -found[1] * k->out[row] : 0;
    }
    k->yields = false;
    if (try_contact(k, 0)) return true;
    k->yields = true;
    return try_contact(k, 0);
}

bool vv_impact_end_bouncing(vv_impact *k) {
    const vv_coulomb *w = k->f->coulomb;
    for (int i = 0; i < w->nnormals; i++)
        if (w->normal[i].row >= 0 && w->normal[i].separated)
            k->mode[w->normal[i].row] = VV_IMPACT_ROW_FREE;
    for (int l = 0; l < w->n; l++)
        set_law(k, l,
                w->law[l].mode == VV_CONTACT_STICKING ? VV_IMPACT_ROW_STICKING : VV_IMPACT_ROW_FREE,
                0);
    return vv_impact_solve(k);
}
