/* lang/: the modelling language: text to syntax tree, units, keywords.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_LANG_LANG_H
#define VV_LANG_LANG_H

#include "lang/ast.h"
#include "lang/keywords.h"
#include "lang/layout.h"
#include "lang/name_reader.h"
#include "lang/tree_print.h"
#include "lang/units.h"
#include "lang/vocabulary.h"

#endif
