/* output/: tables of numbers and checkpoints on their way to a file.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_OUTPUT_OUTPUT_H
#define VV_OUTPUT_OUTPUT_H

#include "output/checkpoint.h"
#include "output/table.h"

#endif
