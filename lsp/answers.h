/* What the server answers about a document; each writes the `result` of its request. */
#ifndef LSP_ANSWERS_H
#define LSP_ANSWERS_H

#include "document_text.h"

/* A request about a place of a document. */
typedef struct question {
    vv_ctx *c;
    const document_text *text;
    json_slice params;
    size_t at;           /* bytes, of params.position */
    vv_json *out;        /* at the value of `result` */
    const char *refusal; /* set: the request is answered by an error with this sentence */
} question;

void answer_hover(question *q);
void answer_completion(question *q);
void answer_definition(question *q);
void answer_rename(question *q);
void answer_formatting(question *q);
void answer_code_action(question *q);
/* The array `diagnostics` of textDocument/publishDiagnostics. */
void answer_diagnostics(vv_ctx *c, const document_text *t, const char *uri, vv_json *out);

#endif
