/* Model files found by directory listing, and what the engine derives from a model text in one
 * context. */
#ifndef VV_TESTS_PROPERTY_MODEL_FILE_H
#define VV_TESTS_PROPERTY_MODEL_FILE_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "equations/equivalence.h"
#include "formalism/formalism.h"
#include "lang/parser.h"

enum { MOST_MODELS = 512, MOST_METHODS = 16 };

typedef struct subject {
    vv_ctx *c;
    vv_tree tree;
    vv_model model;
    vv_system system;
    int nmethods;
    vv_equations method[MOST_METHODS];
} subject;

/* These tests read the reports of three methods that differ in kind, letter by letter and term
 * by term: in independent coordinates, with multipliers, in speeds. t_random_models compares all
 * methods of the table. */
static inline bool is_read(const char *method) {
    return !strcmp(method, "lagrange") || !strcmp(method, "multipliers") ||
           !strcmp(method, "appell");
}

/* Parses, elaborates, and derives by the methods that apply. */
static inline bool subject_load(subject *s, const char *name, const char *text) {
    vv_ctx *c = s->c;
    if (vv_parse(c, name, text, strlen(text), &s->tree) != VV_OK) return false;
    if (vv_model_build(c, &s->tree, 0, NULL, &s->model) != VV_OK) return false;
    if (vv_system_build(c, &s->model, &s->system) != VV_OK) return false;
    for (int i = 0; i < vv_formalism_count() && s->nmethods < MOST_METHODS; i++) {
        const char *why;
        if (!is_read(vv_formalism_at(i)->name)) continue;
        vv_equations *eq = &s->method[s->nmethods];
        vv_status status = vv_formalism_run(c, vv_formalism_at(i), &s->system, eq, &why);
        if (status == VV_OK)
            s->nmethods++;
        else if (status != VV_E_BEYOND || !vv_ctx_ok(c))
            return false;
    }
    return true;
}

/* Reads a whole file; the caller frees it. NULL if it cannot be read. */
static inline char *file_text(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = NULL, part[4096];
    size_t size, n;
    FILE *out = f ? open_memstream(&text, &size) : NULL;
    while (out && (n = fread(part, 1, sizeof part, f)) > 0) fwrite(part, 1, n, out);
    if (out) fclose(out);
    if (f) fclose(f);
    return text;
}

static inline int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Paths of all models, sorted; the caller frees each. The tests run in the root of the source
 * tree. */
static inline int model_files(char **path) {
    static const char *const folder[] = {"models", "models/book"};
    int n = 0;
    for (int k = 0; k < 2; k++) {
        DIR *d = opendir(folder[k]);
        for (struct dirent *e; d && (e = readdir(d)) && n < MOST_MODELS;) {
            const char *dot = strrchr(e->d_name, '.');
            if (!dot || strcmp(dot, ".vv")) continue;
            size_t room = strlen(folder[k]) + strlen(e->d_name) + 2;
            path[n] = malloc(room);
            if (path[n]) snprintf(path[n++], room, "%s/%s", folder[k], e->d_name);
        }
        if (d) closedir(d);
    }
    qsort(path, (size_t)n, sizeof *path, by_name);
    return n;
}

#endif
