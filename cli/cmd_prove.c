#include "command.h"

const char *const help_prove =
    "  visviva prove models/book/hoop.vv\n"
    "\n"
    "Usage: visviva prove [OPTION]... FILE\n"
    "\n"
    "Derives the equations by every applicable method, decides whether they agree on the "
    "constraint manifold,\n"
    "and decides every claim of the model. Exit code 0: all proved, 1: something refuted, 4: "
    "something not decided.\n"
    "\n"
    "  --by NAME                  compare only these methods; may be repeated\n"
    "  --relative-to FRAME        include the methods of relative motion\n"
    "  --contact                  also the system in which contacts keep the servo constraints\n"
    "  --exact                    require exact proofs\n"
    "  --seed N                   seed of the random points and primes, as printed\n"
    "  --at-values                put the parameters' values in from the start, exactly\n"
    "  --certificate FILE         the verdicts with what they rest on, for visviva verify\n"
    "  --full                     long formulas written out, without named parts\n"
    "  --fragment                 LaTeX without preamble, for \\input in a text of your own\n"
    "  --format NAME              report format, see below\n";

int command_prove(const arguments *a) { return run_on_model(a, vv_command_prove); }
