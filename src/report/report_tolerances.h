/* Tolerances of the reports. */
#ifndef VV_REPORT_TOLERANCES_H
#define VV_REPORT_TOLERANCES_H

/* ---- singular_speeds_report.c --------------------------------------------------------------- */

/* values are of the order of 1: a smaller determinant or pivot counts as zero */
#define VV_REPORT_ZERO_PIVOT 1e-9

#endif
