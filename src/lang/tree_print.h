/* Prints a tree as text that parses to an equal tree, and defines equality: the canonical text of a
 * model. Comments and layout are lost. */
#ifndef VV_LANG_TREE_PRINT_H
#define VV_LANG_TREE_PRINT_H

#include "lang/ast.h"

/* One statement per line. */
vv_status vv_tree_print(vv_ctx *c, const vv_tree *t, vv_buffer *out);
vv_status vv_node_print(vv_ctx *c, const vv_node *n, vv_buffer *out);

/* Same structure, names and numbers; spans are ignored. NULL equals only NULL. */
bool vv_node_equal(const vv_node *a, const vv_node *b);

#endif
