#include "evaluate/jet/jet_code.h"

#include <string.h>

#include "evaluate/jit/jit.h"
#include "evaluate/jet/pass_builder.h"
#include "platform/platform.h"

/* ---- results of a program ------------------------------------------------------------------- */

/* In one program for all passes the arrays are given as they stand for the first. */
static vv_operand place(const builder *b, vv_operand_base base, int32_t index) {
    if (b->unrolled && base == VV_OPERAND_IN) index += b->pass;
    if (b->unrolled && base == VV_OPERAND_OUT) index += b->pass * vv_jet_row_length(b);
    return (vv_operand){base, index * 8 * b->j->lanes};
}

static vv_operand in_frame(const builder *b, uint32_t slot) {
    return place(b, VV_OPERAND_SCRATCH, b->before + (int32_t)slot);
}

/* The coefficient of a variable that is `ahead` of the accelerations; the arrays are given as they
 * stand for what runs farthest ahead. */
vv_operand vv_jet_row_operand(const builder *b, uint32_t v, int ahead) {
    return place(b, VV_OPERAND_IN, (int32_t)v * b->j->stride + ahead - b->j->depth);
}

/* Number i of the pass: at the end of its row, in lanes behind all operands, in eight of them one
 * for all. */
static vv_operand in_numbers(const builder *b, uint32_t i) {
    uint32_t behind = b->noperands * (uint32_t)b->j->stride;
    vv_operand p = place(b, VV_OPERAND_OUT, (int32_t)behind);
    if (b->j->lanes == 1) return place(b, VV_OPERAND_OUT, (int32_t)(2 * b->most_sums + i));
    if (b->j->lanes == 8) return (vv_operand){VV_OPERAND_OUT_BROADCAST, p.offset + 8 * (int32_t)i};
    return place(b, VV_OPERAND_OUT, (int32_t)(behind + i * (uint32_t)b->j->stride));
}

void vv_jet_store(builder *b, uint32_t slot, vv_operand place) {
    if (slot == ZERO) slot = vv_jet_constant(b, 0);
    b->p.out[b->p.nout++] = (output){slot, place};
}

int32_t vv_jet_row_length(const builder *b) {
    return 2 * (int32_t)b->most_sums + (int32_t)LINE; /* and the constants of the pass */
}

static vv_operand in_sums(const builder *b, int lead, uint32_t index) {
    return place(b, VV_OPERAND_OUT, (lead - b->j->depth) * vv_jet_row_length(b) + (int32_t)index);
}

/* Does sum s need the current coefficient of an operand in its row? */
static bool is_asked_for(const builder *b, uint32_t s) {
    const unrolled *w = b->unrolled;
    return !w || !w->idle_only || b->sum[s].idle || (w->early_too && early_a(b, s));
}

/* Stores the newest coefficient as first or second operand of a sum. */
static void deliver_a(builder *b, uint32_t v, uint32_t s, uint32_t x) {
    vv_jet_store(b, x, in_sums(b, b->j->lead[v] + later_a(b, s), s));
}
static void deliver_b(builder *b, uint32_t v, uint32_t s, uint32_t x) {
    vv_jet_store(b, x, in_sums(b, b->j->lead[v] + later_b(b, s), b->most_sums + s));
}

/* Stores what the sums of later orders need of a variable: in lanes its coefficients
 * consecutively, otherwise each operand of a sum in the row of its order. */
static void deliver_alone(builder *b, uint32_t v, uint32_t x) {
    uint32_t rate = ZERO;
    int lead = b->j->lead[v];
    for (uint32_t s = b->first_b[v]; s; s = b->next_b[s - 1])
        if (is_asked_for(b, s - 1)) deliver_b(b, v, s - 1, x);
    for (uint32_t s = b->first_a[v]; s; s = b->next_a[s - 1]) {
        bool r = b->sum[s - 1].rate;
        if (!is_asked_for(b, s - 1)) continue;
        if (r && rate == ZERO) rate = vv_jet_mul(b, x, vv_jet_order_number(b, lead));
        deliver_a(b, v, s - 1, r ? rate : x);
    }
}

void vv_jet_store_operand(builder *b, uint32_t v) {
    int lead = b->j->lead[v];
    int32_t stride = b->j->stride, back = lead - b->j->depth;
    uint32_t x = vv_jet_newest_coefficient(b, v, lead), n = b->operand[v], r = b->rate_operand[v];
    if (n) vv_jet_store(b, x, place(b, VV_OPERAND_OUT, ((int32_t)n - 1) * stride + back));
    if (r)
        vv_jet_store(b, vv_jet_mul(b, x, vv_jet_order_number(b, lead)),
                     place(b, VV_OPERAND_OUT, ((int32_t)r - 1) * stride + back));
    if (b->j->lanes == 1) deliver_alone(b, v, x);
}

static void deliver_first(builder *b, uint32_t v) {
    uint32_t x = vv_jet_newest_coefficient(b, v, b->j->lead[v]);
    if (b->wants_zero[v]) vv_jet_store(b, x, in_frame(b, slot_zero(b, v)));
    if (b->wants_inverse[v])
        vv_jet_store(b, vv_jet_value(b, VV_TAPE_RECIP, x, x, x), in_frame(b, slot_inverse(b, v)));
    for (uint32_t s = b->first_a[v]; s; s = b->next_a[s - 1])
        if (b->sum[s - 1].early) deliver_a(b, v, s - 1, x);
    for (uint32_t s = b->first_b[v]; s; s = b->next_b[s - 1])
        if (b->sum[s - 1].early && early_a(b, s - 1)) deliver_b(b, v, s - 1, x);
}

/* The program for late variables stores those, the other one all: a caller that knows the late
 * inputs from the start need not correct anything. */
static void deliver_all(builder *b) {
    for (uint32_t v = 0; v < b->nv; v++) {
        bool input = v < (uint32_t)b->j->nin;
        int lead = b->j->lead[v];
        if (is_constant(b, v) || is_absent(b, lead) || (b->late_only && !b->late[v]) ||
            (!input && !b->p.have[v]))
            continue;
        if (!input && (b->shown[v] || b->older[v]))
            vv_jet_store(b, vv_jet_newest_coefficient(b, v, lead), vv_jet_row_operand(b, v, lead));
        if (is_first(b, lead))
            deliver_first(b, v);
        else
            vv_jet_store_operand(b, v);
        if (!b->late_only && !input && b->wants_newest[v])
            vv_jet_store(b, vv_jet_newest_coefficient(b, v, lead), in_frame(b, slot_newest(b, v)));
    }
}

/* ---- a program ------------------------------------------------------------------------------ */

void vv_jet_pass_begin(builder *b, int pass) {
    b->pass = pass;
    b->late_only = false;
    b->nconstants = b->p.n = b->p.nout = 0;
    b->p.nresults = 0;
    memset(b->p.have, 0, b->nv * sizeof *b->p.have);
    memset(b->table, 0, b->table_size * sizeof *b->table);
    memset(b->constant_at, 0, b->constants_room * sizeof *b->constant_at);
}

void vv_jet_pass_translate(builder *b, bool late_only) {
    const vv_jet *j = b->j;
    int n = late_only ? j->nlate : j->ninstructions;
    b->late_only = late_only;
    for (int k = 0; k < n; k++)
        vv_jet_apply_recurrence(b, &j->instruction[late_only ? j->late[k] : k]);
}

static uint32_t number_of_inputs(const builder *b) {
    return b->unrolled       ? b->unrolled->nplaces
           : b->j->lanes > 1 ? slot_ahead(b, b->most_sums)
                             : count_inputs(b);
}

/* nin: number of inputs. */
static uint32_t place_slot(const builder *b, uint32_t nin, uint32_t slot) {
    if (slot >= RESULT) return nin + (uint32_t)b->nconstants + (slot - RESULT);
    return slot >= CONSTANT ? nin + (slot - CONSTANT) : slot;
}

vv_jit_entry *vv_jet_pass_compile(builder *b, uint32_t reserved, const vv_operand *in,
                                  const vv_jit_interleaved *interleaved, uint32_t *slots) {
    program *p = &b->p;
    uint32_t nin = number_of_inputs(b);
    vv_mark mark = vv_arena_mark(b->c); /* the next program reuses this memory */
    uint32_t *out = VV_ARRAY_UNINIT(b->c, uint32_t, p->nout + 1);
    vv_operand *to = VV_ARRAY_UNINIT(b->c, vv_operand, p->nout + 1);
    if (!out || !to) return NULL;
    for (int k = 0; k < p->n; k++) {
        vv_tape_instruction *i = &p->list[k];
        i->a = place_slot(b, nin, i->a), i->b = place_slot(b, nin, i->b);
        i->c = place_slot(b, nin, i->c);
        if (i->op == VV_TAPE_SINCOS) i->b = place_slot(b, nin, RESULT + i->out + 1);
        i->out = place_slot(b, nin, RESULT + i->out) & 0xffffff;
    }
    for (int k = 0; k < p->nout; k++)
        out[k] = place_slot(b, nin, p->out[k].slot), to[k] = p->out[k].place;
    vv_tape t = {.nin = (int)nin, .nout = p->nout, .ninstructions = p->n};
    t.out = out;
    t.instruction = p->list;
    t.nconstants = b->nconstants;
    t.constant = b->constant;
    t.nslots = (int)place_slot(b, nin, RESULT + p->nresults);
    vv_jit_code_size size = {0};
    const char *why;
    enum { MOST_APART = 8192 }; /* what does not stay in the cache waits for that */
    bool apart = b->j->lanes == 1 && !interleaved && b->closure && b->pass > b->j->depth &&
                 p->n <= MOST_APART;
    vv_jit_frame frame = {in, to, reserved, true, apart, interleaved};
    vv_jit_entry *code = vv_jit_codegen(b->c, &t, b->j->lanes, &frame, &size, &why);
    vv_arena_release(b->c, mark);
    if (code && size.slots > *slots) *slots = size.slots;
    return code;
}

/* Number of orders for which a pass prepares sums. */
static int32_t orders_ahead(const builder *b) {
    return b->most_sums > VV_JET_BLOCKED_ABOVE ? VV_JET_BLOCK_LOOKAHEAD : 1;
}

/* In lanes the frame begins with the rows of operands, followed by the sums of the next passes. */
static int32_t count_rows(const builder *b) {
    return (int32_t)(b->noperands + (b->j->lanes == 8 ? 1 : VV_JET_ORDER_NUMBERS)) * b->j->stride;
}

static void place_rows(const builder *b, vv_operand *in) {
    for (uint32_t n = 1; n <= b->noperands; n++) {
        int32_t row = ((int32_t)n - 1) * b->j->stride;
        for (int32_t k = 1; k <= FIRST_ROWS; k++)
            in[slot_row(b, n, k)] = place(b, VV_OPERAND_SCRATCH, row + k);
        for (int32_t k = -LAST_ROWS; k < 0; k++)
            in[slot_row(b, n, k)] = place(b, VV_OPERAND_OUT, row + k);
    }
    for (uint32_t s = 0; s < 2 * b->most_sums; s++) /* and those of the next pass but one */
        in[slot_next(b, s)] = place(b, VV_OPERAND_SCRATCH, count_rows(b) + (int32_t)s);
}

/* Where the inputs of the programs stand, the same for all of them. */
static const vv_operand *place_inputs(builder *b) {
    uint32_t nin = count_inputs(b);
    vv_operand *in = VV_ARRAY_UNINIT(b->c, vv_operand, number_of_inputs(b) + 1);
    if (!in) return NULL;
    if (b->j->lanes > 1) place_rows(b, in);
    for (uint32_t k = 0; k < nin; k++) in[k] = in_frame(b, k);
    for (uint32_t k = 0; k < VV_JET_ORDER_NUMBERS; k++) in[slot_numbers(b) + k] = in_numbers(b, k);
    for (uint32_t v = 0; v < (uint32_t)b->j->nin; v++)
        in[slot_newest(b, v)] = vv_jet_row_operand(b, v, b->j->lead[v]);
    for (uint32_t v = 0; v < b->nv; v++)
        for (int l = 0; l < b->j->lead[v]; l++)
            in[slot_older(b, v, l)] = vv_jet_row_operand(b, v, l);
    for (uint32_t v = 0; !b->j->depth && v < b->nv; v++) /* of the previous order */
        in[slot_older(b, v, 0)] = vv_jet_row_operand(b, v, -1);
    return in;
}

static vv_jit_entry *compile(builder *b, const vv_jit_interleaved *interleaved, uint32_t *slots) {
    if (!b->in) b->in = place_inputs(b);
    uint32_t reserved = (uint32_t)b->before + count_inputs(b);
    return b->in ? vv_jet_pass_compile(b, reserved, b->in, interleaved, slots) : NULL;
}

static vv_jit_entry *make(builder *b, bool first, bool late_only, uint32_t *slots) {
    vv_jet_pass_begin(b, first ? 0 : 1);
    vv_jet_pass_translate(b, late_only);
    deliver_all(b);
    return b->refused || !vv_ctx_ok(b->c) ? NULL : compile(b, NULL, slots);
}

/* ---- closed motions -------------------------------------------------------------------------- */

static void deliver_coordinate(builder *b, uint32_t i) {
    bool ahead = b->j->depth;
    if (ahead && is_first(b, 2)) return;
    uint32_t x = ahead ? vv_jet_newest_coefficient(b, i, 2)
                       : vv_jet_mul(b, vv_jet_newest_coefficient(b, b->j->out[i], 0),
                                    vv_jet_order_reciprocal(b, 1));
    vv_jet_store(b, x, vv_jet_row_operand(b, i, ahead ? 2 : 1));
}

/* Does no later order depend on the rate of this coordinate? */
static bool is_idle(const builder *b, uint32_t i) {
    return !b->j->depth && !b->awaited[b->j->out[i]];
}

void vv_jet_store_deferred(builder *b) {
    for (uint32_t i = 0; i < (uint32_t)b->closure->nq; i++)
        if (is_idle(b, i)) deliver_coordinate(b, i);
}

void vv_jet_store_inputs(builder *b, const uint32_t *u) {
    uint32_t nq = (uint32_t)b->closure->nq, n = (uint32_t)b->closure->n, nu = count_unknowns(b);
    for (uint32_t i = 0; i < nq; i++)
        if (!is_idle(b, i)) deliver_coordinate(b, i);
    for (uint32_t i = 0; u && i < n; i++)
        vv_jet_store(b, vv_jet_mul(b, u[i], vv_jet_order_reciprocal(b, 1)),
                     vv_jet_row_operand(b, nq + i, 1));
    for (uint32_t i = 0; u && i < nu; i++)
        vv_jet_store(b, u[i], vv_jet_row_operand(b, nq + n + i, 0));
}

static vv_jit_entry *make_closed(builder *b, int pass, const vv_jit_interleaved *interleaved,
                                 uint32_t *slots) {
    const uint32_t *u;
    vv_jet_pass_begin(b, pass);
    if (!vv_jet_dae_pass(b, &u)) return NULL;
    deliver_all(b);
    vv_jet_store_inputs(b, u);
    vv_jet_store_deferred(b);
    if (b->ends == TO_SUMS) vv_jet_store_lookahead(b);
    if (b->p.n > b->largest) b->largest = b->p.n;
    return b->refused || !vv_ctx_ok(b->c) ? NULL : compile(b, interleaved, slots);
}

/* A function with more arguments. */
static vv_jet_interleaved_entry *as_lines(vv_jit_entry *code) {
    vv_jet_interleaved_entry *out;
    _Static_assert(sizeof out == sizeof code, "addresses of functions");
    memcpy(&out, &code, sizeof out);
    return out;
}

static bool may_interleave(const builder *b) {
    enum { MOST_SUMS = 64 }; /* beyond this nothing is gained */
    return b->closure && b->j->lanes == 8 && b->nsums && b->nsums <= MOST_SUMS;
}

/* Many sums: loads are the bottleneck, so hiding latency gains nothing. Only those of even
 * passes, which have few terms with shared operands, are computed by a program instead of the
 * kernel. */
static bool make_even_sums(builder *b, struct vv_jet_code *code, uint32_t *slots) {
    code->even_sums_only = true;
    vv_jet_pass_begin(b, b->j->depth + 1);
    b->ends = TO_AHEAD;
    for (uint32_t s = 0; s < b->nsums; s++)
        vv_jet_store(b, vv_jet_convolution_with_ends(b, s), b->in[slot_sum(s)]);
    b->ends = IN_SUMS;
    code->even = b->refused || !vv_ctx_ok(b->c) ? NULL : as_lines(compile(b, NULL, slots));
    return code->even;
}

/* Few sums: programs for odd passes, for even ones with sums beside them, and for each of the
 * first; those that ask for coefficients come before those that keep them. */
static bool make_interleaved(builder *b, struct vv_jet_code *code, const vv_jit_interleaved *first,
                             const vv_jit_interleaved *all, uint32_t *slots) {
    int from = first_with_ends(b), pass = b->j->depth + 1;
    b->ends = TO_SUMS;
    code->odd = make_closed(b, pass, NULL, slots);
    b->ends = TO_AHEAD;
    code->even = as_lines(make_closed(b, pass, all, slots));
    b->ends = ALL_TERMS;
    bool made = code->odd && code->even;
    for (pass = from; pass-- > 0;) {
        code->early[pass] = make_closed(b, pass, NULL, slots);
        made &= code->early[pass] != NULL;
    }
    b->ends = IN_SUMS;
    vv_jet_pass_begin(b, from);
    code->line = as_lines(compile(b, first, slots));
    return made && code->line;
}

static bool make_lined(builder *b, struct vv_jet_code *code, uint32_t *slots) {
    enum { FEW = 28 };
    int from = first_with_ends(b), last = b->j->order + b->j->depth + 1;
    vv_jit_interleaved first, all;
    if (!b->in) b->in = place_inputs(b);
    if (!b->in) return false;
    if (b->nsums > FEW) return make_even_sums(b, code, slots);
    return vv_jet_interleave_convolutions(b, 1, &first) &&
           vv_jet_interleave_convolutions(b, (last - from) / 2 + 1, &all) &&
           make_interleaved(b, code, &first, &all, slots);
}

/* ---- building ------------------------------------------------------------------------------- */

static size_t round_to_lines(size_t n) { return (n + LINE - 1) / LINE * LINE; }

bool vv_jet_has_code(const vv_jet *j) {
    for (int k = 0; k < j->ninstructions; k++) switch ((int)j->instruction[k].op) {
        case VV_JET_ABS:
        case VV_JET_MINMAX:
        case VV_JET_STEP_FUNCTION:
        case VV_JET_CHOOSE:
        case VV_JET_FACTOR:
        case VV_JET_SOLVE: return false;
        default: break;
        }
    return true;
}

/* Separately stored operands: two for each sum, by their first coefficients. */
static void pair_operands(builder *b, int32_t *pair) {
    int32_t stride = b->j->stride;
    for (uint32_t s = 0; s < b->nsums; s++) {
        uint32_t *a = (b->sum[s].rate ? b->rate_operand : b->operand) + b->sum[s].a,
                 *with = b->operand + b->sum[s].b;
        if (!*a) *a = ++b->noperands;
        if (!*with) *with = ++b->noperands;
        pair[2 * s] = ((int32_t)*a - 1) * stride - later_a(b, s);
        pair[2 * s + 1] = ((int32_t)*with - 1) * stride - later_b(b, s);
    }
    b->pair = pair;
    b->before = count_rows(b) + (1 + orders_ahead(b)) * (int32_t)b->most_sums;
}

/* Programs that request coefficients are made before those that keep them. */
static bool make_all(builder *b, struct vv_jet_code *code, uint32_t *slots) {
    for (int pass = b->j->depth + 1; b->closure && pass >= 0; pass--) {
        code->pass[pass] = make_closed(b, pass, NULL, slots);
        if (!code->pass[pass]) return false;
    }
    if (b->closure) return true;
    code->next_late = make(b, false, true, slots);
    code->next = make(b, false, false, slots);
    code->first_late = make(b, true, true, slots);
    code->first = make(b, true, false, slots);
    return code->first && code->first_late && code->next && code->next_late;
}

enum { KEPT = 64 }; /* spill slots of programs that are made later */

void vv_jet_code_build(vv_ctx *c, vv_jet *j, const bool *late, const vv_jet_dae *closure) {
    struct vv_jet_code *code = VV_NEW(c, struct vv_jet_code);
    size_t most = 3 * (size_t)j->ninstructions;
    int32_t *kept = j->lanes > 1 ? VV_ARRAY(c, int32_t, 2 * most + 1) : NULL; /* the pairs */
    int *angles = closure ? VV_ARRAY(c, int, closure->nq + 1) : NULL;
    vv_mark mark = vv_arena_mark(c);
    builder b = {.c = c, .j = j, .late = late, .closure = closure};
    uint32_t slots = 0;
    if (!code || !vv_jit_supports_lanes(j->lanes) || !vv_jet_pass_analyze(&b, angles)) return;
    if (kept) pair_operands(&b, kept);
    bool made = make_all(&b, code, &slots);
    vv_arena_release(c, mark);
    if (!made) return;
    code->unroll_pending = vv_jet_can_unroll(&b);
    if (code->unroll_pending && vv_jet_unrolled_slots(&b) > slots)
        slots = vv_jet_unrolled_slots(&b);
    if (may_interleave(&b)) code->unroll_pending = true, slots += KEPT;
    if (closure) code->closure = *closure;
    code->late = late;
    code->room = slots;
    size_t lanes = (size_t)j->lanes, sums = b.most_sums * lanes;
    code->nsums = (int)b.most_sums;
    code->kernel = vv_jet_kernel_of(vv_cpu_lanes(), code->nsums, !j->depth);
    code->lanes_kernel = vv_jet_lanes_kernel_of(j->lanes, code->nsums, !j->depth);
    code->pair = kept;
    code->step = kept ? j->lanes : vv_jet_row_length(&b);
    code->frame = j->doubles;
    size_t before = (size_t)b.before * lanes;
    code->sums = before + slot_sum(0);
    code->number = kept ? b.noperands * (size_t)j->stride * lanes : 2 * sums;
    code->number_step = kept && j->lanes < 8 ? j->stride * j->lanes : 1;
    code->matrix = before + slot_matrix(&b) * lanes;
    code->sines = before + slot_sine(&b) * lanes;
    size_t ahead = (size_t)orders_ahead(&b) * sums;
    code->ahead = kept ? before - ahead : round_to_lines(slots * lanes);
    code->rows = kept ? 0 : code->ahead + round_to_lines(ahead);
    size_t rows = (size_t)j->order + 1 + (size_t)j->depth;
    j->doubles += LINE + (kept ? slots * lanes : code->rows + rows * (size_t)vv_jet_row_length(&b));
    j->closed = closure ? (int)count_unknowns(&b) : 0;
    j->code = code;
}

/* For a single motion, or for several in lanes. */
static void make_later(builder *b, struct vv_jet_code *code) {
    const uint32_t *u;
    uint32_t slots = 0;
    bool alone = b->j->lanes == 1;
    int32_t *pair = alone ? NULL : VV_ARRAY(b->c, int32_t, 2 * b->nsums + 1);
    if (pair) pair_operands(b, pair);
    vv_jet_pass_begin(b, b->j->depth + 1); /* this program decides the order of summation */
    if (!(alone || pair) || !vv_jet_dae_pass(b, &u)) return;
    b->largest = b->p.n;
    if (alone)
        code->unrolled = vv_jet_unrolled_build(b, &slots);
    else if (make_lined(b, code, &slots))
        code->interleaved_from = first_with_ends(b);
    if (slots > code->room) code->unrolled = NULL, code->interleaved_from = 0;
}

void vv_jet_unroll(vv_ctx *c, vv_jet *j) {
    struct vv_jet_code *code = j->code;
    if (!code || !code->unroll_pending) return;
    code->unroll_pending = false;
    vv_mark mark = vv_arena_mark(c);
    builder b = {.c = c, .j = j, .late = code->late, .closure = &code->closure};
    if (vv_jet_pass_analyze(&b, NULL)) make_later(&b, code);
    vv_arena_release(c, mark);
}
