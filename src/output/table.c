#include "output/table.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- forms ---------------------------------------------------------------------------------- */

const vv_output_form *vv_output_form_at(int i) {
    static const vv_output_form *const form[] = {
#define X(name) &vv_output_##name,
#include "output/outputs.def"
#undef X
    };
    return i >= 0 && i < (int)(sizeof form / sizeof *form) ? form[i] : NULL;
}

const vv_output_form *vv_output_form_find(const char *name) {
    const vv_output_form *f;
    for (int i = 0; (f = vv_output_form_at(i)); i++)
        if (!strcmp(f->name, name)) return f;
    return NULL;
}

const vv_output_form *vv_output_form_of(const char *path) {
    const vv_output_form *f;
    size_t n = path ? strlen(path) : 0;
    for (int i = 0; (f = vv_output_form_at(i)); i++) {
        size_t k = strlen(f->ending);
        if (n > k && !strcmp(path + n - k, f->ending)) return f;
    }
    return &vv_output_csv;
}

/* ---- files ---------------------------------------------------------------------------------- */

bool vv_is_plain_file(const char *path) {
    struct stat there;
    return stat(path, &there) || S_ISREG(there.st_mode);
}

bool vv_is_folder(const char *path) {
    struct stat there;
    return !stat(path, &there) && S_ISDIR(there.st_mode);
}

static const char *beside(vv_ctx *c, const char *path) {
    return vv_format(c, "%s.%ld.tmp", path, (long)getpid());
}

/* What was written under another name takes its place, or is removed. */
static bool put_in_place(bool written, const char *temporary, const char *path) {
    if (written && !rename(temporary, path)) return true;
    int error = errno;
    remove(temporary);
    errno = error ? error : EIO;
    return false;
}

static bool close_file(FILE *f, bool written, bool to_disk) {
    if (written && (fflush(f) || (to_disk && fdatasync(fileno(f)) && errno != EINVAL)))
        written = false;
    int error = errno;
    if (fclose(f) && written) return false;
    errno = error;
    return written;
}

bool vv_file_replace(vv_ctx *c, const char *path, const char *bytes, size_t n) {
    const char *temporary = beside(c, path);
    FILE *f = temporary ? fopen(temporary, "wb") : NULL;
    if (!f) return false;
    return put_in_place(close_file(f, fwrite(bytes, 1, n, f) == n, true), temporary, path);
}

bool vv_table_save(vv_ctx *c, const vv_table *t, const vv_output_form *form, const char *path) {
    bool plain = vv_is_plain_file(path);
    const char *to = plain ? beside(c, path) : path;
    errno = 0;
    if (!to) return false;
    if (form->by_path) {
        if (!plain) return errno = ESPIPE, false;
        return put_in_place(form->write(c, t, NULL, to), to, path);
    }
    FILE *f = fopen(to, "wb");
    if (!f) return false;
    bool written = close_file(f, form->write(c, t, f, NULL), plain);
    return plain ? put_in_place(written, to, path) : written;
}

/* ---- handing over --------------------------------------------------------------------------- */

typedef struct taker {
    bool (*take)(void *, const char *, size_t);
    void *data;
} taker;

static ssize_t pass_on(void *cookie, const char *bytes, size_t n) {
    const taker *k = cookie;
    return k->take(k->data, bytes, n) ? (ssize_t)n : 0;
}

bool vv_table_hand(vv_ctx *c, const vv_table *t, const vv_output_form *form,
                   bool (*take)(void *, const char *, size_t), void *data) {
    taker k = {take, data};
    errno = 0;
    FILE *f = fopencookie(&k, "wb", (cookie_io_functions_t){.write = pass_on});
    if (!f) return false;
    bool written = form->write(c, t, f, NULL);
    return fclose(f) == 0 && written;
}

/* ---- reading rows --------------------------------------------------------------------------- */

bool vv_rows_begin(vv_ctx *c, vv_rows *rows, vv_rows_reader *out) {
    *out = (vv_rows_reader){.rows = rows, .end = rows->count, .room = rows->room};
    out->block = VV_ROOM(c, double, rows->room * rows->width);
    return out->block != NULL;
}

const double *vv_rows_next(vv_rows_reader *r, long *n) {
    *n = r->end - r->at < r->room ? r->end - r->at : r->room;
    if (!vv_rows_read(r->rows, r->at, *n, r->block)) return NULL;
    r->at += *n;
    return r->block;
}
