/* Compiled numeric functions of the motion, out = f(t, x, p, u), shared by threads.
 *
 * x is the state: q, then q'; with the option state = "speeds" q, then the speeds w of minimal
 * equations; with state = "accelerations" q, q', q''. p are all parameters of the model, u its
 * inputs, each in the order of the model. q' should satisfy the constraints: a function does not
 * look whether it does. Constraints hold as stated: friction, contacts that
 * lift, and events are matters of simulations. Where something is not defined, or the constraints
 * depend on each other, the result is NaN. Two calls with equal arguments give equal bits, one
 * state or many at once. */
#ifndef VISVIVA_FUNCTION_H
#define VISVIVA_FUNCTION_H

#include <visviva/mechanism.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vv_cfunc vv_cfunc;
/* Workspace of one caller: one thread at a time. */
typedef struct vv_scratch vv_scratch;
/* Rows of doubles, each `stride` after the one before; stride 0: one row for all. */
typedef struct vv_strided {
    const double *data;
    size_t stride;
} vv_strided;

/* Compiles n outputs. Each is
 *     a quantity by name (vv_word "quantities"): "accelerations", "mass_matrix", ...
 *     an expression of the language in the scope of the model: "l*cos(θ)", "velocity(P)"
 *     a derivative "d(OUTPUT, BY)" by x, p or u, which has a row for each entry of OUTPUT and a
 *     column for each variable; or by t or the name of one variable, with the shape of OUTPUT.
 *     An x, p or u as BY is always the whole array, whatever names the model has.
 * In a derivative the variables are independent of each other, also where constraints relate them.
 * Options: state, by (one method whose equations are used; none: those that suit the state), jit
 * (0: interpret), lanes, seconds, memory. VV_E_MODEL if an expression has errors, VV_E_USAGE for
 * another unknown name, VV_E_BEYOND if the mechanism has no such quantity or the method does not
 * apply.
 */
VV_API vv_status vv_cfunc_new(const vv_mechanism *m, int n, const char *const *output,
                              const vv_options *o, vv_cfunc **out);
VV_API void vv_cfunc_free(vv_cfunc *f); /* NULL is allowed */

/* Number of entries of 'x', 'p', 'u', or of all outputs together, 'o'; 0 for other letters. */
VV_API int vv_cfunc_size(const vv_cfunc *f, char argument);
/* The name of the i-th: "θ'", "l", "mass_matrix[1,0]". NULL beyond the last. */
VV_API const char *vv_cfunc_name(const vv_cfunc *f, char argument, int i);
/* The index in `out` at which output k begins, row by row, and its shape, unless rows or columns is
 * NULL; a column vector has one column. -1: there is no output k. */
VV_API int vv_cfunc_output(const vv_cfunc *f, int k, int *rows, int *columns);

/* Workspace for calls of f, with this many threads in vv_cfunc_many; 0: as many as processors.
 * NULL: no memory, or f is NULL. It may be freed after f. */
VV_API vv_scratch *vv_scratch_new(const vv_cfunc *f, int threads);
VV_API void vv_scratch_free(vv_scratch *s); /* NULL is allowed */

/* One state. p NULL: the values of the model, NaN where it has none; u NULL: 0. Allocates nothing.
 * Wrong use (a scratch of another function, or in use by another thread) gives NaN and a reason in
 * vv_error(). An integer that bounds families or indexes them cannot be changed: NaN. */
VV_API void vv_cfunc_eval(const vv_cfunc *f, vv_scratch *s, double t, const double *x,
                          const double *p, const double *u, double *out);
/* n states, to n rows of `out`: the bits of n calls of vv_cfunc_eval. data NULL: t = 0, p and u as
 * above. Allocates nothing after the first call. */
VV_API void vv_cfunc_many(const vv_cfunc *f, vv_scratch *s, size_t n, vv_strided t, vv_strided x,
                          vv_strided p, vv_strided u, double *out);

#ifdef __cplusplus
}
#endif

#endif
