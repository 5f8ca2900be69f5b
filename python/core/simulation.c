/* Simulations that are stepped; control laws and events in Python; trajectories. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "core.h"

/* ---- making ---- */

static vv_status make_simulation(void *data, const vv_options *o, void **out) {
    return vv_sim_new(((subject *)data)->m, o, (vv_sim **)out);
}

static PyObject *sim_new(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *options;
    if (!PyArg_ParseTuple(args, "OO", &o, &options)) return NULL;
    subject s = {handle_get(o, MECHANISM), NULL};
    handle *h = s.m ? (handle *)handle_made(o, SIMULATION, options, make_simulation, &s) : NULL;
    if (!h) return NULL;
    h->nq = vv_mechanism_count(s.m, VV_KIND_COORDINATE);
    h->nu = vv_mechanism_count(s.m, VV_KIND_INPUT);
    return (PyObject *)h;
}

/* A copy has the callbacks of the original, which must live as long. */
static PyObject *sim_copy(PyObject *self, PyObject *o) {
    (void)self;
    const vv_sim *p = handle_get(o, SIMULATION);
    if (!p) return NULL;
    vv_sim *own = NULL;
    vv_status s = vv_sim_copy(p, &own);
    if (s != VV_OK) return finish(s, NULL);
    handle *h = (handle *)handle_new(SIMULATION, own, NULL, o);
    if (!h) return NULL;
    h->nq = ((handle *)o)->nq, h->nu = ((handle *)o)->nu;
    return finish(s, (PyObject *)h);
}

/* ---- setting ---- */

static PyObject *sim_reset(PyObject *self, PyObject *o) {
    (void)self;
    vv_sim *p = handle_get(o, SIMULATION);
    return p ? finish(vv_sim_reset(p), Py_NewRef(Py_None)) : NULL;
}

static PyObject *sim_set_state(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *oq, *oqd;
    double t, moved = 0;
    if (!PyArg_ParseTuple(args, "OdOO", &o, &t, &oq, &oqd)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    numbers q = {0}, qd = {0};
    vv_status s = VV_E_USAGE;
    if (!p) return NULL;
    int n = ((handle *)o)->nq;
    if (numbers_get(oq, "q", n, 0, 0, &q) && numbers_get(oqd, "qd", n, 0, 0, &qd)) {
        BEGIN_WORK(o);
        s = vv_sim_set_state(p, t, q.data, qd.data, &moved);
        END_WORK(o);
    }
    numbers_release(&q), numbers_release(&qd);
    return finish(s, s == VV_OK ? PyFloat_FromDouble(moved) : NULL);
}

static PyObject *sim_set_parameter(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int which;
    double value;
    if (!PyArg_ParseTuple(args, "Oid", &o, &which, &value)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    return p ? finish(vv_sim_set_parameters(p, 1, &which, &value), Py_NewRef(Py_None)) : NULL;
}

static PyObject *sim_set_inputs(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *ou;
    if (!PyArg_ParseTuple(args, "OO", &o, &ou)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    numbers u = {0};
    vv_status s = VV_E_USAGE;
    if (!p) return NULL;
    if (numbers_get(ou, "u", ((handle *)o)->nu, 0, 0, &u)) s = vv_sim_set_inputs(p, u.data);
    numbers_release(&u);
    return finish(s, s == VV_OK ? Py_NewRef(Py_None) : NULL);
}

static PyObject *sim_input_table(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *ot, *ou;
    int input, degree;
    if (!PyArg_ParseTuple(args, "OiiOO", &o, &input, &degree, &ot, &ou)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    numbers t = {0}, u = {0};
    vv_status s = VV_E_USAGE;
    if (!p) return NULL;
    if (numbers_get(ot, "t", -1, 0, 0, &t) && numbers_get(ou, "u", t.n, 0, 0, &u))
        s = vv_sim_input_table(p, input, degree, (size_t)t.n, t.data, u.data);
    numbers_release(&t), numbers_release(&u);
    return finish(s, s == VV_OK ? Py_NewRef(Py_None) : NULL);
}

static PyObject *sim_input_text(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    int input;
    const char *text;
    if (!PyArg_ParseTuple(args, "Ois", &o, &input, &text)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    return p ? finish(vv_sim_input_text(p, input, text), Py_NewRef(Py_None)) : NULL;
}

/* ---- callbacks ---- */

static callback *add_callback(PyObject *o, PyObject *function) {
    handle *h = (handle *)o;
    callback *k = PyMem_Calloc(1, sizeof *k);
    if (!k) return PyErr_NoMemory(), NULL;
    k->next = h->callbacks, k->function = Py_NewRef(function);
    k->nq = h->nq, k->nu = h->nu;
    return h->callbacks = k;
}

/* A writable view of numbers that Python sees as an array of doubles while the callback lasts; not
 * for functions of the user, who may keep it. */
static PyObject *view_of(const double *x, int n) {
    PyObject *raw =
        PyMemoryView_FromMemory((char *)(uintptr_t)x, n * (Py_ssize_t)sizeof *x, PyBUF_WRITE);
    PyObject *out = raw ? PyObject_CallMethod(raw, "cast", "s", "d") : NULL;
    Py_XDECREF(raw);
    return out;
}

/* A copy as an array of doubles, for the callback to keep if it likes. */
static PyObject *copy_of(const double *x, int n) {
    PyObject *own = PyByteArray_FromStringAndSize((const char *)x, n * (Py_ssize_t)sizeof *x);
    PyObject *raw = own ? PyMemoryView_FromObject(own) : NULL;
    PyObject *out = raw ? PyObject_CallMethod(raw, "cast", "s", "d") : NULL;
    Py_XDECREF(own), Py_XDECREF(raw);
    return out;
}

/* What a callback answers: None goes on, True stops. */
static vv_next next_of(PyObject *answer) {
    if (!answer) return VV_GIVE_UP;
    int stop = answer == Py_None ? 0 : PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return stop < 0 ? VV_GIVE_UP : stop ? VV_STOP_HERE : VV_GO_ON;
}

/* law(t, q, qd, u) on the Python side writes u and answers whether to stop. */
static vv_next control(void *data, double t, const double *q, const double *qd, double *u) {
    const callback *k = data;
    PyGILState_STATE held = PyGILState_Ensure();
    vv_next next = VV_GIVE_UP;
    PyObject *vq = copy_of(q, k->nq), *vqd = copy_of(qd, k->nq), *vu = view_of(u, k->nu);
    if (!PyErr_Occurred() && vq && vqd && vu)
        next = next_of(PyObject_CallFunction(k->function, "dOOO", t, vq, vqd, vu));
    Py_XDECREF(vq), Py_XDECREF(vqd), Py_XDECREF(vu);
    PyGILState_Release(held);
    return next;
}

static vv_next on_event(void *data, vv_sim *s, int event, double t) {
    (void)s;
    const callback *k = data;
    PyGILState_STATE held = PyGILState_Ensure();
    vv_next next = VV_GIVE_UP;
    if (!PyErr_Occurred()) next = next_of(PyObject_CallFunction(k->action, "id", event, t));
    PyGILState_Release(held);
    return next;
}

static double root(void *data, double t, const double *q, const double *qd) {
    const callback *k = data;
    PyGILState_STATE held = PyGILState_Ensure();
    double x = (double)NAN;
    PyObject *vq = copy_of(q, k->nq), *vqd = copy_of(qd, k->nq);
    if (!PyErr_Occurred() && vq && vqd) {
        PyObject *answer = PyObject_CallFunction(k->function, "dOO", t, vq, vqd);
        if (answer) x = PyFloat_AsDouble(answer);
        Py_XDECREF(answer);
    }
    Py_XDECREF(vq), Py_XDECREF(vqd);
    PyGILState_Release(held);
    return x;
}

static PyObject *sim_control(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *law;
    double period;
    if (!PyArg_ParseTuple(args, "OdO", &o, &period, &law)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    if (!p) return NULL;
    if (law == Py_None) return finish(vv_sim_control(p, period, NULL, NULL), Py_NewRef(Py_None));
    callback *k = add_callback(o, law);
    return k ? finish(vv_sim_control(p, period, control, k), Py_NewRef(Py_None)) : NULL;
}

/* event(s, expression or function, direction, action or None) -> number */
static PyObject *sim_event(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *what, *action;
    int direction, number = -1;
    if (!PyArg_ParseTuple(args, "OOiO", &o, &what, &direction, &action)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    callback *k = p ? add_callback(o, what) : NULL;
    if (!k) return NULL;
    k->action = action == Py_None ? NULL : Py_NewRef(action);
    vv_on_event *answer = k->action ? on_event : NULL;
    vv_status s;
    if (PyUnicode_Check(what)) {
        const char *text = PyUnicode_AsUTF8AndSize(what, NULL);
        if (!text) return NULL;
        s = vv_sim_event(p, text, direction, answer, k, &number);
    } else
        s = vv_sim_root(p, root, direction, answer, k, &number);
    return finish(s, s == VV_OK ? PyLong_FromLong(number) : NULL);
}

/* ---- advancing ---- */

static PyObject *advance(PyObject *args, vv_status (*go)(vv_sim *, double, vv_reason *)) {
    PyObject *o;
    double t;
    if (!PyArg_ParseTuple(args, "Od", &o, &t)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    if (!p) return NULL;
    vv_reason why = VV_REACHED;
    vv_status s;
    BEGIN_WORK(o);
    s = go(p, t, &why);
    END_WORK(o);
    return finish(s, s == VV_OK ? PyLong_FromLong(why) : NULL);
}

static PyObject *sim_advance(PyObject *self, PyObject *args) {
    (void)self;
    return advance(args, vv_sim_advance);
}

static PyObject *sim_step(PyObject *self, PyObject *args) {
    (void)self;
    return advance(args, vv_sim_step);
}

/* ---- reading ---- */

static PyObject *sim_time(PyObject *self, PyObject *o) {
    (void)self;
    const vv_sim *p = handle_get(o, SIMULATION);
    return p ? PyFloat_FromDouble(vv_sim_time(p)) : NULL;
}

static PyObject *sim_last_event(PyObject *self, PyObject *o) {
    (void)self;
    const vv_sim *p = handle_get(o, SIMULATION);
    return p ? PyLong_FromLong(vv_sim_last_event(p)) : NULL;
}

static PyObject *sim_state(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *oq, *oqd;
    if (!PyArg_ParseTuple(args, "OOO", &o, &oq, &oqd)) return NULL;
    const vv_sim *p = handle_get(o, SIMULATION);
    numbers q = {0}, qd = {0};
    if (!p) return NULL;
    int n = ((handle *)o)->nq;
    if (numbers_get(oq, "q", n, 1, 0, &q) && numbers_get(oqd, "qd", n, 1, 0, &qd))
        vv_sim_state(p, q.data, qd.data);
    numbers_release(&q), numbers_release(&qd);
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

static PyObject *sim_at(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *oq;
    double t;
    int derivative;
    if (!PyArg_ParseTuple(args, "OdiO", &o, &t, &derivative, &oq)) return NULL;
    const vv_sim *p = handle_get(o, SIMULATION);
    numbers q = {0};
    vv_status s = VV_E_USAGE;
    if (!p) return NULL;
    if (numbers_get(oq, "out", ((handle *)o)->nq, 1, 0, &q))
        s = vv_sim_at(p, t, derivative, q.data);
    numbers_release(&q);
    return finish(s, s == VV_OK ? Py_NewRef(Py_None) : NULL);
}

static PyObject *sim_columns(PyObject *self, PyObject *o) {
    (void)self;
    const vv_sim *p = handle_get(o, SIMULATION);
    PyObject *list = p ? PyList_New(0) : NULL;
    const char *name, *unit;
    for (int i = 0; list && (name = vv_sim_column(p, i, &unit)); i++) {
        PyObject *row = Py_BuildValue("(ss)", name, unit ? unit : "");
        if (!row || PyList_Append(list, row)) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *sim_row(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *orow;
    double t;
    if (!PyArg_ParseTuple(args, "OdO", &o, &t, &orow)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    numbers row = {0};
    vv_status s = VV_E_USAGE;
    if (!p) return NULL;
    if (numbers_get(orow, "row", vv_sim_width(p), 1, 0, &row)) {
        BEGIN_WORK(o);
        s = vv_sim_row(p, t, row.data);
        END_WORK(o);
    }
    numbers_release(&row);
    return finish(s, s == VV_OK ? Py_NewRef(Py_None) : NULL);
}

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Signals that have come, asked for now and then between short calls. */
static int signalled(double *asked) {
    const double often = 0.1; /* seconds */
    double t = now();
    if (t - *asked < often) return 0;
    *asked = t;
    PyGILState_STATE held = PyGILState_Ensure();
    int yes = PyErr_CheckSignals();
    PyGILState_Release(held);
    return yes;
}

/* rows(s, t, out, seconds): steps to the last of the instants t and stores the row at each; answers
 * how many were reached: fewer where an event stops the motion, -1 if that took longer than seconds
 * (0: any).
 */
static PyObject *sim_rows(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *ot, *oout;
    double seconds, begin = now(), asked = begin;
    if (!PyArg_ParseTuple(args, "OOOd", &o, &ot, &oout, &seconds)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    numbers t = {0}, out = {0};
    vv_status s = VV_OK;
    Py_ssize_t i = 0;
    int late = 0;
    if (!p) return NULL;
    int width = vv_sim_width(p);
    if (numbers_get(ot, "t", -1, 0, 0, &t) && numbers_get(oout, "out", t.n * width, 1, 0, &out)) {
        BEGIN_WORK(o);
        vv_reason why = VV_REACHED;
        /* the first row is read from the first step, which has asked the control law */
        if (t.n && t.data[t.n - 1] > vv_sim_time(p)) s = vv_sim_step(p, t.data[t.n - 1], &why);
        while (i < t.n && s == VV_OK) {
            if (t.data[i] <= vv_sim_time(p)) {
                s = vv_sim_row(p, t.data[i], out.data + i * width);
                i += s == VV_OK;
            } else if (why != VV_REACHED || signalled(&asked) ||
                       (late = seconds > 0 && now() - begin > seconds))
                break;
            else
                s = vv_sim_step(p, t.data[t.n - 1], &why);
        }
        END_WORK(o);
    } else
        s = VV_E_USAGE;
    numbers_release(&t), numbers_release(&out);
    if (PyErr_Occurred()) return NULL;
    if (late) return Py_BuildValue("(nO)", (Py_ssize_t)-1, Py_None);
    if (s == VV_E_BEYOND) { /* as far as it goes: the reason is in diagnostics */
        char *text = NULL;
        vv_diags_write(vv_error(), "text", &text);
        PyObject *pair = Py_BuildValue("(ns)", i, text ? text : "");
        vv_release(text);
        return pair;
    }
    return finish(s, s == VV_OK ? Py_BuildValue("(nO)", i, Py_None) : NULL);
}

static PyObject *sim_sensitivities(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *oout;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "OnO", &o, &n, &oout)) return NULL;
    const vv_sim *p = handle_get(o, SIMULATION);
    numbers out = {0};
    vv_status s = VV_E_USAGE;
    if (!p) return NULL;
    if (numbers_get(oout, "out", 2 * ((handle *)o)->nq * n, 1, 0, &out))
        s = vv_sim_sensitivities(p, out.data);
    numbers_release(&out);
    return finish(s, s == VV_OK ? Py_NewRef(Py_None) : NULL);
}

static PyObject *sim_audit(PyObject *self, PyObject *o) {
    (void)self;
    const vv_sim *p = handle_get(o, SIMULATION);
    const char *worst = NULL;
    double x = p ? vv_sim_audit(p, &worst) : 0;
    return p ? Py_BuildValue("(dz)", x, worst) : NULL;
}

static PyObject *sim_account(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    const char *format;
    if (!PyArg_ParseTuple(args, "Os", &o, &format)) return NULL;
    const vv_sim *p = handle_get(o, SIMULATION);
    if (!p) return NULL;
    char *text = NULL;
    vv_status s = vv_sim_account(p, format, &text);
    return take_text(s, text);
}

static PyObject *sim_diagnostics(PyObject *self, PyObject *o) {
    (void)self;
    const vv_sim *p = handle_get(o, SIMULATION);
    if (!p) return NULL;
    char *text = NULL;
    vv_status s = vv_diags_write(vv_sim_diags(p), "json", &text);
    return take_text(s, text);
}

static PyObject *sim_save(PyObject *self, PyObject *o) {
    (void)self;
    const vv_sim *p = handle_get(o, SIMULATION);
    if (!p) return NULL;
    char *bytes = NULL;
    size_t n = 0;
    vv_status s = vv_sim_save(p, &bytes, &n);
    PyObject *out = s == VV_OK ? PyBytes_FromStringAndSize(bytes, (Py_ssize_t)n) : NULL;
    vv_release(bytes);
    return finish(s, out);
}

static PyObject *sim_restore(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o;
    const char *bytes;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "Oy#", &o, &bytes, &n)) return NULL;
    vv_sim *p = handle_get(o, SIMULATION);
    return p ? finish(vv_sim_restore(p, bytes, (size_t)n), Py_NewRef(Py_None)) : NULL;
}

/* ---- trajectories ---- */

static PyObject *sim_record(PyObject *self, PyObject *o) {
    (void)self;
    vv_sim *p = handle_get(o, SIMULATION);
    vv_trajectory *r = NULL;
    if (!p) return NULL;
    vv_status s = vv_sim_record(p, &r);
    if (s != VV_OK) return finish(s, NULL);
    handle *h = (handle *)handle_new(TRAJECTORY, r, NULL, NULL);
    if (h) h->nq = ((handle *)o)->nq;
    return (PyObject *)h;
}

static PyObject *trajectory_knots(PyObject *self, PyObject *o) {
    (void)self;
    const vv_trajectory *r = handle_get(o, TRAJECTORY);
    const double *t;
    if (!r) return NULL;
    size_t n = vv_trajectory_knots(r, &t);
    return PyBytes_FromStringAndSize((const char *)t, (Py_ssize_t)(n * sizeof *t));
}

static PyObject *trajectory_eval(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *o, *ot, *oout;
    int derivative;
    if (!PyArg_ParseTuple(args, "OOiO", &o, &ot, &derivative, &oout)) return NULL;
    const vv_trajectory *r = handle_get(o, TRAJECTORY);
    numbers t = {0}, out = {0};
    vv_status s = VV_E_USAGE;
    if (!r) return NULL;
    if (numbers_get(ot, "t", -1, 0, 0, &t) &&
        numbers_get(oout, "out", t.n * ((handle *)o)->nq, 1, 0, &out))
        s = vv_trajectory_eval(r, (size_t)t.n, t.data, derivative, out.data);
    numbers_release(&t), numbers_release(&out);
    return finish(s, s == VV_OK ? Py_NewRef(Py_None) : NULL);
}

PyMethodDef simulation_methods[] = {
    {"sim_new", sim_new, METH_VARARGS, "sim_new(m, options) -> simulation"},
    {"sim_copy", sim_copy, METH_O, "A copy at the same state."},
    {"sim_reset", sim_reset, METH_O, "The start of the model."},
    {"sim_set_state", sim_set_state, METH_VARARGS, "sim_set_state(s, t, q, qd) -> moved"},
    {"sim_set_parameter", sim_set_parameter, METH_VARARGS, "sim_set_parameter(s, i, value)"},
    {"sim_set_inputs", sim_set_inputs, METH_VARARGS, "sim_set_inputs(s, u)"},
    {"sim_input_table", sim_input_table, METH_VARARGS, "sim_input_table(s, i, degree, t, u)"},
    {"sim_input_text", sim_input_text, METH_VARARGS, "sim_input_text(s, i, expression)"},
    {"sim_control", sim_control, METH_VARARGS, "sim_control(s, period, law or None)"},
    {"sim_event", sim_event, METH_VARARGS, "sim_event(s, what, direction, action) -> number"},
    {"sim_advance", sim_advance, METH_VARARGS, "sim_advance(s, t) -> reason"},
    {"sim_step", sim_step, METH_VARARGS, "sim_step(s, t_most) -> reason"},
    {"sim_time", sim_time, METH_O, "The time."},
    {"sim_last_event", sim_last_event, METH_O, "The number of the last event, or -1."},
    {"sim_state", sim_state, METH_VARARGS, "sim_state(s, q, qd)"},
    {"sim_at", sim_at, METH_VARARGS, "sim_at(s, t, derivative, out)"},
    {"sim_columns", sim_columns, METH_O, "[(name, unit)]"},
    {"sim_row", sim_row, METH_VARARGS, "sim_row(s, t, out)"},
    {"sim_rows", sim_rows, METH_VARARGS,
     "sim_rows(s, t, out, seconds) -> (reached, reason or None)"},
    {"sim_sensitivities", sim_sensitivities, METH_VARARGS, "sim_sensitivities(s, n, out)"},
    {"sim_audit", sim_audit, METH_O, "(drift, what drifts)"},
    {"sim_account", sim_account, METH_VARARGS, "sim_account(s, format) -> str"},
    {"sim_diagnostics", sim_diagnostics, METH_O, "Warnings as JSON."},
    {"sim_save", sim_save, METH_O, "The state as bytes."},
    {"sim_restore", sim_restore, METH_VARARGS, "sim_restore(s, bytes)"},
    {"sim_record", sim_record, METH_O, "A trajectory of the steps from now on."},
    {"trajectory_knots", trajectory_knots, METH_O, "The ends of the steps, as bytes of doubles."},
    {"trajectory_eval", trajectory_eval, METH_VARARGS, "trajectory_eval(r, t, k, out)"},
    {NULL, NULL, 0, NULL}};
