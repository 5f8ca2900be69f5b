/* The names of a text one after the other, those of broken statements included, for editors. */
#ifndef VV_LANG_NAME_READER_H
#define VV_LANG_NAME_READER_H

#include "base/base.h"
#include "lang/lexer.h"

typedef struct vv_name_reader {
    vv_lexer lexer;
    vv_token_kind before;
    vv_span span;   /* of the name */
    bool after_dot; /* a component: x in world.x */
} vv_name_reader;

vv_name_reader vv_names_begin(vv_ctx *c, const char *text, size_t length);
bool vv_names_next(vv_name_reader *r); /* false at the end */

#endif
