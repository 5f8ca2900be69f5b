/* HDF5: the table, names and units of its columns; metadata as attributes of the file. The only
 * file that uses the library. */
#include "platform/platform.h"
#include "output/table.h"

#if VV_HDF5

#include <errno.h>

/* clang-format off */
#define HDF5(X) \
    X(H5get_libversion) X(H5check_version) X(H5Eset_auto2) X(H5open) \
    X(H5Acreate2) X(H5Awrite) X(H5Aclose) \
    X(H5Dcreate2) X(H5Dget_space) X(H5Dopen2) X(H5Dread) X(H5Dvlen_reclaim) X(H5Dwrite) X(H5Dclose) \
    X(H5Fcreate) X(H5Fopen) X(H5Fclose) \
    X(H5Pcreate) X(H5Pset_fapl_core) X(H5Pset_file_image) X(H5Pset_obj_track_times) X(H5Pclose) \
    X(H5Screate) X(H5Screate_simple) X(H5Sget_simple_extent_dims) X(H5Sget_simple_extent_ndims) \
    X(H5Sselect_hyperslab) X(H5Sclose) \
    X(H5Tcopy) X(H5Tset_size) X(H5Tset_cset) X(H5Tclose)
/* clang-format on */
#if VV_LAZY
#define H5get_libversion VV_SLOT(H5get_libversion)
#define H5check_version VV_SLOT(H5check_version)
#define H5Eset_auto2 VV_SLOT(H5Eset_auto2)
#define H5open VV_SLOT(H5open)
#define H5Acreate2 VV_SLOT(H5Acreate2)
#define H5Awrite VV_SLOT(H5Awrite)
#define H5Aclose VV_SLOT(H5Aclose)
#define H5Dcreate2 VV_SLOT(H5Dcreate2)
#define H5Dwrite VV_SLOT(H5Dwrite)
#define H5Dclose VV_SLOT(H5Dclose)
#define H5Dget_space VV_SLOT(H5Dget_space)
#define H5Dopen2 VV_SLOT(H5Dopen2)
#define H5Dread VV_SLOT(H5Dread)
#define H5Dvlen_reclaim VV_SLOT(H5Dvlen_reclaim)
#define H5Fopen VV_SLOT(H5Fopen)
#define H5Pset_fapl_core VV_SLOT(H5Pset_fapl_core)
#define H5Pset_file_image VV_SLOT(H5Pset_file_image)
#define H5Sget_simple_extent_dims VV_SLOT(H5Sget_simple_extent_dims)
#define H5Sget_simple_extent_ndims VV_SLOT(H5Sget_simple_extent_ndims)
#define H5Fcreate VV_SLOT(H5Fcreate)
#define H5Fclose VV_SLOT(H5Fclose)
#define H5Pcreate VV_SLOT(H5Pcreate)
#define H5Pset_obj_track_times VV_SLOT(H5Pset_obj_track_times)
#define H5Pclose VV_SLOT(H5Pclose)
#define H5Screate VV_SLOT(H5Screate)
#define H5Screate_simple VV_SLOT(H5Screate_simple)
#define H5Sselect_hyperslab VV_SLOT(H5Sselect_hyperslab)
#define H5Sclose VV_SLOT(H5Sclose)
#define H5Tcopy VV_SLOT(H5Tcopy)
#define H5Tset_size VV_SLOT(H5Tset_size)
#define H5Tset_cset VV_SLOT(H5Tset_cset)
#define H5Tclose VV_SLOT(H5Tclose)
#endif
#include <hdf5.h>
VV_LIBRARY(hdf5, VV_SONAME_HDF5, HDF5)

/* ---- the library ---------------------------------------------------------------------------- */

/* Its types and a property class are variables, initialized by H5open. */
typedef struct kinds {
    hid_t text, stored, number, dataset, access;
} kinds;

static bool find(const hid_t *at, hid_t *out) {
    if (at) *out = *at;
    return at != NULL;
}

/* Handles have another size before version 1.10. */
static bool has_compatible_handles(void) {
    unsigned major = 0, minor = 0, release = 0;
    return H5get_libversion(&major, &minor, &release) >= 0 && major == H5_VERS_MAJOR &&
           minor >= H5_VERS_MINOR;
}

static bool load(kinds *k) {
    if (!vv_library_load(&hdf5) || !has_compatible_handles() || H5open() < 0) return false;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* suppress messages */
    return find(VV_LIBRARY_VARIABLE(&hdf5, H5T_C_S1_g), &k->text) &&
           find(VV_LIBRARY_VARIABLE(&hdf5, H5T_IEEE_F64LE_g), &k->stored) &&
           find(VV_LIBRARY_VARIABLE(&hdf5, H5T_NATIVE_DOUBLE_g), &k->number) &&
           find(VV_LIBRARY_VARIABLE(&hdf5, H5P_CLS_DATASET_CREATE_ID_g), &k->dataset) &&
           find(VV_LIBRARY_VARIABLE(&hdf5, H5P_CLS_FILE_ACCESS_ID_g), &k->access);
}

static bool is_ready(void) {
    kinds k;
    return load(&k);
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* A negative handle is an error. */
static hid_t text_type(const kinds *k) {
    hid_t type = H5Tcopy(k->text);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static bool attribute(const kinds *k, hid_t file, const char *name, const char *text) {
    hid_t type = text_type(k), space = H5Screate(H5S_SCALAR),
          a = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = a >= 0 && H5Awrite(a, type, &text) >= 0;
    if (a >= 0) H5Aclose(a);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

/* Without time stamps: equal tables give equal files. */
static hid_t new_dataset(const kinds *k, hid_t file, const char *name, hid_t type, hid_t space) {
    hid_t how = H5Pcreate(k->dataset);
    H5Pset_obj_track_times(how, false);
    hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    H5Pclose(how);
    return set;
}

static bool texts(const kinds *k, hid_t file, const char *name, int n, const char *const *text) {
    hsize_t size = (hsize_t)n;
    hid_t type = text_type(k), space = H5Screate_simple(1, &size, NULL),
          set = new_dataset(k, file, name, type, space);
    bool good = set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
    if (set >= 0) H5Dclose(set);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

/* ---- columns -------------------------------------------------------------------------------- */

/* All numeric columns form one dataset, each text column is a dataset of its own. */
static int count_numbers(const vv_output_table *t) {
    int n = 0;
    for (int i = 0; i < t->n; i++) n += !vv_output_table_strings(t, i);
    return n;
}

/* The numbers of n rows, without text columns. */
static void pick_numbers(const vv_output_table *t, const double *row, long n, double *to) {
    for (long k = 0; k < n; k++)
        for (int i = 0; i < t->n; i++, row++)
            if (!vv_output_table_strings(t, i)) *to++ = *row;
}

static bool put_numbers(const kinds *k, hid_t set, hid_t space, const vv_output_table *t,
                        vv_row_reader *r, double *picked) {
    const double *row;
    long n;
    hsize_t at[2] = {0, 0}, size[2] = {0, (hsize_t)count_numbers(t)};
    while ((row = vv_row_reader_next(r, &n)) && n) {
        size[0] = (hsize_t)n;
        pick_numbers(t, row, n, picked);
        hid_t memory = H5Screate_simple(2, size, NULL);
        bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, size, NULL) >= 0 &&
                    H5Dwrite(set, k->number, memory, space, H5P_DEFAULT, picked) >= 0;
        H5Sclose(memory);
        if (!good) return false;
        at[0] += size[0];
    }
    return row != NULL;
}

static bool numbers(const kinds *k, vv_ctx *c, hid_t file, const vv_output_table *t) {
    hsize_t size[2] = {(hsize_t)t->rows->count, (hsize_t)count_numbers(t)};
    vv_row_reader r;
    if (!vv_row_reader_begin(c, t->rows, &r)) return false;
    double *picked = VV_MATRIX(c, double, r.room, t->n);
    if (!picked) return false;
    hid_t space = H5Screate_simple(2, size, NULL),
          set = new_dataset(k, file, "table", k->stored, space);
    bool good = set >= 0 && put_numbers(k, set, space, t, &r, picked);
    if (set >= 0) H5Dclose(set);
    H5Sclose(space);
    return good;
}

static bool put_texts(const kinds *k, hid_t set, hid_t space, const vv_output_table *t, int column,
                      vv_row_reader *r, const char **text) {
    const double *row;
    long n;
    hsize_t at = 0;
    hid_t type = text_type(k);
    bool good = true;
    while (good && (row = vv_row_reader_next(r, &n)) && n) {
        hsize_t size = (hsize_t)n;
        for (long i = 0; i < n; i++)
            text[i] = vv_string_pool_at(t->words[column], row[i * t->n + column]);
        hid_t memory = H5Screate_simple(1, &size, NULL);
        good = H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, NULL, &size, NULL) >= 0 &&
               H5Dwrite(set, type, memory, space, H5P_DEFAULT, text) >= 0;
        H5Sclose(memory);
        at += size;
    }
    H5Tclose(type);
    return good && row;
}

static bool texts_of_column(const kinds *k, vv_ctx *c, hid_t file, const vv_output_table *t,
                            int column) {
    hsize_t size = (hsize_t)t->rows->count;
    vv_row_reader r;
    if (!vv_row_reader_begin(c, t->rows, &r)) return false;
    const char **text = VV_ARRAY(c, const char *, r.room);
    if (!text) return false;
    hid_t type = text_type(k), space = H5Screate_simple(1, &size, NULL),
          set = new_dataset(k, file, t->name[column], type, space);
    bool good = set >= 0 && put_texts(k, set, space, t, column, &r, text);
    if (set >= 0) H5Dclose(set);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

/* Names or units of the numeric columns. */
static bool write_column_labels(const kinds *k, vv_ctx *c, hid_t file, const vv_output_table *t,
                                const char *name, const char *const *of) {
    const char **text = VV_ARRAY(c, const char *, t->n + 1);
    int n = 0;
    for (int i = 0; text && i < t->n; i++)
        if (!vv_output_table_strings(t, i)) text[n++] = of[i];
    return text && texts(k, file, name, n, text);
}

static bool columns(const kinds *k, vv_ctx *c, hid_t file, const vv_output_table *t) {
    bool good = numbers(k, c, file, t) && write_column_labels(k, c, file, t, "columns", t->name) &&
                write_column_labels(k, c, file, t, "units", t->unit);
    for (int i = 0; good && i < t->n; i++)
        if (vv_output_table_strings(t, i)) good = texts_of_column(k, c, file, t, i);
    return good;
}

static bool write(vv_ctx *c, const vv_output_table *t, FILE *to, const char *path) {
    kinds found;
    const kinds *k = &found;
    (void)to;
    if (!load(&found)) return errno = ENOSYS, false;
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (file < 0) return false;
    bool good = columns(k, c, file, t) && attribute(k, file, "title", t->title) &&
                attribute(k, file, "model", t->model) &&
                attribute(k, file, "settings", t->settings) &&
                attribute(k, file, "account", t->account) &&
                attribute(k, file, "partial", t->partial ? t->partial : "") &&
                (!t->status || attribute(k, file, "status", t->status));
    int error = errno;
    if (H5Fclose(file) < 0) return false;
    errno = error;
    return good;
}

/* ---- reading -------------------------------------------------------------------------------- */

static hid_t open_image(const kinds *k, const char *bytes, size_t n) {
    enum { GROWTH = 1 << 16 };
    hid_t how = H5Pcreate(k->access), file = -1;
    if (H5Pset_fapl_core(how, GROWTH, false) >= 0 &&
        H5Pset_file_image(how, (void *)(uintptr_t)bytes, n) >= 0)
        file = H5Fopen("table.h5", H5F_ACC_RDONLY, how);
    H5Pclose(how);
    return file;
}

/* Sizes of a dataset of this many dimensions; its handle, negative: there is none. */
static hid_t open_set(hid_t file, const char *name, int dimensions, hsize_t *size) {
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = set >= 0 ? H5Dget_space(set) : -1;
    bool fits = space >= 0 && H5Sget_simple_extent_ndims(space) == dimensions &&
                H5Sget_simple_extent_dims(space, size, NULL) >= 0;
    if (space >= 0) H5Sclose(space);
    if (fits || set < 0) return set;
    H5Dclose(set);
    return -1;
}

/* The texts of a dataset, as many as `expected`; false: it has not these. */
static bool read_texts(const kinds *k, vv_ctx *c, hid_t file, const char *name, hsize_t expected,
                       const char **out) {
    hsize_t n = 0;
    hid_t set = open_set(file, name, 1, &n);
    char **raw = set >= 0 && n == expected ? VV_ARRAY(c, char *, (int)n + 1) : NULL;
    hid_t type = text_type(k), space = H5Screate_simple(1, &expected, NULL);
    bool good = raw && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw) >= 0;
    for (hsize_t i = 0; good && i < n; i++) out[i] = vv_strdup(c, raw[i] ? raw[i] : "");
    if (good) H5Dvlen_reclaim(type, space, H5P_DEFAULT, raw);
    H5Sclose(space);
    H5Tclose(type);
    if (set >= 0) H5Dclose(set);
    return good && vv_ctx_ok(c);
}

/* The numbers are row by row in the file. */
static bool read_numbers(const kinds *k, vv_ctx *c, hid_t set, const hsize_t size[2], double *to) {
    double *rows = VV_MATRIX(c, double, (long)size[0] + 1, (long)size[1]);
    if (!rows || H5Dread(set, k->number, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) < 0) return false;
    for (hsize_t r = 0; r < size[0]; r++)
        for (hsize_t i = 0; i < size[1]; i++) to[i * size[0] + r] = rows[r * size[1] + i];
    return true;
}

static bool read_table(const kinds *k, vv_ctx *c, hid_t file, vv_read_columns *out) {
    hsize_t size[2] = {0, 0};
    hid_t set = open_set(file, "table", 2, size);
    bool good = set >= 0 && size[1] > 0 && size[1] < 1 << 20 &&
                vv_read_columns_begin(c, (int)size[1], (long)size[0], out) &&
                read_numbers(k, c, set, size, out->value) &&
                read_texts(k, c, file, "columns", size[1], out->name);
    if (set >= 0) H5Dclose(set);
    if (!good) return false;
    if (!read_texts(k, c, file, "units", size[1], out->unit)) out->unit[0] = NULL;
    for (int i = 0; i < out->n; i++)
        if (out->unit[i] && !*out->unit[i]) out->unit[i] = NULL;
    read_texts(k, c, file, "status", size[0], out->status);
    return vv_ctx_ok(c);
}

static vv_status read(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out) {
    kinds k;
    vv_read_columns columns;
    if (!load(&k)) return vv_table_refuse(c, "HDF5 is not available here", "plot a .npz or .csv");
    hid_t file = open_image(&k, bytes, n);
    bool good = file >= 0 && read_table(&k, c, file, &columns);
    if (file >= 0) H5Fclose(file);
    if (!good)
        return vv_table_refuse(c, "this HDF5 file has no datasets 'table' and 'columns'",
                               "visviva run -o FILE.h5 writes such a file");
    return vv_read_columns_end(&columns, out);
}

const vv_output_format vv_output_hdf5 = {
    .name = "hdf5",
    .ending = ".h5",
    .text = "HDF5: table, columns, units; model, settings, summary as attributes",
    .write = write,
    .is_ready = is_ready,
    .by_path = true,
    .magic = "\x89HDF",
    .read = read,
};

#else

const vv_output_format vv_output_hdf5 = {
    .name = "hdf5",
    .ending = ".h5",
    .text = "HDF5 (not available in this build)",
    .by_path = true,
};

#endif
