#include "simulate/record.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "simulate/run.h"

static const char MAGIC[16] = "visviva state 1";

/* FNV-1a, two of them with different beginnings: 128 bits against accident, not against malice. */
static void mix(uint64_t *hash, const void *bytes, size_t n) {
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) hash[k] = (hash[k] ^ p[i]) * 0x100000001b3u;
}

static void mix_begin(uint64_t *hash) {
    hash[0] = 0xcbf29ce484222325u;
    hash[1] = 0x84222325cbf29ce4u;
}

void vv_record_identify(vv_record *r, const void *bytes, size_t n) {
    mix(r->identity, &n, sizeof n);
    mix(r->identity, bytes, n);
}

static vv_status refuse(vv_record *r, const char *what, const char *path) {
    vv_diag_add(r->c, VV_ERROR, VV_D_WRITE, (vv_span){0}, "cannot %s %s: %s", what, path,
                strerror(errno ? errno : EIO));
    return vv_ctx_fail(r->c, VV_E_IO);
}

/* ---- opening -------------------------------------------------------------------------------- */

static vv_status choose_form(vv_record *r) {
    const vv_run_options *o = r->o;
    r->form =
        o->output_format ? vv_output_form_find(o->output_format) : vv_output_form_of(o->output);
    const char *why = NULL;
    if (!r->form)
        why = "there is no such form of a table";
    else if (!r->form->write || (r->form->is_ready && !r->form->is_ready()))
        why = "the library for this form of a table is not there";
    else if (r->form->by_path && (!o->output || !vv_is_plain_file(o->output)))
        why = "this form of a table needs a file: -o FILE";
    if (!why) return VV_OK;
    vv_diag_add(r->c, VV_ERROR, VV_D_WRITE, (vv_span){0}, "%s: %s",
                r->form ? r->form->name : o->output_format, why);
    return vv_ctx_fail(r->c, r->form && !r->form->write ? VV_E_BEYOND : VV_E_USAGE);
}

/* A run of hours must not end with a folder that is not there. */
static bool folder_is_writable(vv_ctx *c, const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = !slash ? vv_strdup(c, ".")
                          : vv_strndup(c, path, slash == path ? 1 : (size_t)(slash - path));
    return folder && !access(folder, W_OK | X_OK);
}

vv_status vv_record_open(vv_ctx *c, const vv_run_options *o, vv_record *r) {
    *r = (vv_record){.c = c, .o = o};
    mix_begin(r->identity);
    if (choose_form(r) != VV_OK || !o->output) return vv_ctx_status(c);
    if (!vv_is_plain_file(o->output)) {
        if (!access(o->output, W_OK)) return VV_OK;
        return refuse(r, "write", o->output);
    }
    if (!folder_is_writable(c, o->output)) return refuse(r, "write", o->output);
    r->part = vv_format(c, "%s.part", o->output);
    r->checkpoint = vv_format(c, "%s.checkpoint", o->output);
    return vv_ctx_status(c);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double interval(const vv_record *r) { return r->o->checkpoint > 0 ? r->o->checkpoint : 5; }

vv_status vv_record_begin(vv_record *r, int width) {
    r->due = seconds() + interval(r);
    vv_record_identify(r, &width, sizeof width);
    vv_rows_new(r->c, width, r->part, &r->rows);
    return vv_ctx_status(r->c);
}

/* ---- on the way ----------------------------------------------------------------------------- */

static vv_status refuse_rows(vv_record *r) {
    errno = r->rows.error;
    return refuse(r, "write", r->part ? r->part : "a temporary file");
}

vv_status vv_record_row(vv_record *r, const double *row) {
    return vv_rows_add(&r->rows, row) ? VV_OK : refuse_rows(r);
}

bool vv_record_is_due(vv_record *r) { return r->part && seconds() >= r->due; }

vv_status vv_record_save(vv_record *r, const vv_buffer *state) {
    vv_buffer b = VV_BUFFER(r->c);
    uint64_t sum[2];
    if (!vv_rows_store(&r->rows)) return refuse_rows(r);
    vv_buffer_add_n(&b, MAGIC, sizeof MAGIC);
    vv_buffer_add_n(&b, (const char *)r->identity, sizeof r->identity);
    vv_buffer_add_n(&b, (const char *)&r->rows.count, sizeof r->rows.count);
    vv_buffer_add_n(&b, vv_buffer_text(state), state->length);
    mix_begin(sum);
    mix(sum, b.text, b.length);
    vv_buffer_add_n(&b, (const char *)sum, sizeof sum);
    if (vv_ctx_status(r->c) == VV_E_NOMEM) return VV_E_NOMEM;
    errno = 0;
    vv_mark mark = vv_arena_mark(r->c);
    bool good = vv_file_replace(r->c, r->checkpoint, b.text, b.length);
    vv_arena_release(r->c, mark);
    vv_buffer_free(&b);
    r->due = seconds() + interval(r);
    return good ? VV_OK : refuse(r, "write", r->checkpoint);
}

/* ---- going on ------------------------------------------------------------------------------- */

static vv_status refuse_state(vv_record *r, const char *why, const char *hint) {
    vv_diag_hint(r->c,
                 vv_diag_add(r->c, VV_ERROR, VV_D_RESUME, (vv_span){0}, "cannot resume %s: %s",
                             r->o->output, why),
                 "%s", hint);
    return vv_ctx_fail(r->c, VV_E_MODEL);
}

static bool read_file(vv_ctx *c, const char *path, vv_buffer *out) {
    char block[4096];
    size_t n;
    errno = 0;
    FILE *f = fopen(path, "rb");
    (void)c;
    if (!f) return false;
    while ((n = fread(block, 1, sizeof block, f)) > 0) vv_buffer_add_n(out, block, n);
    bool good = !ferror(f);
    fclose(f);
    return good;
}

vv_status vv_record_resume(vv_record *r, const char **state, size_t *length) {
    vv_buffer b = VV_BUFFER(r->c);
    uint64_t sum[2];
    size_t head = sizeof MAGIC + sizeof r->identity + sizeof r->rows.count;
    *state = NULL;
    if (!r->part)
        return refuse_state(r, "only a run with a file for its table can be resumed",
                            "give the same -o FILE as before");
    if (!read_file(r->c, r->checkpoint, &b))
        return errno == ENOENT ? VV_OK : refuse(r, "read", r->checkpoint);
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    if (b.length < head + sizeof sum || memcmp(b.text, MAGIC, sizeof MAGIC))
        return refuse_state(r, "its checkpoint is not one of this program",
                            "begin anew, without --resume");
    mix_begin(sum);
    mix(sum, b.text, b.length - sizeof sum);
    if (memcmp(sum, b.text + b.length - sizeof sum, sizeof sum))
        return refuse_state(r, "its checkpoint is damaged", "begin anew, without --resume");
    if (memcmp(r->identity, b.text + sizeof MAGIC, sizeof r->identity))
        return refuse_state(r, "the model, a value or an option is not the same as before",
                            "resume with what the run began with, or begin anew without --resume");
    long count;
    memcpy(&count, b.text + sizeof MAGIC + sizeof r->identity, sizeof count);
    if (!vv_rows_continue(&r->rows, count)) {
        errno = r->rows.error;
        return refuse(r, "go on with", r->part);
    }
    *state = b.text + head;
    *length = b.length - head - sizeof sum;
    return VV_OK;
}

/* ---- the end -------------------------------------------------------------------------------- */

static bool take(void *data, const char *bytes, size_t n) {
    vv_buffer *b = data;
    size_t before = b->length;
    vv_buffer_add_n(b, bytes, n);
    return b->length == before + n;
}

vv_status vv_record_write(vv_record *r, vv_table *t, const char **text) {
    const vv_run_options *o = r->o;
    vv_buffer b = VV_BUFFER(r->c);
    t->rows = &r->rows;
    *text = "";
    bool good = o->output  ? vv_table_save(r->c, t, r->form, o->output)
                : o->write ? vv_table_hand(r->c, t, r->form, o->write, o->write_data)
                           : vv_table_hand(r->c, t, r->form, take, &b);
    if (vv_ctx_status(r->c) == VV_E_NOMEM) return VV_E_NOMEM;
    if (!good) return refuse(r, "write", o->output ? o->output : "the table");
    if (!o->output && !o->write) *text = vv_buffer_text(&b);
    return VV_OK;
}

void vv_record_close(vv_record *r, bool resumable) {
    /* the checkpoint first: without its rows it could not be resumed */
    if (!resumable && r->checkpoint) remove(r->checkpoint);
    vv_rows_close(&r->rows, resumable);
}
