/* What a station of the hill received and produced, line by line, for those who look for a fault:
 * visviva --trace=STATION. A row here is a station; it prints from its own room. Off, a station
 * costs one load and one branch. */
#ifndef VV_BASE_TRACE_H
#define VV_BASE_TRACE_H

#include "base/buffer.h"

/* clang-format off */
#define VV_TRACE_LIST(X) \
    X(LEX,       "lex",       "tokens of the model file") \
    X(MODEL,     "model",     "the elaborated model: coordinates, frames, bodies, constraints") \
    X(ROWS,      "rows",      "constraint rows, and what was found about constraints that do not act") \
    X(SPEEDS,    "speeds",    "generalized speeds, and the velocities solved for them") \
    X(EQUATIONS, "equations", "residuals of each formalism") \
    X(SHAPE,     "shape",     "mass matrix and forcing") \
    X(PROVE,     "prove",     "each identity: verdict, means, error bound") \
    X(TAPE,      "tape",      "instructions of each tape") \
    X(JET,       "jet",       "plan of each Taylor jet: variables, convolutions, stages") \
    X(MODES,     "modes",     "contact modes at the start and after each transition") \
    X(STEP,      "step",      "each step: time, size, order, error estimate, what limits it")
/* clang-format on */

typedef enum vv_trace_station {
#define X(id, name, text) VV_TRACE_##id,
    VV_TRACE_LIST(X)
#undef X
        VV_TRACE_STATIONS
} vv_trace_station;

/* Is this station traced? */
static inline bool vv_trace(const vv_ctx *c, vv_trace_station s) {
    return __builtin_expect(vv_ctx_peek(c)->traced >> s & 1, 0);
}

/* One short line, without its end: "[rows] " and this. */
void vv_trace_line(vv_ctx *c, vv_trace_station s, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A text of several lines, each with its prefix. The buffer is freed. */
void vv_trace_lines(vv_trace_station s, vv_buffer *text);

#endif
