/* Mechanisms, builders, documents. */
#include "core.h"

typedef struct source {
    const char *text;
    Py_ssize_t length;
} source;

static vv_status make_loaded(void *data, const vv_options *o, void **out) {
    const source *s = data;
    return vv_mechanism_load(s->text, (size_t)s->length, o, (vv_mechanism **)out);
}

static PyObject *load(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *text, *options;
    if (!PyArg_ParseTuple(args, "UO", &text, &options)) return NULL;
    source s;
    s.text = PyUnicode_AsUTF8AndSize(text, &s.length);
    return s.text ? handle_made(NULL, MECHANISM, options, make_loaded, &s) : NULL;
}

static PyObject *text_of(PyObject *self, PyObject *o) {
    (void)self;
    const vv_mechanism *m = handle_get(o, MECHANISM);
    return m ? PyUnicode_FromString(vv_mechanism_text(m)) : NULL;
}

static PyObject *diags_of(PyObject *self, PyObject *o) {
    (void)self;
    const vv_mechanism *m = handle_get(o, MECHANISM);
    if (!m) return NULL;
    char *text = NULL;
    vv_status s = vv_diags_write(vv_mechanism_diags(m), "json", &text);
    return take_text(s, text);
}

static PyObject *freedom(PyObject *self, PyObject *o) {
    (void)self;
    const vv_mechanism *m = handle_get(o, MECHANISM);
    return m ? PyLong_FromLong(vv_mechanism_freedom(m)) : NULL;
}

/* (name, unit, class, value or None) of each thing of a kind. */
static PyObject *things(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int kind;
    if (!PyArg_ParseTuple(args, "Oi", &o, &kind)) return NULL;
    const vv_mechanism *m = handle_get(o, MECHANISM);
    PyObject *list = m ? PyList_New(0) : NULL;
    for (int i = 0; list && i < vv_mechanism_count(m, (vv_kind)kind); i++) {
        double x;
        const char *name = vv_mechanism_name(m, (vv_kind)kind, i);
        int known =
            kind <= VV_KIND_COORDINATE && vv_mechanism_value(m, (vv_kind)kind, i, &x) == VV_OK;
        PyObject *value = known ? PyFloat_FromDouble(x) : Py_NewRef(Py_None),
                 *row = value ? Py_BuildValue("(sssN)", name ? name : "",
                                              vv_mechanism_unit(m, (vv_kind)kind, i),
                                              vv_mechanism_class(m, (vv_kind)kind, i), value)
                              : NULL;
        if (!row || PyList_Append(list, row)) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *find(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int kind;
    const char *name;
    if (!PyArg_ParseTuple(args, "Ois", &o, &kind, &name)) return NULL;
    const vv_mechanism *m = handle_get(o, MECHANISM);
    return m ? PyLong_FromLong(vv_mechanism_find(m, (vv_kind)kind, name)) : NULL;
}

static PyObject *property(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int kind, i, syntax;
    const char *key;
    if (!PyArg_ParseTuple(args, "Oiisi", &o, &kind, &i, &key, &syntax)) return NULL;
    const vv_mechanism *m = handle_get(o, MECHANISM);
    if (!m) return NULL;
    char *text = NULL;
    vv_status s;
    BEGIN_WORK(o);
    s = vv_mechanism_property(m, (vv_kind)kind, i, key, (vv_syntax)syntax, &text);
    END_WORK(o);
    return take_text(s, text);
}

static PyObject *replaced(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *names, *values, *keep;
    if (!PyArg_ParseTuple(args, "OOO", &o, &names, &values)) return NULL;
    const vv_mechanism *m = handle_get(o, MECHANISM);
    Py_ssize_t n;
    const char **name = m ? texts_from(names, &n, &keep) : NULL;
    numbers x = {0};
    vv_mechanism *out = NULL;
    vv_status s = VV_E_USAGE;
    if (!name) return NULL;
    if (numbers_get(values, "values", n, 0, 0, &x)) {
        BEGIN_WORK(o);
        s = vv_mechanism_with(m, (int)n, name, x.data, &out);
        END_WORK(o);
    }
    numbers_release(&x);
    PyMem_Free(name);
    Py_DECREF(keep);
    return finish(s, s == VV_OK ? handle_new(MECHANISM, out, NULL, NULL) : NULL);
}

/* ---- building ---- */

static PyObject *builder_new(PyObject *self, PyObject *args) {
    (void)self;
    const char *title;
    if (!PyArg_ParseTuple(args, "z", &title)) return NULL;
    vv_builder *b = vv_builder_new(title);
    return b ? handle_new(BUILDER, b, NULL, NULL) : PyErr_NoMemory();
}

static PyObject *builder_add(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    const char *statement, *origin;
    if (!PyArg_ParseTuple(args, "Osz", &o, &statement, &origin)) return NULL;
    vv_builder *b = handle_get(o, BUILDER);
    return b ? finish(vv_builder_add(b, statement, origin), Py_NewRef(Py_None)) : NULL;
}

static vv_status make_finished(void *data, const vv_options *o, void **out) {
    return vv_builder_finish(data, o, (vv_mechanism **)out);
}

static PyObject *builder_finish(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *options;
    if (!PyArg_ParseTuple(args, "OO", &o, &options)) return NULL;
    vv_builder *b = handle_get(o, BUILDER);
    return b ? handle_made(o, MECHANISM, options, make_finished, b) : NULL;
}

/* ---- documents ---- */

static PyObject *write_document(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *options;
    const char *what;
    watcher *w;
    if (!PyArg_ParseTuple(args, "OsO", &o, &what, &options)) return NULL;
    const vv_mechanism *m = handle_get(o, MECHANISM);
    vv_options *own = m ? options_from(options, &w) : NULL;
    if (!own) return NULL;
    char *bytes = NULL;
    size_t n = 0;
    vv_status s;
    BEGIN_WORK(o);
    s = vv_mechanism_write(m, what, own, &bytes, &n);
    END_WORK(o);
    vv_options_free(own);
    watcher_free(w);
    /* what is undecided or refuted is said in the document */
    if (bytes && (s == VV_E_NO || s == VV_E_BEYOND)) s = VV_OK;
    PyObject *out = s == VV_OK ? PyBytes_FromStringAndSize(bytes, (Py_ssize_t)n) : NULL;
    vv_release(bytes);
    return finish(s, out);
}

PyMethodDef mechanism_methods[] = {
    {"load", load, METH_VARARGS, "load(text, options) -> mechanism"},
    {"text", text_of, METH_O, "The canonical text."},
    {"diagnostics", diags_of, METH_O, "Notes and warnings as JSON."},
    {"freedom", freedom, METH_O, "Degrees of freedom."},
    {"things", things, METH_VARARGS, "things(m, kind) -> [(name, unit, class, value)]"},
    {"find", find, METH_VARARGS, "find(m, kind, name) -> index or -1"},
    {"property", property, METH_VARARGS, "property(m, kind, i, key, syntax) -> str"},
    {"replace", replaced, METH_VARARGS, "replace(m, names, values) -> mechanism"},
    {"builder_new", builder_new, METH_VARARGS, "builder_new(title)"},
    {"builder_add", builder_add, METH_VARARGS, "builder_add(b, statement, origin)"},
    {"builder_finish", builder_finish, METH_VARARGS, "builder_finish(b, options) -> mechanism"},
    {"write", write_document, METH_VARARGS, "write(m, what, options) -> bytes"},
    {NULL, NULL, 0, NULL}};
