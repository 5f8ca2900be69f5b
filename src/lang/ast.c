#include "lang/ast.h"

#include <string.h>

#include "base/base.h"
#include "lang/parser.h"

const char *vv_node_kind_name(vv_node_kind k) {
    static const char *const name[] = {
#define X(id, text) text,
        VV_NODE_LIST(X)
#undef X
    };
    return k >= 0 && k < VV_N_COUNT ? name[k] : "?";
}

/* Makes room for one more element in a block of `each` bytes; the capacity doubles. */
static bool grow(vv_parser *p, void **block, int *room, int n, size_t each) {
    if (n < *room) return true;
    int more = *room ? 2 * *room : 64;
    void *b = vv_block_resize(p->ctx, *block, (size_t)more * each);
    if (!b) {
        p->failed = true;
        return false;
    }
    *block = b;
    *room = more;
    return true;
}

bool vv_p_push(vv_parser *p, vv_node *n) {
    void *block = p->stack;
    if (!n || !grow(p, &block, &p->stack_room, p->top, sizeof *p->stack)) return false;
    p->stack = block;
    p->stack[p->top++] = n;
    return true;
}

bool vv_p_add_statement(vv_parser *p, vv_node *n) {
    void *block = p->statement;
    if (!n || !grow(p, &block, &p->statement_room, p->n, sizeof *p->statement)) return false;
    p->statement = block;
    p->statement[p->n++] = n;
    return true;
}

static int height(int n, vv_node *const *kid) {
    int most = 0;
    for (int i = 0; i < n; i++)
        if (kid[i] && kid[i]->height > most) most = kid[i]->height;
    return most + 1;
}

vv_node *vv_p_node(vv_parser *p, vv_node_kind k, uint32_t begin, int n, vv_node *const *kid) {
    vv_node *node = VV_NEW(p->ctx, vv_node);
    vv_node **copy = n ? VV_ARRAY(p->ctx, vv_node *, n) : NULL;
    if (!node || (n && !copy)) {
        p->failed = true;
        return NULL;
    }
    if (n) memcpy(copy, kid, (size_t)n * sizeof *kid);
    uint32_t end = p->at > 0 ? p->token[p->at - 1].span.end : begin;
    *node = (vv_node){.kind = k, .span = {begin, end}, .n = n, .kid = copy};
    node->height = height(n, kid);
    if (node->height > VV_TREE_HEIGHT_MAX) {
        vv_p_report(p, VV_C_NESTED, (vv_span){begin, begin + 1}, "nested deeper than %d",
                    VV_TREE_HEIGHT_MAX);
        return NULL;
    }
    return node;
}

vv_node *vv_p_node_from_stack(vv_parser *p, vv_node_kind k, uint32_t begin, int base) {
    vv_node *node = vv_p_node(p, k, begin, p->top - base, p->stack + base);
    p->top = base;
    return node;
}

const char *vv_p_canonical(vv_parser *p, vv_token t) {
    size_t n;
    const char *s = vv_p_token_text(p, t, &n);
    const char *name = vv_name_canonical(p->ctx, s, n);
    if (!name) p->failed = true;
    return name;
}
