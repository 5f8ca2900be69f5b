/* Diagnostic codes of the simulation; doc/diagnostics.md explains each. A code never
 * changes its meaning. */
#ifndef VV_SIMULATE_DIAGNOSTICS_H
#define VV_SIMULATE_DIAGNOSTICS_H

/* clang-format off */
enum {
    VV_D_NO_VALUE = 601,
    VV_D_NOT_EVALUABLE = 602,
    VV_D_START = 603,
    VV_D_SINGULAR = 604,
    VV_D_COLLAPSE = 605,     /* the step size falls below rounding                */
    VV_D_NOT_A_NUMBER = 606,
    VV_D_DURATION = 607,
    VV_D_FORM = 608,
    VV_D_AUDIT = 609,
    VV_D_COLUMN = 610,
    VV_D_EVENT = 611,
    VV_D_ENDLESS = 612,
    VV_D_WRITE = 613,
    VV_D_RESUME = 614,
    VV_D_KINETIC_ENERGY = 615, /* not positive                                    */
    VV_D_POLE = 617,         /* angles near gimbal lock: digits are lost          */
    VV_D_JUMP = 616,         /* a constraint has a corner: velocities would jump  */

    VV_D_SENSITIVITY = 620,

    VV_D_METHOD = 630,       /* integrators                                       */
    VV_D_WITNESS = 631,      /* the cross-check by another integrator             */

    VV_D_FRICTION = 641,     /* a contact whose friction is not supported         */
    VV_D_LIFT = 642,         /* it separates, or closes again, beyond the model   */
    VV_D_NO_MODE = 643,      /* no consistent contact mode [Painlevé]             */
    VV_D_CHATTER = 644,      /* transitions without end                           */
    VV_D_SPARE = 645,        /* statically indeterminate reactions                */

    VV_D_APART = 661,        /* the surfaces do not touch at the start            */
    VV_D_PATCH = 662         /* beyond a patch's edge or at a singular point      */
};
/* clang-format on */

#endif
