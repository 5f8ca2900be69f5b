/* What a caller adds to the text of a model: settings of its names and requests. */
#ifndef VV_LANG_REQUEST_H
#define VV_LANG_REQUEST_H

typedef struct vv_setting {
    const char *name, *value;
} vv_setting; /* --set NAME=VALUE */

/* An expression of the language with which a caller asks something of a model (an option of the
 * command). Parsed as a source of its own and evaluated in the scope of the model. */
typedef enum vv_request_kind {
    VV_REQUEST_COLUMN,  /* a column of the table: EXPR {, EXPR}, as after `show`                 */
    VV_REQUEST_MOTION,  /* a motion whose variational equations are studied: q = EXPR {, ...}   */
    VV_REQUEST_INTEGRAL /* is it a first integral? EXPR, as after `claim integral`              */
} vv_request_kind;
typedef struct vv_request {
    vv_request_kind kind;
    const char *option; /* names the text in diagnostics: "--column" */
    const char *text;
} vv_request;

#endif
