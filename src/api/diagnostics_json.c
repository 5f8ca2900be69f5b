/* Diagnostics as JSON, for programs. */
#include "base/base.h"

/* An empty span is a place between two characters. */
static void put_place(vv_ctx *c, vv_json *j, const char *key, vv_span s) {
    int line, column;
    vv_diag_place(c, s.begin, &line, &column);
    vv_json_key(j, key);
    vv_json_object(j);
    uint32_t begin = vv_diag_offset_in_source(c, s.begin);
    vv_json_key(j, "begin"), vv_json_int(j, begin);
    vv_json_key(j, "end"), vv_json_int(j, begin + (s.end - s.begin));
    vv_json_key(j, "line"), vv_json_int(j, line);
    vv_json_key(j, "column"), vv_json_int(j, column);
    if (vv_diag_option_at(c, s.begin)) vv_json_field(j, "option", vv_diag_option_at(c, s.begin));
    vv_json_end_object(j);
}

static void put_span(vv_ctx *c, vv_json *j, const char *key, vv_span s) {
    if (s.begin < s.end) put_place(c, j, key, s);
}

static void put_cure(vv_ctx *c, vv_json *j, vv_cure cure) {
    if (!cure.text) return;
    vv_json_key(j, "cure");
    vv_json_object(j);
    put_place(c, j, "span", cure.span);
    vv_json_field(j, "text", cure.text);
    vv_json_end_object(j);
}

const char *vv_diag_json(vv_ctx *c) {
    static const char *const severity[] = {"note", "warning", "error"};
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    vv_json_begin(&j, &b);
    vv_json_object(&j);
    vv_json_key(&j, "schema"), vv_json_int(&j, 1);
    vv_json_field(&j, "kind", "diagnostics");
    vv_json_key(&j, "diagnostics");
    vv_json_array(&j);
    for (int i = 0; i < vv_diag_count(c); i++) {
        const vv_diag *d = vv_diag_at(c, i);
        vv_json_object(&j);
        vv_json_field(&j, "severity", severity[d->severity]);
        vv_json_field(&j, "code", vv_format(c, "VV%04d", d->code));
        vv_json_field(&j, "message", d->message);
        if (d->hint) vv_json_field(&j, "hint", d->hint);
        if (d->origin) vv_json_field(&j, "origin", d->origin);
        put_span(c, &j, "span", d->span);
        if (d->related_text) vv_json_field(&j, "related_text", d->related_text);
        put_span(c, &j, "related", d->related);
        put_cure(c, &j, vv_diag_cure_at(c, i));
        vv_json_end_object(&j);
    }
    vv_json_end_array(&j);
    vv_json_end_object(&j);
    vv_buffer_char(&b, '\n');
    return vv_buffer_text(&b);
}
