/* The bag of options. */
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "capi/handle.h"

typedef enum type { REAL, INT, TEXT, REALS, TEXTS } type;

typedef struct known_key {
    const char *name;
    type type;
    const char *text;
} known_key;

static const known_key KEYS[] = {
#define X(name, type, text) {#name, type, text},
#include "capi/options.def"
#undef X
};
enum { NKEYS = sizeof KEYS / sizeof *KEYS };

typedef struct value {
    bool set;
    double real;
    int64_t whole;
    size_t n;
    double *reals;
    char **texts; /* (n); a TEXT is a list of one */
} value;

struct vv_options {
    value value[NKEYS];
    vv_watch *watch;
    void *watch_data;
};

const char *vv_option_key(int i, const char **text) {
    if (i < 0 || i >= NKEYS) return NULL;
    if (text) *text = KEYS[i].text;
    return KEYS[i].name;
}

static int find(const char *key) {
    for (int i = 0; i < NKEYS; i++)
        if (!strcmp(KEYS[i].name, key)) return i;
    return -1;
}

/* ---- setting ---- */

vv_options *vv_options_new(void) { return calloc(1, sizeof(vv_options)); }

static void clear(value *v) {
    for (size_t i = 0; v->texts && i < v->n; i++) free(v->texts[i]);
    free(v->texts);
    free(v->reals);
    *v = (value){0};
}

void vv_options_free(vv_options *o) {
    for (int i = 0; o && i < NKEYS; i++) clear(&o->value[i]);
    free(o);
}

static vv_status unknown(const char *key) {
    const char *known[NKEYS];
    for (int i = 0; i < NKEYS; i++) known[i] = KEYS[i].name;
    return vv_usage_name("option", key, NKEYS, known);
}

/* The slot of a key that takes values of one of two types, emptied. */
static vv_status slot(vv_options *o, const char *key, type one, type other, value **out) {
    static const char *const name[] = {"a number", "a whole number", "a text", "numbers", "texts"};
    if (!o || !key) return vv_usage("vv_options: an argument is NULL");
    int i = find(key);
    if (i < 0) return unknown(key);
    if (KEYS[i].type != one && KEYS[i].type != other)
        return vv_usage("the option %s takes %s, not %s", key, name[KEYS[i].type], name[one]);
    *out = &o->value[i];
    return VV_OK;
}

vv_status vv_options_reals(vv_options *o, const char *key, size_t n, const double *x) {
    value *v;
    vv_status s = slot(o, key, REALS, REALS, &v);
    if (s != VV_OK) return s;
    if (n > INT32_MAX || (n && !x)) return vv_usage("the option %s: no such array", key);
    double *own = malloc((n + 1) * sizeof *own);
    if (!own) return vv_failed(VV_E_NOMEM);
    if (n) memcpy(own, x, n * sizeof *own);
    clear(v);
    *v = (value){.set = true, .n = n, .reals = own};
    return VV_OK;
}

vv_status vv_options_real(vv_options *o, const char *key, double x) {
    value *v;
    vv_status s = slot(o, key, REAL, REALS, &v);
    if (s != VV_OK) return s;
    if (isnan(x)) return vv_usage("the option %s takes a number, not NaN", key);
    if (KEYS[v - o->value].type == REALS) return vv_options_reals(o, key, 1, &x);
    *v = (value){.set = true, .real = x};
    return VV_OK;
}

vv_status vv_options_int(vv_options *o, const char *key, int64_t x) {
    value *v;
    vv_status s = slot(o, key, INT, REAL, &v);
    bool signs = s == VV_OK && (KEYS[v - o->value].type == REAL || !strcmp(key, "seed"));
    if (s == VV_OK && x < 0 && !signs)
        return vv_usage("the option %s takes a number that is not negative", key);
    if (s == VV_OK) *v = (value){.set = true, .whole = x, .real = (double)x};
    return s;
}

vv_status vv_options_texts(vv_options *o, const char *key, size_t n, const char *const *x) {
    value *v, own = {.set = true};
    vv_status s = slot(o, key, TEXTS, TEXT, &v);
    if (s != VV_OK) return s;
    if (KEYS[v - o->value].type == TEXT && n != 1)
        return vv_usage("the option %s takes one text, not %zu", key, n);
    if (n > INT32_MAX || (n && !x)) return vv_usage("the option %s: no such array", key);
    for (size_t i = 0; i < n; i++)
        if (!x[i]) return vv_usage("the option %s: text %zu is NULL", key, i);
    own.texts = calloc(n + 1, sizeof *own.texts);
    bool fine = own.texts != NULL;
    for (; fine && own.n < n; own.n++) {
        own.texts[own.n] = strdup(x[own.n]);
        fine = own.texts[own.n] != NULL;
    }
    if (fine) {
        clear(v);
        *v = own;
        return VV_OK;
    }
    clear(&own);
    return vv_failed(VV_E_NOMEM);
}

vv_status vv_options_text(vv_options *o, const char *key, const char *x) {
    value *v;
    vv_status s = slot(o, key, TEXT, TEXTS, &v);
    if (s != VV_OK) return s;
    if (x) return vv_options_texts(o, key, 1, &x);
    clear(v);
    return VV_OK;
}

vv_status vv_options_watch(vv_options *o, vv_watch *watch, void *data) {
    if (!o) return vv_usage("vv_options_watch: the bag is NULL");
    o->watch = watch;
    o->watch_data = data;
    return VV_OK;
}

/* ---- reading ---- */

static const value *get(const vv_options *o, const char *key) {
    int i = find(key);
    assert(i >= 0); /* our own keys */
    return o && o->value[i].set ? &o->value[i] : NULL;
}

double vv_option_real(const vv_options *o, const char *key, double otherwise) {
    const value *v = get(o, key);
    return v ? v->real : otherwise;
}

int64_t vv_option_int(const vv_options *o, const char *key, int64_t otherwise) {
    const value *v = get(o, key);
    return v ? v->whole : otherwise;
}

const char *vv_option_text(const vv_options *o, const char *key, const char *otherwise) {
    const value *v = get(o, key);
    return v ? v->texts[0] : otherwise;
}

int vv_option_texts(const vv_options *o, const char *key, const char *const **out) {
    const value *v = get(o, key);
    *out = v ? (const char *const *)v->texts : NULL;
    return v ? (int)v->n : 0;
}

int vv_option_reals(const vv_options *o, const char *key, const double **out) {
    const value *v = get(o, key);
    *out = v ? v->reals : NULL;
    return v ? (int)v->n : 0;
}

vv_watch *vv_option_watch(const vv_options *o, void **data) {
    *data = o ? o->watch_data : NULL;
    return o ? o->watch : NULL;
}
