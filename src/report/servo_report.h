/* Servos in the reports: counts, efforts and power, equilibria, parameters without influence;
 * and the comparison with contacts that maintain the same constraints. */
#ifndef VV_REPORT_SERVO_REPORT_H
#define VV_REPORT_SERVO_REPORT_H

#include "equations/equations.h"
#include "report/render/render.h"

/* h, p, r, j, the verdict and the case [M-SERVO-COUNT]. */
void vv_report_servo_count(vv_document *d, const vv_system *s);
/* The part of `derive` on the servos. eq as for vv_servo_forces_find. */
void vv_report_servo_effort(vv_document *d, const vv_system *s, const vv_equations *eq);
/* Servo and contact in comparison, and their differences. */
void vv_report_servo_versus_contact(vv_document *d, const vv_system *s, const vv_servo_forces *e,
                                    const vv_servo_versus_contact *k);
/* Proves that the inertia and forces of parts that depend on the driven coordinates alone do not
 * influence the motion of the rest [M-SERVO-INERT]: the equations are derived again with an
 * arbitrary energy and arbitrary forces of these coordinates added. False if no coordinates are
 * driven. */
bool vv_prove_servo_inertia_irrelevant(vv_ctx *c, const vv_system *s, const vv_prove_options *o,
                                       vv_proof *out);

#endif
