/* evaluate/: equations of motion compiled to tapes.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_EVALUATE_EVALUATE_H
#define VV_EVALUATE_EVALUATE_H

#include "evaluate/equation_tapes.h"

#endif
