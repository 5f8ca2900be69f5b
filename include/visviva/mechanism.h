/* Mechanisms: loaded from a text, immutable, shared by threads.
 *
 * What is derived from a mechanism does not need it any longer: handles may be freed in any
 * order. */
#ifndef VISVIVA_MECHANISM_H
#define VISVIVA_MECHANISM_H

#include <visviva/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vv_mechanism vv_mechanism;

/* What a mechanism consists of. New kinds are added at the end. */
typedef enum vv_kind {
    VV_KIND_PARAMETER,
    VV_KIND_COORDINATE,
    VV_KIND_SPEED, /* independent generalized speeds, declared or chosen */
    VV_KIND_INPUT,
    VV_KIND_OUTPUT,
    VV_KIND_FRAME, /* the first is the world */
    VV_KIND_POINT,
    VV_KIND_BODY, /* particles too */
    VV_KIND_CONSTRAINT,
    VV_KIND_SERVO,
    VV_KIND_FORCE, /* forces, torques, springs, dampers */
    VV_KIND_EVENT,
    VV_KIND_CLAIM
} vv_kind;

/* Loads a model; the text is copied. Options: file (its name in diagnostics), seconds, memory.
 * VV_E_MODEL if it has errors. *out is NULL after a failure. */
VV_API vv_status vv_mechanism_load(const char *text, size_t length, const vv_options *o,
                                   vv_mechanism **out);
VV_API void vv_mechanism_free(vv_mechanism *m); /* NULL is allowed */
/* The same mechanism with other values (SI units) of n parameters. */
VV_API vv_status vv_mechanism_with(const vv_mechanism *m, int n, const char *const *name,
                                   const double *value, vv_mechanism **out);

/* The canonical text: a statement a line, without comments, with the values in force. Loading it
 * gives the mechanism again. */
VV_API const char *vv_mechanism_text(const vv_mechanism *m);
/* Notes and warnings; never NULL. */
VV_API const vv_diags *vv_mechanism_diags(const vv_mechanism *m);

/* ---- introspection: things are numbered by kind, from 0 ---- */

/* Degrees of freedom. */
VV_API int vv_mechanism_freedom(const vv_mechanism *m);
/* Number of things of a kind; 0 for an unknown kind. */
VV_API int vv_mechanism_count(const vv_mechanism *m, vv_kind k);
/* The index of a thing by its name, in any spelling of the language ("θ", "theta"); -1: none. */
VV_API int vv_mechanism_find(const vv_mechanism *m, vv_kind k, const char *name);
/* Its name; its text, where the language gives it no name. NULL if there is no such thing. */
VV_API const char *vv_mechanism_name(const vv_mechanism *m, vv_kind k, int i);
/* Its unit in SI, as in tables ("kg*m*s^-2", "1"); "" where none is known. */
VV_API const char *vv_mechanism_unit(const vv_mechanism *m, vv_kind k, int i);
/* What it is more precisely; "" if there is no more to say.
 *   parameter   constant, structural (the structure depends on its value)
 *   coordinate  independent, dependent, orientation (Euler parameter of a free frame)
 *   speed       declared, chosen
 *   frame       inertial, turned, free, turning (known by its angular velocity)
 *   body        rigid, planar (one moment of inertia is known), particle
 *   constraint  finite, linear, nonlinear (in the velocities), redundant, identity
 *   force       force, torque, spring, damper
 *   event       record, stop, law (sets rates, speeds or parameters)
 *   claim       equation, identity, integral, equilibrium, frequency, combination, stable */
VV_API const char *vv_mechanism_class(const vv_mechanism *m, vv_kind k, int i);
/* Where it is stated, in the text that was loaded. */
VV_API vv_span vv_mechanism_span(const vv_mechanism *m, vv_kind k, int i);
/* The value of a parameter; of a coordinate, as stated at the start, else 0 if no constraint acts
 * on positions. VV_E_BEYOND: none is known. */
VV_API vv_status vv_mechanism_value(const vv_mechanism *m, vv_kind k, int i, double *out);
/* A property as a formula; vectors and tensors by their components. Release *out.
 *   parameter   value
 *   speed       value (in coordinates and rates)
 *   output      value
 *   frame       origin, spin (angular velocity), both along the axes of the world
 *   point       position, velocity (along the axes of the world)
 *   body        mass, inertia (about the centre, along the axes of the body's frame), centre,
 *               velocity (along the axes of the world)
 *   constraint, servo   law (what vanishes)
 *   force       law (along the axes of the world; of a spring or damper: its tension), point
 *   event, claim        law (what vanishes; poses an inequality: what changes sign)
 * and of each the text as stated: "source" (in VV_SYNTAX_TEXT). VV_E_USAGE for another key;
 * VV_E_BEYOND if it has none. */
VV_API vv_status vv_mechanism_property(const vv_mechanism *m, vv_kind k, int i, const char *key,
                                       vv_syntax s, char **out);

/* ---- building ---- */

/* A builder writes the text of a model statement by statement; diagnostics tell where each was
 * made. One thread at a time. */
typedef struct vv_builder vv_builder;
VV_API vv_builder *vv_builder_new(const char *title); /* title NULL: none. NULL: no memory */
VV_API void vv_builder_free(vv_builder *b);
/* Appends a statement of the language. origin names the place that made it ("model.py:12"), in
 * diagnostics instead of the line; NULL: its number. */
VV_API vv_status vv_builder_add(vv_builder *b, const char *statement, const char *origin);
/* Appends `parameter NAME = VALUE [UNIT]`, with the shortest decimal number that is this double;
 * unit NULL: none; value NaN: none. */
VV_API vv_status vv_builder_parameter(vv_builder *b, const char *name, double value,
                                      const char *unit);
/* Loads what has been added, as vv_mechanism_load; the builder stays as it is. */
VV_API vv_status vv_builder_finish(vv_builder *b, const vv_options *o, vv_mechanism **out);

#ifdef __cplusplus
}
#endif

#endif
