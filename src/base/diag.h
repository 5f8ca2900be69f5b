/* Diagnostics as data: severity, stable code, location, one sentence, hint. They are rendered at
 * the edge (vv_diag_render), so that terminal, laboratory and JSON agree. */
#ifndef VV_BASE_DIAG_H
#define VV_BASE_DIAG_H

#include "base/buffer.h"
#include "base/ctx.h"

int vv_diag_count(vv_ctx *c);
const vv_diag *vv_diag_at(vv_ctx *c, int i);
int vv_diag_errors(vv_ctx *c); /* errors reported, those beyond the limit included */
/* 1-based line and column (in characters) of a byte of the source; line 0: of a request. */
void vv_diag_place(vv_ctx *c, uint32_t offset, int *line, int *column);
/* All diagnostics as text with source lines and carets; colour adds terminal escape codes. */
const char *vv_diag_text(vv_ctx *c, bool colour);
/* The same as JSON. */
const char *vv_diag_json(vv_ctx *c);

/* Adds a diagnostic; message and hint are formatted copies in the arena. An error counts in
 * vv_diag_errors but does NOT set the context's status: parser and model continue in order to
 * find more. At most VV_DIAG_MAX are kept; the others are counted. Returns the diagnostic, so
 * that hint and related can be filled in, or a dummy record (never NULL). */
enum { VV_DIAG_MAX = 50 };
vv_diag *vv_diag_add(vv_ctx *c, vv_severity severity, int code, vv_span span, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
void vv_diag_hint(vv_ctx *c, vv_diag *d, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* What to write in place of the bytes of `span` (none: at its begin), so that what the hint says
 * is done. */
typedef struct vv_cure {
    vv_span span;
    const char *text; /* NULL: the diagnostic has none */
} vv_cure;
void vv_diag_set_cure(vv_ctx *c, vv_diag *d, vv_span span, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
vv_cure vv_diag_cure_at(vv_ctx *c, int i);
/* The last diagnostic, if there are more than `count`; or NULL. */
vv_diag *vv_diag_last(vv_ctx *c, int count);

int vv_diag_dropped(vv_ctx *c);
/* An existing diagnostic with this code and message, at any location; or NULL. */
vv_diag *vv_diag_find(vv_ctx *c, int code, const char *message);

/* Discards the diagnostics of a failed attempt: all those added since the mark. */
typedef struct vv_diag_mark {
    int count, errors, dropped;
} vv_diag_mark;
vv_diag_mark vv_diag_get_mark(vv_ctx *c);
void vv_diag_rollback(vv_ctx *c, vv_diag_mark since);

/* The source text the spans refer to, for rendering; not copied. Options added before are gone. */
void vv_diag_source(vv_ctx *c, const char *file, const char *text, size_t length);
/* Who made the statement that begins at this offset of the file; the first has the offset 0 at
 * least. Diagnostics, also those there are already, then have an origin instead of file and line.
 */
typedef struct vv_diag_origin {
    uint32_t begin;
    const char *name;
} vv_diag_origin;
/* Everything is copied. n 0: none. False: no memory. */
bool vv_diag_set_origins(vv_ctx *c, int n, const vv_diag_origin *origin);
/* Copies all diagnostics and sources, with their texts, into a context that has none. False: no
 * memory. */
bool vv_diag_copy(vv_ctx *to, vv_ctx *from);
/* Other words for every message, hint and related text. */
void vv_diag_reword(vv_ctx *c, const char *words(vv_ctx *c, const char *text));
/* The text of an option, a source of its own: its bytes have the offsets from *base on, which no
 * other source has. Diagnostics name it by `option`. Neither is copied. false: no memory, or no
 * offsets left. */
bool vv_diag_add_option(vv_ctx *c, const char *option, const char *text, size_t length,
                        uint32_t *base);
/* The option whose text holds an offset; NULL: it is the file's. */
const char *vv_diag_option_at(vv_ctx *c, uint32_t offset);
/* The same byte, counted from the beginning of its source. */
uint32_t vv_diag_offset_in_source(vv_ctx *c, uint32_t offset);
/* The text of its source from an offset on; *left: how many bytes there are. */
const char *vv_diag_source_text(vv_ctx *c, uint32_t offset, size_t *left);

/* file:line:col: error VV0103: …, the source line, a caret under the span, the hint. */
vv_status vv_diag_render(vv_ctx *c, const vv_diag *d, bool colour, vv_buffer *out);

/* The candidate nearest to a misspelt name (edit distance at most a third of its length, and at
 * most two), or NULL. */
const char *vv_nearest_name(vv_ctx *c, const char *name, int n, const char *const *candidate);

#endif
