/* A section of a study beside the same section at the stated values of the parameters. */
#ifndef VV_API_TOPIC_AT_VALUES_H
#define VV_API_TOPIC_AT_VALUES_H

#include "document/document.h"
#include "model/model.h"

/* Marks what a section shows that is not so at the stated values: formulas that divide by zero
 * there, motions that are not real. Returns true if a formula does, or something is refuted at
 * other values: then the answers for general values are not those of the model. */
bool vv_section_mark_values(vv_ctx *c, vv_block *section);
/* Do two sections give the same answers, whatever their formulas? */
bool vv_section_agrees(const vv_block *a, const vv_block *b);
/* Adds the section `there` to `section` as what holds at the stated values of m. */
void vv_section_add_values(vv_ctx *c, const vv_model *m, vv_block *section, vv_block *there);

#endif
