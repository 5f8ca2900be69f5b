/* Surfaces and curves as expressions, in the axes of what carries them.
 *
 * A surface may have a chart x(u, v), an equation F(x) = 0, and an explicit inverse of Gauss's map:
 * the point whose outward normal is m. What rolls by a surface of the last kind needs no parameters
 * of contact of its own.
 *
 * The outward normal points out of the material: along du x dv for a chart (against it where side
 * is -1), to where F grows for an equation. Roots are written without absolute values, so that
 * sqrt(sin(u)^2) is sin(u): a chart is good where its `area` is positive. */
#ifndef VV_GEOMETRY_SURFACE_H
#define VV_GEOMETRY_SURFACE_H

#include "expr/expr.h"

typedef enum vv_gauss_map {
    VV_GAUSS_NONE,
    VV_GAUSS_PLANE,   /* one normal for all points                                     */
    VV_GAUSS_QUADRIC, /* along the axes: ellipsoids, spheres                           */
    VV_GAUSS_RING,    /* a circle about an axis, thickened or not: torus (outer side), rim */
    VV_GAUSS_SUPPORT  /* of revolution about z, distance of the tangent plane given    */
} vv_gauss_map;

typedef struct vv_surface {
    bool curve; /* by u[0] alone */
    bool has_chart;
    vv_expr u[2], x[3]; /* parameters, a point                              */
    bool has_equation;
    vv_expr at[3], F; /* coordinates, F = 0                               */
    int side;         /* of the chart: 1, or -1                           */
    vv_gauss_map gauss;
    vv_expr normal[3], distance;  /* PLANE: normal . x = distance                     */
    bool round, hollow;           /* QUADRIC: all axes equal; the material is outside */
    vv_expr centre[3], square[3]; /* QUADRIC: its centre, squares of the semi-axes    */
    int axis;                     /* RING: about x, y or z (0, 1, 2)                  */
    vv_expr ring, thick, height;  /* RING: radius, radius of the tube, place on the axis */
    vv_expr angle, support;       /* SUPPORT: of the inward normal with z; by it      */
} vv_surface;

/* Darboux's trihedron at a point of a chart: x along du, z the normal. Of a curve: tangent,
 * principal normal, binormal; of a straight line any fixed ones. [Darboux1889, book V, chap. II] */
typedef struct vv_trihedron {
    vv_expr axis[3][3];       /* axis[i]: components of the i-th axis                       */
    vv_expr xi[2], eta[2];    /* velocity of the origin along x and y, for u' = 1, for v' = 1 */
    vv_expr p[2], q[2], r[2]; /* rotation along its own axes, for u' = 1, for v' = 1      */
    vv_expr E, F, G, L, M, N; /* the two fundamental forms                                */
    vv_expr area;             /* sqrt(E G - F^2), positive where the chart is good          */
} vv_trihedron;

/* False when the chart is degenerate everywhere (or on refusal). */
bool vv_trihedron_of(vv_ctx *c, const vv_surface *s, vv_trihedron *out);
vv_expr vv_gauss_curvature(vv_ctx *c, const vv_trihedron *t);
vv_expr vv_mean_curvature(vv_ctx *c,
                          const vv_trihedron *t); /* half the sum; positive where the normal
                                                      points to the centres of curvature */
/* Curvature towards the normal, by the axes x and y of the trihedron: k11, k12, k22. */
void vv_curvature_matrix(vv_ctx *c, const vv_trihedron *t, vv_expr out[3]);
/* Normal of an equation: its gradient (not of unit length). */
void vv_surface_gradient(vv_ctx *c, const vv_surface *s, vv_expr out[3]);

/* The point rho with outward normal m (of unit length), and its distance H = rho . m of the tangent
 * plane from the origin. False unless the surface has an explicit map. */
bool vv_gauss_map_inverse(vv_ctx *c, const vv_surface *s, const vv_expr m[3], vv_expr rho[3],
                          vv_expr *H);
/* The axis, 0 to 2, about which the surface may be turned without a change; -1. */
int vv_surface_revolution_axis(const vv_surface *s);

/* Makers. The named ones: plane, sphere R, cylinder R, cone alpha, torus R b, ellipsoid a b c,
 * paraboloid R. Each fills `out` by the parameters u, v, which the caller has put there; `inside`
 * turns the normal over. False for another name. */
bool vv_surface_from_name(vv_ctx *c, const char *name, const vv_expr *size, bool inside,
                          vv_surface *out);
void vv_surface_from_equation(vv_ctx *c,
                              vv_surface *s); /* at, F are set: finds a plane or a quadric */
void vv_surface_from_curve(vv_ctx *c,
                           vv_surface *s); /* u[0], x are set: finds a circle about an axis */

/* The shorter of e and its factored form; the signed root of a square. */
vv_expr vv_factored_if_shorter(vv_ctx *c, vv_expr e);
vv_expr vv_signed_root(vv_ctx *c, vv_expr e);

#endif
