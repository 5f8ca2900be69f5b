#include "analysis/linear/linear_matrices.h"

#include "evaluate/tape/tape.h"
#include "evaluate/evaluate.h"

/* Values of the parameters, and of the numbers of a position found by a search. */
static bool known_values(vv_ctx *c, const vv_model *m, const vv_equilibrium *at,
                         vv_parameter_values *all) {
    vv_parameter_values f;
    if (vv_parameter_values_from_model(c, m, &f) != VV_OK) return false;
    *all = (vv_parameter_values){.n = f.n,
                                 .symbol = VV_ARRAY(c, vv_expr, f.n + at->nnumbers + 1),
                                 .value = VV_ARRAY(c, double, f.n + at->nnumbers + 1)};
    if (!all->symbol || !all->value) return false;
    for (int i = 0; i < f.n; i++) all->symbol[i] = f.symbol[i], all->value[i] = f.value[i];
    for (int i = 0; i < at->nnumbers; i++, all->n++) {
        all->symbol[all->n] = at->number[i].symbol;
        all->value[all->n] = vv_rat_double(at->number[i].at);
    }
    return true;
}

bool vv_linear_matrices_open(vv_ctx *c, const vv_study *study, const vv_linearized *m,
                             const vv_equilibrium *at, int nin, const vv_expr *in, int nmore,
                             const vv_expr *more, vv_linear_matrices *x, const char **why) {
    int square = m->n * m->n, all = 3 * square + nmore;
    vv_expr *e = VV_ARRAY(c, vv_expr, all + 1);
    double *out = VV_ARRAY(c, double, all + 1);
    vv_parameter_values f;
    *why = NULL;
    if (!e || !out || !known_values(c, study->s->m, at, &f)) return false;
    for (int i = 0; i < square; i++) {
        e[i] = m->M[i], e[square + i] = m->G[i], e[2 * square + i] = m->K[i];
        if (at->nnumbers && (vv_depends(c, m->M[i], nin, in) || vv_depends(c, m->G[i], nin, in) ||
                             vv_depends(c, m->K[i], nin, in)))
            *why =
                "the equilibrium is known only numerically, for the parameter values of the model";
    }
    if (*why) return false;
    for (int i = 0; i < nmore; i++) e[3 * square + i] = more[i];
    vv_tape_plan plan = {.nin = nin,
                         .in = in,
                         .nfixed = f.n,
                         .fixed = f.symbol,
                         .value = f.value,
                         .nout = all,
                         .out = e};
    const char *missing = NULL;
    vv_tape *t = vv_tape_build(c, &plan, &missing);
    if (!t && vv_ctx_status(c) == VV_E_BEYOND) {
        vv_ctx_clear_failure(c);
        *why = missing ? missing : "something has no value";
    }
    double *scratch = t ? VV_ARRAY(c, double, t->nslots + 1) : NULL;
    if (!scratch) return false;
    vv_tape_prepare(t, scratch);
    *x = (vv_linear_matrices){
        m->n, t, scratch, out, out + square, out + 2 * square, out + 3 * square};
    return true;
}

void vv_linear_matrices_evaluate(const vv_linear_matrices *x, const double *in) {
    vv_tape_run(x->tape, in, x->M, x->scratch);
}

void vv_linear_put_eigenvalues(vv_document *d, int n, const double *re, const double *im) {
    double *x = VV_MATRIX(d->c, double, n, 2);
    if (!x) return;
    for (int i = 0; i < n; i++) x[2 * i] = re[i], x[2 * i + 1] = im[i];
    vv_document_matrix(d, "eigenvalues", n, 2, NULL, x, NULL);
}
