#include "base/ctx.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

/* Smallest arena chunk: large enough that a book model needs one or two. */
enum { CHUNK_BYTES = 64 * 1024, ALIGN = 16, ACTIVITY_MOST = 64 };
static const size_t DEFAULT_BUDGET = (size_t)1 << 30;

typedef struct chunk {
    struct chunk *prev;
    size_t size, used; /* of data[] */
    _Alignas(ALIGN) unsigned char data[];
} chunk;

/* Blocks form a ring whose head is in the context. */
typedef struct ring {
    struct ring *prev, *next;
} ring;

typedef struct block {
    ring ring; /* first, so that a pointer to the ring entry is a pointer to the block */
    size_t size;
    _Alignas(ALIGN) unsigned char data[];
} block;

/* A resource to release at the end. */
typedef struct ending {
    struct ending *next;
    void (*release)(void *, size_t);
    void *data;
    size_t size;
} ending;

struct vv_ctx {
    vv_ctx_head head; /* first: vv_ctx_peek reads it */
    chunk *top, *spare;
    ring blocks;
    ending *endings;
    size_t bytes, peak, budget;
    long allocations, refuse_at;
    double deadline; /* monotonic seconds, 0 for none */
    double reserved; /* seconds before the deadline that are kept for the delivery */
    double deliver_by;
    unsigned ticks;
    atomic_bool cancelled;
    const vv_ctx *leader; /* NULL: none */
    vv_listener *listener;
    void *listener_data;
    vv_trace_writer *trace;
    void *trace_data;
    bool spoilt; /* can only be freed */
    vv_stopper *stop;
    void *stop_data;
    double ask_at; /* monotonic seconds */
    char activity[ACTIVITY_MOST];
    double part;
    struct vv_diag_list *diags;
    struct vv_lost *lost;
    struct vv_prime_cache *primes;
    struct vv_beyond *beyond;
    struct vv_recorder *recorder;
};

const char *vv_status_text(vv_status s) {
    switch (s) {
#define X(name, code, text)                                                                        \
    case name: return text;
        VV_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

int vv_status_exit_code(vv_status s) {
    switch (s) {
#define X(name, code, text)                                                                        \
    case name: return code;
        VV_STATUS_LIST(X)
#undef X
    }
    return 70;
}

vv_ctx *vv_ctx_new(const vv_limits *limits) {
    vv_ctx *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->budget = limits && limits->bytes ? limits->bytes : DEFAULT_BUDGET;
    c->refuse_at = limits ? limits->refuse_at : 0;
    if (limits && limits->seconds > 0) c->deadline = vv_monotonic_seconds() + limits->seconds;
    c->blocks.prev = c->blocks.next = &c->blocks;
    return c;
}

void vv_ctx_free(vv_ctx *c) {
    if (!c) return;
    while (c->endings) {
        ending *next = c->endings->next;
        c->endings->release(c->endings->data, c->endings->size);
        free(c->endings);
        c->endings = next;
    }
    free(c->spare);
    while (c->top) {
        chunk *prev = c->top->prev;
        free(c->top);
        c->top = prev;
    }
    for (ring *r = c->blocks.next; r != &c->blocks;) {
        ring *next = r->next;
        free(r);
        r = next;
    }
    free(c);
}

vv_status vv_ctx_status(const vv_ctx *c) { return c->head.status; }

vv_status vv_ctx_fail(vv_ctx *c, vv_status s) {
    if (c->head.status == VV_OK) c->head.status = s;
    return c->head.status;
}

void vv_ctx_clear_failure(vv_ctx *c) {
    if (c->head.status == VV_E_NO || c->head.status == VV_E_MODEL || c->head.status == VV_E_BEYOND)
        c->head.status = VV_OK;
}

bool vv_ctx_recover(vv_ctx *c) {
    if (c->head.status == VV_E_INTERNAL || c->spoilt) return false;
    c->head.status = VV_OK;
    return true;
}

void vv_ctx_spoil(vv_ctx *c) { c->spoilt = true; }

void vv_ctx_renew(vv_ctx *c, double seconds) {
    atomic_store(&c->cancelled, false);
    c->deadline = seconds > 0 ? vv_monotonic_seconds() + seconds : 0;
    c->reserved = c->deliver_by = 0;
}

void vv_ctx_cancel(vv_ctx *c) { atomic_store(&c->cancelled, true); }

void vv_ctx_trace(vv_ctx *c, uint32_t stations, vv_trace_writer *write, void *data) {
    assert(c);
    c->head.traced = write ? stations : 0;
    c->trace = write;
    c->trace_data = data;
}

void vv_ctx_write_trace(vv_ctx *c, const char *line) {
    if (c->trace) c->trace(c->trace_data, line);
}

void vv_ctx_listen(vv_ctx *c, vv_listener *listener, void *data) {
    c->listener = listener;
    c->listener_data = data;
}

void vv_ctx_watch(vv_ctx *c, vv_stopper *stop, void *data) {
    c->stop = stop;
    c->stop_data = data;
    c->part = -1;
}

void *vv_ctx_watch_data(const vv_ctx *c) { return c->stop_data; }

/* Asks whether to stop, at most so often. */
static void ask_to_stop(vv_ctx *c) {
    const double EVERY = 0.05; /* seconds: stopping feels immediate, asking costs nothing */
    double now = vv_monotonic_seconds();
    if (now < c->ask_at) return;
    c->ask_at = now + EVERY;
    if (c->stop(c->stop_data, c->activity, c->part)) vv_ctx_cancel(c);
}

void vv_ctx_report_progress(vv_ctx *c, const char *what, double part) {
    if (c->stop) {
        snprintf(c->activity, sizeof c->activity, "%s", what);
        c->part = part;
        ask_to_stop(c);
    }
    if (c->listener) c->listener(c->listener_data, what, part);
}

bool vv_ctx_is_cancelled(const vv_ctx *c) {
    return atomic_load_explicit(&c->cancelled, memory_order_relaxed);
}

void vv_ctx_follow_cancel(vv_ctx *c, const vv_ctx *leader) { c->leader = leader; }

static bool check_limits(vv_ctx *c, bool at_clock) {
    if (c->stop && at_clock) ask_to_stop(c);
    if (vv_ctx_is_cancelled(c) || (c->leader && vv_ctx_is_cancelled(c->leader)))
        vv_ctx_fail(c, VV_E_INTERRUPTED);
    if (c->deadline > 0 && at_clock && vv_monotonic_seconds() > c->deadline - c->reserved)
        vv_ctx_fail(c, VV_E_TIME);
    return c->head.status == VV_OK;
}

void vv_ctx_reserve_time(vv_ctx *c, double seconds) { c->reserved = seconds; }

void vv_ctx_begin_delivery(vv_ctx *c) {
    const double MORE = 3; /* seconds for someone who waits: enough for a million numbers */
    double now = vv_monotonic_seconds();
    c->deliver_by = c->deadline > 0 ? (c->deadline > now ? c->deadline : now) + MORE : HUGE_VAL;
    if (c->head.status == VV_E_INTERRUPTED) {
        atomic_store(&c->cancelled, false);
        c->deliver_by = now + MORE;
    }
}

bool vv_ctx_deliver_more(vv_ctx *c) {
    bool cancelled = vv_ctx_is_cancelled(c), late = vv_monotonic_seconds() > c->deliver_by;
    if (c->deliver_by <= 0 || (!cancelled && !late)) return true;
    vv_ctx_fail(c, cancelled ? VV_E_INTERRUPTED : VV_E_TIME);
    return false;
}

/* The clock is read once in 256 ticks, because ticks occur in inner loops. */
bool vv_ctx_tick(vv_ctx *c) { return check_limits(c, (++c->ticks & 255u) == 0); }
bool vv_ctx_check_now(vv_ctx *c) { return check_limits(c, true); }

/* Every request is counted, even if a chunk has room: a test may refuse any of them. */
static bool refused(vv_ctx *c) {
    if (++c->allocations != c->refuse_at) return false;
    vv_ctx_fail(c, VV_E_NOMEM);
    return true;
}

static bool within_budget(vv_ctx *c, size_t bytes) {
    assert(c->bytes <= c->budget);
    if (bytes <= c->budget - c->bytes) return true;
    vv_ctx_fail(c, VV_E_NOMEM);
    return false;
}

static void account(vv_ctx *c, size_t bytes) {
    c->bytes += bytes;
    assert(c->bytes <= c->budget);
    if (c->bytes > c->peak) c->peak = c->bytes;
}

static chunk *push_chunk(vv_ctx *c, size_t need) {
    size_t size = need > CHUNK_BYTES ? need : CHUNK_BYTES;
    if (!within_budget(c, sizeof(chunk) + size)) return NULL;
    chunk *k = c->spare && c->spare->size == size ? c->spare : malloc(sizeof(chunk) + size);
    if (k == c->spare) c->spare = NULL;
    if (!k) {
        vv_ctx_fail(c, VV_E_NOMEM);
        return NULL;
    }
    account(c, sizeof(chunk) + size);
    *k = (chunk){.prev = c->top, .size = size};
    return c->top = k;
}

static inline size_t aligned(size_t bytes) {
    return bytes ? (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1) : ALIGN;
}

/* Uninitialized bytes of the arena. */
static inline void *arena_take(vv_ctx *c, size_t need) {
    if (need > SIZE_MAX / 2) {
        vv_ctx_fail(c, VV_E_NOMEM);
        return NULL;
    }
    chunk *k = c->top;
    if (refused(c)) return NULL;
    if (!k || k->size - k->used < need) k = push_chunk(c, need);
    if (!k) return NULL;
    assert(need % ALIGN == 0 && need <= k->size - k->used);
    void *p = k->data + k->used;
    k->used += need;
    return p;
}

static inline void *arena_take_zeroed(vv_ctx *c, size_t bytes) {
    size_t need = bytes > SIZE_MAX / 2 ? bytes : aligned(bytes);
    void *p = arena_take(c, need);
    if (!p) return NULL;
    enum { SMALL = 64 }; /* most requests: faster than a call */
    if (need > SMALL) return memset(p, 0, need);
    for (uint64_t *w = p, *end = w + need / sizeof *w; w < end; w += 2) w[0] = w[1] = 0;
    return p;
}

void *vv_alloc(vv_ctx *c, size_t bytes) { return arena_take_zeroed(c, bytes); }

void *vv_alloc_array(vv_ctx *c, size_t n, size_t each) {
    size_t bytes;
    if (__builtin_mul_overflow(n, each, &bytes)) {
        vv_ctx_fail(c, VV_E_NOMEM);
        return NULL;
    }
    return arena_take_zeroed(c, bytes);
}

void *vv_alloc_matrix(vv_ctx *c, size_t rows, size_t columns, size_t each) {
    size_t n;
    if (__builtin_mul_overflow(rows, columns, &n) || n >= INT_MAX) {
        vv_ctx_fail(c, VV_E_NOMEM);
        return NULL;
    }
    return vv_alloc_array(c, n + 1, each);
}

void *vv_alloc_array_uninit(vv_ctx *c, size_t n, size_t each) {
    size_t bytes;
    bool beyond = __builtin_mul_overflow(n, each, &bytes) || bytes > SIZE_MAX / 2;
    return arena_take(c, beyond ? SIZE_MAX : aligned(bytes));
}

char *vv_strndup(vv_ctx *c, const char *s, size_t n) {
    char *p = vv_alloc(c, n + 1);
    if (p && n) memcpy(p, s, n);
    return p;
}

char *vv_strdup(vv_ctx *c, const char *s) { return vv_strndup(c, s, strlen(s)); }

char *vv_format(vv_ctx *c, const char *fmt, ...) {
    char small[128]; /* usually sufficient, and then nothing is formatted twice */
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(small, sizeof small, fmt, ap);
    va_end(ap);
    if (n < 0) {
        vv_ctx_fail(c, VV_E_INTERNAL);
        return NULL;
    }
    if ((size_t)n < sizeof small) return vv_strndup(c, small, (size_t)n);
    char *p = vv_alloc(c, (size_t)n + 1);
    if (!p) return NULL;
    va_start(ap, fmt);
    vsnprintf(p, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return p;
}

vv_mark vv_arena_mark(vv_ctx *c) {
    return (vv_mark){.chunk = c->top, .used = c->top ? c->top->used : 0};
}

void vv_arena_release(vv_ctx *c, vv_mark m) {
    while (c->top && c->top != m.chunk) {
        chunk *prev = c->top->prev;
        c->bytes -= sizeof(chunk) + c->top->size;
        /* one chunk is kept: a pass that just crosses its end would map and unmap memory each
         * time */
        if (!c->spare && c->top->size == CHUNK_BYTES)
            c->spare = c->top;
        else
            free(c->top);
        c->top = prev;
    }
    assert(c->top == m.chunk); /* a mark of this context, not behind one released before */
    if (!c->top) return;
    assert(m.used <= c->top->used && m.used % ALIGN == 0);
    c->top->used = m.used;
}

static void unlink_block(vv_ctx *c, block *b) {
    assert(b->ring.prev->next == &b->ring && b->ring.next->prev == &b->ring);
    assert(c->bytes >= sizeof(block) + b->size);
    b->ring.prev->next = b->ring.next;
    b->ring.next->prev = b->ring.prev;
    c->bytes -= sizeof(block) + b->size;
}

static void link_block(vv_ctx *c, block *b) {
    b->ring = (ring){.prev = c->blocks.prev, .next = &c->blocks};
    b->ring.prev->next = &b->ring;
    b->ring.next->prev = &b->ring;
    account(c, sizeof(block) + b->size);
}

static inline void *resize(vv_ctx *c, void *old, size_t bytes, bool clear) {
    block *b = old ? (block *)(void *)((unsigned char *)old - offsetof(block, data)) : NULL;
    if (bytes == 0) {
        if (b) {
            unlink_block(c, b);
            free(b);
        }
        return NULL;
    }
    size_t had = b ? b->size : 0;
    if (bytes > SIZE_MAX / 2) { /* the sums below must not wrap */
        vv_ctx_fail(c, VV_E_NOMEM);
        return NULL;
    }
    if (refused(c) || !within_budget(c, bytes > had ? bytes - had + (b ? 0 : sizeof(block)) : 0))
        return NULL;
    if (b) unlink_block(c, b);
    block *grown = realloc(b, sizeof(block) + bytes);
    if (!grown) {
        if (b) link_block(c, b);
        vv_ctx_fail(c, VV_E_NOMEM);
        return NULL;
    }
    if (clear && bytes > had) memset(grown->data + had, 0, bytes - had);
    grown->size = bytes;
    link_block(c, grown);
    return grown->data;
}

void *vv_block_resize(vv_ctx *c, void *old, size_t bytes) { return resize(c, old, bytes, true); }
void *vv_block_resize_uninit(vv_ctx *c, void *old, size_t bytes) {
    return resize(c, old, bytes, false);
}

bool vv_ctx_on_free(vv_ctx *c, void (*release)(void *, size_t), void *data, size_t size) {
    if (refused(c) || !within_budget(c, sizeof(ending) + size)) return false;
    ending *e = malloc(sizeof *e);
    if (!e) {
        vv_ctx_fail(c, VV_E_NOMEM);
        return false;
    }
    account(c, sizeof *e + size);
    *e = (ending){c->endings, release, data, size};
    c->endings = e;
    return true;
}

size_t vv_ctx_bytes(const vv_ctx *c) { return c->bytes; }
size_t vv_ctx_peak_bytes(const vv_ctx *c) { return c->peak; }
long vv_ctx_allocations(const vv_ctx *c) { return c->allocations; }
struct vv_expr_table **vv_ctx_exprs(vv_ctx *c) {
    return &c->head.exprs;
}
struct vv_diag_list **vv_ctx_diags(vv_ctx *c) {
    return &c->diags;
}
struct vv_lost **vv_ctx_lost(vv_ctx *c) {
    return &c->lost;
}
struct vv_prime_cache **vv_ctx_primes(vv_ctx *c) {
    return &c->primes;
}
struct vv_beyond **vv_ctx_beyond(vv_ctx *c) {
    return &c->beyond;
}
struct vv_recorder **vv_ctx_recorder(vv_ctx *c) {
    return &c->recorder;
}
