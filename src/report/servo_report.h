/* Servos in the reports: counts, forces and power, rest, what has no influence; and the twin in
 * which the same relations are kept by contact. */
#ifndef VV_REPORT_SERVO_REPORT_H
#define VV_REPORT_SERVO_REPORT_H

#include "equations/servo_versus_contact.h"
#include "report/render/render.h"

/* h, p, r, j, the verdict and the case [M-SERVO-COUNT]. */
void vv_report_servo_count(vv_document *d, const vv_system *s);
/* What `derive` says of the servos. eq as for vv_servo_forces_find. */
void vv_report_servo_effort(vv_document *d, const vv_system *s, const vv_equations *eq);
/* Servo and contact side by side, and what differs. */
void vv_report_servo_versus_contact(vv_document *d, const vv_system *s, const vv_servo_forces *e,
                                    const vv_servo_versus_contact *k);
/* Proof that inertia and forces of what depends on the driven coordinates alone do not influence
 * the motion of the rest [M-SERVO-INERT]: the equations are derived again with an arbitrary energy
 * and arbitrary forces of these coordinates added. False where no coordinates are driven. */
bool vv_prove_servo_inertia_irrelevant(vv_ctx *c, const vv_system *s, const vv_prove_options *o,
                                       vv_proof *out);

#endif
