#include "simulate/formulation/kkt_jit.h"

#include <string.h>

#include "evaluate/jit/jit.h"

struct vv_kkt_jit {
    int n, nentries;
    int *at; /* entries that may be nonzero, in the order of the results    (nentries) */
    vv_jit *machine;
    double *found, *scratch; /* pivots, sizes, entries */
};

/* Operations: longer programs are no faster than loops over a dense matrix, except where these
 * would do so many times as much; and none is longer than this. */
enum { MOST = 4096, SPARSE = 16, LONGEST = 1 << 18 };

/* More than LONGEST: it was not counted to the end. */
static int count_operations(int n, const bool *filled) {
    int count = 0;
    for (int i = 0; i < n && count <= LONGEST; i++)
        for (int k = 0; k < i; k++)
            for (int j = k; filled[i * n + k] && j < n; j++) count += filled[k * n + j];
    return count;
}

int vv_kkt_jit_pays_after(int n, const bool *filled) {
    enum { FACTORS = 256, LARGE = 64 };
    int count = count_operations(n, filled);
    bool sparse = count <= LONGEST && SPARSE * (double)count <= (double)n * n * n / 3;
    if (n > LARGE && sparse) return 1;
    return n > 0 && count <= MOST ? FACTORS : 0;
}

/* The elimination of kkt.c, entry by entry. */
typedef struct plan {
    int n;
    const bool *filled;
    vv_tape_instruction *list;
    uint32_t ninstructions;
    uint32_t *entry;  /* slot that holds an entry now (n*n)                       */
    uint32_t *result; /* pivots, sizes, entries of the factors                     */
} plan;

static uint32_t put(plan *p, vv_tape_op op, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t out = (uint32_t)(p->n * p->n) + p->ninstructions;
    p->list[p->ninstructions++] =
        (vv_tape_instruction){(uint32_t)op & 0xff, out & 0xffffff, a, b, c};
    return out;
}

/* Eliminates row k from row i; the magnitudes subtracted from its own pivot are added up. */
static void subtract(plan *p, int i, int k) {
    int n = p->n;
    uint32_t *row = p->entry + i * n, *other = p->entry + k * n;
    uint32_t by = row[k] = put(p, VV_TAPE_MUL, row[k], other[k], 0);
    for (int j = k + 1; j < n; j++) {
        if (!p->filled[k * n + j]) continue;
        uint32_t product = put(p, VV_TAPE_MUL, by, other[j], 0);
        row[j] = put(p, VV_TAPE_ADD, row[j], product, 0);
        if (j != i) continue;
        uint32_t size = put(p, VV_TAPE_ABS, product, product, 0);
        p->result[n + i] = put(p, VV_TAPE_ADD, p->result[n + i], size, 0);
    }
}

/* The diagonal becomes - 1/pivot; the rows above it are multiplied by that at the end. */
static void eliminate(plan *p) {
    int n = p->n;
    for (int i = 0; i < n; i++) {
        uint32_t *own = &p->entry[i * n + i];
        p->result[n + i] = put(p, VV_TAPE_ABS, *own, *own, 0);
        for (int k = 0; k < i; k++)
            if (p->filled[i * n + k]) subtract(p, i, k);
        p->result[i] = *own;
        uint32_t inverse = put(p, VV_TAPE_RECIP, *own, *own, 0);
        *own = put(p, VV_TAPE_NEG, inverse, inverse, 0);
    }
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            if (p->filled[i * n + k])
                p->entry[i * n + k] =
                    put(p, VV_TAPE_MUL, p->entry[i * n + k], p->entry[i * n + i], 0);
}

static bool list_results(plan *p, vv_kkt_jit *k) {
    for (int e = 0; e < p->n * p->n; e++) {
        if (!p->filled[e] && e % (p->n + 1)) continue;
        p->result[2 * p->n + k->nentries] = p->entry[e];
        k->at[k->nentries++] = e;
    }
    return k->nentries > 0;
}

vv_kkt_jit *vv_kkt_jit_compile(vv_ctx *c, int n, const bool *filled) {
    vv_kkt_jit *k = VV_NEW(c, vv_kkt_jit);
    vv_tape *t = VV_NEW(c, vv_tape);
    size_t all = (size_t)(n * n), most = 4 * (size_t)(count_operations(n, filled) + n) + 1;
    for (size_t e = 0; e < all; e++) most += filled[e];
    plan p = {.n = n,
              .filled = filled,
              .list = VV_ARRAY(c, vv_tape_instruction, most),
              .entry = VV_ARRAY(c, uint32_t, all + 1),
              .result = VV_ARRAY(c, uint32_t, all + 2 * (size_t)n + 1)};
    if (!k || !t || !vv_ctx_ok(c)) return NULL;
    k->n = n;
    k->at = VV_ARRAY(c, int, all + 1);
    k->found = VV_ARRAY(c, double, all + 2 * (size_t)n + 1);
    if (!vv_ctx_ok(c)) return NULL;
    for (uint32_t e = 0; e < all; e++) p.entry[e] = e;
    eliminate(&p);
    if (!list_results(&p, k)) return NULL;
    *t = (vv_tape){.nin = n * n,
                   .nout = 2 * n + k->nentries,
                   .ninstructions = (int)p.ninstructions,
                   .instruction = p.list,
                   .out = p.result,
                   .nslots = n * n + (int)p.ninstructions};
    k->machine = vv_jit_build(c, t, 1);
    if (!k->machine || !k->machine->entry) return NULL; /* an interpreter is slower than loops */
    k->scratch = VV_ARRAY(c, double, k->machine->nscratch + 1);
    return k->scratch ? k : NULL;
}

const double *vv_kkt_jit_factor(const vv_kkt_jit *k, const double *a) {
    vv_jit_run(k->machine, a, k->found, k->scratch);
    return k->found;
}

void vv_kkt_jit_copy_factors(const vv_kkt_jit *k, double *out) {
    const double *entry = k->found + 2 * k->n;
    memset(out, 0, (size_t)(k->n * k->n) * sizeof *out);
    for (int e = 0; e < k->nentries; e++) out[k->at[e]] = entry[e];
}
