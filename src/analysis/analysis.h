/* analysis/: the topics of study as a table.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_ANALYSIS_ANALYSIS_H
#define VV_ANALYSIS_ANALYSIS_H

#include "analysis/topic.h"

#endif
