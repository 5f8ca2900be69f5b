/* Value numbering: the same operation on the same operands is one value. */
#include "evaluate/tape/value_numbering.h"

#include <string.h>

#include "evaluate/tape/interpret.h"

static inline uint64_t bits_of(double k) {
    uint64_t bits;
    memcpy(&bits, &k, sizeof bits);
    return bits;
}

/* Both halves of a single product of all keys. */
static inline uint64_t hash(int op, uint32_t a, uint32_t b, uint32_t c, double k) {
    __extension__ typedef unsigned __int128 wide;
    uint64_t x = ((uint64_t)a << 32 | b) + (uint64_t)(op + 1) * 0x9e3779b97f4a7c15u,
             y = (bits_of(k) ^ 0xbf58476d1ce4e5b9u) + (uint64_t)c * 0x94d049bb133111ebu;
    wide product = (wide)(x ^ x >> 32) * (y | 1);
    uint64_t h = (uint64_t)product ^ (uint64_t)(product >> 64);
    return h ^ h >> 32;
}

static inline bool same(const value *x, int op, uint32_t a, uint32_t b, uint32_t c, double k) {
    /* bits of k: 0 and -0 differ, a NaN equals itself */
    return x->op == op && x->a == a && x->b == b && x->c == c && bits_of(x->k) == bits_of(k);
}

/* Hash table index of the value, or the free entry where it belongs. */
static inline uint32_t place(const values *v, int op, uint32_t a, uint32_t b, uint32_t c,
                             double k) {
    uint32_t mask = v->slots - 1, i = (uint32_t)hash(op, a, b, c, k) & mask;
    while (v->slot[i] && !same(&v->list[v->slot[i] - 1], op, a, b, c, k)) i = (i + 1) & mask;
    return i;
}

static bool grow_list(values *v, uint32_t wanted) {
    value *list = vv_block_resize_uninit(v->ctx, v->list, wanted * sizeof *list);
    if (!list) return false;
    v->list = list;
    v->capacity = wanted;
    return true;
}

static bool grow_slots(values *v, uint32_t wanted) {
    uint32_t *slot = vv_block_resize(v->ctx, NULL, wanted * sizeof *slot);
    if (!slot) return false;
    vv_block_resize(v->ctx, v->slot, 0);
    v->slot = slot;
    v->slots = wanted;
    for (uint32_t i = 0; i < v->count; i++) {
        const value *x = &v->list[i];
        slot[place(v, x->op, x->a, x->b, x->c, x->k)] = i + 1;
    }
    return true;
}

bool vv_values_reserve(values *v, uint32_t n) {
    uint32_t slots = 256;
    while (slots < 2 * n) slots *= 2;
    return grow_list(v, n < 64 ? 64 : n) && grow_slots(v, slots);
}

static inline bool grow(values *v) {
    if (v->count == v->capacity && !grow_list(v, 2 * v->capacity)) return false;
    return 2 * v->count < v->slots || grow_slots(v, 2 * v->slots);
}

static uint32_t intern(values *v, int op, uint32_t a, uint32_t b, uint32_t c, double k) {
    if (!grow(v)) return NO_VALUE;
    uint32_t at = place(v, op, a, b, c, k);
    if (v->slot[at]) return v->slot[at] - 1;
    v->list[v->count] = (value){op, a, b, c, k};
    v->slot[at] = ++v->count;
    return v->count - 1;
}

uint32_t vv_value_constant(values *v, double k) { return intern(v, VALUE_CONSTANT, 0, 0, 0, k); }

uint32_t vv_value_find(const values *v, int op, uint32_t a, uint32_t b, uint32_t c) {
    if (!v->slots) return NO_VALUE;
    uint32_t at = place(v, op, a, b, c, 0);
    return v->slot[at] ? v->slot[at] - 1 : NO_VALUE;
}

uint32_t vv_value_make(values *v, int op, uint32_t a, uint32_t b, uint32_t c) {
    if (op < VV_TAPE_SINCOS) {
        int n = vv_tape_op_operands((vv_tape_op)op);
        uint32_t operand[3] = {a, b, c};
        double k[3] = {0, 0, 0};
        bool constant = true;
        for (int i = 0; i < n; i++) {
            if (operand[i] == NO_VALUE) return NO_VALUE;
            constant &= v->list[operand[i]].op == VALUE_CONSTANT;
            k[i] = v->list[operand[i]].k;
        }
        if (constant)
            return vv_value_constant(v, vv_tape_op_apply((vv_tape_op)op, k[0], k[1], k[2]));
        if ((op == VV_TAPE_ADD || op == VV_TAPE_MUL) && a > b) operand[0] = b, operand[1] = a;
        a = operand[0], b = operand[1];
    }
    return intern(v, op, a, b, c, 0);
}

uint32_t vv_value_scaled(values *v, double k, uint32_t x) {
    if (x == NO_VALUE) return vv_value_constant(v, k);
    if (k == 1) return x;
    if (k == -1) return vv_value_make(v, VV_TAPE_NEG, x, 0, 0);
    return vv_value_make(v, VV_TAPE_MUL, vv_value_constant(v, k), x, 0);
}

uint32_t vv_value_add_items(values *v, uint32_t n, const item *items) {
    uint32_t first = v->nitems, wanted = v->nitems + n;
    if (wanted > v->items_capacity) {
        uint32_t capacity = 2 * wanted;
        item *grown = vv_block_resize_uninit(v->ctx, v->item, capacity * sizeof *grown);
        if (!grown) return NO_VALUE;
        v->item = grown;
        v->items_capacity = capacity;
    }
    memcpy(v->item + first, items, n * sizeof *items);
    v->nitems = wanted;
    return first;
}

uint32_t vv_value_nary(values *v, int op, uint32_t n, const item *items) {
    uint32_t first = vv_value_add_items(v, n, items);
    if (first == NO_VALUE || !grow(v)) return NO_VALUE;
    v->list[v->count] = (value){op, first, n, 0, 0};
    return v->count++;
}

uint32_t vv_value_add_args(values *v, int n) {
    uint32_t first = v->nargs, wanted = v->nargs + (uint32_t)n;
    if (wanted > v->args_capacity) {
        uint32_t capacity = 2 * wanted;
        uint32_t *args = vv_block_resize_uninit(v->ctx, v->args, capacity * sizeof *args);
        if (!args) return NO_VALUE;
        v->args = args;
        v->args_capacity = capacity;
    }
    v->nargs = wanted;
    return first;
}

void vv_values_free(values *v) {
    vv_block_resize(v->ctx, v->list, 0);
    vv_block_resize(v->ctx, v->args, 0);
    vv_block_resize(v->ctx, v->item, 0);
    vv_block_resize(v->ctx, v->slot, 0);
}
