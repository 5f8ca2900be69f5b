/* What a mechanism says of itself. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capi/handle.h"

/* Integers as such: 10, not 1e+01. */
void vv_number_write(double x, char out[VV_NUMBER_ROOM]) {
    const double plain = 1e6;
    if (x == trunc(x) && fabs(x) < plain) {
        snprintf(out, VV_NUMBER_ROOM, "%.0f", x == 0 ? 0 : x);
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(out, VV_NUMBER_ROOM, "%.*g", digits, x);
        if (strtod(out, NULL) == x) return;
    }
}

const char *vv_mechanism_text(const vv_mechanism *m) { return m ? m->canonical : ""; }

const vv_diags *vv_mechanism_diags(const vv_mechanism *m) { return m ? m->diags : vv_no_diags(); }

int vv_mechanism_freedom(const vv_mechanism *m) { return m ? m->m->system.freedom : 0; }

int vv_mechanism_count(const vv_mechanism *m, vv_kind k) {
    return m && (unsigned)k < VV_KINDS ? m->elements.count[k] : 0;
}

const vv_element *vv_mechanism_element(const vv_mechanism *m, vv_kind k, int i) {
    return i >= 0 && i < vv_mechanism_count(m, k) ? &m->elements.list[k][i] : NULL;
}

static int find_exactly(const vv_mechanism *m, vv_kind k, const char *name) {
    for (int i = 0; i < vv_mechanism_count(m, k); i++)
        if (!strcmp(m->elements.list[k][i].name, name)) return i;
    return -1;
}

/* The name without its indices and primes is brought to the canonical form. */
int vv_mechanism_find(const vv_mechanism *m, vv_kind k, const char *name) {
    int i = m && name ? find_exactly(m, k, name) : -1;
    if (i >= 0 || !m || !name) return i;
    vv_ctx *c = vv_ctx_new(NULL);
    size_t n = strcspn(name, "['.");
    const char *own = c ? vv_name_canonical(c, name, n) : NULL;
    const char *whole = own ? vv_format(c, "%s%s", own, name + n) : NULL;
    if (whole) i = find_exactly(m, k, whole);
    vv_ctx_free(c);
    return i;
}

vv_status vv_unknown_element(const vv_mechanism *m, vv_kind k, const char *name) {
    static const char *const word[VV_KINDS] = {
        "parameter",  "coordinate",       "speed", "input", "output", "frame", "point", "body",
        "constraint", "servo constraint", "force", "event", "claim"};
    int n = vv_mechanism_count(m, k);
    const char **known = malloc((size_t)(n + 1) * sizeof *known);
    if (!known) return vv_failed(VV_E_NOMEM);
    for (int i = 0; i < n; i++) known[i] = m->elements.list[k][i].name;
    vv_status s = vv_usage_name(word[k], name, n, known);
    free(known);
    return s;
}

const char *vv_mechanism_name(const vv_mechanism *m, vv_kind k, int i) {
    const vv_element *e = vv_mechanism_element(m, k, i);
    return e ? e->name : NULL;
}

const char *vv_mechanism_unit(const vv_mechanism *m, vv_kind k, int i) {
    const vv_element *e = vv_mechanism_element(m, k, i);
    return e ? e->unit : "";
}

const char *vv_mechanism_class(const vv_mechanism *m, vv_kind k, int i) {
    const vv_element *e = vv_mechanism_element(m, k, i);
    return e ? e->word : "";
}

vv_span vv_mechanism_span(const vv_mechanism *m, vv_kind k, int i) {
    const vv_element *e = vv_mechanism_element(m, k, i);
    return e ? e->span : (vv_span){0};
}

vv_status vv_mechanism_value(const vv_mechanism *m, vv_kind k, int i, double *out) {
    const vv_element *e = vv_mechanism_element(m, k, i);
    if (!m || !out) return vv_usage("vv_mechanism_value: an argument is NULL");
    if (!e) return vv_usage("vv_mechanism_value: there is no such thing");
    if (k != VV_KIND_PARAMETER && k != VV_KIND_COORDINATE)
        return vv_usage("'%s' is neither a parameter nor a coordinate", e->name);
    if (isnan(e->value)) return vv_beyond("'%s' has no stated value", e->name);
    *out = e->value;
    return VV_OK;
}
