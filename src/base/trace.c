#include "base/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const NAME[] = {
#define X(id, name, text) name,
    VV_TRACE_LIST(X)
#undef X
};
static const char *const TEXT[] = {
#define X(id, name, text) text,
    VV_TRACE_LIST(X)
#undef X
};
_Static_assert(VV_TRACE_STATIONS <= 32, "a bit for each station");

const char *vv_trace_station_name(int i) {
    return i >= 0 && i < VV_TRACE_STATIONS ? NAME[i] : NULL;
}
const char *vv_trace_station_text(int i) {
    return i >= 0 && i < VV_TRACE_STATIONS ? TEXT[i] : NULL;
}

void vv_trace_lines(vv_trace_station s, vv_buffer *text) {
    vv_buffer line = VV_BUFFER(text->ctx);
    for (const char *p = vv_buffer_text(text); *p;) {
        size_t n = strcspn(p, "\n");
        vv_buffer_clear(&line);
        vv_buffer_printf(&line, "[%s] ", NAME[s]);
        vv_buffer_add_n(&line, p, n);
        vv_ctx_write_trace(text->ctx, vv_buffer_text(&line));
        p += n + (p[n] == '\n');
    }
    vv_buffer_free(&line);
    vv_buffer_free(text);
}

void vv_trace_line(vv_ctx *c, vv_trace_station s, const char *fmt, ...) {
    char line[512];
    vv_buffer text = VV_BUFFER(c);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    vv_buffer_add(&text, line);
    vv_trace_lines(s, &text);
}
