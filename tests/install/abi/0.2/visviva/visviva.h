/* visviva: mechanisms stated as text, their equations of motion with proofs, studies, simulations.
 */
#ifndef VISVIVA_H
#define VISVIVA_H

#include <visviva/answer.h>
#include <visviva/base.h>
#include <visviva/mechanism.h>

#endif
