/* A ball on a table whose height a function gives: a callback at each contact turns the velocity
 * round and counts, until the ball rests. */
#include <stdio.h>
#include <string.h>
#include <visviva/visviva.h>

/* clang-format off */
static const char MODEL[] = "parameter m = 0.1 [kg], g = 9.81 [m/s^2]\n"
                            "coordinate z [m]\n"
                            "point P = z*world.z\n"
                            "mass m at P\n"
                            "gravity -g*world.z\n"
                            "start z = 1\n";
/* clang-format on */

typedef struct table {
    double height, restitution;
    int bounces;
} table;

static double gap(void *data, double t, const double *q, const double *qd) {
    const table *own = data;
    (void)t, (void)qd;
    return q[0] - own->height;
}

static vv_next bounce(void *data, vv_sim *s, int event, double t) {
    table *own = data;
    double q, qd;
    (void)event;
    vv_sim_state(s, &q, &qd);
    if (qd > -0.1) return VV_STOP_HERE;
    qd = -own->restitution * qd;
    own->bounces++;
    printf("%8.5f s: leaves with %7.4f m/s\n", t, qd);
    return vv_sim_set_state(s, t, &q, &qd, NULL) == VV_OK ? VV_GO_ON : VV_GIVE_UP;
}

int main(void) {
    table own = {.height = 0.25, .restitution = 0.7, .bounces = 0};
    vv_mechanism *m = NULL;
    vv_sim *sim = NULL;
    vv_reason why = VV_REACHED;
    vv_options *o = vv_options_new();
    /* free flight is one step of any length: a function is looked at eight times in a step */
    vv_status s = o ? vv_options_real(o, "max_step", 0.1) : VV_E_NOMEM;
    if (s == VV_OK) s = vv_mechanism_load(MODEL, strlen(MODEL), NULL, &m);
    if (s == VV_OK) s = vv_sim_new(m, o, &sim);
    if (s == VV_OK) s = vv_sim_root(sim, gap, -1, bounce, &own, NULL);
    if (s == VV_OK) s = vv_sim_advance(sim, 10, &why);
    if (s == VV_OK && why == VV_AT_EVENT)
        printf("rests at %.5f s after %d bounces\n", vv_sim_time(sim), own.bounces);
    char *text = NULL;
    if (s != VV_OK && vv_diags_write(vv_error(), "text", &text) == VV_OK) fputs(text, stderr);
    vv_release(text), vv_sim_free(sim), vv_mechanism_free(m), vv_options_free(o);
    return s != VV_OK;
}
