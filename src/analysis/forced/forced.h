/* analysis/forced/: response to harmonic forcing.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_ANALYSIS_FORCED_FORCED_H
#define VV_ANALYSIS_FORCED_FORCED_H

#include "analysis/forced/frequency_response.h"
#include "analysis/forced/harmonic_terms.h"

#endif
