#include "lang/name_reader.h"

vv_name_reader vv_names_begin(vv_ctx *c, const char *text, size_t length) {
    vv_name_reader r = {.before = VV_T_END};
    vv_lexer_begin(&r.lexer, c, text, length);
    r.lexer.quiet = true;
    return r;
}

bool vv_names_next(vv_name_reader *r) {
    for (;;) {
        vv_token t = vv_lexer_next(&r->lexer);
        if (t.kind == VV_T_END) return false;
        r->span = t.span;
        r->after_dot = r->before == VV_T_DOT;
        r->before = t.kind;
        if (t.kind == VV_T_NAME) return true;
    }
}
