/* Tolerances of scenes: pure numbers, relative to what the comment names, unless a unit is given.
 * */
#ifndef VV_SCENE_TOLERANCES_H
#define VV_SCENE_TOLERANCES_H

/* ---- body_shapes.c -------------------------------------------------------------------------- */

/* of the radius: accuracy of a run by any method, invisible in a drawing */
#define VV_SCENE_SAME_RADIUS 1e-7
/* kg m²: smaller products of inertia are zero, and their quotients would overflow */
#define VV_SCENE_DIAGONAL 1e-300
#define VV_SCENE_POINT_SIZE 0.03 /* of the largest extent: radius at which a point is drawn */
#define VV_SCENE_POINT_LONE 0.05 /* m: the same, where nothing has an extent */

/* ---- marching_tetrahedra.c ------------------------------------------------------------------ */

/* of the box, where a cell is a twentieth: keeps an edge sharp */
#define VV_SCENE_GRADIENT_STEP 1e-4

/* ---- phase_portrait.c ----------------------------------------------------------------------- */

#define VV_PORTRAIT_REST 1e-3 /* of a step: a motion that advances less has come to rest */
/* of the window: step of differences, at the cube root of the rounding error */
#define VV_PORTRAIT_DIFFERENCE 6e-6
#define VV_PORTRAIT_ZERO                                                                           \
    1e-6 /* of the largest: derivatives by differences are not zero above it                       \
          */

/* ---- pivots.c -------------------------------------------------------------------------------- */

/* of the scene: constraints are held to less by any method, and it is invisible */
#define VV_SCENE_SAME_PIVOT 1e-7

/* ---- run_plots.c ---------------------------------------------------------------------------- */

#define VV_SCENE_STILL 1e-9 /* of the extent of a path: smaller variations are rounding */

/* ---- scene.c -------------------------------------------------------------------------------- */

#define VV_SCENE_RIGID 1e-9 /* of the distance: more than rounding, less than elasticity */

/* ---- scene_json.c --------------------------------------------------------------------------- */

#define VV_SCENE_ZERO 1e-12 /* in SI units: rounding, written as 0 */

/* ---- sketch.c ------------------------------------------------------------------------------- */

#define VV_SKETCH_SAME_POINT 1e-6 /* of the size of the sketch: less than the width of a stroke */
/* cosine: directions that a stroke does not distinguish */
#define VV_SKETCH_SAME_DIRECTION 0.9999

#define VV_SKETCH_LEAST_ANGLE 0.05 /* rad: an arc that is still seen */

/* ---- surface_grids.c ------------------------------------------------------------------------ */

#define VV_SCENE_PERIODIC 1e-9 /* m: rounding of a full turn */

/* ---- viewing_direction.c --------------------------------------------------------------------- */

#define VV_SCENE_SAME_PLANE 1e-7 /* of the scene: as for pivots */
#define VV_SCENE_EDGE_ON 0.999   /* cosine: gravity along the line of sight */

#endif
