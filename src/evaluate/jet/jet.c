/* Jet plans: the instructions of a tape with slots resolved to variables, and composite
 * functions as chains of instructions that have a recurrence. */
#include "evaluate/jet/jet.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "evaluate/jet/jet_code.h"
#include "evaluate/jet/aliases.h"
#include "evaluate/jet/staging.h"
#include "evaluate/jit/jit.h"

/* Maximum number of instructions and variables for one tape instruction. */
static size_t most_of(vv_tape_op op) { return vv_ssa_is_inline(op) ? 1 : 6; }

typedef struct planner {
    vv_ctx *c;
    const vv_tape *t;
    vv_jet *j;
    uint32_t *variable; /* variable in each slot at this point (nslots) */
    uint32_t *factor;   /* system whose factor starts at this slot (nslots) */
    vv_jet_instruction *list;
    bool *late; /* for each variable */
    int *late_list, *late_input;
    double *constant; /* those of the tape, then 1 */
    uint32_t *change, *args;
    vv_jet_saturation *wide;
    vv_jet_system *system;
    uint32_t nargs, one;
} planner;

/* ---- instructions --------------------------------------------------------------------------- */

static uint32_t fresh(planner *p) { return (uint32_t)p->j->nvariables++; }

static bool is_constant(const planner *p, uint32_t v) {
    return v >= (uint32_t)p->j->nin && v < (uint32_t)(p->j->nin + p->j->nconstants);
}

static double number(const planner *p, uint32_t v) { return p->constant[v - (uint32_t)p->j->nin]; }

/* Appends an instruction; it is late if an operand is. The variables it defines are new, or
 * already known to be late. */
static uint32_t put(planner *p, vv_jet_instruction i) {
    int at = p->j->ninstructions++;
    bool late = p->late[i.a] || p->late[i.b] || p->late[i.c];
    p->list[at] = i;
    p->late[i.out] = p->late[i.second] = late;
    if (late) p->late_list[p->j->nlate++] = at;
    return i.out;
}

/* Unused operands repeat a; an unused result repeats the other one. */
static uint32_t unary(planner *p, vv_jet_op op, uint32_t a, double ka) {
    uint32_t out = fresh(p);
    return put(p, (vv_jet_instruction){
                      .op = op, .out = out, .second = out, .a = a, .b = a, .c = a, .ka = ka});
}

static uint32_t pair(planner *p, vv_jet_op op, uint32_t a, double ka, uint32_t *second) {
    uint32_t out = fresh(p);
    *second = fresh(p);
    return put(p, (vv_jet_instruction){
                      .op = op, .out = out, .second = *second, .a = a, .b = a, .c = a, .ka = ka});
}

static uint32_t linear(planner *p, double ka, uint32_t a, double kb, uint32_t b) {
    uint32_t out = fresh(p);
    return put(p, (vv_jet_instruction){.op = VV_JET_LINEAR,
                                       .out = out,
                                       .second = out,
                                       .a = a,
                                       .b = b,
                                       .c = a,
                                       .ka = ka,
                                       .kb = kb});
}

static uint32_t binary(planner *p, vv_jet_op op, uint32_t a, uint32_t b) {
    uint32_t out = fresh(p);
    return put(p,
               (vv_jet_instruction){.op = op, .out = out, .second = out, .a = a, .b = b, .c = a});
}

static uint32_t multiply(planner *p, uint32_t a, uint32_t b) {
    if (is_constant(p, a)) return linear(p, number(p, a), b, 0, b);
    if (is_constant(p, b)) return linear(p, number(p, b), a, 0, a);
    return binary(p, VV_JET_MUL, a, b);
}

/* ka a b + kb c */
static uint32_t multiply_add(planner *p, double ka, uint32_t a, uint32_t b, double kb, uint32_t c) {
    if (is_constant(p, a)) return linear(p, ka * number(p, a), b, kb, c);
    if (is_constant(p, b)) return linear(p, ka * number(p, b), a, kb, c);
    uint32_t out = fresh(p);
    return put(p, (vv_jet_instruction){.op = VV_JET_MADD,
                                       .out = out,
                                       .second = out,
                                       .a = a,
                                       .b = b,
                                       .c = c,
                                       .ka = ka,
                                       .kb = kb});
}

static uint32_t ternary(planner *p, vv_jet_op op, vv_tape_op kind, uint32_t a, uint32_t b,
                        uint32_t c, double ka) {
    uint32_t out = fresh(p);
    return put(
        p,
        (vv_jet_instruction){
            .op = op, .kind = kind, .out = out, .second = out, .a = a, .b = b, .c = c, .ka = ka});
}

/* ---- composite functions -------------------------------------------------------------------- */

/* asin' = a'/sqrt(1 - a^2), atan' = a'/(1 + a^2), log' = a'/a */
static uint32_t primitive(planner *p, vv_tape_op op, uint32_t a) {
    uint32_t by = a;
    if (op != VV_TAPE_LOG) {
        double sign = op == VV_TAPE_ATAN ? 1 : -1;
        by = multiply_add(p, sign, a, a, 1, p->one);
        if (op != VV_TAPE_ATAN) by = unary(p, VV_JET_SQRT, by, 0);
    }
    return ternary(p, VV_JET_PRIMITIVE, op, a, by, a, op == VV_TAPE_ACOS ? -1 : 1);
}

static uint32_t power(planner *p, uint32_t a, uint32_t b) {
    if (is_constant(p, b)) return unary(p, VV_JET_POWER, a, number(p, b));
    return unary(p, VV_JET_EXP, multiply(p, b, primitive(p, VV_TAPE_LOG, a)), 0);
}

static uint32_t angle(planner *p, uint32_t a, uint32_t b) {
    uint32_t square = multiply_add(p, 1, a, a, 1, multiply(p, b, b));
    return ternary(p, VV_JET_ATAN2, VV_TAPE_ATAN2, a, b, square, 0);
}

static void note_switch(planner *p, uint32_t v) { p->change[p->j->nswitches++] = v; }

/* exp(-40) and 1 - tanh(16) are visible next to 1. */
static uint32_t wide(planner *p, vv_tape_op op, uint32_t a) {
    uint32_t second;
    p->wide[p->j->nwide++] =
        (vv_jet_saturation){a, op == VV_TAPE_TANH ? 16 : 40, op != VV_TAPE_EXP};
    if (op == VV_TAPE_EXP) return unary(p, VV_JET_EXP, a, 0);
    if (op == VV_TAPE_TANH) return pair(p, VV_JET_TAN, a, -1, &second);
    uint32_t sine = pair(p, VV_JET_SINHCOSH, a, 0, &second);
    return op == VV_TAPE_SINH ? sine : second;
}

/* abs, sign, min, max and comparisons: a difference selects the branch. */
static uint32_t branch(planner *p, vv_tape_op op, uint32_t a, uint32_t b) {
    bool alone = op == VV_TAPE_ABS || op == VV_TAPE_SIGN;
    uint32_t difference = alone ? a : linear(p, 1, a, -1, b);
    note_switch(p, difference);
    if (op == VV_TAPE_ABS) return unary(p, VV_JET_ABS, a, 0);
    if (op == VV_TAPE_MIN) return ternary(p, VV_JET_MINMAX, op, a, b, difference, 1);
    if (op == VV_TAPE_MAX) return ternary(p, VV_JET_MINMAX, op, a, b, difference, -1);
    return ternary(p, VV_JET_STEP_FUNCTION, op, a, alone ? a : b, a, 0);
}

/* ---- the tape ------------------------------------------------------------------------------- */

static uint32_t scalar(planner *p, const vv_tape_instruction *i) {
    uint32_t a = p->variable[i->a], b = p->variable[i->b], c = p->variable[i->c], second;
    vv_tape_op op = (vv_tape_op)i->op;
    switch (op) {
    case VV_TAPE_COPY: return linear(p, 1, a, 0, a);
    case VV_TAPE_NEG: return linear(p, -1, a, 0, a);
    case VV_TAPE_ADD: return linear(p, 1, a, 1, b);
    case VV_TAPE_SUB: return linear(p, 1, a, -1, b);
    case VV_TAPE_MUL: return multiply(p, a, b);
    case VV_TAPE_DIV: return binary(p, VV_JET_DIV, a, b);
    case VV_TAPE_RECIP: return binary(p, VV_JET_DIV, p->one, a);
    case VV_TAPE_MADD: return multiply_add(p, 1, a, b, 1, c);
    case VV_TAPE_MSUB: return multiply_add(p, -1, a, b, 1, c);
    case VV_TAPE_MSUBR: return multiply_add(p, 1, a, b, -1, c);
    case VV_TAPE_SIN: return pair(p, VV_JET_SINCOS, a, 0, &second);
    case VV_TAPE_COS: return pair(p, VV_JET_SINCOS, a, 0, &second), second;
    case VV_TAPE_TAN: return pair(p, VV_JET_TAN, a, 1, &second);
    case VV_TAPE_TANH:
    case VV_TAPE_SINH:
    case VV_TAPE_COSH:
    case VV_TAPE_EXP: return wide(p, op, a);
    case VV_TAPE_SQRT: return unary(p, VV_JET_SQRT, a, 0);
    case VV_TAPE_LOG:
    case VV_TAPE_ASIN:
    case VV_TAPE_ACOS:
    case VV_TAPE_ATAN: return primitive(p, op, a);
    case VV_TAPE_POW: return power(p, a, b);
    case VV_TAPE_ATAN2: return angle(p, a, b);
    case VV_TAPE_ABS:
    case VV_TAPE_SIGN:
    case VV_TAPE_MIN:
    case VV_TAPE_MAX:
    case VV_TAPE_LESS:
    case VV_TAPE_LESSEQ: return branch(p, op, a, b);
    case VV_TAPE_CHOOSE: return ternary(p, VV_JET_CHOOSE, op, a, b, c, 0);
    case VV_TAPE_SINCOS:
    case VV_TAPE_FACTOR:
    case VV_TAPE_SOLVE:
    case VV_TAPE_OPS: break;
    }
    return 0;
}

static void sines(planner *p, const vv_tape_instruction *i) {
    uint32_t cosine, sine = pair(p, VV_JET_SINCOS, p->variable[i->a], 0, &cosine);
    p->variable[i->out] = sine;
    p->variable[i->b] = cosine;
}

static const uint32_t *operands(planner *p, uint32_t first, uint32_t n, bool *late) {
    uint32_t *list = p->args + p->nargs;
    for (uint32_t k = 0; k < n; k++) {
        list[k] = p->variable[p->t->args[first + k]];
        *late |= p->late[list[k]];
    }
    p->nargs += n;
    return list;
}

/* The factor is a variable without coefficients; it is late if one of its entries is. */
static void factor(planner *p, const vv_tape_instruction *i) {
    uint32_t n = i->b, self = fresh(p);
    bool late = false;
    vv_jet_system *s = &p->system[p->j->nsystems];
    *s = (vv_jet_system){(int)n, operands(p, i->a, n * n, &late), p->j->doubles};
    p->j->doubles += n * n + 2 * n;
    p->factor[i->out] = (uint32_t)p->j->nsystems;
    p->variable[i->out] = self;
    p->late[self] = late;
    put(p, (vv_jet_instruction){.op = VV_JET_FACTOR,
                                .out = self,
                                .second = self,
                                .a = self,
                                .b = self,
                                .c = self,
                                .system = p->j->nsystems++});
    p->late[self] = late;
}

static void solve(planner *p, const vv_tape_instruction *i) {
    uint32_t n = i->b, system = p->factor[i->c], first = (uint32_t)p->j->nvariables, at = p->nargs;
    bool late = p->late[p->variable[i->c]];
    operands(p, i->a, n, &late);
    for (uint32_t k = 0; k < n; k++) p->variable[i->out + k] = fresh(p);
    p->late[first] = late;
    put(p, (vv_jet_instruction){.op = VV_JET_SOLVE,
                                .out = first,
                                .second = first,
                                .a = first,
                                .b = first,
                                .c = first,
                                .system = (int)system,
                                .first = at});
    for (uint32_t k = 0; k < n; k++) p->late[first + k] = late;
}

static void translate(planner *p) {
    for (int k = 0; k < p->t->ninstructions; k++) {
        const vv_tape_instruction *i = &p->t->instruction[k];
        if (i->op == VV_TAPE_SINCOS)
            sines(p, i);
        else if (i->op == VV_TAPE_FACTOR)
            factor(p, i);
        else if (i->op == VV_TAPE_SOLVE)
            solve(p, i);
        else
            p->variable[i->out] = scalar(p, i);
    }
}

/* ---- the plan ------------------------------------------------------------------------------- */

static bool allocate(planner *p) {
    vv_ctx *c = p->c;
    const vv_tape *t = p->t;
    size_t n = (size_t)t->nin + 1, nargs = 0, vectors = 0;
    for (int k = 0; k < t->ninstructions; k++) {
        const vv_tape_instruction *i = &t->instruction[k];
        n += most_of((vv_tape_op)i->op);
        nargs += i->op == VV_TAPE_FACTOR ? i->b * i->b : i->op == VV_TAPE_SOLVE ? i->b : 0;
        vectors += i->op == VV_TAPE_SOLVE ? i->b : 0;
    }
    size_t variables = n + vectors + (size_t)(t->nin + t->nconstants) + 1;
    p->variable = VV_ARRAY(c, uint32_t, t->nslots + 1);
    p->factor = VV_ARRAY(c, uint32_t, t->nslots + 1);
    p->list = VV_ARRAY_UNINIT(c, vv_jet_instruction, n);
    p->late_list = VV_ARRAY_UNINIT(c, int, n);
    p->late_input = VV_ARRAY(c, int, t->nin + 1);
    p->late = VV_ARRAY(c, bool, variables);
    p->constant = VV_ARRAY(c, double, t->nconstants + 1);
    p->change = VV_ARRAY(c, uint32_t, t->ninstructions + 1);
    p->wide = VV_ARRAY(c, vv_jet_saturation, t->ninstructions + 1);
    p->args = VV_ARRAY(c, uint32_t, nargs + 1);
    p->system = VV_ARRAY(c, vv_jet_system, t->nfactors + 1);
    return vv_ctx_ok(c);
}

/* Inputs, cells, constants, then the inputs that a closed motion computes itself. */
static void place_inputs(planner *p, const bool *late, int nrates) {
    const vv_tape *t = p->t;
    vv_jet *j = p->j;
    j->nconstants = t->nconstants + 1;
    j->nvariables = j->nin + j->nconstants;
    int given = j->nin - j->ncells;
    for (int i = 0; i < given; i++) p->variable[i] = (uint32_t)i;
    for (int i = 0; i < nrates; i++) p->variable[given + i] = fresh(p);
    for (int i = 0; i < j->ncells; i++) p->variable[given + nrates + i] = (uint32_t)(given + i);
    for (int i = 0; i < t->nconstants; i++) p->variable[t->nin + i] = (uint32_t)(j->nin + i);
    for (int i = 0; late && i < given; i++) {
        p->late[i] = late[i];
        if (late[i]) p->late_input[j->nlate_inputs++] = i;
    }
    memcpy(p->constant, t->constant, (size_t)t->nconstants * sizeof *p->constant);
    p->constant[t->nconstants] = 1;
    p->one = (uint32_t)(j->nin + t->nconstants);
}

/* Appended after everything of which they are derivatives or aliases; then each is moved to
 * where it is read. */
static bool add_rates(planner *p, const vv_jet_dae *closure) {
    uint32_t n = (uint32_t)p->j->nvariables, *of = VV_ARRAY(p->c, uint32_t, n + 1);
    if (!of) return false;
    for (uint32_t v = 0; v < n; v++) of[v] = v;
    for (int i = 0; i < closure->nrates; i++) {
        uint32_t a = p->variable[p->t->out[p->j->nout + i]],
                 out = p->variable[vv_tape_given(p->t) - closure->nrates + i];
        if (!closure->times[i]) {
            of[out] = a;
            continue;
        }
        put(p, (vv_jet_instruction){.op = VV_JET_RATE,
                                    .out = out,
                                    .second = out,
                                    .a = a,
                                    .b = a,
                                    .c = a,
                                    .ka = 1,
                                    .times = closure->times[i]});
    }
    if (!vv_jet_resolve_aliases(p->c, p->j, p->list, of, p->late)) return false;
    for (uint32_t k = 0; k < p->nargs; k++) p->args[k] = of[p->args[k]];
    for (int k = 0; k < p->j->nswitches; k++) p->change[k] = of[p->change[k]];
    for (int k = 0; k < p->j->nwide; k++) p->wide[k].argument = of[p->wide[k].argument];
    for (int k = 0; k < p->t->nslots; k++) p->variable[k] = of[p->variable[k]];
    return true;
}

/* Where each variable comes from, for the rounding of switching functions. */
static bool note_makers(planner *p) {
    vv_jet *j = p->j;
    int *by = j->nswitches ? VV_ARRAY(p->c, int, j->nvariables + 1) : NULL;
    if (!by) return !j->nswitches;
    for (int v = 0; v < j->nvariables; v++) by[v] = -1;
    for (int k = 0; k < j->ninstructions; k++) by[p->list[k].out] = k;
    j->made_by = by;
    return true;
}

static double rounding(const vv_jet *j, const double *work, uint32_t v, int depth) {
    int k = j->made_by ? j->made_by[v] : -1;
    const vv_jet_instruction *i = k < 0 ? NULL : &j->instruction[k];
    if (!depth || !i || (i->op != VV_JET_LINEAR && i->op != VV_JET_MADD)) return 0;
    bool linear = i->op == VV_JET_LINEAR;
    double a = work[(size_t)i->a * (size_t)j->stride], b = work[(size_t)i->b * (size_t)j->stride],
           c = linear ? b : work[(size_t)i->c * (size_t)j->stride];
    double first = fabs(i->ka * a * (linear ? 1 : b)), second = fabs(i->kb * c);
    return DBL_EPSILON / 2 * (first + second) +
           (linear ? fabs(i->ka) * rounding(j, work, i->a, depth - 1) : 0) +
           fabs(i->kb) * rounding(j, work, linear ? i->b : i->c, depth - 1);
}

double vv_jet_rounding(const vv_jet *j, const double *work, uint32_t v) {
    enum { DEPTH = 4 }; /* sums within sums */
    return rounding(j, work, v, DEPTH);
}

static vv_jet *build(vv_ctx *c, const vv_tape *t, int order, const bool *late,
                     const vv_jet_dae *closure, int lanes, bool code) {
    planner p = {.c = c, .t = t, .j = VV_NEW(c, vv_jet)};
    uint32_t *out = VV_ARRAY(c, uint32_t, t->nout + 1);
    if (!p.j || !out || !allocate(&p)) return NULL;
    vv_jet *j = p.j;
    int nrates = closure ? closure->nrates : 0;
    *j = (vv_jet){.nin = t->nin - nrates, .nout = t->nout - nrates, .order = order};
    j->ncells = t->ncells, j->cell = t->cell;
    j->stride = (order + 6) / 4 * 4; /* some run two orders ahead */
    assert(order >= 0 && j->stride >= order + 3 && j->nin >= 0 && j->nout >= 0);
    place_inputs(&p, late, nrates);
    translate(&p);
    if ((nrates && !add_rates(&p, closure)) || !note_makers(&p)) return NULL;
    for (int i = 0; i < j->nout; i++) {
        out[i] = p.variable[t->out[i]];
        assert(out[i] < (uint32_t)j->nvariables);
    }
    /* the factors were placed from 0: now they follow the coefficients and the corrections */
    size_t before = (size_t)j->nvariables * (size_t)(j->stride + 1);
    for (int i = 0; i < j->nsystems; i++) p.system[i].lu += before;
    j->delta = (size_t)j->nvariables * (size_t)j->stride;
    j->doubles += before + 1;
    j->constant = p.constant;
    j->instruction = p.list;
    j->late = p.late_list;
    j->late_input = p.late_input;
    j->out = out;
    j->change = p.change;
    j->wide = p.wide;
    j->system = p.system;
    j->args = p.args;
    j->lanes = lanes;
    if (lanes > 1) j->doubles = (size_t)j->nvariables * (size_t)(j->stride * lanes);
    uint8_t *lead = VV_ARRAY(c, uint8_t, j->nvariables + 1);
    j->lead = lead;
    bool possible = code && vv_jet_has_code(j);
    if (!lead || (possible && closure && !vv_jet_stage(c, j, p.list, out, closure, p.late, lead)))
        return NULL;
    assert(j->nlate_inputs <= j->nin);
    if (possible) vv_jet_code_build(c, j, p.late, closure);
    if (vv_trace(c, VV_TRACE_JET)) vv_jet_trace(c, j);
    return vv_ctx_ok(c) ? j : NULL;
}

vv_jet *vv_jet_build(vv_ctx *c, const vv_tape *t, int order, const bool *late, bool code) {
    return build(c, t, order, late, NULL, 1, code);
}

vv_jet *vv_jet_build_dae(vv_ctx *c, const vv_tape *t, int order, const vv_jet_dae *closure,
                         int lanes) {
    bool *late = VV_ARRAY(c, bool, t->nin + 1);
    for (int i = 0; late && i < closure->n + closure->m; i++)
        late[closure->nq + closure->n + i] = true;
    return late ? build(c, t, order, late, closure, lanes, true) : NULL;
}
