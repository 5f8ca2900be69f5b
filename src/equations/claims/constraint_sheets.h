/* Sheets of the manifold that its rules leave out: x*y = 0 solved for x says nothing of y = 0. */
#ifndef VV_EQUATIONS_CLAIMS_CONSTRAINT_SHEETS_H
#define VV_EQUATIONS_CLAIMS_CONSTRAINT_SHEETS_H

#include "equations/equations.h"

enum { VV_SHEETS_MAX = 4 };

typedef struct vv_sheets {
    int n;      /* left out */
    bool known; /* each has facts of its own */
    vv_facts facts[VV_SHEETS_MAX];
    const char *why; /* "constraint x*y = 0 also has the sheet y = 0, ..." */
} vv_sheets;

/* The sheets of stated constraints that the facts of the system leave out. */
vv_sheets vv_sheets_left_out(vv_ctx *c, const vv_system *s);

#endif
