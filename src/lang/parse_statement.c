/* Statements: the keyword table, common parts, and the simple statements. */
#include <string.h>

#include "lang/parser.h"
#include "lang/keywords.h"

/* ---- one expression, or a list of them ------------------------------------------------------- */

static bool one(vv_parser *p, vv_node_kind k, uint32_t begin) {
    vv_node *n = vv_p_expression(p);
    return n && vv_p_add_statement(p, vv_p_node(p, k, begin, 1, &n));
}

static bool kinetic(vv_parser *p, uint32_t begin) { return one(p, VV_N_KINETIC, begin); }
static bool force_function(vv_parser *p, uint32_t begin) {
    return one(p, VV_N_FORCE_FUNCTION, begin);
}
static bool lagrangian(vv_parser *p, uint32_t begin) { return one(p, VV_N_LAGRANGIAN, begin); }

/* hamiltonian H, momenta p, p_θ: one for each coordinate. */
static bool hamiltonian(vv_parser *p, uint32_t begin) {
    vv_node *kid[] = {vv_p_expression(p), NULL};
    if (!kid[0]) return false;
    int base = p->top;
    uint32_t list = vv_p_current(p).span.begin;
    if (!vv_p_accept(p, VV_T_COMMA) || !vv_p_accept_word(p, "momenta")) {
        vv_p_unexpected(p, "`, momenta p`: one for each coordinate");
        return false;
    }
    do
        if (!vv_p_push(p, vv_p_reference(p))) return false;
    while (vv_p_accept(p, VV_T_COMMA));
    kid[1] = vv_p_node_from_stack(p, VV_N_LIST, list, base);
    return kid[1] && vv_p_add_statement(p, vv_p_node(p, VV_N_HAMILTONIAN, begin, 2, kid));
}
static bool run(vv_parser *p, uint32_t begin) { return one(p, VV_N_RUN, begin); }
static bool work(vv_parser *p, uint32_t begin) { return one(p, VV_N_WORK, begin); }

/* `potential V`, or in full `potential energy V`; `energy` alone or before an operator is the
 * quantity of that name. A minus directly before an operand begins an expression. */
static bool potential(vv_parser *p, uint32_t begin) {
    vv_token next = vv_p_next_token(p);
    size_t n;
    const char *s = vv_p_token_text(p, next, &n);
    bool sign = next.kind == VV_T_MINUS && next.spaced && p->at + 2 < p->tokens &&
                !p->token[p->at + 2].spaced;
    bool operand = (next.kind == VV_T_NAME && !vv_keyword_is_connective(s, n)) ||
                   next.kind == VV_T_NUMBER || next.kind == VV_T_LPAREN;
    if ((operand || sign) && vv_p_is_word(p, "energy")) vv_p_advance(p);
    return one(p, VV_N_POTENTIAL, begin);
}

static bool show(vv_parser *p, uint32_t begin) {
    do
        if (!one(p, VV_N_SHOW, begin)) return false;
    while (vv_p_accept(p, VV_T_COMMA) && (begin = vv_p_current(p).span.begin, true));
    return true;
}

/* Equations or comparisons, one statement each. */
static bool comparisons(vv_parser *p, vv_node_kind k, uint32_t begin, vv_node *read(vv_parser *)) {
    for (;;) {
        vv_node *n = read(p);
        if (!n || !vv_p_add_statement(p, vv_p_node(p, k, begin, 1, &n))) return false;
        if (!vv_p_accept(p, VV_T_COMMA)) return true;
        begin = vv_p_current(p).span.begin;
    }
}

static bool constraint(vv_parser *p, uint32_t begin) {
    return comparisons(p, VV_N_CONSTRAINT, begin, vv_p_comparison);
}
static bool relation(vv_parser *p, uint32_t begin) {
    return comparisons(p, VV_N_RELATION, begin, vv_p_equation);
}

/* ---- assume: a < x < b and x in (a, b) become two conditions --------------------------------- */

static bool assume_that(vv_parser *p, uint32_t begin, vv_node *left, const char *sign,
                        vv_node *right) {
    vv_node *kid[2] = {left, right}, *n;
    if (!(n = vv_p_node(p, VV_N_COMPARE, begin, 2, kid))) return false;
    n->name = sign;
    return vv_p_add_statement(p, vv_p_node(p, VV_N_ASSUME, begin, 1, &n));
}

static bool assume_interval(vv_parser *p, uint32_t begin, vv_node *x) {
    vv_token open = vv_p_current(p);
    vv_node *low, *high;
    if (!vv_p_expect(p, VV_T_LPAREN) || !(low = vv_p_expression(p)) || !vv_p_expect(p, VV_T_COMMA))
        return false;
    if (!(high = vv_p_expression(p)) || !vv_p_expect_closing(p, open)) return false;
    return assume_that(p, begin, low, "<", x) && assume_that(p, begin, x, "<", high);
}

static bool assume_one(vv_parser *p, uint32_t begin) {
    uint32_t at = vv_p_current(p).span.begin;
    vv_node *left = vv_p_expression(p);
    if (!left) return false;
    if (vv_p_accept_word(p, "in")) return assume_interval(p, begin, left);
    do {
        vv_node *n = vv_p_comparison_from(p, left, at);
        if (!n || !vv_p_add_statement(p, vv_p_node(p, VV_N_ASSUME, begin, 1, &n))) return false;
        left = n->kid[1];
        at = left->span.begin;
    } while (vv_p_at_comparison(p));
    return true;
}

static bool assume(vv_parser *p, uint32_t begin) {
    do
        if (!assume_one(p, begin)) return false;
    while (vv_p_accept(p, VV_T_COMMA) && (begin = vv_p_current(p).span.begin, true));
    return true;
}

/* ---- declarations ---------------------------------------------------------------------------- */

static vv_node *declare(vv_parser *p, vv_node_kind k, uint32_t begin, const vv_declarator *h, int n,
                        vv_node *const *kid) {
    vv_node *node = vv_p_node(p, k, begin, n, kid);
    if (!node) return NULL;
    node->name = h->name;
    node->name_span = h->span;
    return node;
}

/* A unit applies to the names before it, back to the previous unit or value. */
static bool group_unit(vv_parser *p, int first, int slot) {
    vv_node *unit = vv_p_unit(p);
    if (!unit) return false;
    for (int i = first; i < p->n; i++) {
        vv_node *n = p->statement[i];
        n->kid[slot] = unit;
        if (n->height <= unit->height) n->height = unit->height + 1;
    }
    return true;
}

/* Two adjacent names: in a list, a forgotten comma. */
static bool no_name_follows(vv_parser *p) {
    size_t n;
    const char *s = vv_p_token_text(p, vv_p_current(p), &n);
    if (!vv_p_is(p, VV_T_NAME) || vv_keyword_is_connective(s, n) || p->ended == p->at) return true;
    vv_p_unexpected(p, "','");
    return false;
}

static bool parameter(vv_parser *p, uint32_t begin) {
    for (int group = p->n;; begin = vv_p_current(p).span.begin) {
        vv_declarator h;
        vv_node *kid[3] = {NULL, NULL, NULL};
        if (!vv_p_declarator(p, &h, VV_DECLARATOR_FAMILY)) return false;
        kid[0] = h.indices;
        if (vv_p_accept(p, VV_T_EQ)) {
            if (!(kid[1] = vv_p_expression(p))) return false;
            group = p->n;
        }
        if (!vv_p_add_statement(p, declare(p, VV_N_PARAMETER, begin, &h, 3, kid))) return false;
        bool unit = vv_p_at_unit(p);
        if (unit && !group_unit(p, group, 2)) return false;
        if (unit || kid[1]) group = p->n;
        if (!vv_p_accept(p, VV_T_COMMA)) return no_name_follows(p);
    }
}

/* Coordinates and inputs: without values, which `start` gives. */
static bool quantities(vv_parser *p, vv_node_kind k, uint32_t begin) {
    bool coordinates = k == VV_N_COORDINATE;
    for (int group = p->n;; begin = vv_p_current(p).span.begin) {
        vv_declarator h;
        if (!vv_p_declarator(p, &h, VV_DECLARATOR_FAMILY)) return false;
        vv_node *kid[2] = {h.indices, NULL}, *n = declare(p, k, begin, &h, 2, kid);
        if (!vv_p_add_statement(p, n)) return false;
        if (coordinates && vv_p_accept_word(p, "dependent")) n->flag = 1;
        if (vv_p_at_unit(p)) {
            if (!group_unit(p, group, 1)) return false;
            group = p->n;
        }
        if (coordinates && !n->flag && vv_p_accept_word(p, "dependent")) n->flag = 1;
        if (vv_p_is(p, VV_T_EQ)) {
            vv_diag *d = vv_p_report(p, VV_C_TRAILING, vv_p_current(p).span,
                                     "'%s' is declared here, not given a value", h.name);
            vv_diag_hint(
                p->ctx, d,
                coordinates
                    ? "state its initial value with `start`, a prescribed motion with `given`"
                    : "a constant is a `parameter`");
            return false;
        }
        if (!vv_p_accept(p, VV_T_COMMA)) return no_name_follows(p);
    }
}

static bool coordinate(vv_parser *p, uint32_t begin) {
    return quantities(p, VV_N_COORDINATE, begin);
}
static bool input(vv_parser *p, uint32_t begin) { return quantities(p, VV_N_INPUT, begin); }

/* NAME = expression {, NAME = expression} */
static bool definitions(vv_parser *p, vv_node_kind k, uint32_t begin) {
    for (;; begin = vv_p_current(p).span.begin) {
        vv_declarator h;
        vv_node *kid[2];
        if (!vv_p_declarator(p, &h,
                             k == VV_N_POINT ? VV_DECLARATOR_FAMILY | VV_DECLARATOR_PLACE
                                             : VV_DECLARATOR_FAMILY))
            return false;
        if (vv_p_is(p, VV_T_PRIME)) {
            vv_p_report(p, VV_C_TARGET, vv_p_current(p).span,
                        "a %s is defined by a name without a prime", vv_node_kind_name(k));
            return false;
        }
        if (!vv_p_expect(p, VV_T_EQ) || !(kid[1] = vv_p_expression(p))) return false;
        kid[0] = h.indices;
        if (!vv_p_add_statement(p, declare(p, k, begin, &h, 2, kid))) return false;
        if (!vv_p_accept(p, VV_T_COMMA)) return true;
    }
}

static bool point(vv_parser *p, uint32_t begin) { return definitions(p, VV_N_POINT, begin); }
static bool speed(vv_parser *p, uint32_t begin) { return definitions(p, VV_N_SPEED, begin); }
static bool let(vv_parser *p, uint32_t begin) { return definitions(p, VV_N_LET, begin); }
static bool given(vv_parser *p, uint32_t begin) { return definitions(p, VV_N_GIVEN, begin); }
static bool output(vv_parser *p, uint32_t begin) { return definitions(p, VV_N_OUTPUT, begin); }

/* λ' = expression: the name is defined only by its rate */
static bool auxiliary(vv_parser *p, uint32_t begin) {
    for (;; begin = vv_p_current(p).span.begin) {
        vv_declarator h;
        vv_node *kid[2];
        if (!vv_p_declarator(p, &h, VV_DECLARATOR_FAMILY)) return false;
        vv_token prime = vv_p_current(p);
        if (prime.kind != VV_T_PRIME || prime.spaced) {
            vv_diag *d = vv_p_report(p, VV_C_PRIME, h.span,
                                     "'%s' must be defined by its derivative", h.name);
            vv_diag_hint(p->ctx, d, "auxiliary %s' = ...; an abbreviation is a `let`", h.name);
            return false;
        }
        int primes = vv_p_primes(p, 0);
        if (!primes || !vv_p_expect(p, VV_T_EQ) || !(kid[1] = vv_p_expression(p))) return false;
        kid[0] = h.indices;
        vv_node *n = declare(p, VV_N_AUXILIARY, begin, &h, 2, kid);
        if (!vv_p_add_statement(p, n)) return false;
        n->primes = primes;
        if (!vv_p_accept(p, VV_T_COMMA)) return true;
    }
}

vv_node *vv_p_name_list(vv_parser *p) {
    vv_token open = vv_p_current(p);
    int base = p->top;
    if (!vv_p_expect(p, VV_T_LPAREN)) return NULL;
    do
        if (!vv_p_push(p, vv_p_reference(p))) return NULL;
    while (vv_p_accept(p, VV_T_COMMA));
    if (!vv_p_expect_closing(p, open)) return NULL;
    return vv_p_node_from_stack(p, VV_N_LIST, open.span.begin, base);
}

/* f(θ), or f(θ) = a*sin(θ); several on a line */
static bool function(vv_parser *p, uint32_t begin) {
    for (;; begin = vv_p_current(p).span.begin) {
        vv_declarator h;
        vv_node *kid[2] = {NULL, NULL};
        if (!vv_p_declarator(p, &h, VV_DECLARATOR_SINGLE) || !(kid[0] = vv_p_name_list(p)))
            return false;
        if (vv_p_accept(p, VV_T_EQ) && !(kid[1] = vv_p_expression(p))) return false;
        if (!vv_p_add_statement(p, declare(p, VV_N_FUNCTION, begin, &h, 2, kid))) return false;
        if (!vv_p_accept(p, VV_T_COMMA)) return true;
    }
}

static bool system_title(vv_parser *p, uint32_t begin) {
    vv_token t = vv_p_current(p);
    size_t n;
    const char *s = vv_p_token_text(p, t, &n);
    if (!vv_p_expect(p, VV_T_STRING)) return false;
    vv_node *node = vv_p_node(p, VV_N_SYSTEM, begin, 0, NULL);
    if (!node) return false;
    node->name = vv_strndup(p->ctx, s + 1, n - 2);
    node->name_span = t.span;
    return node->name && vv_p_add_statement(p, node);
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct keyword {
    const char *word, *second; /* second word of the keyword, or NULL */
    vv_statement_parser *parse;
} keyword;

/* clang-format off */
static const keyword keywords[] = { /* two-word forms before the one-word form they begin with */
    {"apparent", "gravity", vv_p_apparent_gravity},  {"assume", NULL, assume},
    {"auxiliary", NULL, auxiliary},          {"body", NULL, vv_p_body},
    {"box", NULL, vv_p_box},                 {"claim", NULL, vv_p_claim},
    {"constraint", NULL, constraint},        {"coordinate", NULL, coordinate},
    {"curve", NULL, vv_p_curve},             {"damper", NULL, vv_p_damper},
    {"direction", NULL, vv_p_direction},     {"force", "function", force_function},
    {"force", NULL, vv_p_force},             {"frame", NULL, vv_p_frame},
    {"function", NULL, function},            {"given", NULL, given},
    {"gravity", NULL, vv_p_gravity},         {"hamiltonian", NULL, hamiltonian},
    {"input", NULL, input},                  {"kinetic", "energy", kinetic},
    {"lagrangian", NULL, lagrangian},        {"let", NULL, let},
    {"mass", NULL, vv_p_mass},               {"output", NULL, output},
    {"parameter", NULL, parameter},          {"perturbation", NULL, vv_p_perturbation},
    {"point", NULL, point},                  {"potential", NULL, potential},
    {"relation", NULL, relation},            {"rolling", NULL, vv_p_rolling},
    {"run", NULL, run},                      {"servo", NULL, vv_p_servo},
    {"shape", NULL, vv_p_shape},             {"show", NULL, show},
    {"speed", NULL, speed},                  {"spring", NULL, vv_p_spring},
    {"start", NULL, vv_p_start},             {"surface", NULL, vv_p_surface},
    {"system", NULL, system_title},          {"torque", NULL, vv_p_torque},
    {"when", NULL, vv_p_when},               {"work", NULL, work},
};
/* clang-format on */
enum { KEYWORDS = sizeof keywords / sizeof *keywords };

static bool is_word(const char *word, const char *s, size_t n) {
    return n && word[0] == s[0] && strncmp(word, s, n) == 0 && word[n] == '\0';
}

bool vv_p_is_statement_word(const char *s, size_t n) {
    for (int i = 0; i < KEYWORDS; i++)
        if (is_word(keywords[i].word, s, n)) return true;
    return false;
}

/* Where words belong that do not begin a statement; energies by their letters. */
static const char *place_of(const char *s, size_t n, bool equals) {
    static const struct {
        const char *word, *place;
        bool equals;
    } known[] = {
        {"T", "write `kinetic energy ...`, without =", true},
        {"U", "write `force function ...`, without =; it is minus the potential", true},
        {"V", "write `potential ...`, without =", true},
        {"L", "write `lagrangian ...`, without =", true},
        {"H", "write `hamiltonian ..., momenta p`, without =", true},
        {"title", "write `system \"...\"`", false},
        {"Title", "write `system \"...\"`", false},
        {"model", "a file is one model; its title is `system \"...\"`", false},
        {"import", "a file is one model and needs no other", false},
        {"end", "a model ends with its file", false},
        {"initial", "write `start x = 1, x' = 0`", false},
        {"simulate", "write `run 10 [s]`", false},
        {"plot", "write `show x, energy`", false},
        {"variable", "write `coordinate`", false},
        {"equation", "write `constraint ...`, or `claim equation ...` for a statement to be proved",
         false},
        {"friction", "it belongs to a contact: rolling B on K at P, friction 0.3", false},
        {"normal", "it belongs to a contact: rolling B on K at P, normal world.z", false},
        {"inertia", "it belongs to a body: body B: mass m, centre G, frame F, inertia (A, B, C)",
         false},
        {"centre", "it belongs to a body: body B: mass m, centre G, frame F, inertia (A, B, C)",
         false},
        {"center", "it belongs to a body: body B: mass m, center G, frame F, inertia (A, B, C)",
         false},
        {"length", "it belongs to a spring: spring k between A and B, length l", false},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_word(known[i].word, s, n) && (equals || !known[i].equals)) return known[i].place;
    return NULL;
}

static void unknown_statement(vv_parser *p) {
    vv_token t = vv_p_current(p);
    size_t n;
    const char *s = vv_p_token_text(p, t, &n), *words[KEYWORDS];
    int shown = n > 40 ? 40 : (int)n;
    for (int i = 0; i < KEYWORDS; i++) words[i] = keywords[i].word;
    if (t.kind != VV_T_NAME) {
        vv_p_report(p, VV_C_STATEMENT, t.span, "a statement starts with a keyword, not with %s",
                    vv_token_kind_text(t.kind));
        return;
    }
    vv_diag *d =
        vv_p_report(p, VV_C_STATEMENT, t.span, "no statement starts with '%.*s'", shown, s);
    const char *name = vv_strndup(p->ctx, s, n);
    const char *near = name ? vv_nearest_name(p->ctx, name, KEYWORDS, words) : NULL;
    const char *second = NULL;
    for (int i = 0; i < KEYWORDS; i++)
        if (near && strcmp(keywords[i].word, near) == 0) second = keywords[i].second;
    vv_token_kind next = vv_p_next_token(p).kind;
    const char *place = place_of(s, n, next == VV_T_EQ);
    if (place)
        vv_diag_hint(p->ctx, d, "%s", place);
    else if (near)
        vv_diag_hint(p->ctx, d, "did you mean '%s%s%s'?", near, second ? " " : "",
                     second ? second : "");
    else if (next == VV_T_PRIME)
        vv_diag_hint(p->ctx, d,
                     "an initial value is `start %.*s' = ...`, a constraint `constraint`", shown,
                     s);
    else if (next == VV_T_EQ)
        vv_diag_hint(
            p->ctx, d,
            "an abbreviation is `let %.*s = ...`, a constant `parameter`, an initial value `start`",
            shown, s);
}

static const keyword *find_keyword(vv_parser *p) {
    size_t n, m;
    const char *s = vv_p_token_text(p, vv_p_current(p), &n);
    const char *next = vv_p_token_text(p, vv_p_next_token(p), &m);
    if (!vv_p_is(p, VV_T_NAME)) return NULL;
    for (int i = 0; i < KEYWORDS; i++) {
        const keyword *k = &keywords[i];
        if (!is_word(k->word, s, n)) continue;
        /* a two-word keyword must not turn into another statement by a misspelling */
        bool alone = k->second && (i + 1 == KEYWORDS || strcmp(keywords[i + 1].word, k->word) != 0);
        if (!k->second || alone || is_word(k->second, next, m)) return k;
    }
    return NULL;
}

/* for i in 1..n {, j in 1..m}: repeats everything in this statement, the first index outermost */
static bool repeat(vv_parser *p, int first) {
    uint32_t begin = vv_p_current(p).span.begin;
    vv_declarator h;
    vv_node *range;
    if (!vv_p_declarator(p, &h, VV_DECLARATOR_SINGLE) || !vv_p_expect_word(p, "in") ||
        !(range = vv_p_range(p)))
        return false;
    if (vv_p_accept(p, VV_T_COMMA)) {
        if (++p->depth > VV_NESTING_MAX) {
            vv_p_report(p, VV_C_NESTED, vv_p_here(p), "nested deeper than %d", VV_NESTING_MAX);
            return false;
        }
        if (!repeat(p, first)) return false;
    }
    for (int i = first; i < p->n; i++) {
        vv_node *kid[2] = {range, p->statement[i]};
        vv_node *n = declare(p, VV_N_FOR, begin, &h, 2, kid);
        if (!n) return false;
        n->span = (vv_span){kid[1]->span.begin, n->span.end};
        p->statement[i] = n;
    }
    return true;
}

/* The end of a statement; one that failed leaves nothing behind. */
static bool finish(vv_parser *p, int first, bool good) {
    if (good && vv_p_accept_word(p, "for")) good = repeat(p, first);
    if (good && !vv_p_is(p, VV_T_END))
        good = vv_p_unexpected(p, "the end of the statement") != NULL;
    good = good && !p->failed;
    if (!good) p->n = first;
    return good;
}

void vv_p_statement(vv_parser *p) {
    int first = p->n, reported = vv_diag_count(p->ctx);
    uint32_t begin = vv_p_current(p).span.begin;
    const keyword *k = find_keyword(p);
    if (k) {
        vv_p_advance(p);
        bool good = !k->second || vv_p_expect_word(p, k->second);
        if (finish(p, first, good && k->parse(p, begin))) return;
    } else
        unknown_statement(p);
    vv_diag *refused = vv_diag_last(p->ctx, reported);
    if (refused) vv_p_hint_statement(p, refused);
}

bool vv_p_request(vv_parser *p, vv_request_kind kind) {
    static vv_statement_parser *const parse[] = {[VV_REQUEST_COLUMN] = show,
                                                 [VV_REQUEST_MOTION] = vv_p_claim_equilibrium,
                                                 [VV_REQUEST_INTEGRAL] = vv_p_claim_integral};
    int first = p->n;
    p->request = true;
    return finish(p, first, parse[kind](p, vv_p_current(p).span.begin));
}
