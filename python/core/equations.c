/* Equations as formulas, and compiled functions of the state. */
#include <string.h>

#include "core.h"

static vv_status make_equations(void *data, const vv_options *o, void **out) {
    const subject *s = data;
    return vv_eom_derive(s->m, s->word, o, (vv_eom **)out);
}

static PyObject *derive(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *options;
    subject s;
    if (!PyArg_ParseTuple(args, "OzO", &o, &s.word, &options)) return NULL;
    s.m = handle_get(o, MECHANISM);
    return s.m ? handle_made(o, EQUATIONS, options, make_equations, &s) : NULL;
}

static PyObject *method_of(PyObject *self, PyObject *o) {
    (void)self;
    const vv_eom *e = handle_get(o, EQUATIONS);
    return e ? PyUnicode_FromString(vv_eom_method(e)) : NULL;
}

/* (rows, columns, nodes) of a quantity. */
static PyObject *matrix(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    const char *quantity;
    if (!PyArg_ParseTuple(args, "Os", &o, &quantity)) return NULL;
    const vv_eom *e = handle_get(o, EQUATIONS);
    if (!e) return NULL;
    int rows, columns;
    const uint32_t *entry;
    vv_status s = vv_eom_matrix(e, quantity, &rows, &columns, &entry);
    if (s != VV_OK) return finish(s, NULL);
    PyObject *list = PyList_New((Py_ssize_t)rows * columns);
    for (int i = 0; list && i < rows * columns; i++)
        PyList_SetItem(list, i, PyLong_FromUnsignedLong(entry[i]));
    return list ? Py_BuildValue("(iiN)", rows, columns, list) : NULL;
}

static PyObject *write_nodes(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *list;
    int syntax;
    if (!PyArg_ParseTuple(args, "OOi", &o, &list, &syntax)) return NULL;
    const vv_eom *e = handle_get(o, EQUATIONS);
    Py_ssize_t n = e ? PySequence_Size(list) : -1;
    uint32_t *entry = n >= 0 ? PyMem_Calloc((size_t)n + 1, sizeof *entry) : NULL;
    if (!entry) return e && n >= 0 ? PyErr_NoMemory() : NULL;
    for (Py_ssize_t i = 0; i < n && !PyErr_Occurred(); i++) {
        PyObject *item = PySequence_GetItem(list, i);
        entry[i] = item ? (uint32_t)PyLong_AsUnsignedLong(item) : 0;
        Py_XDECREF(item);
    }
    char *text = NULL;
    vv_status s = VV_OK;
    if (!PyErr_Occurred()) s = vv_eom_write(e, (int)n, entry, (vv_syntax)syntax, &text);
    PyMem_Free(entry);
    return take_text(s, text);
}

/* (what, operands, text) of a node. */
static PyObject *node(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    unsigned int i;
    if (!PyArg_ParseTuple(args, "OI", &o, &i)) return NULL;
    const vv_eom *e = handle_get(o, EQUATIONS);
    if (!e) return NULL;
    int n;
    const uint32_t *operand;
    const char *text, *what = vv_eom_node(e, i, &n, &operand, &text);
    if (!what) return PyErr_Format(PyExc_IndexError, "there is no node %u", i);
    PyObject *list = PyTuple_New(n);
    for (int k = 0; list && k < n; k++)
        PyTuple_SetItem(list, k, PyLong_FromUnsignedLong(operand[k]));
    return list ? Py_BuildValue("(sNs)", what, list, text ? text : "") : NULL;
}

static PyObject *report(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    const char *format;
    if (!PyArg_ParseTuple(args, "Os", &o, &format)) return NULL;
    const vv_eom *e = handle_get(o, EQUATIONS);
    if (!e) return NULL;
    char *text = NULL;
    vv_status s = vv_eom_report(e, format, &text);
    return take_text(s, text);
}

/* ---- functions ---- */

typedef struct compiled {
    const vv_mechanism *m;
    Py_ssize_t n;
    const char **output;
} compiled;

static vv_status make_function(void *data, const vv_options *o, void **out) {
    const compiled *k = data;
    return vv_cfunc_new(k->m, (int)k->n, k->output, o, (vv_cfunc **)out);
}

static PyObject *function_new(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *outputs, *options, *keep;
    if (!PyArg_ParseTuple(args, "OOO", &o, &outputs, &options)) return NULL;
    compiled k = {.m = handle_get(o, MECHANISM)};
    k.output = k.m ? texts_from(outputs, &k.n, &keep) : NULL;
    if (!k.output) return NULL;
    PyObject *out = handle_made(o, FUNCTION, options, make_function, &k);
    PyMem_Free(k.output);
    Py_DECREF(keep);
    return out;
}

/* The names of an argument's entries. */
static PyObject *function_names(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int letter;
    if (!PyArg_ParseTuple(args, "OC", &o, &letter)) return NULL;
    const vv_cfunc *f = handle_get(o, FUNCTION);
    int n = f ? vv_cfunc_size(f, (char)letter) : 0;
    PyObject *list = f ? PyList_New(n) : NULL;
    for (int i = 0; list && i < n; i++)
        PyList_SetItem(list, i, PyUnicode_FromString(vv_cfunc_name(f, (char)letter, i)));
    return list;
}

/* (begin, rows, columns) of each output. */
static PyObject *function_outputs(PyObject *self, PyObject *o) {
    (void)self;
    const vv_cfunc *f = handle_get(o, FUNCTION);
    PyObject *list = f ? PyList_New(0) : NULL;
    for (int k = 0, rows, columns, at; list && (at = vv_cfunc_output(f, k, &rows, &columns)) >= 0;
         k++) {
        PyObject *row = Py_BuildValue("(iii)", at, rows, columns);
        if (!row || PyList_Append(list, row)) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *scratch_new(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int threads;
    if (!PyArg_ParseTuple(args, "Oi", &o, &threads)) return NULL;
    const vv_cfunc *f = handle_get(o, FUNCTION);
    vv_scratch *s = f ? vv_scratch_new(f, threads) : NULL;
    if (!s) return f ? PyErr_NoMemory() : NULL;
    return handle_new(SCRATCH, s, NULL, o);
}

/* eval(f, scratch, t, x, p, u, out): one state; p, u may be None. */
static PyObject *function_eval(PyObject *self, PyObject *const *args, Py_ssize_t n) {
    (void)self;
    if (n != 7) return PyErr_Format(PyExc_TypeError, "eval takes 7 arguments, not %zd", n);
    const vv_cfunc *f = handle_get(args[0], FUNCTION);
    vv_scratch *s = f ? handle_get(args[1], SCRATCH) : NULL;
    double t = PyFloat_AsDouble(args[2]);
    numbers x = {0}, p = {0}, u = {0}, out = {0};
    if (!s || PyErr_Occurred()) return NULL;
    if (numbers_get(args[3], "x", vv_cfunc_size(f, 'x'), 0, 0, &x) &&
        numbers_get(args[4], "p", vv_cfunc_size(f, 'p'), 0, 1, &p) &&
        numbers_get(args[5], "u", vv_cfunc_size(f, 'u'), 0, 1, &u) &&
        numbers_get(args[6], "out", vv_cfunc_size(f, 'o'), 1, 0, &out))
        vv_cfunc_eval(f, s, t, x.data, p.data, u.data, out.data);
    numbers_release(&x), numbers_release(&p), numbers_release(&u), numbers_release(&out);
    return PyErr_Occurred() ? NULL : Py_NewRef(args[6]);
}

/* An argument of many states: n rows, one for all, or None. */
static int strided(PyObject *o, const char *what, Py_ssize_t n, int width, numbers *a,
                   vv_strided *out) {
    if (!numbers_get(o, what, -1, 0, 1, a)) return 0;
    *out = (vv_strided){a->data, (size_t)width};
    if (!a->data || a->n == n * width) return 1;
    if (a->n == width) return out->stride = 0, 1;
    PyErr_Format(PyExc_ValueError, "%s: %zd or %d numbers are needed, not %zd", what, n * width,
                 width, a->n);
    return 0;
}

/* many(f, scratch, n, t, x, p, u, out): each argument has n rows, or one for all, or is None. */
static PyObject *function_many(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *of, *os, *ot, *ox, *op, *ou, *oout;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "OOnOOOOO", &of, &os, &n, &ot, &ox, &op, &ou, &oout)) return NULL;
    const vv_cfunc *f = handle_get(of, FUNCTION);
    vv_scratch *s = f ? handle_get(os, SCRATCH) : NULL;
    numbers t = {0}, x = {0}, p = {0}, u = {0}, out = {0};
    vv_strided at, ax, ap, au;
    if (!s) return NULL;
    if (strided(ot, "t", n, 1, &t, &at) && strided(ox, "x", n, vv_cfunc_size(f, 'x'), &x, &ax) &&
        strided(op, "p", n, vv_cfunc_size(f, 'p'), &p, &ap) &&
        strided(ou, "u", n, vv_cfunc_size(f, 'u'), &u, &au) &&
        numbers_get(oout, "out", n * vv_cfunc_size(f, 'o'), 1, 0, &out)) {
        handle_hold(of, 1);
        BEGIN_WORK(os);
        vv_cfunc_many(f, s, (size_t)n, at, ax, ap, au, out.data);
        END_WORK(os);
        handle_hold(of, -1);
    }
    numbers_release(&t), numbers_release(&x), numbers_release(&p), numbers_release(&u);
    numbers_release(&out);
    return PyErr_Occurred() ? NULL : Py_NewRef(oout);
}

PyMethodDef equations_methods[] = {
    {"derive", derive, METH_VARARGS, "derive(m, method or None, options) -> equations"},
    {"equations_method", method_of, METH_O, "The method's name."},
    {"equations_matrix", matrix, METH_VARARGS, "equations_matrix(e, quantity) -> (r, c, nodes)"},
    {"equations_write", write_nodes, METH_VARARGS, "equations_write(e, nodes, syntax) -> str"},
    {"equations_node", node, METH_VARARGS, "equations_node(e, i) -> (what, operands, text)"},
    {"equations_report", report, METH_VARARGS, "equations_report(e, format) -> str"},
    {"function_new", function_new, METH_VARARGS, "function_new(m, outputs, options) -> function"},
    {"function_names", function_names, METH_VARARGS, "function_names(f, letter) -> [str]"},
    {"function_outputs", function_outputs, METH_O, "[(begin, rows, columns)]"},
    {"scratch_new", scratch_new, METH_VARARGS, "scratch_new(f, threads) -> scratch"},
    {"function_eval", (PyCFunction)(void (*)(void))function_eval, METH_FASTCALL,
     "function_eval(f, scratch, t, x, p, u, out) -> out"},
    {"function_many", function_many, METH_VARARGS, "function_many(f, s, n, t, x, p, u, out)"},
    {NULL, NULL, 0, NULL}};
