/* Studies, proofs, certificates. */
#include "core.h"

static vv_status make_study(void *data, const vv_options *o, void **out) {
    const subject *s = data;
    return vv_mechanism_study(s->m, s->word, o, (vv_answer **)out);
}

static PyObject *study(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *options;
    subject s;
    if (!PyArg_ParseTuple(args, "OzO", &o, &s.word, &options)) return NULL;
    s.m = handle_get(o, MECHANISM);
    return s.m ? handle_made(o, ANSWER, options, make_study, &s) : NULL;
}

static vv_status make_proof(void *data, const vv_options *o, void **out) {
    return vv_mechanism_prove(((subject *)data)->m, o, (vv_answer **)out);
}

static PyObject *prove(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *options;
    if (!PyArg_ParseTuple(args, "OO", &o, &options)) return NULL;
    subject s = {handle_get(o, MECHANISM), NULL};
    return s.m ? handle_made(o, ANSWER, options, make_proof, &s) : NULL;
}

static PyObject *whole(PyObject *self, PyObject *o) {
    (void)self;
    const vv_answer *a = handle_get(o, ANSWER);
    return a ? PyLong_FromLong(vv_answer_whole(a)) : NULL;
}

/* (type, key, number of children, first child, verdict, means, entries) of a node. */
static PyObject *node(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int i;
    const char *means;
    if (!PyArg_ParseTuple(args, "Oi", &o, &i)) return NULL;
    const vv_answer *a = handle_get(o, ANSWER);
    if (!a) return NULL;
    vv_verdict v = vv_answer_verdict(a, i, &means);
    return Py_BuildValue("(isiiizi)", (int)vv_answer_type_of(a, i), vv_answer_key(a, i),
                         vv_answer_count(a, i), vv_answer_child(a, i, 0), (int)v, means,
                         vv_answer_entries(a, i));
}

static PyObject *node_text(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int i;
    const char *field;
    if (!PyArg_ParseTuple(args, "Ois", &o, &i, &field)) return NULL;
    const vv_answer *a = handle_get(o, ANSWER);
    return a ? Py_BuildValue("z", vv_answer_text(a, i, field)) : NULL;
}

/* (rows, columns, values as bytes, radii as bytes or None) */
static PyObject *node_matrix(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int i, rows, columns;
    const double *x, *radius;
    if (!PyArg_ParseTuple(args, "Oi", &o, &i)) return NULL;
    const vv_answer *a = handle_get(o, ANSWER);
    if (!a) return NULL;
    vv_status s = vv_answer_matrix(a, i, &rows, &columns, &x, &radius);
    if (s != VV_OK) return finish(s, NULL);
    Py_ssize_t n = (Py_ssize_t)rows * columns * (Py_ssize_t)sizeof(double);
    return Py_BuildValue("(iiy#y#)", rows, columns, n ? (const char *)x : "", n,
                         (const char *)radius, radius ? n : 0);
}

static PyObject *node_write(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int i, entry, syntax;
    if (!PyArg_ParseTuple(args, "Oiii", &o, &i, &entry, &syntax)) return NULL;
    const vv_answer *a = handle_get(o, ANSWER);
    if (!a) return NULL;
    char *text = NULL;
    vv_status s;
    BEGIN_WORK(o);
    s = vv_answer_write(a, i, entry, (vv_syntax)syntax, &text);
    END_WORK(o);
    return take_text(s, text);
}

static PyObject *report(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    const char *format;
    if (!PyArg_ParseTuple(args, "Os", &o, &format)) return NULL;
    const vv_answer *a = handle_get(o, ANSWER);
    if (!a) return NULL;
    char *text = NULL;
    vv_status s = vv_answer_report(a, format, &text);
    return take_text(s, text);
}

static PyObject *certificate(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int node;
    if (!PyArg_ParseTuple(args, "Oi", &o, &node)) return NULL;
    const vv_answer *a = handle_get(o, ANSWER);
    if (!a) return NULL;
    char *text = NULL;
    vv_status s = vv_answer_certificate(a, node, &text);
    return take_text(s, text);
}

static PyObject *check(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *json;
    if (!PyArg_ParseTuple(args, "OU", &o, &json)) return NULL;
    const vv_mechanism *m = o == Py_None ? NULL : handle_get(o, MECHANISM);
    Py_ssize_t n;
    const char *text = PyUnicode_AsUTF8AndSize(json, &n);
    if (!text || PyErr_Occurred()) return NULL;
    vv_verdict v;
    char *said = NULL;
    vv_status s;
    BEGIN_WORK(m ? o : NULL);
    s = vv_certificate_check(m, text, (size_t)n, &v, &said);
    END_WORK(m ? o : NULL);
    PyObject *out = s == VV_OK ? Py_BuildValue("(is)", (int)v, said) : NULL;
    vv_release(said);
    return finish(s, out);
}

PyMethodDef answer_methods[] = {
    {"study", study, METH_VARARGS, "study(m, topic or None, options) -> answer"},
    {"prove", prove, METH_VARARGS, "prove(m, options) -> answer"},
    {"answer_whole", whole, METH_O, "The verdict over all."},
    {"answer_node", node, METH_VARARGS,
     "answer_node(a, i) -> (type, key, count, first, verdict, means, entries)"},
    {"answer_text", node_text, METH_VARARGS, "answer_text(a, i, field) -> str or None"},
    {"answer_matrix", node_matrix, METH_VARARGS, "answer_matrix(a, i) -> (rows, columns, x, r)"},
    {"answer_write", node_write, METH_VARARGS, "answer_write(a, i, entry, syntax) -> str"},
    {"answer_report", report, METH_VARARGS, "answer_report(a, format) -> str"},
    {"answer_certificate", certificate, METH_VARARGS,
     "answer_certificate(a, node): the certificate as JSON."},
    {"certificate_check", check, METH_VARARGS, "certificate_check(m or None, json)"},
    {NULL, NULL, 0, NULL}};
