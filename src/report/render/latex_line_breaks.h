/* Formulas in LaTeX as lines that fit a page: how wide a source is in print, and where it is
 * broken. */
#ifndef VV_REPORT_TEX_LINES_H
#define VV_REPORT_TEX_LINES_H

#include "base/buffer.h"

/* Widths are in units of 5 points, about a letter; a page of article has 69, of which some are left
 * for what an estimate misses. */
#define VV_LATEX_PAGE_WIDTH 65.0
#define VV_LATEX_WIDTH_UNIT 5.0

double vv_latex_width(const char *s, size_t n);

/* Lines behind an alignment mark. */
typedef struct vv_latex_lines {
    vv_buffer *out;
    double limit, column; /* how wide a line may be, and how wide the last one is */
} vv_latex_lines;

/* A sum, from the place where the last line ends: broken before its signs, within brackets where
 * one term is wider than a line; made smaller where that is not enough. */
void vv_latex_break_sum(vv_latex_lines *l, const char *s);
/* A relation and its right side behind the left one. */
void vv_latex_break_relation(vv_latex_lines *l, const char *relation, const char *right);

#endif
