/* The statement `shape`: something to be seen, without mass or forces. */
#include <string.h>

#include "lang/parser.h"

/* clang-format off */
const vv_visual_kind vv_visual_kinds[] = {
    {"cylinder", 2, {"r", "h"}, true, false},
    {"cone", 2, {"r", "h"}, true, false},
    {"ring", 2, {"r", "w"}, true, false},
    {"sphere", 1, {"r"}, false, false},
    {"box", 3, {"x", "y", "z"}, false, false},
    {"rod", 1, {"r"}, false, true},
    {"rope", 0, {NULL}, false, true},
    {NULL, 0, {NULL}, false, false},
};
/* clang-format on */

static int kind_here(vv_parser *p) {
    for (int i = 0; vv_visual_kinds[i].name; i++)
        if (vv_p_is_word(p, vv_visual_kinds[i].name)) return i;
    vv_diag_hint(p->ctx,
                 vv_p_report(p, VV_C_CLAUSE, vv_p_here(p), "there is no shape of this name"),
                 "a shape is a cylinder, cone, ring, sphere, box, rod or rope");
    return -1;
}

static bool twice(vv_parser *p, const char *word) {
    vv_p_report(p, VV_C_CLAUSE, vv_p_here(p), "`%s` is stated twice", word);
    return false;
}

/* r = 0.3: one of the sizes of this kind. */
static bool size(vv_parser *p, const vv_visual_kind *k, vv_node **kid) {
    for (int i = 0; i < k->nsizes; i++) {
        if (!vv_p_is_word(p, k->size[i])) continue;
        if (kid[VV_VISUAL_SIZES + i]) return twice(p, k->size[i]);
        vv_p_advance(p);
        return vv_p_expect(p, VV_T_EQ) && (kid[VV_VISUAL_SIZES + i] = vv_p_expression(p));
    }
    vv_buffer names = VV_BUFFER(p->ctx);
    for (int i = 0; i < k->nsizes; i++) vv_buffer_printf(&names, "%s%s", i ? ", " : "", k->size[i]);
    vv_diag_hint(p->ctx,
                 vv_p_report(p, VV_C_CLAUSE, vv_p_here(p), "a %s has no such clause", k->name),
                 "%s%s%s", k->nsizes ? "its sizes are " : "", vv_buffer_text(&names),
                 k->ends ? "; it lies `between A and B`"
                         : "; it stands `on` a body or a frame, `at` a point");
    return false;
}

static bool one_expression(vv_parser *p, const char *word, vv_node **out) {
    if (*out) return twice(p, word);
    vv_p_advance(p);
    return (*out = vv_p_expression(p)) != NULL;
}

/* The next clause; *known is set if it begins with a joining word of shapes. */
static bool clause(vv_parser *p, const vv_visual_kind *k, vv_node **kid, bool *known) {
    *known = true;
    if (vv_p_is_word(p, "on")) {
        if (kid[VV_VISUAL_ON]) return twice(p, "on");
        vv_p_advance(p);
        return (kid[VV_VISUAL_ON] = vv_p_reference(p)) != NULL;
    }
    if (k->ends && vv_p_is_word(p, "between"))
        return one_expression(p, "between", &kid[VV_VISUAL_FROM]) && vv_p_expect_word(p, "and") &&
               (kid[VV_VISUAL_TO] = vv_p_expression(p));
    if (!k->ends && vv_p_is_word(p, "at")) return one_expression(p, "at", &kid[VV_VISUAL_AT]);
    if (k->axis && vv_p_is_word(p, "along"))
        return one_expression(p, "along", &kid[VV_VISUAL_ALONG]);
    *known = false;
    return true;
}

static bool whole(vv_parser *p, const vv_visual_kind *k, vv_node *const *kid) {
    const char *missing = k->ends && !kid[VV_VISUAL_FROM] ? "between A and B" : NULL;
    if (!k->ends && !kid[VV_VISUAL_ON]) missing = "on a body, a frame or the world";
    for (int i = 0; i < k->nsizes && !missing; i++)
        if (!kid[VV_VISUAL_SIZES + i]) missing = vv_format(p->ctx, "%s = ...", k->size[i]);
    if (!missing) return true;
    vv_diag_hint(p->ctx,
                 vv_p_report(p, VV_C_CLAUSE, vv_p_here(p), "this %s lacks a clause", k->name),
                 "add: %s", missing);
    return false;
}

/* S: cylinder r = 0.3, h = 0.05 on B;  S: rod r = 0.02 between P and Q */
bool vv_p_shape(vv_parser *p, uint32_t begin) {
    vv_declarator h;
    vv_node *kid[VV_VISUAL_SIZES + VV_VISUAL_SIZES_MAX] = {NULL};
    if (!vv_p_declarator(p, &h, VV_DECLARATOR_FAMILY) || !vv_p_expect(p, VV_T_COLON)) return false;
    int which = kind_here(p);
    if (which < 0) return false;
    const vv_visual_kind *k = &vv_visual_kinds[which];
    kid[VV_VISUAL_INDICES] = h.indices;
    vv_p_advance(p);
    while (!vv_p_is(p, VV_T_END) && !vv_p_is_word(p, "for")) {
        bool known;
        if (!clause(p, k, kid, &known) || (!known && !size(p, k, kid))) return false;
        vv_p_accept(p, VV_T_COMMA);
    }
    if (!whole(p, k, kid)) return false;
    vv_node *n = vv_p_node(p, VV_N_VISUAL, begin, VV_VISUAL_SIZES + k->nsizes, kid);
    if (!vv_p_add_statement(p, n)) return false;
    n->name = h.name;
    n->name_span = h.span;
    n->flag = which;
    return true;
}
