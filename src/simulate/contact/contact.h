/* simulate/contact/: contact modes, friction, impacts.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_SIMULATE_CONTACT_CONTACT_H
#define VV_SIMULATE_CONTACT_CONTACT_H

#include "simulate/contact/contact_modes.h"
#include "simulate/contact/curvature_monitor.h"
#include "simulate/contact/friction.h"
#include "simulate/contact/impact.h"
#include "simulate/contact/surface_contact.h"

#endif
