/* Surfaces and curves as expressions, in the axes of their carrier. A surface may have a chart
 * x(u, v), an equation F(x) = 0, and an explicit inverse Gauss map: the point whose outward
 * normal is m. A body that rolls on such a surface needs no contact parameters of its own. The
 * outward normal points out of the material: along du x dv for a chart (opposite if side is -1),
 * towards increasing F for an equation. Roots are written without absolute values, so that
 * sqrt(sin(u)^2) is sin(u): a chart is valid where its `area` is positive. */
#ifndef VV_GEOMETRY_SURFACE_H
#define VV_GEOMETRY_SURFACE_H

#include "expr/expr.h"

typedef enum vv_gauss_map {
    VV_GAUSS_NONE,
    VV_GAUSS_PLANE,   /* same normal at all points */
    VV_GAUSS_QUADRIC, /* principal axes along the coordinate axes: ellipsoids, spheres */
    VV_GAUSS_RING,    /* a circle about an axis, with or without thickness: torus (outer side),
                       * rim */
    VV_GAUSS_SUPPORT  /* of revolution about z, given by its support function */
} vv_gauss_map;

typedef struct vv_surface {
    bool curve; /* depends on u[0] only */
    bool has_chart;
    vv_expr u[2], x[3]; /* parameters; point */
    bool has_equation;
    vv_expr at[3], F; /* coordinates; F = 0 */
    int side;         /* orientation of the chart: 1 or -1 */
    vv_gauss_map gauss;
    vv_expr normal[3], distance;  /* PLANE: normal . x = distance */
    bool round, hollow;           /* QUADRIC: all axes equal; material outside */
    vv_expr centre[3], square[3]; /* QUADRIC: centre, squares of the semi-axes */
    int axis;                     /* RING: axis x, y or z (0, 1, 2) */
    vv_expr ring, thick, height;  /* RING: radius, tube radius, position on the axis */
    vv_expr angle, support;       /* SUPPORT: angle of the inward normal with z; support function
                                   * of it */
} vv_surface;

/* Darboux trihedron at a point of a chart: x along du, z the normal. For a curve: tangent,
 * principal normal, binormal; for a straight line arbitrary fixed normals. [Darboux1889, book V,
 * chap. II] */
typedef struct vv_trihedron {
    vv_expr axis[3][3];       /* axis[i]: components of axis i */
    vv_expr xi[2], eta[2];    /* velocity of the origin along x and y for u' = 1 and for v' = 1 */
    vv_expr p[2], q[2], r[2]; /* angular velocity along its own axes for u' = 1 and for v' = 1 */
    vv_expr E, F, G, L, M, N; /* coefficients of the two fundamental forms */
    vv_expr area;             /* sqrt(E G - F^2), positive where the chart is valid */
} vv_trihedron;

/* False if the chart is degenerate everywhere (or on refusal). */
bool vv_trihedron_of(vv_ctx *c, const vv_surface *s, vv_trihedron *out);
vv_expr vv_gauss_curvature(vv_ctx *c, const vv_trihedron *t);
vv_expr vv_mean_curvature(vv_ctx *c,
                          const vv_trihedron *t); /* mean curvature; positive if the normal
                                                   * points to the centres of curvature */
/* Curvature towards the normal in the axes x and y of the trihedron: k11, k12, k22. */
void vv_curvature_matrix(vv_ctx *c, const vv_trihedron *t, vv_expr out[3]);
/* Normal of an equation: its gradient (not normalized). */
void vv_surface_gradient(vv_ctx *c, const vv_surface *s, vv_expr out[3]);

/* The point rho with outward unit normal m, and the distance H = rho . m of its tangent plane
 * from the origin. False unless the surface has an explicit inverse Gauss map. */
bool vv_gauss_map_inverse(vv_ctx *c, const vv_surface *s, const vv_expr m[3], vv_expr rho[3],
                          vv_expr *H);
/* The axis of revolution (0 to 2) of the surface; -1 if none. */
int vv_surface_revolution_axis(const vv_surface *s);

/* Constructors. Named surfaces: plane, sphere R, cylinder R, cone alpha, torus R b, ellipsoid a
 * b c, paraboloid R. Each fills `out` in terms of the parameters u, v, which the caller has set;
 * `inside` reverses the normal. False for any other name. */
bool vv_surface_from_name(vv_ctx *c, const char *name, const vv_expr *size, bool inside,
                          vv_surface *out);
void vv_surface_from_equation(vv_ctx *c, vv_surface *s); /* at and F are set: recognizes a plane or
                                                          * a quadric */
void vv_surface_from_curve(vv_ctx *c, vv_surface *s);    /* u[0] and x are set: recognizes a circle
                                                          * about an    axis */

/* The shorter of e and its factored form; the signed root of a square. */
vv_expr vv_factored_if_shorter(vv_ctx *c, vv_expr e);
vv_expr vv_signed_root(vv_ctx *c, vv_expr e);

#endif
