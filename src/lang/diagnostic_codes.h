/* Diagnostic codes of the language, explained in doc/diagnostics.md. A code never changes its
 * meaning. */
#ifndef VV_LANG_CODES_H
#define VV_LANG_CODES_H

/* clang-format off */
typedef enum vv_lang_code {
    VV_C_UTF8 = 101,      /* bytes that are not UTF-8                  */
    VV_C_CONTROL = 102,   /* control character                         */
    VV_C_CHARACTER = 103, /* a character that has no meaning */
    VV_C_INVISIBLE = 104, /* an invisible character                    */
    VV_C_LONG_NAME = 105,
    VV_C_LONG_NUMBER = 106,
    VV_C_EXPONENT = 107,  /* decimal exponent too large                */
    VV_C_STRING = 108,    /* unterminated string */
    VV_C_NUMBER = 109,    /* malformed number                          */
    VV_C_DOTTED = 110,    /* derivative written with dots */
    VV_C_LARGE_FILE = 111,
    VV_C_FILE_KIND = 112, /* a file of another kind                    */

    VV_C_STATEMENT = 201, /* not the beginning of a statement          */
    VV_C_EXPECTED = 202,  /* something else was expected here          */
    VV_C_UNCLOSED = 203,  /* unclosed bracket */
    VV_C_CLOSING = 204,   /* closing bracket without an opening one */
    VV_C_NESTED = 205,    /* nesting deeper than 1000 */
    VV_C_PRODUCT = 206,   /* two adjacent operands */
    VV_C_RESERVED = 207,  /* a reserved word used as a name            */
    VV_C_UNIT = 208,      /* unknown unit                              */
    VV_C_UNIT_PLACE = 209,/* a unit where none is allowed */
    VV_C_UNIT_SCOPE = 210,/* ambiguous: unit of 3 or of 1/3 */
    VV_C_OPERAND = 211,   /* missing expression */
    VV_C_PRIME = 212,     /* a prime where none is allowed */
    VV_C_COMPARISON = 213,/* comparison missing, or one too many       */
    VV_C_CLAUSE = 214,    /* clause unknown, missing or stated twice   */
    VV_C_COMPONENTS = 215,/* wrong number of components or arguments   */
    VV_C_TRAILING = 216,  /* something after the end of the statement  */
    VV_C_TARGET = 217,    /* not assignable, or not a valid name */
    VV_C_INDEX = 218      /* an index or a family where none is allowed */
} vv_lang_code;
/* clang-format on */

#endif
