#include "language_server.h"

#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "framing.h"

enum { DOCUMENTS_MOST = 256, QUEUE_MOST = 4096, MEGABYTE = 1 << 20 };
/* A request answers at once; diagnostics elaborate the model. Seconds and bytes. */
static const vv_limits REQUEST_LIMITS = {.bytes = (size_t)256 * MEGABYTE, .seconds = 2};
static const vv_limits DIAGNOSTIC_LIMITS = {.bytes = (size_t)512 * MEGABYTE, .seconds = 5};

typedef struct open_document {
    char *uri, *text;
    size_t length;
    bool changed; /* its diagnostics are not those of the text */
} open_document;

typedef struct queued {
    char *text;
    size_t length;
    json_slice message;
} queued;

typedef struct server {
    int output;
    frames input;
    open_document document[DOCUMENTS_MOST];
    int ndocuments;
    queued queue[QUEUE_MOST]; /* come and not yet answered, in their order */
    int nqueued;
    bool initialized, stopped, left;
} server;

/* ---- answers ----------------------------------------------------------------------------------
 */

enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    NO_METHOD = -32601,
    NOT_INITIALIZED = -32002,
    CANCELLED = -32800,
    REFUSED = -32803
};

static void send(server *s, vv_buffer *b) {
    const char *text = vv_buffer_text(b);
    if (!frames_write(s->output, text, strlen(text))) s->left = true;
}

static void begin_message(vv_json *j, vv_buffer *b) {
    vv_json_begin(j, b);
    vv_json_object(j);
    vv_json_field(j, "jsonrpc", "2.0");
}

static void send_error(server *s, vv_ctx *c, json_slice id, int code, const char *message) {
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    begin_message(&j, &b);
    vv_json_key(&j, "id"), vv_json_raw(&j, json_source(c, id));
    vv_json_key(&j, "error");
    vv_json_object(&j);
    vv_json_key(&j, "code"), vv_json_int(&j, code);
    vv_json_field(&j, "message", message);
    vv_json_end_object(&j);
    vv_json_end_object(&j);
    send(s, &b);
}

/* ---- documents --------------------------------------------------------------------------------
 */

static open_document *find_document(server *s, const char *uri) {
    for (int i = 0; uri && i < s->ndocuments; i++)
        if (!strcmp(s->document[i].uri, uri)) return &s->document[i];
    return NULL;
}

static void set_text(server *s, const char *uri, const char *text, size_t length) {
    open_document *d = find_document(s, uri);
    char *copy = malloc(length + 1), *name = d ? d->uri : strdup(uri);
    if (!d && copy && name && s->ndocuments < DOCUMENTS_MOST)
        d = &s->document[s->ndocuments++], *d = (open_document){.uri = name};
    if (!d || !copy) {
        free(copy);
        if (!d) free(name);
        return;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    free(d->text);
    d->text = copy, d->length = length, d->changed = true;
}

static void close_document(server *s, const char *uri) {
    open_document *d = find_document(s, uri);
    if (!d) return;
    free(d->uri), free(d->text);
    *d = s->document[--s->ndocuments];
}

static const char *file_of(const char *uri) {
    const char *slash = strrchr(uri, '/');
    return slash && slash[1] ? slash + 1 : uri;
}

/* With `none`, of a document that is closed. */
static void publish(server *s, const open_document *d, bool none) {
    vv_ctx *c = vv_ctx_new(&DIAGNOSTIC_LIMITS), *own = vv_ctx_new(NULL);
    document_text t = {file_of(d->uri), d->text, d->length};
    vv_buffer b = VV_BUFFER(own);
    vv_json j;
    if (c && own) {
        begin_message(&j, &b);
        vv_json_field(&j, "method", "textDocument/publishDiagnostics");
        vv_json_key(&j, "params");
        vv_json_object(&j);
        vv_json_field(&j, "uri", d->uri);
        vv_json_key(&j, "diagnostics");
        if (none)
            vv_json_raw(&j, "[]");
        else
            answer_diagnostics(c, &t, d->uri, &j);
        vv_json_end_object(&j);
        vv_json_end_object(&j);
        send(s, &b);
    }
    vv_ctx_free(c);
    vv_ctx_free(own);
}

/* ---- notifications ----------------------------------------------------------------------------
 */

static void did_open(server *s, vv_ctx *c, json_slice params) {
    size_t length = 0;
    json_slice d = json_field(params, "textDocument");
    const char *uri = json_text(c, json_field(d, "uri"), NULL),
               *text = json_text(c, json_field(d, "text"), &length);
    if (uri && text) set_text(s, uri, text, length);
}

/* A part of the text, or all of it if no range is given. */
static void change(server *s, vv_ctx *c, open_document *d, json_slice one) {
    size_t length = 0, begin = 0, end = d->length;
    const char *text = json_text(c, json_field(one, "text"), &length);
    json_slice range = json_field(one, "range");
    document_text t = {d->uri, d->text, d->length};
    if (!text) return;
    if (json_is(range, '{')) {
        long from[2] = {0}, to[2] = {0};
        json_slice start = json_field(range, "start"), stop = json_field(range, "end");
        json_integer(json_field(start, "line"), &from[0]),
            json_integer(json_field(start, "character"), &from[1]);
        json_integer(json_field(stop, "line"), &to[0]),
            json_integer(json_field(stop, "character"), &to[1]);
        begin = text_offset(&t, from[0], from[1]);
        end = text_offset(&t, to[0], to[1]);
        if (end < begin) end = begin;
    }
    size_t n = begin + length + d->length - end;
    char *made = vv_alloc(c, n + 1);
    if (!made) return;
    memcpy(made, d->text, begin);
    memcpy(made + begin, text, length);
    memcpy(made + begin + length, d->text + end, d->length - end);
    set_text(s, d->uri, made, n);
}

static void did_change(server *s, vv_ctx *c, json_slice params) {
    open_document *d =
        find_document(s, json_text(c, json_field(json_field(params, "textDocument"), "uri"), NULL));
    json_slice all = json_field(params, "contentChanges");
    for (json_slice one = json_first(all); d && one.at; one = json_after(all, one))
        change(s, c, d, one);
}

static void did_close(server *s, vv_ctx *c, json_slice params) {
    const char *uri = json_text(c, json_field(json_field(params, "textDocument"), "uri"), NULL);
    const open_document *d = find_document(s, uri);
    if (d) publish(s, d, true);
    close_document(s, uri);
}

static void leave(server *s, vv_ctx *c, json_slice params) {
    (void)c, (void)params;
    s->left = true;
}

static void nothing(server *s, vv_ctx *c, json_slice params) { (void)s, (void)c, (void)params; }

static const struct {
    const char *method;
    void (*take)(server *s, vv_ctx *c, json_slice params);
} NOTIFICATIONS[] = {
    {"textDocument/didOpen", did_open},
    {"textDocument/didChange", did_change},
    {"textDocument/didClose", did_close},
    {"exit", leave},
    {"initialized", nothing},
    {"$/cancelRequest", nothing},
};

/* ---- requests ---------------------------------------------------------------------------------
 */

static const char CAPABILITIES[] =
    "{\"capabilities\": {\"positionEncoding\": \"utf-16\", \"textDocumentSync\": {\"openClose\": "
    "true, \"change\": 2}, "
    "\"hoverProvider\": true, \"definitionProvider\": true, \"renameProvider\": true, "
    "\"documentFormattingProvider\": true, "
    "\"codeActionProvider\": {\"codeActionKinds\": [\"quickfix\"]}, "
    "\"completionProvider\": {\"triggerCharacters\": [\".\", \"[\", \"\\\\\"]}}, "
    "\"serverInfo\": {\"name\": \"visviva\", \"version\": \"" VV_VERSION "\"}}";

static const struct {
    const char *method;
    void (*answer)(question *q);
} REQUESTS[] = {
    {"textDocument/hover", answer_hover},           {"textDocument/completion", answer_completion},
    {"textDocument/definition", answer_definition}, {"textDocument/rename", answer_rename},
    {"textDocument/formatting", answer_formatting}, {"textDocument/codeAction", answer_code_action},
};

static void respond(server *s, vv_ctx *c, json_slice id, const char *result) {
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    begin_message(&j, &b);
    vv_json_key(&j, "id"), vv_json_raw(&j, json_source(c, id));
    vv_json_key(&j, "result"), vv_json_raw(&j, result);
    vv_json_end_object(&j);
    send(s, &b);
}

static void ask(server *s, vv_ctx *c, json_slice id, json_slice params,
                void (*answer)(question *)) {
    const open_document *d =
        find_document(s, json_text(c, json_field(json_field(params, "textDocument"), "uri"), NULL));
    if (!d) {
        send_error(s, c, id, REFUSED, "this document is not open");
        return;
    }
    long line = 0, column = 0;
    json_slice place = json_field(params, "position");
    json_integer(json_field(place, "line"), &line);
    json_integer(json_field(place, "character"), &column);
    document_text t = {file_of(d->uri), d->text, d->length};
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    vv_json_begin(&j, &b);
    question q = {
        .c = c, .text = &t, .params = params, .at = text_offset(&t, line, column), .out = &j};
    answer(&q);
    if (q.refusal)
        send_error(s, c, id, REFUSED, q.refusal);
    else if (!vv_ctx_ok(c))
        send_error(s, c, id, REFUSED, vv_status_text(vv_ctx_status(c)));
    else
        respond(s, c, id, vv_buffer_text(&b));
}

static void request(server *s, vv_ctx *c, const char *method, json_slice id, json_slice params) {
    if (!strcmp(method, "initialize")) {
        s->initialized = true;
        respond(s, c, id, CAPABILITIES);
        return;
    }
    if (!s->initialized) {
        send_error(s, c, id, NOT_INITIALIZED, "`initialize` comes first");
        return;
    }
    if (s->stopped) {
        send_error(s, c, id, INVALID_REQUEST, "the server has been shut down");
        return;
    }
    if (!strcmp(method, "shutdown")) {
        s->stopped = true;
        respond(s, c, id, "null");
        return;
    }
    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++)
        if (!strcmp(REQUESTS[i].method, method)) {
            ask(s, c, id, params, REQUESTS[i].answer);
            return;
        }
    send_error(s, c, id, NO_METHOD, vv_format(c, "no method '%s'", method));
}

/* ---- the loop ---------------------------------------------------------------------------------
 */

static bool is_same(json_slice a, json_slice b) {
    return a.at && b.at && a.end - a.at == b.end - b.at &&
           !memcmp(a.at, b.at, (size_t)(a.end - a.at));
}

/* Does a message that has come later take this request back? */
static bool is_cancelled(server *s, vv_ctx *c, json_slice id) {
    for (int i = 1; i < s->nqueued; i++) {
        const char *method = json_text(c, json_field(s->queue[i].message, "method"), NULL);
        if (method && !strcmp(method, "$/cancelRequest") &&
            is_same(json_field(json_field(s->queue[i].message, "params"), "id"), id))
            return true;
    }
    return false;
}

static void take(server *s, vv_ctx *c, json_slice message) {
    json_slice id = json_field(message, "id"), params = json_field(message, "params");
    const char *method = json_text(c, json_field(message, "method"), NULL);
    if (!method) {
        bool answer = json_field(message, "result").at ||
                      json_field(message, "error").at; /* to nothing we asked */
        if (!answer) send_error(s, c, id, INVALID_REQUEST, "a message is an object with a method");
        return;
    }
    if (id.at && is_cancelled(s, c, id)) {
        send_error(s, c, id, CANCELLED, "cancelled");
        return;
    }
    if (id.at) {
        request(s, c, method, id, params);
        return;
    }
    bool early = !s->initialized && strcmp(method, "exit");
    for (size_t i = 0; !early && i < sizeof NOTIFICATIONS / sizeof *NOTIFICATIONS; i++)
        if (!strcmp(NOTIFICATIONS[i].method, method)) NOTIFICATIONS[i].take(s, c, params);
}

/* Queues the next message; false if none has come, or the client has gone. */
static bool queue_next(server *s, bool wait) {
    const char *text;
    size_t length;
    if (s->nqueued == QUEUE_MOST || !frames_next(&s->input, wait, &text, &length)) return false;
    queued k = {malloc(length + 1), length, {NULL, NULL}};
    if (!k.text) return false;
    memcpy(k.text, text, length);
    k.text[length] = '\0';
    if (!json_is_whole(k.text, length, &k.message)) k.message.at = NULL;
    s->queue[s->nqueued++] = k;
    return true;
}

static void take_first(server *s) {
    vv_ctx *c = vv_ctx_new(&REQUEST_LIMITS);
    queued k = s->queue[0];
    if (c && k.message.at)
        take(s, c, k.message);
    else if (c)
        send_error(s, c, (json_slice){NULL, NULL}, PARSE_ERROR, "the message is not JSON");
    vv_ctx_free(c);
    free(k.text);
    memmove(s->queue, s->queue + 1, (size_t)--s->nqueued * sizeof *s->queue);
}

/* Diagnostics take longer than answers: they wait until nothing else is asked. */
static bool examine_one(server *s) {
    for (int i = 0; i < s->ndocuments; i++)
        if (s->document[i].changed) {
            s->document[i].changed = false;
            publish(s, &s->document[i], false);
            return true;
        }
    return false;
}

int language_server_run(int input, int output) {
    server *s = calloc(1, sizeof *s);
    if (!s) return vv_status_exit_code(VV_E_NOMEM);
    s->output = output;
    s->input = (frames){.fd = input};
    while (!s->left) {
        while (queue_next(s, false)) {
        }
        if (!s->nqueued && examine_one(s)) continue;
        if (!s->nqueued && !queue_next(s, true)) break; /* the client has gone */
        take_first(s);
    }
    int code = s->stopped ? 0 : 1;
    while (s->nqueued) free(s->queue[--s->nqueued].text);
    while (s->ndocuments) close_document(s, s->document[0].uri);
    frames_free(&s->input);
    free(s);
    return code;
}
