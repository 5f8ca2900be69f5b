/* Outcomes, lists of diagnostics, options and words, through the public header only. */
#include <pthread.h>

#include <visviva/visviva.h>

#include "tap.h"

/* The first reason of the last failure contains this text. */
static bool told(const char *text) {
    const vv_diag *d = vv_diags_at(vv_error(), 0);
    bool found = d && (strstr(d->message, text) || (d->hint && strstr(d->hint, text)));
    if (!found) diag("%s (%s)", d ? d->message : "no reason", d && d->hint ? d->hint : "");
    return found;
}

static bool refused(vv_status s, const char *text) {
    return s == VV_E_USAGE && vv_diags_status(vv_error()) == VV_E_USAGE && told(text);
}

static void options(void) {
    static const double x[] = {1, 2};
    static const char *const texts[] = {"a", "b"}, *const hole[] = {"a", NULL};
    const double zero = 0;
    vv_options *o = vv_options_new();
    ok(vv_options_real(o, "tolerance", 1e-9) == VV_OK, "a number");
    ok(vv_options_int(o, "seed", 3) == VV_OK && vv_options_int(o, "until", 3) == VV_OK,
       "a whole number, also where any number may stand");
    ok(vv_options_text(o, "integrator", "taylor") == VV_OK, "a text");
    ok(vv_options_text(o, "by", "appell") == VV_OK, "a text for a list of one");
    ok(vv_options_text(o, "by", NULL) == VV_OK, "unset");
    ok(vv_options_reals(o, "at", 2, x) == VV_OK, "numbers");
    ok(vv_options_texts(o, "vary", 2, texts) == VV_OK, "texts");
    ok(vv_options_texts(o, "vary", 0, NULL) == VV_OK, "no texts");
    ok(refused(vv_options_real(o, "tolerence", 1), "tolerance"),
       "a misspelt key names the nearest");
    ok(refused(vv_options_real(o, "integrator", 1), "takes a text"), "a wrong type");
    ok(refused(vv_options_text(o, "seed", "x"), "takes a whole number"), "another wrong type");
    ok(refused(vv_options_reals(o, "at", 2, NULL), "no such array"), "a missing array");
    ok(refused(vv_options_texts(o, "vary", 2, hole), "text 1 is NULL"), "a missing text");
    ok(refused(vv_options_texts(o, "file", 2, texts), "one text"), "too many texts");
    ok(refused(vv_options_real(NULL, "seed", 1), "NULL"), "no bag");
    ok(refused(vv_options_real(o, NULL, 1), "NULL"), "no key");
    ok(refused(vv_options_int(o, "members", -3), "not negative"), "a negative count");
    ok(vv_options_int(o, "seed", -3) == VV_OK && vv_options_int(o, "xlim", -3) != VV_OK,
       "seeds may be negative");
    ok(refused(vv_options_real(o, "until", 0.0 / zero), "NaN"), "NaN");
    ok(refused(vv_options_watch(NULL, NULL, NULL), "NULL"), "no bag to watch");
    vv_options_free(o), vv_options_free(NULL);
}

static void words(void) {
    static const char *const table[] = {"methods", "topics",  "integrators", "options",   "formats",
                                        "outputs", "exports", "libraries",   "quantities"};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const char *text = NULL, *name = vv_word(table[i], 0, &text);
        int n = 0;
        while (vv_word(table[i], n, NULL)) n++;
        ok(name && *name && text && *text && n > 0, "%s: %d", table[i], n);
        ok(!vv_word(table[i], -1, NULL) && !vv_word(table[i], n, &text), "ends");
    }
    ok(!vv_word("nothing", 0, NULL) && !vv_word(NULL, 0, NULL), "no such table");
    ok(!strcmp(vv_version(), VISVIVA_VERSION) && vv_version_number() == VISVIVA_VERSION_NUMBER,
       "header and library have one version");
}

static const char WRONG[] = "coordinate θ\nkinetic energy m*φ'^2/2\n";

static void diagnostics(void) {
    vv_mechanism *m = NULL;
    char *text = NULL;
    vv_options *o = vv_options_new();
    vv_options_text(o, "file", "wrong.vv");
    ok(vv_mechanism_load(WRONG, strlen(WRONG), o, &m) == VV_E_MODEL && !m, "a model with errors");
    vv_options_free(o);
    const vv_diags *d = vv_error();
    const vv_diag *first = vv_diags_at(d, 0);
    ok(vv_diags_status(d) == VV_E_MODEL && vv_diags_count(d) >= 1 && first->severity == VV_ERROR &&
           first->span.begin < first->span.end,
       "its reasons, with places");
    ok(!vv_diags_at(d, -1) && !vv_diags_at(d, vv_diags_count(d)), "no more");
    ok(vv_diags_write(d, "text", &text) == VV_OK && strstr(text, "wrong.vv:2:") &&
           strstr(text, "kinetic energy m*φ'^2/2") && strstr(text, "^"),
       "as text");
    vv_release(text);
    ok(vv_diags_write(d, "colour", &text) == VV_OK && strstr(text, "\033[1m"), "in colour");
    vv_release(text);
    ok(vv_diags_write(d, "json", &text) == VV_OK && strstr(text, "\"line\": 2"), "as JSON");
    vv_release(text);
    ok(vv_diags_status(vv_error()) == VV_E_MODEL, "writing them has not replaced them");
    ok(refused(vv_diags_write(d, "jsn", &text), "json") && !text, "an unknown form");
    ok(refused(vv_diags_write(NULL, "text", &text), "NULL"), "no list");
    ok(vv_diags_count(NULL) == 0 && !vv_diags_at(NULL, 0) && vv_diags_status(NULL) == VV_OK,
       "no list is empty");
    vv_release(NULL);
}

/* Sentences of the engine name the options of the command; here they name the keys. */
static void keys_in_sentences(void) {
    static const char FREE[] = "coordinate x\nkinetic energy x'^2/2\nstart x = 1\n";
    vv_mechanism *m = NULL;
    vv_sweep *w = NULL;
    vv_sim *s = NULL;
    vv_options *o = vv_options_new();
    const char *const vary = "x=0:1:3", *const nothing = "a";
    vv_mechanism_load(FREE, strlen(FREE), NULL, &m);
    vv_options_texts(o, "vary", 1, &vary);
    ok(vv_sweep_new(m, o, &w) == VV_E_MODEL && told("write run 20 [s] in the model, or until = 20"),
       "an option with a value");
    vv_options_texts(o, "sensitivities", 1, &nothing);
    ok(vv_sim_new(m, o, &s) == VV_E_MODEL && told("sensitivities = m, or"),
       "an option of another name");
    vv_options_free(o), vv_mechanism_free(m);
}

static void *other_thread(void *fresh) {
    vv_mechanism *m;
    *(bool *)fresh = vv_diags_status(vv_error()) == VV_OK && vv_diags_count(vv_error()) == 0;
    vv_mechanism_load("x", 1, NULL, &m);
    *(bool *)fresh &= vv_diags_status(vv_error()) == VV_E_MODEL;
    return NULL;
}

static void threads(void) {
    pthread_t t;
    bool fresh = false;
    vv_mechanism *m;
    vv_mechanism_load(NULL, 0, NULL, &m);
    pthread_create(&t, NULL, other_thread, &fresh);
    pthread_join(t, NULL);
    ok(fresh && vv_diags_status(vv_error()) == VV_E_USAGE, "each thread has its own list");
}

int main(void) {
    options();
    words();
    diagnostics();
    keys_in_sentences();
    threads();
    return done_testing();
}
