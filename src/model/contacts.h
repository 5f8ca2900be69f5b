/* Shared by the files on contacts; elaborate.h has their interface. */
#ifndef VV_MODEL_CONTACTS_H
#define VV_MODEL_CONTACTS_H

#include "model/elaborate.h"

static inline const vv_surface_def *vv_surface_def_of(const elaborator *el, const vv_def *d) {
    return &el->surface[d->index];
}
/* Does the Gauss map of the surface have an explicit inverse, so that the normal gives the
 * point? */
static inline bool vv_surface_has_gauss_inverse(const vv_surface *s) {
    return s->gauss != VV_GAUSS_NONE && s->gauss != VV_GAUSS_PLANE;
}
void vv_surface_contact_error(elaborator *el, vv_span at, const char *hint, const char *what);

/* The frame that carries a surface, and the point from which it is described. False: reported. */
bool vv_surface_carrier(elaborator *el, const vv_def *surface, int *frame, vv_vec *origin);
/* Two tangent directions orthogonal to n: coordinate axes if n is one, otherwise constructed
 * from them. */
void vv_tangent_directions(elaborator *el, int frame, const vv_expr n[3], vv_vec out[2]);
/* The trihedron and the point x with the surface's parameters replaced by n contact coordinates. */
vv_trihedron vv_trihedron_at(elaborator *el, const vv_surface_def *s, int n, const vv_expr *q,
                             vv_expr x[3]);
/* Adds guards for runs to monitor: patch edges, chart validity and curvature fit of both
 * surfaces. */
void vv_surface_contact_add_guards(elaborator *el, const vv_surface_contact *k);

#endif
