/* The things of which a mechanism consists, as introspection tells of them: made when it is loaded,
 * constant afterwards, so that getters need no lock. Private to capi/. */
#ifndef VV_CAPI_ELEMENTS_H
#define VV_CAPI_ELEMENTS_H

#include "api/mechanism.h"
#include "visviva/mechanism.h"

enum { VV_KINDS = VV_KIND_CLAIM + 1 };

typedef struct vv_element {
    const char *name, *unit, *word;
    vv_span span;
    int index;    /* among the things of the model that are of this kind */
    double value; /* NaN: none is known */
} vv_element;

typedef struct vv_elements {
    int count[VV_KINDS];
    vv_element *list[VV_KINDS];
} vv_elements;

/* In the arena. */
vv_status vv_elements_find(vv_ctx *c, const vv_command_mechanism *m, vv_elements *out);
/* The text of a span of the source, without the blanks around it; in the arena. */
char *vv_stated_text(vv_ctx *c, const vv_command_mechanism *m, vv_span span);

#endif
