/* Triangles of the unit shapes of a glTF file. Private to gltf.c and gltf_shapes.c. */
#ifndef VV_SCENE_GLTF_SHAPES_H
#define VV_SCENE_GLTF_SHAPES_H

#include "base/base.h"

/* Each has the size 1 about z: a ball of radius 1, a cylinder and a rod of radius 1 from -1/2 and 0
 * up to 1/2 and 1, a cone of radius 1 from 0 to 1, a cube about the origin, a ring of outer radius
 * 1, a coil of a length of 1. */
typedef enum vv_gltf_shape {
    VV_GLTF_BALL,
    VV_GLTF_CYLINDER,
    VV_GLTF_ROD,
    VV_GLTF_CONE,
    VV_GLTF_CUBE,
    VV_GLTF_RING,
    VV_GLTF_COIL,
    VV_GLTF_SHAPES
} vv_gltf_shape;

typedef struct vv_gltf_mesh {
    int nvertices, nindices;
    float *place, *normal; /* (3 nvertices) */
    uint16_t *index;       /* counterclockwise seen from outside */
} vv_gltf_mesh;

/* In the arena; without vertices if memory is refused. */
vv_gltf_mesh vv_gltf_mesh_of(vv_ctx *c, vv_gltf_shape shape);

#endif
