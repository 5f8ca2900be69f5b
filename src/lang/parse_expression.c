/* Expressions: precedence by recursive descent.
 *
 *     sum = ["-"|"+"] product { ("+"|"-") product }     product = factor { ("*"|"/") factor }
 *     factor = ("-"|"+") factor | postfix [ "^" factor | superscript digits ]
 *
 * Only brackets, signs and exponents recurse, and each of them counts towards the nesting limit. */
#include <string.h>

#include "base/base.h"
#include "lang/parser.h"
#include "lang/units.h"
#include "lang/keywords.h"

static bool enter(vv_parser *p) {
    if (++p->depth <= VV_NESTING_MAX) return true;
    vv_p_report(p, VV_C_NESTED, vv_p_here(p), "nested deeper than %d", VV_NESTING_MAX);
    return false;
}

static bool is_name_text(vv_parser *p, const char *word) {
    size_t n;
    const char *s = vv_p_token_text(p, vv_p_current(p), &n);
    return vv_p_is(p, VV_T_NAME) && strncmp(word, s, n) == 0 && word[n] == '\0';
}

static bool touches(vv_parser *p, vv_token_kind k) {
    return vv_p_is(p, k) && !vv_p_current(p).spaced;
}

/* ---- units and indices ----------------------------------------------------------------------- */

bool vv_p_at_unit(const vv_parser *p) {
    return vv_p_is(p, VV_T_LBRACKET) && vv_p_current(p).spaced;
}

/* Canonical spelling of a unit: no spaces, * for the dots, ^2 for ². */
static const char *plain_unit(vv_parser *p, int first, int last) {
    vv_buffer b = VV_BUFFER(p->ctx);
    for (int i = first; i < last; i++) {
        vv_token t = p->token[i];
        size_t n;
        const char *s = vv_p_token_text(p, t, &n);
        if (t.kind == VV_T_STAR)
            vv_buffer_char(&b, '*');
        else if (t.kind == VV_T_MINUS)
            vv_buffer_char(&b, '-');
        else if (t.kind == VV_T_RAISED)
            vv_buffer_printf(&b, "^%s", vv_token_raised(&p->lexer, t));
        else if (n > 2 && memcmp(s, "µ", 2) == 0) {
            vv_buffer_add(&b, "μ");
            vv_buffer_add_n(&b, s + 2, n - 2);
        } else
            vv_buffer_add_n(&b, s, n);
    }
    const char *text = vv_strdup(p->ctx, vv_buffer_text(&b));
    vv_buffer_free(&b);
    if (!text) p->failed = true;
    return text;
}

static vv_node *unit_fault(vv_parser *p, uint32_t base, const vv_unit_error *f) {
    vv_span span = {base + (uint32_t)f->begin, base + (uint32_t)f->end};
    const char *names[64];
    int n = 0;
    while (n < 64 && vv_unit_name(n)) names[n] = vv_unit_name(n), n++;
    int length = (int)(span.end - span.begin);
    const char *s = vv_lexer_text(&p->lexer, span.begin);
    if (span.begin == span.end) span.end++; /* an empty bracket: point at its end */
    if (!f->unknown) {
        vv_p_report(p, VV_C_UNIT, span, "%s", f->text);
        return NULL;
    }
    vv_diag *d = vv_p_report(p, VV_C_UNIT, span, "unknown unit '%.*s'", length, s);
    const char *name = vv_strndup(p->ctx, s, (size_t)length);
    const char *near = name ? vv_unit_abbreviation(name) : NULL;
    if (name && !near) near = vv_nearest_name(p->ctx, name, n, names);
    if (near)
        vv_diag_hint(p->ctx, d, "did you mean '%s'?", near);
    else
        vv_diag_hint(p->ctx, d,
                     "units are kg, m, s, rad, deg, N, J, W, Pa, Hz and their products; an index "
                     "follows its name without a space");
    return NULL;
}

vv_node *vv_p_unit(vv_parser *p) {
    vv_token open = vv_p_current(p);
    vv_p_advance(p);
    int first = p->at;
    while (!vv_p_is(p, VV_T_RBRACKET) && !vv_p_is(p, VV_T_END)) vv_p_advance(p);
    int last = p->at;
    uint32_t begin = open.span.end, end = p->token[last].span.begin;
    if (!vv_p_expect_closing(p, open)) return NULL;
    vv_unit unit;
    vv_unit_error fault;
    if (!vv_unit_parse(vv_lexer_text(&p->lexer, begin), end - begin, &unit, &fault))
        return unit_fault(p, begin, &fault);
    vv_node *n = vv_p_node(p, VV_N_UNIT, open.span.begin, 0, NULL);
    if (n) {
        n->name = plain_unit(p, first, last);
        n->name_span = (vv_span){begin, end};
    }
    return p->failed ? NULL : n;
}

/* A unit after a number or a bracket; the bracket of an index would be adjacent. */
static vv_node *unit_after(vv_parser *p) {
    if (vv_p_current(p).spaced) return vv_p_unit(p);
    vv_diag *d =
        vv_p_report(p, VV_C_UNIT_PLACE, vv_p_current(p).span, "a unit needs a space before it");
    vv_diag_hint(p->ctx, d, "put a space before the bracket; only a name has an index");
    return NULL;
}

vv_node *vv_p_range(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    vv_node *kid[2];
    if (!(kid[0] = vv_p_expression(p)) || !vv_p_expect(p, VV_T_DOTS)) return NULL;
    if (!(kid[1] = vv_p_expression(p))) return NULL;
    return vv_p_node(p, VV_N_RANGE, begin, 2, kid);
}

/* [1..n] or [i-1] or [i, j]; ranges only in the declaration of a family */
static vv_node *one_index(vv_parser *p, bool ranges) {
    uint32_t begin = vv_p_current(p).span.begin;
    vv_node *kid[2] = {vv_p_expression(p)};
    if (!kid[0] || !vv_p_is(p, VV_T_DOTS)) return kid[0];
    if (!ranges) {
        vv_p_report(p, VV_C_INDEX, vv_p_current(p).span,
                    "a range is allowed only where a family is declared");
        return NULL;
    }
    vv_p_advance(p);
    kid[1] = vv_p_expression(p);
    return kid[1] ? vv_p_node(p, VV_N_RANGE, begin, 2, kid) : NULL;
}

/* At '['. */
static vv_node *indices(vv_parser *p, vv_node_kind k, uint32_t begin, bool ranges) {
    vv_token open = vv_p_current(p);
    int base = p->top;
    vv_p_advance(p);
    if (!enter(p)) return NULL;
    do
        if (!vv_p_push(p, one_index(p, ranges))) return NULL;
    while (vv_p_accept(p, VV_T_COMMA));
    p->depth--;
    if (!vv_p_expect_closing(p, open)) return NULL;
    return vv_p_node_from_stack(p, k, begin, base);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* A connective word where an operand is expected. */
static vv_node *missing_operand(vv_parser *p) {
    vv_token t = vv_p_current(p);
    size_t n, m;
    const char *s = vv_p_token_text(p, t, &n);
    vv_span here = vv_p_here(p);
    vv_token last = p->at > 0 ? p->token[p->at - 1] : t;
    const char *before = vv_p_token_text(p, last, &m);
    if (n > 40) n = 40;
    if (t.kind == VV_T_END) {
        vv_diag *d = vv_p_report(p, VV_C_OPERAND, here, "an expression is missing after '%.*s'",
                                 (int)m, before);
        const char *habit = vv_p_hint(p);
        if (habit) vv_diag_hint(p->ctx, d, "%s", habit);
    } else if (t.kind == VV_T_NAME)
        vv_p_report(p, VV_C_OPERAND, here, "an expression is missing before '%.*s'", (int)n, s);
    else if (t.kind == VV_T_RPAREN && last.kind == VV_T_LPAREN)
        vv_p_report(p, VV_C_OPERAND, here, "the brackets are empty");
    else if (t.kind == VV_T_LBRACKET || t.kind == VV_T_PRIME)
        vv_p_unexpected(p, "an expression");
    else {
        vv_diag *d = vv_p_report(p, VV_C_OPERAND, here, "an expression is expected, found '%.*s'",
                                 (int)n, s);
        bool first = p->request && p->at == 0;
        if (t.kind == VV_T_EQ && (first || last.kind == VV_T_NAME))
            vv_diag_hint(p->ctx, d, "it is written here without =");
    }
    return NULL;
}

static bool at_plain_name(vv_parser *p) {
    size_t n;
    const char *s = vv_p_token_text(p, vv_p_current(p), &n);
    return vv_p_is(p, VV_T_NAME) && !vv_keyword_is_connective(s, n);
}

static vv_node *named(vv_parser *p, vv_node_kind k, vv_token t) {
    vv_node *n = vv_p_node(p, k, t.span.begin, 0, NULL);
    if (!n) return NULL;
    n->name_span = t.span;
    n->name = vv_p_canonical(p, t);
    return n->name ? n : NULL;
}

/* NAME, or INDEX if a bracket is adjacent. */
static vv_node *name_or_index(vv_parser *p) {
    vv_token t = vv_p_current(p);
    vv_p_advance(p);
    if (!touches(p, VV_T_LBRACKET)) return named(p, VV_N_NAME, t);
    const char *name = vv_p_canonical(p, t);
    if (name && vv_keyword_is_function(name)) {
        vv_diag *d = vv_p_report(p, VV_C_INDEX, vv_p_current(p).span, "'%s' takes no index", name);
        vv_diag_hint(p->ctx, d, "write the argument in parentheses: %s(...)", name);
        return NULL;
    }
    vv_node *n = indices(p, VV_N_INDEX, t.span.begin, false);
    if (!n) return NULL;
    n->name_span = t.span;
    n->name = name;
    return name ? n : NULL;
}

vv_node *vv_p_reference(vv_parser *p) {
    if (at_plain_name(p)) return name_or_index(p);
    return vv_p_unexpected(p, "a name");
}

bool vv_p_declarator(vv_parser *p, vv_declarator *out, int what) {
    vv_token t = vv_p_current(p);
    *out = (vv_declarator){.span = t.span};
    size_t n;
    const char *s = vv_p_token_text(p, t, &n);
    if (t.kind != VV_T_NAME) return vv_p_unexpected(p, "a name") != NULL;
    if (!(out->name = vv_p_canonical(p, t))) return false;
    bool place = (what & VV_DECLARATOR_PLACE) && strcmp(out->name, "D") == 0;
    if (vv_keyword_is_connective(s, n) || (vv_keyword_is_reserved(out->name) && !place)) {
        vv_diag *d = vv_p_report(p, VV_C_RESERVED, t.span, "'%.*s' is a reserved word", (int)n, s);
        vv_diag_hint(p->ctx, d, "choose another name");
        return false;
    }
    vv_p_advance(p);
    if (!touches(p, VV_T_LBRACKET)) return true;
    if (!(what & VV_DECLARATOR_FAMILY)) {
        vv_p_report(p, VV_C_INDEX, vv_p_current(p).span, "no family can be declared here");
        return false;
    }
    out->indices = indices(p, VV_N_INDICES, vv_p_current(p).span.begin, true);
    return out->indices != NULL;
}

int vv_p_primes(vv_parser *p, int before) {
    vv_token t = vv_p_current(p);
    int primes = before + vv_token_primes(&p->lexer, t);
    vv_p_advance(p);
    if (primes <= VV_PRIMES_MAX) return primes;
    vv_p_report(p, VV_C_PRIME, t.span, "more than %d primes", VV_PRIMES_MAX);
    return 0;
}

/* ---- calls and similar constructs ------------------------------------------------------------ */

/* E {, E}: pushed; the caller makes the node */
static bool arguments(vv_parser *p) {
    do
        if (!vv_p_push(p, vv_p_expression(p))) return false;
    while (vv_p_accept(p, VV_T_COMMA));
    return true;
}

/* i in 1..n {, j in 1..m} around a body: the first index is the outermost */
static vv_node *summation(vv_parser *p, vv_node *body, uint32_t begin) {
    vv_declarator h;
    vv_node *kid[2] = {body};
    if (!vv_p_declarator(p, &h, VV_DECLARATOR_SINGLE) || !vv_p_expect_word(p, "in")) return NULL;
    if (!(kid[1] = vv_p_range(p))) return NULL;
    if (vv_p_accept(p, VV_T_COMMA)) {
        if (!enter(p) || !(kid[0] = summation(p, body, begin))) return NULL;
        p->depth--;
    }
    vv_node *n = vv_p_node(p, VV_N_SUMMATION, begin, 2, kid);
    if (!n) return NULL;
    n->name = h.name;
    n->name_span = h.span;
    return n;
}

static vv_node *sum_call(vv_parser *p, uint32_t begin) {
    vv_node *body = vv_p_expression(p);
    if (!body) return NULL;
    if (!vv_p_is_word(p, "for") && (vv_p_is(p, VV_T_RPAREN) || vv_p_is(p, VV_T_COMMA))) {
        vv_diag *d = vv_p_report(p, VV_C_CLAUSE, vv_p_current(p).span, "a sum needs its range");
        vv_diag_hint(p->ctx, d, "write sum(E for i in 1..n)");
        return NULL;
    }
    return vv_p_expect_word(p, "for") ? summation(p, body, begin) : NULL;
}

/* condition, value, ..., otherwise */
static vv_node *piecewise_call(vv_parser *p, uint32_t begin) {
    int base = p->top;
    for (;;) {
        uint32_t at = vv_p_current(p).span.begin;
        vv_node *n = vv_p_expression(p);
        bool condition = n && vv_p_at_comparison(p);
        if (condition) n = vv_p_comparison_from(p, n, at);
        if (!vv_p_push(p, n)) return NULL;
        if (!condition) break;
        if (!vv_p_expect(p, VV_T_COMMA) || !vv_p_push(p, vv_p_expression(p)) ||
            !vv_p_expect(p, VV_T_COMMA))
            return NULL;
    }
    if (p->top - base > 1) return vv_p_node_from_stack(p, VV_N_PIECEWISE, begin, base);
    vv_diag *d = vv_p_report(p, VV_C_COMPONENTS, vv_p_here(p), "piecewise needs a condition");
    vv_diag_hint(p->ctx, d, "piecewise(x < 0, value, otherwise)");
    return NULL;
}

/* f(a, b), f'(a), δ(E), D(f, u): the contents of the brackets, and the node */
static vv_node *plain_call(vv_parser *p, vv_token t, const char *name, int primes) {
    bool delta = strcmp(name, "δ") == 0, partial = strcmp(name, "D") == 0;
    int base = p->top;
    if (!arguments(p)) return NULL;
    if ((delta && p->top - base != 1) || (partial && p->top - base < 2)) {
        vv_p_report(p, VV_C_COMPONENTS, t.span,
                    delta ? "δ takes one expression" : "D takes a function and its variables");
        return NULL;
    }
    vv_node_kind kind = delta ? VV_N_DELTA : partial ? VV_N_PARTIAL : VV_N_CALL;
    vv_node *n = vv_p_node_from_stack(p, kind, t.span.begin, base);
    if (!n || kind != VV_N_CALL) return n;
    n->name = name;
    n->name_span = t.span;
    n->primes = primes;
    return n;
}

/* A name, possibly primes, and a bracket; also sum(...) and piecewise(...). */
static vv_node *call(vv_parser *p) {
    vv_token t = vv_p_current(p);
    bool is_sum = is_name_text(p, "sum"), is_pieces = is_name_text(p, "piecewise");
    const char *name = vv_p_canonical(p, t);
    int primes = 0;
    vv_p_advance(p);
    if (vv_p_is(p, VV_T_PRIME) && !(primes = vv_p_primes(p, 0))) return NULL;
    vv_token open = vv_p_current(p);
    vv_p_advance(p);
    if (!name || !enter(p)) return NULL;
    vv_node *n = is_sum      ? sum_call(p, t.span.begin)
                 : is_pieces ? piecewise_call(p, t.span.begin)
                             : plain_call(p, t, name, primes);
    if (!n || !vv_p_expect_closing(p, open)) return NULL;
    p->depth--;
    n->span.end = p->token[p->at - 1].span.end;
    if (!primes || n->kind == VV_N_CALL) return n;
    vv_p_report(p, VV_C_PRIME, t.span, "a prime is not allowed here");
    return NULL;
}

/* ---- operands -------------------------------------------------------------------------------- */

static vv_node *name_operand(vv_parser *p) {
    if (!at_plain_name(p)) return missing_operand(p);
    vv_token t = vv_p_current(p), next = vv_p_next_token(p);
    if (next.kind == VV_T_LPAREN) return call(p);
    if (next.kind == VV_T_PRIME && !next.spaced && p->at + 2 < p->tokens) {
        vv_token third = p->token[p->at + 2];
        if (third.kind == VV_T_LPAREN && !third.spaced) return call(p);
    }
    vv_node *n = name_or_index(p);
    if (!n || strcmp(n->name, "δ") != 0) return n;
    vv_diag *d = vv_p_report(p, VV_C_RESERVED, t.span, "'δ' is always followed by parentheses");
    vv_diag_hint(p->ctx, d, "δ(x) is a virtual variation");
    return NULL;
}

static vv_node *number_operand(vv_parser *p) {
    vv_token t = vv_p_current(p);
    size_t length;
    const char *s = vv_p_token_text(p, t, &length);
    char *text = vv_strndup(p->ctx, s, length);
    if (!text) p->failed = true;
    for (char *q = text; q && *q; q++)
        if (*q == 'E') *q = 'e';
    vv_p_advance(p);
    vv_node *unit = NULL;
    if (vv_p_is(p, VV_T_LBRACKET) && !(unit = unit_after(p))) return NULL;
    vv_node *n = vv_p_node(p, VV_N_NUMBER, t.span.begin, unit ? 1 : 0, &unit);
    if (n) n->number = text;
    return text ? n : NULL;
}

/* ( E ) or ( E, E, ... ); a single parenthesized expression creates no node */
static vv_node *bracket_operand(vv_parser *p) {
    vv_token open = vv_p_current(p);
    int base = p->top;
    vv_p_advance(p);
    if (!enter(p) || !arguments(p) || !vv_p_expect_closing(p, open)) return NULL;
    p->depth--;
    if (p->top - base > 1) return vv_p_node_from_stack(p, VV_N_TUPLE, open.span.begin, base);
    return p->stack[--p->top];
}

static vv_node *primed(vv_parser *p, vv_node *n, uint32_t begin) {
    bool again = n->kind == VV_N_PRIME;
    int primes = vv_p_primes(p, again ? n->primes : 0);
    if (!primes) return NULL;
    if (n->kind == VV_N_NUMBER || touches(p, VV_T_LBRACKET)) {
        vv_diag *d =
            vv_p_report(p, VV_C_PRIME, p->token[p->at - 1].span, "a prime is not allowed here");
        if (n->kind != VV_N_NUMBER) vv_diag_hint(p->ctx, d, "the index comes first: θ[3]'");
        return NULL;
    }
    vv_node *out = vv_p_node(p, VV_N_PRIME, begin, 1, again ? n->kid : &n);
    if (out) out->primes = primes;
    return out;
}

static vv_node *member(vv_parser *p, vv_node *n, uint32_t begin) {
    if (n->kind == VV_N_NUMBER) {
        vv_diag *d =
            vv_p_report(p, VV_C_NUMBER, vv_p_current(p).span, "a number ends with a digit");
        vv_diag_hint(p->ctx, d, "write 5 or 5.0");
        return NULL;
    }
    vv_p_advance(p);
    vv_token field = vv_p_current(p);
    if (!vv_p_expect(p, VV_T_NAME)) return NULL;
    vv_node *out = vv_p_node(p, VV_N_MEMBER, begin, 1, &n);
    if (!out) return NULL;
    out->name = vv_p_canonical(p, field);
    out->name_span = field.span;
    return out->name ? out : NULL;
}

static vv_node *vector_in(vv_parser *p, vv_node *tuple, uint32_t begin) {
    vv_p_advance(p);
    vv_node *kid[2] = {tuple, vv_p_reference(p)};
    return kid[1] ? vv_p_node(p, VV_N_VECTOR_IN, begin, 2, kid) : NULL;
}

static bool is_vector(const vv_node *n) {
    return n->kind == VV_N_TUPLE || (n->kind == VV_N_QUANTITY && n->kid[0]->kind == VV_N_TUPLE);
}

static vv_node *postfix(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    vv_node *n = vv_p_is(p, VV_T_NUMBER)   ? number_operand(p)
                 : vv_p_is(p, VV_T_LPAREN) ? bracket_operand(p)
                 : vv_p_is(p, VV_T_NAME)   ? name_operand(p)
                                           : missing_operand(p);
    while (n && !p->failed) {
        bool closed = p->token[p->at - 1].kind == VV_T_RPAREN;
        if (touches(p, VV_T_PRIME))
            n = primed(p, n, begin);
        else if (vv_p_is(p, VV_T_DOT))
            n = member(p, n, begin);
        else if (closed && vv_p_is(p, VV_T_LBRACKET)) {
            vv_node *kid[2] = {n, unit_after(p)};
            n = kid[1] ? vv_p_node(p, VV_N_QUANTITY, begin, 2, kid) : NULL;
        } else if (is_vector(n) && is_name_text(p, "in"))
            n = vector_in(p, n, begin);
        else
            break;
    }
    return n;
}

/* ---- operators ------------------------------------------------------------------------------- */

/* 1/3 [m] might be (1/3) m or 1/(3 m): ambiguous, so an error. */
static vv_node *unit_scope(vv_parser *p, vv_node *n, const char *what) {
    vv_diag *d =
        vv_p_report(p, VV_C_UNIT_SCOPE, n->span, "what does the unit after %s belong to?", what);
    vv_diag_hint(p->ctx, d, "add parentheses: (1/3) [m], or 1/(3 [m])");
    return NULL;
}

static vv_node *factor(vv_parser *p);

static vv_node *power(vv_parser *p, vv_node *base, uint32_t begin) {
    vv_node *kid[2] = {base};
    if (vv_p_is(p, VV_T_RAISED)) {
        char *digits = vv_token_raised(&p->lexer, vv_p_current(p));
        uint32_t at = vv_p_current(p).span.begin;
        vv_p_advance(p);
        if (!(kid[1] = vv_p_node(p, VV_N_NUMBER, at, 0, NULL)) || !digits) return NULL;
        kid[1]->number = digits;
    } else {
        vv_p_advance(p);
        bool plain = vv_p_is(p, VV_T_NUMBER);
        if (!enter(p) || !(kid[1] = factor(p))) return NULL;
        p->depth--;
        if (plain && kid[1]->kind == VV_N_NUMBER && kid[1]->n)
            return unit_scope(p, kid[1], "an exponent");
    }
    return vv_p_node(p, VV_N_POWER, begin, 2, kid);
}

static vv_node *factor(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    if (vv_p_is(p, VV_T_MINUS) || vv_p_is(p, VV_T_PLUS)) {
        bool minus = vv_p_is(p, VV_T_MINUS);
        vv_p_advance(p);
        if (!enter(p)) return NULL;
        vv_node *n = factor(p);
        p->depth--;
        return n && minus ? vv_p_node(p, VV_N_NEGATE, begin, 1, &n) : n;
    }
    vv_node *n = postfix(p);
    if (n && (vv_p_is(p, VV_T_CARET) || touches(p, VV_T_RAISED))) n = power(p, n, begin);
    return n;
}

static vv_node *product(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    int base = p->top;
    vv_node *n = factor(p);
    if (!n || !vv_p_push(p, n)) return NULL;
    while (vv_p_is(p, VV_T_STAR) || vv_p_is(p, VV_T_SLASH)) {
        bool divides = vv_p_is(p, VV_T_SLASH), bare = n->kind == VV_N_NUMBER && !n->n;
        vv_p_advance(p);
        bool plain = vv_p_is(p, VV_T_NUMBER);
        uint32_t at = vv_p_current(p).span.begin;
        if (!(n = factor(p))) return NULL;
        if (divides && bare && plain && n->kind == VV_N_NUMBER && n->n)
            return unit_scope(p, n, "a divisor");
        if (divides && !(n = vv_p_node(p, VV_N_OVER, at, 1, &n))) return NULL;
        if (!vv_p_push(p, n)) return NULL;
    }
    if (p->top - base > 1) return vv_p_node_from_stack(p, VV_N_MULTIPLY, begin, base);
    return p->stack[--p->top];
}

/* One term with its sign, if there is one. */
static vv_node *term(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    bool minus = vv_p_is(p, VV_T_MINUS);
    if (minus || vv_p_is(p, VV_T_PLUS)) vv_p_advance(p);
    vv_node *n = product(p);
    return n && minus ? vv_p_node(p, VV_N_NEGATE, begin, 1, &n) : n;
}

vv_node *vv_p_expression(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    int base = p->top;
    do
        if (!vv_p_push(p, term(p))) return NULL;
    while (vv_p_is(p, VV_T_PLUS) || vv_p_is(p, VV_T_MINUS));
    p->ended = p->at;
    if (p->top - base > 1) return vv_p_node_from_stack(p, VV_N_ADD, begin, base);
    return p->stack[--p->top];
}

/* ---- comparisons ----------------------------------------------------------------------------- */

bool vv_p_at_comparison(const vv_parser *p) {
    vv_token_kind k = vv_p_current(p).kind;
    return k == VV_T_EQ || k == VV_T_NE || k == VV_T_LT || k == VV_T_GT || k == VV_T_LE ||
           k == VV_T_GE;
}

/* The ASCII spelling of the sign, which the node stores. */
static const char *comparison_sign(vv_token_kind k) {
    return k == VV_T_EQ   ? "="
           : k == VV_T_NE ? "!="
           : k == VV_T_LT ? "<"
           : k == VV_T_GT ? ">"
           : k == VV_T_LE ? "<="
                          : ">=";
}

vv_node *vv_p_comparison_from(vv_parser *p, vv_node *left, uint32_t begin) {
    vv_node *kid[2] = {left};
    if (!left) return NULL;
    vv_token sign = vv_p_current(p);
    if (!vv_p_at_comparison(p)) {
        if (!vv_p_is(p, VV_T_END)) return vv_p_unexpected(p, "a comparison");
        vv_p_report(p, VV_C_COMPARISON, vv_p_here(p),
                    "a comparison is missing: =, <, >, <=, >= or !=");
        return NULL;
    }
    vv_p_advance(p);
    if (!(kid[1] = vv_p_expression(p))) return NULL;
    vv_node *n = vv_p_node(p, VV_N_COMPARE, begin, 2, kid);
    if (!n) return NULL;
    n->name = comparison_sign(sign.kind);
    n->name_span = sign.span;
    return n;
}

/* One comparison only: a < b < c is allowed in `assume` alone. */
static vv_node *single(vv_parser *p, vv_node *n) {
    if (!n || !vv_p_at_comparison(p)) return n;
    vv_diag *d = vv_p_report(p, VV_C_COMPARISON, vv_p_current(p).span,
                             "chained comparisons are not allowed");
    vv_diag_hint(p->ctx, d, "write two, with a comma between them");
    return NULL;
}

vv_node *vv_p_comparison(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    return single(p, vv_p_comparison_from(p, vv_p_expression(p), begin));
}

vv_node *vv_p_equation(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    vv_node *left = vv_p_expression(p);
    if (left && vv_p_at_comparison(p) && !vv_p_is(p, VV_T_EQ)) {
        vv_p_report(p, VV_C_COMPARISON, vv_p_current(p).span,
                    "an equation is expected here, with '='");
        return NULL;
    }
    if (left && vv_p_is(p, VV_T_END)) {
        vv_p_report(p, VV_C_COMPARISON, vv_p_here(p),
                    "an equation needs '=' and a right-hand side");
        return NULL;
    }
    return single(p, vv_p_comparison_from(p, left, begin));
}
