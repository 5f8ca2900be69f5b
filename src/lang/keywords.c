#include "lang/keywords.h"

#include <string.h>

/* clang-format off */
static const char *const joining[] = {
    "about", "along", "and", "at", "between", "by", "for", "free", "if", "in", "neglecting",
    "not", "on", "or", "then", "through", "turned", "turning", "when", "without",
};

/* Constants, operators, and the functions of scalars, vectors, frames, points and bodies. */
enum { NO_FUNCTIONS = 5 }; /* the first of them */
static const char *const fixed[] = {
    "t", "pi", "δ", "D", "world", "sum", "piecewise",
    "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "atan2",
    "sinh", "cosh", "tanh", "exp", "log", "sqrt", "abs", "sign", "min", "max",
    "dot", "cross", "unit", "norm", "spin", "velocity", "acceleration", "reaction",
};

/* clang-format on */

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

bool vv_keyword_is_connective(const char *s, size_t n) {
    for (int i = 0; i < COUNT(joining); i++)
        if (n && joining[i][0] == s[0] && strncmp(joining[i], s, n) == 0 && !joining[i][n])
            return true;
    return false;
}

/* Most words differ in their first letter. */
static bool is_among(int from, const char *canonical) {
    for (int i = from; i < COUNT(fixed); i++)
        if (fixed[i][0] == canonical[0] && strcmp(fixed[i], canonical) == 0) return true;
    return false;
}

bool vv_keyword_is_reserved(const char *canonical) { return is_among(0, canonical); }
bool vv_keyword_is_function(const char *canonical) { return is_among(NO_FUNCTIONS, canonical); }

bool vv_keyword_is_foreign_derivative(const char *name) {
    static const char *const words[] = {"der", "diff", "Derivative", "derivative", "ddt"};
    for (int i = 0; i < COUNT(words); i++)
        if (strcmp(words[i], name) == 0) return true;
    return false;
}

const char *vv_keyword_connective(int i) {
    return i >= 0 && i < COUNT(joining) ? joining[i] : NULL;
}
const char *vv_keyword_reserved(int i) { return i >= 0 && i < COUNT(fixed) ? fixed[i] : NULL; }
