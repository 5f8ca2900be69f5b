#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "endings.h"

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
    "  --full                     long formulas written out, without named parts\n"
    "  --fragment                 LaTeX without preamble, for \\input in a text of your own\n"
    "  --format NAME              format, overriding the extension, see below\n";

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
    o.format = report_format(a);
    if (a->beside) o.beside = &other.beside;
    vv_status status = vv_command_report(c, model_name(a), text, length, a->nsettings, a->setting,
                                         &o, &a->run, report);
    return deliver_report(a, status, report, report_length);
}

int command_report(const arguments *a) {
    int code = read_second(a, &other);
    if (!code) code = run_on_text(a, work);
    free(other.words);
    free(other.text);
    return code;
}
