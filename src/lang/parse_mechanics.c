/* Statements about frames, bodies, contacts and forces. */
#include <string.h>

#include "lang/parser.h"
#include "lang/keywords.h"

/* Adds a statement that defines a name. */
static bool state_named(vv_parser *p, vv_node_kind k, uint32_t begin, const vv_declarator *h, int n,
                        vv_node *const *kid) {
    vv_node *node = vv_p_node(p, k, begin, n, kid);
    if (!vv_p_add_statement(p, node)) return false;
    node->name = h->name;
    node->name_span = h->span;
    return true;
}

static bool state(vv_parser *p, vv_node_kind k, uint32_t begin, int n, vv_node *const *kid) {
    return vv_p_add_statement(p, vv_p_node(p, k, begin, n, kid));
}

/* Fills the slot of a clause, which may be stated only once. */
static bool fill(vv_parser *p, vv_node **slot, vv_node *read(vv_parser *)) {
    if (*slot) {
        vv_token word = p->token[p->at - 1];
        size_t n;
        const char *s = vv_p_token_text(p, word, &n);
        vv_diag *d = vv_p_report(p, VV_C_CLAUSE, word.span, "'%.*s' is stated twice", (int)n, s);
        d->related = (*slot)->span;
        d->related_text = "first stated here";
        return false;
    }
    return (*slot = read(p)) != NULL;
}

/* ---- frames ---------------------------------------------------------------------------------- */

static vv_node *turn_from(vv_parser *p, vv_node *angle, uint32_t begin) {
    vv_node *kid[2] = {angle};
    if (!angle || !vv_p_expect_word(p, "about") || !(kid[1] = vv_p_expression(p))) return NULL;
    return vv_p_node(p, VV_N_TURN, begin, 2, kid);
}

static vv_node *turn(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    return turn_from(p, vv_p_expression(p), begin);
}

enum { F_INDICES, F_PARENT, F_AT, F_TURNING, F_FREE, F_ALONG, F_SLOTS };

/* (p, q, r): the speeds of a free rotation */
static vv_node *three_names(vv_parser *p) {
    vv_node *n = vv_p_name_list(p);
    if (!n) return NULL;
    n->kind = VV_N_TUPLE;
    if (n->n == 3) return n;
    vv_p_report(p, VV_C_COMPONENTS, n->span, "three names are expected, found %d", n->n);
    return NULL;
}

/* One clause of a frame; turns go to the stack. */
static bool frame_clause(vv_parser *p, vv_node **kid, bool *turned, bool *found) {
    *found = true;
    if (vv_p_accept_word(p, "at")) return fill(p, &kid[F_AT], vv_p_expression);
    if (vv_p_accept_word(p, "turning")) return fill(p, &kid[F_TURNING], vv_p_expression);
    if (vv_p_accept_word(p, "free")) {
        if (!fill(p, &kid[F_FREE], three_names)) return false;
        return !vv_p_accept_word(p, "along") || fill(p, &kid[F_ALONG], vv_p_reference);
    }
    if (!*turned && vv_p_accept_word(p, "turned")) {
        *turned = true;
        return vv_p_push(p, turn(p));
    }
    *found = false;
    return true;
}

bool vv_p_frame(vv_parser *p, uint32_t begin) {
    vv_declarator h;
    vv_node *kid[F_SLOTS] = {NULL};
    bool turned = false, found;
    if (!vv_p_declarator(p, &h, VV_DECLARATOR_FAMILY | VV_DECLARATOR_PLACE) ||
        !vv_p_expect(p, VV_T_EQ))
        return false;
    kid[F_INDICES] = h.indices;
    if (!(kid[F_PARENT] = vv_p_reference(p))) return false;
    int base = p->top;
    for (;;) {
        bool comma = vv_p_accept(p, VV_T_COMMA);
        if (!frame_clause(p, kid, &turned, &found)) return false;
        if (found) continue;
        if (!comma) break;
        /* after a comma that begins no clause comes the next turn */
        if (!turned) return vv_p_unexpected(p, NULL) != NULL;
        if (!vv_p_push(p, turn(p))) return false;
    }
    vv_node *n = vv_p_node(p, VV_N_FRAME, begin, F_SLOTS, kid);
    vv_node **all = n ? VV_ARRAY(p->ctx, vv_node *, F_SLOTS + p->top - base) : NULL;
    if (!all) return false;
    memcpy(all, kid, sizeof kid);
    for (int i = base; i < p->top; i++) all[F_SLOTS + i - base] = p->stack[i];
    return state_named(p, VV_N_FRAME, begin, &h, F_SLOTS + p->top - base, all);
}

/* ---- initial values -------------------------------------------------------------------------- */

static bool is_target(const vv_node *n) {
    if (n->kind == VV_N_PRIME) n = n->kid[0];
    return n->kind == VV_N_NAME || n->kind == VV_N_INDEX;
}

vv_node *vv_p_target(vv_parser *p, vv_node *n) {
    if (!n || is_target(n)) return n;
    vv_diag *d = vv_p_report(p, VV_C_TARGET, n->span, "this cannot be assigned a value");
    const char *habit = vv_p_target_hint(p, n);
    vv_diag_hint(p->ctx, d, "%s", habit ? habit : "the left-hand side is a name: x, x' or θ[3]");
    return NULL;
}

/* B = world turned a about x, b about z, then the rest. A comma may begin another turn or
 * another assignment; only what follows the expression distinguishes them. *pending is that
 * expression. */
static bool start_frame(vv_parser *p, uint32_t begin, vv_node *frame, vv_node *parent,
                        vv_node **pending) {
    int base = p->top;
    if (!vv_p_push(p, frame) || !vv_p_push(p, parent) || !vv_p_push(p, turn(p))) return false;
    while (vv_p_accept(p, VV_T_COMMA)) {
        uint32_t at = vv_p_current(p).span.begin;
        vv_node *n = vv_p_expression(p);
        if (!n) return false;
        if (vv_p_is(p, VV_T_EQ)) {
            *pending = n;
            break;
        }
        if (!vv_p_push(p, turn_from(p, n, at))) return false;
    }
    return vv_p_add_statement(p, vv_p_node_from_stack(p, VV_N_START_FRAME, begin, base));
}

bool vv_p_start(vv_parser *p, uint32_t begin) {
    vv_node *pending = NULL;
    do {
        vv_node *kid[2] = {pending ? pending : vv_p_expression(p)};
        pending = NULL;
        if (!vv_p_target(p, kid[0]) || !vv_p_expect(p, VV_T_EQ)) return false;
        if (!(kid[1] = vv_p_expression(p))) return false;
        if (vv_p_accept_word(p, "turned")) {
            if (!start_frame(p, begin, kid[0], kid[1], &pending)) return false;
        } else if (!state(p, VV_N_START, begin, 2, kid))
            return false;
        begin = pending ? pending->span.begin : vv_p_next_token(p).span.begin;
    } while (pending || vv_p_accept(p, VV_T_COMMA));
    return true;
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* (A, B, C), or three rows of three, or a scalar if an axis is named. */
static bool check_inertia(vv_parser *p, vv_node *value, bool about) {
    if (value->kind != VV_N_TUPLE) {
        if (about) return true;
        vv_diag *d = vv_p_report(p, VV_C_COMPONENTS, value->span,
                                 "a single moment of inertia needs its axis");
        vv_diag_hint(p->ctx, d, "write `inertia I about z`, or `inertia (A, B, C)`");
        return false;
    }
    int rows = 0, right = value->n == 3;
    for (int i = 0; i < value->n; i++) {
        vv_node *k = value->kid[i];
        rows += k->kind == VV_N_TUPLE;
        right &= k->kind != VV_N_TUPLE || k->n == 3;
    }
    if (right && (rows == 0 || rows == 3) && !about) return true;
    vv_diag *d = vv_p_report(p, VV_C_COMPONENTS, value->span,
                             about ? "an axis takes one moment of inertia"
                                   : "an inertia has three moments, or three rows of three");
    vv_diag_hint(p->ctx, d, "(A, B, C) or ((Ixx, Ixy, Ixz), (Ixy, Iyy, Iyz), (Ixz, Iyz, Izz))");
    return false;
}

static vv_node *inertia(vv_parser *p) {
    uint32_t begin = vv_p_current(p).span.begin;
    vv_node *kid[4] = {vv_p_expression(p), NULL, NULL, NULL};
    if (!kid[0]) return NULL;
    for (bool more = true; more;) {
        bool good = true;
        if (vv_p_accept_word(p, "about"))
            good = fill(p, &kid[1], vv_p_expression);
        else if (vv_p_accept_word(p, "along"))
            good = fill(p, &kid[2], vv_p_reference);
        else if (vv_p_accept_word(p, "at"))
            good = fill(p, &kid[3], vv_p_expression);
        else
            more = false;
        if (!good) return NULL;
    }
    if (!check_inertia(p, kid[0], kid[1] != NULL)) return NULL;
    return vv_p_node(p, VV_N_INERTIA, begin, 4, kid);
}

bool vv_p_body(vv_parser *p, uint32_t begin) {
    vv_declarator h;
    vv_node *kid[5] = {NULL};
    if (!vv_p_declarator(p, &h, VV_DECLARATOR_FAMILY | VV_DECLARATOR_PLACE) ||
        !vv_p_expect(p, VV_T_COLON))
        return false;
    kid[0] = h.indices;
    do {
        bool good;
        if (vv_p_accept_word(p, "mass"))
            good = fill(p, &kid[1], vv_p_expression);
        else if (vv_p_accept_word(p, "centre") || vv_p_accept_word(p, "center"))
            good = fill(p, &kid[2], vv_p_expression);
        else if (vv_p_accept_word(p, "frame"))
            good = fill(p, &kid[3], vv_p_reference);
        else if (vv_p_accept_word(p, "inertia"))
            good = fill(p, &kid[4], inertia);
        else
            good = vv_p_unexpected(p, NULL) != NULL;
        if (!good) return false;
    } while (vv_p_accept(p, VV_T_COMMA));
    return state_named(p, VV_N_BODY, begin, &h, 5, kid);
}

/* ---- A word B: mass m at P, torque V on B ... ------------------------------------------------ */

static bool pair(vv_parser *p, vv_node_kind k, uint32_t begin, const char *word,
                 vv_node *read(vv_parser *)) {
    vv_node *kid[2];
    if (!(kid[0] = vv_p_expression(p)) || !vv_p_expect_word(p, word) || !(kid[1] = read(p)))
        return false;
    return state(p, k, begin, 2, kid);
}

bool vv_p_mass(vv_parser *p, uint32_t begin) {
    return pair(p, VV_N_MASS, begin, "at", vv_p_expression);
}
/* `force functin U`: a name before another one is the misspelt second word of the keyword. */
bool vv_p_force(vv_parser *p, uint32_t begin) {
    size_t n;
    vv_token next = vv_p_next_token(p);
    const char *s = vv_p_token_text(p, next, &n);
    bool operand =
        next.kind == VV_T_NUMBER || (next.kind == VV_T_NAME && !vv_keyword_is_connective(s, n));
    if (operand && !vv_p_is_word(p, "function") && vv_p_suggestion(p))
        return vv_p_unexpected(p, NULL) != NULL;
    vv_node *kid[3] = {vv_p_expression(p)};
    if (!kid[0] || !vv_p_expect_word(p, "at") || !(kid[1] = vv_p_expression(p))) return false;
    if (vv_p_accept_word(p, "on") && !(kid[2] = vv_p_reference(p))) return false;
    return state(p, VV_N_FORCE, begin, 3, kid);
}
bool vv_p_torque(vv_parser *p, uint32_t begin) {
    return pair(p, VV_N_TORQUE, begin, "on", vv_p_reference);
}
bool vv_p_perturbation(vv_parser *p, uint32_t begin) {
    return pair(p, VV_N_PERTURBATION, begin, "on", vv_p_expression);
}

bool vv_p_gravity(vv_parser *p, uint32_t begin) {
    vv_node *n = vv_p_expression(p);
    return n && state(p, VV_N_GRAVITY, begin, 1, &n);
}

/* The `in F` after (a, b, c) gives the axes; the statement's own `in F` comes after it. */
static bool need_frame(vv_parser *p, const vv_node *vector) {
    if (vv_p_accept_word(p, "in")) return true;
    if (vector->kind != VV_N_VECTOR_IN) return vv_p_expect_word(p, "in");
    vv_diag *d = vv_p_report(p, VV_C_CLAUSE, vv_p_here(p), "'in' and a frame are missing");
    vv_diag_hint(p->ctx, d, "the first `in` belongs to the components; write (a, b, c) in R in R");
    return false;
}

bool vv_p_apparent_gravity(vv_parser *p, uint32_t begin) {
    vv_node *kid[2];
    if (!(kid[0] = vv_p_expression(p)) || !need_frame(p, kid[0])) return false;
    if (!(kid[1] = vv_p_reference(p))) return false;
    return state(p, VV_N_APPARENT_GRAVITY, begin, 2, kid);
}

bool vv_p_direction(vv_parser *p, uint32_t begin) {
    vv_node *kid[3];
    if (!(kid[0] = three_names(p)) || !vv_p_expect(p, VV_T_EQ)) return false;
    if (!(kid[1] = vv_p_expression(p)) || !need_frame(p, kid[1])) return false;
    if (!(kid[2] = vv_p_reference(p))) return false;
    return state(p, VV_N_DIRECTION, begin, 3, kid);
}

/* k between A and B, or k on θ */
static bool between(vv_parser *p, vv_node **kid) {
    if (!(kid[0] = vv_p_expression(p))) return false;
    if (vv_p_accept_word(p, "on")) return (kid[1] = vv_p_expression(p)) != NULL;
    if (!vv_p_expect_word(p, "between") || !(kid[1] = vv_p_expression(p))) return false;
    return vv_p_expect_word(p, "and") && (kid[2] = vv_p_expression(p)) != NULL;
}

bool vv_p_spring(vv_parser *p, uint32_t begin) {
    vv_node *kid[4] = {NULL};
    if (!between(p, kid)) return false;
    if (vv_p_accept(p, VV_T_COMMA) &&
        (!vv_p_expect_word(p, "length") || !(kid[3] = vv_p_expression(p))))
        return false;
    return state(p, VV_N_SPRING, begin, 4, kid);
}

bool vv_p_damper(vv_parser *p, uint32_t begin) {
    vv_node *kid[3] = {NULL};
    return between(p, kid) && state(p, VV_N_DAMPER, begin, 3, kid);
}

/* ---- rolling --------------------------------------------------------------------------------- */

/* φ, or (ω, θ) for a curve */
static vv_node *angles(vv_parser *p) {
    if (vv_p_is(p, VV_T_LPAREN)) return vv_p_name_list(p);
    uint32_t begin = vv_p_current(p).span.begin;
    vv_node *one = vv_p_reference(p);
    return one ? vv_p_node(p, VV_N_LIST, begin, 1, &one) : NULL;
}

/* A surface, and its parameters at this contact: names or expressions. */
static bool touching(vv_parser *p, vv_node **ref, vv_node **names) {
    if (!(*ref = vv_p_reference(p))) return false;
    vv_token open = vv_p_current(p);
    if (!vv_p_accept(p, VV_T_LPAREN)) return true;
    int base = p->top;
    do
        if (!vv_p_push(p, vv_p_expression(p))) return false;
    while (vv_p_accept(p, VV_T_COMMA));
    return vv_p_expect_closing(p, open) &&
           (*names = vv_p_node_from_stack(p, VV_N_LIST, open.span.begin, base));
}

static bool rolling_clause(vv_parser *p, vv_node **kid, int *pivot, bool *found) {
    *found = true;
    if (vv_p_accept_word(p, "at")) return fill(p, &kid[VV_ROLLING_AT], vv_p_expression);
    if (vv_p_accept_word(p, "normal")) return fill(p, &kid[VV_ROLLING_NORMAL], vv_p_expression);
    if (vv_p_accept_word(p, "friction")) {
        if (!fill(p, &kid[VV_ROLLING_FRICTION], vv_p_expression)) return false;
        return !vv_p_accept_word(p, "static") || fill(p, &kid[VV_ROLLING_STATIC], vv_p_expression);
    }
    if (vv_p_accept_word(p, "angle")) return fill(p, &kid[VV_ROLLING_ANGLE], angles);
    if (vv_p_accept_word(p, "resistance"))
        return fill(p, &kid[VV_ROLLING_RESISTANCE], vv_p_expression);
    if (vv_p_accept_word(p, "pivoting")) return fill(p, &kid[VV_ROLLING_PIVOTING], vv_p_expression);
    if (vv_p_accept_word(p, "restitution"))
        return fill(p, &kid[VV_ROLLING_RESTITUTION], vv_p_expression);
    if (vv_p_accept_word(p, "without")) {
        *pivot = 1;
        return vv_p_expect_word(p, "pivoting");
    }
    *found = false;
    return true;
}

bool vv_p_rolling(vv_parser *p, uint32_t begin) {
    vv_node *kid[VV_ROLLING_SLOTS] = {NULL};
    int pivot = 0;
    bool found;
    if (!(kid[VV_ROLLING_BODY] = vv_p_reference(p))) return false;
    if (vv_p_accept_word(p, "by") && !touching(p, &kid[VV_ROLLING_BY], &kid[VV_ROLLING_BY_NAMES]))
        return false;
    if (!vv_p_expect_word(p, "on") || !touching(p, &kid[VV_ROLLING_ON], &kid[VV_ROLLING_ON_NAMES]))
        return false;
    for (;;) {
        bool comma = vv_p_accept(p, VV_T_COMMA);
        if (!rolling_clause(p, kid, &pivot, &found)) return false;
        if (!found && comma) return vv_p_unexpected(p, NULL) != NULL;
        if (!found) break;
    }
    if (!kid[VV_ROLLING_AT] && !kid[VV_ROLLING_BY] && vv_p_suggestion(p))
        return vv_p_unexpected(p, NULL) != NULL;
    if (!kid[VV_ROLLING_AT] && !kid[VV_ROLLING_BY]) {
        vv_diag *d = vv_p_report(p, VV_C_CLAUSE, vv_p_here(p), "the point of contact is missing");
        vv_diag_hint(p->ctx, d, "`at P` names the point of contact, `by S` the rolling surface");
        return false;
    }
    vv_node *n = vv_p_node(p, VV_N_ROLLING, begin, VV_ROLLING_SLOTS, kid);
    if (n) n->flag = pivot;
    return vv_p_add_statement(p, n);
}
