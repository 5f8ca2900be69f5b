/* kinematics/: the mechanical system every formalism starts from: constraint rows, speeds, T, U, Q,
 * S. The public header of the room: other rooms include this one and no other. */
#ifndef VV_KINEMATICS_KINEMATICS_H
#define VV_KINEMATICS_KINEMATICS_H

#include "kinematics/body_kinematics.h"
#include "kinematics/conservative_forces.h"
#include "kinematics/constraint_row.h"
#include "kinematics/contact_reaction.h"
#include "kinematics/coordinate_partition.h"
#include "kinematics/degenerate_inertia.h"
#include "kinematics/generalized_speeds.h"
#include "kinematics/gimbal_lock.h"
#include "kinematics/mobility.h"
#include "kinematics/pfaffian.h"
#include "kinematics/quasi_velocities.h"
#include "kinematics/constraint_forces.h"
#include "kinematics/relative_motion.h"
#include "kinematics/system.h"

#endif
