/* Statements about surfaces and curves. */
#include <string.h>

#include "lang/parser.h"

enum { S_ON, S_NAMES, S_EQUATION, S_VALUE, S_SUPPORT, S_PROFILE, S_SHAPE, S_SLOTS };
enum { C_ON, C_NAMES, C_VALUE, C_SLOTS };

static const struct {
    const char *word;
    int sizes;
} SHAPES[] = {
    {"plane", 0}, {"sphere", 1},    {"cylinder", 1},   {"cone", 1},
    {"torus", 2}, {"ellipsoid", 3}, {"paraboloid", 1},
};

/* A word like `sphere` is a shape unless it begins an equation. */
static int shape_here(vv_parser *p) {
    vv_token_kind next = vv_p_next_token(p).kind;
    bool begins = next == VV_T_END || next == VV_T_COMMA || next == VV_T_NAME ||
                  next == VV_T_NUMBER || next == VV_T_LPAREN;
    for (size_t i = 0; begins && i < sizeof SHAPES / sizeof *SHAPES; i++)
        if (vv_p_is_word(p, SHAPES[i].word)) return (int)i;
    return -1;
}

/* sphere R inside;  torus R, b */
static vv_node *shape(vv_parser *p, int which) {
    uint32_t begin = vv_p_current(p).span.begin;
    vv_node *size[3];
    vv_p_advance(p);
    for (int i = 0; i < SHAPES[which].sizes; i++) {
        if (i && !vv_p_expect(p, VV_T_COMMA)) return NULL;
        if (!(size[i] = vv_p_expression(p))) return NULL;
    }
    bool inside = vv_p_accept_word(p, "inside");
    vv_node *n = vv_p_node(p, VV_N_SHAPE, begin, SHAPES[which].sizes, size);
    if (!n) return NULL;
    n->name = SHAPES[which].word;
    n->flag = inside;
    return n;
}

/* of revolution, support f(θ);  of revolution, profile (f(s), g(s)) */
static bool revolution(vv_parser *p, vv_node **kid) {
    if (!vv_p_expect_word(p, "revolution") || !vv_p_expect(p, VV_T_COMMA)) return false;
    if (vv_p_accept_word(p, "profile")) {
        if (!(kid[S_PROFILE] = vv_p_expression(p))) return false;
        if (kid[S_PROFILE]->kind == VV_N_TUPLE && kid[S_PROFILE]->n == 2 && kid[S_NAMES])
            return true;
        vv_diag_hint(
            p->ctx,
            vv_p_report(
                p, VV_C_COMPONENTS, kid[S_PROFILE]->span,
                "a profile is a radius and a height as functions of the first of two parameters"),
            "write surface S(s, v) on B of revolution, profile (r(s), z(s))");
        return false;
    }
    return vv_p_expect_word(p, "support") && (kid[S_SUPPORT] = vv_p_expression(p));
}

static bool what(vv_parser *p, vv_node **kid, int *flag) {
    if (vv_p_accept_word(p, "of")) {
        *flag = 1;
        return revolution(p, kid);
    }
    if (kid[S_NAMES] && vv_p_accept(p, VV_T_EQ)) return (kid[S_VALUE] = vv_p_expression(p));
    if (!vv_p_accept(p, VV_T_COLON))
        return vv_p_unexpected(p, kid[S_NAMES] ? "'=' or ':'" : "':'") != NULL;
    int which = shape_here(p);
    if (which >= 0) return (kid[S_SHAPE] = shape(p, which));
    return (kid[S_EQUATION] = vv_p_equation(p));
}

/* {, u in (a, b)}, and the statement with them as last children. */
static bool finish(vv_parser *p, vv_node_kind k, uint32_t begin, const vv_declarator *h, int n,
                   vv_node **kid, int flag) {
    int base = p->top;
    for (int i = 0; i < n; i++) { /* absent parts are NULL, which vv_p_push treats as an error */
        if (!vv_p_push(p, kid[0])) return false;
        p->stack[p->top - 1] = kid[i];
    }
    while (vv_p_accept(p, VV_T_COMMA))
        if (!vv_p_push(p, vv_p_interval(p, vv_p_current(p).span.begin))) return false;
    vv_node *node = vv_p_node_from_stack(p, k, begin, base);
    if (!vv_p_add_statement(p, node)) return false;
    node->name = h->name;
    node->name_span = h->span;
    node->flag = flag;
    return true;
}

/* S on B: equation or shape;  S(u, v) on B = (x, y, z);  S on B of revolution, ... */
bool vv_p_surface(vv_parser *p, uint32_t begin) {
    vv_declarator h;
    vv_node *kid[S_SLOTS] = {NULL};
    int flag = 0;
    if (!vv_p_declarator(p, &h, VV_DECLARATOR_SINGLE)) return false;
    if (vv_p_is(p, VV_T_LPAREN) && !(kid[S_NAMES] = vv_p_name_list(p))) return false;
    if (kid[S_NAMES] && kid[S_NAMES]->n != 2) {
        vv_p_report(p, VV_C_COMPONENTS, kid[S_NAMES]->span, "a surface has two parameters");
        return false;
    }
    if (!vv_p_expect_word(p, "on") || !(kid[S_ON] = vv_p_reference(p))) return false;
    return what(p, kid, &flag) && finish(p, VV_N_SURFACE, begin, &h, S_SLOTS, kid, flag);
}

bool vv_p_curve(vv_parser *p, uint32_t begin) {
    vv_declarator h;
    vv_node *kid[C_SLOTS];
    if (!vv_p_declarator(p, &h, VV_DECLARATOR_SINGLE) || !(kid[C_NAMES] = vv_p_name_list(p)))
        return false;
    if (kid[C_NAMES]->n != 1) {
        vv_p_report(p, VV_C_COMPONENTS, kid[C_NAMES]->span, "a curve has one parameter");
        return false;
    }
    if (!vv_p_expect_word(p, "on") || !(kid[C_ON] = vv_p_reference(p))) return false;
    if (!vv_p_expect(p, VV_T_EQ) || !(kid[C_VALUE] = vv_p_expression(p))) return false;
    return finish(p, VV_N_CURVE, begin, &h, C_SLOTS, kid, 0);
}
