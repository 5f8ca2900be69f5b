/* Breaks LaTeX formulas into lines that fit a page: estimates the printed width of the source
 * and chooses the breaks. */
#ifndef VV_REPORT_RENDER_LATEX_LINE_BREAKS_H
#define VV_REPORT_RENDER_LATEX_LINE_BREAKS_H

#include "base/base.h"

/* Widths are in units of 5 points, about a letter; the article class has 69 per line, some of
 * which are reserved for estimation errors. */
#define VV_LATEX_PAGE_WIDTH 65.0
#define VV_LATEX_WIDTH_UNIT 5.0

double vv_latex_width(const char *s, size_t n);

/* Lines after an alignment mark. */
typedef struct vv_latex_lines {
    vv_buffer *out;
    double limit, column; /* maximal width of a line, and width of the last one */
} vv_latex_lines;

/* A sum, from the end of the last line: broken before its signs, or within brackets where a term
 * is wider than a line; scaled down where that is not enough. */
void vv_latex_break_sum(vv_latex_lines *l, const char *s);
/* A relation sign and its right-hand side, after the left-hand side. */
void vv_latex_break_relation(vv_latex_lines *l, const char *relation, const char *right);

#endif
