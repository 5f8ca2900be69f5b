/* Diagnostic codes of the model; doc/diagnostics.md explains each. A code once given away keeps its
 * meaning. */
#ifndef VV_MODEL_DIAGNOSTIC_CODES_H
#define VV_MODEL_DIAGNOSTIC_CODES_H

enum {
    VV_D_UNKNOWN = 301,
    VV_D_TWICE,
    VV_D_CYCLE,
    VV_D_KIND,
    VV_D_ARITY,
    VV_D_INDEX,
    VV_D_RANGE,
    VV_D_AMBIGUOUS,
    VV_D_ZERO_DIVISION,
    VV_D_UNIT,
    VV_D_MASS,
    VV_D_INERTIA,
    VV_D_LINEAR,
    VV_D_LATER,
    VV_D_FRAMES,
    VV_D_VALUE,
    VV_D_NORMAL,
    VV_D_RELATION,
    VV_D_SETTING,
    VV_D_EMPTY,
    VV_D_PLANAR,
    VV_D_SERVO,
    VV_D_SPEED,
    VV_D_DEPTH,
    VV_D_SURFACE,
    VV_D_CONTACT,
    VV_D_WANDERING,
    VV_D_DEGREES,
    VV_D_VISUAL
};

#endif
