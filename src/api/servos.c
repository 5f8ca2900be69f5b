#include "api/servos.h"

#include "formalism/formalism.h"
#include "report/servo_report.h"

/* The record from which forces and power are read: in the speeds, the servos' forces as its only
 * multipliers. */
static const vv_equations *by_speeds(vv_ctx *c, const vv_system *s) {
    const vv_formalism *f = vv_formalism_find("appell");
    vv_equations *eq = f ? VV_NEW(c, vv_equations) : NULL;
    const char *why;
    return eq && vv_formalism_run(c, f, s, eq, &why) == VV_OK ? eq : NULL;
}

void vv_servos_derive(vv_document *d, const vv_system *s) {
    const vv_equations *eq = s->nservos ? by_speeds(d->c, s) : NULL;
    if (eq) vv_report_servo_effort(d, s, eq);
}
