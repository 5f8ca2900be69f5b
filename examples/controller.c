/* A cart keeps a pendulum upright: the caller's own control loop at 1 kHz; Ctrl-C ends it. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <visviva/visviva.h>

/* clang-format off */
static const char MODEL[] =
    "parameter M = 1 [kg], m = 0.2 [kg], l = 0.5 [m], g = 9.81 [m/s^2]\n"
    "coordinate x [m], θ [rad]\n"
    "input F [N]\n"
    "point C = x*world.x, P = C + l*(sin(θ)*world.x - cos(θ)*world.z)\n"
    "mass M at C\n"
    "mass m at P\n"
    "gravity -g*world.z\n"
    "force F*world.x at C\n"
    "start θ = 170 [deg]\n"
    "when abs(x) > 2 then stop\n";
/* clang-format on */

static volatile sig_atomic_t stopped;
static void on_signal(int n) {
    (void)n;
    stopped = 1;
}
static int watch(void *data, const char *what, double part) {
    (void)data, (void)what, (void)part;
    return stopped;
}

int main(void) {
    const double PI = 3.14159265358979324, K[4] = {1, -32, 2.2, -6}, dt = 1e-3;
    vv_mechanism *m = NULL;
    vv_sim *sim = NULL;
    vv_options *o = vv_options_new();
    vv_reason why = VV_REACHED;
    vv_status s = o ? vv_options_watch(o, watch, NULL) : VV_E_NOMEM;
    signal(SIGINT, on_signal);
    if (s == VV_OK) s = vv_mechanism_load(MODEL, strlen(MODEL), NULL, &m);
    if (s == VV_OK) s = vv_sim_new(m, o, &sim);
    for (int k = 0; s == VV_OK && why == VV_REACHED && k < 20000; k++) {
        double q[2], qd[2], u;
        vv_sim_state(sim, q,
                     qd); /* with a real machine: measure, and vv_sim_set_state tells the model */
        u = K[0] * q[0] + K[1] * (q[1] - PI) + K[2] * qd[0] + K[3] * qd[1];
        s = vv_sim_set_inputs(sim, &u);
        if (s == VV_OK) s = vv_sim_advance(sim, (k + 1) * dt, &why);
        if (k % 2000 == 0)
            printf("%7.3f %9.5f %9.5f %8.4f\n", vv_sim_time(sim), q[0], q[1] - PI, u);
    }
    char *text = NULL;
    if (s != VV_OK && vv_diags_write(vv_error(), "text", &text) == VV_OK) fputs(text, stderr);
    if (s == VV_OK) printf("audit %.2g\n", vv_sim_audit(sim, NULL));
    vv_release(text), vv_sim_free(sim), vv_mechanism_free(m), vv_options_free(o);
    return s != VV_OK;
}
