/* Sweeps into arrays. */
#include "core.h"

static vv_status make_sweep(void *data, const vv_options *o, void **out) {
    return vv_sweep_new(((subject *)data)->m, o, (vv_sweep **)out);
}

static PyObject *sweep_new(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *options;
    if (!PyArg_ParseTuple(args, "OO", &o, &options)) return NULL;
    subject s = {handle_get(o, MECHANISM), NULL};
    return s.m ? handle_made(o, SWEEP, options, make_sweep, &s) : NULL;
}

static PyObject *sweep_values(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *values;
    const char *name;
    if (!PyArg_ParseTuple(args, "OsO", &o, &name, &values)) return NULL;
    vv_sweep *p = handle_get(o, SWEEP);
    numbers x = {0};
    vv_status s = VV_E_USAGE;
    if (!p) return NULL;
    if (numbers_get(values, name, -1, 0, 0, &x)) {
        BEGIN_WORK(o);
        s = vv_sweep_values(p, name, (size_t)x.n, x.data);
        END_WORK(o);
    }
    numbers_release(&x);
    return finish(s, s == VV_OK ? Py_NewRef(Py_None) : NULL);
}

static PyObject *sweep_members(PyObject *self, PyObject *o) {
    (void)self;
    const vv_sweep *p = handle_get(o, SWEEP);
    return p ? PyLong_FromLongLong(vv_sweep_members(p)) : NULL;
}

static PyObject *sweep_columns(PyObject *self, PyObject *o) {
    (void)self;
    const vv_sweep *p = handle_get(o, SWEEP);
    PyObject *list = p ? PyList_New(0) : NULL;
    const char *name, *unit;
    for (int i = 0; list && (name = vv_sweep_column(p, i, &unit)); i++) {
        PyObject *row = Py_BuildValue("(ss)", name, unit ? unit : "");
        if (!row || PyList_Append(list, row)) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* run(w, first, n, rows, status): status is a writable buffer of n bytes. */
static PyObject *sweep_run(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *orows, *ostatus;
    long long first, n;
    Py_buffer status;
    if (!PyArg_ParseTuple(args, "OLLOO", &o, &first, &n, &orows, &ostatus)) return NULL;
    vv_sweep *p = handle_get(o, SWEEP);
    numbers rows = {0};
    vv_status s = VV_E_USAGE;
    if (!p || PyObject_GetBuffer(ostatus, &status, PyBUF_WRITABLE)) return NULL;
    if (status.len != n)
        PyErr_SetString(PyExc_ValueError, "status: one byte for each member is needed");
    else if (numbers_get(orows, "rows", (Py_ssize_t)n * vv_sweep_width(p), 1, 0, &rows)) {
        BEGIN_WORK(o);
        s = vv_sweep_run(p, first, n, rows.data, status.buf);
        END_WORK(o);
    }
    numbers_release(&rows);
    PyBuffer_Release(&status);
    return finish(s, s == VV_OK ? Py_NewRef(Py_None) : NULL);
}

PyMethodDef sweep_methods[] = {
    {"sweep_new", sweep_new, METH_VARARGS, "sweep_new(m, options) -> sweep"},
    {"sweep_values", sweep_values, METH_VARARGS, "sweep_values(w, name, values)"},
    {"sweep_members", sweep_members, METH_O, "The number of members."},
    {"sweep_columns", sweep_columns, METH_O, "[(name, unit)]"},
    {"sweep_run", sweep_run, METH_VARARGS, "sweep_run(w, first, n, rows, status)"},
    {NULL, NULL, 0, NULL}};
