/* Keywords of the language: statement keywords and words that cannot be names. */
#ifndef VV_LANG_WORDS_H
#define VV_LANG_WORDS_H

#include "base/base.h"

/* Words that join parts of a statement. They end an expression, so they are never names. */
bool vv_keyword_is_connective(const char *s, size_t n);
/* Canonical names with a fixed meaning (t, pi, δ, D, world, sin, dot, ...): cannot be declared. */
bool vv_keyword_is_reserved(const char *canonical);
/* The functions among them: always followed by arguments in parentheses. */
bool vv_keyword_is_function(const char *canonical);
/* Derivative notation of other languages: der(x), diff(x, t). */
bool vv_keyword_is_foreign_derivative(const char *name);
/* Enumeration, for the reference and its test; NULL beyond the last. */
const char *vv_keyword_connective(int i);
const char *vv_keyword_reserved(int i);

#endif
