/* LaTeX as PDF, by pdflatex if that is installed. */
#ifndef VV_CLI_TYPESET_H
#define VV_CLI_TYPESET_H

#include <stddef.h>

/* The document as PDF, freed by the caller; NULL after a message. */
char *typeset(const char *text, size_t *length);

#endif
