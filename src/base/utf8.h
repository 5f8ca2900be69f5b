/* UTF-8: decoding, display width, and the canonical form of names. */
#ifndef VV_BASE_UTF8_H
#define VV_BASE_UTF8_H

#include "base/ctx.h"

/* Decodes one code point; returns its length in bytes, 0 if the bytes are not valid UTF-8
 * (overlong forms, surrogates and values beyond U+10FFFF are invalid). */
size_t vv_utf8_decode(const char *s, size_t n, uint32_t *code_point);
size_t vv_utf8_encode(uint32_t code_point, char out[4]);
/* Does it control a terminal or the writing direction? Then it must be visible, not effective. */
bool vv_utf8_is_hidden(uint32_t code_point);
enum { VV_UTF8_SHOWN = 16 };
/* The first character of s (n > 0 bytes) as it may be shown: itself, or \x1b, \u202e, or \x9f for a
 * stray byte. Returns how many bytes it takes in s. */
size_t vv_utf8_show(const char *s, size_t n, char shown[VV_UTF8_SHOWN]);
/* The text with all but line ends and tabs shown like that; s itself if nothing is hidden. NULL on
 * refusal. */
const char *vv_utf8_visible(vv_ctx *c, const char *s);
/* Number of terminal columns of the text (combining marks 0, wide characters 2). */
int vv_utf8_width(const char *s, size_t n);

/* Canonical spelling of a name: NFC; look-alikes folded (µ→μ, ϕ→φ, ϑ→θ, ϵ→ε, ∆→Δ, the sign Ω,
 * subscript digits x₁→x1); a spelt-out Greek letter at the beginning, followed by the end, a
 * digit or '_', becomes the letter (theta → θ, theta1 → θ1, Omega_x → Ω_x; thetax and etalon are
 * left alone). The number π keeps its Latin name: π → pi. NULL on refusal of memory. */
char *vv_name_canonical(vv_ctx *c, const char *s, size_t n);
/* LaTeX spelling of a canonical name: θ1 → \theta_1, m_in → m_{\mathit{in}}, P[2] → P_2. Only
 * Greek letters, trailing digits and explicit subscripts are interpreted; Ix is one word,
 * \mathit{Ix}. NULL on refusal. */
char *vv_name_latex(vv_ctx *c, const char *canonical);
/* An identifier of ASCII letters, digits and '_' that says the same: θ1' → theta1_dot, x'' →
 * x_ddot, N(P)/m → N_P_m. It begins with a letter and has at most `most` bytes. NULL on refusal. */
char *vv_name_ascii(vv_ctx *c, const char *text, int most);
/* The letter for a LaTeX control word (\theta, n bytes); NULL if there is none. */
const char *vv_latex_letter(const char *word, size_t n);

#endif
