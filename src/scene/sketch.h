/* The mechanism drawn on paper: seen from a little above along a fixed direction, without
 * perspective, so that equal lengths along an axis stay equal. */
#ifndef VV_SCENE_SKETCH_H
#define VV_SCENE_SKETCH_H

#include "drawing/drawing.h"
#include "scene/scene.h"

/* At the start: bodies, their frames and names, links, contacts, forces left out. */
vv_drawing *vv_sketch_start(const vv_scene *k);
/* At as many instants of the run, `most`, as do not hide each other, earlier ones fainter, with all
 * paths and tracks. */
vv_drawing *vv_sketch_motion(const vv_scene *k, int most);

#endif
