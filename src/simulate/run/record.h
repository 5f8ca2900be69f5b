/* The output of a run: rows as it proceeds, a checkpoint from time to time, and the table at the
 * end. FILE.part holds the rows so far, FILE.checkpoint the state from which the same run resumes
 * bit for bit; both are removed once the table is complete. */
#ifndef VV_SIMULATE_RUN_RECORD_H
#define VV_SIMULATE_RUN_RECORD_H

#include "base/base.h"
#include "output/output.h"
#include "simulate/run_options.h"

typedef struct vv_record {
    vv_ctx *c;
    const vv_run_options *o;
    const vv_output_format *form;
    vv_row_store rows;
    const char *part, *checkpoint; /* NULL: not a regular file, or not ours: cannot be resumed */
    vv_fingerprint identity;       /* of model, values and options                          */
    double due;                    /* time of the next checkpoint                           */
    double row_seconds;            /* that it takes to write a row of the table             */
} vv_record;

/* The format named by the options, or by the extension of their file. NULL with a diagnostic:
 * VV_E_USAGE, VV_E_BEYOND. */
const vv_output_format *vv_record_output_form(vv_ctx *c, const vv_run_options *o);
/* Checks that the format exists and the file is writable. VV_E_USAGE, VV_E_IO with a diagnostic. */
vv_status vv_record_open(vv_ctx *c, const vv_run_options *o, vv_record *out);
/* width: numbers per row. */
vv_status vv_record_begin(vv_record *r, int width);
/* Adds to the fingerprint whatever distinguishes this run from others, piece by piece. */
void vv_record_fingerprint(vv_record *r, const void *bytes, size_t n);
vv_status vv_record_add_row(vv_record *r, const double *row);
/* Have enough seconds passed since the last checkpoint? Called once per step. */
bool vv_record_checkpoint_due(vv_record *r);
/* Saves the rows so far and this state, from which vv_record_resume continues. VV_E_BEYOND: another
 * run has the place. */
vv_status vv_record_save_checkpoint(vv_record *r, const vv_buffer *state);
/* The saved state, to be loaded; *state is NULL if there is none. VV_E_IO, VV_E_MODEL with a
 * diagnostic if it belongs to another run or is damaged. */
vv_status vv_record_resume(vv_record *r, const char **state, size_t *length);
/* Writes the table to the destination in the options. VV_E_TIME, VV_E_INTERRUPTED: not all of it.
 */
vv_status vv_record_write(vv_record *r, vv_output_table *t, const char **text);
/* resumable: keep FILE.part and FILE.checkpoint. */
void vv_record_close(vv_record *r, bool resumable);

#endif
