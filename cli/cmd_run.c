#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "progress.h"

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
    "  --method NAME              integrator, see below; without it the one that suits\n"
    "  --witness [NAME]           the motion again by another integrator, and how far it is off\n"
    "  --tolerance R              relative error of a step, at most 0.01; without it as suits the\n"
    "                             integrator\n"
    "  --sensitivity NAME         further columns: every value derived by a parameter, or by the\n"
    "                             start of a coordinate, rate or speed; may be repeated\n"
    "  --lyapunov [K]             the K largest exponents of Lyapunov (1), in the account\n"
    "  --audit LIMIT              exit code 1 when the audit exceeds LIMIT\n"
    "  --dense                    a row for each step, with the coefficients of its series\n"
    "  --output-format NAME       form of the table, see below; --format json is one too\n"
    "  --account FILE             what was done and how well, as JSON\n"
    "  --checkpoint S             seconds between the states kept beside FILE (5)\n"
    "  --resume                   go on where a stopped run with the same -o FILE left off\n";

static vv_run_options run;
static const char *account_file;

static bool to_stdout(void *data, const char *bytes, size_t n) {
    (void)data;
    return fwrite(bytes, 1, n, stdout) == n;
}

static void show_progress(void *data, double t, double until, long steps) {
    char text[96];
    progress *bar = data;
    snprintf(text, sizeof text, "t = %.6g of %.6g, %ld steps", t, until, steps);
    progress_show(bar, until > 0 ? t / until : 1, text);
}

static vv_status work(vv_ctx *c, const vv_mechanism *m, const vv_options *o, const char **table) {
    (void)o;
    progress bar;
    progress_begin(&bar);
    if (bar.shown) run.progress = show_progress, run.progress_data = &bar;
    vv_status status = vv_mechanism_run(c, m, &run, table);
    progress_end(&bar);
    if (run.account) fputs(run.account, stderr);
    if (run.written && fflush(stdout)) {
        fprintf(stderr, "visviva: cannot write standard output: %s\n", strerror(errno));
        status = VV_E_IO;
    }
    if (run.written && account_file) {
        int failed = write_result(account_file, run.account_json);
        if (failed) status = VV_E_IO;
    }
    if (run.written) *table = NULL;
    return status;
}

int command_run(const arguments *a) {
    run = a->run;
    account_file = a->account;
    run.output = a->output && strcmp(a->output, "-") ? a->output : NULL;
    run.write = to_stdout;
    if (run.resume && !run.output) return usage_error("--resume needs the file: -o FILE");
    if (!run.output_format && a->options.format && !strcmp(a->options.format, "json"))
        run.output_format = "json";
    return run_on_model(a, work);
}
