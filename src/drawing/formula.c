#include "drawing/formula.h"

#include <ctype.h>
#include <string.h>

typedef struct reader {
    vv_ctx *c;
    const char *at;
    int n, room;
    vv_label_run *run;
    vv_buffer plain; /* text on the line that is not part of a name */
    bool unit;       /* within square brackets */
} reader;

static vv_label_run *push(reader *r, const char *text, size_t length) {
    static _Thread_local vv_label_run discarded;
    if (r->n == r->room) {
        int room = r->room ? 2 * r->room : 16;
        vv_label_run *grown = VV_ARRAY(r->c, vv_label_run, room);
        if (!grown) return &discarded;
        if (r->n) memcpy(grown, r->run, (size_t)r->n * sizeof *grown);
        r->run = grown, r->room = room;
    }
    char *own = vv_strndup(r->c, text, length);
    if (!own) return &discarded;
    r->run[r->n] = (vv_label_run){.text = own};
    return &r->run[r->n++];
}

static void flush(reader *r) {
    if (r->plain.length) push(r, r->plain.text, r->plain.length);
    vv_buffer_clear(&r->plain);
}

/* Length in bytes of the letter at s: Latin, Greek, script; 0: there is none. */
static size_t letter(const char *s) {
    uint32_t u = 0;
    size_t k = vv_utf8_decode(s, strlen(s), &u);
    bool latin = u < 128 && isalpha((int)u),
         accented = u >= 0xC0 && u < 0x250 && u != 0xD7 && u != 0xF7;
    bool greek = u >= 0x370 && u < 0x400, script = u >= 0x1D49C && u <= 0x1D4B5;
    return latin || accented || greek || script ? k : 0;
}

static size_t letters(const char *s) {
    size_t n = 0;
    for (size_t k; (k = letter(s + n)); n += k) {
    }
    return n;
}

/* _in, _1: the length with the sign, 0: none. */
static size_t subscript(const char *s) {
    size_t n = *s == '_';
    while (n && (isdigit((unsigned char)s[n]) || letter(s + n)))
        n += isdigit((unsigned char)s[n]) ? 1 : letter(s + n);
    return n > 1 ? n : 0;
}

/* The letters of a name as they are set: theta is θ. */
static const char *base_of(reader *r, size_t word) {
    const char *own = vv_name_canonical(r->c, r->at, word);
    return own ? own : "";
}

/* A name with its number, subscripts and primes. */
static void name(reader *r) {
    size_t word = letters(r->at), digits = strspn(r->at + word, "0123456789");
    const char *end = r->at + word + digits, *own = base_of(r, word);
    bool alone = strlen(own) == letter(own); /* dots stand over a single letter */
    vv_buffer below = VV_BUFFER(r->c);
    if (*end == '(') { /* a function */
        vv_buffer_add_n(&r->plain, r->at, word + digits);
        r->at = end;
        return;
    }
    vv_buffer_add_n(&below, r->at + word, digits);
    for (size_t k; (k = subscript(end)); end += k) {
        if (below.length) vv_buffer_char(&below, ',');
        vv_buffer_add_n(&below, end + 1, k - 1);
    }
    size_t primes = strspn(end, "'");
    bool dotted = primes && primes <= 2 && alone;
    flush(r);
    vv_label_run *base = push(r, own, strlen(own));
    base->dots = dotted ? (int)primes : 0, base->is_name = true;
    if (below.length) push(r, below.text, below.length)->level = VV_LABEL_SUBSCRIPT;
    r->at = end;
    if (dotted) r->at += primes;
    vv_buffer_free(&below);
}

/* ^2, ^-1: a superscript. */
static bool power(reader *r) {
    size_t sign = r->at[1] == '-', digits = strspn(r->at + 1 + sign, "0123456789");
    if (*r->at != '^' || !digits) return false;
    flush(r);
    const char *text =
        vv_format(r->c, "%s%.*s", sign ? "\xE2\x88\x92" : "", (int)digits, r->at + 1 + sign);
    if (text) push(r, text, strlen(text))->level = VV_LABEL_SUPERSCRIPT;
    r->at += 1 + sign + digits;
    return true;
}

static void plain(reader *r) {
    uint32_t u;
    size_t k = vv_utf8_decode(r->at, strlen(r->at), &u);
    if (*r->at == '[') r->unit = true;
    if (*r->at == ']') r->unit = false;
    if (*r->at == '*')
        vv_buffer_add(&r->plain, "·");
    else
        vv_buffer_add_n(&r->plain, r->at, k ? k : 1);
    r->at += k ? k : 1;
}

int vv_label_runs(vv_ctx *c, const char *text, vv_label_run **out) {
    reader r = {.c = c, .at = text, .plain = VV_BUFFER(c)};
    while (*r.at && vv_ctx_status(c) != VV_E_NOMEM) {
        if (power(&r)) continue;
        if (!r.unit && letter(r.at))
            name(&r);
        else
            plain(&r);
    }
    flush(&r);
    *out = r.run;
    return r.n;
}

double vv_label_scale(const vv_label_run *r) { return r->level == VV_LABEL_LINE ? 1 : 0.72; }

double vv_label_rise(const vv_label_run *r) {
    return r->level == VV_LABEL_LINE ? 0 : r->level == VV_LABEL_SUBSCRIPT ? -0.22 : 0.38;
}
