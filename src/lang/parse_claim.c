/* Statements: claims, events, boxes and servos. */
#include <string.h>

#include "lang/parser.h"

/* E {, E} as a LIST */
static vv_node *list_of(vv_parser *p, vv_node *read(vv_parser *)) {
    uint32_t begin = vv_p_current(p).span.begin;
    int base = p->top;
    do
        if (!vv_p_push(p, read(p))) return NULL;
    while (vv_p_accept(p, VV_T_COMMA));
    return vv_p_node_from_stack(p, VV_N_LIST, begin, base);
}

/* ---- claims ---------------------------------------------------------------------------------- */

static vv_node *equations(vv_parser *p) { return list_of(p, vv_p_equation); }

/* clang-format off */
enum { INTEGRAL = 1, EQUILIBRIUM = 2 }; /* places in the list */
static const struct { const char *word; vv_node *(*read)(vv_parser *); } claims[] = {
    {"equation",    vv_p_equation},   [INTEGRAL] = {"integral", vv_p_expression},
    [EQUILIBRIUM] = {"equilibrium", equations}, {"frequency",   vv_p_expression},
    {"stable",      NULL},            {"identity",    vv_p_equation},
    {"combination", vv_p_equation},
};
static const struct { const char *word; vv_node *(*read)(vv_parser *); } parts[] = {
    {"when",       vv_p_equation},   {"neglecting", vv_p_expression},
    {"if",         vv_p_comparison}, {"at",         vv_p_equation},
};
/* clang-format on */
enum { CLAIMS = sizeof claims / sizeof *claims, PARTS = sizeof parts / sizeof *parts };

static bool claim_part(vv_parser *p, vv_node **kid, bool *found) {
    *found = false;
    for (int i = 0; i < PARTS && !*found; i++) {
        vv_token word = vv_p_current(p);
        if (!vv_p_accept_word(p, parts[i].word)) continue;
        *found = true;
        if (kid[1 + i]) {
            vv_diag *d =
                vv_p_report(p, VV_C_CLAUSE, word.span, "'%s' is stated twice", parts[i].word);
            vv_diag_hint(p->ctx, d, "separate the list after it with commas");
            return false;
        }
        if (!(kid[1 + i] = list_of(p, parts[i].read))) return false;
    }
    return true;
}

/* What is claimed, and its clauses; `word` is empty where nobody wrote the kind's name. */
static bool claim_of(vv_parser *p, uint32_t begin, int which, vv_span word, int negated) {
    vv_node *kid[1 + PARTS] = {NULL};
    if (claims[which].read && !(kid[0] = claims[which].read(p))) return false;
    for (bool found = true; found;)
        if (!claim_part(p, kid, &found)) return false;
    vv_node *n = vv_p_node(p, VV_N_CLAIM, begin, 1 + PARTS, kid);
    if (!n) return false;
    n->name = claims[which].word;
    n->name_span = word;
    n->flag = negated;
    return vv_p_add_statement(p, n);
}

bool vv_p_claim(vv_parser *p, uint32_t begin) {
    int negated = vv_p_accept_word(p, "not"), which = 0;
    vv_token word = vv_p_current(p);
    while (which < CLAIMS && !vv_p_is_word(p, claims[which].word)) which++;
    if (which == CLAIMS) return vv_p_unexpected(p, NULL) != NULL;
    vv_p_advance(p);
    return claim_of(p, begin, which, word.span, negated);
}

bool vv_p_claim_integral(vv_parser *p, uint32_t begin) {
    return claim_of(p, begin, INTEGRAL, (vv_span){0}, 0);
}

bool vv_p_claim_equilibrium(vv_parser *p, uint32_t begin) {
    return claim_of(p, begin, EQUILIBRIUM, (vv_span){0}, 0);
}

/* ---- events, boxes, servos ------------------------------------------------------------------- */

static vv_node *action(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    static const char *const words[] = {"record", "stop"};
    for (int i = 0; i < 2; i++) {
        /* record' = ... would be an assignment */
        vv_token_kind next = vv_p_next_token(p).kind;
        bool alone = next == VV_T_END || next == VV_T_COMMA || next == VV_T_NAME;
        if (!vv_p_is_word(p, words[i]) || !alone) continue;
        vv_p_advance(p);
        vv_node *n = vv_p_node(p, VV_N_ACTION, begin, 0, NULL);
        if (n) n->name = words[i];
        return n;
    }
    if (vv_p_is(p, VV_T_NAME) && vv_p_next_token(p).kind == VV_T_END)
        return vv_p_unexpected(p, "an assignment");
    vv_node *kid[2] = {vv_p_expression(p)};
    if (!kid[0] || !vv_p_expect(p, VV_T_EQ) || !(kid[1] = vv_p_expression(p))) return NULL;
    return vv_p_node(p, VV_N_ASSIGN, begin, 2, kid);
}

bool vv_p_when(vv_parser *p, uint32_t begin) {
    int base = p->top;
    if (!vv_p_push(p, vv_p_comparison(p)) || !vv_p_expect_word(p, "then")) return false;
    do
        if (!vv_p_push(p, action(p))) return false;
    while (vv_p_accept(p, VV_T_COMMA));
    return vv_p_add_statement(p, vv_p_node_from_stack(p, VV_N_WHEN, begin, base));
}

vv_node *vv_p_interval(vv_parser *p, uint32_t begin) {
    vv_node *kid[3] = {vv_p_target(p, vv_p_expression(p))};
    if (!kid[0] || !vv_p_expect_word(p, "in")) return NULL;
    vv_token open = vv_p_current(p);
    if (!vv_p_expect(p, VV_T_LPAREN) || !(kid[1] = vv_p_expression(p))) return NULL;
    if (!vv_p_expect(p, VV_T_COMMA) || !(kid[2] = vv_p_expression(p))) return NULL;
    return vv_p_expect_closing(p, open) ? vv_p_node(p, VV_N_BOX, begin, 3, kid) : NULL;
}

/* θ in (a, b) {, φ in (c, d)} */
bool vv_p_box(vv_parser *p, uint32_t begin) {
    for (;; begin = vv_p_current(p).span.begin) {
        if (!vv_p_add_statement(p, vv_p_interval(p, begin))) return false;
        if (!vv_p_accept(p, VV_T_COMMA)) return true;
    }
}

/* An actuated parameter, or a constraint on variations. */
static vv_node *actuator(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    vv_node *n = vv_p_expression(p);
    return n && vv_p_is(p, VV_T_EQ) ? vv_p_comparison_from(p, n, begin) : n;
}

bool vv_p_servo(vv_parser *p, uint32_t begin) {
    int base = p->top;
    if (!vv_p_push(p, vv_p_equation(p)) || !vv_p_expect_word(p, "through")) return false;
    do
        if (!vv_p_push(p, actuator(p))) return false;
    while (vv_p_accept(p, VV_T_COMMA));
    return vv_p_add_statement(p, vv_p_node_from_stack(p, VV_N_SERVO, begin, base));
}
