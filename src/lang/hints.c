/* Hints for notation of other languages or of handwriting: how it is written here. Each rule
 * examines the tokens around the one that does not fit and returns a hint, or NULL. Errors are
 * found elsewhere: a wrong rule costs a hint, never an error. */
#include <string.h>

#include "lang/parser.h"
#include "lang/units.h"
#include "lang/keywords.h"

/* The token k places after the current one (negative: before), END if there is none. */
static vv_token token_at(const vv_parser *p, int k) {
    int i = p->at + k;
    return i >= 0 && i < p->tokens ? p->token[i] : (vv_token){.kind = VV_T_END};
}

static const char *text_of(vv_parser *p, vv_token t) {
    size_t n;
    const char *s = vv_p_token_text(p, t, &n);
    const char *copy = vv_strndup(p->ctx, s, n);
    return copy ? copy : "";
}

static bool is_function(vv_parser *p, vv_token t) {
    const char *name = t.kind == VV_T_NAME ? text_of(p, t) : "";
    return vv_keyword_is_function(name) || !strcmp(name, "path");
}

/* θ.diff(t), math.sqrt(2), at the bracket */
static const char *method(vv_parser *p) {
    vv_token object = token_at(p, -3), name = token_at(p, -1);
    if (vv_p_current(p).kind != VV_T_LPAREN || token_at(p, -2).kind != VV_T_DOT) return NULL;
    const char *called = text_of(p, name), *of = text_of(p, object);
    if (object.kind == VV_T_NAME && vv_keyword_is_foreign_derivative(called))
        return vv_format(p->ctx, "the rate of %s is %s'", of, of);
    if (vv_keyword_is_foreign_derivative(called))
        return "a prime is the time derivative: x', θ[3]', (x*y)'";
    return vv_format(p->ctx, "write the function with its argument: %s(...)", called);
}

/* sin^2(θ), sin²(θ), at the bracket */
static const char *power_of_function(vv_parser *p) {
    bool raised = token_at(p, -1).kind == VV_T_RAISED;
    vv_token f = token_at(p, raised ? -2 : -3);
    if (vv_p_current(p).kind != VV_T_LPAREN || !is_function(p, f)) return NULL;
    if (!raised && token_at(p, -2).kind != VV_T_CARET) return NULL;
    return vv_format(p->ctx, "the power follows the argument: %s(...)%s%s", text_of(p, f),
                     raised ? "" : "^", text_of(p, token_at(p, -1)));
}

/* cos θ, at the argument */
static const char *bare_argument(vv_parser *p) {
    vv_token f = token_at(p, -1), t = vv_p_current(p);
    if (!is_function(p, f) || (t.kind != VV_T_NAME && t.kind != VV_T_NUMBER)) return NULL;
    return vv_format(p->ctx, "write the argument in parentheses: %s(%s)", text_of(p, f),
                     text_of(p, t));
}

/* 0,05 with the comma at offset k */
static const char *decimal_comma_at(vv_parser *p, int k) {
    vv_token whole = token_at(p, k - 1), comma = token_at(p, k), rest = token_at(p, k + 1);
    if (whole.kind != VV_T_NUMBER || comma.kind != VV_T_COMMA || rest.kind != VV_T_NUMBER)
        return NULL;
    if (comma.spaced || rest.spaced || strchr(text_of(p, whole), '.')) return NULL;
    return vv_format(p->ctx, "the decimal separator is a point: %s.%s", text_of(p, whole),
                     text_of(p, rest));
}

static const char *decimal_comma(vv_parser *p) {
    return decimal_comma_at(p, vv_p_is(p, VV_T_COMMA) ? 0 : -1);
}

/* 2 (kg), x, y (m): at the bracket */
static const char *round_unit(vv_parser *p) {
    vv_token open = vv_p_current(p);
    int k = 1;
    vv_unit unit;
    vv_unit_error fault;
    while (token_at(p, k).kind != VV_T_RPAREN && token_at(p, k).kind != VV_T_END) k++;
    uint32_t begin = open.span.end, end = token_at(p, k).span.begin;
    if (open.kind != VV_T_LPAREN || token_at(p, k).kind != VV_T_RPAREN || begin >= end) return NULL;
    if (!vv_unit_parse(vv_lexer_text(&p->lexer, begin), end - begin, &unit, &fault)) return NULL;
    return vv_format(p->ctx, "write a unit in square brackets after a space: [%.*s]",
                     (int)(end - begin), vv_lexer_text(&p->lexer, begin));
}

/* parameter Real m, at the name */
static const char *type_word(vv_parser *p) {
    static const char *const types[] = {"Real",   "Integer", "Boolean", "real", "float",
                                        "double", "int",     "var",     "const"};
    vv_token type = token_at(p, -1), t = vv_p_current(p);
    if (p->at != (p->request ? 1 : 2) || type.kind != VV_T_NAME || t.kind != VV_T_NAME) return NULL;
    const char *word = text_of(p, type);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(word, types[i]))
            return p->request ? vv_format(p->ctx, "a name has no type: %s", text_of(p, t))
                              : vv_format(p->ctx, "a name has no type: %s %s",
                                          text_of(p, p->token[0]), text_of(p, t));
    return NULL;
}

static bool compares(vv_token_kind k) {
    return k == VV_T_EQ || k == VV_T_NE || k == VV_T_LT || k == VV_T_GT || k == VV_T_LE ||
           k == VV_T_GE;
}

/* m = 1 l = 2, at the second name: a product would not be compared twice */
static const char *next_of_list(vv_parser *p) {
    bool compared = false;
    int k = 1;
    for (int i = 0; i < p->at; i++) compared |= compares(p->token[i].kind);
    if (token_at(p, k).kind == VV_T_PRIME) k++;
    if (!compared || !compares(token_at(p, k).kind) || vv_p_current(p).kind != VV_T_NAME)
        return NULL;
    return vv_format(p->ctx, "is a comma missing before %s?", text_of(p, vv_p_current(p)));
}

/* body B: mass m centre G, at the clause */
static const char *next_clause(vv_parser *p) {
    static const char *const clause[][2] = {
        {"body", "mass"},           {"body", "centre"},      {"body", "center"},
        {"body", "frame"},          {"body", "inertia"},     {"spring", "length"},
        {"rolling", "normal"},      {"rolling", "friction"}, {"rolling", "resistance"},
        {"rolling", "restitution"},
    };
    if (p->at < 3 || !vv_p_is(p, VV_T_NAME)) return NULL;
    const char *word = text_of(p, vv_p_current(p)), *statement = text_of(p, p->token[0]);
    for (size_t i = 0; i < sizeof clause / sizeof *clause; i++)
        if (!strcmp(statement, clause[i][0]) && !strcmp(word, clause[i][1]))
            return vv_format(p->ctx, "is a comma missing before %s?", word);
    return NULL;
}

/* Words of other languages, and their equivalents here. */
static const char *foreign_word(vv_parser *p) {
    static const char *const known[][2] = {
        {"and", "list them with commas"},    {"rotated", "did you mean 'turned'?"},
        {"around", "did you mean 'about'?"}, {"position", "did you mean 'centre'?"},
        {"pos", "did you mean 'centre'?"},
    };
    const char *word = vv_p_is(p, VV_T_NAME) ? text_of(p, vv_p_current(p)) : "";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(word, known[i][0])) return known[i][1];
    if (vv_p_is(p, VV_T_DOTS) && !strcmp(text_of(p, p->token[0]), "run"))
        return "a motion starts at t = 0: its duration is one number";
    if (vv_p_is(p, VV_T_COLON)) return "a colon follows only the name of a body or a surface";
    return NULL;
}

/* A line that ends with a comma continues; here it should not. */
static const char *last_comma(vv_parser *p) {
    if (vv_p_is(p, VV_T_COMMA) && token_at(p, 1).kind == VV_T_END) return "remove the comma";
    if (!vv_p_is(p, VV_T_END) || token_at(p, -1).kind != VV_T_COMMA) return NULL;
    return "remove the comma, or continue after it";
}

const char *vv_p_hint(vv_parser *p) {
    static const char *(*const rule[])(vv_parser *) = {
        method,    power_of_function, bare_argument, round_unit,   decimal_comma,
        type_word, next_of_list,      next_clause,   foreign_word, last_comma,
    };
    const char *hint = NULL;
    for (size_t i = 0; !hint && i < sizeof rule / sizeof *rule; i++) hint = rule[i](p);
    return hint;
}

/* The first token of a power that ends before token k: ^2 or ². */
static int power_before(const vv_parser *p, int k) {
    if (token_at(p, k - 1).kind == VV_T_RAISED) return k - 1;
    bool caret = token_at(p, k - 1).kind == VV_T_NUMBER && token_at(p, k - 2).kind == VV_T_CARET;
    return caret ? k - 2 : k;
}

static bool is_name(vv_parser *p, int k, const char *name) {
    return token_at(p, k).kind == VV_T_NAME && !strcmp(text_of(p, token_at(p, k)), name);
}

bool vv_p_hint_derivative(vv_parser *p, vv_diag *d) {
    int at = power_before(p, 0) - 1, depth = 0, last = 0;
    if (!is_name(p, at, "dt") || token_at(p, at - 1).kind != VV_T_SLASH) return false;
    int first = power_before(p, at - 1) - 1;
    if (!is_name(p, first, "d")) return false;
    bool bracket = token_at(p, 0).kind == VV_T_LPAREN;
    for (int k = 0; bracket && token_at(p, k).kind != VV_T_END; k++) {
        depth += (token_at(p, k).kind == VV_T_LPAREN) - (token_at(p, k).kind == VV_T_RPAREN);
        last = k;
        if (!depth) break;
    }
    const char *raised = at + 1 == 0 ? "1" : text_of(p, token_at(p, -1));
    bool third = !strcmp(raised, "3") || !strcmp(raised, "³"), twice = at + 1 < 0 && !third;
    int bare = bracket && last == 2 && token_at(p, 1).kind == VV_T_NAME;
    vv_span of = {token_at(p, bare).span.begin, token_at(p, last - bare).span.end};
    uint32_t end = token_at(p, last).span.end;
    const char *text =
        vv_format(p->ctx, "%.*s%s", (int)(of.end - of.begin), vv_lexer_text(&p->lexer, of.begin),
                  third   ? "'''"
                  : twice ? "''"
                          : "'");
    vv_diag_hint(p->ctx, d, "the time derivative is a prime: %s", text);
    vv_p_cure(p, d, (vv_span){token_at(p, first).span.begin, end}, text);
    return true;
}

const char *vv_p_target_hint(vv_parser *p, const vv_node *n) {
    const char *number = decimal_comma_at(p, -2);
    size_t length = n->span.end - n->span.begin;
    const char *s = vv_lexer_text(&p->lexer, n->span.begin), *slash = memchr(s, '/', length);
    if (n->kind == VV_N_NUMBER && number) return number;
    if (n->kind == VV_N_CALL && n->n > 0 && vv_keyword_is_foreign_derivative(n->name)) {
        int arg = (int)(n->kid[0]->span.end - n->kid[0]->span.begin);
        s = vv_lexer_text(&p->lexer, n->kid[0]->span.begin);
        return vv_format(p->ctx, "the rate of %.*s is %.*s'", arg, s, arg, s);
    }
    if (n->kind == VV_N_CALL && n->n == 1)
        return vv_format(p->ctx, "state the initial value of the name itself: %s = ...", n->name);
    if (slash && s[0] == 'd' && slash > s + 1 && (size_t)(slash - s) + 3 == length &&
        !memcmp(slash, "/dt", 3))
        return vv_format(p->ctx, "the rate of %.*s is %.*s'", (int)(slash - s) - 1, s + 1,
                         (int)(slash - s) - 1, s + 1);
    return NULL;
}
