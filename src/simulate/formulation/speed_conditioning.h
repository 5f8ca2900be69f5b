/* How well speeds determine the velocities at a position, in dimensionless numbers.
 *
 * P describes the candidate speeds at kinetic energy 1/2: with their rows K in terms of the speeds
 * w, P = K M^-1 K^T, where M is the mass matrix of w. It does not depend on w. A rounding error of
 * a speed, relative to the size it can have here or typically has, is amplified in the velocities,
 * measured by the energy: the square of the amplification is its size squared times the diagonal of
 * the inverse of P, for the speeds taken. 1: nothing is lost; 100: one digit. */
#ifndef VV_SIMULATE_FORMULATION_SPEED_CONDITIONING_H
#define VV_SIMULATE_FORMULATION_SPEED_CONDITIONING_H

#include "kinematics/kinematics.h"
#include "simulate/formulation/dynamics.h"

typedef struct vv_speed_conditioning {
    const vv_dynamics *f; /* in whose speeds the tapes are                             */
    int n, all;           /* speeds, candidates                                        */
    const int *taken;     /* which of them are the speeds                          (n) */
    const int *own;       /* constraints through which they determine all velocities (rank) */
    /* in: q, w, t. out: the matrix that gives the velocities from the speeds, without the
     * velocities that are speeds, nleft^2 */
    vv_jit *rows;
    int nleft;
    double *rows_scratch, *rows_out;
    int nmatters, *matters; /* coordinates on which it depends                         */
    /* in: the same. out: M (n*n), K (all*n), the speeds and all constraints in terms of V ((n +
     * nrows)*nv); NULL: not built yet */
    vv_tape *masses;
    int nrows;
    double *scratch, *out;
    bool beyond;    /* it cannot be built                                                  */
    double *in, *P; /* P: at the last position evaluated                         (all*all) */
    double *work;   /* scratch, (m + 2) * 2*m with m the largest of nq, nv and all:
                     * at least 4*nq + 1, also used when speeds are switched */
    double *seen;   /* scratch                                                             */
    bool *open;     /* scratch                                                     (2*all) */
    int *picked;    /* scratch                                                             */
    double *stack;  /* scratch: speeds, then all constraints            ((n + nrows) * nv) */
    double usual;   /* magnitude of the determinant at typical positions; 0: constant      */
} vv_speed_conditioning;

/* Builds what the determinant needs. false if out of memory. nmatters is 0 if nothing changes, and
 * if there are too many velocities. */
bool vv_speed_conditioning_new(const vv_dynamics *f, int all, const int *taken, const int *own,
                               vv_speed_conditioning *out);
/* Builds what everything else needs; call first. false: out of memory, or not evaluable. */
bool vv_speed_conditioning_build_masses(vv_speed_conditioning *p, const vv_system *s,
                                        const vv_speed_candidate *choice);
/* p->P at a position. false: the speeds do not determine the velocities there. */
bool vv_speed_conditioning_evaluate(vv_speed_conditioning *p, const double *q, double t);
/* Determinant of the matrix that gives the velocities from the speeds: they are degenerate where it
 * vanishes. */
double vv_speed_conditioning_determinant(vv_speed_conditioning *p, const double *q, double t);

/* Sample positions for typical values: the initial one, and others with angles in all directions.
 * Room for VV_SPEED_CONDITIONING_SAMPLES * nq. */
enum { VV_SPEED_CONDITIONING_SAMPLES = 8 };
void vv_speed_conditioning_sample_positions(vv_speed_conditioning *p, const double *q, double t,
                                            double *place);
/* Squared typical sizes of the candidates there (all). */
void vv_speed_conditioning_typical_sizes(vv_speed_conditioning *p, const double *place, double t,
                                         double *size);
/* p->usual */
void vv_speed_conditioning_typical_determinant(vv_speed_conditioning *p, const double *place,
                                               double t);

/* From p->P, the squared rounding amplification with the speeds `taken`; infinite: they do not
 * determine all velocities. */
double vv_speed_conditioning_loss(const vv_speed_conditioning *p, const double *size,
                                  const int *taken);
/* The best speeds by p->P, in their order among the candidates, none of those barred (NULL: all are
 * allowed); the current ones unless they are much worse. false: there are none. */
bool vv_speed_conditioning_choose_speeds(const vv_speed_conditioning *p, const double *size,
                                         const bool *barred, int *taken);
/* At the last position evaluated, how well the constraints `rows` bind what the speeds leave free,
 * from 1 down to 0, where one of them depends on the others and the speeds. choose: the best ones
 * instead, or those in use unless they are much worse. */
double vv_speed_conditioning_rate_rows(vv_speed_conditioning *p, const double *size, bool choose,
                                       int *rows);

#endif
