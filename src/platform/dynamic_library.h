/* Libraries loaded on first use rather than at process start: the dynamic loader takes 12 ms for
 * all of them and their dependencies, and most commands need none.
 *
 * The file that uses a library lists its functions, and names a slot for each before including its
 * header:
 *
 *   #define CAIRO(X) X(cairo_create) X(cairo_destroy)
 *   #if VV_LAZY
 *   #define cairo_create VV_SLOT(cairo_create)
 *   #define cairo_destroy VV_SLOT(cairo_destroy)
 *   #endif
 *   #include <cairo.h>
 *   VV_LIBRARY(cairo, "libcairo.so.2", CAIRO)
 *
 * From then on the header declares pointers, and cairo_create() is a call through one that
 * vv_library_load(&cairo) fills, also within inline functions of the header; a call before that is
 * a bug and aborts. A function without a slot, or a slot missing from the list, is an undefined
 * symbol at link time. If VV_LAZY is 0, the library is linked directly and loading does nothing. */
#ifndef VV_PLATFORM_DYNAMIC_LIBRARY_H
#define VV_PLATFORM_DYNAMIC_LIBRARY_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct vv_library {
    const char *file; /* name for the dynamic loader, including the version */
    int n;
    const char *const *name;    /* names of the functions (n) */
    void (**const *slot)(void); /* pointers to them (n) */
    atomic_bool ready;
    void *handle;
    char why[200]; /* why loading failed */
} vv_library;

/* True if the library is loaded with all functions; otherwise vv_library_error is a sentence.
 * May be called repeatedly and by several threads. */
bool vv_library_load(vv_library *l);
bool vv_library_is_loaded(const vv_library *l);
const char *vv_library_error(const vv_library *l);
/* The address of a variable of a loaded library, or NULL: VV_LIBRARY_VARIABLE(&hdf5, H5T_C_S1_g).
 */
void *vv_library_variable(const vv_library *l, const char *name);

/* Initial content of a slot. */
void vv_library_not_loaded(void);

#define VV_LIBRARY_TEXT_(x) #x
#define VV_LIBRARY_TEXT(x) VV_LIBRARY_TEXT_(x)

#if VV_LAZY
#define VV_LIBRARY_VARIABLE(l, variable) vv_library_variable(l, #variable)
#define VV_SLOT(f) (*vv_slot_##f)
/* Where several files include the header, all but the one with VV_LIBRARY: their declarations are
 * no definitions. */
#define VV_LIBRARY_ELSEWHERE(f) _Pragma(VV_LIBRARY_TEXT(weak vv_slot_##f))
#define VV_LIBRARY_FILL(f)                                                                         \
    __typeof__(vv_slot_##f) vv_slot_##f = (__typeof__(vv_slot_##f))vv_library_not_loaded;
#define VV_LIBRARY_SLOT(f) (void (**)(void)) & vv_slot_##f,
#define VV_LIBRARY_NAME(f) #f,
#define VV_LIBRARY(id, soname, FUNCTIONS)                                                          \
    FUNCTIONS(VV_LIBRARY_FILL)                                                                     \
    static const char *const id##_names[] = {FUNCTIONS(VV_LIBRARY_NAME)};                          \
    static void (**const id##_slots[])(void) = {FUNCTIONS(VV_LIBRARY_SLOT)};                       \
    static vv_library id = {.file = soname,                                                        \
                            .n = (int)(sizeof id##_names / sizeof *id##_names),                    \
                            .name = id##_names,                                                    \
                            .slot = id##_slots};
#else
#define VV_LIBRARY_VARIABLE(l, variable) (vv_library_is_loaded(l) ? &(variable) : NULL)
#define VV_LIBRARY(id, soname, FUNCTIONS) static vv_library id = {.file = soname};
#endif

#endif
