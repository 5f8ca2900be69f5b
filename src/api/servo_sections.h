/* Servo systems: what the commands add to the reports of their equations. */
#ifndef VV_API_SERVOS_H
#define VV_API_SERVOS_H

#include "kinematics/system.h"
#include "report/render/render.h"
#include "scene/scene.h"

/* Forces and power of the servos, rest, what has no influence; nothing without servos. */
void vv_servo_section_derive(vv_document *d, const vv_system *s);
/* The twin in which contacts keep the relations: its equations by the method that suits, side by
 * side with those of the servos. VV_E_BEYOND without servos, or where it has no motion. */
vv_status vv_servo_section_versus_contact(vv_document *d, const vv_system *s);
/* The same for `prove`: do all methods agree on the twin? Verdict as of vv_report_verdicts. */
vv_status vv_servo_section_prove_contact(vv_document *d, const vv_system *s,
                                         const vv_prove_options *o);
/* The motion of the twin by contact; false where there is none. */
bool vv_servo_contact_scene(vv_ctx *c, const vv_system *s, const vv_run_options *o, int rows,
                            vv_scene *out);

#endif
