/* The output of `derive`, read from its JSON: the statements "left = right" and the names of
 * subexpressions. */
#ifndef VV_TESTS_PROPERTY_PRINTED_EQUATIONS_H
#define VV_TESTS_PROPERTY_PRINTED_EQUATIONS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/mechanism.h"

enum { MOST_PRINTED = 2000 };

typedef struct statement {
    char *section; /* equations, constraints, speeds, momenta, rates, eliminated, definitions,
                      multipliers */
    char *text;    /* left = right; for a multiplier its name */
} statement;

typedef struct printed {
    int n;
    statement line[MOST_PRINTED];
} printed;

/* The string after `"key": "` on a line of the report; NULL if the line has another key. */
static inline char *string_of(const char *line, const char *key) {
    char start[64];
    snprintf(start, sizeof start, "\"%s\": \"", key);
    line += strspn(line, " ");
    if (strncmp(line, start, strlen(start))) return NULL;
    const char *from = line + strlen(start);
    return strndup(from, strcspn(from, "\"\n"));
}

static inline void printed_line(printed *p, const char *line, char **section, char **name) {
    const char *open = strstr(line, "\": [{");
    if (open) {
        free(*section);
        line += strspn(line, " \"");
        *section = strndup(line, (size_t)(open - line));
        return;
    }
    char *found = string_of(line, "name"), *text = string_of(line, "text");
    bool equation = !strcmp(*section, "equations") || !strcmp(*section, "constraints");
    if (found) {
        free(*name);
        *name = found;
    }
    statement *s = &p->line[p->n];
    if (found && !strcmp(*section, "multipliers"))
        *s = (statement){strdup(*section), strdup(found)}, p->n++;
    if (!text || p->n + 1 >= MOST_PRINTED) {
        free(text);
        return;
    }
    *s = (statement){strdup(*section), NULL};
    size_t room = strlen(text) + strlen(*name) + 8;
    s->text = malloc(room);
    if (s->text) snprintf(s->text, room, equation ? "%.0s%s" : "%s = %s", *name, text);
    p->n++;
    free(text);
}

/* Everything that `derive --by method` prints for a model; false if the method does not apply. */
static inline bool printed_by(const char *path, const char *model, const char *method,
                              printed *out) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    const char *report = "";
    vv_command_options o = {.nby = 1, .by = &method, .format = "json"};
    bool good = vv_command_load(c, path, model, strlen(model), 0, NULL, &m) == VV_OK &&
                vv_command_derive(c, m, &o, &report) == VV_OK;
    char *section = strdup(""), *name = strdup("");
    *out = (printed){0};
    for (const char *line = report; good && *line;) {
        char *one = strndup(line, strcspn(line, "\n"));
        if (one) printed_line(out, one, &section, &name);
        free(one);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    free(section);
    free(name);
    vv_ctx_free(c);
    return good;
}

static inline void printed_free(printed *p) {
    for (int i = 0; i < p->n; i++) {
        free(p->line[i].section);
        free(p->line[i].text);
    }
    p->n = 0;
}

static inline bool printed_in(const statement *s, const char *section) {
    return !strcmp(s->section, section);
}

/* The model with declarations for the multipliers and the named subexpressions. */
static inline void printed_names(const printed *p, FILE *out) {
    for (int i = 0; i < p->n; i++) {
        if (printed_in(&p->line[i], "multipliers")) fprintf(out, "parameter %s\n", p->line[i].text);
        if (printed_in(&p->line[i], "momenta")) fprintf(out, "let %s\n", p->line[i].text);
        if (printed_in(&p->line[i], "definitions")) fprintf(out, "let %s\n", p->line[i].text);
    }
}

#endif
