#include "simulate/run/failure_messages.h"
#include "simulate/run/run_tolerances.h"

#include <math.h>

#include "base/base.h"
#include "numeric/numeric.h"
#include "simulate/run/run.h"
#include "simulate/integrate/integrate.h"

void vv_diagnose_event_fault(vv_ctx *c, const vv_events *e, vv_event_fault fault, double t) {
    const vv_model_event *w = e->event[e->fault_event].when;
    if (fault == VV_EVENT_NAN)
        vv_diag_add(c, VV_ERROR, VV_D_NOT_A_NUMBER, w->span,
                    "the event function is not a number or is singular at t = %.15g", t);
    else
        vv_diag_hint(
            c,
            vv_diag_add(c, VV_ERROR, VV_D_ENDLESS, w->span,
                        "this event never stops firing: impacts accumulate at t = %.15g (Zeno)", t),
            "a body that comes to rest there needs a contact (rolling ... friction f, with its "
            "height as a constraint); one that stays there needs a constraint times a parameter "
            "that this event sets from 0 to 1; or let an event stop the run earlier");
}

/* The closed contacts: "P1, P2 and P3". */
static const char *touching(vv_ctx *c, const vv_friction *k) {
    vv_buffer b = VV_BUFFER(c);
    int left = 0;
    for (int i = 0; i < k->n; i++) left += !k->coulomb.normal[i].separated;
    for (int i = 0; i < k->n; i++) {
        if (k->coulomb.normal[i].separated) continue;
        vv_buffer_printf(&b, "%s%s", k->touch[i].point, left > 2 ? ", " : left == 2 ? " and " : "");
        left--;
    }
    return vv_buffer_text(&b);
}

static void fault_of_parting(vv_ctx *c, const vv_friction *k, int at, double t) {
    bool place = k->coulomb.normal[at].row >= 0;
    vv_diag_hint(
        c,
        vv_diag_add(c, VV_ERROR, VV_D_LIFT, k->touch[at].rolling->span,
                    "the normal reaction vanishes at t = %.15g: the contact would separate, and %s",
                    t,
                    place ? "no function of the position is known that measures the gap"
                          : "the coordinates do not allow it"),
        place ? "state the contact as a holonomic constraint as well: it is recognized as the same "
                "constraint"
              : "give the body a coordinate along the normal");
}

static void fault_of_impact(vv_ctx *c, const vv_friction *k, int at, double t) {
    if (k->coulomb.normal[at].restitution.id)
        vv_diag_hint(
            c,
            vv_diag_add(
                c, VV_ERROR, VV_D_NO_MODE, k->touch[at].rolling->span,
                "the body strikes its support at t = %.15g: with the impulses of %s and the forces "
                "that follow, neither rolling nor sliding nor separation is consistent",
                t, k->touch[at].point),
            "a smaller friction coefficient or another restitution may help; or make the contact "
            "elastic, with a spring and a damper in its place");
    else
        vv_diag_hint(
            c,
            vv_diag_add(c, VV_ERROR, VV_D_LIFT, k->touch[at].rolling->span,
                        "the body strikes its support again at t = %.15g: an impact, for "
                        "which the model has no law",
                        t),
            "state one: restitution e after friction, or when ... = 0 then ...' = -e*...'");
}

static void fault_of_forces(vv_ctx *c, const vv_friction *k, const vv_contact_modes *m, int at,
                            double t) {
    vv_span span = k->touch[at].rolling->span;
    if (m->indeterminacy.any && !m->all_slide)
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_NO_MODE, span,
                                 "at t = %.15g contacts with statically indeterminate reactions "
                                 "begin to slide (%s): in the solutions tried, neither rolling nor "
                                 "sliding nor separation is consistent with the forces",
                                 t, touching(c, k)),
                     "the motion itself may continue: remove contacts until the reactions are "
                     "determined, or make one elastic");
    else
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_NO_MODE, span,
                                 "at t = %.15g neither rolling nor sliding nor separation of %s is "
                                 "consistent with the forces (Painlevé's paradox)",
                                 t, touching(c, k)),
                     "rigid bodies cannot continue from here: take a smaller friction coefficient "
                     "or a lower centre of mass, or make a contact elastic, with a spring and a "
                     "damper in its place");
}

void vv_diagnose_mode_fault(vv_ctx *c, const vv_friction *k, const vv_contact_modes *m,
                            vv_mode_fault fault, double t) {
    int at = m->fault_contact < 0 ? 0 : m->fault_contact;
    vv_span span = k->touch[at].rolling->span;
    if (fault == VV_MODE_CANNOT_SEPARATE)
        fault_of_parting(c, k, at, t);
    else if (fault == VV_MODE_IMPACT)
        fault_of_impact(c, k, at, t);
    else if (fault == VV_MODE_INCONSISTENT)
        fault_of_forces(c, k, m, at, t);
    else if (fault == VV_MODE_JAMMING)
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_NO_MODE, span,
                                 "N(%s) grows without bound towards t = %.15g: the contact jams "
                                 "while it slides (Painlevé's paradox)",
                                 k->touch[at].point, t),
                     "rigid bodies cannot continue from here: take a smaller friction coefficient "
                     "there or a lower centre of mass, or make the contact elastic, with a spring "
                     "and a damper in its place");
    else if (fault == VV_MODE_CHATTER)
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_CHATTER, span,
                                 "stick–slip transitions accumulate at t = %.15g", t),
                     "end the run earlier, or change the model");
    else
        vv_diag_add(c, VV_ERROR, VV_D_NOT_A_NUMBER, span,
                    "at t = %.15g a reaction of this contact is not a number or is singular", t);
}

void vv_singularities_report(const vv_stepper *s, vv_buffer *account) {
    const vv_equations *eq = s->f->eq;
    const vv_constraint_row *row =
        s->singularity.first_row >= 0 && s->singularity.first_row < eq->nrows
            ? eq->row[s->singularity.first_row]
            : NULL;
    const char *label = row ? row->label : "one constraint";
    vv_buffer_printf(account,
                     "singular configurations: %d crossed, the first near t = %.6g, where %s "
                     "depends on the other constraints\n",
                     s->singularity.count, s->singularity.first_time, label);
    if (s->singularity.first_time != 0) return;
    vv_diag_hint(
        s->f->c,
        vv_diag_add(s->f->c, VV_WARNING, VV_D_SINGULAR, row ? row->span : (vv_span){0},
                    "%s depends on the other constraints at the initial position but not near it: "
                    "the initial velocities may contain components that it forbids",
                    label),
        "see the audit; start near this position, with velocities admissible there");
}

/* A body oriented by angles about three successive axes that can align; not the links of a plane
 * chain. */
static bool has_three_angles(const vv_dynamics *f) {
    vv_angle_triples k;
    return vv_angle_triples_find(f->c, f->s, &k) && k.n > 0;
}

void vv_tiny_steps_report(const vv_stepper *s, vv_buffer *account) {
    enum { MANY = 1000 };
    if (s->integrator->series || s->stats.tiny < MANY) return;
    vv_buffer_printf(account,
                     "short steps: %ld are below %.0e of the longest, near t = %.9g: the equations "
                     "are nearly singular there%s; --method taylor may pass it in fewer\n",
                     s->stats.tiny, VV_STEP_TINY, s->stats.tiny_time,
                     has_three_angles(s->f) ? ", as with three angles near gimbal lock" : "");
}

static const char OTHER_ANGLES[] =
    "take angles whose lock is far from the motion, or a free frame: frame B = world free (p, q, "
    "r)";

void vv_diagnose_gimbal_lock(vv_ctx *c, double t, const char *why) {
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_SINGULAR, (vv_span){0},
                             "three angles come too close to gimbal lock at t = %.9g, where the "
                             "middle one aligns the other two axes: their rates are lost there%s%s",
                             t, why ? "; no other speeds can be taken, since " : "",
                             why ? why : ""),
                 "%s", OTHER_ANGLES);
}

bool vv_gimbal_lock_lost_digits(const vv_dynamics *f, const vv_stepper *s, double worst) {
    double explained = fmax(VV_RUN_DIGITS_LOST, VV_RUN_DOUBT_STEPS * s->tolerance);
    return s->singularity.chart_pivot < VV_RUN_POLE && worst > explained && has_three_angles(f);
}

void vv_report_lost_digits(vv_ctx *c, const vv_stepper *s, double worst, const char *why) {
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_POLE, (vv_span){0},
                             "three angles come close to gimbal lock near t = %.6g, where their "
                             "rates lose digits: the audit is off by %.2g%s%s",
                             s->singularity.chart_time, worst,
                             why ? "; no other speeds could be taken, since " : "", why ? why : ""),
                 "%s", OTHER_ANGLES);
}

/* As many speeds as degrees of freedom need not determine the other velocities everywhere: where y
 * y' = -x x' was solved for y', the speed x' is not a valid one at y = 0. */
static void doubt_speeds(vv_ctx *c, const vv_dynamics *f, vv_diag *d) {
    if (!f->multipliers && f->s->nrows)
        vv_diag_hint(c, d,
                     "minimal speeds may not determine the other velocities there: --form "
                     "multipliers does not need them");
}

/* Where branches of constraints touch, or one has a cusp. */
static void tangent(vv_ctx *c, const vv_stepper *s) {
    const vv_equations *eq = s->f->eq;
    int r = s->singularity.tangent_row;
    const vv_constraint_row *row = r >= 0 && r < eq->nrows ? eq->row[r] : NULL;
    vv_diag_hint(
        c,
        vv_diag_add(c, VV_ERROR, VV_D_SINGULAR, row ? row->span : (vv_span){0},
                    "the motion is not determined beyond t = %.3g or so: there %s has a cusp, "
                    "or branches that touch, which the velocities do not tell apart",
                    s->singularity.tangent_time, row ? row->label : "a constraint"),
        "state one branch, as x = y^2 for x^2 = y^4, or end the run there: when ... then "
        "stop");
}

static void singular(vv_ctx *c, const vv_dynamics *f, double t) {
    vv_diag *d = vv_diag_add(c, VV_ERROR, VV_D_SINGULAR, (vv_span){0},
                             "the accelerations are not determined at t = %.9g: the matrix of the "
                             "equations is singular there",
                             t);
    for (int i = 0; i < f->s->m->nrollings; i++) {
        if (!f->s->m->rolling[i].kept) continue;
        vv_diag_hint(c, d,
                     "at a contact kept by its equations the surfaces may have no relative "
                     "curvature there: the contact would spread to more than one point, or jump");
        return;
    }
    if (has_three_angles(f))
        vv_diag_hint(c, d,
                     "three angles reach gimbal lock where the middle one aligns the other two "
                     "axes: take other axes, or a free frame: frame B = world free (p, q, r)");
    else
        doubt_speeds(c, f, d);
}

static void collapse(vv_ctx *c, const vv_dynamics *f, const vv_stepper *s) {
    double usual = f->multipliers ? s->integrator->constrained : s->integrator->tolerance;
    vv_diag *d =
        vv_diag_add(c, VV_ERROR, VV_D_COLLAPSE, (vv_span){0},
                    "the step size collapses at t = %.15g: %s is singular there (now %.6g)", s->t,
                    vv_dynamics_input_name(f, s->limiting), vv_unsigned_zero(s->x[s->limiting]));
    if (s->tolerance < usual)
        vv_diag_hint(c, d,
                     "or rounding does not permit %s a tolerance of %.3g here: the default is %.3g",
                     s->integrator->name, s->tolerance, usual);
    else if (vv_dynamics_switches(f) && !s->integrator->series)
        vv_diag_hint(c, d,
                     "or switching of sign, abs, min, max or a condition accumulates there: "
                     "--method taylor tells which");
    else
        doubt_speeds(c, f, d);
}

static void jump(vv_ctx *c, const vv_dynamics *f, const vv_stepper *s) {
    const vv_constraint_row *row = s->jump.row >= 0 ? f->eq->row[s->jump.row] : NULL;
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_JUMP, row ? row->span : (vv_span){0},
                             "%s has a corner at t = %.9g, where a velocity would have to jump: no "
                             "finite force does this, and the model states no impact",
                             row ? row->label : "a constraint", s->jump.time),
                 "round the corner off, or end the run there: when ... then stop");
}

void vv_diagnose_step_fault(vv_ctx *c, const vv_dynamics *f, const vv_stepper *s,
                            vv_step_fault fault) {
    if (fault == VV_STEP_SINGULAR && s->singularity.tangent)
        tangent(c, s);
    else if (fault == VV_STEP_SINGULAR)
        singular(c, f, s->t);
    else if (fault == VV_STEP_NAN && f->nan_equation >= 0 && f->nan_equation < f->n)
        vv_diag_add(c, VV_ERROR, VV_D_NOT_A_NUMBER, (vv_span){0},
                    "at t = %.9g the equation of %s is not a number: a force or an energy is not "
                    "defined there",
                    s->t, vv_dynamics_input_name(f, f->nq + f->nan_equation));
    else if (fault == VV_STEP_NAN)
        doubt_speeds(c, f,
                     vv_diag_add(c, VV_ERROR, VV_D_NOT_A_NUMBER, (vv_span){0},
                                 "at t = %.9g a constraint or the mass matrix is not a number",
                                 s->t));
    else if (fault == VV_STEP_CHATTERING)
        vv_diag_hint(
            c,
            vv_diag_add(c, VV_ERROR, VV_D_COLLAPSE, (vv_span){0},
                        "switching of sign, abs, min, max or a condition accumulates at t = %.9g",
                        s->t),
            "a force that holds a body at rest is not a function of the motion: state dry friction "
            "as that of a contact, or smooth it with tanh");
    else if (fault == VV_STEP_JUMP)
        jump(c, f, s);
    else if (fault == VV_STEP_RANGE)
        vv_diag_hint(
            c,
            vv_diag_add(
                c, VV_ERROR, VV_D_COLLAPSE, (vv_span){0},
                "the Taylor coefficients of so %s a motion exceed double precision at t = %.9g",
                s->h > 1 ? "slow" : "fast", s->t),
            "--method radau needs no series; or choose units in which the motion lasts some "
            "seconds");
    else
        collapse(c, f, s);
}

/* The first pivot along the diagonal that is negative, or that vanishes while its row does not; -1:
 * the symmetric matrix M (n * n, overwritten) has none. If n is very large only the diagonal is
 * checked: a warning is not worth seconds. */
static int first_negative(int n, double *M) {
    enum { MANY = 200 };
    double own = 0;
    for (int i = 0; i < n; i++) own = fmax(own, fabs(M[i * n + i]));
    for (int k = 0; k < n; k++) {
        double row = 0, *top = M + k * n, pivot = top[k];
        for (int i = k + 1; i < n; i++) row = fmax(row, fabs(top[i]));
        if (pivot < -VV_RUN_MASSLESS * own) return k;
        if (n > MANY) continue;
        if (fabs(pivot) <= VV_RUN_MASSLESS * own && row > sqrt(VV_RUN_MASSLESS) * own) return k;
        if (!(pivot > VV_RUN_MASSLESS * own)) continue;
        for (int i = k + 1; i < n; i++) vv_eliminate(n, M + i * n, top, k);
    }
    return -1;
}

void vv_warn_inertia(vv_dynamics *f, const double *state, double t) {
    int n = f->nown;
    double *M = VV_ARRAY(f->c, double, (size_t)n *(size_t)n + 1);
    if (f->s->napplied) return; /* the matrix is not that of the kinetic energy */
    if (!M || f->s->nservos || vv_dynamics_evaluate_matrix(f, state, t) != VV_DYNAMICS_OK) return;
    for (int i = 0; i < n * n; i++) M[i] = f->kkt.a[i / n * f->kkt.n + i % n];
    int k = first_negative(n, M);
    if (k < 0) return;
    vv_diag_hint(f->c,
                 vv_diag_add(f->c, VV_WARNING, VV_D_KINETIC_ENERGY, (vv_span){0},
                             "the kinetic energy is not positive definite at the initial position: "
                             "some velocities with %s make it negative",
                             vv_dynamics_input_name(f, f->nq + k)),
                 "check the sign of a mass, a moment of inertia or a term of T");
}

void vv_warn_columns(vv_ctx *c, vv_columns *k) {
    for (int i = 1; i < k->width; i++) {
        if (isfinite(k->row[i]) || k->doubted[i]) continue;
        k->doubted[i] = true;
        vv_diag_add(c, VV_ERROR, VV_D_COLUMN, (vv_span){0},
                    "the column %s is not a number at t = %.9g", k->head[i], k->row[0]);
    }
}

vv_status vv_refuse_dense_cross_check(vv_ctx *c) {
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_METHOD, (vv_span){0},
                             "a cross-check compares at output times, and --dense has none"),
                 "request rows with --every or --at instead");
    return vv_ctx_fail(c, VV_E_USAGE);
}

vv_status vv_refuse_integrator_for(vv_ctx *c, const vv_integrator *by, const char *what,
                                   const char *instead) {
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_METHOD, (vv_span){0},
                             "%s computed by Taylor series only, not by %s", what, by->name),
                 "use %s", instead);
    return vv_ctx_fail(c, VV_E_BEYOND);
}

vv_status vv_refuse_friction(vv_ctx *c, const vv_integrator *by) {
    vv_diag_hint(
        c,
        vv_diag_add(c, VV_ERROR, VV_D_METHOD, (vv_span){0},
                    "%s does not follow contacts that may slide or separate: it keeps a fixed set "
                    "of constraints, and those of a contact come and go",
                    by->name),
        "use --method taylor, rk8, radau or cvode, or --form minimal, in which contacts only roll");
    return vv_ctx_fail(c, VV_E_BEYOND);
}

vv_status vv_refuse_tolerance(vv_ctx *c, double tolerance) {
    if (!(tolerance > VV_TOLERANCE_MOST)) return VV_OK; /* 0: default */
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_METHOD, (vv_span){0},
                             "a relative error tolerance of %.3g per step leaves no meaningful "
                             "motion: at most %g is accepted",
                             tolerance, VV_TOLERANCE_MOST),
                 "1e-3 to 1e-6 are coarse and fast; without --tolerance each integrator uses its "
                 "own default");
    return vv_ctx_fail(c, VV_E_USAGE);
}

vv_status vv_refuse_integrator(vv_ctx *c, const vv_integrator *by) {
    const char *why = by->library ? vv_sundials_missing() : NULL;
    if (!why) return VV_OK;
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_METHOD, (vv_span){0},
                             "%s cannot follow this motion: %s", by->name, why),
                 "use another method, or leave it out: --method %s",
                 vv_integrator_for(VV_INTEGRATOR_DEFAULT)->name);
    return vv_ctx_fail(c, VV_E_BEYOND);
}
