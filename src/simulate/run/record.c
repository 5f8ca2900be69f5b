#include "simulate/run/record.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "platform/platform.h"
#include "simulate/run/run.h"

void vv_record_fingerprint(vv_record *r, const void *bytes, size_t n) {
    vv_fingerprint_add(&r->identity, bytes, n);
}

static vv_status refuse(vv_record *r, const char *what, const char *path) {
    vv_diag_add(r->c, VV_ERROR, VV_D_WRITE, (vv_span){0}, "cannot %s %s: %s", what, path,
                strerror(errno ? errno : EIO));
    return vv_ctx_fail(r->c, VV_E_IO);
}

/* ---- opening -------------------------------------------------------------------------------- */

const vv_output_format *vv_record_output_form(vv_ctx *c, const vv_run_options *o) {
    const vv_output_format *form = o->output_format ? vv_output_format_find(o->output_format)
                                                    : vv_output_format_of_path(o->output);
    bool missing = form && (!form->write || (form->is_ready && !form->is_ready()));
    const char *why = NULL;
    if (!form)
        why = "there is no such table format";
    else if (missing)
        why = "the library for this table format is missing";
    else if (form->by_path && (!o->output || !vv_is_regular_file(o->output)))
        why = "this table format needs a file: -o FILE";
    if (!why) return form;
    vv_diag_add(c, VV_ERROR, VV_D_WRITE, (vv_span){0}, "%s: %s",
                form ? form->name : o->output_format, why);
    vv_ctx_fail(c, missing ? VV_E_BEYOND : VV_E_USAGE);
    return NULL;
}

/* A run of hours must not fail at the end for want of a folder. */
static bool folder_is_writable(vv_ctx *c, const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = vv_format(c, "%.*s.", slash ? (int)(slash + 1 - path) : 0, path);
    return folder && !access(folder, W_OK | X_OK);
}

/* Only our own files may be in the place of rows and checkpoint. */
static void find_places(vv_record *r) {
    const char *taken = NULL;
    r->part = vv_format(r->c, "%s.part", r->o->output);
    r->checkpoint = vv_format(r->c, "%s.checkpoint", r->o->output);
    if (!r->part || !r->checkpoint) return;
    if (!vv_row_store_is_free(r->part)) taken = r->part;
    if (!vv_checkpoint_is_free(r->checkpoint)) taken = r->checkpoint;
    if (!taken) return;
    vv_diag_add(r->c, VV_WARNING, VV_D_RESUME, (vv_span){0},
                "%s was not written by a run and is left alone: this run cannot be resumed", taken);
    r->part = r->checkpoint = NULL;
}

vv_status vv_record_open(vv_ctx *c, const vv_run_options *o, vv_record *r) {
    *r = (vv_record){.c = c, .o = o};
    vv_fingerprint_begin(&r->identity);
    r->form = vv_record_output_form(c, o);
    if (!r->form || !o->output) return vv_ctx_status(c);
    if (!vv_is_regular_file(o->output)) {
        if (vv_is_directory(o->output))
            errno = EISDIR;
        else if (!access(o->output, W_OK))
            return VV_OK;
        return refuse(r, "write", o->output);
    }
    if (!folder_is_writable(c, o->output)) return refuse(r, "write", o->output);
    find_places(r);
    return vv_ctx_status(c);
}

static double interval(const vv_record *r) { return r->o->checkpoint > 0 ? r->o->checkpoint : 5; }

vv_status vv_record_begin(vv_record *r, int width) {
    r->due = vv_monotonic_seconds() + interval(r);
    vv_record_fingerprint(r, &width, sizeof width);
    vv_row_store_new(r->c, width, r->part, &r->rows);
    return vv_ctx_status(r->c);
}

/* ---- during the run ------------------------------------------------------------------------- */

static vv_status refuse_rows(vv_record *r) {
    errno = r->rows.error;
    return refuse(r, "write", r->part ? r->part : "a temporary file");
}

/* The rows are in a file without a name: another run is writing the one of ours. */
static void give_up_place(vv_record *r) {
    vv_diag_add(r->c, VV_WARNING, VV_D_RESUME, (vv_span){0},
                "another run is writing %s: this one cannot be resumed", r->part);
    r->part = r->checkpoint = NULL;
}

static bool drop(void *data, const char *bytes, size_t n) {
    (void)data, (void)bytes, (void)n;
    return true;
}

/* Measures how long it takes to write a row, on those that there are: the least of several times,
 * since other processes may run meanwhile. */
static double measure_row(vv_record *r) {
    enum { TIMES = 4 };
    const char **none = VV_ARRAY(r->c, const char *, r->rows.width + 1);
    vv_output_table t = {.command = "", .title = "", .model = "", .settings = "", .account = ""};
    if (!none || r->form->by_path) return 0;
    for (int i = 0; i < r->rows.width; i++) none[i] = "";
    t.n = r->rows.width, t.name = t.unit = none, t.rows = &r->rows;
    double least = HUGE_VAL;
    for (int i = 0; i < TIMES; i++) {
        double begin = vv_monotonic_seconds();
        vv_output_table_stream(r->c, &t, r->form, drop, NULL);
        least = fmin(least, vv_monotonic_seconds() - begin);
    }
    return least / (double)r->rows.count;
}

/* To write a table may take longer than to compute it: that time is kept from the budget. */
static void keep_time(vv_record *r) {
    enum { ROWS = 1 << 10 };
    const double MARGIN = 1.2;
    if (r->rows.count % ROWS) return;
    vv_mark mark = vv_arena_mark(r->c);
    if (r->rows.count == ROWS) r->row_seconds = measure_row(r);
    vv_arena_release(r->c, mark);
    vv_ctx_reserve_time(r->c, MARGIN * r->row_seconds * (double)r->rows.count);
}

vv_status vv_record_add_row(vv_record *r, const double *row) {
    if (!vv_row_store_add(&r->rows, row)) return refuse_rows(r);
    if (r->part && !r->rows.path) give_up_place(r);
    keep_time(r);
    return VV_OK;
}

bool vv_record_checkpoint_due(vv_record *r) { return r->part && vv_monotonic_seconds() >= r->due; }

vv_status vv_record_save_checkpoint(vv_record *r, const vv_buffer *state) {
    vv_buffer b = VV_BUFFER(r->c);
    if (!vv_row_store_flush(&r->rows)) return refuse_rows(r);
    if (r->part && !r->rows.path) give_up_place(r);
    if (!r->part) return VV_E_BEYOND;
    vv_buffer_add_n(&b, (const char *)&r->rows.count, sizeof r->rows.count);
    vv_buffer_add_n(&b, (const char *)&r->rows.sum, sizeof r->rows.sum);
    vv_buffer_add_n(&b, vv_buffer_text(state), state->length);
    bool good = vv_checkpoint_save(r->c, r->checkpoint, &r->identity, &b);
    if (vv_ctx_status(r->c) == VV_E_NOMEM) return VV_E_NOMEM;
    vv_buffer_free(&b);
    r->due = vv_monotonic_seconds() + interval(r);
    return good ? VV_OK : refuse(r, "write", r->checkpoint);
}

/* ---- resuming ------------------------------------------------------------------------------- */

static vv_status refuse_state(vv_record *r, const char *why, const char *hint) {
    vv_diag_hint(r->c,
                 vv_diag_add(r->c, VV_ERROR, VV_D_RESUME, (vv_span){0}, "cannot resume %s: %s",
                             r->o->output, why),
                 "%s", hint);
    return vv_ctx_fail(r->c, VV_E_MODEL);
}

vv_status vv_record_resume(vv_record *r, const char **state, size_t *length) {
    vv_buffer b = VV_BUFFER(r->c);
    const char *hint;
    vv_fingerprint sum;
    long count;
    const size_t head = sizeof count + sizeof sum;
    *state = NULL;
    if (!r->part && r->o->output && vv_is_regular_file(r->o->output))
        return refuse_state(r, "a file of this name was not written by a run",
                            "move that file, or start again without --resume");
    if (!r->part)
        return refuse_state(r, "only a run that writes its table to a file can be resumed",
                            "give the same -o FILE as before");
    vv_checkpoint_found found = vv_checkpoint_load(r->c, r->checkpoint, &r->identity, &b);
    if (!vv_ctx_ok(r->c) || found == VV_CHECKPOINT_NONE) return vv_ctx_status(r->c);
    if (found == VV_CHECKPOINT_GOOD && b.length < head) found = VV_CHECKPOINT_DAMAGED;
    if (found != VV_CHECKPOINT_GOOD) {
        const char *why = vv_checkpoint_fault(found, &hint);
        return refuse_state(r, why, hint);
    }
    memcpy(&count, b.text, sizeof count);
    memcpy(&sum, b.text + sizeof count, sizeof sum);
    if (!vv_row_store_resume(&r->rows, count, &sum)) {
        errno = r->rows.error;
        return refuse(r, "go on with", r->part);
    }
    *state = b.text + head;
    *length = b.length - head;
    return VV_OK;
}

/* ---- the end -------------------------------------------------------------------------------- */

static bool take(void *data, const char *bytes, size_t n) {
    vv_buffer *b = data;
    size_t before = b->length;
    vv_buffer_add_n(b, bytes, n);
    return b->length == before + n;
}

vv_status vv_record_write(vv_record *r, vv_output_table *t, const char **text) {
    const vv_run_options *o = r->o;
    vv_buffer b = VV_BUFFER(r->c);
    t->rows = &r->rows;
    *text = "";
    errno = 0;
    vv_ctx_begin_delivery(r->c);
    bool good = o->output  ? vv_output_table_save(r->c, t, r->form, o->output)
                : o->write ? vv_output_table_stream(r->c, t, r->form, o->write, o->write_data)
                           : vv_output_table_stream(r->c, t, r->form, take, &b);
    if (vv_ctx_status(r->c) == VV_E_NOMEM) return VV_E_NOMEM;
    if (!good && errno == EINTR) return vv_ctx_status(r->c);
    if (!good) return refuse(r, "write", o->output ? o->output : "the table");
    if (!o->output && !o->write) *text = vv_buffer_text(&b);
    return VV_OK;
}

void vv_record_close(vv_record *r, bool resumable) {
    bool ours = r->part && (r->rows.file || resumable || vv_row_store_remove(r->part));
    /* the checkpoint before its rows, without which it could not be resumed */
    if (!resumable && ours) vv_checkpoint_remove(r->checkpoint);
    vv_row_store_close(&r->rows, resumable);
}
