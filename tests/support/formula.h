/* Formulas as text, for tests below the language: sin(x)^2 + cos(x)^2 - 1, f(x, y), if(a < b, u,
 * v).
 *
 * Names are symbols created on first use; f, g, h with arguments are general functions; sin,
 * atan2, ... the operations of ops.def. A malformed formula aborts the test program. */
#ifndef VV_TESTS_SUPPORT_FORMULA_H
#define VV_TESTS_SUPPORT_FORMULA_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"

enum { FORMULA_NAMES = 64 };
typedef struct formulas {
    vv_ctx *c;
    const char *at;
    int nsymbols;
    vv_expr symbol[FORMULA_NAMES];
    int function[3][5]; /* f, g, h by number of arguments, + 1 */
} formulas;

static vv_expr formula_sum(formulas *f);

static inline vv_expr formula_symbol(formulas *f, const char *name) {
    for (int i = 0; i < f->nsymbols; i++) {
        const vv_symbol *s = vv_symbol_get(f->c, f->symbol[i]);
        if (s && !strcmp(s->name, name)) return f->symbol[i];
    }
    return f->symbol[f->nsymbols++] = vv_symbol_new(f->c, name, VV_SYM_PARAMETER);
}

static inline void formula_error(const formulas *f) {
    printf("Bail out! malformed formula at '%s'\n", f->at);
    exit(1);
}

static inline bool formula_take(formulas *f, char ch) {
    while (*f->at == ' ') f->at++;
    if (*f->at != ch) return false;
    f->at++;
    return true;
}

static inline vv_expr formula_call(formulas *f, const char *name) {
    vv_expr arg[8];
    int n = 0;
    bool condition = !strcmp(name, "if");
    do {
        arg[n++] = formula_sum(f);
        if (condition && n == 1 && formula_take(f, '<')) {
            vv_op op = formula_take(f, '=') ? VV_LESSEQ : VV_LESS;
            arg[0] = vv_call(f->c, op, 2, (vv_expr[]){arg[0], formula_sum(f)});
        }
    } while (formula_take(f, ','));
    if (!formula_take(f, ')')) formula_error(f);
    vv_op op;
    if (condition) return vv_call(f->c, VV_PIECEWISE, n, arg);
    if (vv_op_by_name(name, &op)) return vv_call(f->c, op, n, arg);
    int *made = &f->function[name[0] - 'f'][n];
    if (!*made) *made = 1 + vv_function_new(f->c, name, n);
    return vv_function_apply(f->c, *made - 1, NULL, arg);
}

static inline vv_expr formula_primary(formulas *f) {
    if (formula_take(f, '(')) {
        vv_expr e = formula_sum(f);
        if (!formula_take(f, ')')) formula_error(f);
        return e;
    }
    char name[32];
    size_t n = 0;
    while ((isalnum((unsigned char)*f->at) || *f->at == '.') && n < 31) name[n++] = *f->at++;
    name[n] = 0;
    if (n == 0) formula_error(f);
    vv_rat r;
    if (isdigit((unsigned char)name[0]))
        return vv_rat_parse(f->c, name, &r) ? vv_rational(f->c, r) : VV_POISON;
    if (!strcmp(name, "pi")) return vv_pi(f->c);
    return formula_take(f, '(') ? formula_call(f, name) : formula_symbol(f, name);
}

static inline vv_expr formula_power(formulas *f) {
    if (formula_take(f, '-')) return vv_neg(f->c, formula_power(f));
    vv_expr e = formula_primary(f);
    return formula_take(f, '^') ? vv_pow(f->c, e, formula_power(f)) : e;
}

static inline vv_expr formula_product(formulas *f) {
    vv_expr e = formula_power(f);
    for (;;) {
        if (formula_take(f, '*'))
            e = vv_mul(f->c, e, formula_power(f));
        else if (formula_take(f, '/'))
            e = vv_div(f->c, e, formula_power(f));
        else
            return e;
    }
}

static inline vv_expr formula_sum(formulas *f) {
    vv_expr e = formula_product(f);
    for (;;) {
        if (formula_take(f, '+'))
            e = vv_add(f->c, e, formula_product(f));
        else if (formula_take(f, '-'))
            e = vv_sub(f->c, e, formula_product(f));
        else
            return e;
    }
}

/* "left = right" gives the difference. */
static inline vv_expr formula(formulas *f, const char *text) {
    f->at = text;
    vv_expr e = formula_sum(f);
    if (formula_take(f, '=')) e = vv_sub(f->c, e, formula_sum(f));
    if (*f->at) formula_error(f);
    return e;
}

#endif
