/* Reader for the JSON files of tests/reference: objects, arrays, strings, numbers. A malformed
 * file aborts the test program; memory is not freed. */
#ifndef VV_TESTS_SUPPORT_JSON_READ_H
#define VV_TESTS_SUPPORT_JSON_READ_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct json {
    char kind;        /* '{' '[' '"' '0' (number) or 'n' (true, false, null) */
    const char *name; /* of a member */
    const char *text; /* of a string or number */
    struct json *first, *next;
} json;

static inline _Noreturn void json_error(const char *what) {
    printf("Bail out! %s\n", what);
    exit(1);
}

/* All memory is linked in one chain, so that it counts as reachable until the end. */
static void *json_chain;

static inline void *json_alloc(size_t n) {
    void **p = calloc(1, n + 2 * sizeof *p); /* two: keeps the payload aligned */
    if (!p) json_error("out of memory");
    *p = json_chain;
    json_chain = p;
    return p + 2;
}

static inline char *json_copy(const char *text) {
    char *copy = json_alloc(strlen(text) + 1);
    return strcpy(copy, text);
}

static inline char *json_file(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0) json_error(path);
    long size = ftell(f);
    rewind(f);
    char *text = json_alloc((size_t)size + 1);
    if (size <= 0 || fread(text, 1, (size_t)size, f) != (size_t)size) json_error(path);
    fclose(f);
    return text;
}

static inline void json_space(char **at) {
    while (isspace((unsigned char)**at)) ++*at;
}

/* Escapes are not decoded. */
static inline char *json_string(char **at) {
    char *begin = ++*at, *end = begin;
    while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
    if (!*end) json_error("a string in JSON");
    *end = 0;
    *at = end + 1;
    return begin;
}

static inline json *json_value(char **at);

static inline void json_members(char **at, json *v, char close) {
    json **tail = &v->first;
    for (++*at;; ++*at) {
        json_space(at);
        if (**at == close) break;
        const char *name = NULL;
        if (close == '}') {
            if (**at != '"') json_error("a name in JSON");
            name = json_string(at);
            json_space(at);
            if (*(*at)++ != ':') json_error("a colon in JSON");
        }
        *tail = json_value(at);
        (*tail)->name = name;
        tail = &(*tail)->next;
        json_space(at);
        if (**at == close) break;
        if (**at != ',') json_error("a comma in JSON");
    }
    ++*at;
}

static inline json *json_value(char **at) {
    json *v = json_alloc(sizeof *v);
    json_space(at);
    v->kind = **at;
    if (v->kind == '{')
        json_members(at, v, '}');
    else if (v->kind == '[')
        json_members(at, v, ']');
    else if (v->kind == '"')
        v->text = json_string(at);
    else {
        size_t n = strcspn(*at, ",]} \n\r\t");
        char *copy = json_alloc(n + 1);
        memcpy(copy, *at, n);
        v->kind = isalpha((unsigned char)**at) ? 'n' : '0';
        v->text = copy;
        *at += n;
    }
    return v;
}

static inline json *json_read(const char *path) {
    char *text = json_file(path);
    return json_value(&text);
}

/* The member of this name, NULL if there is none. */
static inline json *json_find(const json *v, const char *name) {
    for (json *m = v ? v->first : NULL; m; m = m->next)
        if (m->name && !strcmp(m->name, name)) return m;
    return NULL;
}

static inline json *json_at(const json *v, int i) {
    json *m = v ? v->first : NULL;
    while (m && i-- > 0) m = m->next;
    if (!m) json_error("JSON ends too early");
    return m;
}

static inline json *json_get(const json *v, const char *name) {
    json *m = json_find(v, name);
    if (!m) json_error(name);
    return m;
}

static inline double json_number(const json *v) { return strtod(v->text, NULL); }

#endif
