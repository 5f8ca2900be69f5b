/* What the subcommands share: arguments, reading the model, writing the result. */
#ifndef VV_CLI_COMMAND_H
#define VV_CLI_COMMAND_H

#include <visviva/visviva.h>

enum {
    MOST_METHODS = 64,
    MOST_SETTINGS = 256,
    MOST_TOPICS = 64,
    MOST_COLUMNS = 256,
    MOST_VARIED = 64,
    MOST_CURVES = 64,
    MOST_CLAIMS = 256,
    MOST_INSTANTS = 4096,
    MOST_OPTIONS = 64
};

typedef struct arguments {
    const char *command, *file, *output;
    int ngiven;
    const char *given[MOST_OPTIONS]; /* options as written, each once */
    vv_options options;
    const char *by[MOST_METHODS], *topic[MOST_TOPICS];
    int nsettings;
    vv_setting setting[MOST_SETTINGS];
    vv_run_options run;
    int nvary, threads;
    const char *vary[MOST_VARIED];
    long members;
    const char *account; /* file for the account of a run as JSON */
    double at[MOST_INSTANTS];
    int ncolumns;
    const char *column[MOST_COLUMNS], *claim[MOST_CLAIMS], *about, *sensitivity[MOST_COLUMNS];
    int ncurves;
    vv_curve curve[MOST_CURVES];
    const char *abscissa; /* --x that waits for its --y */
    bool sketch;
    const char *beside; /* a file, or NAME=VALUE,... */
    vv_limits limits;
    double port;
    int colour; /* -1 auto, 0 never, 1 always */
    bool help;
    uint32_t trace; /* stations, a bit each */
} arguments;

typedef struct command {
    const char *name, *arguments, *text;
    int (*run)(const arguments *);
    const char *const *help;
} command;

const command *find_command(const char *name); /* NULL: there is none */
/* What is common to commands that read a model and answer, behind the help of this one. */
const char *common_help(const command *k);
/* 0, or the exit code of a usage error already reported on stderr (options.c). */
int parse_arguments(int argc, char **argv, arguments *out);
/* An option that a command does not know would be passed over in silence: its help is the list. */
int refuse_foreign_options(const command *k, const arguments *a);
/* Load the model, run `work`, print diagnostics and the report; the exit code. A report that is
 * NULL was written by `work` itself. */
typedef vv_status (*work_function)(vv_ctx *, const vv_mechanism *, const vv_options *,
                                   const char **);
/* The whole of a file, to be freed; NULL with errno, EFBIG when it is more than 1 GiB. */
char *read_all(const char *path, size_t *length);
/* A model: of a longer one than the language admits only so much that it will be refused. */
char *read_model(const char *path, size_t *length);
int run_on_model(const arguments *a, work_function work);
/* The same for a model that may have errors, and for a table. `work` gives what is written, and
 * its length when it is no text. */
typedef vv_status (*text_function)(vv_ctx *, const arguments *, const char *text, size_t length,
                                   const char **result, size_t *result_length);
int run_on_text(const arguments *a, text_function work);
int run_on_table(const arguments *a, text_function work);
/* What is called the model in messages. */
const char *model_name(const arguments *a);
/* Ends the path with this, as .csv? */
bool ends_with(const char *path, const char *ending);
/* Has the file's name an ending, and none of those known? The list ends with NULL. */
bool foreign_ending(const char *path, const char *const *known);
/* Of which command a wrong use is told from now on. */
void usage_of(const char *name);
int usage_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The end of such a message: where to read more; NULL: the help of the command. */
int usage_hint(const char *help);

/* The nearest of some names to one that is none (suggest.c). */
typedef struct suggestion {
    const char *name, *best;
    size_t length; /* of the best */
    int mistakes;
    char text[64];
} suggestion;
void suggest(suggestion *s, const char *known, size_t length); /* one more that is known */
const char *suggested(suggestion *s); /* "; did you mean run?", or nothing */
/* Written whole or not at all: a temporary file beside it, then a rename. */
int write_result(const char *path, const char *text);
int write_bytes(const char *path, const char *bytes, size_t n);

#define X(function, name, arguments_, text)                                                        \
    int command_##function(const arguments *a);                                                    \
    extern const char *const help_##function;
#include "commands.def"
#undef X

#endif
