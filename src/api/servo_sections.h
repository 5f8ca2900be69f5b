/* Servo systems: what the commands add to the reports of their equations. */
#ifndef VV_API_SERVO_SECTIONS_H
#define VV_API_SERVO_SECTIONS_H

#include "kinematics/kinematics.h"
#include "report/render/render.h"
#include "scene/scene.h"

/* Efforts and power of the servos, equilibria, parameters without influence; adds nothing
 * without servos. */
void vv_servo_section_derive(vv_document *d, const vv_system *s);
/* The comparison system in which contacts maintain the constraints: its equations by the default
 * method, next to those of the servos. VV_E_BEYOND without servos, or if it cannot move. */
vv_status vv_servo_section_versus_contact(vv_document *d, const vv_system *s);
/* The same for `prove`: do all methods agree on the comparison system? Verdict as for
 * vv_report_verdicts. */
vv_status vv_servo_section_prove_contact(vv_document *d, const vv_system *s,
                                         const vv_prove_options *o);
/* The motion of the comparison system with contacts; false if there is none. */
bool vv_servo_contact_scene(vv_ctx *c, const vv_system *s, const vv_run_options *o, int rows,
                            vv_scene *out);

#endif
