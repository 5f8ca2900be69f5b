/* The text of an open document, and places in it as the protocol counts them: lines from 0, columns
 * in units of UTF-16. */
#ifndef LSP_DOCUMENT_TEXT_H
#define LSP_DOCUMENT_TEXT_H

#include "base/base.h"
#include "json_slice.h"
#include "lang/lang.h"

typedef struct document_text {
    const char *name; /* of the file, for diagnostics */
    const char *text;
    size_t length;
} document_text;

/* Bytes from the beginning; places beyond the text are taken at its end or at the end of a line. */
size_t text_offset(const document_text *t, long line, long column);
size_t text_line_begin(const document_text *t, size_t offset);
void text_put_position(const document_text *t, vv_json *j, size_t offset);
void text_put_range(const document_text *t, vv_json *j, const char *key, size_t begin, size_t end);

/* The tokens of the text, those of broken statements included. */
typedef struct text_tokens {
    int n;
    struct text_token {
        uint32_t begin, end;
        bool is_name, is_member;
        const char *key; /* of a name: its canonical form */
    } * of;
} text_tokens;
text_tokens text_read_tokens(vv_ctx *c, const document_text *t);
/* The name that contains or ends at an offset; NULL if there is none. */
const struct text_token *text_token_at(const text_tokens *k, size_t offset);

/* What the text declares. */
typedef struct declaration {
    const char *key;
    vv_span name, statement;
    const vv_node *node, *unit, *value;
} declaration;
/* In the order of the text; *n of them, in the arena. */
declaration *text_declarations(vv_ctx *c, const document_text *t, int *n);
const declaration *text_find_declaration(const declaration *d, int n, const char *key, int *count);

#endif
