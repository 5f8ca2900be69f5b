/* An exercise is shown, and an answer to it judged: the answer is put into the model as claims or
 * constraints, and the prover decides. What must hold besides, so that a statement that is true but
 * says nothing is not right, are claims too:
 *   equations  each holds on every motion, and together they determine the accelerations: the
 *              determinant of their derivatives by these is not identically zero;
 *   constraint each of the answer's follows from those of the solution, and conversely;
 *   integral   it is one, and its gradient and those of the known integrals are independent. */
#include <string.h>

#include "api/exercise_file.h"
#include "api/mechanism.h"
#include "formalism/formalism.h"

enum { MOST_ANSWER = 4000 /* bytes, a page */, MOST_CLAIMS = 64, MOST_NESTING = 100 };

typedef struct judge {
    vv_ctx *c;
    const char *file;
    const vv_exercise *e;
    vv_document *d;
    vv_lines answer;
    bool understood, all_proved, some_refuted;
} judge;

/* Says what cannot be judged, and that it is so. */
static void object(judge *j, const char *what) {
    vv_document_paragraph(j->d, "objection", "%s", what ? what : "");
    j->understood = false;
}

static void object_to_line(judge *j, int line, const char *what) {
    object(j, vv_format(j->c, j->answer.n > 1 ? "line %d of the answer: %s" : "%.0d%s",
                        j->answer.n > 1 ? line + 1 : 0, what));
}

/* ---- is it an answer at all? ------------------------------------------------------------------
 */

static bool read_answer(judge *j, const vv_exercise_options *o) {
    vv_buffer all = VV_BUFFER(j->c);
    size_t length = 0;
    for (int i = 0; i < o->nanswers; i++) length += strlen(o->answer[i]) + 1;
    if (length > MOST_ANSWER) return object(j, "an answer has at most 4000 characters"), false;
    for (int i = 0; i < o->nanswers; i++) vv_buffer_printf(&all, "%s\n", o->answer[i]);
    const char *text = vv_buffer_text(&all);
    for (const char *at = text; *at;) {
        uint32_t point;
        size_t n = vv_utf8_decode(at, strlen(at), &point);
        if (!n) return object(j, "the answer is not UTF-8 text"), false;
        if (point != '\n' && point != '\r' && point != '\t' && vv_utf8_is_hidden(point)) {
            const char *seen =
                vv_format(j->c, "the answer has the control character U+%04X", (unsigned)point);
            return object(j, seen), false;
        }
        at += n;
    }
    if (!vv_exercise_split(j->c, text, '\n', &j->answer))
        return object(j, "an answer has at most 8 lines"), false;
    if (!j->answer.n) return object(j, "there is no answer yet"), false;
    return true;
}

/* Brackets that close what they open, each on its own line: what stands between them is then one
 * expression. */
static const char *ill_formed(const char *text) {
    int depth = 0;
    for (; *text; text++) {
        depth += (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
        if (strchr("#\"{};", *text)) return "a formula has no comments, quotation marks or braces";
        if (depth < 0) return "a bracket is closed that was not opened";
        if (depth > MOST_NESTING) return "too many brackets in each other";
    }
    return depth ? "a bracket is not closed" : NULL;
}

/* left = right; NULL, or what is wrong. */
static const char *read_sides(vv_ctx *c, const char *line, vv_lines *sides) {
    *sides = (vv_lines){0};
    if (strpbrk(line, "<>!")) return "an equation is wanted, not an inequality";
    const char *first = strchr(line, '=');
    if (!first) return "an equation has a sign `=`";
    if (strchr(first + 1, '=')) return "one equation a line: there are two signs `=`";
    if (!vv_exercise_split(c, line, '=', sides) || sides->n != 2)
        return "one side of the equation is empty";
    for (int i = 0; i < 2; i++)
        if (ill_formed(sides->line[i])) return ill_formed(sides->line[i]);
    return NULL;
}

static bool is_letter(char ch) {
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' || (ch & 0x80);
}

static bool is_among(const char *name, const vv_lines *l) {
    for (int i = 0; i < l->n; i++)
        if (!strcmp(name, l->line[i])) return true;
    return false;
}

static bool is_constant(const judge *j, const vv_model *m, const char *name) {
    static const char *const others[] = {"pi", "cot", "sec",
                                         "csc"}; /* no operations of their own */
    vv_op op;
    if (vv_op_by_name(name, &op)) return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i])) return true;
    for (int i = 0; i < m->nparameters; i++)
        if (!strcmp(name, vv_symbol_get(j->c, m->parameter[i].symbol)->name)) return true;
    return false;
}

static const char *listed(vv_ctx *c, const vv_lines *a, const vv_lines *b) {
    vv_buffer out = VV_BUFFER(c);
    for (int i = 0; i < a->n + b->n; i++)
        vv_buffer_printf(&out, "%s%s", i ? ", " : "", i < a->n ? a->line[i] : b->line[i - a->n]);
    return vv_buffer_text(&out);
}

/* Only the independent variables, so that a derivative by one of them is a partial derivative on
 * the constraints too. */
static const char *foreign_name(judge *j, const vv_model *m, const char *text) {
    for (const char *at = text; *at;) {
        if (!is_letter(*at)) {
            at += at[0] >= '0' && at[0] <= '9' ? strspn(at, "0123456789.eE") : 1;
            continue;
        }
        size_t n = 0;
        while (is_letter(at[n]) || (at[n] >= '0' && at[n] <= '9')) n++;
        size_t primes = strspn(at + n, "'");
        const char *bare = vv_name_canonical(j->c, at, n);
        const char *name = bare ? vv_format(j->c, "%s%.*s", bare, (int)primes, at + n) : NULL;
        if (!name) return NULL;
        if (!is_among(name, &j->e->uses) && !is_among(name, &j->e->of) && !is_constant(j, m, name))
            return vv_format(j->c,
                             "'%s' may not stand in the answer: write it in %s and the parameters",
                             name, listed(j->c, &j->e->of, &j->e->uses));
        at += n + primes;
    }
    return NULL;
}

/* ---- the model with the answer ----------------------------------------------------------------
 */

static vv_status open_text(vv_ctx *c, const char *file, const char *text,
                           vv_command_mechanism **m) {
    return text ? vv_command_load(c, file, text, strlen(text), 0, NULL, m) : vv_ctx_status(c);
}

/* What the engine has against the answer, by its lines; those of the exercise itself come first. */
static void put_faults(judge *j, vv_diag_mark mark) {
    for (int i = mark.count; i < vv_diag_count(j->c); i++) {
        const vv_diag *d = vv_diag_at(j->c, i);
        int line = 0, column;
        if (d->severity != VV_ERROR) continue;
        if (d->span.end > d->span.begin) vv_diag_place(j->c, d->span.begin, &line, &column);
        const char *said = vv_format(j->c, "%s%s%s%s", d->message, d->hint ? " (" : "",
                                     d->hint ? d->hint : "", d->hint ? ")" : "");
        int at = line - 1 - j->e->lines;
        if (at >= 0 && at < j->answer.n)
            object_to_line(j, at, said ? said : "");
        else if (j->understood) /* once: the lines that follow from the answer repeat it */
            object(j, said);
    }
}

/* The verdicts on the last n claims of a model: "proved", "refuted", "undecided"; NULL where there
 * is none. */
typedef struct verdicts {
    int n;
    const vv_block *of[MOST_CLAIMS];
} verdicts;

static void collect(const vv_block *section, verdicts *out) {
    for (const vv_block *b = section->first; b; b = b->next) {
        if (b->kind == VV_BLOCK_SECTION) collect(b, out);
        if (b->kind != VV_BLOCK_VERDICT || strcmp(b->key, "claim")) continue;
        if (out->n == MOST_CLAIMS)
            memmove(out->of, out->of + 1, sizeof *out->of * (size_t)--out->n);
        out->of[out->n++] = b;
    }
}

/* Decides the n claims at the end of the text. false: the text has faults, which are said. */
static bool decide(judge *j, const char *text, int n, verdicts *out) {
    vv_diag_mark mark = vv_diag_get_mark(j->c);
    vv_command_mechanism *m;
    vv_document *d = NULL;
    *out = (verdicts){0};
    vv_status status = open_text(j->c, j->file, text, &m);
    if (status == VV_OK) {
        const char *by = vv_formalism_default(&m->system)->name;
        const vv_command_options o = {.nby = 1, .by = &by};
        status = vv_command_prove_document(j->c, m, &o, &d);
    }
    if (vv_ctx_status(j->c) == VV_E_MODEL || vv_ctx_status(j->c) == VV_E_BEYOND) {
        put_faults(j, mark);
        vv_ctx_clear_failure(j->c);
    }
    vv_diag_rollback(j->c, mark);
    if (d && vv_ctx_ok(j->c)) collect(d->root, out);
    return out->n >= n;
}

static const vv_block *last(const verdicts *v, int n, int i) { return v->of[v->n - n + i]; }
/* In general: what holds at the stated values only is no answer. */
static bool is_proved(const vv_block *b) { return !strcmp(b->word, "proved"); }
static bool is_refuted(const vv_block *b) { return !strncmp(b->word, "refuted", 7); }

static void put(judge *j, const char *what, const vv_block *b) {
    vv_document_verdict(j->d, "claim", what ? what : "", b->word, NULL, b->proof);
    j->all_proved &= is_proved(b);
    j->some_refuted |= is_refuted(b);
}

/* ---- equations --------------------------------------------------------------------------------
 */

/* The determinant of the derivatives of f[row], f[row + 1], ... by the variables not yet used. */
static void put_determinant(vv_buffer *b, const vv_lines *f, const vv_lines *by, int row,
                            unsigned used) {
    bool minus = false, some = false;
    if (row == f->n) vv_buffer_add(b, "1");
    for (int k = 0; row < f->n && k < by->n; k++) {
        if (used & 1U << k) continue;
        vv_buffer_printf(b, "%sD(%s, %s)*(",
                         minus  ? " - "
                         : some ? " + "
                                : "",
                         f->line[row], by->line[k]);
        put_determinant(b, f, by, row + 1, used | 1U << k);
        vv_buffer_add(b, ")");
        minus = !minus, some = true;
    }
}

static bool sides_of(judge *j, int i, vv_lines *sides) {
    const char *fault = read_sides(j->c, j->answer.line[i], sides);
    if (fault) object_to_line(j, i, fault);
    return !fault;
}

static void judge_equations(judge *j, const vv_model *m) {
    vv_buffer text = VV_BUFFER(j->c), last_line = VV_BUFFER(j->c);
    vv_lines f = {0};
    verdicts v;
    int n = j->answer.n;
    vv_buffer_add(&text, j->e->model);
    for (int i = 0; i < n; i++) {
        vv_lines side;
        if (!sides_of(j, i, &side)) continue;
        const char *foreign = foreign_name(j, m, j->answer.line[i]);
        if (foreign) object_to_line(j, i, foreign);
        f.line[f.n++] = vv_format(j->c, "(%s) - (%s)", side.line[0], side.line[1]);
        vv_buffer_printf(&text, "claim equation (%s) = (%s)\n", side.line[0], side.line[1]);
    }
    if (n != j->e->of.n)
        object(j, vv_format(j->c, "%d equation%s asked for, one for each of %s; the answer has %d",
                            j->e->of.n, j->e->of.n == 1 ? " is" : "s are",
                            listed(j->c, &j->e->of, &(vv_lines){0}), n));
    if (!j->understood) return;
    put_determinant(&last_line, &f, &j->e->of, 0, 0);
    vv_buffer_printf(&text, "claim not identity %s = 0\n", vv_buffer_text(&last_line));
    if (!decide(j, vv_buffer_text(&text), n + 1, &v)) return;
    for (int i = 0; i < n; i++)
        put(j, vv_format(j->c, "holds on every motion: %s", j->answer.line[i]), last(&v, n + 1, i));
    put(j,
        vv_format(j->c, n > 1 ? "together they determine %s" : "it determines %s",
                  listed(j->c, &j->e->of, &(vv_lines){0})),
        last(&v, n + 1, n));
}

/* ---- constraints ------------------------------------------------------------------------------
 */

/* The model with some constraints, in which others are claimed. */
static bool follows(judge *j, const vv_lines *stated, const vv_lines *claimed, const char *what) {
    vv_buffer text = VV_BUFFER(j->c);
    verdicts v;
    vv_lines side;
    vv_buffer_add(&text, j->e->model);
    for (int i = 0; i < stated->n; i++) {
        if (read_sides(j->c, stated->line[i], &side)) return false;
        vv_buffer_printf(&text, "constraint (%s) = (%s)\n", side.line[0], side.line[1]);
    }
    for (int i = 0; i < claimed->n; i++) {
        if (read_sides(j->c, claimed->line[i], &side)) return false;
        vv_buffer_printf(&text, "claim equation (%s) = (%s)\n", side.line[0], side.line[1]);
    }
    if (!decide(j, vv_buffer_text(&text), claimed->n, &v)) return false;
    for (int i = 0; i < claimed->n; i++)
        put(j, claimed->n > 1 ? vv_format(j->c, "%s (%d)", what, i + 1) : what,
            last(&v, claimed->n, i));
    return true;
}

static void judge_constraints(judge *j) {
    vv_lines side;
    for (int i = 0; i < j->answer.n; i++) sides_of(j, i, &side);
    if (!j->understood) return;
    /* the solution's text is not shown: it would give the answer away */
    if (!follows(j, &j->answer, &j->e->answer, "what the mechanism requires follows from it") ||
        !follows(j, &j->e->answer, &j->answer, "it requires no more than the mechanism does"))
        j->understood = false;
}

/* ---- an integral ------------------------------------------------------------------------------
 */

/* All minors of the gradients; returns how many. */
static int put_minors(judge *j, vv_buffer *text, const vv_lines *f) {
    int n = 0;
    for (unsigned chosen = 0; chosen < 1U << j->e->uses.n; chosen++) {
        vv_lines by = {0};
        for (int k = 0; k < j->e->uses.n; k++)
            if (chosen & 1U << k) by.line[by.n++] = j->e->uses.line[k];
        if (by.n != f->n || n == MOST_CLAIMS - 1) continue;
        vv_buffer minor = VV_BUFFER(j->c);
        put_determinant(&minor, f, &by, 0, 0);
        vv_buffer_printf(text, "claim not identity %s = 0\n", vv_buffer_text(&minor));
        n++;
    }
    return n;
}

static void judge_integral(judge *j, const vv_model *m) {
    vv_buffer text = VV_BUFFER(j->c);
    verdicts v;
    const char *line = j->answer.line[0], *fault = ill_formed(line);
    vv_lines f = {1, {line}};
    if (j->answer.n > 1) object(j, "an integral is one expression, on one line");
    if (!fault && strpbrk(line, "=<>"))
        fault = "write the expression that is constant, without the sign `=`";
    if (!fault) fault = foreign_name(j, m, line);
    if (fault) object(j, fault);
    if (!j->understood) return;
    for (int i = 0; i < j->e->besides.n && f.n < VV_MOST_HOLE_LINES; i++)
        f.line[f.n++] = j->e->besides.line[i];
    vv_buffer_printf(&text, "%sclaim integral (%s)\n", j->e->model, line);
    int n = put_minors(j, &text, &f);
    if (!decide(j, vv_buffer_text(&text), n + 1, &v)) return;
    const vv_block *best = last(&v, n + 1, 1);
    for (int i = 2; i <= n; i++)
        if (!is_proved(best) && (is_proved(last(&v, n + 1, i)) || is_refuted(best)))
            best = last(&v, n + 1, i);
    put(j, vv_format(j->c, "is constant on every motion: %s", line), last(&v, n + 1, 0));
    put(j,
        j->e->besides.n ? "it is independent of the known integrals" : "it is no constant number",
        best);
}

/* ---- the report -------------------------------------------------------------------------------
 */

static vv_status give_result(judge *j) {
    bool right = j->understood && j->all_proved, wrong = !j->understood || j->some_refuted;
    vv_document_fact(j->d, "result", "result",
                     !j->understood ? "the answer cannot be judged"
                     : right        ? "right"
                     : wrong        ? "not right"
                                    : "not decided");
    return right ? VV_OK : wrong ? VV_E_NO : VV_E_BEYOND;
}

static vv_status judge_answer(judge *j, const vv_model *m, const vv_exercise_options *o) {
    vv_document_begin(j->d, "judgement", false, "Your answer");
    j->understood = j->all_proved = true;
    if (read_answer(j, o)) {
        if (j->e->hole == VV_HOLE_EQUATION) judge_equations(j, m);
        if (j->e->hole == VV_HOLE_CONSTRAINT) judge_constraints(j);
        if (j->e->hole == VV_HOLE_INTEGRAL) judge_integral(j, m);
    }
    vv_status status = give_result(j);
    vv_document_end(j->d);
    return vv_ctx_ok(j->c) ? status : vv_final_status(j->c);
}

static void put_exercise(vv_document *d, const vv_exercise *e, const vv_exercise_options *o) {
    static const char *const words[] = {"", "equation", "constraint", "integral"};
    if (*e->topic) vv_document_fact(d, "topic", "topic", e->topic);
    vv_document_fact(d, "hole", "wanted", words[e->hole]);
    vv_lines tasks = {0};
    vv_exercise_split(d->c, e->task, '\n', &tasks);
    for (int i = 0; i < tasks.n; i++) vv_document_paragraph(d, "task", "%s", tasks.line[i]);
    vv_document_code(d, "model", e->shown);
    if (*e->begin) vv_document_fact(d, "begin", "an answer may begin with", e->begin);
    vv_document_number(d, "hints", "hints", e->nhints);
    for (int i = 0; i < e->nhints && i < o->hints; i++)
        vv_document_paragraph(d, "hint", "Hint %d: %s", i + 1, e->hint[i]);
    if (!o->solution) return;
    vv_buffer answer = VV_BUFFER(d->c);
    for (int i = 0; i < e->answer.n; i++) vv_buffer_printf(&answer, "%s\n", e->answer.line[i]);
    vv_document_code(d, "solution", vv_buffer_text(&answer));
}

vv_status vv_command_exercise(vv_ctx *c, const char *file, const char *text, size_t length,
                              const vv_exercise_options *o, const char **report) {
    vv_exercise *e = VV_NEW(c, vv_exercise);
    vv_report_format format;
    vv_command_mechanism *m;
    *report = "";
    if (!vv_command_format(&(vv_command_options){.format = o->format}, &format)) return VV_E_USAGE;
    if (!e || vv_exercise_read(c, text, length, e) != VV_OK) return vv_final_status(c);
    vv_diag_mark mark = vv_diag_get_mark(c);
    if (open_text(c, file, e->model, &m) != VV_OK) return vv_final_status(c);
    vv_diag_rollback(c, mark); /* notes on the unfinished model */
    vv_document *d = vv_document_new(c, "exercise", e->title);
    if (!d) return vv_final_status(c);
    judge j = {.c = c, .file = file, .e = e, .d = d};
    if (!o->nanswers || o->hints || o->solution) put_exercise(d, e, o);
    vv_status status = o->nanswers ? judge_answer(&j, &m->model, o) : VV_OK;
    return vv_report_deliver(d, status, format, report);
}
