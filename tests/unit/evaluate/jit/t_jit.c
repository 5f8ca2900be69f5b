/* JIT-compiled code against the interpreter, bit for bit: random tapes with every operation at
 * ordinary and exceptional numbers, single states and batches; the encoded instructions against
 * the assembler's; refused pages. VV_TEST_EFFORT scales the random cases. The tapes of all
 * models are in tests/property/t_evaluators.c. */
#include "evaluate/jit/jit.h"

#include <math.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "evaluate/tape/interpret.h"
#include "evaluate/jit/codegen.h"
#include "evaluate/jit/x86_encoder.h"
#include "platform/cpu.h"
#include "tap.h"

enum { MOST_INSTRUCTIONS = 400, MOST_SLOTS = 4000, MOST_IN = 24, MOST_OUT = 24, MOST_N = 7 };

/* ---- random tapes --------------------------------------------------------------------------- */

typedef struct made {
    vv_tape t;
    vv_tape_instruction instruction[MOST_INSTRUCTIONS];
    vv_tape_op_run run[MOST_INSTRUCTIONS];
    uint32_t args[16 * MOST_INSTRUCTIONS], out[MOST_OUT];
    double constant[8];
    uint32_t nargs, nscalars; /* slots of ordinary values: [0, nscalars) once written */
    bool written[MOST_SLOTS];
} made;

static uint32_t written_slot(const made *m) {
    for (;;) {
        uint32_t s = (uint32_t)random_below(m->t.nslots);
        if (m->written[s]) return s;
    }
}

/* A slot that may be written: neither input nor constant; old values may be overwritten. */
static uint32_t new_slot(const made *m) {
    uint32_t first = (uint32_t)(m->t.nin + m->t.nconstants);
    return first + (uint32_t)random_below((long)(m->nscalars - first));
}

static void add_scalar(made *m, vv_tape_op op) {
    uint32_t a = written_slot(m), b = written_slot(m), c = written_slot(m), out = new_slot(m),
             second = new_slot(m);
    while (second == out) second = new_slot(m);
    if (random_below(8) == 0) b = a;
    if (random_below(8) == 0) c = a;
    if (op == VV_TAPE_SINCOS) b = second, m->written[second] = true;
    m->instruction[m->t.ninstructions++] =
        (vv_tape_instruction){(uint32_t)op & 0xff, out & 0xffffff, a, b, c};
    m->written[out] = true;
}

static void add_system(made *m) {
    uint32_t n = 1 + (uint32_t)random_below(MOST_N), lu = (uint32_t)m->t.nslots, first = m->nargs;
    bool singular = random_below(6) == 0;
    for (uint32_t k = 0; k < n * n; k++) m->args[m->nargs++] = written_slot(m);
    if (singular)
        for (uint32_t k = 0; n > 1 && k < n; k++) m->args[first + k] = m->args[first + n + k];
    m->instruction[m->t.ninstructions++] =
        (vv_tape_instruction){VV_TAPE_FACTOR, lu & 0xffffff, first, n, 0};
    uint32_t region = lu + n * n + n;
    for (long right = 1 + random_below(2); right > 0; right--) {
        first = m->nargs;
        for (uint32_t k = 0; k < n; k++) m->args[m->nargs++] = written_slot(m);
        m->instruction[m->t.ninstructions++] =
            (vv_tape_instruction){VV_TAPE_SOLVE, region & 0xffffff, first, n, lu};
        for (uint32_t k = 0; k < n; k++) m->written[region + k] = true;
        region += n;
    }
    m->t.nslots = (int)region;
}

static void count_runs(made *m) {
    for (int i = 0; i < m->t.ninstructions; i++) {
        vv_tape_op op = (vv_tape_op)m->instruction[i].op;
        if (!m->t.nruns || m->run[m->t.nruns - 1].op != op)
            m->run[m->t.nruns++] = (vv_tape_op_run){op, 0};
        m->run[m->t.nruns - 1].count++;
    }
}

static void make_tape(made *m, int instructions) {
    *m = (made){.t = {.nin = 1 + (int)random_below(MOST_IN), .nout = (int)random_below(MOST_OUT)}};
    vv_tape *t = &m->t;
    t->nconstants = (int)random_below(8);
    for (int k = 0; k < t->nconstants; k++) m->constant[k] = (double)random_below(9) / 4 - 1;
    m->nscalars = (uint32_t)(t->nin + t->nconstants + 4 + random_below(60));
    t->nslots = (int)m->nscalars;
    for (int k = 0; k < t->nin + t->nconstants; k++) m->written[k] = true;
    while (t->ninstructions < instructions - 3) {
        long kind = random_below(40);
        if (kind == 0 && m->nargs < 14 * MOST_INSTRUCTIONS && t->nslots < MOST_SLOTS - 100)
            add_system(m);
        else if (kind < 26)
            add_scalar(m, (vv_tape_op)(VV_TAPE_COPY + random_below(VV_TAPE_MSUBR + 1)));
        else
            add_scalar(m, (vv_tape_op)random_below(VV_TAPE_SINCOS + 1));
    }
    for (int k = 0; k < t->nout; k++) m->out[k] = written_slot(m);
    t->instruction = m->instruction;
    t->run = m->run;
    t->args = m->args;
    t->out = m->out;
    t->constant = m->constant;
    count_runs(m);
}

/* ---- comparison ----------------------------------------------------------------------------- */

static bool same(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static double odd_number(void) {
    static const double odd[] = {0.0, -0.0, 1, -1, 0.5, 1e300, -1e300, 1e-310, 4e-320};
    long k = random_below(60);
    if (k < 9) return odd[k];
    if (k == 9) return (double)INFINITY;
    if (k == 10) return (double)NAN;
    return (double)(int64_t)random_bits() * 0x1p-62;
}

/* Batches through the JIT-compiled code, single states through the interpreter; the worst index
 * or -1. */
static int difference(vv_ctx *c, const vv_tape *t, const vv_jit *m) {
    int L = m->lanes;
    double *in = VV_ARRAY(c, double, t->nin *L + 1), *out = VV_ARRAY(c, double, t->nout *L + 1),
           *scratch = VV_ARRAY(c, double, m->nscratch + 1), *x = VV_ARRAY(c, double, t->nin + 1),
           *y = VV_ARRAY(c, double, t->nout + 1), *s = VV_ARRAY(c, double, t->nslots + 1);
    for (int i = 0; i < t->nin * L; i++) in[i] = odd_number();
    vv_jit_prepare(m, scratch);
    vv_tape_prepare(t, s);
    for (int again = 0; again < 2; again++) vv_jit_run(m, in, out, scratch);
    for (int l = 0; l < L; l++) {
        for (int i = 0; i < t->nin; i++) x[i] = in[i * L + l];
        vv_tape_run(t, x, y, s);
        for (int i = 0; i < t->nout; i++)
            if (!same(y[i], out[i * L + l])) {
                diag("result %d, lane %d: %.17g, %.17g", i, l, y[i], out[i * L + l]);
                return i;
            }
    }
    return -1;
}

static void random_tapes(int lanes) {
    long cases = effort(400), bad = 0, coded = 0, instructions = 0;
    bool seen[VV_TAPE_OPS] = {0};
    for (long k = 0; k < cases; k++) {
        static made m;
        vv_ctx *c = vv_ctx_new(NULL);
        make_tape(&m, 4 + (int)random_below(MOST_INSTRUCTIONS - 4));
        vv_jit *code = vv_jit_build(c, &m.t, lanes);
        coded += code && code->entry;
        instructions += m.t.ninstructions;
        for (int i = 0; i < m.t.ninstructions; i++) seen[m.instruction[i].op] = true;
        if (!code || difference(c, &m.t, code) >= 0) bad++;
        vv_ctx_free(c);
    }
    bool every = true;
    for (int op = 0; op < VV_TAPE_OPS; op++) every &= seen[op];
    ok(bad == 0 && every, "%ld random tapes, %d at once: identical bits, every operation", cases,
       lanes);
    ok(coded == (vv_cpu_supports_lanes(lanes) ? cases : 0) && instructions > 100 * cases,
       "%ld of them by machine code", coded);
}

/* ---- bytes ---------------------------------------------------------------------------------- */

static void text_of(const vv_x86 *x, char *out) {
    for (const uint8_t *p = x->begin; p < x->at; p++) out += sprintf(out, "%02x", *p);
}

/* The encodings of GNU as 2.40 for the same instructions. */
static void encodings(void) {
    static const struct {
        int lanes, form; /* 0 apply, 1 load, 2 store */
        vv_x86_op op;
        int dst, src;
        vv_operand p;
        const char *bytes, *text;
    } table[] = {
#include "x86_encodings.inc"
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint8_t room[64];
        char text[160] = "";
        vv_x86 x = {.begin = room, .at = room, .end = room + sizeof room, .scratch = 128};
        x.lanes = table[i].lanes;
        if (table[i].form == 0)
            vv_x86_arithmetic(&x, table[i].op, table[i].dst, table[i].src, table[i].p);
        else if (table[i].form == 1)
            vv_x86_load(&x, table[i].dst, table[i].p);
        else
            vv_x86_store(&x, table[i].p, table[i].src);
        text_of(&x, text);
        is_text(text, table[i].bytes, "%s", table[i].text);
    }
    uint8_t little[8];
    vv_x86 x = {.begin = little, .at = little, .end = little + sizeof little, .lanes = 1};
    vv_x86_prologue(&x);
    ok(x.full && x.at == x.begin, "no room: nothing is written");
}

/* Vectors of eight next to scalar code, and products in registers from 16 on. */
static void encodings_beside(void) {
    static const struct {
        vv_vector_op op;
        int dst, src;
        vv_operand p;
        int mask;
        const char *bytes, *text;
    } wide[] = {
        /* clang-format off */
        {VV_VECTOR_LOAD, 24, 0, {VV_OPERAND_OUT, 640}, 0, "6241fd4810450a", "vmovupd 640(%r13),%zmm24"},
        {VV_VECTOR_LOAD, 29, 0, {VV_OPERAND_OUT, 8192}, 2, "6241fdca10ad00200000", "vmovupd 8192(%r13),%zmm29{%k2}{z}"},
        {VV_VECTOR_STORE, 24, 0, {VV_OPERAND_SCRATCH, 2432}, 0, "6261fd48114324", "vmovupd %zmm24,2304(%rbx)"},
        {VV_VECTOR_ZERO, 26, 0, {VV_OPERAND_NONE, 0}, 0, "6201ad40efd2", "vpxorq %zmm26,%zmm26,%zmm26"},
        {VV_VECTOR_ADD, 24, 24, {VV_OPERAND_REGISTER, 25}, 0, "6201bd4058c1", "vaddpd %zmm25,%zmm24,%zmm24"},
        {VV_VECTOR_MADD, 26, 29, {VV_OPERAND_OUT, -320}, 0, "62429540b855fb", "vfmadd231pd -320(%r13),%zmm29,%zmm26"},
        {VV_VECTOR_MADD, 24, 29, {VV_OPERAND_REGISTER, 31}, 0, "62029540b8c7", "vfmadd231pd %zmm31,%zmm29,%zmm24"},
        {VV_VECTOR_MADD, 24, 29, {VV_OPERAND_IN, 72}, 0, "62629540b88548000000", "vfmadd231pd 72(%rbp),%zmm29,%zmm24"},
        /* clang-format on */
    };
    static const struct {
        vv_x86_fma_op op;
        bool onto_addend;
        int dst, src;
        vv_operand p;
        const char *bytes, *text;
    } fused[] = {
        /* clang-format off */
        {VV_X86_FMADD, true, 17, 3, {VV_OPERAND_IN, 16}, "62e2e508b94d02", "vfmadd231sd 16(%rbp),%xmm3,%xmm17"},
        {VV_X86_FMADD, false, 2, 20, {VV_OPERAND_REGISTER, 9}, "62d2dd00a9d1", "vfmadd213sd %xmm9,%xmm20,%xmm2"},
        {VV_X86_FNMADD, true, 2, 3, {VV_OPERAND_REGISTER, 30}, "6292e508bdd6", "vfnmadd231sd %xmm30,%xmm3,%xmm2"},
        /* clang-format on */
    };
    uint8_t room[64];
    char text[160];
    vv_x86 x = {.begin = room, .end = room + sizeof room, .lanes = 1, .scratch = 128};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        x.at = room;
        vv_x86_zmm(&x, wide[i].op, wide[i].dst, wide[i].src, wide[i].p, wide[i].mask);
        text_of(&x, text);
        is_text(text, wide[i].bytes, "%s", wide[i].text);
    }
    for (size_t i = 0; i < sizeof fused / sizeof *fused; i++) {
        x.at = room;
        vv_x86_fma(&x, fused[i].op, fused[i].onto_addend, fused[i].dst, fused[i].src, fused[i].p);
        text_of(&x, text);
        is_text(text, fused[i].bytes, "%s", fused[i].text);
    }
    x.at = room;
    vv_x86_set_mask(&x, 2, 0x5a);
    text_of(&x, text);
    is_text(text, "b85a000000c5f892d0", "kmovw");
    x.at = room;
    vv_x86_advance_out(&x, 320);
    vv_x86_store(&x, (vv_operand){VV_OPERAND_OUT, 328}, 1);
    text_of(&x, text);
    is_text(text, "4981c540010000c4c17b114d08", "results from elsewhere");
}

/* ---- refusals ------------------------------------------------------------------------------- */

/* In a process of its own, in which no more memory can be mapped. */
static void pages_refused(void) {
    static made m;
    make_tape(&m, 100);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        vv_ctx *c = vv_ctx_new(NULL);
        vv_alloc(c, 1 << 15); /* enough memory for the build itself */
        vv_arena_release(c, vv_arena_mark(c));
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_AS, &none);
        vv_jit *code = vv_jit_build(c, &m.t, 1);
        bool right = code && !code->entry && code->why && vv_ctx_ok(c);
        _exit(right && difference(c, &m.t, code) < 0 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    ok(status == 0, "without pages the interpreter does the work");
}

static void unsupported(void) {
    static made m;
    vv_ctx *c = vv_ctx_new(NULL);
    make_tape(&m, 60);
    vv_jit *code = vv_jit_build(c, &m.t, 3);
    ok(code && !code->entry && code->why && difference(c, &m.t, code) < 0,
       "three at once: no such instructions, the interpreter does it");
    is_text(vv_jit_backend_name(code), "interpreter", "which says so");
    vv_jit *one = vv_jit_build(c, &m.t, 1);
    is_text(vv_jit_backend_name(one), vv_jit_supports_lanes(1) ? "x86-64" : "interpreter",
            "one at a time: machine code where there is a back end");
    vv_ctx_free(c);
}

static void memory_refused(void) {
    static made m;
    make_tape(&m, 200);
    bool clean = true;
    long n = 1;
    for (;; n++) {
        vv_ctx *c = vv_ctx_new(&(vv_limits){.refuse_at = n});
        vv_jit *code = vv_jit_build(c, &m.t, 1);
        bool finished = code && vv_ctx_ok(c);
        clean &= finished || (!code && vv_ctx_status(c) == VV_E_NOMEM);
        vv_ctx_free(c);
        if (finished || n > 100) break;
    }
    ok(clean && n > (vv_jit_supports_lanes(1) ? 5 : 1) && n <= 100,
       "each of %ld allocations may be refused", n);
}

int main(void) {
    seed_random(0x86);
    random_tapes(1);
    random_tapes(4);
    random_tapes(8);
    encodings();
    encodings_beside();
    pages_refused();
    unsupported();
    memory_refused();
    return done_testing();
}
