#include "command.h"

const char *const help_verify =
    "  visviva prove models/book/hoop.vv --certificate hoop.json; visviva verify hoop.json\n"
    "\n"
    "Usage: visviva verify [OPTION]... FILE\n"
    "\n"
    "Checks every verdict of a certificate written by prove or study, with a kernel that shares no "
    "code\n"
    "with the prover and draws its own primes and points. It trusts that the expressions of the "
    "certificate\n"
    "say what the text of the model says, and the theorems that it names, whose premises it "
    "checks.\n"
    "Exit code 0: all verified, 1: something does not check, 3: not a certificate of this version, "
    "4:\n"
    "nothing is wrong, but something could not be checked.\n";

static vv_status verify(vv_ctx *c, const arguments *a, const char *text, size_t length,
                        const char **report, size_t *report_length) {
    (void)a, (void)report_length;
    return vv_certificate_verify(c, text, length, report);
}

int command_verify(const arguments *a) {
    if (!a->file) return usage_error("verify needs a certificate");
    return run_on_certificate(a, verify);
}
