#include "output/row_store.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool vv_row_store_new(vv_ctx *c, int width, const char *path, vv_row_store *r) {
    enum { NUMBERS = 1 << 14 };
    *r = (vv_row_store){.width = width, .path = path};
    vv_fingerprint_begin(&r->sum);
    r->room = width < NUMBERS ? NUMBERS / width : 1;
    r->held = VV_ARRAY_UNINIT(c, double, r->room *width);
    return r->held != NULL;
}

static bool refuse(vv_row_store *r) {
    if (!r->error) r->error = errno ? errno : EIO;
    return false;
}

static size_t bytes(const vv_row_store *r, long rows) {
    return (size_t)rows * (size_t)r->width * sizeof(double);
}

bool vv_row_store_resume(vv_row_store *r, long count, const vv_fingerprint *sum) {
    errno = 0;
    r->file = fopen(r->path, "r+b");
    if (!r->file) return refuse(r);
    if (!vv_fingerprint_of_file(&r->sum, r->file, (int64_t)bytes(r, count)) ||
        memcmp(&r->sum, sum, sizeof *sum) != 0)
        return errno = 0, refuse(r);
    if (ftruncate(fileno(r->file), (off_t)bytes(r, count))) return refuse(r);
    r->count = r->stored = count;
    return true;
}

/* Appends the rows held in memory to the file, whose position may be anywhere after a read. */
static bool spill(vv_row_store *r) {
    errno = 0;
    if (r->error) return false;
    if (!r->file) r->file = r->path ? fopen(r->path, "w+b") : tmpfile();
    if (!r->file || fseeko(r->file, (off_t)bytes(r, r->stored), SEEK_SET)) return refuse(r);
    size_t n = bytes(r, r->count - r->stored);
    if ((n && fwrite(r->held, 1, n, r->file) != n) || fflush(r->file)) return refuse(r);
    if (r->path) vv_fingerprint_mix(&r->sum, r->held, n);
    r->stored = r->count;
    return true;
}

bool vv_row_store_add(vv_row_store *r, const double *row) {
    if (r->count - r->stored == r->room && !spill(r)) return false;
    memcpy(r->held + (r->count - r->stored) * r->width, row, bytes(r, 1));
    r->count++;
    return true;
}

bool vv_row_store_flush(vv_row_store *r) {
    if (!spill(r)) return false;
    return !fdatasync(fileno(r->file)) || errno == EINVAL || refuse(r);
}

bool vv_row_store_read(vv_row_store *r, long first, long n, double *out) {
    long from_file = first >= r->stored ? 0 : r->stored - first < n ? r->stored - first : n;
    if (from_file) {
        errno = 0;
        if (fseeko(r->file, (off_t)bytes(r, first), SEEK_SET) ||
            fread(out, 1, bytes(r, from_file), r->file) != bytes(r, from_file))
            return refuse(r);
    }
    memcpy(out + from_file * r->width, r->held + (first + from_file - r->stored) * r->width,
           bytes(r, n - from_file));
    return true;
}

void vv_row_store_close(vv_row_store *r, bool keep) {
    if (!r->file) return;
    fclose(r->file);
    r->file = NULL;
    if (r->path && !keep) remove(r->path);
}
