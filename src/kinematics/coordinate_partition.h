/* Partition of the coordinates into independent and dependent rates. */
#ifndef VV_KINEMATICS_COORDINATE_PARTITION_H
#define VV_KINEMATICS_COORDINATE_PARTITION_H

#include "kinematics/system.h"

/* Coordinates with independent rates, as many as degrees of freedom, and the other rates in
 * terms of them: q'_d = phi(q, q'_i, t). */
typedef struct vv_coordinate_partition {
    int n;            /* independent */
    int *independent; /* indices of coordinates (n) */
    int ndependent;
    int *dependent;      /* (ndependent) */
    vv_expr *w, *wd;     /* independent rates and their rates (n) */
    vv_expr *rate;       /* q' in q, w, t (nq) */
    vv_expr *rate_rate;  /* q'' in q, w, w', t (nq) */
    vv_expr *direction;  /* d q'_a / d w_i (n*nq) */
    vv_symbol_map rates; /* d/dt in q, w, w', t */
} vv_coordinate_partition;

/* VV_E_BEYOND if no point was found at which the rows can be evaluated. */
vv_status vv_coordinate_partition_build(vv_ctx *c, const vv_system *s,
                                        vv_coordinate_partition *out);
/* Substitutes q' and q'' in terms of the independent ones in n expressions. */
void vv_coordinate_partition_insert(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *k,
                                    int n, vv_expr *e);

#endif
