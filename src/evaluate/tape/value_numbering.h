/* A tape under construction: numbered values, each computed once. For evaluate/ only. */
#ifndef VV_EVALUATE_TAPE_VALUE_NUMBERING_H
#define VV_EVALUATE_TAPE_VALUE_NUMBERING_H

#include "evaluate/tape/tape.h"

/* Kinds of value besides the operations of vv_tape_op. */
enum {
    VALUE_INPUT = VV_TAPE_OPS, /* a: index of the input */
    VALUE_CONSTANT,            /* k */
    VALUE_COS,                 /* the second result of the SINCOS a */
    VALUE_COMPONENT,           /* component b of the SOLVE a */
    VALUE_SUM,                 /* sum of the b items from a: weight * value */
    VALUE_PRODUCT              /* product of the b items from a: value ^ weight */
};

typedef struct value {
    int op;
    uint32_t a, b, c; /* operands: values; FACTOR, SOLVE: a first of args, b size, c the factor */
    double k;
} value;

/* A term of a sum with its coefficient, or a factor of a product with its integer exponent. */
typedef struct item {
    uint32_t v;
    double weight;
} item;

typedef struct values {
    vv_ctx *ctx;
    value *list; /* operands before results */
    uint32_t count, capacity;
    uint32_t *args;
    uint32_t nargs, args_capacity;
    item *item;
    uint32_t nitems, items_capacity;
    uint32_t *slot; /* hash table: value + 1, 0: empty */
    uint32_t slots;
    bool cells; /* some inputs are cells */
} values;

#define NO_VALUE UINT32_MAX

/* Reserves room for n values; false on refusal. */
bool vv_values_reserve(values *v, uint32_t n);
/* The value of this operation, found or created; operations on constants are folded. */
uint32_t vv_value_make(values *v, int op, uint32_t a, uint32_t b, uint32_t c);
uint32_t vv_value_constant(values *v, double k);
/* Existing value, or NO_VALUE. */
uint32_t vv_value_find(const values *v, int op, uint32_t a, uint32_t b, uint32_t c);
/* k * v as one value; v == NO_VALUE: the number k. */
uint32_t vv_value_scaled(values *v, double k, uint32_t x);
/* A SUM or PRODUCT of these items, n > 0. Always a new value. */
uint32_t vv_value_nary(values *v, int op, uint32_t n, const item *items);
/* Room for n arguments of FACTOR or SOLVE; returns the index of the first. NO_VALUE on refusal. */
uint32_t vv_value_add_args(values *v, int n);
void vv_values_free(values *v);

/* Calls the visitor on every operand that is a value; a repeated operand is visited repeatedly. */
typedef void each_operand(void *data, uint32_t user, uint32_t operand);
static inline __attribute__((always_inline)) void vv_value_visit(const values *v, uint32_t user,
                                                                 each_operand *f, void *data) {
    const value *x = &v->list[user];
    if (x->op < VV_TAPE_SINCOS) {
        int n = vv_tape_op_operands((vv_tape_op)x->op);
        f(data, user, x->a);
        if (n > 1) f(data, user, x->b);
        if (n > 2) f(data, user, x->c);
    } else if (x->op == VV_TAPE_SINCOS || x->op == VALUE_COS || x->op == VALUE_COMPONENT) {
        f(data, user, x->a);
    } else if (x->op == VV_TAPE_FACTOR || x->op == VV_TAPE_SOLVE) {
        uint32_t n = x->op == VV_TAPE_FACTOR ? x->b * x->b : x->b;
        for (uint32_t i = 0; i < n; i++) f(data, user, v->args[x->a + i]);
        if (x->op == VV_TAPE_SOLVE) f(data, user, x->c);
    }
}

/* Fuses pairs and chains, drops unused values, and schedules the rest so that equal operations
 * are adjacent: order[0 .. *n-1], without inputs and constants. uses and order have room for
 * v->count; uses is 0 for dropped values. In the arena until the caller releases. */
bool vv_values_schedule(values *v, int nout, const uint32_t *out, uint32_t *uses, uint32_t *order,
                        uint32_t *n);

/* Appends items; returns the index of the first, NO_VALUE on refusal. */
uint32_t vv_value_add_items(values *v, uint32_t n, const item *items);
/* Brings sums and products into normal form: afterwards value i is factor[i] times the value
 * same[i], which has a list; lists no longer needed are empty. Both arrays have room for
 * v->count. */
bool vv_values_normalize(values *v, int nout, const uint32_t *out, double *factor, uint32_t *same);
/* Writes normalized sums and products into `to` as binary operations; if `search`, pairs of
 * terms or factors that several of them share are computed once. map[i]: the value in `to` of i. */
bool vv_values_share_common(values *from, const double *factor, const uint32_t *same, bool search,
                            values *to, uint32_t *map);

/* Schedules, assigns slots, writes the instructions. */
vv_tape *vv_tape_from_values(values *v, int nin, int nout, const uint32_t *out);

#endif
