#include "analysis/solve/solution_cases.h"

#include <string.h>

#include "algebra/algebra.h"

enum { MOST_CASES = 400 };

vv_solution_cases *vv_solution_cases_begin(vv_ctx *c) {
    if (!vv_proof_is_recorded(c)) return NULL;
    vv_solution_cases *all = VV_NEW(c, vv_solution_cases);
    if (!all) return NULL;
    *all = (vv_solution_cases){.c = c, .list = VV_ARRAY(c, vv_solution_case, MOST_CASES)};
    return all->list ? all : NULL;
}

vv_expr vv_solution_cases_state(vv_solution_cases *all, vv_expr e) {
    if (!all || all->failed) return e;
    e = vv_factored(all->c, e);
    if (all->nequations == VV_SOLUTION_CASES_EQUATIONS)
        all->failed = true;
    else
        all->equation[all->nequations++] = e;
    return e;
}

int vv_solution_cases_add(vv_solution_cases *all, int parent, int unknown, vv_expr value) {
    if (!all || all->failed) return 0;
    if (all->n == MOST_CASES) {
        all->failed = true;
        return 0;
    }
    all->list[all->n] = (vv_solution_case){
        .parent = parent, .unknown = unknown, .value = value, .of = VV_ZERO, .rest = VV_ZERO};
    return all->n++;
}

void vv_solution_cases_fail(vv_solution_cases *all) {
    if (all) all->failed = true;
}

static void close_case(vv_solution_cases *all, int at, vv_case_end end, vv_expr of, vv_expr rest) {
    vv_solution_case *one = &all->list[at];
    all->failed |= one->end != VV_CASE_OPEN;
    one->end = end, one->of = of, one->rest = rest;
}

void vv_solution_cases_solve(vv_solution_cases *all, int at) {
    if (all && !all->failed) close_case(all, at, VV_CASE_SOLVED, VV_ZERO, VV_ZERO);
}

void vv_solution_cases_split(vv_solution_cases *all, int at, vv_expr of, vv_expr whole, int n,
                             const vv_expr *factor) {
    vv_factors f;
    if (!all || all->failed) return;
    if (!vv_factorise(all->c, whole, &f)) {
        all->failed = true;
        return;
    }
    vv_expr rest = vv_rational(all->c, f.number);
    int found = 0;
    for (int i = 0; i < f.n; i++) {
        int power = f.power[i];
        for (int k = 0; k < n; k++)
            if (vv_same(factor[k], f.factor[i])) power--, found++;
        all->failed |= power > 0 && power < f.power[i]; /* a square */
        rest = vv_mul(all->c, rest, vv_pow_int(all->c, f.factor[i], power));
    }
    all->failed |= found != n;
    close_case(all, at, VV_CASE_SPLIT, of, rest);
}

void vv_solution_cases_line(vv_solution_cases *all, int at, vv_expr f, vv_expr a) {
    if (all && !all->failed) close_case(all, at, VV_CASE_SPLIT, f, a);
}

void vv_solution_cases_angle(vv_solution_cases *all, int at, vv_expr f, vv_expr x) {
    if (!all || all->failed) return;
    vv_ctx *c = all->c;
    vv_expr slope[3] = {vv_diff(c, f, x)};
    for (int i = 1; i < 3; i++) slope[i] = vv_diff(c, slope[i - 1], x);
    vv_expr size =
        vv_factored(c, vv_add(c, vv_pow_int(c, slope[0], 2), vv_pow_int(c, slope[1], 2)));
    all->failed |=
        !vv_vanishes(c, NULL, vv_add(c, slope[0], slope[2])) || vv_depends(c, size, 1, &x);
    close_case(all, at, VV_CASE_ANGLE, f, size);
}

bool vv_solution_cases_put(const vv_solution_cases *all, struct vv_proof_record *r) {
    if (!all || all->failed || !r) return false;
    vv_ctx *c = all->c;
    static const char *const key[] = {"parent", "known", "end", "given", "splits", "rest"};
    for (int i = 0; i < 6; i++) {
        vv_expr *e = VV_ARRAY(c, vv_expr, all->n + 1);
        for (int k = 0; e && k < all->n; k++) {
            const vv_solution_case *x = &all->list[k];
            const vv_expr entry[] = {vv_int(c, x->parent),
                                     vv_int(c, x->unknown),
                                     vv_int(c, (int)x->end),
                                     x->value,
                                     x->of,
                                     x->rest};
            if (x->end == VV_CASE_OPEN) return false;
            e[k] = entry[i];
        }
        if (!e) return false;
        vv_proof_record_list(r, key[i], all->n, e);
    }
    vv_proof_record_list(r, "equation", all->nequations, all->equation);
    return vv_ctx_ok(c);
}
