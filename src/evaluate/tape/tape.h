/* A tape: expressions as straight-line code on doubles.
 * Built once from the DAG: every value is computed once, sin and cos of one argument together,
 * powers by repeated multiplication; rational coefficients are carried along until they are
 * needed; constant subexpressions are folded. A linear system is one FACTOR (LU with partial
 * pivoting) and one SOLVE per right-hand side. Values live in slots, which are reused when their
 * value is dead.
 * Doubles begin here (CONVENTIONS.md, "Numbers"). Outside the domain of an operation the result
 * is NaN, as in IEEE 754 (sqrt(-1), log(-1), asin(2), (-8)^(1/3)), or infinite (log(0), 1/0);
 * every operation propagates NaN, including min, max, powers and conditions. A branch that is
 * not taken does not matter. A matrix with a vanishing pivot gives NaN for all unknowns. A term
 * whose coefficient is a fixed 0 is dropped, whatever its other factors. */
#ifndef VV_EVALUATE_TAPE_TAPE_H
#define VV_EVALUATE_TAPE_TAPE_H

#include "expr/expr.h"

typedef enum vv_tape_op {
#define X(name, operands, value, text) VV_TAPE_##name,
#include "evaluate/tape/operations.def"
#undef X
    VV_TAPE_SINCOS, /* out = sin a, slot b = cos a */
    VV_TAPE_FACTOR, /* out.. = LU of the b x b matrix whose slots are args[a ..], then pivots */
    VV_TAPE_SOLVE,  /* out.. = solution for the b slots args[a ..], with the factor at slot c */
    VV_TAPE_OPS
} vv_tape_op;

typedef struct vv_tape_instruction {
    uint32_t op : 8, out : 24; /* slot of the result */
    uint32_t a, b, c;          /* slots of the operands */
} vv_tape_instruction;

/* A run of n consecutive instructions with the same operation. */
typedef struct vv_tape_op_run {
    vv_tape_op op;
    int count;
} vv_tape_op_run;

typedef struct vv_tape {
    int nin, nout; /* nin with the cells, which are the last inputs and not the caller's affair */
    int ncells;    /* values that the tape fetches itself at each run */
    const double *const *cell;
    int ninstructions, nruns;
    const vv_tape_instruction *instruction;
    const vv_tape_op_run *run; /* the same instructions, grouped into runs */
    const uint32_t *args;      /* operands of FACTOR and SOLVE */
    const uint32_t *out;       /* slots of the results (nout) */
    int nconstants;            /* in the slots after the inputs */
    const double *constant;
    int nslots; /* doubles of scratch per run */
    int nsincos, nfactors, nsolves;
    int noperations; /* arithmetic operations of the scalar instructions: MADD counts 2, SINCOS 2 */
} vv_tape;

/* Input of vv_tape_build. Symbols are looked up among the inputs, then among those with a cell
 * (vv_symbol_set_cell), then among the fixed ones. A tape that reads one cell has all of them. */
typedef struct vv_tape_plan {
    int nin;
    const vv_expr *in;
    int nfixed;
    const vv_expr *fixed; /* symbols with known values */
    const double *value;
    int nout;
    const vv_expr *out;
} vv_tape_plan;

/* The tape, owned by the context; NULL on failure. The context fails with VV_E_BEYOND if a
 * symbol has no value or a general function no definition; *why (may be NULL) then names it. */
vv_tape *vv_tape_build(vv_ctx *c, const vv_tape_plan *plan, const char **why);
/* The same for a tape that runs only a few times: skips the search for common subexpressions of
 * sums. */
vv_tape *vv_tape_build_quick(vv_ctx *c, const vv_tape_plan *plan, const char **why);

/* Inputs that the caller gives. */
static inline int vv_tape_given(const vv_tape *t) { return t->nin - t->ncells; }

const char *vv_tape_op_text(vv_tape_op op);
extern const uint8_t vv_tape_operand_count[]; /* of scalar operations */
static inline int vv_tape_op_operands(vv_tape_op op) { return vv_tape_operand_count[op]; }
/* One instruction per line: "12 = madd 3 4 7". */
void vv_tape_write(const vv_tape *t, vv_buffer *out);

/* The rest of what the room offers. */
#include "evaluate/tape/interpret.h"

#endif
