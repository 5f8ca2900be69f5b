#include "command.h"

const char *const help_prove =
    "  visviva prove models/book/hoop.vv\n\n"
    "Usage: visviva prove [OPTION]... FILE\n\n"
    "Derives by every method that applies, decides whether they agree on the constraint manifold, "
    "and decides\n"
    "every claim of the model. Exit code 0: all proved, 1: something refuted, 4: something not "
    "decided.\n\n"
    "  --by NAME                  compare only these methods; may be repeated\n"
    "  --relative-to FRAME        compare the methods of relative motion with the others\n"
    "  --contact                  beside servos the twin in which contacts keep their relations\n"
    "  --exact                    insist on exact certificates\n"
    "  --seed N                   seed of the random points and primes, as printed\n"
    "  --format NAME              form of the report, see below\n";

int command_prove(const arguments *a) { return run_on_model(a, vv_mechanism_prove); }
