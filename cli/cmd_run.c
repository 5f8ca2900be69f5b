#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "progress.h"

const char *const help_run =
    "  visviva run models/double_pendulum.vv --until 5 --column energy -o motion.csv\n"
    "\n"
    "Usage: visviva run [OPTION]... FILE\n"
    "\n"
    "Integrates the motion from the model's initial conditions and writes a table: time, "
    "coordinates, rates,\n"
    "speeds, and what the model shows. A summary goes to standard error: the form of the "
    "equations, changes made\n"
    "to the initial conditions, steps, constraint residuals, energy balance, drift of claimed "
    "integrals. Events\n"
    "(when statements) are detected: record, stop, impulse laws.\n"
    "\n"
    "  --until T                  duration (default: the model's run statement)\n"
    "  --every DT                 interval between rows (default: a hundredth, unless --at is "
    "given)\n"
    "  --at T                     a row at this time; may be repeated\n"
    "  --column EXPR              a further column; may be repeated\n"
    "  --form minimal|multipliers form of the equations (default: chosen from the model)\n"
    "  --method NAME              integrator, see below (default: chosen from the model)\n"
    "  --witness [NAME]           cross-check: integrate again by another method and compare\n"
    "  --tolerance R              relative error per step, at most 0.01 (default: that of the\n"
    "                             integrator)\n"
    "  --sensitivity NAME         further columns: the derivative of every value with respect to "
    "a\n"
    "                             parameter or an initial value; may be repeated\n"
    "  --lyapunov [K]             the K largest Lyapunov exponents (1), in the summary\n"
    "  --audit LIMIT              exit code 1 if the audit exceeds LIMIT\n"
    "  --dense                    a row per step, with its Taylor coefficients (dense output)\n"
    "  --output-format NAME       table format, see below; --format json is accepted too\n"
    "  --account FILE             the summary of the run as JSON\n"
    "  --checkpoint S             seconds between checkpoints written next to FILE (5)\n"
    "  --resume                   continue an interrupted run with the same -o FILE\n";

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

static vv_status work(vv_ctx *c, const vv_command_mechanism *m, const vv_command_options *o,
                      const char **table) {
    (void)o;
    progress bar;
    progress_begin(&bar);
    if (bar.shown) run.progress = show_progress, run.progress_data = &bar;
    vv_status status = vv_command_run(c, m, &run, table);
    progress_end(&bar);
    if (run.account) say("%s", run.account);
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
    if (run.resume && !run.output) return usage_error("--resume needs -o FILE");
    if (!run.output_format && a->options.format && !strcmp(a->options.format, "json"))
        run.output_format = "json";
    return run_on_model(a, work);
}
