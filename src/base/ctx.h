/* The context: owner of all memory derived from one model, and of the first failure.
 *
 * Everything allocated here dies with vv_ctx_free. There is no free() in formula code. Allocation
 * over the byte budget returns NULL and makes VV_E_NOMEM stick; later operations return poison. */
#ifndef VV_BASE_CTX_H
#define VV_BASE_CTX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct vv_expr_table;
struct vv_diag_list;
struct vv_lost;
struct vv_beyond;

/* What every operation on expressions looks at: the beginning of a context, readable without a
 * call. */
typedef struct vv_ctx_head {
    struct vv_expr_table *exprs;
    vv_status status;
    uint32_t traced; /* stations that are traced, a bit each (base/trace.h) */
} vv_ctx_head;
static inline const vv_ctx_head *vv_ctx_peek(const vv_ctx *c) {
    return (const vv_ctx_head *)(const void *)c;
}

/* Record a failure and return the one that sticks: the first. */
vv_status vv_ctx_fail(vv_ctx *c, vv_status s);
static inline bool vv_ctx_ok(const vv_ctx *c) { return vv_ctx_peek(c)->status == VV_OK; }
/* Forget a failure that was an answer to a contained question (never VV_E_NOMEM, TIME, INTERRUPTED,
 * INTERNAL): used where a part may fail without failing the whole, as when a prover tries a method.
 */
void vv_ctx_clear_failure(vv_ctx *c);

/* Cheap check for long loops: false when cancelled or out of time, and the failure then sticks. */
bool vv_ctx_tick(vv_ctx *c);
/* The same between pieces of work that take long by themselves: the clock is read every time. */
bool vv_ctx_check_now(vv_ctx *c);

/* Tell the listener, where there is one, what is being done: vv_ctx_listen. */
void vv_ctx_report_progress(vv_ctx *c, const char *what, double part);

/* Hand a line of a trace to the writer, where there is one: vv_ctx_trace. */
void vv_ctx_write_trace(vv_ctx *c, const char *line);

/* Was it asked to stop? Also for other threads than the one that works with it. */
bool vv_ctx_is_cancelled(const vv_ctx *c);
/* c stops when the leader is cancelled, which outlives it and may be another thread's. */
void vv_ctx_follow_cancel(vv_ctx *c, const vv_ctx *leader);

/* Zeroed arena memory, aligned to 16; NULL on refusal. Lives as long as the context or until a
 * release to an earlier mark. */
void *vv_alloc(vv_ctx *c, size_t bytes);
void *vv_alloc_array(vv_ctx *c, size_t n, size_t each); /* overflow checked */
#define VV_NEW(c, T) ((T *)vv_alloc((c), sizeof(T)))
#define VV_ARRAY(c, T, n) ((T *)vv_alloc_array((c), (size_t)(n), sizeof(T)))
/* rows x columns of them and one more, so that there may be none. More than an int can count are
 * refused like memory that is not there: the index i * columns + j of an entry is then an int. */
void *vv_alloc_matrix(vv_ctx *c, size_t rows, size_t columns, size_t each);
#define VV_MATRIX(c, T, rows, columns)                                                             \
    ((T *)vv_alloc_matrix((c), (size_t)(rows), (size_t)(columns), sizeof(T)))
/* An array without the zeros, for long ones that are written before they are read. */
void *vv_alloc_array_uninit(vv_ctx *c, size_t n, size_t each);
#define VV_ARRAY_UNINIT(c, T, n) ((T *)vv_alloc_array_uninit((c), (size_t)(n), sizeof(T)))
char *vv_strdup(vv_ctx *c, const char *s);
char *vv_strndup(vv_ctx *c, const char *s, size_t n);
char *vv_format(vv_ctx *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A number to be read: 0 has no sign. Tables for programs keep it. */
static inline double vv_unsigned_zero(double x) { return x + 0; }

/* Scratch memory: taken between a mark and a release in the same function. Do not keep results of
 * vv_alloc across the release; blocks of vv_block_resize are not affected. */
typedef struct vv_mark {
    void *chunk;
    size_t used;
} vv_mark;
vv_mark vv_arena_mark(vv_ctx *c);
void vv_arena_release(vv_ctx *c, vv_mark m);

/* A growable block owned by the context, outside the arena (tables that move when they grow).
 * old == NULL creates; bytes == 0 frees and gives NULL. On refusal returns NULL, old stays valid.
 * New bytes are zeroed. */
void *vv_block_resize(vv_ctx *c, void *old, size_t bytes);
/* The same without the zeros. */
void *vv_block_resize_uninit(vv_ctx *c, void *old, size_t bytes);

/* What is not memory of ours (pages of machine code) dies with the context too: release(data, size)
 * is called by vv_ctx_free, the latest first. size counts against the budget. false on refusal. */
bool vv_ctx_on_free(vv_ctx *c, void (*release)(void *data, size_t size), void *data, size_t size);

size_t vv_ctx_bytes(const vv_ctx *c);      /* in use now                   */
size_t vv_ctx_peak_bytes(const vv_ctx *c); /* highest so far               */
long vv_ctx_allocations(const vv_ctx *c);  /* allocations asked for so far */

/* Slots for the layers above; each layer owns its type. */
struct vv_expr_table **vv_ctx_exprs(vv_ctx *c);
struct vv_diag_list **vv_ctx_diags(vv_ctx *c);
struct vv_lost **vv_ctx_lost(vv_ctx *c);
struct vv_beyond **vv_ctx_beyond(vv_ctx *c);

#endif
