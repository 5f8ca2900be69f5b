/* The matrices of a study as arrays in one file, for programs. */
#ifndef VV_API_STUDY_MATRICES_H
#define VV_API_STUDY_MATRICES_H

#include "api/mechanism.h"

enum { VV_D_NO_MATRIX = 904 };

/* Writes the matrices of the document, and the facts of their sections, in the format o->arrays:
 * *bytes, *o->length of them. A name is the key in the JSON of the report; with the name of the
 * topic before it if several have matrices, and a number after it if a topic has several positions.
 * The status is `answer`; VV_E_BEYOND with a diagnostic if there is no matrix. */
vv_status vv_study_matrices(vv_document *d, vv_status answer, const vv_command_options *o,
                            const char **bytes);

#endif
