/* The search for the modes of contacts at an instant: what of them holds, slides (mode_search.c)
 * and parts (separation.c). */
#ifndef VV_SIMULATE_CONTACT_MODE_SEARCH_H
#define VV_SIMULATE_CONTACT_MODE_SEARCH_H

#include "simulate/contact/contact_modes.h"

typedef struct vv_mode_search {
    vv_contact_modes *m;
    vv_stepper *s;
    int n;
    int *law;     /* that may choose */
    double met;   /* the largest acceleration with any choice                               */
    bool shares;  /* that share what the equations do not divide                          */
    double floor; /* what is rounding beside it is rounding: 0 in the first search          */
} vv_mode_search;

/* Accelerations and reactions with the modes as they are. */
bool vv_mode_search_solve(vv_mode_search *k);
/* The largest acceleration, and the coefficient behind it, of the series that stand. */
void vv_mode_search_largest_acceleration(const vv_dynamics *f, double most[2]);
/* Laws that may choose; false: none. */
bool vv_mode_search_collect_laws(vv_mode_search *k);
/* With the contacts that touch now: modes that agree are those of the next step. Otherwise they are
 * as before, and the contact that would have to be pulled is m->culprit, negative: none. */
bool vv_mode_search_touching(vv_mode_search *k);

#endif
