/* Initial positions that are not reached by starting unstated values from 0. */
#include <math.h>
#include <string.h>

#include "simulate/initial/assembly.h"
#include "simulate/diagnostics.h"
#include "simulate/initial/initial_tolerances.h"

enum { MOST_FOUND = 4 };

static void begin_at(assembly *a, double from) {
    for (int i = 0; i < a->nq; i++) {
        bool give = !a->stated[i] && !a->f->s->m->coordinate[i].internal;
        a->value[i] = a->wanted[i] + (give ? from : 0);
    }
}

/* One attempt with unstated values started elsewhere than at 0; true if all stated values are kept,
 * or nearly. */
static bool seek_from(assembly *a, double t, double from, bool exactly) {
    bool kept = true;
    int at = 0;
    begin_at(a, from);
    bool done = vv_assembly_newton(a, true, t, false, &kept);
    if (!done && vv_ctx_ok(a->c)) {
        begin_at(a, from);
        done = vv_assembly_line_search(a, t) && vv_assembly_newton(a, true, t, false, &kept);
    }
    return done &&
           (exactly ? vv_assembly_is_as_stated(a, true) : vv_assembly_is_near_stated(a, true, t)) &&
           vv_assembly_residual(a, &at) < VV_ASSEMBLY_CLOSED;
}

/* Brings unstated angles, by whole turns, as close as possible to their wanted values: the same
 * position, however it was found, is then one. */
static void turn_back(assembly *a, double t) {
    const double TURN = 6.283185307179586477;
    for (int i = 0; i < a->nq; i++) {
        double n = rint((a->value[i] - a->wanted[i]) / TURN);
        if (a->stated[i] || n == 0 || !vv_assembly_is_angle(a, i, t)) continue;
        a->value[i] -= n * TURN;
    }
    vv_assembly_evaluate(a, t);
}

static bool is_found(const assembly *a, int n, const double *found) {
    for (int k = 0; k < n; k++) {
        double by = 0;
        for (int i = 0; i < a->nq; i++) by = fmax(by, fabs(a->value[i] - found[k * a->nq + i]));
        if (by < VV_ASSEMBLY_SAME_POSITION) return true;
    }
    return false;
}

/* Reports the positions found, by the coordinates in which they differ. */
static void refuse_several(assembly *a, int n, const double *found) {
    vv_buffer b = VV_BUFFER(a->c);
    for (int k = 0; k < n; k++) {
        bool any = false;
        if (k) vv_buffer_add(&b, k + 1 < n ? "; " : "; or ");
        for (int i = 0; i < a->nq; i++) {
            bool differs = false;
            for (int l = 0; l < n; l++)
                differs |= fabs(found[l * a->nq + i] - found[i]) > VV_ASSEMBLY_SAME_VALUE;
            if (!differs) continue;
            vv_buffer_printf(&b, "%s%s = %.6g", any ? ", " : "",
                             vv_symbol_get(a->c, a->f->s->q[i])->name,
                             vv_unsigned_zero(a->unit[i] * found[k * a->nq + i]));
            any = true;
        }
    }
    vv_diag_hint(a->c,
                 vv_diag_add(a->c, VV_ERROR, VV_D_START, a->nrows ? a->row[0]->span : (vv_span){0},
                             "the initial conditions admit several positions: %s",
                             vv_buffer_text(&b)),
                 "state one of these");
    vv_ctx_fail(a->c, VV_E_MODEL);
}

bool vv_assembly_multistart(assembly *a, double t, bool exactly) {
    static const double from[] = {1, -1, 0.3, -0.3, 3, -3};
    double *found = VV_ARRAY(a->c, double, MOST_FOUND * a->nq + 1);
    int n = 0;
    for (int k = 0; found && k < 6 && n < MOST_FOUND && vv_ctx_ok(a->c); k++) {
        if (!seek_from(a, t, from[k], exactly)) continue;
        turn_back(a, t);
        if (!is_found(a, n, found))
            memcpy(found + n++ * a->nq, a->value, (size_t)a->nq * sizeof *found);
    }
    if (n > 1) refuse_several(a, n, found);
    if (n == 1) memcpy(a->value, found, (size_t)a->nq * sizeof *found);
    return n == 1;
}

bool vv_assembly_multistart_if_moved(assembly *a, double t) {
    bool room = false;
    double *moved = VV_ARRAY(a->c, double, a->nq + 1);
    for (int i = 0; i < a->nq; i++) room |= !a->stated[i] && !a->f->s->m->coordinate[i].internal;
    if (!moved) return false;
    if (!room || vv_assembly_positions_within(a, t, VV_ASSEMBLY_ROUNDED)) return true;
    memcpy(moved, a->value, (size_t)a->nq * sizeof *moved);
    if (vv_assembly_multistart(a, t, true)) return true;
    memcpy(a->value, moved, (size_t)a->nq * sizeof *moved);
    vv_assembly_evaluate(a, t);
    return vv_ctx_ok(a->c);
}
