#include "drawing/latex_escape.h"

#include <string.h>

#include "base/base.h"

static const char *escape_ascii(char ch) {
    switch (ch) {
    case '\\': return "\\textbackslash{}";
    case '{': return "\\{";
    case '}': return "\\}";
    case '$': return "\\$";
    case '&': return "\\&";
    case '#': return "\\#";
    case '%': return "\\%";
    case '_': return "\\_";
    case '^': return "\\textasciicircum{}";
    case '~': return "\\textasciitilde{}";
    case '<': return "$<$";
    case '>': return "$>$";
    case '|': return "$|$";
    case '*': return "*\\allowbreak{}"; /* products have no spaces */
    default: return NULL;
    }
}

/* Greek letters and script capitals: names of quantities. */
static bool is_letter(uint32_t code) {
    return (code >= 0x370 && code < 0x400) || (code >= 0x1D49C && code <= 0x1D4B5);
}

/* inputenc knows accented Latin letters in every font encoding (except the Icelandic ones);
 * Greek letters become math; the rest is not typeset. */
static void escape_wide(const char *s, size_t n, uint32_t code, vv_buffer *out) {
    bool icelandic = (code & 0xDF) == 0xD0 || (code & 0xDF) == 0xDE;
    if (code >= 0xC0 && code < 0x100 && code != 0xD7 && code != 0xF7 && !icelandic) {
        vv_buffer_add_n(out, s, n);
        return;
    }
    char *name = is_letter(code) ? vv_strndup(out->ctx, s, n) : NULL;
    char *tex = name ? vv_name_latex(out->ctx, name) : NULL;
    const char *other = code == 0x2019 || code == 0x2032 ? "'"
                        : code == 0x2013                 ? "--"
                        : code == 0x2026                 ? "\\dots{}"
                        : code == 0x2202                 ? "$\\partial$"
                        : code == 0xD7                   ? "$\\times$"
                        : code == 0x2212                 ? "$-$"
                        : code == 0xB2                   ? "$^2$"
                        : code == 0xB3                   ? "$^3$"
                        : code == 0xB9                   ? "$^1$"
                        : code == 0x207B                 ? "$^-$"
                                                         : "?";
    if (code == 0x2070 || (code >= 0x2074 && code <= 0x2079)) /* superscript digits */
        vv_buffer_printf(out, "$^%u$", (unsigned)(code - 0x2070));
    else if (tex && (unsigned char)*tex < 128)
        vv_buffer_printf(out, "$%s$", tex);
    else
        vv_buffer_add(out, other);
}

void vv_latex_escape(const char *text, vv_buffer *out) {
    size_t n = strlen(text);
    while (n) {
        uint32_t code = 0;
        size_t k = vv_utf8_decode(text, n, &code);
        const char *plain = code < 128 ? escape_ascii(*text) : NULL;
        if (code >= 128) { /* λ1 is one name */
            if (is_letter(code)) k += strspn(text + k, "0123456789");
            escape_wide(text, k, code, out);
        } else if (k == 0) {
            vv_buffer_char(out, '?');
            k = 1;
        } else if (plain) {
            vv_buffer_add(out, plain);
        } else {
            vv_buffer_char(out, *text);
        }
        text += k;
        n -= k;
    }
}
