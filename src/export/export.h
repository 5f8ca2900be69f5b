/* A mechanism as a stand-alone program: its functions of parameters, time and state as tapes, and
 * the output languages (C, ...). A new language is a file and a row of exports.def.
 *
 * The state x is q (nq), then the speeds w (n) of the equations chosen. Parameters stay
 * variable; their values in the model are the defaults. */
#ifndef VV_EXPORT_EXPORT_H
#define VV_EXPORT_EXPORT_H

#include "base/base.h"
#include "equations/equations.h"
#include "evaluate/evaluate.h"
#include "kinematics/kinematics.h"

enum { VV_D_NOT_EVALUABLE = 501 };

/* out = f(p, t, x). The tape's inputs are x (nx), t, p (np). */
typedef struct vv_export_function {
    const char *name; /* "jacobian" */
    const char *text; /* one sentence: what it computes, and its layout */
    const char *size; /* nout as a C expression: "NX * NX" */
    const vv_tape *tape;
} vv_export_function;

enum { VV_EXPORT_MAX_FUNCTIONS = 16 };
typedef struct vv_export {
    vv_ctx *c;
    const vv_system *s;
    const vv_equations *eq;
    const vv_equations *multipliers; /* the equations that supply the multipliers, or NULL */
    const char *prefix;              /* of all names; an identifier */
    vv_parameter_values defaults;    /* values of parameters */
    int nx, np, nfinite;
    int nrows;
    const vv_constraint_row **row; /* constraints, then servos (nrows) */
    int nfunctions;
    vv_export_function function[VV_EXPORT_MAX_FUNCTIONS];
} vv_export;

/* Builds all functions of these equations. multipliers: equations that contain them, or NULL;
 * name: prefix of the names, or NULL: the name of the model file. VV_E_BEYOND with a diagnostic
 * if the model cannot be evaluated (a general function without a definition). */
vv_status vv_export_build(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                          const vv_equations *multipliers, const char *name, vv_export *out);

/* VV_E_BEYOND with a diagnostic if the speeds do not determine the other velocities at the
 * model's initial conditions. */
vv_status vv_export_check_initial(const vv_export *e, const char *method);

/* A symbol as the model writes it: "θ'", "λ1". */
const char *vv_export_symbol(vv_ctx *c, vv_expr symbol);
/* The i-th parameter p: those of the model, followed by its inputs. */
vv_expr vv_export_parameter(const vv_export *e, int i);
/* Its default value; false if the model gives none. Inputs are 0. */
bool vv_export_parameter_default(const vv_export *e, int i, double *out);

/* A double that is read back as itself, with a point or an exponent; negative ones in brackets. */
void vv_export_number(double x, const char *nan, const char *infinity, vv_buffer *out);

typedef struct vv_exporter {
    const char *name, *ending, *title;
    void (*write)(const vv_export *e, vv_buffer *out);
} vv_exporter;

#define X(name, ending, title) void vv_export_write_##name(const vv_export *e, vv_buffer *out);
#include "export/exports.def"
#undef X
const vv_exporter *vv_exporter_at(int i); /* NULL past the end */
const vv_exporter *vv_exporter_find(const char *name);

/* The rest of what the room offers. */
#include "export/quantities.h"

#endif
