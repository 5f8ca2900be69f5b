/* Loading: budgets, watches, failures. */
#include <visviva/visviva.h>

#include "tap.h"

static const char PENDULUM[] =
    "system \"Pendulum\"\nparameter m = 1 [kg], l = 0.5 [m], g = 9.81 [m/s^2]\n"
    "coordinate θ [rad]\npoint P = l*(sin(θ)*world.x - cos(θ)*world.z)\n"
    "mass m at P\ngravity -g*world.z\n";

static vv_status load_with(const vv_options *o, vv_mechanism **m) {
    return vv_mechanism_load(PENDULUM, strlen(PENDULUM), o, m);
}

static void loading(void) {
    vv_mechanism *m = NULL;
    char text[sizeof PENDULUM];
    memcpy(text, PENDULUM, sizeof text);
    ok(vv_mechanism_load(text, strlen(text), NULL, &m) == VV_OK && m, "loads");
    memset(text, 'x', sizeof text - 1);
    ok(strstr(vv_mechanism_text(m), "Pendulum"), "the text is its own");
    ok(vv_diags_count(vv_mechanism_diags(m)) == 0, "no notes");
    vv_mechanism_free(m), vv_mechanism_free(NULL);
    ok(vv_mechanism_load(NULL, 0, NULL, &m) == VV_E_USAGE && !m, "no text");
    ok(vv_mechanism_load("x", 1, NULL, NULL) == VV_E_USAGE, "nowhere to put it");
    ok(vv_diags_count(vv_mechanism_diags(NULL)) == 0 && !*vv_mechanism_text(NULL), "no mechanism");
}

static int stop(void *data, const char *what, double part) {
    (void)what, (void)part;
    return ++*(int *)data > 0;
}

static void budgets(void) {
    vv_mechanism *m = NULL;
    vv_options *o = vv_options_new();
    int asked = 0;
    vv_options_int(o, "memory", 100000);
    ok(load_with(o, &m) == VV_E_NOMEM && !m, "too little memory");
    ok(vv_diags_status(vv_error()) == VV_E_NOMEM && vv_diags_count(vv_error()) == 1, "told");
    vv_options_int(o, "memory", 0);
    ok(load_with(o, &m) == VV_OK, "enough");
    vv_mechanism_free(m);
    vv_options_watch(o, stop, &asked);
    vv_status s = load_with(o, &m);
    ok(s == VV_OK ? !asked : s == VV_E_INTERRUPTED && asked, "a watch (asked %d)", asked);
    if (s == VV_OK) vv_mechanism_free(m);
    vv_options_free(o);
}

int main(void) {
    loading();
    budgets();
    return done_testing();
}
