#include "output/table.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/platform.h"

/* ---- formats -------------------------------------------------------------------------------- */

const vv_output_format *vv_output_format_at(int i) {
    static const vv_output_format *const form[] = {
#define X(name) &vv_output_##name,
#include "output/outputs.def"
#undef X
    };
    return i >= 0 && i < (int)(sizeof form / sizeof *form) ? form[i] : NULL;
}

const vv_output_format *vv_output_format_find(const char *name) {
    const vv_output_format *f;
    for (int i = 0; (f = vv_output_format_at(i)); i++)
        if (!strcmp(f->name, name)) return f;
    return NULL;
}

const vv_output_format *vv_output_format_of_path(const char *path) {
    const vv_output_format *f;
    size_t n = path ? strlen(path) : 0;
    for (int i = 0; (f = vv_output_format_at(i)); i++) {
        size_t k = strlen(f->ending), m = strlen(f->name) + 1; /* .h5, and also .hdf5 */
        if (n > k && !strcmp(path + n - k, f->ending)) return f;
        if (n > m && path[n - m] == '.' && !strcmp(path + n - m + 1, f->name)) return f;
    }
    return &vv_output_csv;
}

/* ---- files ---------------------------------------------------------------------------------- */

bool vv_is_regular_file(const char *path) {
    struct stat there;
    return stat(path, &there) || S_ISREG(there.st_mode);
}

bool vv_is_directory(const char *path) {
    struct stat there;
    return !stat(path, &there) && S_ISDIR(there.st_mode);
}

/* Writes go to a temporary file in the same folder, which then replaces the target. It has a
 * fixed name, so that the next run overwrites what a killed run has left, and it is locked until
 * it is in place: if someone else is writing, if that name is taken, or if files cannot be locked,
 * the name is a new one. */
static FILE *open_temporary(vv_ctx *c, const char *path, const char **temporary) {
    char *name = vv_alloc(c, strlen(path) + VV_FILE_BESIDE);
    *temporary = name;
    if (!name) return NULL;
    snprintf(name, strlen(path) + VV_FILE_BESIDE, "%s.visviva.tmp", path);
    int fd = vv_file_open_locked(name, true);
    if (fd >= 0 && ftruncate(fd, 0)) close(fd), fd = -1;
    if (fd < 0) fd = vv_file_create_beside(path, name);
    FILE *f = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (!f && fd >= 0) close(fd);
    return f;
}

static bool flush_file(FILE *f, bool written, bool to_disk) {
    return written && !fflush(f) && !(to_disk && fdatasync(fileno(f)) && errno != EINVAL);
}

/* Renamed before it is closed, which unlocks it; by then it is on disk. */
static bool finish_temporary(FILE *f, bool written, const char *temporary, const char *path) {
    bool good = vv_file_put_in_place(flush_file(f, written, true), temporary, path);
    int error = errno;
    fclose(f);
    errno = error;
    return good;
}

bool vv_file_replace(vv_ctx *c, const char *path, const char *bytes, size_t n) {
    const char *temporary;
    FILE *f = open_temporary(c, path, &temporary);
    return f && finish_temporary(f, fwrite(bytes, 1, n, f) == n, temporary, path);
}

/* A device or a pipe. */
static bool write_to(vv_ctx *c, const vv_output_table *t, const vv_output_format *form,
                     const char *path) {
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    bool written = flush_file(f, form->write(c, t, f, NULL), false);
    int error = errno;
    if (fclose(f) && written) return false;
    errno = error;
    return written;
}

bool vv_output_table_save(vv_ctx *c, const vv_output_table *t, const vv_output_format *form,
                          const char *path) {
    const char *temporary;
    bool plain = vv_is_regular_file(path);
    errno = 0;
    if (form->by_path) { /* its library opens and locks the file */
        if (!plain) return errno = ESPIPE, false;
        char *name = vv_alloc(c, strlen(path) + VV_FILE_BESIDE);
        int fd = name ? vv_file_create_beside(path, name) : -1;
        if (fd < 0) return false;
        close(fd);
        return vv_file_put_in_place(form->write(c, t, NULL, name), name, path);
    }
    if (!plain) return write_to(c, t, form, path);
    FILE *f = open_temporary(c, path, &temporary);
    return f && finish_temporary(f, form->write(c, t, f, NULL), temporary, path);
}

/* ---- streaming ------------------------------------------------------------------------------ */

typedef struct sink {
    bool (*take)(void *, const char *, size_t);
    void *data;
} sink;

static ssize_t pass_on(void *cookie, const char *bytes, size_t n) {
    const sink *k = cookie;
    return k->take(k->data, bytes, n) ? (ssize_t)n : 0;
}

bool vv_output_table_stream(vv_ctx *c, const vv_output_table *t, const vv_output_format *form,
                            bool (*take)(void *, const char *, size_t), void *data) {
    sink k = {take, data};
    errno = 0;
    FILE *f = fopencookie(&k, "wb", (cookie_io_functions_t){.write = pass_on});
    if (!f) return false;
    bool written = form->write(c, t, f, NULL);
    return fclose(f) == 0 && written;
}

static ssize_t append(void *to, const char *bytes, size_t n) {
    vv_buffer_add_n(to, bytes, n);
    return (ssize_t)n;
}

bool vv_output_arrays(vv_ctx *c, const vv_output_format *form, int n, const vv_output_array *a,
                      vv_buffer *out) {
    errno = 0;
    FILE *f = fopencookie(out, "wb", (cookie_io_functions_t){.write = append});
    if (!f) return false;
    bool written = form->write_arrays(c, n, a, f);
    return fclose(f) == 0 && written;
}

/* ---- reading rows --------------------------------------------------------------------------- */

bool vv_row_reader_begin(vv_ctx *c, vv_row_store *rows, vv_row_reader *out) {
    *out = (vv_row_reader){.c = c, .rows = rows, .end = rows->count, .room = rows->room};
    out->block = VV_ARRAY_UNINIT(c, double, rows->room * rows->width);
    return out->block != NULL;
}

const double *vv_row_reader_next(vv_row_reader *r, long *n) {
    *n = r->end - r->at < r->room ? r->end - r->at : r->room;
    if (*n && !vv_ctx_deliver_more(r->c)) {
        if (!r->may_end) return errno = EINTR, NULL;
        r->rows->delivered = r->at;
        return *n = 0, r->block;
    }
    if (!vv_row_store_read(r->rows, r->at, *n, r->block)) return NULL;
    r->at += *n;
    return r->block;
}
