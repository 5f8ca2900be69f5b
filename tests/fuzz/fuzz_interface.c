/* Any sequence of calls of the C interface: the bytes choose functions and arguments, right and
 * wrong ones. A failed call has a reason, gives nothing, and leaves its handle usable. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "interface_arguments.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a sequence works on; each may be NULL. */
typedef struct world {
    reader r;
    vv_options *o;
    vv_mechanism *m, *first; /* `first` is always there */
    vv_builder *b;
    vv_eom *e;
    vv_cfunc *f;
    vv_scratch *scratch;
    vv_answer *a;
    vv_sim *s, *other;
    vv_trajectory *t;
    vv_sweep *w;
    char *saved;
    size_t nsaved;
    int depth; /* of callbacks */
} world;

enum { ROOM = 16 }; /* twice as many as coordinates */

static void demand(bool holds) {
    if (!holds) abort();
}

/* What every function promises. */
static bool good(vv_status s) {
    demand(s != VV_E_INTERNAL && s != VV_E_NO);
    if (s == VV_OK) return true;
    demand(vv_diags_status(vv_error()) == s && vv_diags_count(vv_error()) > 0);
    demand(vv_diags_at(vv_error(), 0)->message[0] != '\0');
    return false;
}

/* A handle that a function gives, or does not. */
#define GIVES(call, handle)                                                                        \
    do {                                                                                           \
        vv_status done = (call);                                                                   \
        demand(good(done) == ((handle) != NULL));                                                  \
    } while (0)

/* A text that a function gives, or does not. */
static void given(vv_status s, char **text) {
    demand(good(s) == (*text != NULL));
    vv_release(*text);
    *text = NULL;
}

static const vv_mechanism *mechanism(world *w) { return byte(&w->r) % 16 ? w->m : w->first; }

/* Calls must end soon: budgets are those of the bag, but short. */
static const vv_options *bag(world *w) {
    demand(!vv_options_real(w->o, "seconds", 0.02) && !vv_options_int(w->o, "memory", 48 << 20) &&
           !vv_options_int(w->o, "threads", 1 + byte(&w->r) % 2));
    return w->o;
}

/* ---- callbacks: they answer anything, and call back ---- */

static void call_something(world *w);

static int within(world *w) {
    if (w->depth++ < 2 && byte(&w->r) % 4 == 0) call_something(w);
    w->depth--;
    return byte(&w->r);
}

static int watch(void *data, const char *what, double part) {
    demand(what != NULL && !isnan(part));
    return within(data) % 16 == 1;
}

static vv_next answer_of(int k) {
    return k % 16 == 1 ? VV_STOP_HERE : k % 16 == 2 ? VV_GIVE_UP : k == 3 ? (vv_next)7 : VV_GO_ON;
}

static vv_next law(void *data, double t, const double *q, const double *qd, double *u) {
    world *w = data;
    int k = within(w);
    demand(isfinite(t) && isfinite(q[0]) && isfinite(qd[0]));
    u[0] = k % 8 == 1 ? number(&w->r) : -0.1 * q[0];
    return answer_of(k);
}

static vv_next act(void *data, vv_sim *s, int event, double t) {
    world *w = data;
    double q[ROOM] = {number(&w->r), number(&w->r), 0.1}, u = number(&w->r);
    int which = byte(&w->r) % 5;
    demand(event >= 0 && isfinite(t));
    switch (byte(&w->r) % 8) {
    case 1: good(vv_sim_set_state(s, t, q, q, NULL)); break;
    case 2: good(vv_sim_set_inputs(s, &u)); break;
    case 3: good(vv_sim_set_parameters(s, 1, &which, &u)); break;
    default: break;
    }
    return answer_of(within(w));
}

static double root(void *data, double t, const double *q, const double *qd) {
    world *w = data;
    int k = within(w);
    return k == 1 ? number(&w->r) : sin(7 * t) + q[0] - 0.1 * qd[0];
}

/* ---- options, words, lists of diagnostics ---- */

static void set_option(world *w) {
    const char *key = byte(&w->r) % 16 ? vv_word("options", byte(&w->r) % 40, NULL) : name(&w->r);
    const char *text[3] = {expression(&w->r), word(&w->r), expression(&w->r)};
    double x[3] = {number(&w->r), number(&w->r), number(&w->r)};
    if (w->depth) return; /* the bag is in use */
    switch (byte(&w->r) % 8) {
    case 0: good(vv_options_real(w->o, key, x[0])); break;
    case 1: good(vv_options_int(w->o, key, whole(&w->r))); break;
    case 2: good(vv_options_text(w->o, key, text[byte(&w->r) % 2])); break;
    case 3: good(vv_options_reals(w->o, key, byte(&w->r) % 4, x)); break;
    case 4: good(vv_options_texts(w->o, key, byte(&w->r) % 4, text)); break;
    case 5: good(vv_options_watch(w->o, byte(&w->r) % 2 ? watch : NULL, w)); break;
    default:
        vv_options_free(w->o);
        w->o = vv_options_new();
        demand(w->o != NULL);
    }
}

static void tell(world *w) {
    static const char *const form[] = {"text", "colour", "json", "xml"};
    const char *line = "";
    char *text = NULL;
    given(vv_diags_write(vv_error(), form[byte(&w->r) % 4], &text), &text);
    vv_word(word(&w->r), byte(&w->r) - 1, &line);
}

/* ---- mechanisms ---- */

/* Instead of the one before; within a callback that one may be in use. */
static void keep_mechanism(world *w, vv_mechanism *m) {
    bool keeps = m && !w->depth;
    vv_mechanism_free(keeps ? w->m : m);
    if (keeps) w->m = m;
}

static void load(world *w) {
    vv_mechanism *m = NULL;
    const char *text = model(&w->r);
    size_t length = strlen(text);
    if (byte(&w->r) % 4 == 0) length -= byte(&w->r) % (length + 1);
    GIVES(vv_mechanism_load(text, length, bag(w), &m), m);
    keep_mechanism(w, m);
}

static void change(world *w) {
    const char *names[2] = {name(&w->r), name(&w->r)};
    double value[2] = {number(&w->r), number(&w->r)};
    vv_mechanism *m = NULL;
    GIVES(vv_mechanism_with(mechanism(w), byte(&w->r) % 3, names, value, &m), m);
    keep_mechanism(w, m);
}

static void look(world *w) {
    const vv_mechanism *m = mechanism(w);
    vv_kind k = (vv_kind)(byte(&w->r) % 15 - 1);
    int n = vv_mechanism_count(m, k), i = byte(&w->r) % (n + 2) - 1;
    double x;
    char *text = NULL;
    demand(n >= 0 && vv_mechanism_find(m, k, name(&w->r)) < n);
    demand((vv_mechanism_name(m, k, i) != NULL) == (i >= 0 && i < n));
    demand(vv_mechanism_unit(m, k, i) && vv_mechanism_class(m, k, i));
    demand(vv_mechanism_span(m, k, i).end < 10000 && vv_mechanism_freedom(m) < 10);
    good(vv_mechanism_value(m, k, i, &x));
    given(vv_mechanism_property(m, k, i, property(&w->r), syntax(&w->r), &text), &text);
    demand(!m || vv_diags_count(vv_mechanism_diags(m)) >= 0);
}

static void build(world *w) {
    vv_mechanism *m = NULL;
    if (!w->b) w->b = vv_builder_new(byte(&w->r) % 2 ? name(&w->r) : NULL);
    switch (byte(&w->r) % 8) {
    case 0:
        GIVES(vv_builder_finish(w->b, bag(w), &m), m);
        keep_mechanism(w, m);
        break;
    case 1: good(vv_builder_parameter(w->b, name(&w->r), number(&w->r), name(&w->r))); break;
    case 2: vv_builder_free(w->b), w->b = NULL; break;
    default: good(vv_builder_add(w->b, statement(&w->r), byte(&w->r) % 2 ? name(&w->r) : NULL));
    }
}

/* ---- equations, functions ---- */

static void derive(world *w) {
    vv_eom *e = NULL;
    const char *method = byte(&w->r) % 2 ? word(&w->r) : NULL;
    GIVES(vv_eom_derive(mechanism(w), method, bag(w), &e), e);
    if (w->depth) {
        vv_eom_free(e);
        return;
    }
    vv_eom_free(w->e);
    w->e = e;
}

static void read_equations(world *w) {
    const uint32_t *entry = NULL, *operand;
    uint32_t node = byte(&w->r);
    int rows = 0, columns = 0, n;
    const char *text;
    char *out = NULL;
    if (good(vv_eom_matrix(w->e, word(&w->r), &rows, &columns, &entry))) {
        given(vv_eom_write(w->e, rows * columns, entry, syntax(&w->r), &out), &out);
        if (rows * columns > 0) node = entry[0];
    }
    if (!vv_eom_node(w->e, node, &n, &operand, &text)) return;
    given(vv_eom_write(w->e, 1, &node, syntax(&w->r), &out), &out);
    if (byte(&w->r) % 4 == 0) given(vv_eom_report(w->e, word(&w->r), &out), &out);
}

static void compile(world *w) {
    const char *output[3] = {expression(&w->r), word(&w->r), expression(&w->r)};
    vv_cfunc *f = NULL;
    GIVES(vv_cfunc_new(mechanism(w), byte(&w->r) % 4, output, bag(w), &f), f);
    if (w->depth) {
        vv_cfunc_free(f);
        return;
    }
    vv_cfunc_free(w->f);
    w->f = f;
}

static void evaluate(world *w) {
    enum { N = 3, MOST = 4096 };
    static double out[MOST];
    double x[N][32], p[32], t[N];
    int rows, columns, n = vv_cfunc_size(w->f, 'o');
    for (int i = 0; i < N; i++) t[i] = number(&w->r);
    for (int i = 0; i < 32; i++) x[0][i] = x[1][i] = x[2][i] = i % 5 ? 0.1 * i : number(&w->r);
    for (int i = 0; i < 32; i++) p[i] = 1 + i % 3;
    vv_cfunc_output(w->f, byte(&w->r) % 4 - 1, &rows, &columns);
    vv_cfunc_name(w->f, "xpuoz"[byte(&w->r) % 5], byte(&w->r) - 1);
    if (byte(&w->r) % 4 == 0 || !w->scratch) {
        vv_scratch_free(w->scratch);
        w->scratch = vv_scratch_new(w->f, byte(&w->r) % 4 - 1);
    }
    bool fits = N * n <= MOST && vv_cfunc_size(w->f, 'x') <= 32 && vv_cfunc_size(w->f, 'p') <= 32;
    if (!fits || (n && vv_cfunc_size(w->f, 'u') > 32)) return;
    vv_cfunc_eval(w->f, w->scratch, t[0], x[0], byte(&w->r) % 2 ? p : NULL, x[1], out);
    vv_cfunc_many(w->f, w->scratch, N, (vv_strided){t, byte(&w->r) % 2}, (vv_strided){x[0], 32},
                  (vv_strided){byte(&w->r) % 2 ? p : NULL, 0}, (vv_strided){NULL, 0}, out);
}

/* ---- answers, documents ---- */

static void study(world *w) {
    vv_answer *a = NULL;
    bool proof = byte(&w->r) % 4 == 0;
    const vv_mechanism *m = mechanism(w);
    vv_status s =
        proof ? vv_mechanism_prove(m, bag(w), &a) : vv_mechanism_study(m, word(&w->r), bag(w), &a);
    GIVES(s, a);
    if (w->depth) {
        vv_answer_free(a);
        return;
    }
    vv_answer_free(w->a);
    w->a = a;
}

static void read_answer(world *w) {
    static const char *const path[] = {"", "[0]", "linearize.position[0].A", "x", "[", ".", "[9]"};
    int node = byte(&w->r) - 1, from = vv_answer_find(w->a, 0, path[byte(&w->r) % 7]), rows,
        columns;
    const double *x = NULL, *radius;
    const char *means;
    char *text = NULL;
    if (from >= 0 && byte(&w->r) % 2) node = vv_answer_child(w->a, from, byte(&w->r) - 1);
    vv_answer_text(w->a, node, word(&w->r)), vv_answer_verdict(w->a, node, &means);
    if (good(vv_answer_matrix(w->a, node, &rows, &columns, &x, &radius)) && rows * columns > 0)
        demand(!x || x[0] == x[0] || isnan(x[0]));
    demand(vv_answer_count(w->a, node) >= 0 && vv_answer_key(w->a, node));
    given(vv_answer_write(w->a, node, byte(&w->r) % 4 - 1, syntax(&w->r), &text), &text);
    if (byte(&w->r) % 4 == 0) given(vv_answer_report(w->a, word(&w->r), &text), &text);
    if (byte(&w->r) % 4 == 0 &&
        good(vv_answer_certificate(w->a, byte(&w->r) % 2 ? node : 0, &text))) {
        vv_verdict v;
        good(vv_certificate_check(w->m, text, strlen(text) - byte(&w->r) % 3, &v, NULL));
        vv_release(text);
    }
}

static void document(world *w) {
    char *bytes = NULL;
    size_t n = 0;
    vv_status s = vv_mechanism_write(mechanism(w), word(&w->r), bag(w), &bytes, &n);
    demand(s == VV_E_NO || s == VV_E_BEYOND ? !n || bytes : good(s) == (bytes != NULL));
    demand(!bytes || bytes[n] == '\0');
    vv_release(bytes);
}

/* ---- simulations ---- */

static void simulate(world *w) {
    vv_sim *s = NULL;
    GIVES(vv_sim_new(mechanism(w), bag(w), &s), s);
    if (w->depth) {
        vv_sim_free(s);
        return;
    }
    vv_sim_free(w->s);
    w->s = s;
}

static void set_motion(world *w) {
    double x[ROOM], y[ROOM], moved;
    int which[2] = {byte(&w->r) % 8 - 1, byte(&w->r) % 8 - 1};
    for (int i = 0; i < ROOM; i++) x[i] = i % 8 < 5 ? number(&w->r) : 0, y[i] = i;
    switch (byte(&w->r) % 8) {
    case 0: good(vv_sim_reset(w->s)); break;
    case 1: good(vv_sim_set_state(w->s, number(&w->r), x, x + ROOM / 2, &moved)); break;
    case 2: good(vv_sim_set_parameters(w->s, byte(&w->r) % 4 - 1, which, x)); break;
    case 3: good(vv_sim_set_inputs(w->s, x)); break;
    case 4:
        good(vv_sim_input_table(w->s, which[0], byte(&w->r) % 6 - 1, byte(&w->r) % 8, y, x));
        break;
    case 5: good(vv_sim_input_text(w->s, which[0], expression(&w->r))); break;
    case 6: good(vv_sim_control(w->s, number(&w->r), byte(&w->r) % 4 ? law : NULL, w)); break;
    default: good(vv_sim_input_table(w->s, 0, byte(&w->r) % 4, 3, x, y));
    }
}

static void observe(world *w) {
    int event = -1, direction = byte(&w->r) % 4 - 1;
    vv_on_event *action = byte(&w->r) % 4 ? act : NULL;
    if (byte(&w->r) % 2)
        good(vv_sim_event(w->s, expression(&w->r), direction, action, w, &event));
    else
        good(vv_sim_root(w->s, byte(&w->r) % 8 ? root : NULL, direction, action, w, &event));
}

static void advance(world *w) {
    vv_reason why;
    double t = w->s ? vv_sim_time(w->s) : 0;
    t = byte(&w->r) % 8 ? t + 0.05 * byte(&w->r) : number(&w->r);
    good(byte(&w->r) % 4 ? vv_sim_advance(w->s, t, &why) : vv_sim_step(w->s, t, NULL));
    demand(!w->s || isfinite(vv_sim_time(w->s)));
}

static void read_motion(world *w) {
    double row[128], q[ROOM], qd[ROOM], t = w->s ? vv_sim_time(w->s) : 0;
    const char *unit, *worst;
    char *text = NULL;
    if (byte(&w->r) % 4 == 0) t += 0.01 * number(&w->r);
    vv_sim_state(w->s, q, qd), vv_sim_last_event(w->s);
    good(vv_sim_at(w->s, t, byte(&w->r) % 4 - 1, q));
    if (vv_sim_width(w->s) <= 128) good(vv_sim_row(w->s, t, row));
    demand((vv_sim_column(w->s, byte(&w->r), &unit) || true) && unit);
    if (vv_sim_width(w->s) <= 16) good(vv_sim_sensitivities(w->s, row));
    vv_sim_audit(w->s, &worst);
    if (byte(&w->r) % 4 == 0) given(vv_sim_account(w->s, word(&w->r), &text), &text);
    if (w->s) demand(vv_diags_count(vv_sim_diags(w->s)) >= 0);
}

static void keep_motion(world *w) {
    if (byte(&w->r) % 2 && w->saved) {
        size_t n = w->nsaved;
        if (byte(&w->r) % 4 == 0) n -= byte(&w->r) % (n + 1);
        if (byte(&w->r) % 4 == 0 && n) w->saved[byte(&w->r) * n / 256] ^= 1;
        good(vv_sim_restore(w->s, w->saved, n));
        return;
    }
    vv_release(w->saved);
    GIVES(vv_sim_save(w->s, &w->saved, &w->nsaved), w->saved);
}

/* The first may be freed by a callback of its own. */
static void copy_motion(world *w) {
    vv_sim *s = NULL;
    GIVES(vv_sim_copy(w->s, &s), s);
    vv_sim_free(w->other);
    w->other = s;
    if (byte(&w->r) % 2 && !w->depth) w->other = w->s, w->s = s;
}

static void record(world *w) {
    const double *knot = NULL;
    double at[2], q[32];
    size_t n = w->t ? vv_trajectory_knots(w->t, &knot) : 0;
    if (n) at[0] = knot[byte(&w->r) % n], at[1] = byte(&w->r) % 2 ? knot[n - 1] : number(&w->r);
    if (n) good(vv_trajectory_eval(w->t, 2, at, byte(&w->r) % 4 - 1, q));
    if (n && byte(&w->r) % 4) return;
    vv_trajectory_free(w->t);
    w->t = NULL;
    GIVES(vv_sim_record(w->s, &w->t), w->t);
}

/* ---- sweeps ---- */

static void sweep(world *w) {
    vv_sweep *s = NULL;
    const char *vary[2] = {variation(&w->r), variation(&w->r)};
    if (byte(&w->r) % 4 && !w->depth) vv_options_texts(w->o, "vary", 1 + byte(&w->r) % 2, vary);
    GIVES(vv_sweep_new(mechanism(w), bag(w), &s), s);
    if (w->depth) {
        vv_sweep_free(s);
        return;
    }
    vv_sweep_free(w->w);
    w->w = s;
}

static void run_sweep(world *w) {
    enum { N = 4, WIDTH = 64 };
    static double rows[N * WIDTH];
    double value[N] = {0.1, 0.2, number(&w->r), number(&w->r)};
    uint8_t status[N];
    const char *unit;
    if (byte(&w->r) % 4 == 0)
        good(vv_sweep_values(w->w, name(&w->r), byte(&w->r) % (N + 1), value));
    demand((vv_sweep_column(w->w, byte(&w->r) - 1, &unit) || true) && unit);
    int64_t first = byte(&w->r) % 4 ? 0 : whole(&w->r);
    demand(vv_sweep_members(w->w) >= 0);
    if (vv_sweep_width(w->w) <= WIDTH)
        good(vv_sweep_run(w->w, first, byte(&w->r) % (N + 1), rows, status));
}

/* ---- the sequence ---- */

static void free_something(world *w) {
    if (w->depth && byte(&w->r) % 4) return;
    switch (byte(&w->r) % 8) {
    case 0: vv_sim_free(w->s), w->s = NULL; break; /* also by its own callback */
    case 1: vv_trajectory_free(w->t), w->t = NULL; break;
    case 2: vv_sim_free(w->other), w->other = NULL; break;
    default: break;
    }
    if (w->depth) return;
    switch (byte(&w->r) % 16) {
    case 0: vv_mechanism_free(w->m), w->m = NULL; break;
    case 1: vv_eom_free(w->e), w->e = NULL; break;
    case 2: vv_cfunc_free(w->f), w->f = NULL; break;
    case 3: vv_answer_free(w->a), w->a = NULL; break;
    case 4: vv_sweep_free(w->w), w->w = NULL; break;
    default: break;
    }
}

typedef void step(world *w);

static void call_something(world *w) {
    static step *const CALLS[] = {
        set_option,  set_option, tell,          load,    change,      look,        build,
        build,       derive,     compile,       study,   read_answer, document,    simulate,
        simulate,    set_motion, set_motion,    observe, advance,     advance,     advance,
        read_motion, record,     keep_motion,   sweep,   run_sweep,   copy_motion, free_something,
        evaluate,    evaluate,   read_equations};
    CALLS[byte(&w->r) % (sizeof CALLS / sizeof *CALLS)](w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MOST = 40 };
    world w = {.r = {data, data + size}, .o = vv_options_new()};
    const char *text = model(&w.r);
    demand(vv_mechanism_load(text, strlen(text), NULL, &w.first) == VV_OK);
    demand(vv_mechanism_with(w.first, 0, NULL, NULL, &w.m) == VV_OK);
    for (int i = 0; i < MOST && w.r.at < w.r.end; i++) call_something(&w);
    vv_sim_free(w.s), vv_sim_free(w.other), vv_trajectory_free(w.t), vv_sweep_free(w.w);
    vv_scratch_free(w.scratch), vv_cfunc_free(w.f), vv_eom_free(w.e), vv_answer_free(w.a);
    vv_mechanism_free(w.m), vv_mechanism_free(w.first), vv_builder_free(w.b);
    vv_options_free(w.o), vv_release(w.saved);
    return 0;
}
