#include "api/sweep_design.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* ---- random numbers ------------------------------------------------------------------------- */

void vv_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    enum { ROUNDS = 10 };
    uint32_t x[4] = {counter[0], counter[1], counter[2], counter[3]}, k[2] = {key[0], key[1]};
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t p = (uint64_t)0xd2511f53 * x[0], q = (uint64_t)0xcd9e8d57 * x[2];
        uint32_t next[4] = {(uint32_t)(q >> 32) ^ x[1] ^ k[0], (uint32_t)q,
                            (uint32_t)(p >> 32) ^ x[3] ^ k[1], (uint32_t)p};
        memcpy(x, next, sizeof x);
        k[0] += 0x9e3779b9, k[1] += 0xbb67ae85;
    }
    memcpy(out, x, sizeof x);
}

/* In (0, 1), with 53 bits. */
static double fraction(uint32_t high, uint32_t low) {
    uint64_t bits = ((uint64_t)high << 32 | low) >> 11;
    return ((double)bits + 0.5) * 0x1p-53;
}

/* A normal deviate [BoxMuller1958]. */
static double normal(double u, double v) {
    static const double PI = 3.14159265358979323846;
    return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

/* ---- values --------------------------------------------------------------------------------- */

static bool is_random(const vv_sweep_variable *v) {
    return v->kind == VV_SWEEP_NORMAL || v->kind == VV_SWEEP_UNIFORM;
}

/* The first variable varies slowest. */
static long place(const vv_sweep_design *v, int k, long member) {
    long g = member / v->draws;
    for (int i = v->n - 1; i > k; i--) g /= v->vary[i].n;
    return g % v->vary[k].n;
}

double vv_sweep_design_value(const vv_sweep_design *v, int k, long member) {
    const vv_sweep_variable *y = &v->vary[k];
    if (y->kind == VV_SWEEP_GIVEN) return y->list[member];
    if (y->kind == VV_SWEEP_LIST) return y->list[place(v, k, member)];
    if (y->kind == VV_SWEEP_GRID) {
        long i = place(v, k, member), last = y->n - 1;
        if (i == 0 || i == last) return i ? y->b : y->a;
        return ((double)(last - i) * y->a + (double)i * y->b) / (double)last;
    }
    uint32_t counter[4] = {(uint32_t)member, (uint32_t)((uint64_t)member >> 32), (uint32_t)k, 0},
             key[2] = {(uint32_t)v->seed, (uint32_t)(v->seed >> 32)}, r[4];
    vv_philox(counter, key, r);
    double u = fraction(r[0], r[1]);
    if (y->kind == VV_SWEEP_UNIFORM) return y->a + (y->b - y->a) * u;
    return y->a + y->b * normal(u, fraction(r[2], r[3]));
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool number(const char **at, double *out) {
    char *end;
    while (**at == ' ') ++*at;
    *out = strtod(*at, &end);
    bool good = end > *at && isfinite(*out);
    *at = end;
    while (**at == ' ') ++*at;
    return good;
}

static bool sign(const char **at, char c) { return **at == c && *(*at)++; }

static bool read_pair(const char *at, vv_sweep_variable *v) {
    return number(&at, &v->a) && sign(&at, ',') && number(&at, &v->b) && sign(&at, ')') && !*at;
}

static bool read_grid(const char *at, vv_sweep_variable *v) {
    double points;
    if (!number(&at, &v->a) || !sign(&at, ':') || !number(&at, &v->b) || !sign(&at, ':') ||
        !number(&at, &points) || *at || !(points >= 1) || !(points < 1e15) ||
        points != floor(points) || (points < 2 && v->a != v->b))
        return false;
    v->n = (long)points;
    return true;
}

static bool read_list(vv_ctx *c, const char *at, vv_sweep_variable *v) {
    long n = 1;
    for (const char *p = at; *p; p++) n += *p == ',';
    v->list = VV_ARRAY(c, double, n);
    for (v->n = 0; v->list && v->n < n; v->n++)
        if ((v->n && !sign(&at, ',')) || !number(&at, &v->list[v->n])) return false;
    return v->list && !*at;
}

static bool read_values(vv_ctx *c, const char *at, vv_sweep_variable *v) {
    v->n = 1;
    while (*at == ' ') at++;
    if (!strncmp(at, "normal(", 7))
        return v->kind = VV_SWEEP_NORMAL, read_pair(at + 7, v) && v->b >= 0;
    if (!strncmp(at, "uniform(", 8))
        return v->kind = VV_SWEEP_UNIFORM, read_pair(at + 8, v) && v->a <= v->b;
    if (strchr(at, ':')) return v->kind = VV_SWEEP_GRID, read_grid(at, v);
    return v->kind = VV_SWEEP_LIST, read_list(c, at, v);
}

vv_expr vv_sweep_variable_find(vv_ctx *c, const vv_model *m, const char *name, bool *parameter) {
    *parameter = true;
    for (int i = 0; i < m->nparameters; i++)
        if (!strcmp(vv_symbol_get(c, m->parameter[i].symbol)->name, name))
            return m->parameter[i].symbol;
    *parameter = false;
    return vv_model_find_start(c, m, name);
}

static vv_status refuse(vv_ctx *c, const char *text, const char *why) {
    vv_diag_hint(c, vv_diag_add(c, VV_ERROR, VV_D_VARY, (vv_span){0}, "--vary %s: %s", text, why),
                 "write a=0.3:0.7:100, a=1,2,5, θ=normal(0.5,0.01) or x'=uniform(0,1)");
    return vv_ctx_fail(c, VV_E_USAGE);
}

/* θ1' = ...: the name in its canonical spelling, primes kept. */
static const char *name_of(vv_ctx *c, const char *text, size_t n) {
    while (n && text[n - 1] == ' ') n--;
    size_t letters = n;
    while (letters && text[letters - 1] == '\'') letters--;
    size_t index = 0;
    while (index < letters && text[index] != '[') index++;
    const char *name = index ? vv_name_canonical(c, text, index) : NULL;
    if (!name) return "";
    return vv_format(c, "%s%.*s", name, (int)(n - index), text + index);
}

/* The quantity of this name, not varied yet. */
static vv_status find_variable(vv_ctx *c, const vv_model *m, const char *text,
                               const vv_sweep_design *so_far, vv_sweep_variable *v) {
    if (!v->name) return vv_ctx_status(c);
    v->symbol = vv_sweep_variable_find(c, m, v->name, &v->parameter);
    if (!v->symbol.id)
        return refuse(c, text,
                      "the model has no parameter, coordinate, rate or speed of this name");
    for (int i = 0; i < so_far->n; i++)
        if (!strcmp(so_far->vary[i].name, v->name)) return refuse(c, text, "it is varied twice");
    return vv_ctx_status(c);
}

static vv_status read_one(vv_ctx *c, const vv_model *m, const char *text,
                          const vv_sweep_design *so_far, vv_sweep_variable *v) {
    const char *equals = strchr(text, '=');
    if (!equals) return refuse(c, text, "expected NAME=VALUES");
    v->name = name_of(c, text, (size_t)(equals - text));
    if (find_variable(c, m, text, so_far, v) != VV_OK) return vv_ctx_status(c);
    if (!read_values(c, equals + 1, v)) return refuse(c, text, "these are not values");
    return vv_ctx_status(c);
}

static vv_status take_given(vv_ctx *c, const vv_model *m, const vv_sweep_given *given,
                            const vv_sweep_design *so_far, vv_sweep_variable *v) {
    v->name = name_of(c, given->name, strlen(given->name));
    v->kind = VV_SWEEP_GIVEN, v->n = 1;
    v->list = VV_ARRAY(c, double, given->n + 1);
    if (!v->list || find_variable(c, m, given->name, so_far, v) != VV_OK) return vv_ctx_status(c);
    for (long i = 0; i < given->n; i++)
        if (!isfinite(v->list[i] = given->value[i]))
            return refuse(c, given->name, "a given value is not a finite number");
    return vv_ctx_status(c);
}

static vv_status refuse_members(vv_ctx *c, const char *why, const char *hint) {
    vv_diag_hint(c, vv_diag_add(c, VV_ERROR, VV_D_MEMBERS, (vv_span){0}, "%s", why), "%s", hint);
    return vv_ctx_fail(c, VV_E_USAGE);
}

/* The number of members: those of random draws, times the points of grids; or of the given values.
 */
static vv_status count_members(vv_ctx *c, const vv_sweep_request *r, vv_sweep_design *v) {
    bool random = false, points = false;
    for (int i = 0; i < v->n; i++) {
        random |= is_random(&v->vary[i]);
        points |= v->vary[i].kind == VV_SWEEP_GRID || v->vary[i].kind == VV_SWEEP_LIST;
    }
    if (r->ngiven) {
        for (int i = 0; i < r->ngiven; i++)
            if (r->given[i].n != r->given[0].n || r->given[i].n < 1)
                return refuse_members(c, "the given values differ in number",
                                      "give one value for each member");
        if (points || (r->members > 0 && r->members != r->given[0].n))
            return refuse_members(c, "values are given for each member",
                                  "vary other quantities at random, or give their values too");
        v->total = v->draws = r->given[0].n;
        return VV_OK;
    }
    v->open = random && r->members < 1 && r->later;
    if (random && r->members < 1 && !v->open)
        return refuse_members(c, "the number of random members is not stated",
                              "write --members 1000");
    if (!random && r->members > 0)
        return refuse_members(c, "nothing is random, so all members of a point would be the same",
                              "leave out --members");
    v->total = v->draws = random && !v->open ? r->members : 1;
    for (int i = 0; i < v->n; i++)
        if (__builtin_mul_overflow(v->total, v->vary[i].n, &v->total))
            return refuse_members(c, "there are too many members to count", "take fewer points");
    return VV_OK;
}

vv_status vv_sweep_design_make(vv_ctx *c, const vv_model *m, const vv_sweep_request *r,
                               vv_sweep_design *v) {
    int n = r->nvary + r->ngiven;
    *v = (vv_sweep_design){.vary = VV_ARRAY(c, vv_sweep_variable, n + 1), .seed = r->seed};
    if (!v->vary) return vv_ctx_status(c);
    if (!n)
        return refuse_members(c, "a sweep needs at least one quantity to vary",
                              "write --vary a=0.3:0.7:100");
    for (; v->n < n; v->n++) {
        vv_sweep_variable *y = &v->vary[v->n];
        vv_status s = v->n < r->nvary ? read_one(c, m, r->vary[v->n], v, y)
                                      : take_given(c, m, &r->given[v->n - r->nvary], v, y);
        if (s != VV_OK) return s;
    }
    return count_members(c, r, v);
}
