/* Callbacks that come back to the handle which called them, and children that are forked while a
 * handle is in use: a status that says so, never a deadlock. */
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

#include <visviva/visviva.h>

#include "tap.h"

static const char CART[] =
    "parameter M = 1, m = 0.2, l = 0.5, g = 9.81\nassume M > 0, m > 0, l > 0\ncoordinate x, θ\n"
    "input F\npoint C = x*world.x, P = C + l*(sin(θ)*world.x - cos(θ)*world.z)\nmass M at C\n"
    "mass m at P\ngravity -g*world.z\nforce F*world.x at C\nstart θ = 1\nrun 1\n";
/* Large enough for the watch to be asked. */
static const char CHAIN[] =
    "parameter l = 1, m[1..8] = 1, g = 9.81\nassume l > 0\n"
    "coordinate θ[1..8]\n"
    "point P[i] = l*sum(sin(θ[j])*world.x - cos(θ[j])*world.z for j in 1..i) for i in 1..8\n"
    "mass m[i] at P[i] for i in 1..8\ngravity -g*world.z\n";

static bool told(const char *text) {
    const vv_diag *d = vv_diags_at(vv_error(), 0);
    bool found = d && strstr(d->message, text);
    if (!found) diag("%s", d ? d->message : "no reason");
    return found;
}

static vv_mechanism *load(const char *text, const vv_options *o) {
    vv_mechanism *m = NULL;
    if (vv_mechanism_load(text, strlen(text), o, &m) != VV_OK) told("(refused)"), exit(1);
    return m;
}

/* ---- a watch on equations that are being simplified ---- */

typedef struct visit {
    vv_eom *e;
    bool armed;
    int calls, refusals; /* of equations that are in use */
    int child;           /* exit status; -1: not forked  */
    bool forks;
} visit;

static bool is_refused(vv_status s, const char *text) {
    return s == VV_E_USAGE && vv_diags_status(vv_error()) == s && told(text);
}

static int refusals(vv_eom *e, const char *text) {
    const uint32_t *entry = NULL, node = 0;
    int rows, columns;
    char *out = NULL;
    return is_refused(vv_eom_matrix(e, "forcing", &rows, &columns, &entry), text) +
           is_refused(vv_eom_write(e, 1, &node, VV_SYNTAX_TEXT, &out), text) +
           (!vv_eom_node(e, 0, &rows, &entry, NULL) && is_refused(VV_E_USAGE, text));
}

static int in_child(vv_eom *e) {
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(60); /* a deadlock ends, too */
        int n = refusals(e, "forked");
        vv_eom_free(e);
        _exit(n);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int come_back(void *data, const char *what, double part) {
    visit *v = data;
    (void)what, (void)part;
    if (!v->armed || v->calls++) return v->armed;
    v->refusals = refusals(v->e, "callback");
    if (v->forks) v->child = in_child(v->e);
    return 1;
}

/* Asks until the watch is called. */
static vv_status ask(visit *v, vv_eom *e) {
    static const char *const quantity[] = {"mass_matrix", "forcing", "accelerations", "residuals"};
    const uint32_t *entry;
    int rows, columns;
    vv_status s = VV_OK;
    v->armed = true;
    for (int i = 0; i < 4 && s == VV_OK && !v->calls; i++)
        s = vv_eom_matrix(e, quantity[i], &rows, &columns, &entry);
    v->armed = false;
    return s;
}

static void equations(void) {
    visit v = {.child = -1, .forks = true};
    vv_options *o = vv_options_new();
    vv_mechanism *m = load(CHAIN, NULL);
    vv_options_watch(o, come_back, &v);
    ok(vv_eom_derive(m, "lagrange", o, &v.e) == VV_OK, "equations with a watch");
    vv_status s = ask(&v, v.e);
    ok(s == VV_E_INTERRUPTED && v.calls == 1, "the watch is asked, and stops: %d, %d", (int)s,
       v.calls);
    is_int(v.refusals, 3, "within it every call on the same equations is refused");
    is_int(v.child, 3, "and in a child that it forks");
    const uint32_t *entry = NULL;
    int rows = 0, columns = 0;
    ok(vv_eom_matrix(v.e, "mass_matrix", &rows, &columns, &entry) == VV_OK && rows == 8,
       "afterwards the handle is whole");
    vv_eom_free(v.e), vv_mechanism_free(m), vv_options_free(o);
}

/* ---- simulations, functions, sweeps in a child ---- */

typedef struct parent {
    vv_sim *s;
    sem_t inside, done;
    bool asked;
} parent;

static vv_next wait_within(void *data, double t, const double *q, const double *qd, double *u) {
    parent *p = data;
    (void)t, (void)q, (void)qd;
    u[0] = 0;
    if (!p->asked) p->asked = true, sem_post(&p->inside), sem_wait(&p->done);
    return VV_GO_ON;
}

static void *advance(void *data) {
    parent *p = data;
    return vv_sim_advance(p->s, 0.3, NULL) == VV_OK ? data : NULL;
}

static int exit_of(pid_t child) {
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The thread that advances does not exist in the child. */
static void busy_simulation(void) {
    parent p = {0};
    pthread_t thread;
    void *fine = NULL;
    vv_mechanism *m = load(CART, NULL);
    sem_init(&p.inside, 0, 0), sem_init(&p.done, 0, 0);
    ok(!vv_sim_new(m, NULL, &p.s) && !vv_sim_control(p.s, 0.1, wait_within, &p), "a simulation");
    pthread_create(&thread, NULL, advance, &p);
    sem_wait(&p.inside);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        vv_sim *own = NULL;
        alarm(60);
        bool good = is_refused(vv_sim_advance(p.s, 1, NULL), "under way") &&
                    vv_sim_new(m, NULL, &own) == VV_OK && vv_sim_advance(own, 1, NULL) == VV_OK;
        vv_sim_free(own);
        _exit(good ? 0 : 1);
    }
    is_int(exit_of(child), 0, "refuses in a child, where another one can be made");
    sem_post(&p.done);
    pthread_join(thread, &fine);
    ok(fine && vv_sim_time(p.s) == 0.3, "and goes on in the parent");
    vv_sim_free(p.s), vv_mechanism_free(m);
    sem_destroy(&p.inside), sem_destroy(&p.done);
}

/* Everything that stood idle goes on in the child, to the bit. */
static void idle_handles(void) {
    enum { N = 2000 };
    static const char *const output[] = {"accelerations"}, *const vary[] = {"l = 0.3:0.6:3"};
    static double x[N][4], here[2 * N], there[2 * N];
    const vv_strided none = {NULL, 0}, states = {x[0], 4};
    vv_mechanism *m = load(CART, NULL);
    vv_options *o = vv_options_new();
    vv_sim *s = NULL, *copy = NULL;
    vv_cfunc *f = NULL;
    vv_sweep *w = NULL;
    double rows[2][3 * 16], q[2], qd[2], p[2], pd[2];
    uint8_t status[3];
    vv_options_texts(o, "vary", 1, vary), vv_options_int(o, "threads", 2);
    for (int i = 0; i < N; i++) x[i][1] = 0.001 * i;
    ok(!vv_sim_new(m, NULL, &s) && !vv_sim_advance(s, 0.4, NULL) && !vv_sim_copy(s, &copy) &&
           !vv_cfunc_new(m, 1, output, NULL, &f) && !vv_sweep_new(m, o, &w) &&
           vv_sweep_width(w) <= 16 && !vv_sweep_run(w, 0, 3, rows[0], status),
       "idle handles");
    vv_scratch *scratch = vv_scratch_new(f, 2);
    vv_cfunc_many(f, scratch, N, none, states, none, none, here);
    vv_sim_advance(copy, 1, NULL), vv_sim_state(copy, q, qd);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        bool good = !vv_sim_advance(s, 1, NULL) && !vv_sweep_run(w, 0, 3, rows[1], status);
        vv_sim_state(s, p, pd);
        vv_cfunc_many(f, scratch, N, none, states, none, none, there);
        good &= !memcmp(p, q, sizeof p) && !memcmp(pd, qd, sizeof pd) &&
                !memcmp(here, there, sizeof here);
        size_t bytes = 3 * (size_t)vv_sweep_width(w) * sizeof **rows;
        good &= !memcmp(rows[0], rows[1], bytes);
        vv_scratch_free(scratch), vv_cfunc_free(f), vv_sweep_free(w);
        vv_sim_free(s), vv_sim_free(copy), vv_mechanism_free(m);
        _exit(good ? 0 : 1);
    }
    is_int(exit_of(child), 0, "go on in a child");
    vv_scratch_free(scratch), vv_cfunc_free(f), vv_sweep_free(w), vv_options_free(o);
    vv_sim_free(s), vv_sim_free(copy), vv_mechanism_free(m);
}

/* ---- states that are no numbers ---- */

static void not_a_number(void) {
    static const char *const output[] = {"accelerations", "d(accelerations, x)"};
    double x[2][4] = {{0, 1, 0, 0}, {0, 1, 0, 0}}, one[10], many[20];
    vv_mechanism *m = load(CART, NULL);
    vv_cfunc *f = NULL;
    vv_cfunc_new(m, 2, output, NULL, &f);
    vv_scratch *s = vv_scratch_new(f, 1);
    x[0][1] = (double)NAN;
    vv_cfunc_eval(f, s, 0, x[0], NULL, NULL, one);
    ok(isnan(one[0]) && isnan(one[9]), "a function of a NaN is NaN");
    vv_cfunc_many(f, s, 2, (vv_strided){NULL, 0}, (vv_strided){x[0], 4}, (vv_strided){NULL, 0},
                  (vv_strided){NULL, 0}, many);
    vv_cfunc_eval(f, s, 0, x[1], NULL, NULL, one);
    ok(isnan(many[0]) && !memcmp(many + 10, one, sizeof one) && isfinite(one[0]),
       "which touches no other state");
    vv_scratch_free(s), vv_cfunc_free(f), vv_mechanism_free(m);
}

int main(void) {
    equations();
    busy_simulation();
    idle_handles();
    not_a_number();
    return done_testing();
}
