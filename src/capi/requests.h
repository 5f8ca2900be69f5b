/* What the options of a call ask of a model and of the functions behind the command; private. */
#ifndef VV_CAPI_REQUESTS_H
#define VV_CAPI_REQUESTS_H

#include "capi/handle.h"

/* vv_handle_open, with the expressions of the options about, claims and columns parsed in the scope
 * of the model; at_values puts the parameters' values in place of their symbols. */
vv_status vv_handle_open_asking(const vv_mechanism *m, const vv_options *o, vv_ctx **c,
                                vv_command_mechanism **out);
/* by, seed, exact, relative_to, target, name. */
vv_command_options vv_command_options_of(const vv_options *o);
/* until, every, at, form, integrator, tolerance, sensitivities, lyapunov. */
vv_run_options vv_run_options_of(const vv_options *o);
/* VV_OK if the name is NULL or a word of the table (vv_word); otherwise usage. */
vv_status vv_known_word(const char *what, const char *table, const char *name);
/* The same for the names of an option that is a list. */
vv_status vv_known_words(const vv_options *o, const char *key, const char *what, const char *table);

#endif
