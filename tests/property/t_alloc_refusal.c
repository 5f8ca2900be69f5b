/* Failed allocations are reported, leak nothing and crash nothing: the whole path from text to
 * proof with the 1st, 2nd, 3rd ... allocation refused, and within small budgets.
 *
 * The memory of FLINT and Arb is charged in pieces (exact/flint_guard.c), beyond what their caches
 * hold when a context begins; GMP's is exempt. AddressSanitizer detects leaks in the sanitized
 * run. */
#include <stdlib.h>

#include "base/ctx.h"
#include "model_file.h"
#include "tap.h"
#include "api/command.h"

typedef struct outcome {
    vv_status status;
    long allocations;
    size_t peak;
    bool stuck; /* the context holds the status returned */
} outcome;

/* Loads, checks, derives by three methods, proves exactly by all; one model also relative to its
 * frame, with the derivation written out, and its study; stops at the first failure. */
static outcome whole_way(const char *path, const char *text, const vv_limits *limits) {
    outcome o = {VV_E_NOMEM, 0, 0, true};
    vv_ctx *c = vv_ctx_new(limits);
    if (!c) return o; /* not even the context fits */
    vv_command_mechanism *m;
    const char *report, *by[MOST_METHODS];
    bool servo = strstr(path, "ship") != NULL; /* with the contact comparison */
    vv_command_options all = {.by = by, .contact = servo},
                       moving = {.relative_to = "plane", .steps = true};
    for (int i = 0; vv_formalism_name(i); i++)
        if (is_read(vv_formalism_name(i))) by[all.nby++] = vv_formalism_name(i);
    const vv_setting few = {"n", "4"}; /* a chain of four links suffices */
    bool chain = strstr(path, "chain") != NULL, turning = strstr(path, "rotplane") != NULL;
    o.status = vv_command_load(c, path, text, strlen(text), chain, &few, &m);
    if (o.status == VV_OK) o.status = vv_command_check(c, m, NULL, &report);
    if (o.status == VV_OK) o.status = vv_command_derive(c, m, &all, &report);
    if (turning && (o.status == VV_OK || o.status == VV_E_BEYOND))
        o.status = vv_command_derive(c, m, &moving, &report);
    if (turning && o.status == VV_OK) o.status = vv_command_study(c, m, NULL, &report);
    /* a method that does not apply is an answer */
    if (o.status == VV_OK || o.status == VV_E_BEYOND)
        o.status =
            vv_command_prove(c, m, &(vv_command_options){.exact = true, .contact = servo}, &report);
    if (o.status == VV_E_BEYOND) o.status = VV_OK; /* not everything is decided exactly */
    o.allocations = vv_ctx_allocations(c);
    o.peak = vv_ctx_peak_bytes(c);
    o.stuck = vv_ctx_status(c) == o.status;
    vv_diag_text(c, false); /* the diagnostics so far can still be printed */
    vv_ctx_free(c);
    return o;
}

static void refuse_each(const char *path, const char *text, long total) {
    long tried = 0, wrong = 0, pace = effort(25), early = effort(400);
    /* the early allocations one by one, where every table of the model is created; then in
     * growing strides, from several starting points, so that they do not always hit the same
     * part of a loop */
    static const long first[] = {1, 407, 503, 619};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        for (long k = first[i]; k <= total; k += i == 0 && k < early ? 1 : 1 + k / pace) {
            outcome o = whole_way(path, text, &(vv_limits){.refuse_at = k});
            tried++;
            if (o.status == VV_E_NOMEM && o.stuck) continue;
            if (wrong++ < 5)
                diag("allocation %ld of %ld refused: %s", k, total, vv_status_text(o.status));
        }
    ok(!wrong, "%s: each of %ld refusals among %ld allocations is reported", path, tried, total);
}

static void small_budgets(const char *path, const char *text, size_t peak) {
    long tried = 0, wrong = 0;
    for (size_t bytes = 1; bytes < peak; bytes += 1 + bytes / (size_t)effort(8)) {
        outcome o = whole_way(path, text, &(vv_limits){.bytes = bytes});
        tried++;
        bool within = o.peak <= bytes;
        if (o.status == VV_E_NOMEM && o.stuck && within) continue;
        if (wrong++ < 5)
            diag("budget %zu of %zu bytes: %s, %zu used", bytes, peak, vv_status_text(o.status),
                 o.peak);
    }
    ok(!wrong, "%s: each of %ld budgets below %zu bytes is kept and its excess reported", path,
       tried, peak);
    /* the budget that was used suffices, with the piece by which FLINT's caches may differ */
    peak += 1 << 20;
    outcome o = whole_way(path, text, &(vv_limits){.bytes = peak});
    ok(o.status == VV_OK, "%s: %zu bytes are enough", path, peak);
}

int main(void) {
    static const char *const path[] = {"models/book/hoop.vv",
                                       "models/book/scissors.vv",
                                       "models/chain.vv",
                                       "models/book/rotplane_axes.vv",
                                       "models/book/ship_damped.vv",
                                       "models/rolling/plane_on_sphere.vv",
                                       "models/rolling/disc_on_plane.vv"};
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        char *text = file_text(path[i]);
        if (!text) {
            fail("%s is read", path[i]);
            continue;
        }
        outcome o = whole_way(path[i], text, NULL);
        ok(o.status == VV_OK && o.allocations > 100, "%s: all is well without refusals", path[i]);
        refuse_each(path[i], text, o.allocations);
        small_budgets(path[i], text, o.peak);
        free(text);
    }
    return done_testing();
}
