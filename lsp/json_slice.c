#include "json_slice.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS_MOST = 64 };

static const char *skip_blanks(const char *s, const char *end) {
    while (s < end && (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n')) s++;
    return s;
}

static const char *skip_string(const char *s, const char *end) {
    for (s++; s < end; s++) {
        if ((unsigned char)*s < ' ') return NULL;
        if (*s == '"') return s + 1;
        if (*s == '\\') s++;
    }
    return NULL;
}

static const char *skip_plain(const char *s, const char *end) {
    static const char *const words[] = {"null", "true", "false"};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(end - s) >= n && !memcmp(s, words[i], n)) return s + n;
    }
    const char *from = s;
    while (s < end && *s && strchr("+-.0123456789eE", *s)) s++;
    return s > from ? s : NULL;
}

/* The end of the value at s; NULL if there is none. */
static const char *skip_value(const char *s, const char *end, int level) {
    s = skip_blanks(s, end);
    if (s == end || level > LEVELS_MOST) return NULL;
    if (*s == '"') return skip_string(s, end);
    if (*s != '{' && *s != '[') return skip_plain(s, end);
    bool object = *s == '{';
    char close = object ? '}' : ']';
    s = skip_blanks(s + 1, end);
    if (s < end && *s == close) return s + 1;
    for (;;) {
        if (object) {
            if (s == end || *s != '"' || !(s = skip_string(s, end))) return NULL;
            s = skip_blanks(s, end);
            if (s == end || *s++ != ':') return NULL;
        }
        if (!(s = skip_value(s, end, level + 1))) return NULL;
        s = skip_blanks(s, end);
        if (s == end || (*s != ',' && *s != close)) return NULL;
        if (*s++ == close) return s;
        s = skip_blanks(s, end);
    }
}

bool json_is_whole(const char *text, size_t length, json_slice *out) {
    const char *end = text + length, *begin = skip_blanks(text, end);
    const char *last = skip_value(begin, end, 0);
    *out = (json_slice){begin, last};
    return last && skip_blanks(last, end) == end;
}

bool json_is(json_slice v, char first) { return v.at && v.at < v.end && *v.at == first; }

static json_slice value_at(const char *s, const char *end) {
    s = skip_blanks(s, end);
    return (json_slice){s, skip_value(s, end, 0)};
}

json_slice json_first(json_slice array) {
    const char *s = json_is(array, '[') ? skip_blanks(array.at + 1, array.end) : NULL;
    return s && *s != ']' ? value_at(s, array.end) : (json_slice){NULL, NULL};
}

json_slice json_after(json_slice array, json_slice element) {
    const char *s = skip_blanks(element.end, array.end);
    return *s == ',' ? value_at(s + 1, array.end) : (json_slice){NULL, NULL};
}

json_slice json_field(json_slice object, const char *key) {
    size_t n = strlen(key);
    const char *s = json_is(object, '{') ? skip_blanks(object.at + 1, object.end) : NULL;
    while (s && *s == '"') {
        const char *name = s + 1, *after = skip_string(s, object.end);
        s = skip_blanks(after, object.end);
        json_slice v = value_at(s + 1, object.end);
        if ((size_t)(after - 1 - name) == n && !memcmp(name, key, n)) return v;
        s = skip_blanks(v.end, object.end);
        s = *s == ',' ? skip_blanks(s + 1, object.end) : NULL;
    }
    return (json_slice){NULL, NULL};
}

bool json_integer(json_slice v, long *out) {
    enum { DIGITS_MOST = 15 };
    char text[DIGITS_MOST + 1], *end;
    size_t n = v.at ? (size_t)(v.end - v.at) : 0;
    if (!n || n > DIGITS_MOST) return false;
    memcpy(text, v.at, n);
    text[n] = '\0';
    *out = strtol(text, &end, 10);
    return !*end;
}

/* Four hexadecimal digits; -1 if they are none. */
static long hexadecimal(const char *s, const char *end) {
    long u = 0;
    if (end - s < 4) return -1;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef", *at = s[i] ? strchr(digits, s[i] | 32) : NULL;
        if (!at || (s[i] < '0')) return -1;
        u = 16 * u + (at - digits);
    }
    return u;
}

/* What follows \u, with the second half of a pair; U+FFFD if it is none. Returns the bytes read. */
static size_t unicode(const char *s, const char *end, char **out) {
    long u = hexadecimal(s, end), low;
    size_t read = u < 0 ? 0 : 4;
    bool high = u >= 0xd800 && u < 0xdc00 && end - s >= 10 && s[4] == '\\' && s[5] == 'u';
    if (high && (low = hexadecimal(s + 6, end)) >= 0xdc00 && low < 0xe000) {
        u = 0x10000 + ((u - 0xd800) << 10) + (low - 0xdc00);
        read = 10;
    }
    if (u < 0 || (u >= 0xd800 && u < 0xe000)) u = 0xfffd;
    *out += vv_utf8_encode((uint32_t)u, *out);
    return read;
}

char *json_text(vv_ctx *c, json_slice v, size_t *length) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (!json_is(v, '"')) return NULL;
    char *text = vv_alloc(c, (size_t)(v.end - v.at) + 4), *out = text;
    const char *end = v.end - 1;
    for (const char *s = v.at + 1; text && s < end;) {
        if (*s != '\\') {
            *out++ = *s++;
        } else if (s[1] == 'u') {
            s += 2;
            s += unicode(s, end, &out);
        } else {
            const char *known = s[1] ? strchr(from, s[1]) : NULL;
            *out++ = known ? to[known - from] : s[1];
            s += 2;
        }
    }
    if (text) *out = '\0';
    if (text && length) *length = (size_t)(out - text);
    return text;
}

const char *json_source(vv_ctx *c, json_slice v) {
    const char *text = v.at ? vv_strndup(c, v.at, (size_t)(v.end - v.at)) : NULL;
    return text ? text : "null";
}
