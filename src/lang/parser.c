#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "lang/parser.h"
#include "lang/units.h"
#include "lang/keywords.h"

enum { QUOTED_MOST = 40 }; /* bytes of a token that a message quotes */

/* ---- tokens ---------------------------------------------------------------------------------- */

vv_token vv_p_current(const vv_parser *p) { return p->token[p->at]; }

vv_token vv_p_next_token(const vv_parser *p) {
    return p->token[p->at + 1 < p->tokens ? p->at + 1 : p->at];
}

const char *vv_p_token_text(const vv_parser *p, vv_token t, size_t *n) {
    *n = t.span.end - t.span.begin;
    return vv_lexer_text(&p->lexer, t.span.begin);
}

void vv_p_advance(vv_parser *p) {
    if (p->token[p->at].kind != VV_T_END) p->at++;
}

bool vv_p_is(const vv_parser *p, vv_token_kind k) { return p->token[p->at].kind == k; }

bool vv_p_accept(vv_parser *p, vv_token_kind k) {
    if (!vv_p_is(p, k)) return false;
    vv_p_advance(p);
    return true;
}

bool vv_p_expect(vv_parser *p, vv_token_kind k) {
    if (vv_p_accept(p, k)) return true;
    vv_p_unexpected(p, vv_token_kind_text(k));
    return false;
}

static bool is_text(const vv_parser *p, vv_token t, const char *word) {
    size_t n;
    const char *s = vv_p_token_text(p, t, &n);
    return t.kind == VV_T_NAME && n && word[0] == s[0] && strncmp(word, s, n) == 0 && !word[n];
}

bool vv_p_is_word(vv_parser *p, const char *word) {
    if (is_text(p, vv_p_current(p), word)) return true;
    if (p->tried_at != p->at) p->tried_n = 0;
    p->tried_at = p->at;
    for (int i = 0; i < p->tried_n; i++)
        if (strcmp(p->tried[i], word) == 0) return false;
    if (p->tried_n < VV_TRIED_WORDS_MAX) p->tried[p->tried_n++] = word;
    return false;
}

bool vv_p_accept_word(vv_parser *p, const char *word) {
    if (!vv_p_is_word(p, word)) return false;
    vv_p_advance(p);
    return true;
}

bool vv_p_expect_word(vv_parser *p, const char *word) {
    if (vv_p_accept_word(p, word)) return true;
    vv_p_unexpected(p, NULL);
    return false;
}

/* ---- diagnostics ----------------------------------------------------------------------------- */

vv_diag *vv_p_report(vv_parser *p, int code, vv_span span, const char *fmt, ...) {
    if (p->failed) return &p->unread;
    p->failed = true;
    va_list ap;
    char text[512];
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return vv_diag_add(p->ctx, VV_ERROR, code, span, "%s", text);
}

vv_span vv_p_here(const vv_parser *p) {
    if (vv_p_is(p, VV_T_END) && p->at > 0) return p->token[p->at - 1].span;
    return vv_p_current(p).span;
}

/* 'text' of a token for a message, or the name of its kind. */
static const char *quote(vv_parser *p, vv_token t) {
    size_t n;
    const char *s = vv_p_token_text(p, t, &n);
    if (t.kind == VV_T_END) return vv_token_kind_text(t.kind);
    size_t shown = n <= QUOTED_MOST ? n : QUOTED_MOST;
    while (shown < n && shown > 0 && (s[shown] & 0xc0) == 0x80) shown--;
    const char *text = vv_format(p->ctx, "'%.*s%s'", (int)shown, s, shown < n ? "..." : "");
    return text ? text : "?";
}

/* 'turned', 'at' or the end of the statement */
static const char *expectation(vv_parser *p, const char *expected) {
    vv_buffer b = VV_BUFFER(p->ctx);
    int n = p->tried_at == p->at ? p->tried_n : 0, total = n + (expected != NULL);
    for (int i = 0; i < n; i++) {
        if (i) vv_buffer_add(&b, i + 1 == total ? " or " : ", ");
        vv_buffer_printf(&b, "'%s'", p->tried[i]);
    }
    if (expected && n) vv_buffer_add(&b, " or ");
    if (expected) vv_buffer_add(&b, expected);
    const char *text = vv_strdup(p->ctx, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text ? text : "something else";
}

static bool ends_operand(vv_token_kind k) {
    return k == VV_T_NAME || k == VV_T_NUMBER || k == VV_T_RPAREN || k == VV_T_RBRACKET ||
           k == VV_T_PRIME || k == VV_T_RAISED;
}

static bool joins(const vv_parser *p, vv_token t) {
    size_t n;
    const char *s = vv_p_token_text(p, t, &n);
    return t.kind == VV_T_NAME && vv_keyword_is_connective(s, n);
}

static bool begins_operand(const vv_parser *p, vv_token t) {
    if (t.kind == VV_T_NAME) return !joins(p, t);
    return t.kind == VV_T_NUMBER || t.kind == VV_T_LPAREN;
}

/* The word probably meant by the current name, among those that would have fitted. */
const char *vv_p_suggestion(vv_parser *p) {
    if (!vv_p_is(p, VV_T_NAME) || p->tried_at != p->at) return NULL;
    size_t n;
    const char *s = vv_p_token_text(p, vv_p_current(p), &n);
    const char *name = vv_strndup(p->ctx, s, n);
    return name ? vv_nearest_name(p->ctx, name, p->tried_n, p->tried) : NULL;
}

static vv_node *side_by_side(vv_parser *p, vv_token before, vv_token t) {
    if (before.kind == VV_T_PRIME && p->at > 1) before.span.begin = p->token[p->at - 2].span.begin;
    const char *left = quote(p, before), *right = quote(p, t), *habit = vv_p_hint(p);
    vv_span both = {before.span.begin, t.span.end};
    vv_diag *d =
        vv_p_report(p, VV_C_PRODUCT, both, "an operator is missing between %s and %s", left, right);
    int l = (int)strlen(left) - 2, r = (int)strlen(right) - 2;
    /* a forgotten word looks the same; `for` may follow anything and is uninformative */
    p->tried_n -= p->tried_n > 0 && strcmp(p->tried[p->tried_n - 1], "for") == 0;
    vv_unit unit;
    vv_unit_error fault;
    if (vv_p_hint_derivative(p, d)) return NULL;
    if (habit)
        vv_diag_hint(p->ctx, d, "%s", habit);
    else if (before.kind == VV_T_NAME && !strcmp(right, "'dot'")) {
        vv_diag_hint(p->ctx, d, "the time derivative is a prime: %.*s'", l, left + 1);
        vv_p_cure(p, d, both, vv_format(p->ctx, "%.*s'", l, left + 1));
    } else if (before.kind == VV_T_NUMBER && t.kind == VV_T_NAME &&
               vv_unit_parse(right + 1, (size_t)r, &unit, &fault))
        vv_diag_hint(p->ctx, d, "write a unit in brackets: %.*s [%.*s]; write a product with *", l,
                     left + 1, r, right + 1);
    else if (p->tried_at == p->at && p->tried_n > 0)
        vv_diag_hint(p->ctx, d, "write a product with *: %.*s*%.*s; or is %s missing?", l, left + 1,
                     r, right + 1, expectation(p, NULL));
    else
        vv_diag_hint(p->ctx, d, "write a product with *: %.*s*%.*s", l, left + 1, r, right + 1);
    return NULL;
}

/* Foreign notation; or a forgotten comma between two names. */
static void hint_unexpected(vv_parser *p, vv_token before, vv_token t, const char *list,
                            vv_diag *d) {
    size_t n = strlen(list);
    bool comma = n >= 3 && !strcmp(list + n - 3, "','");
    const char *left = quote(p, before), *right = quote(p, t), *habit = vv_p_hint(p);
    if (habit)
        vv_diag_hint(p->ctx, d, "%s", habit);
    else if (comma && before.kind == VV_T_NAME && t.kind == VV_T_NAME)
        vv_diag_hint(p->ctx, d, "separate names with commas: %.*s, %.*s", (int)strlen(left) - 2,
                     left + 1, (int)strlen(right) - 2, right + 1);
}

vv_node *vv_p_unexpected(vv_parser *p, const char *expected) {
    if (p->failed) return NULL;
    vv_token t = vv_p_current(p), before = p->at > 0 ? p->token[p->at - 1] : t;
    const char *word = vv_p_suggestion(p), *list = expectation(p, expected);
    if (word) {
        vv_diag *d = vv_p_report(p, VV_C_CLAUSE, t.span, "%s is unexpected here", quote(p, t));
        vv_diag_hint(p->ctx, d, "did you mean '%s'?", word);
        return NULL;
    }
    if ((t.kind == VV_T_RPAREN || t.kind == VV_T_RBRACKET) && p->ended == p->at) {
        vv_diag *d = vv_p_report(p, VV_C_CLOSING, t.span, "%s closes a bracket that was not opened",
                                 quote(p, t));
        vv_diag_hint(p->ctx, d, "remove it, or open a bracket before it");
        return NULL;
    }
    if (t.kind == VV_T_LBRACKET) {
        vv_diag *d = vv_p_report(p, VV_C_UNIT_PLACE, t.span,
                                 "a unit follows a number, a bracket or declared names");
        vv_diag_hint(p->ctx, d,
                     "an index follows its name without a space: θ[3]; group terms with ( )");
        return NULL;
    }
    if (t.kind == VV_T_PRIME) {
        vv_diag *d = vv_p_report(p, VV_C_PRIME, t.span,
                                 "a prime follows a name or a parenthesis without a space");
        bool declared = p->at > 1 && !t.spaced && before.kind == VV_T_NAME;
        vv_diag_hint(p->ctx, d,
                     declared ? "declare the name alone: this defines its rate too"
                              : "x', θ[3]', (x*y)'");
        return NULL;
    }
    if (ends_operand(before.kind) && !joins(p, before) && begins_operand(p, t) && p->ended == p->at)
        return side_by_side(p, before, t);
    int code = expected && strcmp(expected, vv_token_kind_text(VV_T_END)) == 0 ? VV_C_TRAILING
                                                                               : VV_C_EXPECTED;
    vv_diag *d =
        t.kind == VV_T_END
            ? vv_p_report(p, code, vv_p_here(p), "%s is missing after %s", list, quote(p, before))
            : vv_p_report(p, code, t.span, "expected %s, found %s", list, quote(p, t));
    hint_unexpected(p, before, t, list, d);
    return NULL;
}

bool vv_p_expect_closing(vv_parser *p, vv_token open) {
    vv_token_kind want = open.kind == VV_T_LPAREN ? VV_T_RPAREN : VV_T_RBRACKET;
    vv_token t = vv_p_current(p);
    if (vv_p_accept(p, want)) return true;
    bool other = t.kind == VV_T_RPAREN || t.kind == VV_T_RBRACKET,
         beyond = t.kind == VV_T_END || vv_p_at_comparison(p); /* never inside brackets */
    if (!other && !beyond) {
        vv_p_unexpected(p, want == VV_T_RPAREN ? "',' or ')'" : "',' or ']'");
        return false;
    }
    vv_diag *d =
        other ? vv_p_report(p, VV_C_CLOSING, t.span, "%s closes %s", quote(p, t), quote(p, open))
              : vv_p_report(p, VV_C_UNCLOSED, vv_p_here(p), "%s is missing%s%s",
                            vv_token_kind_text(want), t.kind == VV_T_END ? "" : " before ",
                            t.kind == VV_T_END ? "" : quote(p, t));
    d->related = open.span;
    d->related_text = "opened here";
    return false;
}

/* ---- collecting the tokens of one statement -------------------------------------------------- */

/* After these tokens a line continues. */
static bool continues(vv_token_kind k) {
    switch (k) {
    case VV_T_PLUS:
    case VV_T_MINUS:
    case VV_T_STAR:
    case VV_T_SLASH:
    case VV_T_CARET:
    case VV_T_COMMA:
    case VV_T_COLON:
    case VV_T_DOTS:
    case VV_T_EQ:
    case VV_T_NE:
    case VV_T_LT:
    case VV_T_GT:
    case VV_T_LE:
    case VV_T_GE: return true;
    case VV_T_END:
    case VV_T_BAD:
    case VV_T_NAME:
    case VV_T_NUMBER:
    case VV_T_STRING:
    case VV_T_PRIME:
    case VV_T_RAISED:
    case VV_T_LPAREN:
    case VV_T_RPAREN:
    case VV_T_LBRACKET:
    case VV_T_RBRACKET:
    case VV_T_DOT: return false;
    }
    return false;
}

/* The two tokens after the one just read. */
static vv_token look_ahead(const vv_parser *p, vv_token *third) {
    vv_lexer x = p->lexer;
    x.quiet = true;
    vv_token second = vv_lexer_next(&x);
    *third = vv_lexer_next(&x);
    return second;
}

/* An unclosed bracket or a forgotten operand must not swallow the rest of the file: a line that
 * clearly begins a statement ends the previous one. Clearly means: its first word is a statement
 * keyword and what was read so far cannot continue with a name, or a second word follows
 * immediately. */
static bool clearly_begins(const vv_parser *p, vv_token t, vv_token before, int depth) {
    size_t n;
    const char *s = vv_p_token_text(p, t, &n);
    if (t.kind != VV_T_NAME || !vv_p_is_statement_word(s, n)) return false;
    if (depth > 0 && ends_operand(before.kind)) return true;
    /* `body B: mass m,` may continue with `frame F` on the next line */
    if (depth == 0 && before.kind == VV_T_COMMA && is_text(p, p->token[0], "body") &&
        (is_text(p, t, "mass") || is_text(p, t, "frame")))
        return false;
    vv_token third, second = look_ahead(p, &third);
    if (second.first) return false;
    if (is_text(p, t, "claim") && is_text(p, second, "not")) return true;
    /* `gravity -g*world.z`; in a difference the sign has spaces on both sides */
    if (second.kind == VV_T_MINUS && second.spaced && !third.spaced) return true;
    return second.spaced && second.kind != VV_T_LPAREN &&
           (second.kind == VV_T_STRING || begins_operand(p, second));
}

static bool add_token(vv_parser *p, vv_token t) {
    if (p->tokens == p->token_room) {
        int more = p->token_room ? 2 * p->token_room : 256;
        void *b = vv_block_resize(p->ctx, p->token, (size_t)more * sizeof t);
        if (!b) return false;
        p->token = b;
        p->token_room = more;
    }
    p->token[p->tokens++] = t;
    return true;
}

/* Collects the tokens of the next statement; false at the end of the text. */
static bool gather(vv_parser *p) {
    int depth = 0;
    vv_token t = p->ahead, before = {.kind = VV_T_COMMA};
    p->tokens = p->at = p->depth = p->top = p->tried_n = 0;
    p->tried_at = p->ended = -1;
    p->failed = p->bad = false;
    for (; t.kind != VV_T_END; t = vv_lexer_next(&p->lexer)) {
        if (t.first && p->tokens > 0) {
            if (depth == 0 && !continues(before.kind)) break;
            if (clearly_begins(p, t, before, depth)) break;
        }
        if (t.kind == VV_T_LPAREN || t.kind == VV_T_LBRACKET) depth++;
        if ((t.kind == VV_T_RPAREN || t.kind == VV_T_RBRACKET) && depth > 0) depth--;
        p->bad |= t.kind == VV_T_BAD;
        if (!add_token(p, t)) return false;
        before = t;
    }
    p->ahead = t;
    uint32_t end = before.span.end;
    return p->tokens > 0 && add_token(p, (vv_token){.kind = VV_T_END, .span = {end, end}});
}

/* ---- entry points ---------------------------------------------------------------------------- */

/* Files of other programs and of our own, by their first bytes. */
static bool is_other_file(vv_ctx *c, const char *text, size_t length) {
    static const struct {
        const char *bytes, *kind;
        bool table;
    } known[] = {
        {"PK\3\4", "a NumPy archive (.npz)", true},
        {"\x93NUMPY", "a NumPy array", true},
        {"\x89HDF\r\n", "an HDF5 file", true},
        {"MATLAB 5.0", "a MATLAB file", true},
        {"%PDF", "a PDF", false},
        {"\x89PNG", "a picture", false},
        {"<!DOCTYPE", "a web page", false},
        {"<svg", "a picture", false},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t n = strlen(known[i].bytes);
        if (length < n || memcmp(text, known[i].bytes, n) != 0) continue;
        vv_diag *d = vv_diag_add(c, VV_ERROR, VV_C_FILE_KIND, (vv_span){0, 0},
                                 "this is %s, not a model", known[i].kind);
        vv_diag_hint(c, d, "a model is a text, FILE.vv%s",
                     known[i].table ? "; `run` writes such a table from it" : "");
        return true;
    }
    return false;
}

static bool begin(vv_parser *p, vv_ctx *c, uint32_t base, const char *text, size_t length) {
    *p = (vv_parser){.ctx = c};
    if (base + length > VV_SOURCE_BYTES_MAX) {
        vv_diag *d = vv_diag_add(c, VV_ERROR, VV_C_LARGE_FILE, (vv_span){0, 0},
                                 "the file is larger than %d MiB", VV_SOURCE_BYTES_MAX >> 20);
        vv_diag_hint(c, d, "a model is a text of a few kilobytes; is this the right file?");
        return false;
    }
    vv_lexer_begin(&p->lexer, c, text, length);
    p->lexer.base = base;
    p->ahead = vv_lexer_next(&p->lexer);
    return true;
}

/* At the text of an option, its one statement or expression gathered. */
static bool begin_option(vv_parser *p, vv_ctx *c, const char *option, const char *text,
                         size_t length) {
    uint32_t base = 0;
    *p = (vv_parser){.ctx = c};
    if (!vv_diag_add_option(c, option, text, length, &base)) {
        vv_ctx_fail(c, VV_E_NOMEM);
        return false;
    }
    if (base > VV_SOURCE_BYTES_MAX + 1) return false; /* reported of the source before */
    if (!begin(p, c, base, text, length)) return false;
    if (gather(p)) return true;
    if (vv_ctx_ok(c))
        vv_diag_add(c, VV_ERROR, VV_C_OPERAND, (vv_span){base, base + 1},
                    "an expression is missing");
    return false;
}

static void release(vv_parser *p) {
    vv_block_resize(p->ctx, p->token, 0);
    vv_block_resize(p->ctx, p->stack, 0);
    vv_block_resize(p->ctx, p->statement, 0);
}

/* The statements understood, as an array of the arena. */
static vv_node **statements(vv_parser *p, int *n) {
    vv_node **out = p->n && vv_ctx_ok(p->ctx) ? VV_ARRAY(p->ctx, vv_node *, p->n) : NULL;
    if (out) memcpy(out, p->statement, (size_t)p->n * sizeof *p->statement);
    *n = out ? p->n : 0;
    return out;
}

static vv_status outcome(vv_ctx *c, int errors_before) {
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    return vv_diag_errors(c) > errors_before ? VV_E_MODEL : VV_OK;
}

static void trace_tokens(vv_ctx *c, const char *text, size_t length) {
    vv_lexer x;
    vv_lexer_begin(&x, c, text, length);
    x.quiet = true; /* the parser reports what is wrong with them */
    for (vv_token t = vv_lexer_next(&x); t.kind != VV_T_END && vv_ctx_ok(c); t = vv_lexer_next(&x))
        vv_trace_line(c, VV_TRACE_LEX, "%u-%u%s %s: %.*s", t.span.begin, t.span.end,
                      t.first ? " first" : "", vv_token_kind_text(t.kind),
                      (int)(t.span.end - t.span.begin), text + t.span.begin);
}

vv_status vv_parse(vv_ctx *c, const char *file, const char *text, size_t length, vv_tree *out) {
    vv_parser p;
    int before = vv_diag_errors(c);
    *out = (vv_tree){.file = file, .text = text, .length = length};
    vv_diag_source(c, file, text, length);
    if (is_other_file(c, text, length) || !begin(&p, c, 0, text, length)) return VV_E_MODEL;
    if (vv_trace(c, VV_TRACE_LEX)) trace_tokens(c, text, length);
    while (vv_ctx_tick(c) && gather(&p))
        if (!p.bad) vv_p_statement(&p); /* a BAD token has had its diagnostic */
    out->statement = statements(&p, &out->n);
    release(&p);
    return outcome(c, before);
}

/* Nothing may follow on another line. */
static bool ends_with_line(vv_parser *p) {
    if (p->ahead.kind == VV_T_END) return true;
    vv_p_report(p, VV_C_TRAILING, p->ahead.span, "the expression ends with its line");
    return false;
}

/* Adds what one request states to `all`, which has collected those before. */
static void parse_request(vv_ctx *c, const vv_request *r, vv_parser *all) {
    vv_parser p;
    if (begin_option(&p, c, r->option, r->text, strlen(r->text)) && !p.bad &&
        vv_p_request(&p, r->kind) && ends_with_line(&p))
        for (int i = 0; i < p.n; i++) vv_p_add_statement(all, p.statement[i]);
    release(&p);
}

vv_status vv_parse_requests(vv_ctx *c, int n, const vv_request *request, vv_tree *tree) {
    vv_parser all = {.ctx = c};
    int before = vv_diag_errors(c);
    for (int i = 0; i < n && vv_ctx_tick(c); i++) parse_request(c, &request[i], &all);
    tree->request = statements(&all, &tree->nrequests);
    release(&all);
    return outcome(c, before);
}

vv_node *vv_parse_expression(vv_ctx *c, const char *option, const char *text, size_t length) {
    vv_parser p;
    vv_node *node = NULL;
    if (begin_option(&p, c, option, text, length) && !p.bad) {
        node = vv_p_expression(&p);
        if (node && !vv_p_is(&p, VV_T_END))
            node = vv_p_unexpected(&p, "the end of the expression");
        else if (node && !ends_with_line(&p))
            node = NULL;
    }
    release(&p);
    return node;
}
