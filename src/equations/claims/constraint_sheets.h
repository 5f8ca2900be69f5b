/* Sheets of the manifold that its rules leave out: x*y = 0 solved for x says nothing of y = 0. */
#ifndef VV_EQUATIONS_CLAIMS_CONSTRAINT_SHEETS_H
#define VV_EQUATIONS_CLAIMS_CONSTRAINT_SHEETS_H

#include "equations/equations.h"

enum { VV_SHEETS_MAX = 8 };

/* A finite constraint that is a product leaves a union of components: on each of them one factor
 * vanishes, and rules of its own hold. */
typedef struct vv_sheets {
    int n;                         /* components found; 0 if the rules of the system are enough */
    bool known;                    /* these are all */
    vv_facts facts[VV_SHEETS_MAX]; /* the model's assumptions and the rules of the component */
    vv_facts real[VV_SHEETS_MAX];  /* the same, and that the rules are real: for points */
    vv_proof holds[VV_SHEETS_MAX]; /* that the finite constraints hold there */
    const char *undecided[VV_SHEETS_MAX]; /* "the sheet ... remains open" */
    const char *missing;                  /* the same of one that was not solved, or NULL */
    /* by the rules of the system: "constraint x*y = 0 also has the sheet y = 0, ..."; NULL if
     * nothing, or if they leave the constraint open */
    const char *left_out;
} vv_sheets;

/* The components, if the facts of the system leave some of them out. */
vv_sheets vv_sheets_find(vv_ctx *c, const vv_system *s);

#endif
