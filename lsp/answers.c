#include "answers.h"

#include <string.h>

#include "api/command.h"

static const char *uri_of(question *q) {
    const char *uri =
        json_text(q->c, json_field(json_field(q->params, "textDocument"), "uri"), NULL);
    return uri ? uri : "";
}

static void put_null(question *q) { vv_json_raw(q->out, "null"); }

static const char *slice(question *q, vv_span s) {
    const char *text = vv_strndup(q->c, q->text->text + s.begin, s.end - s.begin);
    return text ? text : "";
}

/* ---- hover ------------------------------------------------------------------------------------
 */

static const vv_vocable *vocable(const char *word, bool first) {
    const vv_vocable *found = NULL, *k;
    for (int i = 0; (k = vv_vocabulary_word(i)); i++) {
        size_t n = strcspn(k->word, " ");
        bool same = strlen(word) == n && !memcmp(k->word, word, n);
        if (same && (!found || (k->kind == VV_WORD_STATEMENT) == first)) found = k;
        if (same && found == k && (k->kind == VV_WORD_STATEMENT) == first) return k;
    }
    return found;
}

/* ${m} = ${1} as m = 1 */
static const char *filled(vv_ctx *c, const char *form) {
    vv_buffer b = VV_BUFFER(c);
    for (; *form; form++) {
        if (form[0] == '$' && form[1] == '{')
            form++;
        else if (*form != '}')
            vv_buffer_char(&b, *form);
    }
    const char *text = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text ? text : "";
}

/* The remark at the end of the line of a declaration. */
static const char *remark(question *q, const declaration *d) {
    const char *s = q->text->text + d->name.end, *end = q->text->text + q->text->length;
    while (s < end && *s != '\n' && *s != '\r' && *s != '#') s++;
    if (s == end || *s != '#') return "";
    const char *from = s + 1, *stop = from;
    while (stop < end && *stop != '\n' && *stop != '\r') stop++;
    while (from < stop && *from == ' ') from++;
    const char *text = vv_strndup(q->c, from, (size_t)(stop - from));
    return text ? text : "";
}

static const char *about_name(question *q, const declaration *d) {
    vv_buffer b = VV_BUFFER(q->c);
    vv_buffer_printf(&b, "**%s**: %s", d->key, vv_node_kind_name(d->node->kind));
    if (d->unit) vv_buffer_printf(&b, " [%s]", d->unit->name);
    if (d->value) vv_buffer_printf(&b, "\n\n`= %s`", slice(q, d->value->span));
    if (*remark(q, d)) vv_buffer_printf(&b, "\n\n%s", remark(q, d));
    return vv_buffer_text(&b);
}

static const char *about_word(question *q, const vv_vocable *k) {
    if (k->kind == VV_WORD_CLAUSE) return NULL;
    if (k->kind == VV_WORD_FUNCTION)
        return vv_format(q->c, "`%s%s`%s%s", k->word, k->form, *k->text ? ": " : "", k->text);
    return vv_format(q->c, "**%s**: %s\n\n`%s`", k->word, k->text, filled(q->c, k->form));
}

void answer_hover(question *q) {
    int n, count;
    text_tokens tokens = text_read_tokens(q->c, q->text);
    const struct text_token *t = text_token_at(&tokens, q->at);
    declaration *all = text_declarations(q->c, q->text, &n);
    if (!t || !all || t->is_member) {
        put_null(q);
        return;
    }
    const char *word = vv_strndup(q->c, q->text->text + t->begin, t->end - t->begin);
    const declaration *d = text_find_declaration(all, n, t->key, &count);
    const vv_vocable *k =
        word ? vocable(word, text_line_begin(q->text, t->begin) == t->begin) : NULL;
    const char *about = d ? about_name(q, d) : k ? about_word(q, k) : NULL;
    if (!about) {
        put_null(q);
        return;
    }
    vv_json_object(q->out);
    vv_json_key(q->out, "contents");
    vv_json_object(q->out);
    vv_json_field(q->out, "kind", "markdown");
    vv_json_field(q->out, "value", about);
    vv_json_end_object(q->out);
    text_put_range(q->text, q->out, "range", t->begin, t->end);
    vv_json_end_object(q->out);
}

/* ---- completion -------------------------------------------------------------------------------
 */

/* Kinds and formats of the protocol. */
enum {
    KIND_FUNCTION = 3,
    KIND_VARIABLE = 6,
    KIND_FIELD = 5,
    KIND_UNIT = 11,
    KIND_KEYWORD = 14,
    SNIPPET = 2
};

static void put_item(question *q, const char *label, int kind, const char *detail, const char *text,
                     bool snippet) {
    vv_json_object(q->out);
    vv_json_field(q->out, "label", label);
    vv_json_key(q->out, "kind"), vv_json_int(q->out, kind);
    if (detail && *detail) vv_json_field(q->out, "detail", detail);
    if (text) vv_json_field(q->out, "insertText", text);
    if (snippet) vv_json_key(q->out, "insertTextFormat"), vv_json_int(q->out, SNIPPET);
    vv_json_end_object(q->out);
}

/* ${m} = ${1} with the numbers that the protocol wants. */
static const char *as_snippet(vv_ctx *c, const char *form) {
    vv_buffer b = VV_BUFFER(c);
    int n = 0;
    for (; *form; form++) {
        if (form[0] == '$' && form[1] == '{')
            vv_buffer_printf(&b, "${%d:", ++n), form++;
        else
            vv_buffer_char(&b, *form);
    }
    return vv_buffer_text(&b);
}

static void put_vocabulary(question *q, bool statements) {
    const vv_vocable *k;
    for (int i = 0; (k = vv_vocabulary_word(i)); i++) {
        if ((k->kind == VV_WORD_STATEMENT) != statements) continue;
        bool function = k->kind == VV_WORD_FUNCTION;
        const char *detail =
            function ? vv_format(q->c, "%s%s%s", k->form, *k->text ? ": " : "", k->text) : k->text;
        put_item(q, k->word, function ? KIND_FUNCTION : KIND_KEYWORD, detail,
                 statements ? as_snippet(q->c, k->form) : NULL, statements);
    }
}

static void put_names(question *q) {
    int n;
    declaration *d = text_declarations(q->c, q->text, &n);
    for (int i = 0; d && i < n; i++) {
        const char *kind = vv_node_kind_name(d[i].node->kind),
                   *unit = d[i].unit ? d[i].unit->name : NULL;
        if (q->at >= d[i].name.begin && q->at <= d[i].name.end) continue; /* being declared */
        put_item(q, slice(q, d[i].name), KIND_VARIABLE,
                 unit ? vv_format(q->c, "%s [%s]", kind, unit) : kind, NULL, false);
    }
}

/* \theta: the letter in place of the command. */
static void put_letters(question *q, size_t backslash) {
    static const char *const names[] = {
        "alpha", "beta",    "gamma",  "delta", "epsilon", "zeta",  "eta",   "theta",
        "iota",  "kappa",   "lambda", "mu",    "nu",      "xi",    "rho",   "sigma",
        "tau",   "upsilon", "phi",    "chi",   "psi",     "omega", "Gamma", "Delta",
        "Theta", "Lambda",  "Xi",     "Pi",    "Sigma",   "Phi",   "Psi",   "Omega"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *letter = vv_name_canonical(q->c, names[i], strlen(names[i]));
        vv_json_object(q->out);
        vv_json_field(q->out, "label", vv_format(q->c, "\\%s", names[i]));
        vv_json_field(q->out, "detail", letter);
        vv_json_key(q->out, "textEdit");
        vv_json_object(q->out);
        text_put_range(q->text, q->out, "range", backslash, q->at);
        vv_json_field(q->out, "newText", letter);
        vv_json_end_object(q->out);
        vv_json_end_object(q->out);
    }
}

static bool is_word_byte(char ch) {
    return (ch & 0x80) || ch == '_' || (ch >= '0' && ch <= '9') ||
           ((ch | 32) >= 'a' && (ch | 32) <= 'z');
}

/* Does the line up to the word hold words only? Then a statement begins here. */
static bool begins_statement(const char *s, const char *end) {
    for (; s < end; s++)
        if (!is_word_byte(*s) && *s != ' ' && *s != '\t') return false;
    return true;
}

/* One word at most before the one that is being written: kinetic energy, claim integral. */
static int words_before(const char *s, const char *end) {
    int n = 0;
    for (bool in = false; s < end; s++) {
        n += is_word_byte(*s) && !in;
        in = is_word_byte(*s);
    }
    return n;
}

void answer_completion(question *q) {
    const char *text = q->text->text, *line = text + text_line_begin(q->text, q->at),
               *at = text + q->at, *word = at;
    while (word > line && is_word_byte(word[-1])) word--;
    bool quoted = false, remarked = false;
    for (const char *s = line; s < at; s++) quoted ^= *s == '"', remarked |= !quoted && *s == '#';
    const char *bracket = word;
    while (bracket > line && (is_word_byte(bracket[-1]) || strchr("*/^-", bracket[-1]))) bracket--;
    vv_json_array(q->out);
    if (!quoted && !remarked) {
        if (word > line && word[-1] == '.') {
            static const char *const members[] = {"x", "y", "z", "origin"};
            for (int i = 0; i < 4; i++) put_item(q, members[i], KIND_FIELD, NULL, NULL, false);
        } else if (word > line && word[-1] == '\\') {
            put_letters(q, (size_t)(word - 1 - text));
        } else if (bracket > line + 1 && bracket[-1] == '[' && bracket[-2] == ' ') {
            for (int i = 0; vv_unit_name(i); i++)
                put_item(q, vv_unit_name(i), KIND_UNIT, "unit", NULL, false);
        } else {
            if (begins_statement(line, word) && words_before(line, word) == 0)
                put_vocabulary(q, true);
            else
                put_names(q), put_vocabulary(q, false);
        }
    }
    vv_json_end_array(q->out);
}

/* ---- definition, renaming ---------------------------------------------------------------------
 */

/* The declared name at the place asked for. */
static const declaration *declared_at(question *q, text_tokens *tokens, int *count) {
    int n;
    *tokens = text_read_tokens(q->c, q->text);
    const struct text_token *t = text_token_at(tokens, q->at);
    declaration *all = text_declarations(q->c, q->text, &n);
    return t && all && !t->is_member ? text_find_declaration(all, n, t->key, count) : NULL;
}

void answer_definition(question *q) {
    text_tokens tokens;
    int count;
    const declaration *d = declared_at(q, &tokens, &count);
    if (!d) {
        put_null(q);
        return;
    }
    vv_json_object(q->out);
    vv_json_field(q->out, "uri", uri_of(q));
    text_put_range(q->text, q->out, "range", d->name.begin, d->name.end);
    vv_json_end_object(q->out);
}

static const char *refuse_name(question *q, const text_tokens *tokens, const char *name,
                               const char *key) {
    vv_name_reader r = vv_names_begin(q->c, name, strlen(name));
    bool one = vv_names_next(&r) && r.span.begin == 0 && r.span.end == strlen(name);
    if (!one) return "this is no name: letters, digits and _, a letter first";
    if (vv_keyword_is_connective(name, strlen(name)) || vv_keyword_is_reserved(key))
        return "this is a word of the language";
    for (int i = 0; i < tokens->n; i++)
        if (!tokens->of[i].is_member && !strcmp(tokens->of[i].key, key))
            return "this name occurs in the model already";
    return NULL;
}

void answer_rename(question *q) {
    text_tokens tokens;
    int count = 0;
    const char *name = json_text(q->c, json_field(q->params, "newName"), NULL);
    const declaration *d = declared_at(q, &tokens, &count);
    const char *key = name ? vv_name_canonical(q->c, name, strlen(name)) : NULL;
    if (!d)
        q->refusal = "nothing is declared by this name";
    else if (count > 1)
        q->refusal =
            "this name is declared more than once, as a scalar and a frame, say: rename by hand";
    else if (!key)
        q->refusal = "a new name is missing";
    else
        q->refusal = refuse_name(q, &tokens, name, key);
    if (q->refusal) return;
    vv_json_object(q->out);
    vv_json_key(q->out, "changes");
    vv_json_object(q->out);
    vv_json_key(q->out, uri_of(q));
    vv_json_array(q->out);
    for (int i = 0; i < tokens.n; i++) {
        const struct text_token *t = &tokens.of[i];
        if (t->is_member || strcmp(t->key, d->key)) continue;
        vv_json_object(q->out);
        text_put_range(q->text, q->out, "range", t->begin, t->end);
        vv_json_field(q->out, "newText", name);
        vv_json_end_object(q->out);
    }
    vv_json_end_array(q->out);
    vv_json_end_object(q->out);
    vv_json_end_object(q->out);
}

/* ---- formatting, diagnostics, cures -----------------------------------------------------------
 */

static void put_edit(question *q, size_t begin, size_t end, const char *text) {
    vv_json_object(q->out);
    text_put_range(q->text, q->out, "range", begin, end);
    vv_json_field(q->out, "newText", text);
    vv_json_end_object(q->out);
}

void answer_formatting(question *q) {
    const char *made;
    vv_status status = vv_layout_text(q->c, q->text->name, q->text->text, q->text->length, &made);
    bool same = status == VV_OK && strlen(made) == q->text->length &&
                !memcmp(made, q->text->text, q->text->length);
    if (status != VV_OK) { /* its errors are shown */
        put_null(q);
        return;
    }
    vv_json_array(q->out);
    if (!same) put_edit(q, 0, q->text->length, made);
    vv_json_end_array(q->out);
}

/* The engine's diagnostics, in the context. */
static void examine(vv_ctx *c, const document_text *t) {
    vv_command_mechanism *m;
    vv_command_load(c, t->name, t->text, t->length, 0, NULL, &m);
}

static vv_span whole_line(const document_text *t, vv_span s) {
    if (s.begin < s.end || t->length == 0) return s;
    return (vv_span){0, 1};
}

static void put_diagnostic(vv_ctx *c, const document_text *t, const vv_diag *d, const char *uri,
                           vv_json *out) {
    vv_span s = whole_line(t, d->span);
    vv_json_object(out);
    text_put_range(t, out, "range", s.begin, s.end);
    vv_json_key(out, "severity"), vv_json_int(out, d->severity == VV_ERROR     ? 1
                                                   : d->severity == VV_WARNING ? 2
                                                                               : 3);
    vv_json_field(out, "code", vv_format(c, "VV%04d", d->code));
    vv_json_field(out, "source", "visviva");
    vv_json_field(out, "message",
                  d->hint ? vv_format(c, "%s\n%s", d->message, d->hint) : d->message);
    if (d->related_text && d->related.begin < d->related.end) {
        vv_json_key(out, "relatedInformation");
        vv_json_array(out);
        vv_json_object(out);
        vv_json_key(out, "location");
        vv_json_object(out);
        vv_json_field(out, "uri", uri);
        text_put_range(t, out, "range", d->related.begin, d->related.end);
        vv_json_end_object(out);
        vv_json_field(out, "message", d->related_text);
        vv_json_end_object(out);
        vv_json_end_array(out);
    }
    vv_json_end_object(out);
}

void answer_diagnostics(vv_ctx *c, const document_text *t, const char *uri, vv_json *out) {
    examine(c, t);
    vv_json_array(out);
    for (int i = 0; i < vv_diag_count(c); i++) put_diagnostic(c, t, vv_diag_at(c, i), uri, out);
    vv_json_end_array(out);
}

static void put_cure(question *q, const vv_diag *d, vv_cure cure) {
    const char *line = strchr(cure.text, '\n');
    int n = line ? (int)(line - cure.text) : (int)strlen(cure.text);
    vv_json_object(q->out);
    vv_json_field(q->out, "title",
                  vv_format(q->c, "write %.*s%s", n, cure.text, line ? " ..." : ""));
    vv_json_field(q->out, "kind", "quickfix");
    vv_json_key(q->out, "diagnostics");
    vv_json_array(q->out);
    put_diagnostic(q->c, q->text, d, uri_of(q), q->out);
    vv_json_end_array(q->out);
    vv_json_key(q->out, "edit");
    vv_json_object(q->out);
    vv_json_key(q->out, "changes");
    vv_json_object(q->out);
    vv_json_key(q->out, uri_of(q));
    vv_json_array(q->out);
    put_edit(q, cure.span.begin, cure.span.end, cure.text);
    vv_json_end_array(q->out);
    vv_json_end_object(q->out);
    vv_json_end_object(q->out);
    vv_json_end_object(q->out);
}

static size_t bound(question *q, const char *which) {
    long line = 0, column = 0;
    json_slice p = json_field(json_field(q->params, "range"), which);
    json_integer(json_field(p, "line"), &line);
    json_integer(json_field(p, "character"), &column);
    return text_offset(q->text, line, column);
}

void answer_code_action(question *q) {
    size_t begin = bound(q, "start"), end = bound(q, "end");
    static const vv_limits LIMITS = {.bytes = (size_t)512 << 20, .seconds = 5};
    vv_ctx *c = vv_ctx_new(&LIMITS); /* a faulty model fails its own context */
    if (c) examine(c, q->text);
    vv_json_array(q->out);
    for (int i = 0; c && i < vv_diag_count(c); i++) {
        const vv_diag *d = vv_diag_at(c, i);
        vv_cure cure = vv_diag_cure_at(c, i);
        if (cure.text && d->span.begin <= end && begin <= d->span.end) put_cure(q, d, cure);
    }
    vv_json_end_array(q->out);
    vv_ctx_free(c);
}
