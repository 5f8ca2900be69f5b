/* Interpreter and JIT-compiled code agree bit for bit on the tapes of all models, by every
 * method that applies, at random states; single states and batches. */
#include <math.h>

#include "api/mechanism.h"
#include "evaluate/tape/interpret.h"
#include "evaluate/jit/jit.h"
#include "evaluate/equation_tapes.h"
#include "model_file.h"
#include "tap.h"
#include "api/command.h"

static bool same(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static double uniform(double low, double high) {
    return low + (high - low) * (double)(random_bits() >> 11) * 0x1p-53;
}

static bool identical(vv_ctx *c, const vv_tape *t, int lanes) {
    vv_mark mark = vv_arena_mark(c);
    vv_jit *m = vv_jit_build(c, t, lanes);
    double *in = VV_ARRAY(c, double, t->nin *lanes), *out = VV_ARRAY(c, double, t->nout *lanes + 1),
           *scratch = VV_ARRAY(c, double, m->nscratch + 1), *x = VV_ARRAY(c, double, t->nin),
           *y = VV_ARRAY(c, double, t->nout + 1), *s = VV_ARRAY(c, double, t->nslots + 1);
    bool equal = true;
    vv_jit_prepare(m, scratch);
    vv_tape_prepare(t, s);
    for (int i = 0; i < t->nin * lanes; i++) in[i] = uniform(-1.5, 1.5);
    vv_jit_run(m, in, out, scratch);
    for (int l = 0; l < lanes; l++) {
        for (int i = 0; i < t->nin; i++) x[i] = in[i * lanes + l];
        vv_tape_run(t, x, y, s);
        for (int i = 0; i < t->nout; i++) equal &= same(y[i], out[i * lanes + l]);
    }
    vv_arena_release(c, mark);
    return equal;
}

/* Tapes of one method; returns how many could be made. */
static int compare(vv_ctx *c, const vv_command_mechanism *m, const vv_parameter_values *f,
                   const vv_equations *eq, bool *equal) {
    const char *why;
    vv_tape *tape[2] = {vv_rhs_tape(c, eq, &m->model, f, &why), NULL};
    if (tape[0]) tape[1] = vv_acceleration_tape(c, eq, &m->model, f, 0, NULL, &why);
    vv_ctx_clear_failure(c);
    for (int k = 0; tape[1] && k < 2; k++)
        for (int lanes = 1; lanes <= 8; lanes += lanes == 1 ? 3 : 4)
            for (long again = effort(2); again > 0; again--) *equal &= identical(c, tape[k], lanes);
    return tape[1] ? 2 : 0;
}

static int check(const char *path) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    char *text = file_text(path);
    bool equal = true;
    int tapes = 0;
    vv_parameter_values f;
    if (vv_command_load(c, path, text, strlen(text), 0, NULL, &m) == VV_OK) {
        vv_parameter_values_from_model(c, &m->model, &f);
        for (int i = 0; i < m->model.nparameters; i++)
            if (!m->model.parameter[i].has_value)
                vv_parameter_values_set(c, &m->model, &f,
                                        vv_symbol_get(c, m->model.parameter[i].symbol)->name,
                                        uniform(0.4, 1.2));
        for (int i = 0; i < vv_formalism_count(); i++) {
            vv_equations eq;
            const char *why;
            if (vv_formalism_run(c, vv_formalism_at(i), &m->system, &eq, &why) == VV_OK)
                tapes += compare(c, m, &f, &eq, &equal);
            vv_ctx_clear_failure(c);
        }
    }
    if (tapes) ok(equal, "%s: %d tapes, identical bits", path, tapes);
    vv_ctx_free(c);
    free(text);
    return tapes;
}

int main(void) {
    seed_random(0xe7a1);
    char *path[MOST_MODELS];
    int n = model_files(path), tapes = 0;
    for (int i = 0; i < n; i++) {
        tapes += check(path[i]);
        free(path[i]);
    }
    ok(tapes > 200, "%d tapes in all", tapes);
    return done_testing();
}
