/* Units of measure: text to exact scale and dimension. Every known unit is a product of powers
 * of 2, 3, 5 and pi with kilograms, metres and seconds, so the scale is stored exactly as those
 * exponents. Angles are dimensionless: rad is 1, deg is pi/180. */
#ifndef VV_LANG_UNITS_H
#define VV_LANG_UNITS_H

#include "base/base.h"

typedef struct vv_unit {
    int two, three, five, pi; /* scale to SI: 2^two 3^three 5^five pi^pi */
    int kg, m, s;             /* dimension */
} vv_unit;

typedef struct vv_unit_error {
    size_t begin, end; /* offending bytes of the text */
    const char *text;  /* "unknown unit" and the like; a constant */
    bool unknown;      /* the error is a name that is not in the table */
} vv_unit_error;

/* unit = factor { ("*" | "·" | "/") factor } ; factor = ( name | "1" | "(" unit ")" ) [ "^" [
 * "-" ] digits ]. False on an error, which is then described; fault may be NULL. Exponents are
 * at most 99. */
bool vv_unit_parse(const char *text, size_t length, vv_unit *out, vv_unit_error *fault);

/* The rational part of the scale as decimal integers, without the power of pi; in the arena.
 * False if memory is refused. */
bool vv_unit_scale(vv_ctx *c, const vv_unit *u, const char **numerator, const char **denominator);

/* "kg*m^2/s^2"; "1" if dimensionless; in the arena, NULL on refusal. */
char *vv_unit_dimension_text(vv_ctx *c, int kg, int m, int s);

/* The table, for hints and the reference: name of the i-th unit, NULL beyond the last. */
const char *vv_unit_name(int i);
/* Our symbol for a unit's full name ("degrees": "deg"), or NULL. */
const char *vv_unit_abbreviation(const char *name);

#endif
