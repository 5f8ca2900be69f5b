#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *const help_report =
    "  visviva report models/rolling_hoop.vv -o hoop.html\n"
    "\n"
    "Usage: visviva report [OPTION]... FILE\n"
    "\n"
    "Writes one document about a mechanism: the model, a sketch, degrees of freedom, constraints, "
    "energies,\n"
    "equations with the matrix of proofs, integrals, equilibria, stability and modes, the motion "
    "with its audit,\n"
    "plots and an animation. The extension of -o selects the format: .html (one self-contained "
    "page), .tex, .txt,\n"
    ".json, or .pdf (by pdflatex); the default is text. If a part fails, the report says why and "
    "has the others.\n"
    "\n"
    "  --by NAME                  equations by this method; may be repeated\n"
    "  --steps                    the derivation written out\n"
    "  --contact                  animate a servo system next to the one with contacts\n"
    "  --beside FILE              compare with the motion of another model, animated and plotted\n"
    "  --beside NAME=VALUE,...    the same model with other values\n"
    "  --until T, --every DT, --method NAME, --form F, --tolerance R, --column EXPR, --witness "
    "[NAME]\n"
    "                             of the motion, as for run\n"
    "  --exact, --seed N          of the proofs, as for prove\n"
    "  --format NAME              format, overriding the extension, see below\n";

extern char **environ;

static const char *form_of(const arguments *a) {
    if (a->options.format) return a->options.format;
    if (ends_with(a->output, ".html") || ends_with(a->output, ".htm")) return "html";
    if (ends_with(a->output, ".tex") || ends_with(a->output, ".pdf")) return "latex";
    return ends_with(a->output, ".json") ? "json" : "text";
}

/* ---- PDF ------------------------------------------------------------------------------------ */

/* Runs pdflatex on page.tex in a folder; returns 0, the reason as an errno, or -1 if it reported
 * errors. */
static int compile(const char *folder) {
    char *const argv[] = {"pdflatex",       "-interaction=nonstopmode",
                          "-halt-on-error", "-no-shell-escape",
                          "page.tex",       NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    int error = posix_spawnp(&child, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (error) return error;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return errno;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return ENOENT;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

static void clear(const char *folder) {
    static const char *const ending[] = {"tex", "pdf", "log", "aux"};
    char path[256];
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        snprintf(path, sizeof path, "%s/page.%s", folder, ending[i]);
        remove(path);
    }
    rmdir(folder);
}

/* The text as PDF, freed by the caller; NULL after a message. */
static char *typeset(const char *text, size_t *length) {
    enum { MOST = 200 };
    char folder[MOST], path[MOST + 16], *pdf = NULL;
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/visviva-XXXXXX",
             temporary && *temporary ? temporary : P_tmpdir);
    if (!mkdtemp(folder)) {
        fprintf(stderr, "visviva: no temporary directory for pdflatex: %s\n", strerror(errno));
        return NULL;
    }
    snprintf(path, sizeof path, "%s/page.tex", folder);
    int error = write_result(path, text) ? -1 : compile(folder);
    if (error == ENOENT)
        fputs("visviva: pdflatex was not found; write FILE.tex and compile it elsewhere\n", stderr);
    else if (error)
        fputs("visviva: pdflatex rejected the document; write FILE.tex to inspect it\n", stderr);
    snprintf(path, sizeof path, "%s/page.pdf", folder);
    if (!error) pdf = read_all(path, length);
    clear(folder);
    return pdf;
}

/* ---- a second motion ------------------------------------------------------------------------- */

typedef struct second {
    vv_beside beside;
    char *words, *text; /* freed by the caller */
    vv_setting setting[MOST_SETTINGS];
} second;

/* NAME=VALUE,... appended to the settings of the first motion; 0, or the exit code after a
 * message. */
static int read_values(const arguments *a, second *k) {
    int n = 0;
    for (; n < a->nsettings; n++) k->setting[n] = a->setting[n];
    int first = n;
    k->words = strdup(a->beside);
    for (char *word = k->words, *next; word; word = next) {
        char *equals = strchr(word, '=');
        if ((next = strchr(word, ','))) *next++ = '\0';
        if (!equals || equals == word || (next && equals > next) || n == MOST_SETTINGS)
            return usage_error("--beside %s: expected FILE or NAME=VALUE,...", a->beside);
        *equals = '\0';
        k->setting[n++] = (vv_setting){word, equals + 1};
        for (int i = 0; i < first; i++) /* the later value wins */
            if (!strcmp(k->setting[i].name, word)) k->setting[i].value = equals + 1;
    }
    k->beside =
        (vv_beside){.file = a->beside, .nsettings = n, .nfirst = first, .setting = k->setting};
    return k->words ? 0 : vv_status_exit_code(VV_E_NOMEM);
}

static int read_second(const arguments *a, second *k) {
    size_t length = 0;
    if (!a->beside) return 0;
    k->text = read_model(a->beside, &length);
    if (!k->text && strchr(a->beside, '=')) return read_values(a, k);
    if (!k->text) {
        say("visviva: cannot read %s: %s\n", a->beside, strerror(errno));
        return vv_status_exit_code(VV_E_IO);
    }
    k->beside = (vv_beside){.file = a->beside, .text = k->text, .length = length};
    return 0;
}

/* ---- the command ---------------------------------------------------------------------------- */

static second other; /* read before the context is created */

static vv_status work(vv_ctx *c, const arguments *a, const char *text, size_t length,
                      const char **report, size_t *report_length) {
    vv_command_options o = a->options;
    static char *pdf; /* outlives the context */
    o.format = form_of(a);
    if (a->beside) o.beside = &other.beside;
    vv_status status = vv_command_report(c, model_name(a), text, length, a->nsettings, a->setting,
                                         &o, &a->run, report);
    if (!**report || !ends_with(a->output, ".pdf") || strcmp(o.format, "latex")) return status;
    pdf = typeset(*report, report_length);
    *report = pdf ? pdf : "";
    return pdf ? status : VV_E_BEYOND;
}

int command_report(const arguments *a) {
    static const char *const known[] = {".html", ".htm", ".tex", ".pdf", ".txt", ".json", NULL};
    if (!a->options.format && foreign_ending(a->output, known))
        return usage_error("-o %s: expected .html, .tex, .pdf, .txt or .json, or --format",
                           a->output);
    int code = read_second(a, &other);
    if (!code) code = run_on_text(a, work);
    free(other.words);
    free(other.text);
    return code;
}
