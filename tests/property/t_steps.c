/* Derivations written out: every method of the table records its steps and its law; what is
 * shown is proved; and a fault injected in a step is detected. */
#include "equations/derivation.h"

#include "model_file.h"
#include "report/report.h"
#include "tap.h"

static const vv_steps_verdict *verdict(vv_ctx *c, const vv_system *s, const vv_equations *e) {
    vv_simplify_options how = {.facts = &s->facts};
    int number = 0;
    return vv_report_steps(vv_document_new(c, "derive", NULL), e, &number, &how, 400);
}

static bool load(vv_ctx *c, const char *path, const char *text, vv_tree *t, vv_model *m,
                 vv_system *s) {
    return text && vv_parse(c, path, text, strlen(text), t) == VV_OK &&
           vv_model_build(c, t, 0, NULL, m) == VV_OK && vv_system_build(c, m, s) == VV_OK;
}

/* Injects a fault in one step of each kind in turn. */
static void faults(vv_ctx *c, const vv_system *s, const vv_equations *e) {
    bool done[VV_DERIVATION_RATE + 1] = {false};
    for (int i = 0; i < e->steps->n; i++) {
        vv_derivation_step *k = &e->steps->step[i];
        if (done[k->kind] || (k->kind != VV_DERIVATION_PARTIAL && k->kind != VV_DERIVATION_RATE) ||
            vv_is_zero(k->value))
            continue;
        done[k->kind] = true;
        vv_expr sound = k->value;
        k->value = vv_scale(c, vv_rat_int(2), sound);
        const vv_steps_verdict *v = verdict(c, s, e);
        ok(v && v->proof.verdict == VV_REFUTED, "%s: a fault in a %s is seen", e->method,
           k->kind == VV_DERIVATION_PARTIAL ? "derivative" : "rate");
        k->value = sound;
    }
}

static void one_model(const char *path, bool spoil) {
    vv_ctx *c = vv_ctx_new(NULL);
    char *text = file_text(path);
    vv_tree tree;
    vv_model model;
    vv_system s;
    if (!load(c, path, text, &tree, &model, &s)) {
        fail("%s is understood", path);
        return;
    }
    for (int i = 0; i < vv_formalism_count(); i++) {
        const vv_formalism *f = vv_formalism_at(i);
        vv_equations e;
        const char *why;
        if (vv_formalism_run(c, f, &s, &e, &why) != VV_OK) continue;
        ok(e.steps && e.steps->law, "%s: %s says what its equations are", path, f->name);
        if (!e.steps || !e.steps->n) continue;
        const vv_steps_verdict *v = verdict(c, &s, &e);
        ok(v && v->proof.verdict == VV_PROVED, "%s: the steps of %s are proved", path, f->name);
        if (spoil) faults(c, &s, &e);
    }
    free(text);
    vv_ctx_free(c);
}

int main(void) {
    static const char *const models[] = {"models/book/scissors.vv", "models/book/sphereplane.vv",
                                         "models/top.vv", "models/book/servoplate.vv"};
    one_model("models/book/hoop.vv", true);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) one_model(models[i], false);
    return done_testing();
}
