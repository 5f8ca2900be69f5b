/* Prints a tree as text that parses to an equal tree, and defines equality: for tests of the
 * parser. */
#ifndef VV_TESTS_SUPPORT_TREE_PRINT_H
#define VV_TESTS_SUPPORT_TREE_PRINT_H

#include "lang/ast.h"

/* One statement per line. */
vv_status tree_print(vv_ctx *c, const vv_tree *t, vv_buffer *out);
vv_status node_print(vv_ctx *c, const vv_node *n, vv_buffer *out);

/* Same structure, names and numbers; spans are ignored. NULL equals only NULL. */
bool node_equal(const vv_node *a, const vv_node *b);

#endif
