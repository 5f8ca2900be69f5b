/* Mechanisms: loaded from a text, immutable, shared by threads.
 *
 * What is derived from a mechanism does not need it any longer: handles may be freed in any
 * order. */
#ifndef VISVIVA_MECHANISM_H
#define VISVIVA_MECHANISM_H

#include <visviva/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vv_mechanism vv_mechanism;

/* How formulas are written. */
typedef enum vv_syntax {
    VV_SYNTAX_TEXT,  /* the language's own infix */
    VV_SYNTAX_LATEX, /* amsmath */
    VV_SYNTAX_SYMPY, /* infix for sympify */
    VV_SYNTAX_JSON,  /* nodes, shared ones once */
    VV_SYNTAX_MATHML
} vv_syntax;

/* Loads a model; the text is copied. Options: file (its name in diagnostics), seconds, memory.
 * VV_E_MODEL if it has errors. *out is NULL after a failure. */
VV_API vv_status vv_mechanism_load(const char *text, size_t length, const vv_options *o,
                                   vv_mechanism **out);
VV_API void vv_mechanism_free(vv_mechanism *m); /* NULL is allowed */

/* The text of the model. */
VV_API const char *vv_mechanism_text(const vv_mechanism *m);
/* Notes and warnings; never NULL. */
VV_API const vv_diags *vv_mechanism_diags(const vv_mechanism *m);

#ifdef __cplusplus
}
#endif

#endif
