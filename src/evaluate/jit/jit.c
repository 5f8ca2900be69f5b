#include "evaluate/jit/jit.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "evaluate/jit/codegen.h"
#include "evaluate/tape/interpret.h"
#include "platform/cpu.h"

/* ---- pages ---------------------------------------------------------------------------------- */

static void unmap(void *data, size_t size) { munmap(data, size); }

static size_t whole_pages(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

/* Makes the pages executable instead of writable and unmaps the rest; the context then owns
 * them. */
static bool seal(vv_ctx *c, uint8_t *pages, size_t size, size_t used) {
    size_t kept = whole_pages(used);
    if (kept < size) munmap(pages + kept, size - kept);
    if (mprotect(pages, kept, PROT_READ | PROT_EXEC) == 0 && vv_ctx_on_free(c, unmap, pages, kept))
        return true;
    munmap(pages, kept);
    return false;
}

/* ---- building ------------------------------------------------------------------------------- */

vv_jit_entry *vv_jit_codegen(vv_ctx *c, const vv_tape *t, int lanes, const vv_emit_frame *frame,
                             vv_jit_code_size *out, const char **why) {
    vv_ssa s;
    size_t code;
    *why = "this processor has no such instructions";
    if (!vv_cpu_supports_lanes(lanes)) return NULL;
    if (!vv_ssa_build(c, t, frame->for_latency, &s)) return NULL;
    size_t size = whole_pages(vv_emit_bound(&s, frame, lanes));
    uint8_t *pages = size < INT32_MAX ? mmap(NULL, size, PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                      : MAP_FAILED;
    *why = "the system gives no pages for machine code";
    if (pages == MAP_FAILED) return NULL;
    vv_x86 x = {.begin = pages, .at = pages, .end = pages + size, .lanes = lanes};
    if (!vv_emit(c, &s, frame, &x, &code, &out->slots)) {
        *why = "the code is too long";
        munmap(pages, size);
        return NULL;
    }
    out->bytes = (size_t)(x.at - x.begin);
    if (!seal(c, pages, size, out->bytes)) return NULL;
    uint8_t *begin = pages + code;
    vv_jit_entry *entry;
    memcpy(&entry, &begin, sizeof begin); /* an address as a function pointer */
    *why = NULL;
    return entry;
}

vv_jit *vv_jit_build(vv_ctx *c, const vv_tape *t, int lanes) {
    vv_jit *m = VV_NEW(c, vv_jit);
    if (!m) return NULL;
    *m = (vv_jit){.tape = t, .lanes = lanes};
    vv_mark mark = vv_arena_mark(c);
    vv_jit_code_size size = {0};
    m->entry = vv_jit_codegen(c, t, lanes, &(vv_emit_frame){0}, &size, &m->why);
    vv_arena_release(c, mark);
    m->bytes = size.bytes;
    m->nscratch = (int)size.slots * lanes;
    /* the interpreter handles one state at a time, each in its own row */
    if (!m->entry) m->nscratch = t->nslots + t->nin + t->nout;
    return vv_ctx_ok(c) ? m : NULL;
}

vv_jit *vv_jit_build_lazy(vv_ctx *c, const vv_tape *t) {
    enum { PAID = 64 }; /* compiling an operation costs as much as interpreting it this often */
    vv_jit *m = VV_NEW(c, vv_jit);
    if (!m) return NULL;
    *m = (vv_jit){.tape = t, .lanes = 1, .later = PAID, .why = "not yet"};
    /* code needs at most one slot per value, plus those of vectors, which are included in the
     * slots */
    m->nscratch = 2 * (t->nslots + t->ninstructions) + t->nin + t->nout;
    return m;
}

void vv_jit_compile(vv_ctx *c, vv_jit *m) {
    vv_mark mark = vv_arena_mark(c);
    vv_jit_code_size size = {0};
    vv_jit_entry *entry = vv_jit_codegen(c, m->tape, m->lanes, &(vv_emit_frame){0}, &size, &m->why);
    vv_arena_release(c, mark);
    m->bytes = size.bytes;
    if (size.slots <= (uint32_t)m->nscratch) m->entry = entry;
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

void vv_jit_run(const vv_jit *m, const double *in, double *out, double *scratch) {
    if (m->entry)
        m->entry(in, out, scratch);
    else if (m->lanes == 1)
        vv_tape_run(m->tape, in, out, scratch);
    else
        interpret(m, in, out, scratch);
}
