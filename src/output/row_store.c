#include "output/row_store.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/platform.h"

/* A file with a name begins with this: no other is written over. */
static const char MAGIC[16] = "visviva rows 1\n";

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

/* Where a row is in the file. */
static off_t place(const vv_row_store *r, long row) {
    return (off_t)(bytes(r, row) + (r->path ? sizeof MAGIC : 0));
}

static FILE *open_locked(const char *path, bool create) {
    int fd = vv_file_open_locked(path, create);
    FILE *file = fd >= 0 ? fdopen(fd, "r+b") : NULL;
    if (!file && fd >= 0) close(fd);
    return file;
}

bool vv_row_store_resume(vv_row_store *r, long count, const vv_fingerprint *sum) {
    errno = 0;
    r->file = open_locked(r->path, false);
    if (!r->file) return refuse(r);
    if (!vv_fingerprint_of_file(&r->sum, r->file, place(r, count)) ||
        memcmp(&r->sum, sum, sizeof *sum) != 0)
        return errno = 0, refuse(r);
    if (ftruncate(fileno(r->file), place(r, count))) return refuse(r);
    r->count = r->stored = count;
    return true;
}

bool vv_row_store_is_free(const char *path) {
    struct stat there;
    return lstat(path, &there) || (S_ISREG(there.st_mode) && !there.st_size) ||
           vv_file_begins_with(path, MAGIC, sizeof MAGIC);
}

/* Opens the file of rows that has a name; false if that is not ours to write. */
static bool open_named(vv_row_store *r) {
    if (!r->path || !vv_row_store_is_free(r->path)) return false;
    r->file = open_locked(r->path, true);
    if (!r->file) return false;
    if (!ftruncate(fileno(r->file), 0) && fwrite(MAGIC, 1, sizeof MAGIC, r->file) == sizeof MAGIC) {
        vv_fingerprint_mix(&r->sum, MAGIC, sizeof MAGIC);
        return true;
    }
    refuse(r);
    return true;
}

/* Appends the rows held in memory to the file, whose position may be anywhere after a read. */
static bool spill(vv_row_store *r) {
    errno = 0;
    if (r->error) return false;
    if (!r->file && !open_named(r)) r->path = NULL, r->file = tmpfile();
    if (r->error) return false;
    if (!r->file || fseeko(r->file, place(r, r->stored), SEEK_SET)) return refuse(r);
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
        if (fseeko(r->file, place(r, first), SEEK_SET) ||
            fread(out, 1, bytes(r, from_file), r->file) != bytes(r, from_file))
            return refuse(r);
    }
    memcpy(out + from_file * r->width, r->held + (first + from_file - r->stored) * r->width,
           bytes(r, n - from_file));
    return true;
}

void vv_row_store_close(vv_row_store *r, bool keep) {
    if (!r->file) return;
    if (r->path && !keep) remove(r->path); /* while it is locked */
    fclose(r->file);
    r->file = NULL;
}

bool vv_row_store_remove(const char *path) {
    if (!vv_file_exists(path)) return true;
    int fd = vv_row_store_is_free(path) ? vv_file_open_locked(path, false) : -1;
    if (fd < 0) return false;
    remove(path);
    close(fd);
    return true;
}
