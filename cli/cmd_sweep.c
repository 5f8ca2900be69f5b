#include "command.h"

#include <stdio.h>
#include <string.h>

#include "progress.h"

const char *const help_sweep =
    "  visviva sweep models/double_pendulum.vv --vary 'l1=0.8:1.2:50' --vary 'θ1=normal(0.5,0.01)' "
    "\\\n"
    "                --members 20 --until 5 -o sweep.csv\n"
    "\n"
    "Usage: visviva sweep --vary NAME=VALUES [OPTION]... FILE\n"
    "\n"
    "Runs the motion of every member and writes one row for each: its number, the varied values, "
    "the columns\n"
    "of the run at its end, the worst audit value, its status, and the reason if it failed. Names "
    "are parameters\n"
    "or initial values of coordinates, rates, speeds. Grids form a product, the first varying "
    "slowest. A member\n"
    "depends only on its number and the seed, not on the number of threads.\n"
    "\n"
    "  --vary NAME=A:B:N          N values from A to B; also NAME=A,B,...; may be repeated\n"
    "  --vary NAME=normal(M,S)    random with mean M and standard deviation S\n"
    "  --vary NAME=uniform(A,B)   random between A and B\n"
    "  --members N                random draws per grid point\n"
    "  --seed N                   of the random draws\n"
    "  -j N                       threads (default: one per processor)\n"
    "  --until T, --method NAME, --tolerance R, --form F, --column EXPR, --sensitivity NAME,\n"
    "  --audit LIMIT              as for run\n"
    "  --every DT, --at T         intermediate rows of each member as well\n"
    "  --recorded                 of each member the rows that record writes\n"
    "  --after T                  no rows before this time\n"
    "  --output-format NAME       table format, see below; --format json is accepted too\n"
    "  --resume, --checkpoint S   continue after the members already written\n";

static vv_sweep_options sweep;

static bool to_stdout(void *data, const char *bytes, size_t n) {
    (void)data;
    return fwrite(bytes, 1, n, stdout) == n;
}

static void show_progress(void *data, long members, long total) {
    char text[64];
    snprintf(text, sizeof text, "%ld of %ld members", members, total);
    progress_show(data, (double)members / (double)total, text);
}

static vv_status work(vv_ctx *c, const vv_command_mechanism *m, const vv_command_options *o,
                      const char **table) {
    progress bar;
    (void)o;
    progress_begin(&bar);
    if (bar.shown) sweep.progress = show_progress, sweep.progress_data = &bar;
    vv_status status = vv_command_sweep(c, m, &sweep);
    progress_end(&bar);
    if (sweep.written)
        fprintf(stderr, "members: %ld of %ld, %ld failed\n", sweep.written, sweep.total,
                sweep.failed);
    if (sweep.written < sweep.total && sweep.written && sweep.run.output)
        say("partial: %s.part has the rows so far, as CSV; --resume continues\n", sweep.run.output);
    *table = sweep.written ? NULL : "";
    if (sweep.written && fflush(stdout)) status = VV_E_IO;
    return status;
}

int command_sweep(const arguments *a) {
    sweep = (vv_sweep_options){.run = a->run, .nvary = a->nvary, .vary = a->vary};
    sweep.members = a->members, sweep.seed = a->options.seed, sweep.threads = a->threads;
    sweep.recorded = a->style.recorded;
    sweep.has_after = a->style.has_after, sweep.after = a->style.after;
    sweep.nsettings = a->nsettings, sweep.setting = a->setting, sweep.limits = a->limits;
    sweep.run.output = a->output && strcmp(a->output, "-") ? a->output : NULL;
    sweep.run.write = to_stdout;
    if (!a->nvary)
        return usage_error("sweep needs at least one --vary, such as --vary a=0.3:0.7:100");
    if (!sweep.run.output_format && a->options.format && !strcmp(a->options.format, "json"))
        sweep.run.output_format = "json";
    if (sweep.run.resume && !sweep.run.output) return usage_error("--resume needs -o FILE");
    return run_on_model(a, work);
}
