/* Reads an exercise file: lines that begin with a word of the table below are the exercise's, all
 * others the model's. */
#include <string.h>

#include "api/exercise_file.h"

static const char *trimmed(vv_ctx *c, const char *at, size_t n) {
    while (n && strchr(" \t\r", *at)) at++, n--;
    while (n && strchr(" \t\r", at[n - 1])) n--;
    const char *out = vv_strndup(c, at, n);
    return out ? out : "";
}

bool vv_exercise_split(vv_ctx *c, const char *text, char separator, vv_lines *out) {
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, (char[]){separator, '\0'});
        const char *part = trimmed(c, at, n);
        if (*part && out->n == VV_MOST_HOLE_LINES) return false;
        if (*part) out->line[out->n++] = part;
        at += n + (at[n] != '\0');
    }
    return true;
}

/* A list of names, as the language spells them: θ' for theta'. */
static bool read_names(vv_ctx *c, const char *text, vv_lines *out) {
    if (!vv_exercise_split(c, text, ',', out)) return false;
    for (int i = 0; i < out->n; i++) {
        size_t n = strcspn(out->line[i], "'");
        const char *bare = vv_name_canonical(c, out->line[i], n),
                   *name = bare ? vv_format(c, "%s%s", bare, out->line[i] + n) : NULL;
        if (name) out->line[i] = name;
    }
    return true;
}

/* ---- the words: each reads the rest of its line; NULL, or what is wrong with it ---------------
 */

static const char *text_of(vv_ctx *c, const char *rest, const char **out) {
    size_t n = strlen(rest);
    if (n < 2 || rest[0] != '"' || rest[n - 1] != '"') return "expected a text in quotation marks";
    *out = trimmed(c, rest + 1, n - 2);
    return **out ? NULL : "the text is empty";
}

static const char *read_title(vv_ctx *c, vv_exercise *e, const char *rest) {
    return e->title ? "it has a title already" : text_of(c, rest, &e->title);
}

static const char *read_topic(vv_ctx *c, vv_exercise *e, const char *rest) {
    return text_of(c, rest, &e->topic);
}

/* Several tasks are the paragraphs of one. */
static const char *read_task(vv_ctx *c, vv_exercise *e, const char *rest) {
    const char *text = "", *fault = text_of(c, rest, &text);
    if (!fault) e->task = e->task ? vv_format(c, "%s\n%s", e->task, text) : text;
    return fault;
}

static const char *read_hint(vv_ctx *c, vv_exercise *e, const char *rest) {
    if (e->nhints == VV_MOST_HINTS) return "an exercise has at most 8 hints";
    return text_of(c, rest, &e->hint[e->nhints++]);
}

static const char *read_hole(vv_ctx *c, vv_exercise *e, const char *rest) {
    static const char *const words[] = {"", "equation", "constraint", "integral"};
    size_t n = strcspn(rest, " ");
    if (e->hole) return "an exercise has one hole";
    for (int k = VV_HOLE_EQUATION; k <= VV_HOLE_INTEGRAL; k++)
        if (strlen(words[k]) == n && !strncmp(rest, words[k], n)) e->hole = (vv_hole)k;
    if (!e->hole) return "expected hole equation, hole constraint or hole integral";
    if (!read_names(c, rest + n, &e->of)) return "at most 8 names";
    if (e->hole == VV_HOLE_EQUATION && !e->of.n)
        return "name the accelerations that the equations determine: hole equation θ''";
    return e->hole != VV_HOLE_EQUATION && e->of.n ? "only equations are of something" : NULL;
}

static const char *read_uses(vv_ctx *c, vv_exercise *e, const char *rest) {
    return read_names(c, rest, &e->uses) ? NULL : "at most 8 names";
}

static const char *add_line(vv_lines *l, const char *rest) {
    if (l->n == VV_MOST_HOLE_LINES) return "at most 8 of them";
    l->line[l->n++] = rest;
    return *rest ? NULL : "the rest of the line is empty";
}

static const char *read_besides(vv_ctx *c, vv_exercise *e, const char *rest) {
    (void)c;
    return add_line(&e->besides, rest);
}

static const char *read_answer(vv_ctx *c, vv_exercise *e, const char *rest) {
    (void)c;
    return add_line(&e->answer, rest);
}

static const char *read_begin(vv_ctx *c, vv_exercise *e, const char *rest) {
    (void)c;
    e->begin = rest;
    return NULL;
}

static const struct word {
    const char *name;
    const char *(*read)(vv_ctx *, vv_exercise *, const char *);
} WORDS[] = {{"exercise", read_title},  {"topic", read_topic},   {"task", read_task},
             {"hint", read_hint},       {"hole", read_hole},     {"uses", read_uses},
             {"besides", read_besides}, {"answer", read_answer}, {"begin", read_begin}};
enum { NWORDS = sizeof WORDS / sizeof *WORDS };

static const struct word *word_at(const char *line, size_t n) {
    for (int i = 0; i < NWORDS; i++) {
        size_t k = strlen(WORDS[i].name);
        if (n > k && !strncmp(line, WORDS[i].name, k) && strchr(" \t", line[k])) return &WORDS[i];
    }
    return NULL;
}

/* ---- the file ------------------------------------------------------------------------------- */

static vv_status refuse(vv_ctx *c, int line, const char *word, const char *why) {
    const char *at = line ? vv_format(c, "line %d, %s: ", line, word) : "";
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_EXERCISE, (vv_span){0}, "%s%s", at ? at : "", why),
                 "doc/exercises.md says what an exercise file holds");
    return vv_ctx_fail(c, VV_E_MODEL);
}

/* What is missing; NULL if it is an exercise. */
static const char *missing(const vv_exercise *e) {
    if (!e->title) return "no line `exercise \"title\"`: this is no exercise file";
    if (!e->task) return "no line `task \"...\"` says what is asked for";
    if (!e->hole) return "no line `hole ...` says what is missing from the model";
    if (!e->answer.n) return "no line `answer ...` has an answer that is right";
    if (e->hole != VV_HOLE_CONSTRAINT && !e->uses.n)
        return "no line `uses ...` names the independent variables of an answer";
    if (e->of.n > VV_MOST_ORDER) return "a hole names at most three accelerations";
    if (e->besides.n >= VV_MOST_ORDER) return "at most two integrals are known";
    if (e->hole == VV_HOLE_INTEGRAL && e->answer.n > 1) return "an integral is one expression";
    if (e->hole == VV_HOLE_EQUATION && e->answer.n != e->of.n)
        return "the answer has another number of equations than the hole names accelerations";
    return NULL;
}

vv_status vv_exercise_read(vv_ctx *c, const char *text, size_t length, vv_exercise *out) {
    *out = (vv_exercise){.topic = "", .begin = ""};
    vv_buffer model = VV_BUFFER(c), shown = VV_BUFFER(c);
    const char *end = text + strnlen(text, length);
    for (const char *line = text; line < end && vv_ctx_ok(c);) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t n = (size_t)((stop ? stop : end) - line);
        const struct word *w = word_at(line, n);
        out->lines++;
        if (w) {
            size_t k = strlen(w->name);
            const char *fault = w->read(c, out, trimmed(c, line + k, n - k));
            if (fault) return refuse(c, out->lines, w->name, fault);
        } else {
            vv_buffer_printf(&model, "%.*s", (int)n, line);
            vv_buffer_printf(&shown, "%.*s\n", (int)n, line);
        }
        vv_buffer_add(&model, "\n");
        line = stop ? stop + 1 : end;
    }
    out->model = vv_buffer_text(&model), out->shown = vv_buffer_text(&shown);
    const char *fault = missing(out);
    if (fault) return refuse(c, 0, "", fault);
    return vv_ctx_status(c);
}
