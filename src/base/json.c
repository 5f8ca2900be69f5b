#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { DEPTH = sizeof((vv_json *)0)->filled / sizeof(bool) };

void vv_json_begin(vv_json *j, vv_buffer *out) { *j = (vv_json){.out = out}; }

/* Objects put each field on its own line, arrays stay on one line: short to read and to compare. */
static void new_line(vv_json *j) {
    vv_buffer_char(j->out, '\n');
    for (int i = 0; i < j->objects; i++) vv_buffer_add(j->out, "  ");
}

/* The separator before a value or key: nothing after a key, a comma after a sibling. */
static void separate(vv_json *j, bool is_key) {
    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (j->depth >= DEPTH) return;
    if (j->filled[j->depth]) vv_buffer_add(j->out, is_key ? "," : ", ");
    j->filled[j->depth] = true;
}

static void open_level(vv_json *j, char bracket) {
    separate(j, false);
    vv_buffer_char(j->out, bracket);
    j->depth++;
    if (j->depth < DEPTH)
        j->filled[j->depth] = false;
    else
        vv_ctx_fail(j->out->ctx, VV_E_INTERNAL); /* our own documents are shallow */
}

/* Closes a level; returns whether it was nonempty. */
static bool close_level(vv_json *j) {
    if (j->depth == 0) {
        vv_ctx_fail(j->out->ctx, VV_E_INTERNAL);
        return false;
    }
    bool filled = j->depth < DEPTH && j->filled[j->depth];
    j->depth--;
    return filled;
}

void vv_json_object(vv_json *j) {
    open_level(j, '{');
    j->objects++;
}

void vv_json_end_object(vv_json *j) {
    if (j->objects > 0) j->objects--;
    if (close_level(j)) new_line(j);
    vv_buffer_char(j->out, '}');
}

void vv_json_array(vv_json *j) { open_level(j, '['); }

void vv_json_end_array(vv_json *j) {
    close_level(j);
    vv_buffer_char(j->out, ']');
}

static void quote(vv_buffer *b, const char *s) {
    vv_buffer_char(b, '"');
    for (size_t n = strlen(s); n > 0;) {
        uint32_t u;
        size_t k = vv_utf8_decode(s, n, &u);
        if (k == 0) {
            /* the text \x9f, as on the terminal: JSON has no escape for a byte */
            vv_buffer_printf(b, "\\\\x%02x", (unsigned)(unsigned char)*s);
            k = 1;
        } else if (u == '"' || u == '\\') {
            vv_buffer_printf(b, "\\%c", (char)u);
        } else if (u == '\n') {
            vv_buffer_add(b, "\\n");
        } else if (u == '\t') {
            vv_buffer_add(b, "\\t");
        } else if (vv_utf8_is_hidden(u) && u < 0x10000) {
            vv_buffer_printf(b, "\\u%04x", (unsigned)u);
        } else if (vv_utf8_is_hidden(u)) {
            unsigned pair = (unsigned)u - 0x10000;
            vv_buffer_printf(b, "\\u%04x\\u%04x", 0xd800 + (pair >> 10), 0xdc00 + (pair & 0x3ff));
        } else {
            vv_buffer_add_n(b, s, k);
        }
        s += k;
        n -= k;
    }
    vv_buffer_char(b, '"');
}

void vv_json_key(vv_json *j, const char *key) {
    separate(j, true);
    new_line(j);
    quote(j->out, key);
    vv_buffer_add(j->out, ": ");
    j->after_key = true;
}

void vv_json_string(vv_json *j, const char *s) {
    separate(j, false);
    if (s)
        quote(j->out, s);
    else
        vv_buffer_add(j->out, "null");
}

void vv_json_int(vv_json *j, long long v) {
    separate(j, false);
    vv_buffer_printf(j->out, "%lld", v);
}

void vv_json_double(vv_json *j, double v) {
    separate(j, false);
    if (!isfinite(v)) {
        vv_buffer_add(j->out, "null");
        return;
    }
    char text[40];
    snprintf(text, sizeof text, "%.17g", v);
    /* the host program may have set a locale with another decimal separator */
    size_t before = strspn(text, "-0123456789");
    size_t sign = strcspn(text + before, "0123456789eE");
    vv_buffer_add_n(j->out, text, before);
    if (text[before] && sign) vv_buffer_char(j->out, '.');
    vv_buffer_add(j->out, text + before + sign);
}

void vv_json_bool(vv_json *j, bool v) {
    separate(j, false);
    vv_buffer_add(j->out, v ? "true" : "false");
}

void vv_json_raw(vv_json *j, const char *json) {
    separate(j, false);
    vv_buffer_add(j->out, json);
}

void vv_json_field(vv_json *j, const char *key, const char *value) {
    vv_json_key(j, key);
    vv_json_string(j, value);
}
