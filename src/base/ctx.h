/* The context: owns all memory derived from one model and records the first failure. vv_ctx_free
 * releases everything; formula code never calls free(). An allocation beyond the byte budget
 * returns NULL and sets the sticky failure VV_E_NOMEM; later operations return poison. */
#ifndef VV_BASE_CTX_H
#define VV_BASE_CTX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct vv_ctx vv_ctx;

typedef struct vv_limits {
    size_t bytes;   /* memory budget; 0: the default (1 GiB) */
    double seconds; /* time budget; 0: none */
    long refuse_at; /* for tests: refuse the allocation with this number; 0: never */
} vv_limits;

/* Returns NULL only if there is no memory for the context itself. limits may be NULL. */
vv_ctx *vv_ctx_new(const vv_limits *limits);
void vv_ctx_free(vv_ctx *c); /* NULL allowed */
/* The first failure of this context; VV_OK if there was none. */
vv_status vv_ctx_status(const vv_ctx *c);
/* Asks long computations to stop soon. May be called from another thread or a signal handler. */
void vv_ctx_cancel(vv_ctx *c);
/* Begins a new piece of work on an old context: cancellation is taken back, and time counts from
 * now; 0 seconds: no limit. */
void vv_ctx_renew(vv_ctx *c, double seconds);
/* Is asked several times a second during long computations, on their thread, with the current
 * activity and the fraction completed; true: stop, as by vv_ctx_cancel. NULL unregisters. */
typedef bool vv_stopper(void *data, const char *what, double part);
void vv_ctx_watch(vv_ctx *c, vv_stopper *stop, void *data);
void *vv_ctx_watch_data(const vv_ctx *c);
/* Registers a callback that receives the current activity and the fraction completed (0 to 1;
 * negative if unknown). `what` is valid only during the call. NULL unregisters. */
typedef void vv_listener(void *data, const char *what, double part);
void vv_ctx_listen(vv_ctx *c, vv_listener *listener, void *data);
/* Have the stations of a set (a bit each, by their numbers) write what they received and produced,
 * line by line. NULL: none does. Names and texts: the i-th, NULL beyond the last. */
typedef void vv_trace_writer(void *data, const char *line);
void vv_ctx_trace(vv_ctx *c, uint32_t stations, vv_trace_writer *write, void *data);
const char *vv_trace_station_name(int i);
const char *vv_trace_station_text(int i);

struct vv_expr_table;
struct vv_diag_list;
struct vv_lost;
struct vv_prime_cache;
struct vv_beyond;
struct vv_recorder;

/* The first fields of a context, which every operation on expressions reads without a call. */
typedef struct vv_ctx_head {
    struct vv_expr_table *exprs;
    vv_status status;
    uint32_t traced; /* stations that are traced, a bit each (base/trace.h) */
} vv_ctx_head;
static inline const vv_ctx_head *vv_ctx_peek(const vv_ctx *c) {
    return (const vv_ctx_head *)(const void *)c;
}

/* Records a failure and returns the sticky one, which is the first. */
vv_status vv_ctx_fail(vv_ctx *c, vv_status s);
static inline bool vv_ctx_ok(const vv_ctx *c) { return vv_ctx_peek(c)->status == VV_OK; }
/* Clears a failure that answered a contained question, as when a prover tries a method (never
 * VV_E_NOMEM, TIME, INTERRUPTED, INTERNAL). */
void vv_ctx_clear_failure(vv_ctx *c);

/* Clears any failure, so that the context may be used again, if nothing of the failed work is.
 * False if it is spoilt: after an internal error, or memory refused within a foreign library. */
bool vv_ctx_recover(vv_ctx *c);
/* From now on the context can only be freed. */
void vv_ctx_spoil(vv_ctx *c);

/* Cheap check for long loops: false if cancelled or out of time; the failure then sticks. */
bool vv_ctx_tick(vv_ctx *c);
/* The same between long pieces of work: reads the clock on every call. */
bool vv_ctx_check_now(vv_ctx *c);

/* Seconds that it will take to deliver what has been found so far: time is up so much earlier. */
void vv_ctx_reserve_time(vv_ctx *c, double seconds);
/* Begins the delivery of what has been found, which is also due after time was up or the work was
 * cancelled, but then only for a few seconds, and until it is cancelled again. */
void vv_ctx_begin_delivery(vv_ctx *c);
/* May it go on? Called between pieces of the delivery; if not, there is a failure. */
bool vv_ctx_deliver_more(vv_ctx *c);

/* Reports the current activity to the listener, if there is one (vv_ctx_listen). */
void vv_ctx_report_progress(vv_ctx *c, const char *what, double part);

/* Passes a trace line to the writer set by vv_ctx_trace, if any. */
void vv_ctx_write_trace(vv_ctx *c, const char *line);

/* Has cancellation been requested? Other threads may call this too. */
bool vv_ctx_is_cancelled(const vv_ctx *c);
/* Makes c stop when the leader is cancelled. The leader must outlive c and may belong to another
 * thread. */
void vv_ctx_follow_cancel(vv_ctx *c, const vv_ctx *leader);

/* Zeroed arena memory, aligned to 16 bytes; NULL on refusal. Valid until the context is freed or
 * an earlier mark is released. */
void *vv_alloc(vv_ctx *c, size_t bytes);
void *vv_alloc_array(vv_ctx *c, size_t n, size_t each); /* overflow checked */
#define VV_NEW(c, T) ((T *)vv_alloc((c), sizeof(T)))
#define VV_ARRAY(c, T, n) ((T *)vv_alloc_array((c), (size_t)(n), sizeof(T)))
/* rows x columns elements plus one, so that the size is never 0. Refused if there are more than
 * an int can count; the index i * columns + j of an entry therefore fits an int. */
void *vv_alloc_matrix(vv_ctx *c, size_t rows, size_t columns, size_t each);
#define VV_MATRIX(c, T, rows, columns)                                                             \
    ((T *)vv_alloc_matrix((c), (size_t)(rows), (size_t)(columns), sizeof(T)))
/* Without zeroing, for long arrays that are written before they are read. */
void *vv_alloc_array_uninit(vv_ctx *c, size_t n, size_t each);
#define VV_ARRAY_UNINIT(c, T, n) ((T *)vv_alloc_array_uninit((c), (size_t)(n), sizeof(T)))
char *vv_strdup(vv_ctx *c, const char *s);
char *vv_strndup(vv_ctx *c, const char *s, size_t n);
char *vv_format(vv_ctx *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Removes the sign of a zero, for numbers that people read. Tables for programs keep it. */
static inline double vv_unsigned_zero(double x) { return x + 0; }

/* Scratch memory: allocate between a mark and a release in the same function. Results of
 * vv_alloc do not survive the release; blocks of vv_block_resize do. */
typedef struct vv_mark {
    void *chunk;
    size_t used;
} vv_mark;
vv_mark vv_arena_mark(vv_ctx *c);
void vv_arena_release(vv_ctx *c, vv_mark m);

/* A growable block owned by the context, outside the arena (for tables that move when they
 * grow). old == NULL creates; bytes == 0 frees and returns NULL. On refusal returns NULL and old
 * stays valid. New bytes are zeroed. */
void *vv_block_resize(vv_ctx *c, void *old, size_t bytes);
/* The same without zeroing. */
void *vv_block_resize_uninit(vv_ctx *c, void *old, size_t bytes);

/* Ties a foreign resource (pages of machine code) to the context: vv_ctx_free calls
 * release(data, size), latest first. size counts against the budget. Returns false on refusal. */
bool vv_ctx_on_free(vv_ctx *c, void (*release)(void *data, size_t size), void *data, size_t size);

size_t vv_ctx_bytes(const vv_ctx *c);      /* in use now */
size_t vv_ctx_peak_bytes(const vv_ctx *c); /* peak so far */
long vv_ctx_allocations(const vv_ctx *c);  /* number of allocations requested so far */

/* Slots for higher layers; each layer owns its type. */
struct vv_expr_table **vv_ctx_exprs(vv_ctx *c);
struct vv_diag_list **vv_ctx_diags(vv_ctx *c);
struct vv_lost **vv_ctx_lost(vv_ctx *c);
struct vv_prime_cache **vv_ctx_primes(vv_ctx *c);
struct vv_beyond **vv_ctx_beyond(vv_ctx *c);
struct vv_recorder **vv_ctx_recorder(vv_ctx *c);

#endif
