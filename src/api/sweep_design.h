/* What a sweep varies: values of each member as a function of its number and the seed alone. */
#ifndef VV_API_VARY_H
#define VV_API_VARY_H

#include "base/diag.h"
#include "model/model.h"

enum { VV_D_VARY = 701, VV_D_MEMBERS, VV_D_NO_OUTPUT };

typedef enum vv_vary_kind {
    VV_VARY_GRID,
    VV_VARY_LIST,
    VV_VARY_NORMAL,
    VV_VARY_UNIFORM
} vv_vary_kind;

typedef struct vv_vary {
    const char *name; /* canonical, with primes                              */
    vv_vary_kind kind;
    double a, b; /* first and last; mean and deviation; least and most   */
    long n;      /* points of a grid or list; 1 of a random one          */
    double *list;
    bool parameter; /* else a coordinate, rate or speed of the start     */
    vv_expr symbol; /* in the model it was found in                      */
} vv_vary;

typedef struct vv_varied {
    int n;
    vv_vary *vary;
    long draws; /* members for each point of the grid                  */
    long total;
    uint64_t seed;
} vv_varied;

/* a=0.3:0.7:100, a=1,2,5, a=normal(0.5,0.01), a=uniform(0,1). VV_E_USAGE with a diagnostic. */
vv_status vv_varied_read(vv_ctx *c, const vv_model *m, int n, const char *const *text, long members,
                         uint64_t seed, vv_varied *out);
/* Value k of a member. */
double vv_varied_value(const vv_varied *v, int k, long member);
/* Where a model of its own (the same text in another context) has the symbol; poison if nowhere. */
vv_expr vv_vary_find(vv_ctx *c, const vv_model *m, const char *name, bool *parameter);

/* Philox 4x32 with ten rounds [Salmon2011]: four random words of a counter and a key. */
void vv_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

#endif
