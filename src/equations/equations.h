/* equations/: the record that every formalism fills and every consumer reads; its mass matrix, its
 * derivation step by step, and the proof that two formalisms agree.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_EQUATIONS_EQUATIONS_H
#define VV_EQUATIONS_EQUATIONS_H

#include "equations/derivation.h"
#include "equations/equation_record.h"
#include "equations/equivalence.h"
#include "equations/mass_matrix.h"
#include "equations/servo_forces.h"
#include "equations/servo_versus_contact.h"
#include "equations/system_comparison.h"

#endif
