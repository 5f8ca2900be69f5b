/* Builders: a text and the origins of its statements. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capi/handle.h"

struct vv_builder {
    vv_ctx *c;
    vv_buffer text;
    int n, capacity;
    vv_diag_origin *origin; /* of the statements (n) */
};

vv_builder *vv_builder_new(const char *title) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_builder *b = c ? VV_NEW(c, vv_builder) : NULL;
    if (!b) {
        vv_ctx_free(c);
        vv_failed(VV_E_NOMEM);
        return NULL;
    }
    b->c = c;
    b->text = VV_BUFFER(c);
    if (title) vv_buffer_printf(&b->text, "system \"%s\"\n", title);
    if (vv_ctx_ok(c)) return b;
    vv_builder_free(b);
    vv_failed(VV_E_NOMEM);
    return NULL;
}

void vv_builder_free(vv_builder *b) {
    if (b) vv_ctx_free(b->c);
}

static vv_diag_origin *new_origin(vv_builder *b) {
    if (b->n == b->capacity) {
        int more = b->capacity ? 2 * b->capacity : 16;
        vv_diag_origin *grown = vv_block_resize(b->c, b->origin, (size_t)more * sizeof *grown);
        if (!grown) return NULL;
        b->origin = grown;
        b->capacity = more;
    }
    return &b->origin[b->n];
}

/* All of it or nothing. */
static vv_status append(vv_builder *b, const char *statement, const char *origin) {
    size_t length = b->text.length;
    if (length + strlen(statement) > VV_SOURCE_BYTES_MAX)
        return vv_usage("vv_builder_add: the text would be longer than a model may be");
    vv_diag_origin *place = new_origin(b);
    const char *name = origin ? vv_strdup(b->c, origin) : vv_format(b->c, "statement %d", b->n + 1);
    if (place) *place = (vv_diag_origin){(uint32_t)length, name};
    vv_buffer_add(&b->text, statement);
    vv_buffer_char(&b->text, '\n');
    if (vv_ctx_ok(b->c)) {
        b->n++;
        return VV_OK;
    }
    vv_buffer_truncate(&b->text, length);
    vv_status s = vv_call_end(b->c, vv_ctx_status(b->c));
    vv_ctx_recover(b->c);
    return s;
}

vv_status vv_builder_add(vv_builder *b, const char *statement, const char *origin) {
    if (!b || !statement) return vv_usage("vv_builder_add: an argument is NULL");
    return append(b, statement, origin);
}

vv_status vv_builder_parameter(vv_builder *b, const char *name, double value, const char *unit) {
    char number[VV_NUMBER_ROOM], text[512];
    if (!b || !name) return vv_usage("vv_builder_parameter: an argument is NULL");
    if (isinf(value)) return vv_usage("vv_builder_parameter: the value of '%s' is infinite", name);
    vv_entry here;
    vv_enter(&here, NULL);
    vv_number_write(value, number);
    int n =
        snprintf(text, sizeof text, "parameter %s%s%s%s%s%s", name, isnan(value) ? "" : " = ",
                 isnan(value) ? "" : number, unit ? " [" : "", unit ? unit : "", unit ? "]" : "");
    vv_status s = n < (int)sizeof text ? append(b, text, NULL)
                                       : vv_usage("vv_builder_parameter: the name is too long");
    return vv_leave(&here, s);
}

vv_status vv_builder_finish(vv_builder *b, const vv_options *o, vv_mechanism **out) {
    if (out) *out = NULL;
    if (!b || !out) return vv_usage("vv_builder_finish: an argument is NULL");
    vv_entry here;
    vv_enter(&here, NULL);
    const vv_model_text text = {.bytes = vv_buffer_text(&b->text),
                                .length = b->text.length,
                                .norigins = b->n,
                                .origin = b->origin};
    return vv_leave(&here, vv_mechanism_make(&text, o, out));
}
