/* The design of a sweep: the values of each member as a function of its number and the seed
 * alone. */
#ifndef VV_API_SWEEP_DESIGN_H
#define VV_API_SWEEP_DESIGN_H

#include "api/command.h"
#include "base/base.h"
#include "model/model.h"

enum { VV_D_VARY = 701, VV_D_MEMBERS, VV_D_NO_OUTPUT };

typedef enum vv_sweep_variable_kind {
    VV_SWEEP_GRID,
    VV_SWEEP_LIST,
    VV_SWEEP_NORMAL,
    VV_SWEEP_UNIFORM,
    VV_SWEEP_GIVEN /* a value for each member */
} vv_sweep_variable_kind;

typedef struct vv_sweep_variable {
    const char *name; /* canonical, with primes */
    vv_sweep_variable_kind kind;
    double a, b; /* first and last; mean and deviation; minimum and maximum */
    long n;      /* points of a grid or list; 1 if random */
    double *list;
    bool parameter; /* otherwise an initial coordinate, rate or speed */
    vv_expr symbol; /* in the model in which it was found */
} vv_sweep_variable;

typedef struct vv_sweep_design {
    int n;
    vv_sweep_variable *vary;
    long draws; /* members per grid point */
    bool open;  /* their number is not known yet; the first stands for all */
    long total;
    uint64_t seed;
} vv_sweep_design;

/* What is varied, in words (a=0.3:0.7:100, a=1,2,5, a=normal(0.5,0.01), a=uniform(0,1)) and by
 * given values, beside which the words may only be random: there are as many members as values. */
typedef struct vv_sweep_request {
    int nvary;
    const char *const *vary;
    int ngiven;
    const vv_sweep_given *given;
    long members; /* random draws */
    bool
        later; /* their number may come with values that are given later: there is one until then */
    uint64_t seed;
} vv_sweep_request;
/* VV_E_USAGE with a diagnostic. */
vv_status vv_sweep_design_make(vv_ctx *c, const vv_model *m, const vv_sweep_request *r,
                               vv_sweep_design *out);
/* Value of variable k for a member. */
double vv_sweep_design_value(const vv_sweep_design *v, int k, long member);
/* The symbol of this name in another instance of the model (same text, other context); poison if
 * there is none. */
vv_expr vv_sweep_variable_find(vv_ctx *c, const vv_model *m, const char *name, bool *parameter);

/* Philox 4x32 with ten rounds [Salmon2011]: four random words from a counter and a key. */
void vv_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

#endif
