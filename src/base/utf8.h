/* UTF-8: decoding, display width, and the canonical form of names. */
#ifndef VV_BASE_UTF8_H
#define VV_BASE_UTF8_H

#include "base/ctx.h"

/* Decode one code point; returns its length in bytes, 0 when the bytes are not valid UTF-8
 * (overlong forms, surrogates and beyond U+10FFFF are invalid). */
size_t vv_utf8_decode(const char *s, size_t n, uint32_t *code_point);
size_t vv_utf8_encode(uint32_t code_point, char out[4]);
/* Columns a terminal uses for the text (combining marks 0, wide characters 2). */
int vv_utf8_width(const char *s, size_t n);

/* The one spelling under which a name is known: NFC; look-alikes folded (µ→μ, ϕ→φ, ϑ→θ, ϵ→ε, ∆→Δ,
 * the sign Ω, subscript digits x₁→x1); a spelt-out Greek letter that begins the name and is
 * followed by its end, a digit or '_' becomes the letter (theta → θ, theta1 → θ1, Omega_x → Ω_x;
 * thetax and etalon are left alone). The number keeps its Latin name: π → pi. NULL on refusal of
 * memory. */
char *vv_name_canonical(vv_ctx *c, const char *s, size_t n);
/* LaTeX spelling of a canonical name: θ1 → \theta_1, m_in → m_{\mathit{in}}, P[2] → P_2. Only Greek
 * letters, trailing digits and written subscripts are read so; Ix is one word, \mathit{Ix}. NULL on
 * refusal. */
char *vv_name_latex(vv_ctx *c, const char *canonical);
/* The letter that such a control word (\theta, n bytes) stands for; NULL: none. */
const char *vv_latex_letter(const char *word, size_t n);

#endif
