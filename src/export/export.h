/* A mechanism as a program of its own: its functions of parameters, time and state as tapes, and
 * the forms (C, ...) in which they can be written. A new form is a file and a row of exports.def.
 *
 * The state x is q (nq), then the speeds w (n) of the equations chosen. Parameters stay variable;
 * their values in the model are the defaults. */
#ifndef VV_EXPORT_EXPORT_H
#define VV_EXPORT_EXPORT_H

#include "base/buffer.h"
#include "equations/equations.h"
#include "evaluate/equation_tapes.h"
#include "kinematics/system.h"

enum { VV_D_NOT_EVALUABLE = 501 };

/* out = f(p, t, x). The tape's inputs are x (nx), t, p (np). */
typedef struct vv_export_function {
    const char *name; /* "jacobian"                                              */
    const char *text; /* what it computes and how it is laid out, one sentence   */
    const char *size; /* nout in terms of the others: "NX * NX"                  */
    const vv_tape *tape;
} vv_export_function;

enum { VV_EXPORT_MAX_FUNCTIONS = 16 };
typedef struct vv_export {
    vv_ctx *c;
    const vv_system *s;
    const vv_equations *eq;
    const vv_equations *multipliers; /* the record the multipliers are taken from, or NULL */
    const char *prefix;              /* of every name, an identifier                       */
    vv_parameter_values defaults;    /* values of parameters                               */
    int nx, np, nfinite;
    int nrows;
    const vv_constraint_row **row; /* constraints, then servos (nrows) */
    int nfunctions;
    vv_export_function function[VV_EXPORT_MAX_FUNCTIONS];
} vv_export;

/* All functions of these equations. multipliers: a record that has them, or NULL; name: prefix of
 * the names, or NULL: the name of the model's file. VV_E_BEYOND with a diagnostic when the model
 * cannot be computed (a general function without a definition). */
vv_status vv_export_build(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                          const vv_equations *multipliers, const char *name, vv_export *out);

/* Speeds of which the others do not follow at the model's start: VV_E_BEYOND with a diagnostic. */
vv_status vv_export_check_initial(const vv_export *e, const char *method);

/* "θ'", "λ1": a symbol as the model writes it. */
const char *vv_export_symbol(vv_ctx *c, vv_expr symbol);
/* The i-th of the parameters p: those of the model, behind them its inputs. */
vv_expr vv_export_parameter(const vv_export *e, int i);
/* The default of it; false when the model gives none. Inputs are 0. */
bool vv_export_parameter_default(const vv_export *e, int i, double *out);

typedef struct vv_exporter {
    const char *name, *title;
    void (*write)(const vv_export *e, vv_buffer *out);
} vv_exporter;

#define X(name, title) void vv_export_write_##name(const vv_export *e, vv_buffer *out);
#include "export/exports.def"
#undef X
const vv_exporter *vv_exporter_at(int i); /* NULL beyond the last */
const vv_exporter *vv_exporter_find(const char *name);

#endif
