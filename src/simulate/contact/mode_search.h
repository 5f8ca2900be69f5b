/* The search for the contact modes at an instant: which laws stick or slide (mode_search.c), and
 * which contacts separate (separation.c). */
#ifndef VV_SIMULATE_CONTACT_MODE_SEARCH_H
#define VV_SIMULATE_CONTACT_MODE_SEARCH_H

#include "simulate/contact/contact_modes.h"

typedef struct vv_mode_search {
    vv_contact_modes *m;
    vv_stepper *s;
    int n;
    int *law;     /* laws with a choice of mode */
    double met;   /* largest acceleration over all trials                                   */
    bool shares;  /* several laws share an indeterminate load                             */
    double floor; /* scale below whose rounding rates are zero: 0 in the first search       */
} vv_mode_search;

/* Accelerations and reactions with the current modes. */
bool vv_mode_search_solve(vv_mode_search *k);
/* The largest acceleration, and the largest coefficient of the next order, in the current
 * series. */
void vv_mode_search_largest_acceleration(const vv_dynamics *f, double most[2]);
/* Collects the laws with a choice of mode; false: none. */
bool vv_mode_search_collect_laws(vv_mode_search *k);
/* With the contacts closed now: consistent modes become those of the next step. Otherwise the modes
 * are unchanged, and m->fault_contact is the contact whose reaction would have to pull; negative:
 * none. */
bool vv_mode_search_touching(vv_mode_search *k);

#endif
