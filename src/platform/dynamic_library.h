/* Libraries loaded on first use rather than at process start: the dynamic loader takes 12 ms for
 * all of them and their dependencies, and most commands need none.
 *
 * The file that uses a library lists its functions before including its header:
 *
 *   #define CAIRO(X) X(cairo_create) X(cairo_destroy)
 *   VV_LIBRARY_CALLS(CAIRO)
 *   #include <cairo.h>
 *   VV_LIBRARY(cairo, "libcairo.so.2", CAIRO)
 *
 * From then on cairo_create() jumps through a slot that vv_library_load(&cairo) fills; a call
 * before that is a bug and aborts. A function missing from the list is an undefined symbol at link
 * time. If there is no jump code for the processor (VV_LAZY is 0), the library is linked directly
 * and loading does nothing. */
#ifndef VV_PLATFORM_DYNAMIC_LIBRARY_H
#define VV_PLATFORM_DYNAMIC_LIBRARY_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct vv_library {
    const char *file; /* name for the dynamic loader, including the version */
    int n;
    const char *const *name;    /* names of the functions (n) */
    void (**const *slot)(void); /* slots from which the jumps read their target (n) */
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
/* Subsequent declarations refer to our jump, vv_call_F, so that a program that links the library
 * itself keeps its own F. */
#define VV_LIBRARY_CALL(f) _Pragma(VV_LIBRARY_TEXT(redefine_extname f vv_call_##f))
#define VV_LIBRARY_CALLS(FUNCTIONS) FUNCTIONS(VV_LIBRARY_CALL)
#define VV_LIBRARY_JUMP(f)                                                                         \
    __attribute__((visibility("hidden"), used)) void (*vv_slot_##f)(void) = vv_library_not_loaded; \
    __asm__(".pushsection .text\n"                                                                 \
            ".globl vv_call_" #f "\n.hidden vv_call_" #f "\n.type vv_call_" #f ", @function\n"     \
            "vv_call_" #f ": jmp *vv_slot_" #f "(%rip)\n"                                          \
            ".size vv_call_" #f ", . - vv_call_" #f "\n.popsection\n");
#define VV_LIBRARY_SLOT(f) &vv_slot_##f,
#define VV_LIBRARY_NAME(f) #f,
#define VV_LIBRARY(id, soname, FUNCTIONS)                                                          \
    FUNCTIONS(VV_LIBRARY_JUMP)                                                                     \
    static const char *const id##_names[] = {FUNCTIONS(VV_LIBRARY_NAME)};                          \
    static void (**const id##_slots[])(void) = {FUNCTIONS(VV_LIBRARY_SLOT)};                       \
    static vv_library id = {.file = soname,                                                        \
                            .n = (int)(sizeof id##_names / sizeof *id##_names),                    \
                            .name = id##_names,                                                    \
                            .slot = id##_slots};
#else
#define VV_LIBRARY_VARIABLE(l, variable) (vv_library_is_loaded(l) ? &(variable) : NULL)
#define VV_LIBRARY_CALLS(FUNCTIONS)
#define VV_LIBRARY(id, soname, FUNCTIONS) static vv_library id = {.file = soname};
#endif

#endif
