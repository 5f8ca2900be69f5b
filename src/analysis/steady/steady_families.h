/* The families of steady motions with their variational equations, for other files of the room. */
#ifndef VV_ANALYSIS_STEADY_FAMILIES_H
#define VV_ANALYSIS_STEADY_FAMILIES_H

#include "analysis/steady/steady_numeric.h"

typedef struct vv_steady_family {
    int number; /* as listed by the topic, from 1 */
    const vv_steady_unknowns *unknowns;
    const vv_solution_family *family;
    const vv_exponents *exponents;
} vv_steady_family;

typedef void vv_steady_visitor(void *self, const vv_steady_family *f);

/* Calls visit for each family that the topic lists and whose exponents are known. VV_E_BEYOND with
 * a sentence in *why if steady motions cannot be searched for. */
vv_status vv_steady_families_visit(vv_ctx *c, const vv_study *study, vv_steady_visitor *visit,
                                   void *self, const char **why);

#endif
