/* scene/: a sampled run as something to look at: bodies, paths, contacts, forces; its plots and
 * sketches.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_SCENE_SCENE_H
#define VV_SCENE_SCENE_H

#include "scene/parameter_charts.h"
#include "scene/phase_portrait.h"
#include "scene/run_plots.h"
#include "scene/scene_data.h"
#include "scene/sketch.h"

#endif
