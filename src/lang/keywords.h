/* The words of the language: which begin a statement, and which cannot be a name. */
#ifndef VV_LANG_WORDS_H
#define VV_LANG_WORDS_H

#include "base/ctx.h"

/* Words that join the parts of a statement; they end an expression, so they are never names. */
bool vv_keyword_is_connective(const char *s, size_t n);
/* Canonical names with a fixed meaning (t, pi, δ, D, world, sin, dot, ...): never declared. */
bool vv_keyword_is_reserved(const char *canonical);
/* Of these the functions: what always has its arguments in brackets. */
bool vv_keyword_is_function(const char *canonical);
/* The derivative in other languages: der(x), diff(x, t). */
bool vv_keyword_is_foreign_derivative(const char *name);
/* All of them, for the reference and its test; NULL beyond the last. */
const char *vv_keyword_connective(int i);
const char *vv_keyword_reserved(int i);

#endif
