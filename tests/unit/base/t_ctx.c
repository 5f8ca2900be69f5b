/* The context: budget, failure of each allocation, marks, blocks, the first failure. */
#include "base/ctx.h"

#include "tap.h"

static bool all_zero(const void *p, size_t n) {
    const unsigned char *b = p;
    for (size_t i = 0; i < n; i++)
        if (b[i]) return false;
    return true;
}

static void test_status(void) {
    is_int(vv_status_exit_code(VV_OK), 0, "done is exit code 0");
    is_int(vv_status_exit_code(VV_E_MODEL), 3, "model errors are exit code 3");
    is_int(vv_status_exit_code(VV_E_INTERRUPTED), 130, "interrupted is exit code 130");
    is_text(vv_status_text(VV_E_NOMEM), "memory budget exceeded", "a status has a text");

    vv_ctx *c = vv_ctx_new(NULL);
    is_int(vv_ctx_status(c), VV_OK, "a new context has not failed");
    is_int(vv_ctx_fail(c, VV_E_BEYOND), VV_E_BEYOND, "fail returns its status");
    vv_ctx_fail(c, VV_E_IO);
    is_int(vv_ctx_status(c), VV_E_BEYOND, "the first failure sticks");
    vv_ctx_clear_failure(c);
    is_int(vv_ctx_status(c), VV_OK, "an answered question may be forgiven");
    vv_ctx_fail(c, VV_E_NOMEM);
    vv_ctx_clear_failure(c);
    is_int(vv_ctx_status(c), VV_E_NOMEM, "a refusal of memory is never forgiven");
    vv_ctx_free(c);
    vv_ctx_free(NULL);
}

static void test_arena(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    char *a = vv_alloc(c, 3), *b = vv_alloc(c, 200000), *d = vv_alloc(c, 0);
    ok(a && b && d && a != d, "small, large and empty requests are granted");
    ok(((uintptr_t)a | (uintptr_t)b | (uintptr_t)d) % 16 == 0, "memory is aligned to 16");
    ok(all_zero(b, 200000), "memory is zeroed");
    is_text(vv_strndup(c, "theta", 3), "the", "strndup cuts");
    is_text(vv_format(c, "%s=%d", "n", 7), "n=7", "format prints into the arena");
    char *m = VV_MATRIX(c, char, 0, 5);
    ok(m && !*m, "a matrix without rows is there");
    ok(!vv_alloc_array(c, SIZE_MAX / 2, 4), "an overflowing product is refused");
    ok(!VV_MATRIX(c, char, 1 << 16, 1 << 16), "entries that an int does not count are refused");
    ok(!VV_MATRIX(c, char, SIZE_MAX / 2, 4), "a matrix whose size overflows is refused");
    ok(!VV_MATRIX(c, char, -1, 5), "a negative number of rows is refused");
    is_int(vv_ctx_status(c), VV_E_NOMEM, "and remembered");
    vv_ctx_free(c);
}

static void test_mark(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    char *keep = vv_strdup(c, "kept");
    size_t before = vv_ctx_bytes(c);
    vv_mark m = vv_arena_mark(c);
    char *first = vv_alloc(c, 64);
    memset(first, 7, 64);
    for (int i = 0; i < 20; i++) vv_alloc(c, 50000);
    ok(vv_ctx_bytes(c) > before + 900000, "scratch memory is accounted");
    vv_arena_release(c, m);
    is_int(vv_ctx_bytes(c), before, "release gives it back");
    ok(vv_ctx_peak_bytes(c) > before + 900000, "the peak remembers");
    is_text(keep, "kept", "what was there before the mark stays");
    char *again = vv_alloc(c, 64);
    ok(again == first && all_zero(again, 64), "released memory is used again, zeroed");

    vv_ctx *empty = vv_ctx_new(NULL);
    m = vv_arena_mark(empty);
    vv_alloc(empty, 10);
    vv_arena_release(empty, m);
    is_int(vv_ctx_bytes(empty), 0, "a mark of an empty arena releases everything");
    vv_ctx_free(empty);
    vv_ctx_free(c);
}

static void test_block(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    size_t before = vv_ctx_bytes(c);
    int *b = vv_block_resize(c, NULL, 4 * sizeof *b);
    for (int i = 0; i < 4; i++) b[i] = i + 1;
    b = vv_block_resize(c, b, 100000 * sizeof *b);
    ok(b[3] == 4, "growing keeps the contents");
    ok(all_zero(b + 4, 99996 * sizeof *b), "new bytes are zeroed");
    vv_mark m = vv_arena_mark(c);
    int *other = vv_block_resize(c, NULL, 64);
    vv_arena_release(c, m);
    other[0] = 5;
    ok(b[0] == 1 && other[0] == 5, "blocks survive a release");
    ok(!vv_block_resize(c, b, 0) && !vv_block_resize(c, other, 0), "zero bytes frees");
    ok(!vv_block_resize(c, NULL, 0), "freeing nothing is legal");
    is_int(vv_ctx_bytes(c), before, "all blocks given back");
    vv_block_resize(c, NULL,
                    32); /* owned by the context: otherwise the sanitizer would report a leak */
    vv_ctx_free(c);
}

static void test_budget(void) {
    vv_ctx *c = vv_ctx_new(&(vv_limits){.bytes = 300000});
    ok(vv_alloc(c, 100000) != NULL, "within the budget");
    char *b = vv_block_resize(c, NULL, 50000);
    memset(b, 9, 50000);
    ok(!vv_block_resize(c, b, 1 << 20), "a block cannot grow over the budget");
    ok(b[49999] == 9, "the old block stays valid");
    ok(!vv_alloc(c, 1 << 20), "nor can the arena");
    ok(!vv_alloc(c, SIZE_MAX) && !vv_block_resize(c, NULL, SIZE_MAX), "absurd sizes are refused");
    is_int(vv_ctx_status(c), VV_E_NOMEM, "the refusal sticks");
    ok(vv_ctx_bytes(c) <= 300000 && vv_ctx_peak_bytes(c) <= 300000, "the budget was kept");
    vv_ctx_free(c);
}

/* A small job of five allocations; it must fail exactly if one of them was refused. */
static bool job(vv_ctx *c) {
    char *b = vv_block_resize(c, NULL, 10);
    if (!b || !vv_alloc(c, 10) || !vv_alloc(c, 100000)) return false;
    char *grown = vv_block_resize(c, b, 1000);
    return grown && vv_block_resize(c, NULL, 10);
}

static void test_refusal(void) {
    int refused = 0;
    for (long k = 1;; k++) {
        vv_ctx *c = vv_ctx_new(&(vv_limits){.refuse_at = k});
        bool done = job(c);
        vv_status s = vv_ctx_status(c);
        long asked = vv_ctx_allocations(c);
        vv_ctx_free(c);
        if (done) {
            ok(s == VV_OK && asked == k - 1, "refusing number %ld touches nothing", k);
            break;
        }
        refused++;
        ok(s == VV_E_NOMEM && asked == k, "refusal of allocation %ld is reported", k);
    }
    is_int(refused, 5, "each of the five allocations was refused once");
}

static void test_cancel(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    ok(vv_ctx_tick(c), "a tick without limits goes on");
    vv_ctx_cancel(c);
    ok(!vv_ctx_tick(c) && vv_ctx_status(c) == VV_E_INTERRUPTED, "cancelled at the next tick");
    vv_ctx_free(c);

    c = vv_ctx_new(&(vv_limits){.seconds = 1e-9});
    long ticks = 0;
    while (vv_ctx_tick(c) && ticks < 100000) ticks++;
    ok(ticks < 1000 && vv_ctx_status(c) == VV_E_TIME, "the time budget ends a loop");
    vv_ctx_free(c);
}

int main(void) {
    test_status();
    test_arena();
    test_mark();
    test_block();
    test_budget();
    test_refusal();
    test_cancel();
    return done_testing();
}
