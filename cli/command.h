/* Shared by the subcommands: arguments, reading the model, writing the result. */
#ifndef VV_CLI_COMMAND_H
#define VV_CLI_COMMAND_H

#include "api/command.h"

enum {
    MOST_METHODS = 64,
    MOST_SETTINGS = 256,
    MOST_TOPICS = 64,
    MOST_COLUMNS = 256,
    MOST_VARIED = 64,
    MOST_CURVES = 64,
    MOST_CLAIMS = 256,
    MOST_REQUESTS = MOST_COLUMNS + MOST_CLAIMS + 1 + 2 * MOST_CURVES,
    MOST_INSTANTS = 4096,
    MOST_OPTIONS = 64
};

typedef struct arguments {
    const char *command, *file, *output;
    int ngiven;
    const char *given[MOST_OPTIONS]; /* options as given, each once */
    vv_command_options options;
    const char *by[MOST_METHODS], *topic[MOST_TOPICS];
    bool at_values, fragment;
    int nsettings;
    vv_setting setting[MOST_SETTINGS];
    vv_run_options run;
    int nvary, threads;
    const char *vary[MOST_VARIED];
    long members;
    const char *account;     /* file for the run summary as JSON */
    const char *certificate; /* file for the verdicts as a certificate */
    double at[MOST_INSTANTS];
    int ncolumns;
    const char *column[MOST_COLUMNS], *claim[MOST_CLAIMS], *about, *sensitivity[MOST_COLUMNS];
    int ncurves;
    vv_curve curve[MOST_CURVES];
    const char *abscissa; /* --x still waiting for its --y */
    bool sketch, portrait;
    double rate; /* frames a second */
    vv_plot_style style;
    int nanswers, hints; /* of an exercise */
    const char *answer[MOST_CLAIMS];
    bool solution;
    bool check;         /* format: write nothing */
    bool stdio;         /* lsp: as it is */
    const char *beside; /* a file, or NAME=VALUE,... to compare with */
    vv_limits limits;
    double port;
    int colour; /* -1 auto, 0 never, 1 always */
    bool help;
    uint32_t trace; /* stations, a bit each */
} arguments;

/* What a command writes; endings.c has the endings of each. */
typedef enum product {
    NO_PRODUCT,
    REPORT,
    STUDY,
    TABLE,
    PICTURE,
    MOTION,
    PROGRAM,
    ANSWER,
    MODEL
} product;

typedef struct command {
    const char *name, *arguments;
    product product;
    const char *text;
    int (*run)(const arguments *);
    const char *const *help;
} command;

const command *find_command(const char *name); /* NULL if unknown */
const char *command_name(int i);               /* NULL beyond the last */
/* Help text common to the commands that read a model; printed after the help of `k`. */
const char *common_help(const command *k);
/* Returns 0, or the exit code of a usage error already reported on stderr (options.c). */
int parse_arguments(int argc, char **argv, arguments *out);
/* Rejects options that the command does not list in its help, so that none is silently ignored. */
int refuse_foreign_options(const command *k, const arguments *a);
/* Loads the model, runs `work`, prints diagnostics and the report; returns the exit code. A NULL
 * report means that `work` has written it itself. */
typedef vv_status (*work_function)(vv_ctx *, const vv_command_mechanism *,
                                   const vv_command_options *, const char **);
/* Reads a whole file; the caller frees it. NULL with errno set; EFBIG above 1 GiB. */
char *read_all(const char *path, size_t *length);
/* Reads a model file. Of a file longer than the language admits, only enough is read for it to
 * be refused. */
char *read_model(const char *path, size_t *length);
int run_on_model(const arguments *a, work_function work);
/* The same for a model that may have errors, and for a table. `work` returns the text to write,
 * and its length if it is binary. */
typedef vv_status (*text_function)(vv_ctx *, const arguments *, const char *text, size_t length,
                                   const char **result, size_t *result_length);
int run_on_text(const arguments *a, text_function work);
int run_on_table(const arguments *a, text_function work);
int run_on_certificate(const arguments *a, text_function work);
/* The model with its settings and the requests of the options. */
vv_status open_model(vv_ctx *c, const arguments *a, const char *text, size_t length,
                     vv_command_mechanism **out);
/* What is called the model in messages. */
const char *model_name(const arguments *a);
/* Does the path end with this suffix, e.g. ".csv"? */
bool ends_with(const char *path, const char *ending);
/* A report as LaTeX becomes a PDF if the ending of -o asks for one; the status to return. */
vv_status deliver_report(const arguments *a, vv_status status, const char **report, size_t *length);
/* Names the command to which subsequent usage errors refer. */
void usage_of(const char *name);
/* Writes to stderr; characters of the user that control a terminal or the direction of writing are
 * shown as escapes. */
void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int usage_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Last line of a usage error: where to read more. NULL: the help of the command. */
int usage_hint(const char *help);

/* Refusals that say what is written here instead; the exit code, 0 if they know nothing
 * (command_hints.c). */
int refuse_command(const char *word, const char *file);
int refuse_option(const char *word, const char *value); /* value: the next word, or NULL */
int refuse_method(const char *word, const char *file);  /* of a derivation, as an integrator */
int refuse_list(const char *option, const char *text);  /* values with commas between them */

/* Finds the known name nearest to an unknown one (suggest.c). */
typedef struct suggestion {
    const char *name, *best;
    size_t length; /* of the best match */
    int mistakes;
    char text[64];
} suggestion;
void suggest(suggestion *s, const char *known, size_t length); /* offer one more known name */
const char *suggested(suggestion *s);                          /* "; did you mean run?", or "" */
/* Atomic: writes a temporary file in the same directory, then renames it. */
int write_result(const char *path, const char *text);
int write_bytes(const char *path, const char *bytes, size_t n);

#define X(function, name, arguments_, product, text)                                               \
    int command_##function(const arguments *a);                                                    \
    extern const char *const help_##function;
#include "commands.def"
#undef X

#endif
