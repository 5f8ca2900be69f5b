/* A run: the motion of a system from its initial conditions over a time span, as a table. */
#ifndef VV_SIMULATE_RUN_RUN_H
#define VV_SIMULATE_RUN_RUN_H

#include "base/base.h"
#include "kinematics/kinematics.h"
#include "simulate/diagnostics.h"
#include "simulate/run/record.h"
#include "simulate/run/simulation.h"
#include "simulate/run/steps.h"

/* Writes the table, complete or as far as the motion could be integrated, to the destination in the
 * options, and a report of the run in lines. source: the text of the model. VV_E_MODEL,
 * VV_E_BEYOND, VV_E_IO with a diagnostic; VV_E_NO if the audit limit is exceeded. */
vv_status vv_simulation_run(vv_ctx *c, const vv_system *s, const char *source, vv_run_options *o,
                            vv_buffer *account, const char **table);

#endif
