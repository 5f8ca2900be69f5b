/* Servo systems: what the commands add to the reports of their equations. */
#ifndef VV_API_SERVOS_H
#define VV_API_SERVOS_H

#include "kinematics/system.h"
#include "report/document.h"

/* Forces and power of the servos, rest, what has no influence; nothing without servos. */
void vv_servos_derive(vv_document *d, const vv_system *s);

#endif
