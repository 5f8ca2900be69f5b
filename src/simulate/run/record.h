/* What a run leaves: rows as it goes, now and then a checkpoint beside the file, the table at the
 * end. FILE.part has the rows so far, FILE.checkpoint the state from which the same run goes on to
 * the bit; both vanish when the table stands. */
#ifndef VV_SIMULATE_RUN_RECORD_H
#define VV_SIMULATE_RUN_RECORD_H

#include "base/diag.h"
#include "output/checkpoint.h"
#include "output/table.h"
#include "base/serializer.h"

typedef struct vv_record {
    vv_ctx *c;
    const vv_run_options *o;
    const vv_output_format *form;
    vv_row_store rows;
    const char *part, *checkpoint; /* NULL: the output is no plain file, nothing is resumed */
    vv_fingerprint identity;       /* of model, values and options                          */
    double due;                    /* when the next checkpoint is                           */
} vv_record;

/* The form that options name, or the ending of their file. NULL with a diagnostic: VV_E_USAGE,
 * VV_E_BEYOND. */
const vv_output_format *vv_record_output_form(vv_ctx *c, const vv_run_options *o);
/* Is there such a form, can the file be written? VV_E_USAGE, VV_E_IO with a diagnostic. */
vv_status vv_record_open(vv_ctx *c, const vv_run_options *o, vv_record *out);
/* Rows of so many numbers. */
vv_status vv_record_begin(vv_record *r, int width);
/* What makes this run another than others, piece by piece. */
void vv_record_fingerprint(vv_record *r, const void *bytes, size_t n);
vv_status vv_record_add_row(vv_record *r, const double *row);
/* Seconds enough since the last checkpoint; asked once a step. */
bool vv_record_checkpoint_due(vv_record *r);
/* The rows so far and this state, from which vv_record_resume goes on. */
vv_status vv_record_save_checkpoint(vv_record *r, const vv_buffer *state);
/* The state that was saved, to be loaded; *state is NULL when there is none. VV_E_IO, VV_E_MODEL
 * with a diagnostic when it is of another run or damaged. */
vv_status vv_record_resume(vv_record *r, const char **state, size_t *length);
/* The table, to where the options say. */
vv_status vv_record_write(vv_record *r, vv_output_table *t, const char **text);
/* resumable: FILE.part and FILE.checkpoint stay. */
void vv_record_close(vv_record *r, bool resumable);

#endif
