/* A line drawing of the mechanism in parallel projection, seen from slightly above in a fixed
 * direction, so that equal lengths along an axis stay equal. */
#ifndef VV_SCENE_SKETCH_H
#define VV_SCENE_SKETCH_H

#include "drawing/drawing.h"
#include "scene/scene_data.h"

/* At the initial time: bodies, their frames and names, links, contacts; no forces. */
vv_drawing *vv_sketch_start(const vv_scene *k);
/* At up to `most` instants of the run that do not hide each other, earlier ones fainter, with
 * all paths and tracks. */
vv_drawing *vv_sketch_motion(const vv_scene *k, int most);
/* n pictures of one size at equal intervals of time, each handed to `take`, in whose hands it lasts
 * until it returns; until that returns false. Were all taken? */
bool vv_sketch_frames(const vv_scene *k, int n, bool (*take)(void *to, const vv_drawing *d),
                      void *to);

#endif
