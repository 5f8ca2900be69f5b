/* Long formulas of a document as short ones, with names for their parts. */
#ifndef VV_REPORT_DOCUMENT_SUBEXPRESSIONS_H
#define VV_REPORT_DOCUMENT_SUBEXPRESSIONS_H

#include "document/document.h"

/* The document with named parts in place of formulas that are too long to read: before the first
 * long formula of a section stand the definitions that it and the others there use. Names are
 * numbered throughout the document. d itself if there is nothing long, else a copy; what was long
 * is simplified from the inside first, and proved equal. */
vv_document *vv_document_with_parts(vv_document *d);

#endif
