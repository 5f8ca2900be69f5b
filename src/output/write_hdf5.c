/* HDF5: the table, names and units of its columns; what is known of it as attributes of the file.
 * The one file that names the library. */
#include "output/table.h"

#if VV_HDF5

#include <dlfcn.h>
#include <errno.h>
#include <hdf5.h>

/* ---- the library ---------------------------------------------------------------------------- */

/* Loaded when a table is written so, and not when a process begins: that alone would take longer
 * than most runs (it brings thirty other libraries). */
/* clang-format off */
#define FUNCTIONS(X) \
    X(H5get_libversion) X(H5Eset_auto2) X(H5open) \
    X(H5Acreate2) X(H5Awrite) X(H5Aclose) \
    X(H5Dcreate2) X(H5Dwrite) X(H5Dclose) \
    X(H5Fcreate) X(H5Fclose) \
    X(H5Pcreate) X(H5Pset_obj_track_times) X(H5Pclose) \
    X(H5Screate) X(H5Screate_simple) X(H5Sselect_hyperslab) X(H5Sclose) \
    X(H5Tcopy) X(H5Tset_size) X(H5Tset_cset) X(H5Tclose)
/* clang-format on */
typedef struct library {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
    hid_t *text, *stored, *number, *dataset; /* types, and a class of properties */
} library;

static bool find_all(void *from, library *l) {
#define X(name) *(void **)&l->name = dlsym(from, #name);
    FUNCTIONS(X)
#undef X
    bool all = true;
#define X(name) all = all && l->name;
    FUNCTIONS(X)
#undef X
    l->text = dlsym(from, "H5T_C_S1_g");
    l->stored = dlsym(from, "H5T_IEEE_F64LE_g");
    l->number = dlsym(from, "H5T_NATIVE_DOUBLE_g");
    l->dataset = dlsym(from, "H5P_CLS_DATASET_CREATE_ID_g");
    return all && l->text && l->stored && l->number && l->dataset;
}

/* Its handles have another size before 1.10. */
static bool is_fit(const library *l) {
    unsigned major = 0, minor = 0, release = 0;
    return l->H5get_libversion(&major, &minor, &release) >= 0 && major == H5_VERS_MAJOR &&
           minor >= H5_VERS_MINOR;
}

static bool load(library *l) {
    static const char *const name[] = {VV_HDF5_NAMES};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        void *from = dlopen(name[i], RTLD_NOW | RTLD_LOCAL);
        if (from && find_all(from, l) && is_fit(l) && l->H5open() >= 0) {
            l->H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* it prints nothing */
            return true;
        }
    }
    return false;
}

static bool is_ready(void) {
    library l;
    return load(&l);
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* A negative handle is a refusal. */
static hid_t text_type(const library *l) {
    hid_t type = l->H5Tcopy(*l->text);
    l->H5Tset_size(type, H5T_VARIABLE);
    l->H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static bool attribute(const library *l, hid_t file, const char *name, const char *text) {
    hid_t type = text_type(l), space = l->H5Screate(H5S_SCALAR),
          a = l->H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = a >= 0 && l->H5Awrite(a, type, &text) >= 0;
    if (a >= 0) l->H5Aclose(a);
    l->H5Sclose(space);
    l->H5Tclose(type);
    return good;
}

/* Without times of its own: equal tables give equal files. */
static hid_t new_dataset(const library *l, hid_t file, const char *name, hid_t type, hid_t space) {
    hid_t how = l->H5Pcreate(*l->dataset);
    l->H5Pset_obj_track_times(how, false);
    hid_t set = l->H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    l->H5Pclose(how);
    return set;
}

static bool texts(const library *l, hid_t file, const char *name, int n, const char *const *text) {
    hsize_t size = (hsize_t)n;
    hid_t type = text_type(l), space = l->H5Screate_simple(1, &size, NULL),
          set = new_dataset(l, file, name, type, space);
    bool good = set >= 0 && l->H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
    if (set >= 0) l->H5Dclose(set);
    l->H5Sclose(space);
    l->H5Tclose(type);
    return good;
}

static bool put_rows(const library *l, hid_t set, hid_t space, int width, vv_rows_reader *r) {
    const double *row;
    long n;
    hsize_t at[2] = {0, 0}, size[2] = {0, (hsize_t)width};
    while ((row = vv_rows_next(r, &n)) && n) {
        size[0] = (hsize_t)n;
        hid_t memory = l->H5Screate_simple(2, size, NULL);
        bool good = l->H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, size, NULL) >= 0 &&
                    l->H5Dwrite(set, *l->number, memory, space, H5P_DEFAULT, row) >= 0;
        l->H5Sclose(memory);
        if (!good) return false;
        at[0] += size[0];
    }
    return row != NULL;
}

static bool numbers(const library *l, vv_ctx *c, hid_t file, const vv_table *t) {
    hsize_t size[2] = {(hsize_t)t->rows->count, (hsize_t)t->n};
    vv_rows_reader r;
    if (!vv_rows_begin(c, t->rows, &r)) return false;
    hid_t space = l->H5Screate_simple(2, size, NULL),
          set = new_dataset(l, file, "table", *l->stored, space);
    bool good = set >= 0 && put_rows(l, set, space, t->n, &r);
    if (set >= 0) l->H5Dclose(set);
    l->H5Sclose(space);
    return good;
}

static bool write(vv_ctx *c, const vv_table *t, FILE *to, const char *path) {
    enum { TRUNCATE = 2 }; /* the macro of this name would call the library directly */
    library loaded;
    const library *l = &loaded;
    (void)to;
    if (!load(&loaded)) return errno = ENOSYS, false;
    hid_t file = l->H5Fcreate(path, TRUNCATE, H5P_DEFAULT, H5P_DEFAULT);
    if (file < 0) return false;
    bool good = numbers(l, c, file, t) && texts(l, file, "columns", t->n, t->name) &&
                texts(l, file, "units", t->n, t->unit) && attribute(l, file, "title", t->title) &&
                attribute(l, file, "model", t->model) &&
                attribute(l, file, "settings", t->settings) &&
                attribute(l, file, "account", t->account) &&
                attribute(l, file, "partial", t->partial ? t->partial : "");
    int error = errno;
    if (l->H5Fclose(file) < 0) return false;
    errno = error;
    return good;
}

const vv_output_form vv_output_hdf5 = {
    .name = "hdf5",
    .ending = ".h5",
    .text = "HDF5: table, columns, units; model, settings, account as attributes",
    .write = write,
    .is_ready = is_ready,
    .by_path = true,
};

#else

const vv_output_form vv_output_hdf5 = {
    .name = "hdf5",
    .ending = ".h5",
    .text = "HDF5 (this build is without the library)",
    .by_path = true,
};

#endif
