/* How well speeds tell the velocities at a position, in numbers that know no unit.
 *
 * P is what the candidates for speeds can be with the kinetic energy 1/2: their rows K by the
 * speeds w, P = K M^-1 K^T with the matrix of masses M of w. It does not depend on w. A rounding of
 * a speed, of the size that it can have here or usually has, changes the velocities, measured by
 * the energy, by several roundings: the square of their number is its size squared times the
 * diagonal of the inverse of P, of the speeds taken. 1: nothing is lost; 100: a digit. */
#ifndef VV_SIMULATE_FORMULATION_SPEED_CONDITIONING_H
#define VV_SIMULATE_FORMULATION_SPEED_CONDITIONING_H

#include "kinematics/generalized_speeds.h"
#include "simulate/formulation/dynamics.h"

typedef struct vv_speed_conditioning {
    const vv_dynamics *f; /* in whose speeds the tapes are                             */
    int n, all;           /* speeds, candidates                                        */
    const int *taken;     /* which of them the speeds are                          (n) */
    const int *own;       /* by which relations they tell all velocities        (rank) */
    /* in: q, w, t.  out: what gives the velocities by the speeds, without the velocities that are
     * speeds, nleft^2 */
    vv_jit *rows;
    int nleft;
    double *rows_scratch, *rows_out;
    int nmatters, *matters; /* coordinates on which that depends                       */
    /* in: the same.  out: M (n*n), K (all*n), the speeds and all relations by V ((n + nrows)*nv);
     * NULL: not built yet */
    vv_tape *masses;
    int nrows;
    double *scratch, *out;
    bool beyond;    /* it cannot be built                                                  */
    double *in, *P; /* P: of the position asked for last                         (all*all) */
    double *work;   /* scratch, (m + 2) * 2*m with the most m of nq, nv and all: at least 4*nq + 1,
                     * of which whoever takes other speeds makes use */
    double *seen;   /* scratch                                                             */
    bool *open;     /* scratch                                                     (2*all) */
    int *picked;    /* scratch                                                             */
    double *stack;  /* scratch: speeds, then all relations              ((n + nrows) * nv) */
    double usual;   /* size of the determinant at usual positions; 0: it is constant       */
} vv_speed_conditioning;

/* What the determinant needs. false on refusal of memory. nmatters is 0 where nothing changes, and
 * where there are too many velocities. */
bool vv_speed_conditioning_new(const vv_dynamics *f, int all, const int *taken, const int *own,
                               vv_speed_conditioning *out);
/* What all else needs, before it is asked for. false: memory, or there are no such numbers. */
bool vv_speed_conditioning_build_masses(vv_speed_conditioning *p, const vv_system *s,
                                        const vv_speed_candidate *choice);
/* p->P at a position. false: the speeds do not tell the velocities there at all. */
bool vv_speed_conditioning_evaluate(vv_speed_conditioning *p, const double *q, double t);
/* Determinant of what gives the velocities by the speeds: where it vanishes they tell nothing. */
double vv_speed_conditioning_determinant(vv_speed_conditioning *p, const double *q, double t);

/* Positions that tell what is usual: that of the beginning, and with angles in all directions. Room
 * for VV_SPEED_CONDITIONING_SAMPLES * nq. */
enum { VV_SPEED_CONDITIONING_SAMPLES = 8 };
void vv_speed_conditioning_sample_positions(vv_speed_conditioning *p, const double *q, double t,
                                            double *place);
/* Squares of the usual sizes of the candidates there                                     (all). */
void vv_speed_conditioning_typical_sizes(vv_speed_conditioning *p, const double *place, double t,
                                         double *size);
/* p->usual */
void vv_speed_conditioning_typical_determinant(vv_speed_conditioning *p, const double *place,
                                               double t);

/* By p->P, the square of roundings for one, with the speeds `taken`; infinite: they do not tell all
 * velocities. */
double vv_speed_conditioning_loss(const vv_speed_conditioning *p, const double *size,
                                  const int *taken);
/* The best speeds by p->P, in their order among the candidates; those that are now if they are not
 * much worse. false: there are none. */
bool vv_speed_conditioning_choose_speeds(const vv_speed_conditioning *p, const double *size,
                                         int *taken);
/* At the position asked for last, how well the relations `rows` bind what the speeds leave open,
 * from 1 down to 0, where one of them follows from the others and the speeds. choose: the best ones
 * instead, those in use if they are not much worse. */
double vv_speed_conditioning_rate_rows(vv_speed_conditioning *p, const double *size, bool choose,
                                       int *rows);

#endif
