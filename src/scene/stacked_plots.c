/* Drawings one below the other, the frames of plots aligned. */
#include <math.h>
#include <string.h>

#include "scene/run_plots.h"

enum { GAP = 16 };

static bool make_room(vv_ctx *c, vv_drawing_list *p) {
    if (p->n < p->capacity) return true;
    int capacity = p->capacity ? 2 * p->capacity : 16;
    vv_drawing **at = VV_ARRAY(c, vv_drawing *, capacity);
    const vv_plot **plot = VV_ARRAY(c, const vv_plot *, capacity);
    if (!at || !plot) return false;
    if (p->n) memcpy(at, p->at, (size_t)p->n * sizeof *at);
    if (p->n) memcpy(plot, p->plot, (size_t)p->n * sizeof *plot);
    p->at = at, p->plot = plot, p->capacity = capacity;
    return true;
}

void vv_drawing_list_add(vv_ctx *c, vv_drawing_list *p, vv_drawing *d) {
    if (!d || !make_room(c, p)) return;
    p->plot[p->n] = NULL;
    p->at[p->n++] = d;
}

static const void *copied(vv_ctx *c, const void *from, size_t n) {
    void *to = from && n ? vv_alloc(c, n) : NULL;
    return to ? memcpy(to, from, n) : NULL;
}

/* What the plot holds by reference may be on the stack of the caller; columns are not. */
static const vv_plot *kept(vv_ctx *c, const vv_plot *p) {
    vv_plot *own = VV_NEW(c, vv_plot);
    if (!own) return NULL;
    *own = *p;
    own->series = copied(c, p->series, (size_t)p->nseries * sizeof *p->series);
    own->key = copied(c, p->key, (size_t)p->nkeys * sizeof *p->key);
    own->x_range = copied(c, p->x_range, 2 * sizeof *p->x_range);
    own->y_range = copied(c, p->y_range, 2 * sizeof *p->y_range);
    own->arrow = copied(c, p->arrow, 4 * (size_t)p->narrows * sizeof *p->arrow);
    return vv_ctx_ok(c) ? own : NULL;
}

static vv_drawing *drawn(vv_ctx *c, const vv_plot *p, const char *title) {
    vv_drawing *d = vv_plot_draw(c, p);
    if (d && title) d->title = title;
    return d;
}

void vv_drawing_list_plot(vv_ctx *c, vv_drawing_list *p, const vv_plot *plot, const char *title) {
    vv_plot styled = *plot;
    vv_plot_set_style(&styled, p->style);
    const vv_plot *own = kept(c, &styled);
    int n = p->n;
    vv_drawing_list_add(c, p, own ? drawn(c, own, title) : NULL);
    if (p->n > n) p->plot[n] = own;
}

void vv_drawing_list_align(vv_ctx *c, vv_drawing_list *p) {
    double left = 0;
    for (int i = 0; i < p->n; i++)
        if (p->plot[i]) left = fmax(left, p->at[i]->left);
    for (int i = 0; i < p->n; i++) {
        if (!p->plot[i] || p->at[i]->left >= left) continue;
        vv_plot moved = *p->plot[i];
        moved.left = left;
        vv_drawing *d = drawn(c, &moved, p->at[i]->title);
        if (d) p->at[i] = d;
    }
}

vv_drawing *vv_drawing_list_stack(vv_ctx *c, vv_drawing_list *p, const char *title) {
    double width = 0, height = 0, y = 0;
    vv_drawing_list_align(c, p);
    for (int i = 0; i < p->n; i++) {
        width = fmax(width, p->at[i]->width);
        height += p->at[i]->height + (i ? GAP : 0);
    }
    vv_drawing *d = vv_drawing_new(c, width, height, title);
    for (int i = 0; d && i < p->n; i++) {
        vv_drawing_add(d, p->at[i], 0, y);
        y += p->at[i]->height + GAP;
    }
    return d;
}
