/* Convolutions in lanes, as machine code.
 * The terms of a pass that do not contain the newest coefficients are available early: they are
 * summed two orders at a time, for odd k as odd_lanes of convolution_kernels.c does, by
 * instructions interleaved with those of the previous pass, which are latency-bound, and with
 * registers of their own. One straight line of instructions serves all orders: it is entered
 * where the terms of an order begin. The programs add the few other terms. The digits are those
 * of the kernels. */
#include "evaluate/jet/pass_builder.h"

/* ---- terms added by programs ----------------------------------------------------------------- */

/* Row `at` of an operand stored `later` rows later; none before it begins. */
static uint32_t row_of(const builder *b, uint32_t operand, int at, int later) {
    return at > 0 && at <= later ? ZERO : slot_row(b, operand, at - later);
}

typedef struct factors {
    uint32_t a, b;
    int later_a, later_b;
} factors;

static factors factors_of(const builder *b, uint32_t s) {
    const sum *x = &b->sum[s];
    return (factors){(x->rate ? b->rate_operand : b->operand)[x->a], b->operand[x->b],
                     later_a(b, s), later_b(b, s)};
}

/* to + a_i b_k, in the rows of a pass */
static uint32_t add_rows(builder *b, const factors *f, int i, int k, uint32_t to) {
    uint32_t x = row_of(b, f->a, i, f->later_a), y = row_of(b, f->b, k, f->later_b);
    return vv_jet_madd(b, x, y, to);
}

/* All terms, in the first passes, which have few. */
static uint32_t all_terms(builder *b, const factors *f) {
    int k = b->pass;
    uint32_t out = ZERO;
    if (k > 5) out = add_rows(b, f, 3, 3, out);
    if (k > 3) out = add_rows(b, f, k - 2, 2, out);
    if (k > 4) out = add_rows(b, f, 2, k - 2, out);
    if (k > 1) out = add_rows(b, f, 1, k - 1, out);
    return k > 2 ? add_rows(b, f, k - 1, 1, out) : out;
}

uint32_t vv_jet_convolution_with_ends(builder *b, uint32_t s) {
    uint32_t out = b->ends == TO_AHEAD ? slot_ahead(b, s) : slot_sum(s);
    factors f = factors_of(b, s);
    if (b->ends == ALL_TERMS) return all_terms(b, &f);
    if (b->j->depth) out = add_rows(b, &f, 2, -2, add_rows(b, &f, -2, 2, out));
    return add_rows(b, &f, -1, 1, add_rows(b, &f, 1, -1, out));
}

void vv_jet_store_lookahead(builder *b) {
    for (uint32_t s = 0; s < b->nsums; s++) {
        uint32_t out = slot_next(b, s);
        factors f = factors_of(b, s);
        if (b->j->depth)
            out = add_rows(b, &f, -2, 3, add_rows(b, &f, 3, -2, out));
        else
            out = add_rows(b, &f, 2, -1, add_rows(b, &f, -1, 2, out));
        vv_jet_store(b, out, b->in[slot_ahead(b, s)]);
    }
}

/* ---- terms added by vectors ------------------------------------------------------------------ */

/* Registers for two sums, the last ones: the even and odd terms of the order (x, y) and of the
 * next one (u, v), and loaded operands. */
enum { FIRST_REGISTER = 16, OF_ONE = 8, X = 0, Y, U, V, C, NOW, WITH, THEN };

typedef struct line {
    const builder *b;
    vv_vector_instruction *list;
    uint32_t n;
} line;

static void put(line *l, vv_vector_op op, int dst, int src, vv_operand p) {
    l->list[l->n++] = (vv_vector_instruction){op, dst, src, 0, p, true};
}

/* So many pieces follow, each of so many loads and products. */
static void put_jump(line *l, int pieces, int loads, int products) {
    l->list[l->n++] = (vv_vector_instruction){VV_VECTOR_COMPUTED_JUMP, pieces, loads, products,
                                              {VV_OPERAND_NONE, 0},    true};
}

static vv_operand held(int which) { return (vv_operand){VV_OPERAND_REGISTER, which}; }
static void load(line *l, int to, vv_operand p) { put(l, VV_VECTOR_LOAD, to, to, p); }
static void product(line *l, int to, int a, int b) { put(l, VV_VECTOR_MADD, to, a, held(b)); }

/* a_(k-j) as it stands for the pass before k, and b_j. */
static vv_operand row_a(const line *l, uint32_t s, int j) {
    return (vv_operand){VV_OPERAND_OUT, (l->b->pair[2 * s] + 1 - j) * 8 * l->b->j->lanes};
}
static vv_operand row_b(const line *l, uint32_t s, int j) {
    return (vv_operand){VV_OPERAND_SCRATCH, (l->b->pair[2 * s + 1] + j) * 8 * l->b->j->lanes};
}

/* The operand shared by two sums. */
typedef enum common { NO_COMMON, COMMON_A, COMMON_B } common;

static common common_of(const builder *b, uint32_t s) {
    const int32_t *p = b->pair + 2 * s;
    return p[0] == p[2] ? COMMON_A : p[1] == p[3] ? COMMON_B : NO_COMMON;
}

/* Terms i = k - j and i + 1 of the sums s ... */
static void put_step(line *l, uint32_t s, int sums, common both, int j) {
    int at[2], a[2], with[2];
    for (int g = 0; g < sums; g++) {
        at[g] = FIRST_REGISTER + g * OF_ONE;
        a[g] = both == COMMON_A ? at[0] : at[g];
        with[g] = both == COMMON_B ? at[0] : at[g];
    }
    for (int g = 0; g < sums; g++) {
        if (!g || both != COMMON_A) load(l, a[g] + NOW, row_a(l, s + (uint32_t)g, j));
        if (!g || both != COMMON_B) load(l, with[g] + WITH, row_b(l, s + (uint32_t)g, j));
    }
    for (int g = 0; g < sums; g++) product(l, at[g] + U, a[g] + NOW, with[g] + C);
    for (int g = 0; g < sums; g++) product(l, at[g] + X, a[g] + NOW, with[g] + WITH);
    for (int g = 0; g < sums; g++) {
        if (!g || both != COMMON_A) load(l, a[g] + THEN, row_a(l, s + (uint32_t)g, j - 1));
        if (!g || both != COMMON_B) load(l, with[g] + C, row_b(l, s + (uint32_t)g, j - 1));
    }
    for (int g = 0; g < sums; g++) product(l, at[g] + V, a[g] + THEN, with[g] + WITH);
    for (int g = 0; g < sums; g++) product(l, at[g] + Y, a[g] + THEN, with[g] + C);
}

/* The straight line for one or two sums: outermost terms first. */
static void put_line(line *l, uint32_t s, int sums, int pieces) {
    const builder *b = l->b;
    common both = sums == 2 ? common_of(b, s) : NO_COMMON;
    int last = b->j->depth ? 4 : 3, loads = both ? 6 : 4 * sums;
    uint32_t begin = l->n;
    for (int r = FIRST_REGISTER; r < FIRST_REGISTER + sums * OF_ONE; r++)
        if (r % OF_ONE <= C) put(l, VV_VECTOR_ZERO, r, r, held(r));
    put_jump(l, pieces, loads, 4 * sums);
    for (int k = pieces; k-- > 0;) put_step(l, s, sums, both, last + 2 * k);
    for (int g = 0; g < sums; g++) {
        int at = FIRST_REGISTER + g * OF_ONE;
        put(l, VV_VECTOR_ADD, at + X, at + X, held(at + Y));
        put(l, VV_VECTOR_ADD, at + U, at + U, held(at + V));
        put(l, VV_VECTOR_STORE, at + X, at + X, b->in[slot_sum(s + (uint32_t)g)]);
        put(l, VV_VECTOR_STORE, at + U, at + U, b->in[slot_next(b, s + (uint32_t)g)]);
    }
    l->list[begin].glued = false;
}

bool vv_jet_interleave_convolutions(builder *b, int pieces, vv_jit_interleaved *out) {
    static const int NO_RESULT = 0;
    uint32_t *begin = VV_ARRAY(b->c, uint32_t, 2);
    size_t most = (size_t)(b->nsums + 1) * (size_t)(8 * pieces + 16);
    line l = {b, VV_ARRAY_UNINIT(b->c, vv_vector_instruction, most), 0};
    if (!begin || !l.list) return false;
    for (uint32_t s = 0; s < b->nsums; s += 2) put_line(&l, s, s + 1 < b->nsums ? 2 : 1, pieces);
    begin[1] = l.n;
    *out = (vv_jit_interleaved){.nparts = 1,
                                .tenths = 10,
                                .result = &NO_RESULT,
                                .begin = begin,
                                .list = l.list,
                                .registers = FIRST_REGISTER,
                                .far = true};
    return true;
}
