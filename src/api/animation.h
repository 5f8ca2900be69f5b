/* Writers of animations, one for each row of animations.def. */
#ifndef VV_API_ANIMATION_H
#define VV_API_ANIMATION_H

#include "api/command.h"
#include "scene/scene.h"

/* Appends the file. A failure is in the context, with a diagnostic. */
#define X(name, ending, text)                                                                      \
    void vv_animation_##name(const vv_scene *k, const vv_animation_options *o, vv_buffer *out);
#include "api/animations.def"
#undef X

#endif
