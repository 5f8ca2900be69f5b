/* The extension module _core: one Python function for each function of the C interface, on the
 * limited API of Python 3.11. What users see is written in Python, on top of it.
 *
 * A Handle owns one C handle. Functions release the interpreter's lock while the library works;
 * its callbacks take it. A failed status becomes the exception that the Python side makes of it. */
#ifndef VISVIVA_PYTHON_CORE_H
#define VISVIVA_PYTHON_CORE_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <visviva/visviva.h>

typedef enum handle_kind {
    MECHANISM,
    BUILDER,
    ANSWER,
    EQUATIONS,
    FUNCTION,
    SCRATCH,
    SIMULATION,
    TRAJECTORY,
    SWEEP,
    KINDS
} handle_kind;

typedef struct watcher {
    PyObject *progress; /* called with (what, fraction), or NULL */
} watcher;

/* A callback of a simulation, in a list of its own. */
typedef struct callback {
    struct callback *next;
    PyObject *function, *action; /* action: at the zeros of an event function, or NULL */
    int nq, nu;
} callback;

typedef struct handle {
    PyObject_HEAD handle_kind kind;
    void *p;  /* NULL: closed */
    int busy; /* calls under way that use p: it cannot be closed */
    watcher *watch;
    callback *callbacks;
    PyObject *keep; /* another Handle that must outlive this one, or NULL */
    int nq, nu;     /* SIMULATION: coordinates and inputs */
} handle;

/* A new Handle that owns p, w and, unless it is NULL, a reference to keep. */
PyObject *handle_new(handle_kind kind, void *p, watcher *w, PyObject *keep);
/* The pointer of a Handle of this kind; NULL with an exception if it is another thing or closed. */
void *handle_get(PyObject *o, handle_kind kind);

/* Around work on the Handle o (or NULL) without the interpreter's lock: it is not closed meanwhile.
 */
#define BEGIN_WORK(o)                                                                              \
    handle_hold(o, 1);                                                                             \
    Py_BEGIN_ALLOW_THREADS
#define END_WORK(o)                                                                                \
    Py_END_ALLOW_THREADS;                                                                          \
    handle_hold(o, -1)
void handle_hold(PyObject *o, int by);

/* The exception of a status (VV_OK: none); returns NULL if there is one, else result. Releases
 * result in the first case. */
PyObject *finish(vv_status s, PyObject *result);
/* A str or bytes of what a function has given, which is released. */
PyObject *take_text(vv_status s, char *text);

/* Options from a dict (or None): str, int, float, and lists of str or of numbers. The watch asks
 * for signals and calls dict["progress"]. NULL with an exception. *w is the caller's. */
vv_options *options_from(PyObject *dict, watcher **w);
void watcher_free(watcher *w);

/* What makes a C handle with these options; *out is NULL after a failure. */
typedef vv_status maker(void *data, const vv_options *o, void **out);
/* A Handle made with the options of a dict, without the interpreter's lock; o is at work (or NULL).
 */
PyObject *handle_made(PyObject *o, handle_kind kind, PyObject *options, maker *make, void *data);
/* What is made of a mechanism, and a word that says how (or NULL). */
typedef struct subject {
    const vv_mechanism *m;
    const char *word;
} subject;

/* A contiguous buffer of doubles of exactly n numbers (n < 0: any). None is allowed if optional:
 * data is then NULL. */
typedef struct numbers {
    Py_buffer view;
    double *data;
    Py_ssize_t n;
} numbers;
int numbers_get(PyObject *o, const char *what, Py_ssize_t n, int writable, int optional,
                numbers *out);
void numbers_release(numbers *a);

/* The items of a sequence of str as UTF-8; *keep holds them. NULL with an exception. */
const char **texts_from(PyObject *list, Py_ssize_t *n, PyObject **keep);

extern PyMethodDef mechanism_methods[], answer_methods[], equations_methods[], simulation_methods[],
    sweep_methods[];

#endif
