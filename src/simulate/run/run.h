/* A run: the motion of a system from its start for a time, as a table of columns. */
#ifndef VV_SIMULATE_RUN_RUN_H
#define VV_SIMULATE_RUN_RUN_H

#include "base/buffer.h"
#include "kinematics/system.h"
#include "simulate/diagnostics.h"

/* The table, whole or as far as the motion could be followed, to where the options say, and an
 * account of the run in lines. source: the text of the model. VV_E_MODEL, VV_E_BEYOND, VV_E_IO with
 * a diagnostic; VV_E_NO when the audit exceeds its limit. */
vv_status vv_simulation_run(vv_ctx *c, const vv_system *s, const char *source, vv_run_options *o,
                            vv_buffer *account, const char **table);

#endif
