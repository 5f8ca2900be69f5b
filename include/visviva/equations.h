/* Equations of motion by a method, as expressions that share their parts. Shared by threads. */
#ifndef VISVIVA_EQUATIONS_H
#define VISVIVA_EQUATIONS_H

#include <visviva/mechanism.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vv_eom vv_eom;

/* Derives by a method (vv_word "methods"); NULL: the one that suits. Options: relative_to, steps,
 * simplify, seconds, memory. VV_E_BEYOND if the method does not apply, with the reason. */
VV_API vv_status vv_eom_derive(const vv_mechanism *m, const char *method, const vv_options *o,
                               vv_eom **out);
VV_API void vv_eom_free(vv_eom *e); /* NULL is allowed */
/* The method's name. */
VV_API const char *vv_eom_method(const vv_eom *e);

/* The nodes of a quantity (vv_word "quantities"), row by row; they live with e. Of the equations:
 * "residuals", "mass_matrix" and "forcing", "left" and "right" with "unknowns", in the speeds of
 * the method. VV_E_BEYOND if the method has no such quantity. */
VV_API vv_status vv_eom_matrix(const vv_eom *e, const char *quantity, int *rows, int *columns,
                               const uint32_t **entry);
/* One node: what it is, its operands, and unless text is NULL its text ("" if it has none):
 *     "number" (text "981/100"), "pi", "symbol" (text "θ'"), "add", "mul", "pow",
 *     elementary functions: "sin", ..., "atan2", "min", "max",
 *     "<", "<=", "piecewise" (condition, value, ..., otherwise),
 *     "function" (text: its name, with a derivative order for each argument: "f 0 1"),
 *     "component" (text: its index from 0; of a "solve"),
 *     "solve" (text: its size n; the matrix row by row, then the right side).
 * NULL: there is no such node. */
VV_API const char *vv_eom_node(const vv_eom *e, uint32_t node, int *n, const uint32_t **operand,
                               const char **text);
/* Writes n nodes, each on a line of its own. Where they would be too long, or contain a linear
 * system, lines "NAME = ..." with shared parts come before; the last n lines are the nodes. As
 * JSON:
 * {"nodes": [...], "entries": [indices]}. Release *out. */
VV_API vv_status vv_eom_write(const vv_eom *e, int n, const uint32_t *entry, vv_syntax s,
                              char **out);
/* What `visviva derive` prints, in a format of vv_word "formats". Release *out. */
VV_API vv_status vv_eom_report(const vv_eom *e, const char *format, char **out);

#ifdef __cplusplus
}
#endif

#endif
