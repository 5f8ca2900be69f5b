/* Tolerances of the numerical methods: pure numbers. */
#ifndef VV_NUMERIC_TOLERANCES_H
#define VV_NUMERIC_TOLERANCES_H

/* ---- root_isolation.c ----------------------------------------------------------------------- */

/* of the unit interval: widens the bracket of a zero, whose ends are rounded */
#define VV_ROOT_BRACKET 1e-12

/* ---- row_selection.h ------------------------------------------------------------------------ */

/* of the squared length of a row: what rounding leaves of a dependent row */
#define VV_SELECT_DEPENDENT (1e-9 * 1e-9)

#endif
