#include "evaluate/jit/jit.h"

#include <assert.h>
#include <string.h>

#include "evaluate/jit/backend.h"
#include "evaluate/tape/tape.h"
#include "platform/platform.h"

/* ---- back ends ------------------------------------------------------------------------------ */

static bool any_lanes(int lanes) {
    (void)lanes;
    return true;
}

/* The first that can serves; the last one always can. */
static const vv_jit_backend BACKENDS[] = {
#if defined __x86_64__
    {"x86-64", vv_cpu_supports_lanes, vv_x86_build},
#endif
    {"interpreter", any_lanes, NULL},
};
enum { NBACKENDS = sizeof BACKENDS / sizeof *BACKENDS };
static const vv_jit_backend *const INTERPRETER = &BACKENDS[NBACKENDS - 1];

static const vv_jit_backend *backend_for(int lanes) {
    const vv_jit_backend *b = BACKENDS;
    while (!b->supports_lanes(lanes)) b++;
    return b;
}

bool vv_jit_supports_lanes(int lanes) { return backend_for(lanes)->build; }

vv_jit_entry *vv_jit_codegen(vv_ctx *c, const vv_tape *t, int lanes, const vv_jit_frame *frame,
                             vv_jit_code_size *out, const char **why) {
    const vv_jit_backend *b = backend_for(lanes);
    *why = "this processor lacks the instructions";
    return b->build ? b->build(c, t, lanes, frame, out, why) : NULL;
}

const char *vv_jit_backend_name(const vv_jit *m) {
    return (m->entry ? backend_for(m->lanes) : INTERPRETER)->name;
}

/* ---- building ------------------------------------------------------------------------------- */

/* Code takes all inputs from one array. */
static void add_inputs(vv_jit *m) {
    assert(!m->tape->ncells || m->lanes == 1);
    m->inputs = m->nscratch;
    if (m->tape->ncells) m->nscratch += m->tape->nin;
}

vv_jit *vv_jit_build(vv_ctx *c, const vv_tape *t, int lanes) {
    vv_jit *m = VV_NEW(c, vv_jit);
    if (!m) return NULL;
    *m = (vv_jit){.tape = t, .lanes = lanes};
    vv_mark mark = vv_arena_mark(c);
    vv_jit_code_size size = {0};
    m->entry = vv_jit_codegen(c, t, lanes, &(vv_jit_frame){0}, &size, &m->why);
    vv_arena_release(c, mark);
    m->bytes = size.bytes;
    m->nscratch = (int)size.slots * lanes;
    /* the interpreter handles one state at a time, each in its own row */
    if (!m->entry) m->nscratch = t->nslots + t->nin + t->nout;
    add_inputs(m);
    return vv_ctx_ok(c) ? m : NULL;
}

vv_jit *vv_jit_interpreter(vv_ctx *c, const vv_tape *t) {
    vv_jit *m = VV_NEW(c, vv_jit);
    if (m)
        *m = (vv_jit){.tape = t,
                      .lanes = 1,
                      .why = "not asked for",
                      .nscratch = t->nslots + t->nin + t->nout};
    return m;
}

vv_jit *vv_jit_build_lazy(vv_ctx *c, const vv_tape *t) {
    enum { PAID = 64 }; /* compiling an operation costs as much as interpreting it this often */
    vv_jit *m = VV_NEW(c, vv_jit);
    if (!m) return NULL;
    *m = (vv_jit){.tape = t, .lanes = 1, .later = PAID, .why = "not yet"};
    /* code needs at most one slot per value, plus those of vectors, which are included in the
     * slots */
    m->nscratch = 2 * (t->nslots + t->ninstructions) + t->nin + t->nout;
    add_inputs(m);
    return m;
}

void vv_jit_compile(vv_ctx *c, vv_jit *m) {
    vv_mark mark = vv_arena_mark(c);
    vv_jit_code_size size = {0};
    vv_jit_entry *entry = vv_jit_codegen(c, m->tape, m->lanes, &(vv_jit_frame){0}, &size, &m->why);
    vv_arena_release(c, mark);
    m->bytes = size.bytes;
    if (size.slots <= (uint32_t)(m->tape->ncells ? m->inputs : m->nscratch)) m->entry = entry;
}

/* ---- running -------------------------------------------------------------------------------- */

void vv_jit_prepare(const vv_jit *m, double *scratch) {
    if (!m->entry) vv_tape_prepare(m->tape, scratch);
}

static void interpret(const vv_jit *m, const double *in, double *out, double *scratch) {
    const vv_tape *t = m->tape;
    double *x = scratch + t->nslots, *y = x + t->nin;
    for (int l = 0; l < m->lanes; l++) {
        for (int i = 0; i < t->nin; i++) x[i] = in[i * m->lanes + l];
        vv_tape_run(t, x, y, scratch);
        for (int i = 0; i < t->nout; i++) out[i * m->lanes + l] = y[i];
    }
}

static void run_with_cells(const vv_jit *m, const double *in, double *out, double *scratch) {
    const vv_tape *t = m->tape;
    int given = vv_tape_given(t);
    double *all = scratch + m->inputs;
    memcpy(all, in, (size_t)given * sizeof *all);
    for (int k = 0; k < t->ncells; k++) all[given + k] = *t->cell[k];
    m->entry(all, out, scratch);
}

void vv_jit_run(const vv_jit *m, const double *in, double *out, double *scratch) {
    if (m->entry && m->tape->ncells)
        run_with_cells(m, in, out, scratch);
    else if (m->entry)
        m->entry(in, out, scratch);
    else if (m->lanes == 1)
        vv_tape_run(m->tape, in, out, scratch);
    else
        interpret(m, in, out, scratch);
}
