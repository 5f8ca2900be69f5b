#include "command.h"

#include <stdio.h>

const char *const help_run =
    "  visviva run models/double_pendulum.vv --until 5 --column energy -o motion.csv\n\n"
    "Usage: visviva run [OPTION]... FILE\n\n"
    "Integrates the motion from the model's start and writes a table: time, coordinates, rates, "
    "speeds, and\n"
    "what the model shows. An account of the run goes to standard error: the form of the "
    "equations, "
    "what was\n"
    "completed or moved in the start, steps, residuals of the constraints, balance of energy, "
    "drift "
    "of claimed\n"
    "integrals. The model's when statements are watched: record, stop, impulse laws.\n\n"
    "  --until T                  duration; without it the model's run statement\n"
    "  --every DT                 interval of the rows; without it and --at a hundredth\n"
    "  --at T                     a row at this instant; may be repeated\n"
    "  --column EXPR              a further column; may be repeated\n"
    "  --form minimal|multipliers form of the equations; without it the one that suits\n"
    "  --tolerance R              relative error of a step (3e-18, with multipliers 1e-16)\n"
    "  --audit LIMIT              exit code 1 when the audit exceeds LIMIT\n";

static vv_run_options run;

static vv_status work(vv_ctx *c, const vv_mechanism *m, const vv_options *o, const char **table) {
    (void)o;
    vv_status status = vv_mechanism_run(c, m, &run, table);
    if (run.account) fputs(run.account, stderr);
    return status;
}

int command_run(const arguments *a) {
    run = a->run;
    return run_on_model(a, work);
}
