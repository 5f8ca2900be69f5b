#include "verify/json_reader.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 16 };

typedef struct reader {
    vv_ctx *c;
    const char *start, *at, *end;
    const char *why;
} reader;

static vv_json_value *fail(reader *r, const char *why) {
    if (!r->why)
        r->why = vv_format(r->c, "%s at byte %zu", r->at < r->end ? why : "the text ends too early",
                           (size_t)(r->at - r->start));
    return NULL;
}

static int peek(reader *r) {
    while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at) r->at++;
    return r->at < r->end ? (unsigned char)*r->at : -1;
}

static int hex_digit(int ch) {
    return ch >= '0' && ch <= '9'   ? ch - '0'
           : ch >= 'a' && ch <= 'f' ? ch - 'a' + 10
           : ch >= 'A' && ch <= 'F' ? ch - 'A' + 10
                                    : -1;
}

/* The four digits after \u as UTF-8; surrogates and control characters become '?': texts are
 * printed. */
static bool read_unicode(reader *r, char **out) {
    unsigned u = 0;
    if (r->end - r->at < 5) return false;
    for (int i = 1; i <= 4; i++) {
        int d = hex_digit(r->at[i]);
        if (d < 0) return false;
        u = 16 * u + (unsigned)d;
    }
    r->at += 5;
    bool control = u < ' ' || (u >= 0x7f && u < 0xa0), surrogate = u >= 0xd800 && u < 0xe000;
    if (control || surrogate) u = '?';
    char *p = *out;
    if (u < 0x80) {
        *p++ = (char)u;
    } else if (u < 0x800) {
        *p++ = (char)(0xc0 | u >> 6), *p++ = (char)(0x80 | (u & 63));
    } else {
        *p++ = (char)(0xe0 | u >> 12), *p++ = (char)(0x80 | (u >> 6 & 63));
        *p++ = (char)(0x80 | (u & 63));
    }
    *out = p;
    return true;
}

static bool read_escape(reader *r, char **out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/     ";
    if (r->at >= r->end) return false;
    if (*r->at == 'u') return read_unicode(r, out);
    const char *found = *r->at ? strchr(from, *r->at) : NULL;
    if (!found) return false;
    *(*out)++ = to[found - from];
    r->at++;
    return true;
}

static const char *read_string(reader *r) {
    const char *close = ++r->at;
    while (close < r->end && *close != '"') close += *close == '\\' ? 2 : 1;
    if (close >= r->end) return r->at = r->end, (const char *)fail(r, "");
    char *text = VV_ARRAY(r->c, char, close - r->at + 1), *out = text;
    if (!text) return NULL;
    while (r->at < close) {
        if ((unsigned char)*r->at < ' ') return (const char *)fail(r, "a control character");
        if (*r->at != '\\') {
            *out++ = *r->at++;
            continue;
        }
        r->at++;
        if (!read_escape(r, &out)) return (const char *)fail(r, "an unknown escape");
    }
    r->at = close + 1;
    return text;
}

static vv_json_value *read_value(reader *r, int level);

/* The elements up to the closing bracket. */
static bool read_elements(reader *r, vv_json_value *v, int level) {
    bool object = v->kind == VV_JSON_OBJECT;
    int close = object ? '}' : ']';
    vv_json_value **last = &v->first;
    r->at++;
    if (peek(r) == close) return r->at++, true;
    for (;;) {
        const char *key = NULL;
        if (object) {
            if (peek(r) != '"') return fail(r, "a name was expected"), false;
            key = read_string(r);
            if (!key) return false;
            if (peek(r) != ':') return fail(r, "a colon was expected"), false;
            r->at++;
        }
        vv_json_value *e = read_value(r, level + 1);
        if (!e) return false;
        e->key = key;
        *last = e;
        last = &e->next;
        if (v->n++ == INT_MAX - 1) return fail(r, "too many elements"), false;
        int ch = peek(r);
        if (ch != ',' && ch != close) return fail(r, "a comma or bracket was expected"), false;
        r->at++;
        if (ch == close) return true;
    }
}

static bool read_word(reader *r, vv_json_value *v) {
    static const char *const word[] = {"null", "true", "false"};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(word[i]);
        if ((size_t)(r->end - r->at) < n || memcmp(r->at, word[i], n)) continue;
        r->at += n;
        v->kind = i ? VV_JSON_BOOL : VV_JSON_NULL;
        v->yes = i == 1;
        return true;
    }
    return false;
}

static vv_json_value *read_value(reader *r, int level) {
    int ch = peek(r);
    vv_json_value *v = VV_NEW(r->c, vv_json_value);
    if (!v) return NULL;
    if (level > MOST_LEVELS) return fail(r, "nested too deeply");
    if (ch == '{' || ch == '[') {
        v->kind = ch == '{' ? VV_JSON_OBJECT : VV_JSON_ARRAY;
        return read_elements(r, v, level) ? v : NULL;
    }
    if (ch == '"') {
        v->kind = VV_JSON_STRING;
        v->text = read_string(r);
        return v->text ? v : NULL;
    }
    if (read_word(r, v)) return v;
    const char *from = r->at;
    while (r->at < r->end && *r->at && strchr("+-.0123456789eE", *r->at)) r->at++;
    if (r->at == from) return fail(r, "an unexpected byte");
    v->kind = VV_JSON_NUMBER;
    v->text = vv_strndup(r->c, from, (size_t)(r->at - from));
    return v->text ? v : NULL;
}

vv_json_value *vv_json_read(vv_ctx *c, const char *text, size_t length, const char **why) {
    reader r = {.c = c, .start = text, .at = text, .end = text + length};
    vv_json_value *v = read_value(&r, 0);
    if (v && peek(&r) >= 0) v = fail(&r, "something follows the end");
    *why = r.why;
    return v;
}

const vv_json_value *vv_json_get(const vv_json_value *object, const char *key) {
    const vv_json_value *v = object && object->kind == VV_JSON_OBJECT ? object->first : NULL;
    while (v && strcmp(v->key, key)) v = v->next;
    return v;
}

bool vv_json_get_int(const vv_json_value *v, int *out) {
    char *end;
    if (!v || v->kind != VV_JSON_NUMBER || strlen(v->text) > 11) return false;
    long n = strtol(v->text, &end, 10);
    *out = (int)n;
    return end != v->text && !*end && n >= -INT_MAX && n <= INT_MAX;
}

const char *vv_json_get_text(const vv_json_value *object, const char *key) {
    const vv_json_value *v = vv_json_get(object, key);
    return v && v->kind == VV_JSON_STRING ? v->text : "";
}
