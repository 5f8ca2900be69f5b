/* What a proof rests on, kept for certificates: the question that was put to the prover, the facts
 * and the witness. Nothing is recorded unless vv_proof_recording_begin was called; the record of a
 * verdict is then in vv_proof.record. A proof without a record rests on reasoning that no record
 * describes, and a certificate says so. */
#ifndef VV_PROVE_PROOF_RECORD_H
#define VV_PROVE_PROOF_RECORD_H

#include "prove/prove.h"

typedef enum vv_record_kind {
    VV_RECORD_ZERO,      /* all expressions vanish */
    VV_RECORD_ROW_SPACE, /* the last row of a matrix is a combination of the others */
    VV_RECORD_ALL,       /* two parts, both needed; a NULL part was not recorded */
    VV_RECORD_THEOREM    /* what a theorem is applied to, as named lists of expressions */
} vv_record_kind;

enum { VV_RECORD_LISTS = 20 };
typedef struct vv_record_list {
    const char *key;
    int n;
    const vv_expr *e;
} vv_record_list;

typedef struct vv_proof_record {
    vv_ctx *c;
    vv_record_kind kind;
    vv_proof proof; /* as decided, with the witness */
    vv_facts facts;
    int n;
    const vv_expr *e; /* the expressions, or the matrix row by row (n) */
    int columns;      /* of the matrix */
    struct vv_proof_record *part[2];
    const char *theorem; /* VV_RECORD_THEOREM: its name (doc/certificates.md), and its lists */
    int nlists;
    vv_record_list list[VV_RECORD_LISTS];
    int index; /* in the certificate; 0: not yet written */
} vv_proof_record;

void vv_proof_recording_begin(vv_ctx *c);
void vv_proof_recording_end(vv_ctx *c); /* the records stay */
bool vv_proof_is_recorded(vv_ctx *c);
/* Keeps the question of a proof, in its field `record`. */
void vv_proof_record_zero(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, vv_proof *p);
void vv_proof_record_rows(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, int columns,
                          vv_proof *p);
/* The record of a theorem that proves or refutes; NULL unless proofs are recorded. Lists are added
 * one by one, expressions copied; a NULL record takes none. */
struct vv_proof_record *vv_proof_record_theorem(vv_ctx *c, const char *theorem, const vv_facts *f,
                                                vv_verdict verdict);
void vv_proof_record_list(struct vv_proof_record *r, const char *key, int n, const vv_expr *e);
/* The record of a conjunction. Either may be NULL. */
struct vv_proof_record *vv_proof_record_join(struct vv_proof_record *a, struct vv_proof_record *b);

#endif
