#include "command.h"

const char *const help_study =
    "  visviva study models/book/hoop.vv constraints\n"
    "\n"
    "Usage: visviva study [OPTION]... FILE [TOPIC]...\n"
    "\n"
    "Answers questions about the mechanism, each proved, refuted or not decided, with the means. "
    "Without a\n"
    "topic: all that apply. Exit code 4: something was not decided, or a requested topic does not "
    "apply;\n"
    "1: an expression offered with --claim is not an integral.\n"
    "\n"
    "  --about LIST               steady: perturbations of this motion, \"r = a, θ = w*t\"\n"
    "  --claim EXPR               integrals: is this one? may be repeated\n"
    "  --exact                    require exact proofs\n"
    "  --seed N                   seed of the random points and primes, as printed\n"
    "  --at-values                put the parameters' values in from the start, exactly\n"
    "  --certificate FILE         the verdicts with what they rest on, for visviva verify\n"
    "  --full                     long formulas written out, without named parts\n"
    "  --fragment                 LaTeX without preamble, for \\input in a text of your own\n"
    "  --format NAME              report format, see below\n";

int command_study(const arguments *a) { return run_on_model(a, vv_command_study); }
