/* A document as a tree of named nodes, with the names of its JSON form; private to the room. */
#ifndef VV_CAPI_ANSWER_TREE_H
#define VV_CAPI_ANSWER_TREE_H

#include "analysis/analysis.h"
#include "document/document.h"
#include "visviva/answer.h"

typedef struct vv_answer_node {
    const char *key;
    vv_answer_type kind;
    int parent, first, count; /* children: first .. first + count - 1 */
    const vv_block *block;    /* what it shows; NULL: an array, numbers only, a cell */
    const vv_matrix_data *data;
    const vv_block **list; /* ARRAY: its elements */
    int cell;              /* of a table: index of the first cell of a row, or of this one */
    const char *name, *text;
    int rows, columns; /* NUMBER */
    const double *x, *radius;
} vv_answer_node;

typedef struct vv_answer_tree {
    vv_ctx *c;
    const vv_study *values; /* the system whose parameters have values */
    int n, capacity;
    vv_answer_node *node;
} vv_answer_tree;

/* The nodes of a document. False: memory was refused. */
bool vv_answer_tree_build(vv_answer_tree *t, const vv_document *d);
/* The verdict of a block. */
vv_verdict vv_answer_block_verdict(const vv_block *b);

#endif
