/* Many motions of one mechanism. Member k depends on k and the seed alone, so that any range of
 * members may be run anywhere. One thread at a time. */
#ifndef VISVIVA_SWEEP_H
#define VISVIVA_SWEEP_H

#include <visviva/base.h>
#include <visviva/mechanism.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vv_sweep vv_sweep;

enum { VV_SWEEP_NOT_RUN = 255 }; /* status of a member that was not reached */

/* Options: vary (a=0.3:0.7:100, x=normal(0, 1), ...), members (draws), seed, until, integrator,
 * form, tolerance, threads, lanes, sensitivities. */
VV_API vv_status vv_sweep_new(const vv_mechanism *m, const vv_options *o, vv_sweep **out);
VV_API void vv_sweep_free(vv_sweep *w);
/* A value of a parameter, coordinate, rate or speed for each of n members; copied. What vary draws
 * at random goes with it: n draws. Grids do not. */
VV_API vv_status vv_sweep_values(vv_sweep *w, const char *name, size_t n, const double *value);
VV_API int64_t vv_sweep_members(const vv_sweep *w); /* 0: not known yet */
/* A row: the varied values, the columns of a run at its end, the audit. */
VV_API int vv_sweep_width(const vv_sweep *w);
VV_API const char *vv_sweep_column(const vv_sweep *w, int i, const char **unit);
/* Members first .. first + n - 1: n rows, NaN where there is none, and the vv_status of each
 * (VV_E_NO: its audit exceeds the limit). A failure keeps what was reached. */
VV_API vv_status vv_sweep_run(vv_sweep *w, int64_t first, int64_t n, double *rows, uint8_t *status);

#ifdef __cplusplus
}
#endif

#endif
