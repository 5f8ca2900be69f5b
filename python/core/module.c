/* The module: handles, exceptions, options, buffers. */
#include <string.h>

#include "core.h"

static PyObject *handle_type, *make_error;

/* ---- handles ---- */

static void release(handle_kind kind, void *p) {
    switch (kind) {
    case MECHANISM: vv_mechanism_free(p); return;
    case BUILDER: vv_builder_free(p); return;
    case ANSWER: vv_answer_free(p); return;
    case EQUATIONS: vv_eom_free(p); return;
    case FUNCTION: vv_cfunc_free(p); return;
    case SCRATCH: vv_scratch_free(p); return;
    case SIMULATION: vv_sim_free(p); return;
    case TRAJECTORY: vv_trajectory_free(p); return;
    case SWEEP: vv_sweep_free(p); return;
    case KINDS: return;
    }
}

void watcher_free(watcher *w) {
    if (!w) return;
    Py_XDECREF(w->progress);
    PyMem_Free(w);
}

static void close_handle(handle *h) {
    void *p = h->p;
    h->p = NULL;
    if (p) release(h->kind, p);
    watcher_free(h->watch);
    h->watch = NULL;
    while (h->callbacks) {
        callback *next = h->callbacks->next;
        Py_XDECREF(h->callbacks->function);
        Py_XDECREF(h->callbacks->action);
        PyMem_Free(h->callbacks);
        h->callbacks = next;
    }
    Py_CLEAR(h->keep);
}

static void handle_dealloc(PyObject *o) {
    PyTypeObject *type = Py_TYPE(o);
    PyObject_GC_UnTrack(o);
    close_handle((handle *)o);
    PyObject_GC_Del(o);
    Py_DECREF(type);
}

static int handle_traverse(PyObject *o, visitproc visit, void *arg) {
    handle *h = (handle *)o;
    Py_VISIT(Py_TYPE(o));
    Py_VISIT(h->keep);
    if (h->watch) Py_VISIT(h->watch->progress);
    for (callback *k = h->callbacks; k; k = k->next) {
        Py_VISIT(k->function);
        Py_VISIT(k->action);
    }
    return 0;
}

static int handle_clear(PyObject *o) {
    close_handle((handle *)o);
    return 0;
}

static PyObject *handle_close(PyObject *o, PyObject *none) {
    (void)none;
    if (((handle *)o)->busy)
        return PyErr_Format(PyExc_ValueError, "a call is under way: it cannot be closed now");
    close_handle((handle *)o);
    Py_RETURN_NONE;
}

static PyMethodDef handle_methods[] = {
    {"close", handle_close, METH_NOARGS, "Free the C handle; further use raises ValueError."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot handle_slots[] = {{Py_tp_dealloc, (void *)handle_dealloc},
                                     {Py_tp_traverse, (void *)handle_traverse},
                                     {Py_tp_clear, (void *)handle_clear},
                                     {Py_tp_methods, handle_methods},
                                     {0, NULL}};
static PyType_Spec handle_spec = {
    "visviva._core.Handle", sizeof(handle), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION, handle_slots};

PyObject *handle_new(handle_kind kind, void *p, watcher *w, PyObject *keep) {
    handle *h = PyObject_GC_New(handle, (PyTypeObject *)handle_type);
    if (!h) {
        release(kind, p);
        watcher_free(w);
        return NULL;
    }
    h->kind = kind, h->p = p, h->watch = w, h->callbacks = NULL, h->busy = h->nq = h->nu = 0;
    h->keep = keep;
    Py_XINCREF(keep);
    PyObject_GC_Track((PyObject *)h);
    return (PyObject *)h;
}

void *handle_get(PyObject *o, handle_kind kind) {
    static const char *const NAME[KINDS] = {"mechanism",  "builder",    "answer",
                                            "equations",  "function",   "scratch",
                                            "simulation", "trajectory", "sweep"};
    if (Py_TYPE(o) != (PyTypeObject *)handle_type || ((handle *)o)->kind != kind) {
        PyErr_Format(PyExc_TypeError, "a %s is needed", NAME[kind]);
        return NULL;
    }
    void *p = ((handle *)o)->p;
    if (!p) PyErr_Format(PyExc_ValueError, "the %s is closed", NAME[kind]);
    return p;
}

void handle_hold(PyObject *o, int by) {
    if (!o) return;
    ((handle *)o)->busy += by;
    if (by > 0)
        Py_INCREF(o);
    else
        Py_DECREF(o);
}

/* ---- failures ---- */

PyObject *finish(vv_status s, PyObject *result) {
    if (s == VV_OK && !PyErr_Occurred()) return result;
    Py_XDECREF(result);
    if (PyErr_Occurred()) return NULL; /* of a callback */
    char *text = NULL, *json = NULL;
    vv_diags_write(vv_error(), "text", &text);
    vv_diags_write(vv_error(), "json", &json);
    PyObject *e = make_error ? PyObject_CallFunction(make_error, "iss", (int)s, text ? text : "",
                                                     json ? json : "")
                             : NULL;
    vv_release(text), vv_release(json);
    if (e) PyErr_SetObject((PyObject *)Py_TYPE(e), e);
    Py_XDECREF(e);
    if (!PyErr_Occurred()) PyErr_Format(PyExc_RuntimeError, "status %d", (int)s);
    return NULL;
}

PyObject *take_text(vv_status s, char *text) {
    PyObject *out = s == VV_OK ? PyUnicode_FromString(text ? text : "") : NULL;
    vv_release(text);
    return finish(s, out);
}

static PyObject *set_error(PyObject *self, PyObject *function) {
    (void)self;
    Py_INCREF(function);
    Py_XDECREF(make_error);
    make_error = function;
    Py_RETURN_NONE;
}

/* ---- options ---- */

static int watch(void *data, const char *what, double part) {
    watcher *w = data;
    PyGILState_STATE held = PyGILState_Ensure();
    int stop = PyErr_Occurred() || PyErr_CheckSignals();
    if (!stop && w->progress) {
        PyObject *answer = PyObject_CallFunction(w->progress, "sd", what, part);
        stop = !answer;
        Py_XDECREF(answer);
    }
    PyGILState_Release(held);
    return stop;
}

const char **texts_from(PyObject *list, Py_ssize_t *n, PyObject **keep) {
    *keep = PySequence_Tuple(list);
    *n = *keep ? PyTuple_Size(*keep) : -1;
    const char **text = *n >= 0 ? PyMem_Calloc((size_t)*n + 1, sizeof *text) : NULL;
    for (Py_ssize_t i = 0; text && i < *n; i++)
        if (!(text[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(*keep, i), NULL))) {
            PyMem_Free(text);
            text = NULL;
        }
    if (!text) Py_CLEAR(*keep);
    if (!text && !PyErr_Occurred()) PyErr_NoMemory();
    return text;
}

static vv_status put_list(vv_options *o, const char *key, PyObject *value) {
    Py_ssize_t n = PySequence_Size(value);
    PyObject *first = n > 0 ? PySequence_GetItem(value, 0) : NULL, *keep = NULL;
    int words = n == 0 || (first && PyUnicode_Check(first));
    vv_status s = VV_OK;
    Py_XDECREF(first);
    if (n < 0) return VV_E_USAGE;
    if (words) {
        const char **text = texts_from(value, &n, &keep);
        if (text) s = vv_options_texts(o, key, (size_t)n, text);
        PyMem_Free(text);
        Py_XDECREF(keep);
        return s;
    }
    double *x = PyMem_Calloc((size_t)n, sizeof *x);
    for (Py_ssize_t i = 0; x && i < n && !PyErr_Occurred(); i++) {
        PyObject *item = PySequence_GetItem(value, i);
        x[i] = item ? PyFloat_AsDouble(item) : 0;
        Py_XDECREF(item);
    }
    if (x && !PyErr_Occurred()) s = vv_options_reals(o, key, (size_t)n, x);
    PyMem_Free(x);
    return s;
}

/* A number of either type: the key decides which is meant. */
static vv_status put_number(vv_options *o, const char *key, PyObject *value) {
    double x = PyFloat_AsDouble(value);
    if (PyErr_Occurred()) return VV_E_USAGE;
    int whole = PyLong_Check(value);
    long long i = 0;
    if (whole) {
        i = PyLong_AsLongLong(value);
        if (PyErr_Occurred()) return VV_E_USAGE;
    } else if (x >= -9e15 && x <= 9e15 && x == (double)(long long)x) {
        i = (long long)x, whole = 1;
    }
    vv_status s = vv_options_real(o, key, x);
    return s != VV_OK && whole ? vv_options_int(o, key, i) : s;
}

static vv_status put_option(vv_options *o, watcher *w, PyObject *key, PyObject *value) {
    const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
    if (!name) return VV_E_USAGE;
    if (value == Py_None) return VV_OK;
    if (!strcmp(name, "progress")) {
        Py_INCREF(value);
        Py_XDECREF(w->progress);
        w->progress = value;
        return VV_OK;
    }
    if (PyUnicode_Check(value)) {
        const char *text = PyUnicode_AsUTF8AndSize(value, NULL);
        return text ? vv_options_text(o, name, text) : VV_E_USAGE;
    }
    return PyNumber_Check(value) && !PySequence_Check(value) ? put_number(o, name, value)
                                                             : put_list(o, name, value);
}

vv_options *options_from(PyObject *dict, watcher **out) {
    vv_options *o = vv_options_new();
    watcher *w = PyMem_Calloc(1, sizeof *w);
    PyObject *key, *value;
    Py_ssize_t at = 0;
    vv_status s = o && w ? vv_options_watch(o, watch, w) : VV_E_NOMEM;
    if (dict && dict != Py_None && !PyDict_Check(dict))
        PyErr_SetString(PyExc_TypeError, "options are a dict");
    if (dict && dict != Py_None && PyDict_Check(dict))
        while (s == VV_OK && !PyErr_Occurred() && PyDict_Next(dict, &at, &key, &value))
            s = put_option(o, w, key, value);
    *out = w;
    if (s == VV_OK && !PyErr_Occurred()) return o;
    if (s == VV_E_NOMEM && !PyErr_Occurred()) PyErr_NoMemory();
    vv_options_free(o);
    watcher_free(w);
    *out = NULL;
    return finish(s == VV_OK ? VV_E_USAGE : s, NULL), NULL;
}

PyObject *handle_made(PyObject *o, handle_kind kind, PyObject *options, maker *make, void *data) {
    watcher *w;
    vv_options *own = options_from(options, &w);
    if (!own) return NULL;
    void *p = NULL;
    vv_status s;
    BEGIN_WORK(o);
    s = make(data, own, &p);
    END_WORK(o);
    vv_options_free(own);
    if (s == VV_OK) return finish(s, handle_new(kind, p, w, NULL));
    watcher_free(w);
    return finish(s, NULL);
}

/* ---- buffers ---- */

static int is_doubles(const Py_buffer *v) {
    const char *f = v->format ? v->format : "B";
    if (*f == '@' || *f == '=' || *f == '<') f++;
    return !strcmp(f, "d") && v->itemsize == sizeof(double);
}

int numbers_get(PyObject *o, const char *what, Py_ssize_t n, int writable, int optional,
                numbers *out) {
    memset(out, 0, sizeof *out);
    if (optional && o == Py_None) return 1;
    int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(o, &out->view, flags)) return 0;
    out->data = out->view.buf;
    out->n = out->view.len / (Py_ssize_t)sizeof(double);
    if (is_doubles(&out->view) && (n < 0 || out->n == n)) return 1;
    if (!is_doubles(&out->view))
        PyErr_Format(PyExc_TypeError, "%s: an array of float64 is needed", what);
    else
        PyErr_Format(PyExc_ValueError, "%s: %zd numbers are needed, not %zd", what, n, out->n);
    numbers_release(out);
    return 0;
}

void numbers_release(numbers *a) {
    if (a->data || a->view.obj) PyBuffer_Release(&a->view);
    memset(a, 0, sizeof *a);
}

/* ---- words ---- */

static PyObject *words(PyObject *self, PyObject *table) {
    (void)self;
    const char *name = PyUnicode_AsUTF8AndSize(table, NULL), *text, *word;
    PyObject *list = name ? PyList_New(0) : NULL;
    for (int i = 0; list && (word = vv_word(name, i, &text)); i++) {
        PyObject *pair = Py_BuildValue("(ss)", word, text ? text : "");
        if (!pair || PyList_Append(list, pair)) Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

static PyObject *version(PyObject *self, PyObject *none) {
    (void)self, (void)none;
    return PyUnicode_FromString(vv_version());
}

static PyMethodDef module_methods[] = {
    {"set_error", set_error, METH_O, "The function that makes an exception of a status."},
    {"words", words, METH_O, "The words of a table, each with a line on it."},
    {"version", version, METH_NOARGS, "The version of the library."},
    {NULL, NULL, 0, NULL}};

static int add_all(PyObject *m) {
    PyMethodDef *const list[] = {mechanism_methods, answer_methods, equations_methods,
                                 simulation_methods, sweep_methods};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (PyModule_AddFunctions(m, list[i])) return -1;
    handle_type = PyType_FromSpec(&handle_spec);
    return handle_type ? PyModule_AddObjectRef(m, "Handle", handle_type) : -1;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_core", NULL, -1, module_methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) {
    PyObject *m = PyModule_Create(&definition);
    if (m && add_all(m)) Py_CLEAR(m);
    return m;
}
