/* Thread rules of the interface: each thread its own handles; constant handles shared; a busy one
 * refuses. `./do tsan` runs this under ThreadSanitizer. */
#include <math.h>
#include <pthread.h>
#include <semaphore.h>

#include <visviva/visviva.h>

#include "tap.h"

static const char CART[] =
    "parameter M = 1 [kg], m = 0.2 [kg], l = 0.5 [m], g = 9.81 [m/s^2]\n"
    "assume M > 0, m > 0, l > 0\ncoordinate x [m], θ [rad]\ninput F [N]\n"
    "point C = x*world.x, P = C + l*(sin(θ)*world.x - cos(θ)*world.z)\nmass M at C\nmass m at P\n"
    "gravity -g*world.z\nforce F*world.x at C\nstart θ = 1\nrun 1\n";
static const char *const OUTPUTS[] = {"accelerations", "d(accelerations, x)", "energy"};
enum { THREADS = 4, ROUNDS = 3, STATES = 1500, NOUT = 11 };

typedef struct text {
    char bytes[1 << 16];
    size_t n;
} text;

static void add(text *t, char *bytes, size_t n) {
    if (bytes && t->n + n <= sizeof t->bytes) memcpy(t->bytes + t->n, bytes, n), t->n += n;
    vv_release(bytes);
}

static void add_text(text *t, char *s) { add(t, s, s ? strlen(s) : 0); }

static void add_numbers(text *t, const double *x, size_t n) {
    if (t->n + n * sizeof *x > sizeof t->bytes) return;
    memcpy(t->bytes + t->n, x, n * sizeof *x);
    t->n += n * sizeof *x;
}

/* ---- what a thread says of its own handles, or of shared ones ---- */

typedef struct shared {
    vv_mechanism *m;
    vv_eom *e;
    vv_cfunc *f;
    vv_answer *study, *proof;
} shared;

static bool make(shared *k) {
    return vv_mechanism_load(CART, strlen(CART), NULL, &k->m) == VV_OK &&
           vv_eom_derive(k->m, NULL, NULL, &k->e) == VV_OK &&
           vv_cfunc_new(k->m, 3, OUTPUTS, NULL, &k->f) == VV_OK &&
           vv_mechanism_study(k->m, "linearize", NULL, &k->study) == VV_OK &&
           vv_mechanism_prove(k->m, NULL, &k->proof) == VV_OK;
}

static void drop(shared *k) {
    vv_answer_free(k->proof), vv_answer_free(k->study), vv_cfunc_free(k->f);
    vv_eom_free(k->e), vv_mechanism_free(k->m);
}

static bool say_formulas(const shared *k, text *t) {
    static const char *const quantity[] = {"mass_matrix", "forcing", "accelerations"};
    char *s = NULL;
    const uint32_t *entry, *operand;
    const char *node;
    int rows, columns, n;
    bool fine = true;
    for (int i = 0; i < vv_mechanism_count(k->m, VV_KIND_POINT); i++) {
        fine &= !vv_mechanism_property(k->m, VV_KIND_POINT, i, "velocity", VV_SYNTAX_LATEX, &s);
        add_text(t, s);
    }
    for (int i = 0; i < 3; i++) {
        fine &= !vv_eom_matrix(k->e, quantity[i], &rows, &columns, &entry);
        fine &= !vv_eom_write(k->e, rows * columns, entry, VV_SYNTAX_TEXT, &s);
        fine &= vv_eom_node(k->e, entry[0], &n, &operand, &node) != NULL;
        add_text(t, s);
    }
    fine &= !vv_eom_report(k->e, "latex", &s), add_text(t, s);
    fine &= !vv_answer_report(k->study, "json", &s), add_text(t, s);
    fine &= !vv_answer_report(k->proof, "text", &s), add_text(t, s);
    fine &= !vv_diags_write(vv_mechanism_diags(k->m), "json", &s), add_text(t, s);
    fine &= vv_mechanism_find(k->m, VV_KIND_COORDINATE, "nothing") == -1;
    fine &= vv_eom_matrix(k->e, "nothing", &rows, &columns, &entry) == VV_E_USAGE &&
            vv_diags_status(vv_error()) == VV_E_USAGE;
    return fine;
}

static bool say_numbers(const shared *k, text *t) {
    static double x[STATES][4];
    double *out = calloc(STATES * NOUT, sizeof *out), one[NOUT];
    vv_scratch *s = vv_scratch_new(k->f, 2);
    const vv_strided none = {NULL, 0};
    bool fine = out && s && vv_cfunc_size(k->f, 'o') == NOUT;
    vv_cfunc_many(k->f, s, STATES, none, (vv_strided){x[0], 4}, none, none, out);
    vv_cfunc_eval(k->f, s, 0, x[7], NULL, NULL, one);
    fine &= !memcmp(one, out + 7 * NOUT, sizeof one);
    add_numbers(t, one, NOUT);
    vv_scratch_free(s);
    free(out);
    return fine;
}

static vv_next push(void *data, double t, const double *q, const double *qd, double *u) {
    (void)data, (void)qd;
    u[0] = -q[0] + 0.1 * t;
    return VV_GO_ON;
}

static vv_next note(void *data, vv_sim *s, int event, double t) {
    (void)s, (void)event, (void)t;
    ++*(int *)data;
    return VV_GO_ON;
}

static bool say_motion(const shared *k, text *t) {
    vv_sim *s = NULL, *other = NULL;
    double q[2], qd[2];
    char *bytes = NULL;
    size_t n = 0;
    int events = 0;
    bool fine = !vv_sim_new(k->m, NULL, &s) && !vv_sim_control(s, 0.05, push, NULL) &&
                !vv_sim_event(s, "θ - 0.5", 0, note, &events, NULL) &&
                !vv_sim_advance(s, 0.8, NULL) && !vv_sim_copy(s, &other) &&
                !vv_sim_advance(other, 1, NULL) && !vv_sim_save(other, &bytes, &n);
    if (fine) vv_sim_state(other, q, qd), add_numbers(t, q, 2), add_numbers(t, qd, 2);
    add(t, bytes, n);
    if (fine) fine = !vv_sim_account(s, "text", &bytes), add_text(t, bytes);
    vv_sim_free(s), vv_sim_free(other);
    return fine && events > 0;
}

static bool say_more(const shared *k, text *t) {
    static const char *const vary[] = {"l = 0.3:0.6:3"};
    static const char *const name[] = {"l"};
    static const double value[] = {0.7};
    vv_options *o = vv_options_new();
    vv_sweep *w = NULL;
    vv_mechanism *other = NULL;
    double rows[3 * 16];
    uint8_t status[3];
    char *bytes = NULL;
    size_t n = 0;
    vv_options_texts(o, "vary", 1, vary), vv_options_int(o, "threads", 2);
    bool fine = !vv_sweep_new(k->m, o, &w) && vv_sweep_width(w) <= 16 &&
                !vv_sweep_run(w, 0, 3, rows, status);
    if (fine) add_numbers(t, rows, 3 * (size_t)vv_sweep_width(w));
    fine &= !vv_mechanism_write(k->m, "table", NULL, &bytes, &n), add(t, bytes, n);
    fine &= !vv_mechanism_with(k->m, 1, name, value, &other) &&
            strstr(vv_mechanism_text(other), "l = 0.7") != NULL;
    vv_mechanism_free(other), vv_sweep_free(w), vv_options_free(o);
    return fine;
}

static bool say_everything(const shared *k, text *t) {
    t->n = 0;
    return say_formulas(k, t) && say_numbers(k, t) && say_motion(k, t) && say_more(k, t);
}

/* ---- threads ---- */

typedef struct job {
    const shared *k; /* NULL: handles of its own */
    const text *expected;
    bool fine;
} job;

static void *work(void *data) {
    job *j = data;
    text *t = calloc(1, sizeof *t);
    j->fine = t != NULL;
    for (int i = 0; i < ROUNDS && j->fine; i++) {
        shared own = {0};
        j->fine = (j->k || make(&own)) && say_everything(j->k ? j->k : &own, t) &&
                  t->n == j->expected->n && !memcmp(t->bytes, j->expected->bytes, t->n);
        drop(&own);
    }
    free(t);
    return NULL;
}

static bool in_threads(const shared *k, const text *expected) {
    pthread_t thread[THREADS];
    job j[THREADS];
    bool fine = true;
    for (int i = 0; i < THREADS; i++) {
        j[i] = (job){k, expected, false};
        pthread_create(&thread[i], NULL, work, &j[i]);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL), fine &= j[i].fine;
    return fine;
}

static void own_and_shared(void) {
    shared k = {0}, fresh = {0};
    text *expected = calloc(1, sizeof *expected);
    ok(make(&k) && say_everything(&k, expected) && expected->n > 1000, "what one thread says");
    ok(in_threads(NULL, expected), "%d threads, each its own handles", THREADS);
    ok(make(&fresh) && in_threads(&fresh, expected), "%d threads share constant handles", THREADS);
    drop(&k), drop(&fresh);
    free(expected);
}

/* ---- a handle that is in use ---- */

typedef struct meeting {
    vv_sim *s;
    vv_sweep *w;
    vv_cfunc *f;
    vv_scratch *scratch;
    sem_t inside, done;
    bool asked;
} meeting;

static vv_next wait_within(void *data, double t, const double *q, const double *qd, double *u) {
    meeting *k = data;
    (void)t, (void)q, (void)qd;
    u[0] = 0;
    if (!k->asked) k->asked = true, sem_post(&k->inside), sem_wait(&k->done);
    return VV_GO_ON;
}

static bool is_busy(vv_status s) {
    return s == VV_E_USAGE && strstr(vv_diags_at(vv_error(), 0)->message, "under way") != NULL;
}

static int refusals(meeting *k) {
    double x[16] = {0};
    char *bytes;
    size_t n;
    vv_sim *other;
    vv_trajectory *r;
    vv_sim *s = k->s;
    const int which[] = {0};
    return is_busy(vv_sim_advance(s, 9, NULL)) + is_busy(vv_sim_step(s, 9, NULL)) +
           is_busy(vv_sim_set_state(s, 0, x, x, NULL)) + is_busy(vv_sim_reset(s)) +
           is_busy(vv_sim_set_parameters(s, 1, which, x)) + is_busy(vv_sim_set_inputs(s, x)) +
           is_busy(vv_sim_input_table(s, 0, 0, 1, x, x)) + is_busy(vv_sim_input_text(s, 0, "t")) +
           is_busy(vv_sim_control(s, 1, NULL, NULL)) +
           is_busy(vv_sim_event(s, "x", 0, NULL, NULL, NULL)) + is_busy(vv_sim_at(s, 0, 0, x)) +
           is_busy(vv_sim_row(s, 0, x)) + is_busy(vv_sim_account(s, "text", &bytes)) +
           is_busy(vv_sim_save(s, &bytes, &n)) + is_busy(vv_sim_restore(s, "", 0)) +
           is_busy(vv_sim_copy(s, &other)) + is_busy(vv_sim_record(s, &r)) +
           (isnan(vv_sim_audit(s, NULL)) && is_busy(VV_E_USAGE));
}

static void *advance_alone(void *data) {
    meeting *k = data;
    return vv_sim_advance(k->s, 0.3, NULL) == VV_OK ? data : NULL;
}

static void busy_simulation(void) {
    shared k = {0};
    meeting here = {0};
    pthread_t thread;
    void *fine = NULL;
    double q[2], qd[2];
    sem_init(&here.inside, 0, 0), sem_init(&here.done, 0, 0);
    ok(make(&k) && !vv_sim_new(k.m, NULL, &here.s) &&
           !vv_sim_control(here.s, 0.1, wait_within, &here),
       "a simulation with a law");
    pthread_create(&thread, NULL, advance_alone, &here);
    sem_wait(&here.inside);
    is_int(refusals(&here), 18, "every call is refused while another is under way");
    sem_post(&here.done);
    pthread_join(thread, &fine);
    vv_sim_state(here.s, q, qd);
    ok(fine && vv_sim_time(here.s) == 0.3 && vv_sim_advance(here.s, 0.4, NULL) == VV_OK &&
           isfinite(q[0]),
       "which goes on as if nothing had happened");
    vv_sim_free(here.s), drop(&k);
    sem_destroy(&here.inside), sem_destroy(&here.done);
}

/* Both try all the time: each call either has the handle for itself or is refused. */
typedef struct rival {
    meeting *k;
    int done, refused, others;
} rival;

static void count(rival *r, vv_status s) {
    r->done += s == VV_OK, r->refused += s == VV_E_USAGE;
    r->others += s != VV_OK && s != VV_E_USAGE;
}

static void *compete(void *data) {
    rival *r = data;
    double x[4] = {0.1, 0.2, 0, 0}, out[NOUT], row[2 * 16];
    uint8_t status[2];
    for (int i = 0; i < 300; i++) {
        count(r, vv_sim_set_state(r->k->s, 0, x, x + 2, NULL));
        count(r, vv_sim_advance(r->k->s, 1e9, NULL) == VV_E_TIME ? VV_OK : VV_E_USAGE);
        if (i % 30 == 0) count(r, vv_sweep_run(r->k->w, 0, 2, row, status));
        vv_cfunc_eval(r->k->f, r->k->scratch, 0, x, NULL, NULL, out);
        r->done += isfinite(out[0]), r->refused += isnan(out[0]);
    }
    return NULL;
}

static void rivals(void) {
    static const char *const vary[] = {"l = 0.3:0.6:2"};
    shared k = {0};
    meeting here = {0};
    vv_options *o = vv_options_new();
    make(&k);
    vv_options_texts(o, "vary", 1, vary), vv_options_int(o, "threads", 1);
    ok(!vv_sweep_new(k.m, o, &here.w) && vv_sweep_width(here.w) <= 16, "a sweep");
    vv_options_real(o, "seconds", 1e-4);
    ok(!vv_sim_new(k.m, NULL, &here.s) && (here.f = k.f, here.scratch = vv_scratch_new(k.f, 1)),
       "a simulation and a scratch");
    vv_sim_free(here.s);
    here.s = NULL;
    while (!here.s && vv_sim_new(k.m, o, &here.s) == VV_E_TIME)
        vv_options_real(o, "seconds", 1e-2); /* a slow machine */
    vv_sim_control(here.s, 0.01, push, NULL);
    rival r[2] = {{&here, 0, 0, 0}, {&here, 0, 0, 0}};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++) pthread_create(&thread[i], NULL, compete, &r[i]);
    for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
    ok(r[0].done && r[1].done && !r[0].others && !r[1].others,
       "rivals: %d and %d calls, %d refused", r[0].done, r[1].done, r[0].refused + r[1].refused);
    double q[2], qd[2], x[4] = {0.1, 0.2, 0, 0};
    vv_status s = vv_sim_set_state(here.s, 0, x, x + 2, NULL);
    vv_sim_state(here.s, q, qd);
    ok(s == VV_OK && q[0] == 0.1 && q[1] == 0.2 && qd[0] == 0, "the handle is whole afterwards");
    vv_scratch_free(here.scratch), vv_sweep_free(here.w), vv_sim_free(here.s);
    drop(&k), vv_options_free(o);
}

int main(void) {
    own_and_shared();
    busy_simulation();
    rivals();
    return done_testing();
}
