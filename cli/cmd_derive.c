#include "command.h"

const char *const help_derive =
    "  visviva derive models/book/hoop.vv --by multipliers --by appell\n\n"
    "Usage: visviva derive [OPTION]... FILE\n\n"
    "Prints the equations of motion. Without --by: Lagrange's when all constraints are finite and "
    "can be\n"
    "solved for coordinates, else Appell's; with multipliers when a constraint is not linear in "
    "the velocities.\n\n"
    "  --by NAME                  method, see below; may be repeated\n"
    "  --relative-to FRAME        motion relative to a frame that time alone moves: by the "
    "absolute "
    "energy,\n"
    "                             with fictitious forces, and by Gilbert's mixed method\n"
    "  --contact                  beside servos the twin in which contacts keep their relations\n"
    "  --steps                    the derivation written out: energies, derivatives, forces\n"
    "  --format NAME              form of the report, see below\n";

int command_derive(const arguments *a) { return run_on_model(a, vv_mechanism_derive); }
