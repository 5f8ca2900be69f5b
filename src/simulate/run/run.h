/* A run: the motion of a system from its start for a time, as a table of columns. */
#ifndef VV_SIMULATE_RUN_RUN_H
#define VV_SIMULATE_RUN_RUN_H

#include "base/buffer.h"
#include "kinematics/system.h"

enum {                      /* of dry friction */
       VV_D_FRICTION = 641, /* a contact whose friction cannot be followed                       */
       VV_D_LIFT,           /* it lifts, or strikes again, beyond what the model says             */
       VV_D_NO_MODE, /* neither rolling nor sliding is consistent [Painlevé]               */
       VV_D_CHATTER, /* transitions follow one another without end                        */
       VV_D_SPARE    /* reactions of several contacts that the equations do not determine */
};

enum {
    VV_D_NO_VALUE = 601,
    VV_D_NOT_EVALUABLE,
    VV_D_START,
    VV_D_SINGULAR,
    VV_D_COLLAPSE,
    VV_D_NOT_A_NUMBER,
    VV_D_DURATION,
    VV_D_FORM,
    VV_D_AUDIT,
    VV_D_COLUMN,
    VV_D_EVENT,
    VV_D_ENDLESS,
    VV_D_WRITE,
    VV_D_RESUME,
    VV_D_INERTIA, /* a kinetic energy that is not positive */
    VV_D_SENSITIVITY = 620,
    VV_D_METHOD = 630, /* of methods of integration */
    VV_D_WITNESS
};

/* The table, whole or as far as the motion could be followed, to where the options say, and an
 * account of the run in lines. source: the text of the model. VV_E_MODEL, VV_E_BEYOND, VV_E_IO with
 * a diagnostic; VV_E_NO when the audit exceeds its limit. */
vv_status vv_simulation_run(vv_ctx *c, const vv_system *s, const char *source, vv_run_options *o,
                            vv_buffer *account, const char **table);

#endif
